#include "text/placeables/morse.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/ascii.h"
#include "base/utf8.h"

static bool is_point(int32_t c)
{
    return c == '.' || c == 0xB7 || c == 0x2022 || c == 0x22C5;
}

static bool is_dash(int32_t c)
{
    return c == '-' || c == 0x2013 || c == 0x2014 || c == 0x2212;
}

/* Reads a group of points and dashes from text [at, end): where it ends, `at` if it is none. */
static size_t end_of_morse_group(const char *text, size_t at, size_t end, size_t *points,
                                 size_t *dashes)
{
    enum { LONGEST = 7 };
    size_t i = at;

    *points = *dashes = 0;
    while (i < end) {
        size_t next = i;
        const int32_t c = tr_utf8_next(text, &next, end);
        if (!is_point(c) && !is_dash(c)) break;
        *points += is_point(c);
        *dashes += is_dash(c);
        i = next;
    }
    const bool ends = i == end || tr_ascii_is_one_of(text[i], " ,;:!?)\"");
    return ends && *points + *dashes <= LONGEST ? i : at;
}

size_t tr_end_of_morse(const char *text, size_t len, size_t begin)
{
    enum { MOST_GROUPS = 64 };
    size_t end = begin, groups = 0, mixed = 0, single = 0, n_points = 0, n_dashes = 0, points,
           dashes;

    if (begin + 1 >= len || tr_ascii_is_alnum(text[begin]) || tr_ascii_is_alnum(text[begin + 1]))
        return begin;
    for (size_t at = begin, stop; at < len && groups < MOST_GROUPS; at = stop + 1) {
        const bool is_gap = groups && text[at] == '/' && at + 1 < len && text[at + 1] == ' ';
        stop = is_gap ? at + 1 : end_of_morse_group(text, at, len, &points, &dashes);
        if (is_gap) continue;
        if (stop == at) break;
        end = stop;
        groups++;
        mixed += points && dashes;
        single += points + dashes == 1;
        n_points += points;
        n_dashes += dashes;
        if (stop < len && text[stop] != ' ') break;
    }
    const bool is_alternating = groups > 2 && single == groups && n_points && n_dashes;
    return (groups > 1 && mixed && n_points + n_dashes > 3) || is_alternating ? end : begin;
}
