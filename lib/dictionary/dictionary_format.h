/* dictionary_format.h - an open dictionary, and what a format of dictionaries does. */
#ifndef TR_DICTIONARY_FORMAT_H
#define TR_DICTIONARY_FORMAT_H

#include "base/file.h"
#include "dictionary/dictzip.h"
#include "dictionary/entry_items.h"
#include "dictionary/word_index.h"

enum {
    TR_LONGEST_ENTRY = 1 << 18, /* bytes; of longer ones, no more is read */
    TR_LONGEST_MARKED = 1 << 10 /* of a headword and its marks */
};

/* A format.  Offsets are of bytes of dictionary.words. */
typedef struct tr_dictionary_format {
    const tr_grammar_mark *marks;

    /* Adds all words to the index.  TR_EFORMAT where a line is not as it should be. */
    int (*index)(tr_dictionary *d, tr_error *err);

    /* The headword at an offset, without marks.  The buffer is overwritten. */
    void (*word)(const tr_dictionary *d, size_t at, tr_buf *word);

    /* Tells the entry of the headword at an offset. */
    int (*tell)(const tr_dictionary *d, size_t at, tr_entry_items *items, tr_error *err);
} tr_dictionary_format;

struct tr_dictionary {
    const tr_dictionary_format *format;
    const tr_language *source, *target;
    char *source_name; /* the language */
    char *path;
    tr_file file, entries; /* `entries`: of dictd */
    tr_buf unpacked;       /* the text of a file that is packed */
    tr_string words;       /* the text that has the headwords */
    tr_string text;        /* dictd's entries, where they are not in zip */
    tr_dictzip zip;
    bool reversed; /* Ding: the headwords stand behind the marks "::" */
    tr_word_index index;
    char digest[65];
};

extern const tr_dictionary_format tr_dictd_format, tr_ding_format, tr_tei_format,
    tr_word_columns_format;

#endif
