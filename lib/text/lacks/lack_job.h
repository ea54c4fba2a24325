/* lack_job.h - a source whose words are looked for in its translation: what lacking.h shares among
 * the files that look at words, signs and rows. */
#ifndef TR_LACK_JOB_H
#define TR_LACK_JOB_H

#include "text/lacks/odd_word.h"
#include "text/lacks/two_texts.h"

enum { TR_MOST_TAKEN = 32 };

/* The source's words, and what is wanted of them. */
typedef struct tr_lack_job {
    const tr_two_texts *texts;
    size_t code_end;              /* the words before it are within brackets of code */
    char *words;                  /* [n_source] the source, with blanks for tags and the like */
    tr_span taken[TR_MOST_TAKEN]; /* [n_taken] placeables of several words among them */
    size_t n_taken;
    tr_odd_word *list;
    size_t n, capacity;
    bool *in_code; /* [n] plain words that belong to code, */
    bool *shouted; /* [n]   and words in capitals that are stressed, or stand in a title */
    bool failed;
    tr_lack *lacks;
    size_t n_lacks, most;
} tr_lack_job;

/* Lists what is lacked, unless something listed overlaps it. */
void tr_lack_add(tr_lack_job *j, tr_span at, enum tr_lack_kind kind);

/* ---- How often ---- */

enum { TR_MOST_HYPHENED = 64 /* bytes */ };

/* The source from the span on. */
const char *tr_lack_text(const tr_lack_job *j, tr_span at);

/* How often text [len] has the word [n], set apart.  `loose`: the marks of numbers may be others,
 * and any blanks are one. */
size_t tr_lack_count_word(const char *text, size_t len, const char *word, size_t n, bool loose);

/* Copies a word [n] with hyphens for en dashes, which translations write in ranges; returns its
 * bytes, 0 if there are none, or if it is too long. */
size_t tr_lack_hyphened(const char *word, size_t n, char copy[TR_MOST_HYPHENED]);

/* How often the target has a text of the source, set apart, with dashes or hyphens. */
size_t tr_lack_count(const tr_lack_job *j, tr_span at, bool loose);

/* How often words of the source that are checked, up to word i, have that text. */
size_t tr_lack_count_before(const tr_lack_job *j, size_t i, tr_span at);

/* How often the target has it, whatever stands beside it. */
size_t tr_lack_count_part(const tr_lack_job *j, tr_span at);

/* ---- Words, which need not be there ---- */

bool tr_lack_is_kind(const tr_lack_job *j, size_t i, enum tr_odd_kind kind);

/* True if word i is odd, or of signs. */
bool tr_lack_is_strict(const tr_lack_job *j, size_t i);

/* True if one character at most stands between word i and the next, and a blank: so nothing parts
 * them. */
bool tr_lack_are_close(const tr_lack_job *j, size_t i);

bool tr_lack_touches_strict(const tr_lack_job *j, size_t i);

/* True if it is a small word of the language, whatever its case. */
bool tr_lack_is_function(const tr_lack_job *j, tr_span at);

/* True if the word is a placeholder, as %s and {name}, which stands beside words of prose. */
bool tr_lack_is_placeholder(const tr_lack_job *j, size_t i);

/* True for a Roman numeral of two letters or more, perhaps with signs: XIV, XI/VIII. */
bool tr_lack_is_roman(const tr_lack_job *j, tr_span at);

/* True if all characters are small letters. */
bool tr_lack_is_small(const tr_lack_job *j, tr_span at);

#endif
