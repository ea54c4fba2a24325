#include "text/moses/moses_words.h"

#include <string.h>
#include <unicode/uchar.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/moses/abbreviations.h"
#include "text/moses/punctuation.h"

/* ---- Characters ---- */

static bool is_n(int32_t c)
{
    return c >= 0 && tr_is_number(c);
}

/* Perl's \s. */
static bool is_white(int32_t c)
{
    return tr_is_space(c) && c != 0xFEFF;
}

static void put_blank(tr_cells *t, size_t at)
{
    tr_cells_put(t, ' ', at, at);
}

/* Puts the cell out, with blanks beside it. */
static void put_alone(tr_cells *t, size_t i, bool before, bool behind)
{
    if (before) put_blank(t, t->cell[i].begin);
    tr_cells_keep(t, i);
    if (behind) put_blank(t, t->cell[i].end);
}

/* ---- Steps ---- */

static void clean_blanks(tr_cells *t)
{
    bool blank = false;
    for (size_t i = 0; i < t->n; i++) {
        const int32_t c = t->cell[i].c;
        const bool white = is_white(c);
        if (white && !blank) tr_cells_put(t, ' ', t->cell[i].begin, t->cell[i].end);
        if (!white && c >= 0x20) tr_cells_keep(t, i);
        blank = white || (blank && c < 0x20);
    }
    tr_cells_take(t);
    tr_cells_squeeze(t);
    tr_cells_trim(t);
}

/* True for a mark that stands within words of the language, before a small letter. */
static bool is_inner_mark(const tr_moses *m, int32_t c)
{
    char mark[5] = "";
    if (!m->rules->inner_marks || c == 0) return false;
    tr_utf8_encode(c, mark);
    return strstr(m->rules->inner_marks, mark);
}

static bool is_special(const tr_moses *m, const tr_cells *t, size_t i)
{
    const int32_t c = t->cell[i].c, next = tr_cells_at(t, i + 1);
    if (is_inner_mark(m, c)) return next < 0 || !tr_is_lower(next);
    return !tr_moses_is_alnum(c) && !is_white(c) && !strchr(".'`,-", c < 0x80 ? (int)c : '!');
}

static void part_marks(const tr_moses *m, tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const bool special = is_special(m, t, i);
        put_alone(t, i, special, special);
    }
    tr_cells_take(t);
}

static void part_hyphens(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const tr_cell at = t->cell[i];
        const bool inner = at.c == '-' && i > 0 && tr_moses_is_alnum(t->cell[i - 1].c) &&
                           tr_moses_is_alnum(tr_cells_at(t, i + 1));
        if (inner)
            tr_cells_put_text(t, " @-@ ", at.begin, at.end);
        else
            tr_cells_keep(t, i);
    }
    tr_cells_take(t);
}

/* Several full stops are a word. */
static void part_ellipses(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const bool dot = t->cell[i].c == '.', after = i > 0 && t->cell[i - 1].c == '.';
        const bool before = tr_cells_at(t, i + 1) == '.';
        put_alone(t, i, dot && before && !after, dot && after && !before);
    }
    tr_cells_take(t);
}

/* Commas that are not within numbers. */
static void part_commas(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const bool first = i == 0, last = i + 1 == t->n;
        const bool before = first || is_n(t->cell[i - 1].c), next = last || is_n(t->cell[i + 1].c);
        const bool parts = t->cell[i].c == ',' && (!before || !next || (last && !first));
        put_alone(t, i, parts, parts);
    }
    tr_cells_take(t);
}

/* ---- Apostrophes ---- */

/* What must stand beside an apostrophe, and on which sides it is parted from its neighbour. */
typedef struct apostrophe {
    bool (*before)(int32_t c), (*next)(int32_t c);
    bool parts_before, parts_behind;
} apostrophe;

static bool no_alpha(int32_t c)
{
    return c >= 0 && !tr_moses_is_alpha(c);
}

static bool no_alpha_or_n(int32_t c)
{
    return no_alpha(c) && !is_n(c);
}

static bool is_s(int32_t c)
{
    return c == 's';
}

/* "it's" is it 's */
static const apostrophe english[] = {{no_alpha, no_alpha, true, true},
                                     {no_alpha_or_n, tr_moses_is_alpha, true, true},
                                     {tr_moses_is_alpha, no_alpha, true, true},
                                     {tr_moses_is_alpha, tr_moses_is_alpha, true, false},
                                     {is_n, is_s, true, false}};
/* "l'ami" is l' ami; languages with glottal stops have all but the last */
static const apostrophe french[] = {{no_alpha, no_alpha, true, true},
                                    {no_alpha, tr_moses_is_alpha, true, true},
                                    {tr_moses_is_alpha, no_alpha, true, true},
                                    {tr_moses_is_alpha, tr_moses_is_alpha, false, true}};

/* A step: the character behind an apostrophe is none before another. */
static void part_apostrophe(tr_cells *t, const apostrophe *a)
{
    size_t used = 0;
    for (size_t i = 0; i < t->n; i++) {
        const bool is = t->cell[i].c == '\'' && i > used && a->before(t->cell[i - 1].c) &&
                        a->next(tr_cells_at(t, i + 1));
        put_alone(t, i, is && a->parts_before, is && a->parts_behind);
        if (is) used = i + 2;
    }
    tr_cells_take(t);
}

static void part_apostrophes(const tr_moses *m, tr_cells *t)
{
    const bool glottal = m->rules->glottal;
    if (m->rules->apostrophe_before)
        for (size_t i = 0; i < sizeof english / sizeof *english; i++)
            part_apostrophe(t, &english[i]);
    else if (m->rules->apostrophe_behind || glottal)
        for (size_t i = 0; i < sizeof french / sizeof *french - glottal; i++)
            part_apostrophe(t, &french[i]);
    else
        tr_cells_replace(t, "'", " ' ");
}

/* ---- Full stops ---- */

static size_t end_of_word(const tr_cells *t, size_t i)
{
    while (i < t->n && t->cell[i].c != ' ')
        i++;
    return i;
}

static bool has(const tr_cells *t, size_t i, size_t end, bool (*is)(int32_t c))
{
    while (i < end && !is(t->cell[i].c))
        i++;
    return i < end;
}

static bool is_stop(int32_t c)
{
    return c == '.';
}

/* True if the full stop behind word [begin, end) belongs to it. */
static bool keeps_stop(const tr_moses *m, const tr_cells *t, size_t begin, size_t end)
{
    const int32_t next = tr_cells_at(t, end + 2);
    if (next < 0 && !m->last_stops) return false;
    if (has(t, begin, end, is_stop) && has(t, begin, end, tr_moses_is_alpha)) return true;
    if (next >= 0 && u_isULowercase(next)) return true;
    return tr_moses_abbreviates(m, &t->cell[begin], end - begin, next >= '0' && next <= '9');
}

static void part_stops(const tr_moses *m, tr_cells *t)
{
    for (size_t i = 0, begin, end; i < t->n; i++) {
        begin = i;
        end = end_of_word(t, i);
        for (; i < end; i++) {
            const bool last = i + 1 == end && i > begin && t->cell[i].c == '.';
            const bool parts = last && t->cell[i - 1].c != '.' && !keeps_stop(m, t, begin, i);
            put_alone(t, i, parts, false);
        }
        if (i < t->n) tr_cells_keep(t, i);
    }
    tr_cells_take(t);
}

/* A text that ends in .' */
static void part_end(tr_cells *t)
{
    const size_t n = t->n;
    const bool is = n >= 2 && t->cell[n - 1].c == '\'' && t->cell[n - 2].c == '.';
    for (size_t i = 0; i < n; i++) {
        const bool parts = is && i + 2 >= n;
        put_alone(t, i, parts, parts);
    }
    tr_cells_take(t);
}

/* ---- Escaping ---- */

static const char *escaped(int32_t c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '|':
        return "&#124;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '\'':
        return "&apos;";
    case '"':
        return "&quot;";
    case '[':
        return "&#91;";
    case ']':
        return "&#93;";
    default:
        return NULL;
    }
}

static void escape_marks(tr_cells *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const char *const name = escaped(t->cell[i].c);
        if (name)
            tr_cells_put_text(t, name, t->cell[i].begin, t->cell[i].end);
        else
            tr_cells_keep(t, i);
    }
    tr_cells_take(t);
}

void tr_moses_cut(const tr_moses *m, tr_cells *t)
{
    if (m->punctuation) tr_moses_punctuation(t, m->rules);
    clean_blanks(t);
    part_marks(m, t);
    if (m->hyphens) part_hyphens(t);
    part_ellipses(t);
    part_commas(t);
    part_apostrophes(m, t);
    tr_cells_squeeze(t);
    tr_cells_trim(t);
    part_stops(m, t);
    part_end(t);
    if (m->escape) escape_marks(t);
    tr_cells_squeeze(t);
    tr_cells_trim(t);
}
