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

#include "lines/detector.h"
#include "console/input.h"

typedef struct route route;

/* `accepts` tells whether lines in a language can be translated; it is asked once for each
 * language.  The input must live until route_close(). */
route *route_open(input *in, bool by_line, bool (*accepts)(void *ctx, const char *language),
                  void *ctx);
void route_close(route *r); /* NULL is allowed */

/* Goes to the next stretch, after the last one was read to its end.  1; 0 at the end; -1 after a
 * sentence. */
int route_next(route *r);

/* The stretch's language, or NULL where it is not sure or not accepted. */
const char *route_language(const route *r);
const detection *route_detection(const route *r); /* what told it */

/* Whether nothing that told it has letters. */
bool route_is_blank(const route *r);

/* Whether a text may have letters: blank lines and figures belong to any language. */
bool route_has_letters(const char *text, size_t len);

/* As tr_stream_io.read wants it: the stretch's bytes.  ctx is the route. */
ptrdiff_t route_read(void *ctx, char *bytes, size_t size);

#endif
