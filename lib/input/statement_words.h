/*
 * statement_words.h - words of a passage, as the lines of programs have them: what is surely code,
 * signs of operators, words that are none of a language, keywords, and words of prose.
 */
#ifndef TR_STATEMENT_WORDS_H
#define TR_STATEMENT_WORDS_H

#include "input/protected_list.h"

enum tr_statement_kind {
    TR_STATEMENT_PROSE,    /* a word of the language, or one that a mark of words is in */
    TR_STATEMENT_SMALL,    /* an article, a preposition or the like */
    TR_STATEMENT_TOOL,     /* a program of a command line: git */
    TR_STATEMENT_VERB,     /* a keyword that is a verb of English, too: return, import */
    TR_STATEMENT_NOUN,     /* a keyword that is another word of English: public, class */
    TR_STATEMENT_KEYWORD,  /* a keyword that is hardly a word: elif, const */
    TR_STATEMENT_UNKNOWN,  /* many pieces of the vocabulary spell it */
    TR_STATEMENT_LETTER,   /* one small letter */
    TR_STATEMENT_NUMBER,   /* digits */
    TR_STATEMENT_CAPITALS, /* two to six capitals */
    TR_STATEMENT_LITERAL,  /* a word in quotation marks */
    TR_STATEMENT_SOFT,     /* something protected that prose may have, too: MP3, %s */
    TR_STATEMENT_HARD,     /* code */
    TR_STATEMENT_JOINT,    /* a sign that sentences may have, too: = | -> */
    TR_STATEMENT_SIGN,     /* a sign that only programs have: := { && */
    TR_STATEMENT_BREAK     /* a dash, a tag: no code goes on beyond it */
};

typedef struct tr_statement_word {
    tr_span all; /* without blanks */
    tr_span at;  /*   and without the marks of the sentence around it */
    enum tr_statement_kind kind;
    char tail;   /* the first mark of a sentence behind it, or NUL */
    bool opened; /* a mark of a sentence is before it */
} tr_statement_word;

/* Fills in all words of a passage, [*n], malloc'd in *words; none if nothing in it may be code.
 * TR_ENOMEM, and what tr_tokenizer_encode() returns. */
int tr_statement_words(const tr_protected *h, const tr_finding *f, tr_statement_word **words,
                       size_t *n);

/* True if the vocabulary spells a word of ASCII letters by many pieces. */
int tr_statement_is_unknown(const tr_finding *f, tr_span word, bool *is);

#endif
