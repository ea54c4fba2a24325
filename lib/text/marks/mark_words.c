#include "text/marks/mark_words.h"

#include <stdlib.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/placeables.h"

/* Scripts without blanks between words: from the radicals of Han to the end of its compatibility
 * forms, Thai, Lao, Khmer, Myanmar. */
static bool is_word_alone(int32_t c)
{
    return (c >= 0x2E80 && c < 0xA000) || (c >= 0xF900 && c < 0xFB00) ||
           (c >= 0xE00 && c < 0xF00) || (c >= 0x1780 && c < 0x1800) ||
           (c >= 0x1000 && c < 0x10A0) || (c >= 0x20000 && c < 0x32000);
}

static bool add_mark_word(tr_words *w, tr_word word)
{
    void *list = w->list;
    if (tr_reserve(&list, &w->capacity, w->n + 1, sizeof *w->list) < 0) return false;
    w->list = list;
    w->list[w->n++] = word;
    return true;
}

static bool goes_on(int32_t c)
{
    return tr_is_alnum(c) && !is_word_alone(c);
}

/* The word at byte `at`, which is no white space. */
static tr_word mark_word_at(const char *text, size_t len, size_t at)
{
    tr_word word = {.begin = at, .end = at};
    const int32_t c = tr_utf8_next(text, &word.end, len);

    word.letters = tr_is_alnum(c);
    if (!goes_on(c)) return word;
    tr_span number;
    if (tr_is_ascii_digit(c) && tr_placeables_first(text, at, len, TR_FIND_NUMERALS, &number) &&
        number.begin == at)
        word.end = number.end;
    word.end = tr_utf8_skip(text, word.end, len, goes_on);
    return word;
}

bool tr_words_find(tr_words *w, const char *text, size_t len)
{
    const tr_span none = {len, len};
    tr_span copied = {0};
    size_t at = 0, n;
    int32_t c;

    w->n = 0;
    for (; at < len; at += n) {
        if (copied.end <= at && copied.begin < len &&
            !tr_placeables_first(text, at, len, TR_FIND_PLACEHOLDERS, &copied))
            copied = none;
        tr_word word = {copied.begin, copied.end, true, true};
        n = tr_utf8_decode(text + at, len - at, &c);
        if (tr_is_space(c)) continue;
        if (at != copied.begin) word = mark_word_at(text, len, at);
        if (!word.copied && word.end > copied.begin && copied.begin > at) word.end = copied.begin;
        if (!add_mark_word(w, word)) return false;
        n = word.end - at;
    }
    return true;
}

void tr_words_free(tr_words *w)
{
    free(w->list);
    *w = (tr_words){0};
}

/* The first place of a letter in words of letters, or only where a word begins with it; SIZE_MAX if
 * there is none.  No letter: any. */
static size_t find_letter(const tr_words *w, const char *text, int32_t letter, bool begins)
{
    for (size_t i = 0; i < w->n; i++) {
        const tr_word *const word = &w->list[i];
        if (!word->letters || word->copied) continue;
        for (size_t at = word->begin, next = at; at < word->end; at = next) {
            const int32_t c = tr_utf8_next(text, &next, word->end);
            if (letter ? tr_to_lower(c) == letter : tr_is_letter(c)) return at;
            if (begins) break;
        }
    }
    return SIZE_MAX;
}

size_t tr_words_key(const tr_words *w, const char *text, int32_t letter)
{
    size_t at = find_letter(w, text, tr_to_lower(letter), true);

    if (at == SIZE_MAX) at = find_letter(w, text, tr_to_lower(letter), false);
    return at == SIZE_MAX ? find_letter(w, text, 0, false) : at;
}
