#include "text/lacks/two_texts.h"

#include "base/ascii.h"
#include "base/word_list.h"

bool tr_is_grammar(const tr_two_texts *t, tr_span word)
{
    return tr_list_has_any_case(t->language->words.function, t->source + word.begin,
                                word.end - word.begin);
}

bool tr_is_rare_word(const tr_two_texts *t, tr_span word)
{
    enum { SHORTEST = 3, LONGEST = 16 };
    const size_t len = word.end - word.begin;

    if (!t->count_pieces || len < SHORTEST || len > LONGEST) return false;
    if (tr_skip(t->source, word.begin, word.end, tr_ascii_is_letter) < word.end) return false;
    const size_t n = t->count_pieces(t->ctx, t->source + word.begin, len);
    return n > 2 && 2 * len <= 5 * n;
}
