/*
 * asked.h - what most dialects ask for: texts, from a language to another.
 *
 * A function that returns false has refused the call.
 */
#ifndef ASKED_H
#define ASKED_H

#include "serve/call/call.h"

typedef struct asked {
    char source[TR_PEEK_SIZE]; /* "": it is found out */
    char target[TR_PEEK_SIZE];
    tr_string *texts; /* [n] */
    size_t n;
    bool is_list; /* a list of texts in JSON */
    int format;   /* enum translator_format */
} asked;

/* Reads two codes of languages.  NULL, "" and "auto" of `from`: it is found out. */
bool asked_pair(call *c, asked *a, const char *from, const char *to);

/* Reads the texts of a parameter: one, or some. */
bool asked_texts(call *c, asked *a, const char *name);

/* Reads one text. */
bool asked_text(call *c, asked *a, const char *name);

/* "html", "xml"; NULL, "", "text" and "plain" are text, whatever the case. */
bool asked_format(call *c, asked *a, const char *word);

/* Translates; c->done has the answer. */
bool asked_translate(call *c, const asked *a);

void asked_free(asked *a);

/* The text of an answer. */
cJSON *answer_of(const translator_text *t);

/* A code in capitals, as DeepL writes it. */
const char *capitals_of(const char *code, char out[TR_PEEK_SIZE]);

/* The likeliest language of a text; `none` if there is none. */
translator_text detect_one(call *c, tr_string text, const char *none);

#endif
