/*
 * batch.h - many sentences decoded together, joining and leaving at every step.
 *
 * Sentences do not see each other: each has its own search, its own rows of the cache and its own
 * limits, and a row's numbers depend on that row alone.  What is in a batch decides how fast it
 * goes, never what comes out.
 */
#ifndef TR_BATCH_H
#define TR_BATCH_H

#include "search/beam.h"
#include "network/decoder.h"
#include "network/encoder.h"

/* A sentence to translate; it must live until it is handed back. */
typedef struct tr_task {
    const int32_t *source; /* [n_source] ids, with all that stands around it */
    size_t n_source;       /* 1 .. tr_nmt_longest_source() */
    tr_goal goal;
} tr_task;

/* Rows of a table that sentences share. */
typedef struct tr_run {
    size_t first, n;
} tr_run;

typedef struct tr_slot {
    tr_task *task; /* NULL: free */
    tr_beam beam;
    tr_run memory;          /* its cross-attention rows */
    tr_run words;           /* its rows of the shortlists; none without one */
    tr_shortlist shortlist; /* what they hold */
    size_t n_nodes;         /* of the cache, that it may need at worst */
} tr_slot;

typedef struct tr_batch {
    tr_compute compute;
    tr_logits logits;
    tr_shortlists shortlists; /* only with the shape's */
    tr_kvcache cache;
    tr_search search;
    bool shortlist;
    size_t n_slots, n_active;
    tr_slot *slots;        /* [n_slots] */
    tr_slot **active;      /* [n_slots], the used ones in the order they came */
    size_t n_new;          /* the last n_new of them are still to be encoded */
    tr_source *sources;    /* [n_slots] */
    tr_decoder_row *rows;  /* [n_slots * beam] */
    size_t nodes_promised; /* sum of n_nodes over the used slots */
} tr_batch;

/* Sizes of a batch. */
typedef struct tr_batch_shape {
    size_t n_slots;      /* sentences at once */
    size_t n_memory;     /* source tokens at once, at least tr_nmt_longest_source() */
    size_t n_nodes;      /* steps of hypotheses at once, at least beam * max_steps */
    size_t encoder_rows; /* source tokens encoded at once, at least the same */
    bool int8_activations;
    bool aligned;   /* alignments are kept */
    bool shortlist; /* translations choose among their sentence's; the network must have one */
} tr_batch_shape;

/* `search` has all set but its penalties. */
size_t tr_batch_size(const tr_nmt *m, const tr_batch_shape *shape, const tr_search *search);
void tr_batch_init(tr_batch *b, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                   const tr_batch_shape *shape, const tr_search *search);

/* Adds a task if it fits now; an empty batch takes any. */
bool tr_batch_add(tr_batch *b, tr_task *task);

/* Encodes what is new and takes one step for all.  Calls done() for every task whose search is
 * over; its result, in `beam`, is good during that call, which must not add tasks.  Where it
 * returns true, the task is searched once more, for the goal that it now has: one with no more
 * steps, and forced only if the first was. */
typedef bool tr_batch_done(void *ctx, tr_task *task, const tr_beam *beam);
void tr_batch_step(tr_batch *b, tr_batch_done *done, void *ctx);

#endif
