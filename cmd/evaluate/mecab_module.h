/* mecab_module.h - the interface of translate-mecab.so, which is loaded when an evaluation asks for
 * words of Japanese or Korean. */
#ifndef MECAB_MODULE_H
#define MECAB_MODULE_H

#include <stddef.h>

enum { MECAB_JAPANESE, MECAB_KOREAN };

typedef struct mecab_cutter mecab_cutter;

typedef struct mecab_functions {
    /* `dictionary`: its folder; NULL: where they are mostly.  NULL after a sentence in `why`
     * [size]: no dictionary, not the one that sacreBLEU has, not the MeCab for it. */
    mecab_cutter *(*open)(int language, const char *dictionary, char *why, size_t size);
    void (*close)(mecab_cutter *cutter); /* NULL is allowed */

    /* The version, as sacreBLEU has it in signatures: "0.996-IPA". */
    const char *(*version)(const mecab_cutter *cutter);

    /* Text [len] with blanks between words, until the next call; NULL: it cannot be cut. */
    const char *(*cut)(mecab_cutter *cutter, const char *text, size_t len);
} mecab_functions;

#define MECAB_TABLE  "translate_mecab"
#define MECAB_MODULE "translate-mecab.so"

#endif
