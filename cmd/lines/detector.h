/* detector.h - a detector of the language of a text. */
#ifndef DETECTOR_H
#define DETECTOR_H

#include <stdbool.h>

#include "lines/detector_module.h"
#include "translate.h"

/* Bytes of a text that decide. */
enum { DETECTOR_SAMPLE = 4096 };

typedef struct detection {
    detected found[DETECTED_MOST];
    size_t n;
    bool sure;
} detection;

/* Loads the detector.  With `aloud` after a sentence if that fails. */
bool detector_ready(bool aloud);

/* After detector_ready().  A text without letters has no language, and addresses, codes and
 * placeholders are in none. */
detection detector_guess(const char *text, size_t len);

/* The first bytes of a document's text: how many. */
size_t detector_sample_document(tr_document *document, char sample[DETECTOR_SAMPLE]);

/* True if a text has letters that are in a language. */
bool detector_has_letters(const char *text, size_t len);

/* Guesses by letters alone, where the text is likelier in a language that is named than in others.
 */
detection detector_guess_against(const char *text, size_t len, const char *likelier);

/* True if most letters of a text are of scripts that few languages have: neither Latin nor Cyrillic
 * nor Greek. */
bool detector_is_other_script(const char *text, size_t len);

/* Languages that somebody takes. */
typedef bool detector_accepts(void *ctx, const char *language);

/* Of a text whose language is not sure: the accepted one that its words tell, or whose letters are
 * likeliest.  False where there is none, or where the words tell one that is not accepted. */
bool detector_choose_by_words(const char *text, size_t len, detector_accepts *accepts, void *ctx,
                              char language[DETECTED_NAME_SIZE]);
bool detector_choose_by_letters(const char *text, size_t len, detector_accepts *accepts, void *ctx,
                                char language[DETECTED_NAME_SIZE]);

/* Returns the word that detect prints: the language, or "und", undetermined. */
const char *detection_name(const detection *d);

#endif
