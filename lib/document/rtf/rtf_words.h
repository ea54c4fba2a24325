/* rtf_words.h - what the words of RTF mean to a reader of its text. */
#ifndef TR_RTF_WORDS_H
#define TR_RTF_WORDS_H

#include "document/rtf/rtf_scan.h"

/* The properties of characters that people see. */
enum {
    TR_RTF_BOLD,
    TR_RTF_ITALIC,
    TR_RTF_UNDERLINE,
    TR_RTF_STRIKE,
    TR_RTF_RAISED,
    TR_RTF_CAPITALS,
    TR_RTF_COLOUR,
    TR_RTF_GROUND,
    TR_RTF_FONT,
    TR_RTF_SIZE,
    TR_RTF_HIDDEN,
    TR_RTF_PROPERTIES
};

typedef struct tr_rtf_look {
    int of[TR_RTF_PROPERTIES];
} tr_rtf_look;

/* Changes the look as a word says; false if it says nothing of one. */
bool tr_rtf_set_look(const char *text, const tr_rtf_token *t, tr_rtf_look *look);

/* The character that a word or symbol stands for; 0 if it stands for none. */
int tr_rtf_character(const char *text, const tr_rtf_token *t);

/* What a group is, by its first word. */
enum tr_rtf_group {
    TR_RTF_PART,  /* of the text that it stands in */
    TR_RTF_BLOCK, /* a text of its own: a note, a header */
    TR_RTF_FRAME, /* it has no text but in groups that are blocks */
    TR_RTF_FIELD,
    TR_RTF_OTHER /* pictures, tables of fonts, marks: it stays */
};

/* Tells what the group is that begins at byte `at`; *word is its first word. */
enum tr_rtf_group tr_rtf_group_kind(const char *text, size_t at, size_t size, tr_rtf_token *word);

/* True if text ends at the word; if it stays, but is part of a sentence; if nobody sees it. */
bool tr_rtf_is_break(const char *text, const tr_rtf_token *t);
bool tr_rtf_is_atom(const char *text, const tr_rtf_token *t);
bool tr_rtf_is_noise(const char *text, const tr_rtf_token *t);

#endif
