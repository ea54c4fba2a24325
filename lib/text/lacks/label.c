#include "text/lacks/label.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

enum { SHORTEST = 3, LONGEST = 32 };

/* The next word from `at` on: letters. */
static bool next_letters(const tr_sentence_in *s, size_t at, tr_span *word)
{
    word->begin = tr_utf8_find(s->text, at, s->len, tr_is_letter);
    word->end = tr_utf8_skip(s->text, word->begin, s->len, tr_is_letter);
    return word->begin < word->end;
}

static bool is_capital(const tr_sentence_in *s, tr_span word)
{
    return tr_is_upper(tr_utf8_at(s->text, word.begin, word.end));
}

/* A capital, and small letters. */
static bool is_capitalized(const tr_sentence_in *s, tr_span word)
{
    size_t at = word.begin, n = 0;

    if (!is_capital(s, word)) return false;
    for (tr_utf8_next(s->text, &at, word.end); at < word.end; n++)
        if (!tr_is_lower(tr_utf8_next(s->text, &at, word.end))) return false;
    return n + 1 >= SHORTEST;
}

/* True if one blank alone stands before the word, or behind it a blank or the mark of a sentence:
 * no quotation mark, and no end of another sentence. */
static bool stands_amid(const tr_sentence_in *s, tr_span word)
{
    const int32_t behind = tr_utf8_at(s->text, word.end, s->len);

    if (word.begin < 2 || s->text[word.begin - 1] != ' ') return false;
    if (behind != ' ' && !(behind > 0 && behind < 0x80 && strchr(",.;:!?", (int)behind)))
        return word.end == s->len;
    return tr_byte_is_letter(s->text[word.begin - 2]) || s->text[word.begin - 2] == ',';
}

/* True if more than half of the words have a capital. */
static bool is_title(const tr_sentence_in *s)
{
    size_t words = 0, capitals = 0;
    tr_span word;

    for (size_t at = 0; next_letters(s, at, &word); at = word.end) {
        words++;
        capitals += is_capital(s, word);
    }
    return 2 * capitals > words;
}

size_t tr_label_lower(const char *text, tr_span word, char *small, size_t size)
{
    size_t n = 0;

    for (size_t at = word.begin; at < word.end;) {
        char bytes[4];
        const size_t more = tr_utf8_encode(tr_to_lower(tr_utf8_next(text, &at, word.end)), bytes);
        if (n + more > size) return 0;
        memcpy(small + n, bytes, more);
        n += more;
    }
    return n;
}

static bool is_common(const tr_sentence_in *s, tr_span word)
{
    char small[LONGEST];
    const size_t n = tr_label_lower(s->text, word, small, sizeof small);

    return !n || tr_list_has(s->language->words.function, small, n) ||
           tr_list_has(s->language->stops.starters, s->text + word.begin, word.end - word.begin) ||
           tr_list_has(s->language->stops.followers, s->text + word.begin, word.end - word.begin);
}

bool tr_label_next(const tr_sentence_in *s, size_t at, tr_span *label)
{
    tr_span before, word, next;

    if (s->language->nouns.capitals || !s->language->words.function) return false;
    if (!next_letters(s, 0, &word)) return false;
    for (bool first = true; next_letters(s, word.end, &next); first = false) {
        before = word;
        word = next;
        if (word.begin < at || !is_capitalized(s, word) || !stands_amid(s, word)) continue;
        if (!first && is_capital(s, before)) continue;
        if (next_letters(s, word.end, &next) && is_capital(s, next)) continue;
        if (is_common(s, word) || is_title(s)) continue;
        *label = word;
        return true;
    }
    return false;
}

/* ---- What is like it ---- */

static int32_t plain_letter(int32_t c)
{
    return tr_to_lower(tr_without_accents(c));
}

bool tr_label_is_alike(const char *label, tr_span at, const char *text, size_t len)
{
    enum { SAME = 4 };
    tr_span word = {0};

    for (;;) {
        word.begin = tr_utf8_find(text, word.end, len, tr_is_letter);
        word.end = tr_utf8_skip(text, word.begin, len, tr_is_letter);
        if (word.begin == word.end) return false;
        size_t i = at.begin, k = word.begin, n = 0;
        while (n < SAME && i < at.end && k < word.end &&
               plain_letter(tr_utf8_next(label, &i, at.end)) ==
                   plain_letter(tr_utf8_next(text, &k, word.end)))
            n++;
        if (n == SAME || (n >= SHORTEST && i == at.end)) return true;
    }
}
