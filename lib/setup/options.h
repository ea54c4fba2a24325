/* options.h - options of translate.h, checked and completed for a model. */
#ifndef TR_OPTIONS_H
#define TR_OPTIONS_H

#include "base/error.h"
#include "model/nmt.h"

/* The size of tr_options in the first release. */
#define TR_OPTIONS_SIZE_0 (offsetof(tr_options, given) + sizeof(struct tr_given *))

/* All options, from the options of a program that was compiled with another size of the structure:
 * what it does not know has its default.  TR_EINVAL where it sets something that is not known
 * here. */
int tr_options_take(tr_options *all, const tr_options *given, tr_error *err);

/* Checks `options` for a network: TR_EINVAL or TR_EUNSUPPORTED. */
int tr_options_check(const tr_options *options, const tr_nmt *m, tr_error *err);

/* Flags for tr_kernels_init(), of options that have been checked. */
unsigned tr_options_cpu(const tr_options *options);

/* True if translations choose among the words of a shortlist. */
bool tr_options_shortlist(const tr_options *options, const tr_nmt *m);

/* Source tokens of a short sentence: a batch takes as many sentences as its tokens make of such
 * ones.
 */
enum { TR_SENTENCE_TOKENS = 8 };

/* Source tokens in flight per session, at least 1. */
size_t tr_options_batch_tokens(const tr_options *options, const tr_nmt *m);

#endif
