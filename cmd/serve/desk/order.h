/* order.h - what a desk is asked for, and what it answers. */
#ifndef ORDER_H
#define ORDER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "translate.h"

enum desk_format { DESK_TEXT, DESK_HTML, DESK_XML };

enum desk_status {
    DESK_OK,
    DESK_NO_PAIR, /* no model translates from one to the other */
    DESK_BUSY,    /* there is too much to do */
    DESK_GONE,    /* nobody waits for it any more */
    DESK_LATE,    /* it took too long */
    DESK_BAD,     /* the text is not of the format */
    DESK_FAILED
};

/* Somebody who waits, and may stop waiting. */
typedef struct desk_patience {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool gone;
} desk_patience;

void desk_patience_init(desk_patience *p);
void desk_patience_free(desk_patience *p);
void desk_patience_end(desk_patience *p); /* he has gone */

typedef struct desk_order {
    const char *source, *target; /* source NULL: each text's is found out */
    const tr_string *texts;      /* [n], of any number of lines */
    size_t n;
    int format; /* enum desk_format */
    int n_best;
    tr_string glossary;        /* lines of terms, tabs between them; a text of NULL: none */
    const char *glossary_name; /* of it: no two have the same */
    bool whole_lines;          /* of text: they are not cut into sentences */
    bool alignment;            /* tell links, where model and format have them */
    bool memory;               /* the memory of the settings may be asked, and told */
    uint64_t client;
    double deadline; /* seconds of CLOCK_MONOTONIC; 0 = none */
    desk_patience *patience;
} desk_order;

/* Bytes of a translation that come from these of the text. */
typedef struct desk_link {
    size_t source_begin, source_end, target_begin, target_end;
} desk_link;

typedef struct desk_text {
    char *text; /* the translation */
    size_t len;
    char **alternatives; /* [n_alternatives] others, each ends in a NUL */
    size_t n_alternatives;
    desk_link *links; /* [n_links] in the order of the translation */
    size_t n_links;
    char source[TR_PEEK_SIZE]; /* its language */
    float score;               /* the mean of its lines'; NAN: it has none */
    double confidence;         /* 0 to 1: that this is its language */
} desk_text;

typedef struct desk_answer {
    desk_text *texts; /* [n] */
    size_t n;
    char model[160]; /* digests of the models that were used, 64 digits each, with a "," */
    size_t source_tokens, target_tokens;
    char message[256]; /* why there is none */
} desk_answer;

void desk_answer_free(desk_answer *answer);

#endif
