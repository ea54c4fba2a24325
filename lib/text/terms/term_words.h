/* term_words.h - the words of a term, and where a text has them in some form. */
#ifndef TR_TERM_WORDS_H
#define TR_TERM_WORDS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/region.h"
#include "base/span.h"
#include "text/terms/inflection.h"

/* The next word of text [len] from `at` on: letters and digits, or one other character.  A
 * character of a script without blanks is a word.  False: there is none. */
bool tr_next_word(const char *text, size_t len, size_t at, tr_span *found);

typedef struct tr_term_word {
    const char *text, *folded; /* [len], [strlen()] */
    size_t len;
} tr_term_word;

typedef struct tr_term_words {
    const tr_term_word *list; /* [n] */
    size_t n;
} tr_term_words;

/* The words of a term, which live as long as the region and the text.  False: out of memory. */
bool tr_term_words_make(tr_term_words *w, const char *text, tr_region *region);

/* How a word of a text stands to one of a term, in order. */
enum tr_word_form {
    TR_WORD_OTHER,
    TR_WORD_SAME,
    TR_WORD_FORM,   /* in another form, */
    TR_WORD_PLURAL, /*   which may be a plural, */
    TR_WORD_VERB    /*   or is a verb's */
};

/* A text in a language (BCP 47) in which terms are looked for. */
typedef struct tr_term_scan {
    const char *language, *text; /* [len] */
    size_t len;
    tr_buf folded, stems; /* of the word that was looked at last */
    tr_stem_counts n;
} tr_term_scan;

void tr_term_scan_free(tr_term_scan *s);

/* Finds the stems (inflection.h) of a word of the text.  False: out of memory. */
bool tr_term_scan_stems(tr_term_scan *s, tr_span word);

/* A capital letter of the term is one in the text, too; a small letter may be either. */
enum tr_word_form tr_term_scan_compare(tr_term_scan *s, const tr_term_word *w, tr_span word);

/* How the term's words lie in the text from the word `first` on: TR_WORD_OTHER if they do not; else
 * *end is where they end. */
enum tr_word_form tr_term_scan_match(tr_term_scan *s, const tr_term_words *w, tr_span first,
                                     size_t *end);

#endif
