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

/* After detector_ready().  A text without letters has no language. */
detection detector_guess(const char *text, size_t len);

/* The same of a document's text. */
detection detector_guess_document(tr_document *document);

/* Returns the word that detect prints: the language, or "und", undetermined. */
const char *detection_name(const detection *d);

#endif
