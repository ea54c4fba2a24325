#include "document/data/po_limit.h"

#include "base/utf8.h"
#include "document/segment/segment.h"

/* The number that is all of bytes [s], 0 if they are none or too many digits. */
static size_t number_in(const char *text, tr_span s)
{
    enum { MOST_DIGITS = 9 };
    size_t n = 0;

    if (tr_skip(text, s.begin, s.end, tr_ascii_is_digit) < s.end || s.end - s.begin > MOST_DIGITS)
        return 0;
    for (size_t i = s.begin; i < s.end; i++)
        n = 10 * n + (size_t)(text[i] - '0');
    return n;
}

size_t tr_po_limit_read(const char *text, tr_span comment)
{
    static const char length[] = "max-length:", size[] = "max-size:";
    size_t most = 0;
    tr_span flag;

    for (flag.begin = comment.begin + 2; flag.begin < comment.end; flag.begin = flag.end + 1) {
        flag.end = tr_find_byte(text, flag.begin, comment.end, ',');
        const tr_span word = tr_skip_around(text, flag, tr_ascii_is_space);
        if (tr_starts_with(text, word.begin, word.end, length))
            return number_in(text, (tr_span){word.begin + sizeof length - 1, word.end});
        if (tr_starts_with(text, word.begin, word.end, size)) most = TR_OTHER_MEASURE;
    }
    return most;
}

size_t tr_po_length(const char *text, size_t len)
{
    bool is_within = false;
    size_t n = 0;

    for (size_t at = 0; at < len;) {
        size_t end = at + 1;
        if (text[at] == '"')
            is_within = !is_within;
        else if (is_within && text[at] == '\\')
            end += end < len;
        else if (is_within)
            while (end < len && text[end] != '"' && text[end] != '\\')
                end++;
        if (is_within && text[at] != '"')
            n += text[at] == '\\' ? 1 : tr_utf8_count(text + at, end - at);
        at = end;
    }
    return n;
}
