/*
 * batch.h - many sentences that are decoded together; they join and leave at every step.
 *
 * Sentences do not see each other.  Each has its own search, its own rows of the cache and its own
 * limits, and the numbers of a row depend on this row alone.  The other sentences of a batch decide
 * how long a sentence takes, never what comes out.
 */
#ifndef TR_BATCH_H
#define TR_BATCH_H

#include "base/span.h"
#include "network/decoder.h"
#include "network/encoder.h"
#include "search/beam.h"

/* A sentence to translate; it must live until it is handed back. */
typedef struct tr_task {
    const int32_t *source; /* [n_source] ids, with </s> and all else that surrounds the text */
    size_t n_source;       /* 1 .. tr_config_longest_source() */
    tr_goal goal;
    size_t widest; /* places of the widest search it may get: at least goal.beam; 0: search.beam */
    tr_ids words;  /* that a shortlist has in any case */
} tr_task;

/* A sentence's part of a table whose rows all sentences share: rows first .. first + n - 1. */
typedef struct tr_range {
    size_t first, n;
} tr_range;

typedef struct tr_slot {
    tr_task *task; /* NULL: free */
    tr_beam beam;
    tr_range memory;        /* its cross-attention rows */
    tr_range words;         /* its rows of the shortlists; n = 0: it has no shortlist */
    tr_shortlist shortlist; /* what these rows hold */
    size_t n_nodes;         /* nodes of the cache that it may need at worst */
    size_t n_rows;          /* rows of a step, at worst */
} tr_slot;

typedef struct tr_batch {
    tr_compute compute;
    tr_logits logits;
    tr_shortlists shortlists; /* only if `shortlist` */
    tr_kvcache cache;
    tr_search search;
    bool shortlist;
    size_t n_slots, n_active;
    tr_slot *slots;       /* [n_slots] */
    tr_slot **active;     /* [n_slots]: the first n_active are the used slots, oldest first */
    size_t n_new;         /* the last n_new of the active ones are not encoded yet */
    tr_source *sources;   /* [n_slots] */
    tr_decoder_row *rows; /* [n_rows] */
    size_t n_rows;
    size_t nodes_promised, rows_promised; /* sums of n_nodes and n_rows over the used slots */
} tr_batch;

/* Sizes of a batch. */
typedef struct tr_batch_shape {
    size_t n_slots;      /* sentences at once */
    size_t n_memory;     /* source tokens at once, at least tr_config_longest_source() */
    size_t n_nodes;      /* steps of hypotheses at once, at least beam * max_steps */
    size_t n_rows;       /* hypotheses at once, at least beam */
    size_t encoder_rows; /* source tokens encoded at once, at least tr_config_longest_source() */
    bool int8_activations;
    bool aligned;         /* alignments are kept */
    bool shortlist;       /* each sentence chooses among its own words; the network has a lexicon */
    tr_word_rows *copies; /* for shortlists and int8 products, or NULL */
} tr_batch_shape;

/* `search` has all set but its penalties. */
size_t tr_batch_size(const tr_nmt *m, const tr_batch_shape *shape, const tr_search *search);
void tr_batch_init(tr_batch *b, tr_arena *a, const tr_nmt *m, const tr_kernels *k,
                   const tr_batch_shape *shape, const tr_search *search);

/* Adds a task if it fits now.  An empty batch takes any task. */
bool tr_batch_add(tr_batch *b, tr_task *task);

/* Lets the tasks go that are unwanted(), between two steps: there is no result for them. */
typedef bool tr_batch_unwanted(void *ctx, tr_task *task);
void tr_batch_drop(tr_batch *b, tr_batch_unwanted *unwanted, void *ctx);

/* Encodes the new sentences, and takes one step for all.  Calls done() for every task whose search
 * is over: the result, in `beam`, is valid during this call, which must not add tasks.  When done()
 * returns true, the task is searched once more.  It may have a new goal by then: with a limit that
 * is not higher, no more places than tr_task.widest, and forced only if the first goal was. */
typedef bool tr_batch_done(void *ctx, tr_task *task, const tr_beam *beam);
void tr_batch_step(tr_batch *b, tr_batch_done *done, void *ctx);

#endif
