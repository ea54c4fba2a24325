/* spm_normalize.h - SentencePiece's normalization of a text. */
#ifndef TR_SPM_NORMALIZE_H
#define TR_SPM_NORMALIZE_H

#include <stdbool.h>

#include "base/buf.h"
#include "text/spm_model.h"

/* True if the rules ask for nothing rare: blanks become U+2581, one stands for several, and one is
 * put before the text or nothing. */
bool tr_spm_normalize_supported(const tr_spm_rules *rules);

/* Appends the normal form of valid UTF-8 text [len].  False when a look-up leaves the table of
 * rules, which need not have been checked.  Sets out->failed out of memory. */
bool tr_spm_normalize(const tr_spm_rules *rules, const char *text, size_t len, tr_buf *out);

/* The shortest rule that text [len] starts with: its bytes, 0 for none, and what takes their
 * place.  False as above. */
bool tr_spm_shortest_rule(const tr_spm_rules *rules, const char *text, size_t len, size_t *length,
                          const char **replacement);

#endif
