#include "base/span.h"

#include "base/unicode.h"
#include "base/utf8.h"

tr_span tr_span_trimmed(const char *text, size_t begin, size_t end)
{
    tr_span s = {begin, end};
    int32_t c;

    while (s.begin < end) {
        const size_t step = tr_utf8_decode(text + s.begin, end - s.begin, &c);
        if (!tr_is_space(c)) break;
        s.begin += step;
    }
    while (s.end > s.begin) {
        const size_t last = tr_char_before(text, s.begin, s.end, &c);
        if (!tr_is_space(c)) break;
        s.end = last;
    }
    return s;
}
