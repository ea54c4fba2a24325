/*
 * stops_data.h - meanings of a full stop after a word, language by language.
 *
 * Each list is one string of words as they are written, with a blank before and after every word;
 * NULL is an empty list.  An abbreviation is listed with its full stop; one of several parts is
 * listed without the blanks that may come between them: "z.B." is also "z. B.".  A '*' before a
 * word stands for the first part of a compound.
 */
#ifndef TR_STOPS_DATA_H
#define TR_STOPS_DATA_H

/* What numbers count. */
enum {
    TR_NUMBERED_NUMBER,
    TR_NUMBERED_FIGURE,
    TR_NUMBERED_VOLUME,
    TR_NUMBERED_CHAPTER,
    TR_NUMBERED_SECTION,
    TR_N_NUMBERED
};

typedef struct tr_numbered {
    const char *word, *forms; /* in full; its abbreviations, of which the first one is written */
} tr_numbered;

typedef struct tr_stops {
    const char *languages; /* ISO 639-1 */

    /* Abbreviations.  No sentence ends in `never`; one ends in `ends` only before a word of
     * `starters`; none ends in `numbered` before a number, nor in `either` before a word of
     * `followers`.  What is in no list may end a sentence before any word. */
    const char *never, *ends, *numbered, *either;

    const char *starters;    /* words that start sentences and are seldom nouns or names */
    const char *followers;   /* after a.m., Inc.: days, time zones, offices */
    const char *pronouns;    /* words of one capital letter, which are no initials */
    const char *labels;      /* words before a letter that is no initial: "vitamin C." */
    const char *ordinals;    /* nouns after an ordinal number; up to two letters may follow */
    const char *determiners; /* words before an ordinal number, as in "der 3." */
    const char *counted;     /* what has numbers such as 3.2, which are no decimals; small letters,
                                without a full stop */
    const char *answers;     /* abbreviations that are also words which a sentence may end in */
    const char *feet, *inches;          /* abbreviations of "5 ft 6 in" */
    const char *millions;               /* what the m of "£5m" is, with a blank before it */
    tr_numbered numbers[TR_N_NUMBERED]; /* before numbers */
    const char *months;        /* in small letters, where small letters mean something else */
    const char *before_months; /* words behind which such a word is always a month, */
    const char *before_dates;  /*   and a day and a month */
    const char *articles;      /* and the like, in small letters: a name comes after them */
} tr_stops;

/* The rules of a language (ISO 639-1), or the rules that hold for all. */
const tr_stops *tr_stops_find(const char *language);

#endif
