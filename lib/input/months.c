#include "input/months.h"

#include <stdbool.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/word_list.h"

/* True if a list has the word, which is in capitals. */
static bool is_listed(const char *list, const char *text, tr_span at)
{
    const size_t len = at.end - at.begin;
    return len > 0 && tr_list_beginning(list, text + at.begin, len) == len;
}

/* The word of letters and digits behind text [at, len) and one blank. */
static tr_span word_behind(const char *text, size_t at, size_t len)
{
    if (at >= len || text[at] != ' ') return (tr_span){at, at};
    return (tr_span){at + 1, tr_skip(text, at + 1, len, tr_byte_is_word)};
}

/* The word of letters and digits before text [at] and one blank. */
static tr_span word_before(const char *text, size_t at)
{
    if (at == 0 || text[at - 1] != ' ') return (tr_span){at, at};
    return (tr_span){tr_skip_back(text, 0, at - 1, tr_byte_is_word), at - 1};
}

/* True if the word is a day or a year; *ordinal: it is a day such as 3RD. */
static bool is_number(const char *text, tr_span word, bool *ordinal)
{
    const size_t end = tr_skip(text, word.begin, word.end, tr_ascii_is_digit), n = end - word.begin;

    *ordinal = n > 0 && n <= 2 && end + 2 == word.end;
    return *ordinal || (n > 0 && n <= 4 && end == word.end);
}

static bool is_date(const tr_stops *stops, const char *text, tr_span month, size_t len)
{
    const tr_span before = word_before(text, month.begin),
                  behind = word_behind(text, month.end, len);
    bool ordinal, any;

    if (is_number(text, behind, &any)) return true;
    if (!is_number(text, before, &ordinal)) return is_listed(stops->before_months, text, before);
    /* "2 MAY ENTER" is none, where no word such as ON comes first. */
    return ordinal || behind.begin == behind.end ||
           is_listed(stops->before_dates, text, word_before(text, before.begin));
}

void tr_months_write(const tr_stops *stops, const char *was, char *text, size_t len)
{
    if (!stops->months) return;
    for (size_t at = 0, end; at < len; at = end) {
        end = tr_skip(was, at, len, tr_byte_is_word);
        const tr_span word = {at, end};
        if (end == at) end++;
        if (word.end < at + 3 || !tr_ascii_is_upper(was[at]) || !tr_ascii_is_upper(was[at + 1]) ||
            !is_listed(stops->months, was, word) || !is_date(stops, was, word, len))
            continue;
        text[at] = was[at];
        for (size_t i = at + 1; i < word.end; i++)
            text[i] = tr_ascii_lower(was[i]);
    }
}
