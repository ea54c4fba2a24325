/*
 * entry_items.h - items of an entry, made of words with marks as dictionaries write them:
 * "Bank {f} (im Park) [alt]" or "Bank <fem> [alt]".
 */
#ifndef TR_ENTRY_ITEMS_H
#define TR_ENTRY_ITEMS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "language/language_data.h"

/* What a mark of grammar says, which has a '=' at its end; the last row has no mark. */
typedef struct tr_grammar_mark {
    const char *mark, *part_of_speech, *gender;
} tr_grammar_mark;

/* Marks of Ding, and of FreeDict: "n" is a neuter noun in one, and a noun in the other. */
extern const tr_grammar_mark tr_ding_marks[], tr_freedict_marks[];

const tr_grammar_mark *tr_grammar_find(const tr_grammar_mark *marks, const char *mark, size_t len);

/* What tells the items of an entry.  The first five are the caller's. */
typedef struct tr_entry_items {
    const tr_language *source, *target;
    const tr_grammar_mark *marks;
    tr_dictionary_tell tell;
    void *ctx;
    size_t sense;
    const char *part_of_speech; /* where a word has none of its own; NULL: not known */
    size_t n;                   /* items told */
    bool failed;                /* out of memory */
    tr_buf text, plain, labels, translation;
} tr_entry_items;

void tr_entry_items_free(tr_entry_items *e);

/* True if no more is told: there is enough of the word. */
bool tr_entry_is_full(const tr_entry_items *e);

/* An entry begins: notes the part of speech that some word of the text [len] has. */
void tr_entry_part_of_speech(tr_entry_items *e, const char *text, size_t len);

/* Text [len] is valid UTF-8.  A list of translations, which are one sense, has a comma or a
 * semicolon between words outside brackets; with `semicolons` only the latter. */
void tr_entry_headword(tr_entry_items *e, const char *text, size_t len, bool form);
void tr_entry_translations(tr_entry_items *e, const char *text, size_t len, bool semicolons);
void tr_entry_note(tr_entry_items *e, const char *text, size_t len);
void tr_entry_example(tr_entry_items *e, const char *text, size_t len, const char *translation,
                      size_t n_translation);

/* A word [len] without its marks and what stands in brackets.  The buffer is overwritten. */
void tr_entry_bare(const char *text, size_t len, tr_buf *out);

/* From byte `at` of text [end) on, where a byte of `set` stands outside brackets; `end` if none
 * does. */
size_t tr_entry_find(const char *text, size_t at, size_t end, const char *set);

#endif
