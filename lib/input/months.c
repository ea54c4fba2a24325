#include "input/months.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"

enum { LONGEST = 12 }; /* bytes of a word of the lists */

/* Where the name of a month stands in a list with blanks around words, which is as the word at text
 * [at] in capitals; NULL if it is none. */
static const char *find_word(const char *list, const char *text, tr_span at)
{
    char word[LONGEST + 3] = " ";
    const size_t n = at.end - at.begin;

    if (!list || n == 0 || n > LONGEST) return NULL;
    for (size_t i = 0; i < n; i++)
        word[i + 1] = tr_ascii_lower(text[at.begin + i]);
    word[n + 1] = ' ';
    return strstr(list, word);
}

/* The word of letters and digits behind text [at, len) and one blank. */
static tr_span word_behind(const char *text, size_t at, size_t len)
{
    tr_span word = {at + 1, at + 1};

    if (at >= len || text[at] != ' ') return (tr_span){at, at};
    while (word.end < len && tr_byte_is_word(text[word.end]))
        word.end++;
    return word;
}

/* The word of letters and digits before text [at] and one blank. */
static tr_span word_before(const char *text, size_t at)
{
    if (at == 0 || text[at - 1] != ' ') return (tr_span){at, at};
    tr_span word = {at - 1, at - 1};
    while (word.begin > 0 && tr_byte_is_word(text[word.begin - 1]))
        word.begin--;
    return word;
}

/* True if the word is a day or a year; *ordinal: it is a day such as 3RD. */
static bool is_number(const char *text, tr_span word, bool *ordinal)
{
    size_t n = 0;

    while (word.begin + n < word.end && tr_ascii_is_digit(text[word.begin + n]))
        n++;
    *ordinal = n > 0 && n <= 2 && word.begin + n + 2 == word.end;
    return *ordinal || (n > 0 && n <= 4 && word.begin + n == word.end);
}

static bool is_date(const tr_stops *stops, const char *text, tr_span month, size_t len)
{
    const tr_span before = word_before(text, month.begin),
                  behind = word_behind(text, month.end, len);
    bool ordinal, any;

    if (is_number(text, behind, &any)) return true;
    if (!is_number(text, before, &ordinal)) return find_word(stops->before_months, text, before);
    /* "2 MAY ENTER" is none, where no word such as ON comes first. */
    return ordinal || behind.begin == behind.end ||
           find_word(stops->before_dates, text, word_before(text, before.begin));
}

void tr_months_write(const tr_stops *stops, const char *was, char *text, size_t len)
{
    if (!stops->months) return;
    for (size_t at = 0, end; at < len; at = end) {
        for (end = at; end < len && tr_byte_is_word(was[end]);)
            end++;
        const tr_span word = {at, end};
        if (end == at) end++;
        if (word.end < at + 3 || !tr_ascii_is_upper(was[at]) || !tr_ascii_is_upper(was[at + 1]) ||
            !find_word(stops->months, was, word) || !is_date(stops, was, word, len))
            continue;
        text[at] = was[at];
        for (size_t i = at + 1; i < word.end; i++)
            text[i] = tr_ascii_lower(was[i]);
    }
}
