#include "document/plain/text_line.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* Returns the length of a bullet at the beginning of text [len]; 0 if there is none. */
static size_t list_bullet(const char *text, size_t len)
{
    static const char *const bullets[] = {"\xE2\x80\xA2", "\xE2\x80\xA3", "\xE2\x97\xA6",
                                          "\xE2\x96\xAA", "\xE2\x97\x8F", "\xC2\xB7",
                                          "\xE2\x9C\x93"}; /* U+2022 2023 25E6 25AA 25CF B7 2713 */
    for (size_t i = 0; i < sizeof bullets / sizeof *bullets; i++) {
        const size_t n = strlen(bullets[i]);
        if (n <= len && !memcmp(text, bullets[i], n)) return n;
    }
    return 0;
}

/* Returns the length of "12.", "a)", "(12)", "(a)" or "[12]" at the beginning of text [len], or 0.
 */
static size_t list_number(const char *text, size_t len)
{
    const char first = len ? text[0] : 0, close = first == '(' ? ')' : first == '[' ? ']' : 0;
    const size_t begin = close != 0;
    size_t i = begin;

    while (i < len && i < begin + 4 && tr_ascii_is_digit(text[i]))
        i++;
    const bool letter = i == begin && i < len && close != ']' && tr_ascii_is_letter(text[i]);
    i += letter;
    if (i == begin || i >= len) return 0;
    if (close) return text[i] == close ? i + 1 : 0;
    return text[i] == '.' || text[i] == ')' ? i + 1 : 0;
}

/* The length of the mark of a list at the beginning of text [len], with its blanks; 0 if there is
 * none. */
static size_t list_mark(const char *text, size_t len)
{
    size_t i = 0;

    if (!len) return 0;
    if (strchr("-*+|#", text[0]) && text[0]) {
        while (i < len && text[i] == text[0])
            i++;
    } else {
        i = list_bullet(text, len);
        if (!i) i = list_number(text, len);
    }
    const size_t mark = i;
    i = tr_skip(text, i, len, tr_ascii_is_blank);
    return i > mark && mark ? i : 0;
}

tr_text_line tr_text_line_read(const tr_content *d, size_t begin)
{
    tr_text_line l = {.begin = begin, .end = tr_line_end(d->bytes, begin, d->size)};
    l.next = tr_after_line_end(d->bytes, l.end, d->size);
    l.prefix = begin ? begin : d->begin;
    while (l.prefix < l.end && (tr_ascii_is_blank(d->bytes[l.prefix]) || d->bytes[l.prefix] == '>'))
        l.prefix++;
    const size_t mark = list_mark(d->bytes + l.prefix, l.end - l.prefix);
    l.marked = mark > 0;
    l.text = l.prefix + mark;
    l.framed = l.prefix < l.end && d->bytes[l.prefix] == '|' &&
               memchr(d->bytes + l.prefix + 1, '|', l.end - l.prefix - 1);
    return l;
}

bool tr_text_line_counts(const tr_content *d, const tr_text_line *l)
{
    const char *const t = d->bytes + l->prefix;
    const size_t n = list_number(t, l->end - l->prefix);
    return l->marked && n >= 2 && t[n - 1] == '.' && !tr_ascii_is_lower(t[0]) &&
           !(n == 2 && (t[0] == '1' || t[0] == 'A'));
}

bool tr_text_line_begins(const tr_content *d, const tr_text_line *l, const char *with)
{
    const size_t n = strlen(with);
    return l->end - l->prefix >= n && !memcmp(d->bytes + l->prefix, with, n);
}

size_t tr_text_line_width(const tr_content *d, const tr_text_line *l)
{
    return tr_utf8_count(d->bytes + l->begin, l->end - l->begin);
}

size_t tr_text_line_first_word(const tr_content *d, const tr_text_line *l)
{
    size_t end = l->text;
    while (end < l->end && d->bytes[end] != ' ' && d->bytes[end] != '\t')
        end++;
    return tr_utf8_count(d->bytes + l->text, end - l->text);
}

bool tr_text_line_is_command(const tr_content *d, const tr_text_line *l)
{
    const char *const text = d->bytes + l->text;
    return l->end - l->text > 3 && text[0] == '$' && text[1] == ' ' &&
           (tr_ascii_is_lower(text[2]) || text[2] == '.' || text[2] == '~');
}

bool tr_text_line_has_letter(const tr_content *d, const tr_text_line *l)
{
    int32_t c;

    if (tr_text_line_is_command(d, l)) return false;
    for (size_t i = l->text, n; i < l->end; i += n) {
        n = tr_utf8_decode(d->bytes + i, l->end - i, &c);
        if (tr_is_letter(c)) return true;
    }
    return false;
}

/* ---- Rows ---- */

bool tr_text_line_gap(const tr_content *d, const tr_text_line *l, size_t from, tr_span *gap)
{
    const char *const t = d->bytes;
    const bool framed = l->framed;

    for (size_t i = from > l->text ? from : l->text + !framed; i < l->end; i++) {
        const bool blanks = t[i] == ' ' && i + 1 < l->end && t[i + 1] == ' ';
        const bool bar =
            framed && (t[i] == '|' || (t[i] == ' ' && i + 1 < l->end && t[i + 1] == '|'));
        if (t[i] != '\t' && !blanks && !bar) continue;
        *gap = (tr_span){i, i};
        while (gap->end < l->end &&
               (tr_ascii_is_blank(t[gap->end]) || (framed && t[gap->end] == '|')))
            gap->end++;
        const bool sentence = i > l->text && strchr(".!?:\"')", t[i - 1]) && gap->end - i == 2;
        if (gap->end < l->end && (framed || !sentence || t[i] == '\t')) return true;
        if (gap->end == l->end && framed) return true;
        i = gap->end;
    }
    return false;
}

/* A walk over the gaps of a line. */
typedef struct gap_columns {
    const tr_text_line *line;
    tr_span gap;
    size_t column; /* where the gap ends, in characters */
} gap_columns;

static bool next_column(const tr_content *d, gap_columns *c)
{
    const size_t from = c->gap.end ? c->gap.end : c->line->begin;
    if (!tr_text_line_gap(d, c->line, c->gap.end, &c->gap)) return false;
    c->column += tr_utf8_count(d->bytes + from, c->gap.end - from);
    return true;
}

/* True if two lines have gaps that end in one column. */
static bool have_column(const tr_content *d, const tr_text_line *one, const tr_text_line *other)
{
    gap_columns a = {.line = one}, b = {.line = other};
    bool more = next_column(d, &a) && next_column(d, &b);

    while (more && a.column != b.column)
        more = next_column(d, a.column < b.column ? &a : &b);
    return more;
}

/* True if blanks were put between words to make the line as long as others: it is long, and has no
 * column of the next line. */
static bool is_justified(const tr_content *d, const tr_text_line *l)
{
    enum { LONG = 60 };
    const tr_text_line next = tr_text_line_read(d, l->next);
    return tr_text_line_width(d, l) >= LONG && next.text < next.end && !have_column(d, l, &next);
}

/* True if it is a row whatever is beside it; *weak: it could be one. */
static bool is_row_alone(const tr_content *d, const tr_text_line *l, bool *weak)
{
    tr_span gap = {0};
    size_t n = 0;

    *weak = false;
    if (l->framed) return true;
    while (tr_text_line_gap(d, l, gap.end, &gap)) {
        if (gap.end - gap.begin > 2 || memchr(d->bytes + gap.begin, '\t', gap.end - gap.begin))
            return true;
        n++;
        *weak = true;
    }
    return n > 1 && !is_justified(d, l);
}

bool tr_text_line_is_row(const tr_content *d, const tr_text_line *l, bool after_row)
{
    bool weak, ignored;

    if (is_row_alone(d, l, &weak)) return true;
    if (!weak || after_row) return weak;
    const tr_text_line next = tr_text_line_read(d, l->next);
    return l->next < d->size && is_row_alone(d, &next, &ignored);
}
