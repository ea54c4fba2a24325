/* positions.h - tables of positions, of a file or computed, and the lengths that they allow. */
#ifndef TR_POSITIONS_H
#define TR_POSITIONS_H

#include "import/shared/foreign.h"

/* The file's tables of both sides, or one for both. */
typedef struct tr_position_tables {
    const tr_foreign_array *source, *target;
    size_t offset; /* rows at their beginning that nothing refers to */
    size_t most;   /* rows at most are taken; 0: all */
} tr_position_tables;

/* Three target tokens for each of the source, or up to 8 where config.max_length_factor is more,
 * and some for short sentences: rows that config.max_source asks for.  At least 256, in 64s. */
uint32_t tr_positions_wanted(const tr_config *c);

/* Tensors of the tables, and lengths that they allow: config.max_source becomes no more than such a
 * length.
 */
void tr_positions_stored(tr_tensor_builder *b, const tr_position_tables *t);

/* A tensor that `compute` fills, as long as config.max_source asks for. */
void tr_positions_computed(tr_tensor_builder *b,
                           void (*compute)(const tr_import_tensor *t, float *out));

/* Positions from 0: sines in the first half of the columns, cosines in the second; column i of a
 * half turns by 10000^(-i / divisor) a position. */
void tr_positions_sinusoids(const tr_import_tensor *t, double divisor, float *out);

/* Positions from `first` on, by Tensor2Tensor's formula, whose slowest column turns by 1 / 10000,
 * with angles in float, as CTranslate2 and transformers have them. */
void tr_positions_float_sinusoids(const tr_import_tensor *t, size_t first, float *out);

/* Float sinusoids of models whose first position is the one after fairseq's padding, 2. */
void tr_positions_after_padding(const tr_import_tensor *t, float *out);

#endif
