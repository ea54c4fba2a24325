#include "train/data/pair_filter.h"

#include <stdbool.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

enum { MOST_WORDS = 250 };

const char *tr_pair_filter_fault_name(int fault)
{
    static const char *const names[TR_PAIR_FAULTS] = {
        "without a tab",      "not UTF-8",         "with an empty side", "with equal sides",
        "of unequal lengths", "of too many words", "repeated",           "of parts not asked for",
        "of too many pieces"};
    return names[fault];
}

/* Counts of one side. */
typedef struct side_counts {
    size_t characters, words;
    bool blank;
} side_counts;

static side_counts count_text(tr_string t)
{
    side_counts c = {.blank = true};
    bool after_space = true;
    for (size_t at = 0; at < t.len;) {
        int32_t character;
        at += tr_utf8_decode(t.text + at, t.len - at, &character);
        const bool space = tr_is_space(character);
        c.words += after_space && !space;
        c.blank = c.blank && space;
        after_space = space;
        c.characters++;
    }
    return c;
}

static bool is_text(tr_string t)
{
    return tr_utf8_valid(t.text, t.len) && !memchr(t.text, 0, t.len);
}

int tr_pair_filter_check(tr_string source, tr_string target, uint32_t characters[2])
{
    if (!is_text(source) || !is_text(target)) return TR_PAIR_NOT_UTF8;
    const side_counts sides[2] = {count_text(source), count_text(target)};
    if (sides[0].blank || sides[1].blank) return TR_PAIR_BLANK;
    if (source.len == target.len && !memcmp(source.text, target.text, source.len))
        return TR_PAIR_EQUAL;
    if (sides[0].words > MOST_WORDS || sides[1].words > MOST_WORDS) return TR_PAIR_WORDS;
    characters[0] = (uint32_t)sides[0].characters;
    characters[1] = (uint32_t)sides[1].characters;
    return TR_PAIR_FAULTS;
}
