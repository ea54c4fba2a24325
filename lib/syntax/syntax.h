/*
 * syntax.h - the list of syntaxes: what programs, not people, read in a text.
 *
 * lib/syntax/data/syntax.rows has one row for each, in order of precedence: of rows of the kinds
 * that are looked for, the first that matches at a byte is taken.
 */
#ifndef TR_SYNTAX_H
#define TR_SYNTAX_H

#include "base/span.h"
#include "syntax/pattern.h"

enum tr_syntax_kind {
    TR_SYNTAX_DEFINE,       /* a pattern that others call by its name */
    TR_SYNTAX_PLACEHOLDER,  /* a program puts other text in its place */
    TR_SYNTAX_TAG,          /* of a mark-up, of a template's block; a terminal's escape sequence */
    TR_SYNTAX_PRIVATE,      /* a character for private use */
    TR_SYNTAX_NONE,         /* no placeholder, whatever rows follow */
    TR_SYNTAX_CODE,         /* a code that marks set apart */
    TR_SYNTAX_GROUPS,       /* a code of several words, from the beginning of a word on */
    TR_SYNTAX_SECTION,      /* such a code: a section of a law */
    TR_SYNTAX_CODE_WORD,    /* a word that is a code, as a whole; */
    TR_SYNTAX_PLAIN_WORD,   /*   that is none; */
    TR_SYNTAX_CODE_NUMBER,  /*   a word with a digit that is one; */
    TR_SYNTAX_PLAIN_NUMBER, /*   that is none */
    TR_SYNTAX_BLOCK,        /* a tag of a template that parts text; */
    TR_SYNTAX_INLINE,       /*   that does not; */
    TR_SYNTAX_COMMENT,      /*   that is a comment */
    TR_SYNTAX_N_KINDS
};

/* A set of kinds: 1 << kind, added. */
#define TR_SYNTAX_IS(kind) (1U << (kind))

enum {
    TR_SYNTAX_PLACEHOLDERS = TR_SYNTAX_IS(TR_SYNTAX_PLACEHOLDER) | TR_SYNTAX_IS(TR_SYNTAX_TAG) |
                             TR_SYNTAX_IS(TR_SYNTAX_PRIVATE) | TR_SYNTAX_IS(TR_SYNTAX_NONE)
};

typedef struct tr_syntax {
    enum tr_syntax_kind kind;
    const char *name, *pattern;
    const char *like;   /* a text that it takes whole, or the part of it in « » */
    const char *unlike; /* a text that it does not take whole; "-": none is told */
    unsigned char next; /* 1 + the next row with the same first byte */
} tr_syntax;

/* Row i of the list, in order; NULL after the last one. */
const tr_syntax *tr_syntax_row(size_t i);

/* The definitions of the list. */
const tr_definitions *tr_syntax_definitions(void);

/* The word that stands for the kind in a file of rows: "placeholder". */
const char *tr_syntax_kind_name(enum tr_syntax_kind kind);

/* The first row of these kinds that matches text [len] at byte `at`; *end: of what it takes.  NULL
 * if none matches. */
const tr_syntax *tr_syntax_at(unsigned kinds, const char *text, size_t len, size_t at, size_t *end);

/* The next row, of any kind, that begins with the same byte as `row` and matches there, too. */
const tr_syntax *tr_syntax_after(const tr_syntax *row, const char *text, size_t len, size_t at,
                                 size_t *end);

/* The first such row of the kinds "groups" and "section". */
const tr_syntax *tr_syntax_group_at(unsigned kinds, const char *text, size_t len, size_t at,
                                    size_t *end);

/* The first place of text [from, len) where one does, which is not of the kind "none". */
const tr_syntax *tr_syntax_next(unsigned kinds, const char *text, size_t len, size_t from,
                                tr_span *found);

/* The first row of words that takes the word whole; NULL if none does. */
const tr_syntax *tr_syntax_of_word(const char *text, tr_span word, bool has_digit);

#endif
