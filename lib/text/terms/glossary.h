/* glossary.h - a user's own words: terms of a source language, and how they are translated. */
#ifndef TR_GLOSSARY_H
#define TR_GLOSSARY_H

#include "base/span.h"
#include "text/terms/term_words.h"
#include "translate.h"

typedef struct tr_term {
    const char *source, *target;                   /* target: NULL: kept as it is */
    const char *plural;                            /* of the target; NULL: not known */
    char gender;                                   /* of the target: 'm', 'f', 'n'; 0: not known */
    const char *source_language, *target_language; /* NULL: the model's */
    size_t line;                                   /* of the file */
    bool reversed;                                 /* term_fields.h */
    tr_term_words words, target_words, plural_words;
} tr_term;

/* The gender, 'm', 'f' or 'n', that a word stands for; 0: for none. */
char tr_gender_of(const char *text);

/* TR_EINVAL for a glossary that names languages, and has no term of the two. */
int tr_glossary_check_languages(const tr_glossary *g, const char *source_language,
                                const char *target_language, tr_error *err);

/* A term in a text. */
typedef struct tr_term_found {
    tr_span text;
    const tr_term *term;
    bool past;    /* it is a verb's form, but none as "checking" */
    bool command; /* if it is a verb, it may be one */
    bool plural;  /* it is one, by its form, or since the glossary has its singular, too */
} tr_term_found;

/* What a term may be (word_class.h), by the forms of its translation and of its own. */
unsigned tr_term_classes(const tr_term *t, const char *source_language,
                         const char *target_language);

/* Finds terms in text [len], each as often as it is there, from the left, the longest ones where
 * several begin.  Languages are in BCP 47.  Words are the same in a form of theirs (inflection.h),
 * and where nothing around them tells that they are another part of speech (word_class.h). A
 * capital letter of the term is one in the text, too; a small letter may be either.  found [most].
 * Returns how many, or -1 out of memory. */
ptrdiff_t tr_glossary_find(const tr_glossary *g, const char *source_language,
                           const char *target_language, const char *text, size_t len,
                           tr_term_found *found, size_t most);

/* Finds translations of a term in text [len] of the target language: in the form of the glossary,
 * its plural, or another form.  at [most]. Returns how many, or -1 out of memory. */
ptrdiff_t tr_term_find_target(const tr_term *t, const char *target_language, const char *text,
                              size_t len, tr_span *at, size_t most);

#endif
