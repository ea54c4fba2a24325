/*
 * glossary_columns.h - what the columns of a table of terms are, as its first row may name them.
 *
 * A column is named by a language, "German", "Deutsch", "de-AT", or by what it has, "source",
 * "translation", "plural", in the words that languages have for it (tr_glossary_words in
 * language_data.h).  A row names columns if two of its fields are different languages, or one is a
 * source and one is a translation, or one of the later fields is "plural" or "gender".  All words
 * of a field must say something, or be the same in the two: "source segment", "target segment".
 */
#ifndef TR_GLOSSARY_COLUMNS_H
#define TR_GLOSSARY_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

enum { TR_MOST_COLUMNS = 32, TR_COLUMN_LANGUAGE = 24 /* bytes of a code */ };

typedef struct tr_glossary_column {
    char language[TR_COLUMN_LANGUAGE]; /* BCP 47; "": not named */
    enum {
        TR_COLUMN_NOTE,
        TR_COLUMN_SOURCE,
        TR_COLUMN_TARGET,
        TR_COLUMN_PLURAL,
        TR_COLUMN_GENDER
    } is;
    bool names_language; /* "source_lang": of what the terms are in */
} tr_glossary_column;

typedef struct tr_glossary_columns {
    tr_glossary_column list[TR_MOST_COLUMNS]; /* [n] */
    size_t n;                                 /* 0: nothing is named */
    size_t source, target;                    /* 0 and 1, or what is named so */
} tr_glossary_columns;

/* Reads the first row, of n fields.  1 if it names the columns, 0 if it does not; -1: out of
 * memory.  *half: it does not, but one of the first two fields would be the name of a column. */
int tr_glossary_columns_read(tr_glossary_columns *c, const char *const *fields, size_t n,
                             bool *half);

/* The column that tells the plural, or the gender, of the translations in another one: it stands
 * behind it, before the next language.  0: there is none. */
size_t tr_glossary_column_of(const tr_glossary_columns *c, size_t target, int is);

#endif
