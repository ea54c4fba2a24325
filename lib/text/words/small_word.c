#include "text/words/small_word.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

static bool is_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2019;
}

bool tr_small_word_next(const char *text, size_t len, size_t at, tr_small_word *word)
{
    bool fits = true;

    *word = (tr_small_word){0};
    word->at.begin = word->at.end = tr_utf8_find(text, at, len, tr_is_letter);
    while (word->at.end < len) {
        size_t next = word->at.end;
        const int32_t c = tr_utf8_next(text, &next, len);
        if (!tr_is_letter(c) && !(is_apostrophe(c) && tr_is_letter(tr_utf8_at(text, next, len))))
            break;
        word->at.end = next;
        fits = fits && word->len <= TR_LONGEST_SMALL_WORD;
        if (fits)
            word->len +=
                tr_utf8_encode(is_apostrophe(c) ? '\'' : tr_to_lower(c), word->text + word->len);
    }
    if (!fits) word->len = 0;
    return word->at.end > word->at.begin;
}

bool tr_small_word_listed(const char *list, const tr_small_word *word)
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

bool tr_small_word_has_capital(const char *text, const tr_small_word *word)
{
    return tr_is_upper(tr_utf8_at(text, word->at.begin, word->at.end));
}

bool tr_small_word_is_in_capitals(const char *text, const tr_small_word *word)
{
    size_t at = word->at.begin;

    tr_utf8_next(text, &at, word->at.end);
    return at < word->at.end && tr_is_upper(tr_utf8_at(text, at, word->at.end));
}

bool tr_begins_sentence(const char *text, size_t at)
{
    int32_t c;

    while (at) {
        at = tr_char_before(text, 0, at, &c);
        if (tr_is_alnum(c) || c == ',' || c == ';') return false;
        if (c == '.' || c == '!' || c == '?' || c == ':') return true;
    }
    return true;
}
