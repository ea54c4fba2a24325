/* translate/dictionary.h - dictionaries of two languages: what single words may mean. */
#ifndef TRANSLATE_DICTIONARY_H
#define TRANSLATE_DICTIONARY_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A dictionary, which never changes: threads may share it. */
typedef struct tr_dictionary tr_dictionary;

/* Opens a dictionary of words of `source_language` (BCP 47): dictd's NAME.index with NAME.dict or
 * NAME.dict.dz, of which `path` is any or NAME; the text of Ding, "Wort {n} | Wörter :: word |
 * words", in either direction; XML of TEI, as FreeDict has it; or lines of a word, a tab, a
 * translation, and maybe a tab and a part of speech.  All but dictd's may be packed by gzip, xz or
 * zstd.  TR_EIO; TR_EFORMAT for a file that is damaged, not UTF-8, no dictionary, or one of the
 * other direction; TR_EUNSUPPORTED for more than a gigabyte; TR_ENOMEM. */
int tr_dictionary_open(tr_dictionary **dictionary, const char *path, const char *source_language,
                       const char *target_language, tr_error *err);
void tr_dictionary_free(tr_dictionary *dictionary); /* NULL is allowed */

/* SHA-256 of the file's bytes, as 64 digits; of dictd's two files, of both. */
const char *tr_dictionary_digest(const tr_dictionary *dictionary);

/* What an item of an entry is. */
enum tr_dictionary_part {
    TR_DICTIONARY_HEADWORD,    /* an entry begins */
    TR_DICTIONARY_TRANSLATION, /* of the headword */
    TR_DICTIONARY_NOTE,        /* about the sense before it */
    TR_DICTIONARY_EXAMPLE
};

/* An item.  The strings stay until the function that is told of it returns; "": not known. */
typedef struct tr_dictionary_item {
    int part;                /* enum tr_dictionary_part */
    size_t sense;            /* from 1; translations of one sense mean the same.  0: a headword */
    const char *text;        /* without marks of grammar and labels */
    const char *plain;       /* a headword or a translation that stands alone: without "sth." */
    const char *translation; /* of an example */
    const char *part_of_speech; /* "noun", "verb", "adjective", ... */
    const char *gender;         /* "masculine", "feminine", "neuter", "plural" */
    const char *labels; /* of field and style, as the dictionary has them: "fin., archaic" */
    int is_rare;        /* a label says that the word is old or rare */
    int is_form;        /* a headword is a form or a phrase of the entry's first word */
} tr_dictionary_item;

typedef void (*tr_dictionary_tell)(void *ctx, const tr_dictionary_item *item);

/* Tells all of the entries that a word has, in the dictionary's order: up to 100 entries, whatever
 * the case of its letters.  Of a word that has none, of the words that it may be a form of: English
 * "houses" of "house".  Returns the number of entries; TR_EFORMAT where the file is damaged;
 * TR_ENOMEM. */
int tr_dictionary_find(const tr_dictionary *dictionary, tr_string word, tr_dictionary_tell tell,
                       void *ctx, tr_error *err);

/* Tells words of the dictionary that differ by a letter, or by two that changed places: at most
 * `most`, in its order, as items that are headwords.  Returns how many; TR_ENOMEM. */
int tr_dictionary_near(const tr_dictionary *dictionary, tr_string word, size_t most,
                       tr_dictionary_tell tell, void *ctx, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
