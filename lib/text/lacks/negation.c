#include "text/lacks/negation.h"

#include <string.h>

#include "text/words/small_word.h"

/* True if at most two words stand between byte `at` and the mark of question that ends a sentence.
 */
static bool ends_question(const tr_sentence_in *s, size_t at)
{
    enum { MOST = 2 };
    tr_small_word word;
    int words = 0;

    for (size_t i = at; tr_small_word_next(s->text, s->len, i, &word) && words <= MOST;
         i = word.at.end)
        words++;
    return words <= MOST && memchr(s->text + at, '?', s->len - at) != NULL;
}

bool tr_negation_lost(const tr_sentence_in *source, const tr_sentence_in *translation, tr_span *at)
{
    const char *const negations = source->language->words.negations, *const negatives =
                                                                         translation->language
                                                                             ->words.negatives;
    tr_small_word word;
    bool negates = false;

    if (!negations || !negatives) return false;
    for (size_t i = 0; !negates && tr_small_word_next(source->text, source->len, i, &word);
         i = word.at.end)
        negates = tr_small_word_listed(negations, &word) && !ends_question(source, word.at.end);
    *at = word.at;
    for (size_t i = 0; negates && tr_small_word_next(translation->text, translation->len, i, &word);
         i = word.at.end)
        negates = !tr_small_word_listed(negatives, &word);
    return negates;
}
