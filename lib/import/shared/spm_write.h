/* spm_write.h - writes SentencePiece models, whose protocol buffer is sentencepiece_model.proto. */
#ifndef TR_SPM_WRITE_H
#define TR_SPM_WRITE_H

#include "base/buf.h"
#include "text/spm_model.h"

/* Appends the next piece: text [len], of enum tr_spm_kind. */
void tr_spm_write_piece(tr_buf *out, const char *text, size_t len, float score, uint32_t kind);

/* Appends how text is prepared and cut: the algorithm, byte_fallback, charsmap, add_dummy_prefix
 * and remove_extra_blanks; the other rules are the usual ones. */
void tr_spm_write_rules(tr_buf *out, const tr_spm_rules *rules);

#endif
