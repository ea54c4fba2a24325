/* detector_module.h - the interface of translate-detect.so, which is loaded when a language is
 * asked for: a translation whose language is known does not pay for it. */
#ifndef DETECTOR_MODULE_H
#define DETECTOR_MODULE_H

#include <stddef.h>

enum { DETECTED_MOST = 3, DETECTED_NAME_SIZE = 16 };

typedef struct detected {
    char language[DETECTED_NAME_SIZE]; /* BCP 47 */
    double share;                      /* of the text's bytes, 0 to 1 */
} detected;

/* How a text is looked at. */
typedef struct detect_options {
    int guess;         /* tell what is likeliest, also of a text that is too short to tell */
    const char *hints; /* languages that are likelier than others: "de,en"; NULL: none is */
} detect_options;

/* The languages of a text of `len` bytes of UTF-8, the one with the most first; what follows a byte
 * that is not UTF-8 does not count.  Returns how many, or DETECT_FAILED when memory runs out;
 * *sure: whether the first one is certain. */
#define DETECT_FAILED ((size_t)-1)
typedef size_t detect_function(const char *text, size_t len, const detect_options *options,
                               detected found[DETECTED_MOST], int *sure);

#define DETECT_FUNCTION "translate_detect"
#define DETECT_MODULE   "translate-detect.so"

#endif
