#include "text/indic/cell_marks.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"

enum { LONGEST_RULE = 32 }; /* bytes of either side */

/* True if the character is one of text `among`; NULL has none. */
static bool is_among(int32_t c, const char *among)
{
    char character[5] = "";
    if (c <= 0 || !among) return false;
    tr_utf8_encode(c, character);
    return strstr(among, character) != NULL;
}

void tr_cells_apply(tr_cells *t, const char *rules)
{
    size_t len;
    for (const char *at = rules; (at = tr_list_next(at, &len)); at += len) {
        char from[LONGEST_RULE + 1] = "", to[LONGEST_RULE + 1] = "";
        const char *const mid = memchr(at, '>', len);
        const size_t n = mid ? (size_t)(mid - at) : len;
        if (!mid || n > LONGEST_RULE || len - n - 1 > LONGEST_RULE) continue;
        memcpy(from, at, n);
        memcpy(to, mid + 1, len - n - 1);
        tr_cells_replace(t, from, to);
    }
}

/* ---- Cutting ---- */

static bool is_ascii_mark(int32_t c)
{
    return c > ' ' && c < 0x7F && c != '\\' && !tr_ascii_is_alnum((char)c);
}

static bool is_latin(int32_t c)
{
    return c < 0x7F && tr_ascii_is_letter((char)c);
}

/* True if a blank parts two characters beside each other. */
static bool are_parted(const tr_script *s, int32_t a, int32_t b)
{
    const bool mark_a = is_ascii_mark(a) || is_among(a, s->letter_marks);
    const bool mark_b = is_ascii_mark(b) || is_among(b, s->letter_marks);
    const bool digit_a = tr_is_ascii_digit(a), digit_b = tr_is_ascii_digit(b);

    if (is_among(a, s->letters) && (digit_b || mark_b || is_latin(b))) return true;
    if (is_among(b, s->letters) && ((digit_a && !is_among(b, s->tight)) || is_latin(a)))
        return true;
    return mark_a && !mark_b && !digit_b && b != ' ';
}

void tr_cells_part_letters(tr_cells *t, const tr_script *s)
{
    for (size_t i = 0; i < t->n; i++) {
        if (i && are_parted(s, t->cell[i - 1].c, t->cell[i].c))
            tr_cells_put(t, ' ', t->cell[i].begin, t->cell[i].begin);
        tr_cells_keep(t, i);
    }
    tr_cells_take(t);
}

void tr_cells_part_marks(tr_cells *t, const char *others)
{
    for (size_t i = 0; i < t->n; i++) {
        const tr_cell at = t->cell[i];
        const bool mark = is_ascii_mark(at.c) || is_among(at.c, others);
        const bool shares = i + 1 < t->n && t->cell[i + 1].begin < at.end; /* its place */
        const size_t behind = shares ? at.begin : at.end;
        if (mark) tr_cells_put(t, ' ', at.begin, at.begin);
        tr_cells_keep(t, i);
        if (mark) tr_cells_put(t, ' ', behind, behind);
    }
    tr_cells_take(t);
    tr_cells_squeeze(t);
    tr_cells_trim(t);
}

/* ---- Joining ---- */

static size_t end_of_digits(const tr_cells *t, size_t i)
{
    while (tr_is_ascii_digit(tr_cells_at(t, i)))
        i++;
    return i;
}

/* Where the number goes on behind a mark with blanks around, if it does; else `i`. */
static size_t next_digits(const tr_cells *t, size_t i)
{
    const int32_t mark = tr_cells_at(t, i + 1);
    const bool goes_on = tr_cells_at(t, i) == ' ' && mark > 0 && mark < 0x7F &&
                         strchr(",.:/", (char)mark) && tr_cells_at(t, i + 2) == ' ' &&
                         tr_is_ascii_digit(tr_cells_at(t, i + 3));
    return goes_on ? i + 3 : i;
}

void tr_cells_join_numbers(tr_cells *t)
{
    for (size_t i = 0, end; i < t->n; i = end) {
        const size_t digits = end_of_digits(t, i);
        const size_t next = digits > i ? next_digits(t, digits) : digits;
        end = next > digits ? next : digits > i ? digits : i + 1;
        for (size_t k = i; k < end; k++)
            if (next == digits || t->cell[k].c != ' ') tr_cells_keep(t, k);
    }
    tr_cells_take(t);
}

void tr_cells_close(tr_cells *t, const char *closing)
{
    for (size_t i = 0; closing && i < t->n; i++)
        if (t->cell[i].c != ' ' || !is_among(tr_cells_at(t, i + 1), closing)) tr_cells_keep(t, i);
    if (closing) tr_cells_take(t);
}

/* A step: "a - b" is "a-b". */
static void join_between(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const bool between = t->cell[i].c == ' ' && is_among(tr_cells_at(t, i + 1), "-/\\") &&
                             tr_cells_at(t, i + 2) == ' ';
        tr_cells_keep(t, between ? i + 1 : i);
        if (between) i += 2;
    }
    tr_cells_take(t);
}

/* A step: no blank behind each of `opening`. */
static void open_marks(tr_cells *t, const char *opening)
{
    for (size_t i = 0; i < t->n; i++) {
        tr_cells_keep(t, i);
        if (is_among(t->cell[i].c, opening) && tr_cells_at(t, i + 1) == ' ') i++;
    }
    tr_cells_take(t);
}

/* A step: no blank behind the first of two quotation marks, and before the second. */
static void join_quotes(tr_cells *t, int32_t quote)
{
    bool open = false;
    for (size_t i = 0; i < t->n; i++) {
        if (open && t->cell[i].c == ' ' && tr_cells_at(t, i + 1) == quote) continue;
        tr_cells_keep(t, i);
        if (t->cell[i].c != quote) continue;
        open = !open;
        if (open && tr_cells_at(t, i + 1) == ' ') i++;
    }
    tr_cells_take(t);
}

void tr_cells_join_marks(tr_cells *t)
{
    join_between(t);
    tr_cells_close(t, "!%)]},.:;>?\u0964\u0965");
    open_marks(t, "#$([{<@");
    join_quotes(t, '\'');
    join_quotes(t, '"');
    join_quotes(t, '`');
}
