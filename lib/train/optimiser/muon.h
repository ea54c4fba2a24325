/*
 * muon.h - Muon: orthogonalised momentum, for the matrices of the layers.
 *
 * Jordan et al. 2024, "Muon: An optimizer for hidden layers in neural networks".  The step is
 * scaled to the size of Adam's, so that one rate serves both (Liu et al. 2025, "Muon is scalable
 * for LLM training").  Adam updates tables, biases and norms.
 */
#ifndef TR_MUON_H
#define TR_MUON_H

#include "train/optimiser/adam.h"

/* Replaces g [rows, columns], whose singular value decomposition is U S V^T, by about U V^T, in
 * five steps of Newton and Schulz's iteration from x = g / |g|: a = x x^T, x = 3.4445 x + (-4.7750
 * a + 2.0315 a a) x.  A matrix of zeros stays.  `scratch` has tr_muon_room(rows, columns)
 * floats. */
void tr_muon_orthogonalise(const tr_gradients *k, float *g, size_t rows, size_t columns,
                           float *scratch);
size_t tr_muon_room(size_t rows, size_t columns);

/* Floats of scratch that each worker needs. */
size_t tr_muon_scratch(const tr_shape *shape);

/* As tr_adam_update(), except for the layers' matrices, with queries, keys and values apart:
 *   m = 0.95 m + 0.05 g;  w = w - rate * 0.2 sqrt(larger side) * orthogonal(0.05 g + 0.95 m) */
void tr_muon_update(const tr_pass *pass, const tr_update *update, double norm);

#endif
