/*
 * normalize.h - normalization of a text before a tokenizer sees it, by the names that model files
 * record (tokenizer.normalization in translate-model(5)).
 *
 * none              nothing
 * nfc, nfkc         the Unicode normal forms
 * opus-mt           the steps in front of spm_encode in OPUS-MT-train's preprocess-spm.sh, which
 *                   its models saw in training: some typographic, Chinese and Japanese marks and
 *                   digits become ASCII, control, format, private and unassigned characters
 *                   (category C) blanks, and of blanks, one stays between words and none at the
 *                   ends
 * opus-mt-faithful  the same with the script's slip, which turns U+FF11, a wide digit one, into a
 *                   quotation mark
 * indictrans2       nothing: what becomes of a text depends on its language (unified.h)
 */
#ifndef TR_NORMALIZE_H
#define TR_NORMALIZE_H

#include <stdint.h>

#include "text/rewrite.h"

/* Valid UTF-8 without NUL into an empty *out, which may fail as its text does. */
typedef void tr_normalizer(const char *text, size_t len, tr_rewrite *out);

/* What opus-mt has for a typographic, Chinese or Japanese mark, perhaps with a blank at its end;
 * NULL for other characters. */
const char *tr_ascii_mark(int32_t c);

/* NULL for a name that is not known. */
tr_normalizer *tr_normalizer_find(const char *name);

#endif
