#include "check/text_words.h"

#include "base/hash.h"
#include "base/unicode.h"
#include "base/utf8.h"

static bool joins(int32_t c)
{
    return c == '-' || c == '\'' || c == 0x2019;
}

bool text_word_next(const char *text, size_t at, size_t len, tr_span *word)
{
    size_t end = tr_utf8_find(text, at, len, tr_is_alnum);

    if (end == len) return false;
    word->begin = end;
    for (;;) {
        end = tr_utf8_skip(text, end, len, tr_is_alnum);
        size_t behind = end;
        if (end == len || !joins(tr_utf8_next(text, &behind, len)) || behind == len ||
            !tr_is_alnum(tr_utf8_at(text, behind, len)))
            break;
        end = behind;
    }
    word->end = end;
    return true;
}

size_t text_count_letters(const char *text, tr_span at)
{
    size_t n = 0;
    while (at.begin < at.end)
        n += tr_is_letter(tr_utf8_next(text, &at.begin, at.end));
    return n;
}

bool text_words_equal(const char *a, tr_span in_a, const char *b, tr_span in_b)
{
    while (in_a.begin < in_a.end && in_b.begin < in_b.end)
        if (tr_to_lower(tr_utf8_next(a, &in_a.begin, in_a.end)) !=
            tr_to_lower(tr_utf8_next(b, &in_b.begin, in_b.end)))
            return false;
    return in_a.begin == in_a.end && in_b.begin == in_b.end;
}

uint64_t text_word_hash(const char *text, tr_span word)
{
    uint64_t h = TR_FNV1A_START;

    while (word.begin < word.end) {
        const int32_t c = tr_to_lower(tr_utf8_next(text, &word.begin, word.end));
        h = tr_fnv1a(h, &c, sizeof c);
    }
    return h;
}
