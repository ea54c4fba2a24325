/* explain_record.h - a record of what network and search did for a text. */
#ifndef EXPLAIN_RECORD_H
#define EXPLAIN_RECORD_H

#include <stdbool.h>

#include "translate.h"

enum { N_KINDS = 3 }; /* enum tr_attention_kind */

/* A row of attention: what tr_attention_row told. */
typedef struct attention_row {
    int kind;
    size_t layer, row, step, n;
    float *weights; /* [heads, n] */
    float *query;   /* [heads * d_head] */
    float *key;     /* [n_keys, heads * d_head]: the row's own, as the last position; of a
                       cross-attention's first step, the source's */
    size_t n_keys;
} attention_row;

typedef struct attention_rows {
    attention_row *at; /* [n] */
    size_t n, capacity;
} attention_rows;

/* One search of the decoder. */
typedef struct decoding {
    attention_rows rows;
    tr_candidate *candidates; /* [n_candidates] */
    size_t n_candidates, capacity;
    int reason;             /* enum tr_end_reason */
    size_t n_steps;         /* of the best hypothesis, */
    size_t first;           /*   and the ones with a forced token */
    int32_t *ids;           /* [n_steps] */
    size_t *path;           /* [n_steps]: which live hypothesis it was */
    float *log_probability; /* [n_steps] */
    float total, score;
} decoding;

/* A sentence: what is searched at once. */
typedef struct sentence {
    size_t line, begin, end; /* bytes of the line's source */
    char *source;            /* these bytes */
    char *translation;
    int32_t *ids; /* [n_ids] that the encoder read; n_tokens of them, after n_before, are text */
    size_t n_ids, n_before, n_tokens;
    attention_rows encoder;
    decoding now, kept; /* the search that goes on; the one whose result counts */
    bool searched_again;
} sentence;

typedef struct record {
    const tr_model *model;
    const tr_model_info *info;
    size_t heads, d_head, beam;
    size_t layers[N_KINDS]; /* that have attention of this kind */
    float length_penalty;
    int penalty;         /* enum tr_penalty */
    size_t line;         /* the line that is being translated, from 1 */
    sentence *sentences; /* [n] */
    size_t n, capacity;
    double seconds[TR_N_PARTS]; /* each part's, for all lines */
} record;

void record_init(record *r, const tr_model *model, const tr_options *o);
void record_free(record *r);

/* The observer that keeps all but the time in `r`; and one that measures the time of each part. */
tr_observer record_observer(record *r);

/* Translates a line, and keeps what is told.  `timed` is a session with the observer of
 * record_timer().  EXIT_OK, or EXIT_FAILED after a sentence. */
int record_line(record *r, tr_session *session, tr_session *timed, const char *text, size_t len);

typedef struct timer {
    double start, *seconds; /* [TR_N_PARTS] */
    int part;               /* that is going on, or -1 */
} timer;
tr_observer record_timer(timer *t);

/* Row i of a layer of the best hypothesis: of the encoder, position i; of the decoder, step i. */
const attention_row *record_look(const record *r, const sentence *s, int kind, size_t layer,
                                 size_t i);

/* Weight of position j; 0 where row i sees no such position. */
float record_weight(const record *r, const sentence *s, int kind, size_t layer, size_t head,
                    size_t i, size_t j);

/* Key of position j [heads * d_head]. */
const float *record_key(const record *r, const sentence *s, int kind, size_t layer, size_t j);

/* Rows and positions of a kind of attention. */
size_t record_rows(const sentence *s, int kind);
size_t record_columns(const sentence *s, int kind);

/* Steps of a search: up to the end of the best hypothesis, and after it. */
size_t record_search_steps(const decoding *d);

/* The tokens that rows and positions stand for.  A row of the decoder is named by the token that it
 * predicts, a position of its past by the token that it was given. */
const char *record_row_label(const record *r, const sentence *s, int kind, size_t i);
const char *record_column_label(const record *r, const sentence *s, int kind, size_t j);

/* How much target token i comes from source position j, by the heads that tell alignments; where
 * the model names none, by the mean of all heads of the last layer. */
float record_alignment(const record *r, const sentence *s, size_t i, size_t j);

extern const char *const kind_names[N_KINDS];    /* "encoder", "decoder", "cross" */
extern const char *const part_names[TR_N_PARTS]; /* as people call them */

#endif
