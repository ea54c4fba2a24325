/* work.h - a translation that a message asks for, whatever the protocol calls it. */
#ifndef WORK_H
#define WORK_H

#include "serve/stdio/session.h"

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

/* Translates; the answer is to be freed if it is true. */
bool work_translate(task *t, const work_request *request, translator_answer *answer,
                    work_failure *why);

/* An open request, without texts.  `source` and `target` take the languages, as models spell them.
 */
typedef struct open_request {
    translator_request request;
    char source[TR_PEEK_SIZE], target[TR_PEEK_SIZE];
    dictionary *glossary; /* NULL: none */
} open_request;

bool work_open(open_request *o, task *t, const work_request *request, work_failure *why);
void work_close(open_request *o, task *t);

/* [{"code", "name", "targets"}] */
cJSON *work_languages(session *s);

/* [{"language", "confidence"}], the likeliest first. */
cJSON *work_detect(session *s, const char *text);

#endif
