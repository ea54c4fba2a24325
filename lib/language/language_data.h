/*
 * language_data.h - what the program knows of each language.
 *
 * A language is one file, data/TAG.  compile.awk makes a table of them when the program is built; a
 * fact of a file is a field here, under its group and its name: "stops.never" is .stops.never.
 * docs/language.md tells how a file is written.
 *
 * A list is one string of words, with a blank before and after every word (base/word_list.h).  A
 * group that a file lacks is that of data/any; a fact that is not told is NULL.
 */
#ifndef TR_LANGUAGE_DATA_H
#define TR_LANGUAGE_DATA_H

#include <stdbool.h>
#include <stddef.h>

/* Meanings of a full stop behind a word.  An abbreviation is listed with its full stop; one of
 * several parts is listed without the blanks that may come between them: "z.B." is also "z. B.". A
 * '*' before a word stands for the first part of a compound. */
typedef struct tr_stops {
    /* Abbreviations.  No sentence ends in `never`; one ends in `ends` only before a word of
     * `starters`; none ends in `numbered` before a number, nor in `either` before a word of
     * `followers`.  What is in no list may end a sentence before any word. */
    const char *never, *ends, *numbered, *either;

    const char *starters;    /* words that start sentences and are seldom nouns or names */
    const char *followers;   /* after a.m., Inc.: days, time zones, offices */
    const char *pronouns;    /* words of one capital letter, which are no initials */
    const char *labels;      /* words before a letter that is no initial: "vitamin C." */
    const char *ordinals;    /* nouns after an ordinal number, */
    const char *endings;     /*   and what may follow those of four letters and more */
    const char *determiners; /* words before an ordinal number, as in "der 3." */
    const char *counted;     /* what has numbers such as 3.2, which are no decimals; small letters,
                                without a full stop */
    const char *answers;     /* abbreviations that are also words which a sentence may end in */
    const char *feet, *inches; /* abbreviations of "5 ft 6 in" */
    const char *millions;      /* what the m of "£5m" is, with a blank before it */
    const char *months;        /* in small letters, where those mean something else */
    const char *before_months; /* words that only a month may come behind of those, */
    const char *before_dates;  /*   and a day and a month */
    const char *articles;      /* and the like, in small letters: a name comes after them */
    /* Before numbers: the word in full, then its abbreviations, of which the first is written. */
    const char *number, *figure, *volume, *chapter, *section;
    bool of_none;            /* true in data/any: these stops are those of no language; */
    const char *moses_takes; /*   and Moses takes those of this one instead */
} tr_stops;

/* The marks around a quotation, and around one within it or a word that is set apart, and the dash
 * between blanks for U+2014; UTF-8. */
typedef struct tr_quotes {
    const char *open, *close, *inner_open, *inner_close;
    const char *dash; /* NULL: a hyphen stays, which English has as often */
} tr_quotes;

/* How numbers and amounts of money are written: 1,234.50 and €9 in English, 1.234,50 and 9 € in
 * German.  The marks are those of CLDR. */
typedef struct tr_notation {
    char decimal;       /* '.' or ','; NUL: it is not known */
    const char *groups; /* the mark between thousands */
    bool sign_first;    /* of a currency; else behind the number, after a blank */
    bool unsure_dates;  /* 3/4/2024 may be in March or in April */
    bool points_dates;  /* 4.3.2024: the day comes first, and points join the parts */
} tr_notation;

/* How words and sentences are set. */
typedef struct tr_orthography {
    bool no_blanks;         /* between words, but in Latin letters */
    bool semicolon_asks;    /* it is a mark of question */
    bool spaced_guillemets; /* blanks stand within: « so » */
} tr_orthography;

/* What Moses' scripts, which models for words and subwords of words were trained with, do
 * otherwise for a language: where they cut words and join them. */
typedef struct tr_moses_rules {
    bool apostrophe_before;   /* the mark begins a word: it 's */
    bool apostrophe_behind;   /* it ends one: l' ami */
    bool glottal;             /* it is a letter */
    bool elision;             /* l' is joined to the word behind */
    const char *inner_marks;  /* within words, before small letters */
    const char *endings;      /* of a case, behind a colon; a list */
    const char *behind_dash;  /* words that a dash joins; x* is a word's beginning; a list */
    const char *spaced_marks; /* a blank stands before */
    bool joins_numbers;       /* 3 , 5 */
    bool spaced_characters;   /* words of Chinese characters have blanks between */
    bool quotes_by_shape;     /* the low mark opens, and the high one closes */
    bool stops_within_quotes; /* full stops and commas stand before a closing mark; */
    bool stops_stay;          /*   where they are; else behind */
    char groups;              /* the mark between thousands for a blank; else a full stop */
    const char *final;        /* abbreviations that a sentence may end in before any word; a list */
    bool no_initials;         /* a capital before a full stop is none; */
    bool small_initials;      /*   a small letter is one, too */
    bool ordinals, roman_ordinals; /* numbers keep their full stop */
} tr_moses_rules;

typedef struct tr_plurals {
    const char *gettext; /* the field "Plural-Forms" of catalogues, as gettext's manual has it */
} tr_plurals;

typedef struct tr_mail {
    const char *answers; /* what is put before subjects, and a colon; small letters, a list */
} tr_mail;

typedef struct tr_codes {
    const char *others; /* codes that programs and models have, and ICU does not know; a list */
} tr_codes;

typedef struct tr_detection {
    const char *words; /* of nearly each sentence or message, small letters, a list */
} tr_detection;

typedef struct tr_language {
    const char *tags; /* BCP 47, a list; NULL in data/any */
    tr_stops stops;
    tr_quotes quotes;
    tr_notation notation;
    tr_orthography orthography;
    tr_moses_rules moses;
    tr_plurals plurals;
    tr_mail mail;
    tr_codes codes;
    tr_detection detection;
} tr_language;

/* The facts of a language (BCP 47, or as models write it): those of its variety, else those of the
 * language, else those of data/any. */
const tr_language *tr_language_data(const char *language);

/* The i-th file's; NULL after the last. */
const tr_language *tr_language_at(size_t i);

/* True if text in a language is written with blanks between words. */
bool tr_language_has_spaces(const char *language);

#endif
