#include "text/moses/punctuation.h"

#include <string.h>

#include "base/unicode.h"
#include "text/normalize.h"

#define NBSP "\xC2\xA0"

/* One after the other; NULL stands for single blanks in the place of several. */
static const char *const marks[][2] = {{"\r", ""},
                                       {"(", " ("},
                                       {")", ") "},
                                       {NULL, NULL},
                                       {") .", ")."},
                                       {") !", ")!"},
                                       {") :", "):"},
                                       {") ?", ")?"},
                                       {") ;", ");"},
                                       {") ,", "),"},
                                       {"( ", "("},
                                       {" )", ")"},
                                       {" :", ":"},
                                       {" ;", ";"},
                                       {"`", "'"},
                                       {"''", " \" "},
                                       {"„", "\""},
                                       {"–", "-"},
                                       {"—", " - "},
                                       {NULL, NULL},
                                       {"´", "'"},
                                       {"‘", "'"},
                                       {"‚", "'"},
                                       {"''", "\""},
                                       {NBSP "«" NBSP, " \""},
                                       {"«" NBSP, "\""},
                                       {"«", "\""},
                                       {NBSP "»" NBSP, "\" "},
                                       {NBSP "»", "\""},
                                       {"»", "\""},
                                       {NBSP "%", "%"},
                                       {"nº" NBSP, "nº "},
                                       {NBSP ":", ":"},
                                       {NBSP "ºC", " ºC"},
                                       {NBSP "cm", " cm"},
                                       {NBSP "?", "?"},
                                       {NBSP "!", "!"},
                                       {NBSP ";", ";"},
                                       {"," NBSP, ", "},
                                       {NULL, NULL}};

/* A step: ASCII's marks, and blanks for what does not print. */
static void replace_marks(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const tr_cell *const at = &t->cell[i];
        const char *const mark = tr_ascii_mark(at->c);
        if (mark)
            tr_cells_put_text(t, mark, at->begin, at->end);
        else
            tr_cells_put(t, tr_is_other(at->c) ? ' ' : at->c, at->begin, at->end);
        while (mark && strchr(mark, ' ') && tr_cells_at(t, i + 1) == ' ')
            i++;
    }
    tr_cells_take(t);
}

/* A step: no blank before a percent sign of a number. */
static void close_percents(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const bool goes = i > 0 && t->cell[i].c == ' ' && tr_cells_at(t, i + 1) == '%' &&
                          tr_is_ascii_digit(t->cell[i - 1].c);
        if (!goes) tr_cells_keep(t, i);
    }
    tr_cells_take(t);
}

/* A step: a no-break space between digits is a mark. */
static void group_digits(tr_cells *t, char mark)
{
    bool free = true; /* the digit before was not one of a group */
    for (size_t i = 0; i < t->n; i++) {
        const bool group = free && i > 0 && t->cell[i].c == 0xA0 &&
                           tr_is_ascii_digit(t->cell[i - 1].c) &&
                           tr_is_ascii_digit(tr_cells_at(t, i + 1));
        tr_cells_put(t, group ? mark : t->cell[i].c, t->cell[i].begin, t->cell[i].end);
        if (group) tr_cells_keep(t, ++i);
        free = !group;
    }
    tr_cells_take(t);
}

/* ---- Quotation marks ---- */

/* Puts [from, to) out in front of [to, end), or behind it: all have one place. */
static void put_swapped(tr_cells *t, size_t from, size_t to, size_t end)
{
    const size_t begin = t->cell[from].begin, stop = t->cell[end - 1].end;
    for (size_t i = to; i < end; i++)
        tr_cells_put(t, t->cell[i].c, begin, stop);
    for (size_t i = from; i < to; i++)
        tr_cells_put(t, t->cell[i].c, begin, stop);
}

static size_t end_of_stops(const tr_cells *t, size_t i, bool commas)
{
    while (tr_cells_at(t, i) == '.' || (commas && tr_cells_at(t, i) == ','))
        i++;
    return i;
}

/* A step: commas and full stops go before a quotation mark. */
static void quote_inside(tr_cells *t)
{
    for (size_t i = 0, end; i < t->n; i = end) {
        end = t->cell[i].c == '"' ? end_of_stops(t, i + 1, true) : i + 1;
        if (end > i + 1)
            put_swapped(t, i, i + 1, end);
        else
            tr_cells_keep(t, i);
    }
    tr_cells_take(t);
}

/* Where the full stops at `i` end, if a quotation mark follows that no tag stands behind; else
 * `i`. */
static size_t stops_before_quote(const tr_cells *t, size_t i)
{
    const size_t end = end_of_stops(t, i, false);
    return tr_cells_at(t, end) == '"' && tr_cells_at(t, end + 1) != '<' ? end : i;
}

/* A step: commas and full stops go behind a quotation mark. */
static void quote_outside(tr_cells *t)
{
    tr_cells_replace(t, ",\"", "\",");
    for (size_t i = 0, end; i < t->n; i = end) {
        end = stops_before_quote(t, i);
        if (end > i)
            put_swapped(t, i, end, end + 1);
        else
            tr_cells_keep(t, i);
        end = end > i ? end + 1 : i + 1;
    }
    tr_cells_take(t);
}

void tr_moses_last_marks(tr_cells *t, const tr_moses_rules *rules)
{
    close_percents(t);
    if (rules->stops_within_quotes)
        quote_inside(t);
    else if (!rules->stops_stay)
        quote_outside(t);
    group_digits(t, rules->groups ? rules->groups : '.');
}

void tr_moses_marks(tr_cells *t, const tr_moses_rules *rules)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i][0])
            tr_cells_replace(t, marks[i][0], marks[i][1]);
        else
            tr_cells_squeeze(t);
    }
    tr_moses_last_marks(t, rules);
}

void tr_moses_punctuation(tr_cells *t, const tr_moses_rules *rules)
{
    replace_marks(t);
    tr_moses_marks(t, rules);
}
