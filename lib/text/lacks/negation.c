#include "text/lacks/negation.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

enum { LONGEST = 32 }; /* bytes of a word */

/* A word in small letters. */
typedef struct small_word {
    tr_span at;
    char text[LONGEST + 4];
    size_t len; /* 0: it is too long */
} small_word;

static bool is_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2019;
}

/* The first word of a sentence from `at` on, with apostrophes within. */
static bool next_word(const tr_sentence_in *s, size_t at, small_word *word)
{
    bool fits = true;

    *word = (small_word){0};
    word->at.begin = word->at.end = tr_utf8_find(s->text, at, s->len, tr_is_letter);
    while (word->at.end < s->len) {
        size_t next = word->at.end;
        const int32_t c = tr_utf8_next(s->text, &next, s->len);
        if (!tr_is_letter(c) &&
            !(is_apostrophe(c) && tr_is_letter(tr_utf8_at(s->text, next, s->len))))
            break;
        word->at.end = next;
        fits = fits && word->len <= LONGEST;
        if (fits)
            word->len +=
                tr_utf8_encode(is_apostrophe(c) ? '\'' : tr_to_lower(c), word->text + word->len);
    }
    if (!fits) word->len = 0;
    return word->at.end > word->at.begin;
}

/* True if a list has the word, or its beginning, un*, or its ending, *n't. */
static bool is_listed(const char *list, const small_word *word)
{
    size_t n;

    for (const char *w = list; (w = tr_list_next(w, &n)); w += n) {
        const bool ending = *w == '*', beginning = w[n - 1] == '*';
        const size_t len = n - ending - beginning;
        if (word->len < len || (!ending && !beginning && word->len != len)) continue;
        if (!memcmp(ending ? word->text + word->len - len : word->text, w + ending, len))
            return true;
    }
    return false;
}

/* True if at most two words stand between byte `at` and the mark of question that ends a sentence.
 */
static bool ends_question(const tr_sentence_in *s, size_t at)
{
    enum { MOST = 2 };
    small_word word;
    int words = 0;

    for (size_t i = at; next_word(s, i, &word) && words <= MOST; i = word.at.end)
        words++;
    return words <= MOST && memchr(s->text + at, '?', s->len - at) != NULL;
}

bool tr_negation_lost(const tr_sentence_in *source, const tr_sentence_in *translation, tr_span *at)
{
    const char *const negations = source->language->words.negations, *const negatives =
                                                                         translation->language
                                                                             ->words.negatives;
    small_word word;
    bool negates = false;

    if (!negations || !negatives) return false;
    for (size_t i = 0; !negates && next_word(source, i, &word); i = word.at.end)
        negates = is_listed(negations, &word) && !ends_question(source, word.at.end);
    *at = word.at;
    for (size_t i = 0; negates && next_word(translation, i, &word); i = word.at.end)
        negates = !is_listed(negatives, &word);
    return negates;
}
