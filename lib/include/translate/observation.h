/* translate/observation.h - observation: what network and search do, told while they do it. */
#ifndef TRANSLATE_OBSERVATION_H
#define TRANSLATE_OBSERVATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A session with options.observer tells the observer what network and search do, while they do it.
 * It takes one sentence after the other.  No translation and no number differs from a session
 * without an observer.  What a callback is given is valid during the call only. */

enum tr_attention_kind {
    TR_ENCODER_SELF, /* of the encoder, to the source */
    TR_DECODER_SELF, /* of the decoder, to its own past; a decoder of SSRUs has none */
    TR_CROSS         /* of the decoder, to the source */
};

/* Attention of one row of a layer, in all heads (Vaswani et al. 2017, section 3.2). */
typedef struct tr_attention_row {
    int kind;     /* enum tr_attention_kind */
    size_t layer; /* from 0 */
    size_t row; /* encoder: the position in the source; decoder: the hypothesis, by its number among
                   the live ones of this step */
    size_t step; /* decoder: steps before this one */
    size_t n;    /* positions that the row looks at: the source's ids; or the steps so far */
    size_t n_heads, d_head; /* d_head is 0 where scores are locations */
    const float *query;     /* [n_heads, d_head], as it was scored */
    const void *network;    /* for the two functions below */
} tr_attention_row;

/* The weight of position j < n in `head`: softmax of the scores, which are query * key /
 * sqrt(d_head) unless the model has others. */
float tr_attention_weight(const tr_attention_row *row, size_t head, size_t j);

/* The key of position j, key [n_heads, d_head], as the query was multiplied with it. */
void tr_attention_key(const tr_attention_row *row, size_t j, float *key);

/* A search begins: a sentence, or a part of one that is too long for the model. */
typedef struct tr_search_begin {
    size_t begin, end; /* its bytes of the source */
    const int32_t *ids;
    size_t n_ids;    /* all that the encoder reads */
    size_t n_before; /* ids before the text's */
    size_t n_tokens; /* ids of the text */
    int again;       /* the second search of a sentence; the encoder does not run again */
} tr_search_begin;

enum { TR_LEAST_CANDIDATES = 5 }; /* of each hypothesis that an observer is told */

enum tr_fate {
    TR_KEPT,   /* it is a hypothesis of the next step */
    TR_ENDED,  /* it ended with </s>, and competes for the best score */
    TR_DROPPED /* others were more probable */
};

/* A token that may follow a hypothesis, and what became of both.  Each hypothesis has as many as
 * the beam is wide, at least TR_LEAST_CANDIDATES, unless fewer may follow. */
typedef struct tr_candidate {
    size_t step; /* the decoder's, from 0 */
    size_t from; /* the hypothesis: its number among the live ones of this step */
    size_t rank; /* among the candidates of this hypothesis, from 0 */
    int32_t id;
    float log_probability; /* of the token */
    float total;           /* of the hypothesis with the token */
    float score;           /* the total, normalised by the length penalty */
    int fate;              /* enum tr_fate */
    size_t to;             /* TR_KEPT: its number among the live ones of the next step */
} tr_candidate;

enum tr_end_reason {
    TR_END_FULL,    /* every place of the beam holds a hypothesis that ended */
    TR_END_SETTLED, /* no hypothesis that lives can still enter the n-best */
    TR_END_LIMIT,   /* the longest length; hypotheses count as they are */
    TR_END_LOOP,    /* the best hypothesis repeats itself; hypotheses count as they are */
    TR_END_FAILED   /* there is no translation */
};

typedef struct tr_search_end {
    int reason; /* enum tr_end_reason */
    int kept;   /* whether the sentence's translation is this search's */
    size_t n;
    const int32_t *ids; /* [n] of the best hypothesis; a token that is forced is not among them */
} tr_search_end;

/* Parts of the network, and of the search. */
enum tr_network_part {
    TR_PART_EMBEDDING,
    TR_PART_ENCODER_ATTENTION,
    TR_PART_ENCODER_FFN,
    TR_PART_SOURCE_KEYS,       /* the decoder's keys and values of the source */
    TR_PART_DECODER_ATTENTION, /* to its own past, or SSRU */
    TR_PART_CROSS_ATTENTION,
    TR_PART_DECODER_FFN,
    TR_PART_OUTPUT, /* from the decoder's states to log-probabilities */
    TR_PART_SEARCH,
    TR_N_PARTS
};

/* Callbacks of the session; NULL: no call. */
typedef struct tr_observer {
    void *ctx;
    void (*begin)(void *ctx, const tr_search_begin *begin);
    void (*attention)(void *ctx, const tr_attention_row *row);
    void (*candidate)(void *ctx, const tr_candidate *candidate);
    void (*end)(void *ctx, const tr_search_end *end);
    void (*part)(void *ctx,
                 int part); /* enum tr_network_part: it begins; the one before it is over */
} tr_observer;

#ifdef __cplusplus
}
#endif
#endif
