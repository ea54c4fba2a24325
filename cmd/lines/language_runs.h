/*
 * language_runs.h - a stream of lines, as stretches that are each in one language.
 *
 * The text's first lines tell the language of all of it; or each line tells its own, and lines that
 * follow one another in the same language are a stretch.  What a stretch is depends on the bytes
 * alone, not on when they come.
 */
#ifndef LANGUAGE_RUNS_H
#define LANGUAGE_RUNS_H

#include <stdbool.h>

#include "console/input.h"
#include "lines/detector.h"

typedef struct language_runs language_runs;

/* `accepts` tells whether lines in a language can be translated; it is asked once for each
 * language.  `target`: the one that is translated into, or NULL.  The input must live until
 * language_runs_close(). */
language_runs *language_runs_open(input *in, bool by_line, const char *target,
                                  detector_accepts *accepts, void *ctx);
void language_runs_close(language_runs *r); /* NULL is allowed */

/* Goes to the next stretch, after the last one was read to its end.  1; 0 at the end; -1 after a
 * sentence. */
int language_runs_next(language_runs *r);

/* The stretch's language, or NULL where it is not sure or not accepted. */
const char *language_runs_language(const language_runs *r);
const detection *language_runs_detection(const language_runs *r); /* what told it */

/* True if nothing that told it has letters. */
bool language_runs_is_blank(const language_runs *r);

/* True if a text has letters of a language: blank lines, figures and addresses belong to any. */
bool language_runs_has_letters(const char *text, size_t len);

/* As tr_stream_io.read wants it: the stretch's bytes.  ctx is the runs. */
ptrdiff_t language_runs_read(void *ctx, char *bytes, size_t size);

#endif
