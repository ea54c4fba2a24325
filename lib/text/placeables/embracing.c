#include "text/placeables/embracing.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/placeholders.h"

static const char first_bytes[] = "%{$[";

typedef struct scan {
    const char *text;
    tr_span part;
    tr_span ahead; /* the next placeholder, at the end if there is none */
    size_t at;
} scan;

/* The next placeholder, or "%s" before a word, which alone is none. */
static bool next_placeholder(scan *s, tr_span *p)
{
    const char *const text = s->text;

    if (s->ahead.begin < s->at && !tr_placeholder_next(text, s->part.end, s->at, &s->ahead))
        s->ahead = (tr_span){s->part.end, s->part.end};
    *p = s->ahead;
    for (size_t i = s->at; i + 2 < p->begin; i++)
        if (text[i] == '%' && text[i + 1] == 's' && tr_byte_is_letter(text[i + 2]))
            *p = (tr_span){i, i + 2};
    s->at = p->end;
    return p->begin < p->end;
}

static scan scan_of(const char *text, tr_span part)
{
    scan s = {.text = text, .part = part, .at = part.begin};
    if (!tr_placeholder_next(text, part.end, part.begin, &s.ahead))
        s.ahead = (tr_span){part.end, part.end};
    return s;
}

/* "%s" takes the next argument, "%1$s" does not. */
static bool takes_next(const char *text, tr_span p)
{
    return text[p.begin] == '%' && text[p.begin + 1] != '(' && text[p.begin + 1] != '{' &&
           !memchr(text + p.begin, '$', p.end - p.begin);
}

static bool may_open(const char *text, tr_span part, tr_span p)
{
    return !tr_is_alnum(tr_utf8_before(text, part.begin, p.begin)) &&
           tr_is_letter(tr_utf8_at(text, p.end, part.end));
}

static bool may_close(const char *text, tr_span part, tr_span p)
{
    const int32_t before = tr_utf8_before(text, part.begin, p.begin);
    return (tr_is_alnum(before) || (before < 0x80 && before && strchr(".!?)", (char)before))) &&
           !tr_is_alnum(tr_utf8_at(text, p.end, part.end));
}

/* True if words [begin, end) are more than a unit between two numbers, as in "%dx%d". */
static bool are_words(const char *text, size_t begin, size_t end)
{
    enum { SHORTEST = 2 };
    size_t n = 0;

    while (begin < end && n < SHORTEST)
        n += tr_is_letter(tr_utf8_next(text, &begin, end));
    return n == SHORTEST;
}

/* The place of byte `at` among marks [n]. */
static size_t place_among(const tr_emphasis *marks, size_t n, size_t at)
{
    size_t i = 0;
    while (i < n && marks[i].at.begin < at)
        i++;
    return i;
}

/* How many placeholders take the next argument. */
static size_t count_next(const char *text, tr_span part)
{
    scan s = scan_of(text, part);
    size_t n = 0;
    tr_span p;

    while (next_placeholder(&s, &p))
        n += takes_next(text, p) ? 1 : 0;
    return n;
}

/* Adds pairs of placeholders to marks [n], where no mark stands in between. */
static size_t add_placeholders(const char *text, tr_span part, tr_emphasis *marks, size_t n,
                               size_t most)
{
    const size_t n_next = count_next(text, part);
    scan s = scan_of(text, part);
    tr_span open = {0}, p;

    while (next_placeholder(&s, &p)) {
        const bool alike = open.end && text[open.begin] == text[p.begin];
        const size_t i = place_among(marks, n, p.begin);
        if (alike && may_close(text, part, p) && are_words(text, open.end, p.begin) &&
            place_among(marks, n, open.begin) == i) {
            if (n + 2 > most) return SIZE_MAX;
            memmove(marks + i + 2, marks + i, (n - i) * sizeof *marks);
            marks[i] = (tr_emphasis){.at = open, .first = open, .opens = true};
            marks[i + 1] = (tr_emphasis){.at = p, .first = open};
            n += 2;
            open = (tr_span){0};
            continue;
        }
        const bool opens = strchr(first_bytes, text[p.begin]) && may_open(text, part, p) &&
                           (!takes_next(text, p) || n_next == 2);
        open = opens ? p : (tr_span){0};
    }
    return n;
}

/* Finds the text in a role or a link of reStructuredText, ":ref:`text <label>`" or
 * "`text <address>`_", which is a placeholder as a whole; false if it has none. */
static bool find_role_text(const char *text, tr_span p, tr_span *words)
{
    const char *const tick = memchr(text + p.begin, '`', p.end - p.begin);

    if (!tick || (text[p.begin] != ':' && text[p.begin] != '`')) return false;
    *words = (tr_span){(size_t)(tick - text) + 1, p.end};
    while (words->end > words->begin && text[words->end - 1] != '<')
        words->end--;
    return words->end > words->begin + 2 && text[(words->end -= 2)] == ' ';
}

/* Adds roles and links to marks [n]. */
static size_t add_roles(const char *text, tr_span part, tr_emphasis *marks, size_t n, size_t most)
{
    tr_span p, words;

    for (size_t at = part.begin; tr_placeholder_next(text, part.end, at, &p); at = p.end) {
        const size_t i = place_among(marks, n, p.begin);
        if (!find_role_text(text, p, &words) || place_among(marks, n, p.end) != i) continue;
        if (n + 2 > most) return SIZE_MAX;
        const tr_span open = {p.begin, words.begin};
        memmove(marks + i + 2, marks + i, (n - i) * sizeof *marks);
        marks[i] = (tr_emphasis){.at = open, .first = open, .opens = true};
        marks[i + 1] = (tr_emphasis){.at = {words.end, p.end}, .first = open};
        n += 2;
    }
    return n;
}

size_t tr_embracing_find(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                         size_t most)
{
    size_t n = tr_emphasis_find(text, part, spaces, marks, most);
    if (n != SIZE_MAX) n = add_roles(text, part, marks, n, most);
    return n == SIZE_MAX ? n : add_placeholders(text, part, marks, n, most);
}

bool tr_embracing_may_be(const char *text, size_t len)
{
    size_t n = 0;

    if (tr_emphasis_may_be(text, len) || memchr(text, '`', len)) return true;

    for (size_t i = 0; i < len && n < 2; i++)
        n += text[i] && strchr(first_bytes, text[i]);
    return n == 2;
}
