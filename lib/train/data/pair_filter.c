#include "train/data/pair_filter.h"

#include <stdbool.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

enum { MOST_WORDS = 250, FREE_CHARACTERS = 10, RATIO = 3 };

const char *tr_line_fault_name(int fault)
{
    static const char *const names[TR_LINE_FAULTS] = {
        "without a tab",      "not UTF-8",         "with an empty side", "with equal sides",
        "of unequal lengths", "of too many words", "repeated",           "of parts not asked for",
        "of too many pieces"};
    return names[fault];
}

/* What a side has. */
typedef struct contents {
    size_t characters, words;
    bool blank;
} contents;

static contents count_text(tr_span t)
{
    contents c = {.blank = true};
    bool between = true;
    for (size_t at = 0; at < t.n;) {
        int32_t character;
        at += tr_utf8_decode(t.bytes + at, t.n - at, &character);
        const bool space = tr_is_space(character);
        c.words += between && !space;
        c.blank = c.blank && space;
        between = space;
        c.characters++;
    }
    return c;
}

static bool is_valid(tr_span t)
{
    return tr_utf8_valid(t.bytes, t.n) && !memchr(t.bytes, 0, t.n);
}

int tr_line_fault_of(tr_span source, tr_span target)
{
    if (!is_valid(source) || !is_valid(target)) return TR_LINE_NOT_UTF8;
    const contents sides[2] = {count_text(source), count_text(target)};
    if (sides[0].blank || sides[1].blank) return TR_LINE_BLANK;
    if (source.n == target.n && !memcmp(source.bytes, target.bytes, source.n)) return TR_LINE_EQUAL;
    const bool longer = sides[1].characters > sides[0].characters;
    const size_t most = sides[longer].characters;
    if (most > FREE_CHARACTERS && most > RATIO * sides[!longer].characters) return TR_LINE_RATIO;
    if (sides[0].words > MOST_WORDS || sides[1].words > MOST_WORDS) return TR_LINE_WORDS;
    return TR_LINE_FAULTS;
}
