/* translator_request.h - what a translator is asked for, and what it answers. */
#ifndef TRANSLATOR_REQUEST_H
#define TRANSLATOR_REQUEST_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "serve/translator/shared_terms.h"
#include "translate.h"

enum translator_format { TRANSLATOR_TEXT, TRANSLATOR_HTML, TRANSLATOR_XML };

enum translator_status {
    TRANSLATOR_OK,
    TRANSLATOR_NO_PAIR,  /* no model translates from one to the other */
    TRANSLATOR_BUSY,     /* there is too much to do */
    TRANSLATOR_TOO_LONG, /* it takes longer than it has, if there were nothing else to do, too */
    TRANSLATOR_GONE,     /* nobody waits for it any more */
    TRANSLATOR_LATE,     /* it took too long */
    TRANSLATOR_BAD,      /* the text is not of the format */
    TRANSLATOR_FAILED
};

/* A client waits for an answer, and may stop waiting. */
typedef struct translator_cancellation {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool gone;
} translator_cancellation;

void translator_cancellation_init(translator_cancellation *p);
void translator_cancellation_free(translator_cancellation *p);
void translator_cancel(translator_cancellation *p);

typedef struct translator_request {
    const char *source, *target; /* source NULL: each text's is found out */
    const tr_string *texts;      /* [n], of any number of lines */
    size_t n;
    int format; /* enum translator_format */
    int n_best;
    int formality;       /* enum tr_formality */
    shared_terms *terms; /* of a glossary; NULL: none */
    tr_string context;   /* text before each text, which tells of pronouns; of NULL: none */
    bool whole_lines;    /* of text: they are not cut into sentences */
    bool alignment;      /* tell links, where model and format have them */
    bool memory;         /* the memory of the settings may be asked, and told */
    uint64_t client;
    double deadline; /* seconds of CLOCK_MONOTONIC; 0 = none */
    translator_cancellation *cancellation;
    size_t text_size;          /* bytes of text in a document, about; 0: all of it is text */
    struct admitted *admitted; /* the translator's own: NULL */
} translator_request;

/* Bytes of a translation, and the bytes of the text that they come from. */
typedef struct translator_link {
    size_t source_begin, source_end, target_begin, target_end;
} translator_link;

/* What a translation lacks, as `lost` in tr_translation; bytes of the text. */
typedef struct translator_loss {
    size_t begin, end;
    const char *kind; /* a literal */
} translator_loss;

typedef struct translator_text {
    char *text; /* the translation */
    size_t len;
    char **alternatives; /* [n_alternatives] others, each ends in a NUL */
    size_t n_alternatives;
    translator_link *links; /* [n_links] in the order of the translation */
    size_t n_links;
    translator_loss *lost; /* [n_lost] where one model translates */
    size_t n_lost;
    char source[TR_PEEK_SIZE]; /* its language */
    float score;               /* the mean of its lines'; NAN: it has none */
    float quality;             /* the mean of its lines' by their length; NAN: it has none */
    double confidence;         /* 0 to 1: that the language is right */
} translator_text;

typedef struct translator_answer {
    translator_text *texts; /* [n] */
    size_t n;
    char model[160]; /* digests of the models that were used, 64 digits each, with a "," */
    size_t source_tokens, target_tokens;
    char message[256]; /* why there is none */
    double wait;       /* seconds after which there may be one; 0: not known */
} translator_answer;

void translator_answer_free(translator_answer *answer);

#endif
