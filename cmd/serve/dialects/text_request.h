/*
 * text_request.h - what most dialects ask for: texts, from a language to another.
 *
 * A function that returns false has refused the call.
 */
#ifndef TEXT_REQUEST_H
#define TEXT_REQUEST_H

#include "console/json.h"
#include "serve/call/call.h"

typedef struct text_request {
    char source[TR_PEEK_SIZE]; /* "": it is found out */
    char target[TR_PEEK_SIZE];
    tr_string *texts; /* [n] */
    size_t n;
    bool is_list; /* a list of texts in JSON */
    int format;   /* enum translator_format */
    int n_best;   /* translations of each, the best first; 0 = 1 */
} text_request;

/* Reads two codes of languages.  NULL, "" and "auto" of `from`: it is found out. */
bool text_request_pair(call *c, text_request *a, const char *from, const char *to);

/* Reads the texts of a parameter: one, or some. */
bool text_request_texts(call *c, text_request *a, const char *name);

/* Reads one text. */
bool text_request_text(call *c, text_request *a, const char *name);

/* "html", "xml"; NULL, "", "text" and "plain" are text, whatever the case. */
bool text_request_format(call *c, text_request *a, const char *word);

/* Translates; c->done has the answer. */
bool text_request_translate(call *c, const text_request *a);

void text_request_free(text_request *a);

/* The text of an answer. */
static inline cJSON *answer_of(const translator_text *t)
{
    return json_text(t->text, t->len);
}

/* A code in capitals, as DeepL writes it. */
const char *capitals_of(const char *code, char out[TR_PEEK_SIZE]);

/* The likeliest language of a text; `none` if there is none. */
translator_text detect_one(call *c, tr_string text, const char *none);

#endif
