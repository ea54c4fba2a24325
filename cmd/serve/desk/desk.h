/*
 * desk.h - what a server translates, whoever asks and however: text, documents, languages.
 *
 * The models of this machine are known by their first bytes.  One is opened when it is first asked
 * for, and closed again when nobody has asked for a while, or when there is no room for another;
 * a file that was replaced is opened anew then.  Where no model has a pair of languages, two have
 * it by way of English.
 *
 * Any thread may call any function.
 */
#ifndef DESK_H
#define DESK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lines/detector_module.h"
#include "memory/tm.h"
#include "translate.h"

typedef struct desk desk;

typedef struct desk_settings {
    const char *model;      /* the only one: a file, or a name; NULL: all that are found */
    int threads, beam_size; /* 0 = as the program does */
    int idle;               /* seconds after which what nobody asks for is closed */
    uint64_t max_memory;    /* bytes of this process: what is idle goes before; 0 = any */
    tm_settings memory;
    tr_service_limits limits;
} desk_settings;

/* NULL after a sentence. */
desk *desk_open(const desk_settings *settings);

/* Nobody may use it any more. */
void desk_close(desk *d);

/* Looks for models again. */
void desk_reload(desk *d);

/* Closes what was idle for long enough; to be called every second or so. */
void desk_tidy(desk *d);

/* ---- Languages ---- */

/* A function that is told of one language, once. */
typedef void desk_take_language(void *ctx, const char *language);

/* The languages that texts may be in; and those that one may be translated to, by way of English,
 * too. */
void desk_sources(desk *d, desk_take_language *take, void *ctx);
void desk_targets(desk *d, const char *source, desk_take_language *take, void *ctx);

/* True if texts of this language can be translated to that one (NULL: to any). */
bool desk_has(desk *d, const char *source, const char *target);

/* The likeliest languages of a text, the best first: how many, 0 where none can be told.  Those
 * that can be translated (to `target`, if that is not NULL) are likelier than others. */
size_t desk_detect(desk *d, const char *text, size_t len, const char *target,
                   detected found[DETECTED_MOST]);

/* ---- Translating ---- */

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
    const tr_glossary *glossary; /* NULL: none */
    const char *glossary_name;   /* of it: no two have the same */
    bool memory;                 /* the memory of the settings may be asked, and told */
    uint64_t client;
    double deadline; /* seconds of CLOCK_MONOTONIC; 0 = none */
    desk_patience *patience;
} desk_order;

typedef struct desk_text {
    char *text; /* the translation */
    size_t len;
    char **alternatives; /* [n_alternatives] others, each ends in a NUL */
    size_t n_alternatives;
    char source[DETECTED_NAME_SIZE * 4]; /* its language */
    double confidence;                   /* 0 to 1: that this is its language */
} desk_text;

typedef struct desk_answer {
    desk_text *texts; /* [n] */
    size_t n;
    char model[160]; /* digests of the models that were used, 64 digits each, with a "," */
    size_t source_tokens, target_tokens;
    char message[256]; /* why there is none */
} desk_answer;

/* Translates; the answer is to be freed in any case. */
enum desk_status desk_translate(desk *d, const desk_order *order, desk_answer *answer);
void desk_answer_free(desk_answer *answer);

/* Translates a document of a name, and of a format (NULL: by its name and content): *out [*size] is
 * the caller's.  Of the order, texts and n-best do not count; `source` may be NULL. `progress` as
 * in tr_document_translate(). */
enum desk_status desk_translate_document(desk *d, const desk_order *order, const char *name,
                                         const char *format, const char *bytes, size_t size,
                                         int (*progress)(void *ctx, double done), void *ctx,
                                         char **out, size_t *out_size, desk_answer *answer);

/* ---- What is told of it ---- */

typedef struct desk_numbers {
    uint64_t sentences, source_tokens, target_tokens, retried, cancelled;
    size_t queued_bytes, models;
} desk_numbers;

void desk_count(desk *d, desk_numbers *n);

/* Each open model. */
typedef void desk_take_model(void *ctx, const char *name, const char *source, const char *target,
                             const char *digest);
void desk_models(desk *d, desk_take_model *take, void *ctx);

#endif
