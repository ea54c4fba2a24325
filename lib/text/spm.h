/*
 * spm.h - SentencePiece behind C functions (spm.cc).  No C++ exception crosses them.
 *
 * A processor may be used by several threads at once.  The ids and texts are SentencePiece's, even
 * where it is not asked (subword.h).
 */
#ifndef TR_SPM_H
#define TR_SPM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "text/spm_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_spm tr_spm;

/* Checks and parses a serialised SentencePiece model, which must outlive the result.  `name` is for
 * messages.  If `quick`, ids and texts come from subword.h where it can give them, and
 * SentencePiece itself reads the model when it is first needed; so damage to the table of
 * normalisation rules is found late.
 * TR_EFORMAT with the reason, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_spm_open(tr_spm **spm, const void *model, size_t size, bool quick, const char *name,
                tr_error *err);
/* Has SentencePiece read the model now, if it did not yet.  Errors as above, also when the bytes
 * have changed since then. */
int tr_spm_load(const tr_spm *spm, tr_error *err);
void tr_spm_close(tr_spm *spm); /* NULL is allowed */

int32_t tr_spm_size(const tr_spm *spm);
/* Lives as long as the processor; 0 <= id < size. */
const char *tr_spm_piece(const tr_spm *spm, int32_t id);
int tr_spm_kind(const tr_spm *spm, int32_t id);
int32_t tr_spm_id(const tr_spm *spm, const char *piece, size_t len); /* unk when unknown */
int32_t tr_spm_unk(const tr_spm *spm);
int32_t tr_spm_eos(const tr_spm *spm); /* -1 when the model has none */

/* One piece of a text: where its characters stand in the input, in bytes. */
typedef struct tr_spm_piece_span {
    int32_t id;
    size_t begin, end;
} tr_spm_piece_span;

/* Ids alone, the fast way: *ids is grown with tr_reserve().  Text must be valid UTF-8.  Control
 * pieces never come out.  TR_EINVAL for a text too long for SentencePiece: no limit below 20 MB
 * with the usual rules. */
int tr_spm_encode(const tr_spm *spm, const char *text, size_t len, int32_t **ids, size_t *capacity,
                  size_t *n, tr_error *err);

/* Ids with their spans of the input, in order and without gaps but for white space that the model
 * drops.  The byte pieces of one character share its span; the blank that the model adds to a
 * text has an empty one.  Of a character that normalises to several, which then fall into
 * different pieces, the last piece gets the span, and so do pieces that have nothing else.  Appends
 * to `pieces` (NULL: nowhere) the text of each with a NUL; of an unknown one, its part of the
 * normalised text. */
int tr_spm_encode_spans(const tr_spm *spm, const char *text, size_t len, tr_spm_piece_span **spans,
                        size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err);

/* Appends the text of ids [n] to `out`.  Ids must be in range. */
int tr_spm_decode(const tr_spm *spm, const int32_t *ids, size_t n, tr_buf *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
