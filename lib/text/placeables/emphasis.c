#include "text/placeables/emphasis.h"

#include <stdint.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/placeables.h"

enum { MOST_OPEN = 16, MOST_STARS = 3, NOTHING = ' ' };

/* Stars at text [at, end). */
static size_t count_stars(const char *text, size_t at, size_t end)
{
    size_t n = 0;
    while (at + n < end && text[at + n] == '*')
        n++;
    return n;
}

static int32_t before(const char *text, tr_span part, size_t at)
{
    int32_t c = NOTHING;
    if (at > part.begin) tr_char_before(text, part.begin, at, &c);
    return c;
}

static int32_t behind(const char *text, tr_span part, size_t at)
{
    int32_t c = NOTHING;
    if (at < part.end) tr_utf8_decode(text + at, part.end - at, &c);
    return c;
}

static bool is_of_word(int32_t c)
{
    return tr_is_letter(c) || tr_is_digit(c) || c == '_';
}

/* True if a pair may stand behind the character: a blank, an opening mark, or a mark outside. */
static bool may_precede(int32_t c)
{
    return tr_is_space(c) || c == 0x201C || c == 0x201E || c == 0x2018 || c == 0x201A ||
           c == 0xAB || c == 0x2013 || c == 0x2014 || (c < 0x80 && strchr("([\"'-", c));
}

/* True if a pair may stand before the character: what is no word, nor goes on with a path. */
static bool may_follow(int32_t c)
{
    return !is_of_word(c) && c != '/' && c != '\\' && c != '=' && c != '<';
}

static bool opens(const char *text, tr_span part, tr_span mark)
{
    const int32_t c = behind(text, part, mark.end);
    return may_precede(before(text, part, mark.begin)) && !tr_is_space(c) && c != '/' && c != '.';
}

static bool closes(const char *text, tr_span part, tr_span mark)
{
    const int32_t c = before(text, part, mark.begin);
    return may_follow(behind(text, part, mark.end)) && !tr_is_space(c) && c != '/';
}

/* A mark that waits for its other one, and how many were paired when it came. */
typedef struct waiting {
    tr_span at;
    size_t n_paired;
} waiting;

/* Puts the pair into its places among those within it, which are the last. */
static void add_pair(tr_emphasis *marks, size_t *n, const waiting *w, tr_span mark)
{
    memmove(marks + w->n_paired + 1, marks + w->n_paired, (*n - w->n_paired) * sizeof *marks);
    marks[w->n_paired] = (tr_emphasis){w->at, true};
    marks[*n + 1] = (tr_emphasis){mark, false};
    *n += 2;
}

static size_t find_pairs(const char *text, tr_span part, tr_emphasis *marks, size_t most)
{
    waiting open[MOST_OPEN];
    size_t n_open = 0, n = 0;

    for (size_t at = part.begin, len; at < part.end; at += len ? len : 1) {
        len = count_stars(text, at, part.end);
        if (len == 0 || len > MOST_STARS) continue;
        const tr_span mark = {at, at + len};
        size_t k = closes(text, part, mark) ? n_open : 0;
        while (k > 0 && open[k - 1].at.end - open[k - 1].at.begin != len)
            k--;
        if (k > 0 && tr_has_letter(text, open[k - 1].at.end, at)) {
            if (n + 2 > most) return SIZE_MAX;
            add_pair(marks, &n, &open[k - 1], mark);
            n_open = k - 1;
        } else if (n_open < MOST_OPEN && opens(text, part, mark)) {
            open[n_open++] = (waiting){mark, n};
        }
    }
    return n;
}

static bool overlap(tr_span a, tr_span b)
{
    return a.begin < b.end && b.begin < a.end;
}

/* Leaves out mark i of [n] and its other one; returns how many are left. */
static size_t drop_pair(tr_emphasis *marks, size_t n, size_t i)
{
    const bool opens = marks[i].opens;
    size_t other = i, depth = 1;

    while (depth > 0) {
        other = opens ? other + 1 : other - 1;
        depth += marks[other].opens == opens ? 1 : (size_t)-1;
    }
    const size_t first = opens ? i : other, second = opens ? other : i;
    memmove(marks + second, marks + second + 1, (n - second - 1) * sizeof *marks);
    memmove(marks + first, marks + first + 1, (n - first - 2) * sizeof *marks);
    return n - 2;
}

size_t tr_emphasis_find(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                        size_t most)
{
    size_t n = find_pairs(text, part, marks, most);
    tr_placeables scan;
    tr_placeable found;

    if (n == 0 || n == SIZE_MAX) return n;
    tr_placeables_start(&scan, text, part.begin, part.end,
                        TR_FIND_KEPT | TR_FIND_PLACEHOLDERS | TR_FIND_IDENTIFIERS, spaces);
    while (n > 0 && tr_placeables_next(&scan, &found))
        for (size_t i = 0; i < n && marks[i].at.begin < found.at.end;)
            if (overlap(marks[i].at, found.at))
                n = drop_pair(marks, n, i), i = 0;
            else
                i++;
    return n;
}
