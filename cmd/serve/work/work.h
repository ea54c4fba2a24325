/* work.h - what a message asks for, whatever the protocol calls it, and who asks. */
#ifndef WORK_H
#define WORK_H

#include <cjson/cJSON.h>

#include "console/message.h"
#include "serve/translator/translator.h"

struct dictionary;
struct glossary_store;

/* Who asks. */
typedef struct work_client {
    translator *translator;
    struct glossary_store *glossaries;
    uint64_t number; /* clients take turns */
    translator_cancellation *cancellation;
} work_client;

typedef struct work_request {
    const char *source, *target; /* as programs spell languages; source NULL or "auto": any */
    const cJSON *text;           /* a string, or a list of strings */
    bool html;
    bool score, quality, lost; /* tell score, quality, what is lost */
    int n_best;
    const char *glossary; /* an id; NULL: none */
} work_request;

/* Why there is none. */
typedef struct work_failure {
    const char *code; /* one word */
    char message[320];
} work_failure;

/* Fills in a failure; false. */
bool work_fail(work_failure *f, const char *code, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Fills in a failure of the translator; false. */
bool work_fail_status(work_failure *f, enum translator_status status,
                      const translator_answer *answer);

/* The languages of a request, as models spell them. */
typedef struct work_pair {
    bool any; /* the source is found out */
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
} work_pair;

bool work_read_pair(translator *d, const work_request *request, work_pair *pair, work_failure *why);

/* All texts of a string or a list of strings: how many, or SIZE_MAX if something is none.  The
 * caller frees the array. */
size_t work_read_texts(const cJSON *text, tr_string **texts);

/* Translates; the answer is to be freed if it is true. */
bool work_translate(const work_client *by, const work_request *request, translator_answer *answer,
                    work_failure *why);

/* An open request, without texts. */
typedef struct open_request {
    translator_request request;
    work_pair pair;
    struct dictionary *glossary; /* NULL: none */
} open_request;

bool work_open(open_request *o, const work_client *by, const work_request *request,
               work_failure *why);
void work_close(open_request *o, const work_client *by);

/* [{"code", "name", "targets"}] */
cJSON *work_languages(translator *d);

/* [{"language", "confidence"}], the likeliest first. */
cJSON *work_detect(translator *d, const char *text);

#endif
