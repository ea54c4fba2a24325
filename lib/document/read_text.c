#include "document/read_text.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/builder.h"
#include "document/wrap.h"

enum { VERSE = 40, LEAST_WIDTH = 72, RAGGED = 16 }; /* characters */

typedef struct line {
    size_t begin, end, next; /* of the line; without its line end; of the next line */
    size_t text;             /* behind indentation, ">" and the mark of a list */
    size_t prefix;           /* behind indentation and ">" */
    bool marked;             /* a list's mark begins it */
} line;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The length of "- ", "* ", "12. ", "a) " at the beginning of text [len], with its blanks; 0 if
 * there is none. */
static size_t list_mark(const char *text, size_t len)
{
    size_t i = 0;
    if (len && strchr("-*+|#", text[0]) && text[0]) {
        while (i < len && text[i] == text[0])
            i++;
    } else {
        while (i < len && i < 4 && text[i] >= '0' && text[i] <= '9')
            i++;
        if (!i && len && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')))
            i = 1;
        if (!i || i >= len || (text[i] != '.' && text[i] != ')')) return 0;
        i++;
    }
    const size_t mark = i;
    while (i < len && is_blank(text[i]))
        i++;
    return i > mark ? i : 0;
}

static line read_line(const tr_doc *d, size_t begin)
{
    line l = {.begin = begin, .end = begin};
    while (l.end < d->size && d->content[l.end] != '\n' && d->content[l.end] != '\r')
        l.end++;
    l.next = l.end;
    if (l.next < d->size && d->content[l.next] == '\r') l.next++;
    if (l.next < d->size && d->content[l.next] == '\n') l.next++;
    l.prefix = begin;
    if (!begin && l.end >= 3 && !memcmp(d->content, "\xEF\xBB\xBF", 3)) l.prefix = 3;
    while (l.prefix < l.end && (is_blank(d->content[l.prefix]) || d->content[l.prefix] == '>'))
        l.prefix++;
    const size_t mark = list_mark(d->content + l.prefix, l.end - l.prefix);
    l.marked = mark > 0;
    l.text = l.prefix + mark;
    return l;
}

static bool has_letter(const tr_doc *d, const line *l)
{
    int32_t c;
    for (size_t i = l->text, n; i < l->end; i += n) {
        n = tr_utf8_decode(d->content + i, l->end - i, &c);
        if (tr_is_letter(c)) return true;
    }
    return false;
}

/* Columns set apart by blanks, or by a tab; two blanks behind a sentence are none. */
static bool is_table(const tr_doc *d, const line *l)
{
    const char *const t = d->content;
    for (size_t i = l->text + 1; i + 2 < l->end; i++) {
        if (t[i] == '\t') return true;
        if (t[i] == ' ' && t[i + 1] == ' ' && !strchr(".!?:\"')", t[i - 1])) return true;
    }
    return false;
}

/* Whether line `l` goes on with the paragraph of `first`, whose second line, if there is one, is
 * `second`. */
static bool goes_on(const tr_doc *d, const line *first, const line *second, const line *l)
{
    const line *const like = second ? second : first;
    const size_t n = like->prefix - like->begin, own = l->prefix - l->begin;

    if (l->marked || !has_letter(d, l) || is_table(d, l)) return false;
    if (!second && first->marked) {
        const size_t quote = first->prefix - first->begin;
        return own > quote && !memcmp(d->content + l->begin, d->content + first->begin, quote);
    }
    if (first->begin == 0 && first->prefix == 3 && !second) return own == 0;
    return own == n && !memcmp(d->content + l->begin, d->content + like->begin, n);
}

static size_t width_of(const tr_doc *d, const line *l)
{
    return tr_count_characters(d->content + l->begin, l->end - l->begin);
}

static size_t first_word(const tr_doc *d, const line *l)
{
    size_t end = l->text;
    while (end < l->end && !is_blank(d->content[end]))
        end++;
    return tr_count_characters(d->content + l->text, end - l->text);
}

/* Whether lines [n] from `first` on end where they end on purpose: there was room for more. */
static bool is_verse(const tr_doc *d, const line *first, size_t n, size_t width)
{
    size_t n_short = 0;
    line l = *first;

    if (width < VERSE) return true;
    for (size_t i = 0; i + 1 < n; i++) {
        const line next = read_line(d, l.next);
        n_short += width_of(d, &l) + 1 + first_word(d, &next) + RAGGED <= width;
        l = next;
    }
    return 2 * n_short > n - 1;
}

static void set_where(tr_builder *b, size_t number)
{
    const char *const where = tr_region_printf(&b->doc->region, "line %zu", number);
    b->where = where ? where : "";
}

static void encode(const tr_doc *d, const tr_piece *p, const char *text, size_t len, tr_buf *out)
{
    (void)d;
    (void)p;
    tr_buf_add(out, text, len);
}

static const tr_writing one_line = {.encode = encode};
static const tr_writing wrapped = {.encode = encode, .finish = tr_wrap_finish};

/* A line's end and what comes before the text of its next line: the same as before its own, with
 * blanks for the mark of a list. */
static const char *break_after(tr_builder *b, const line *l)
{
    const tr_doc *const d = b->doc;
    const size_t before = l->text - l->begin, end = l->next - l->end;
    char *const text = TR_REGION_TAKE(&b->doc->region, char, end + before + 2);

    if (!text) return NULL;
    memcpy(text, end ? d->content + l->end : "\n", end ? end : 1);
    memcpy(text + strlen(text), d->content + l->begin, before);
    for (char *at = strchr(text, '\0') - (l->text - l->prefix); *at; at++)
        if (*at != '\t') *at = ' ';
    return text;
}

/* Text that is broken into lines no wider than `width`. */
static tr_wrap *add_wrap(tr_builder *b, const line *first, const line *like, size_t width)
{
    tr_wrap *const wrap = TR_REGION_TAKE(&b->doc->region, tr_wrap, 1);
    const char *const again = break_after(b, like);

    if (!wrap || !again) {
        b->failed = true;
        return NULL;
    }
    *wrap = (tr_wrap){.again = again, .width = width > LEAST_WIDTH ? width : LEAST_WIDTH};
    wrap->column = tr_count_characters(b->doc->content + first->begin, first->text - first->begin);
    b->writing = &wrapped;
    b->extra = wrap;
    return wrap;
}

/* The columns of a table, each by itself. */
static void add_row(tr_builder *b, const line *l)
{
    const char *const t = b->doc->content;
    size_t begin = l->text;

    b->writing = &one_line;
    for (size_t i = begin; i < l->end; i++) {
        if (t[i] != '\t' && !(t[i] == ' ' && i + 1 < l->end && t[i + 1] == ' ')) continue;
        tr_build_raw_text(b, (tr_span){begin, i});
        while (i < l->end && is_blank(t[i]))
            i++;
        tr_build_break(b, i);
        begin = i;
    }
    tr_build_raw_text(b, (tr_span){begin, l->end});
}

/* A line by itself; `alone`: there is none beside it. */
static void add_line(tr_builder *b, const line *l, size_t number, size_t width, bool alone)
{
    set_where(b, number);
    tr_build_fixed(b, (tr_span){l->begin, l->text});
    if (is_table(b->doc, l)) {
        add_row(b, l);
    } else {
        b->writing = &one_line;
        if (!alone) add_wrap(b, l, l, width);
        tr_build_raw_text(b, (tr_span){l->text, l->end});
    }
    tr_build_break(b, l->end);
}

/* A word that was parted at the end of a line is one again. */
static bool is_parted(const tr_doc *d, const line *l, const line *next)
{
    const char *const t = d->content;
    int32_t before;
    if (l->end < l->text + 2 || t[l->end - 1] != '-') return false;
    tr_char_before(t, l->text, l->end - 1, &before);
    return tr_is_lower(before) && next->text < next->end && t[next->text] >= 'a' &&
           t[next->text] <= 'z';
}

static void add_paragraph(tr_builder *b, const line *first, size_t n, size_t number, size_t width)
{
    const tr_doc *const d = b->doc;
    const line second = read_line(d, first->next);
    tr_span *const breaks = TR_REGION_TAKE(&b->doc->region, tr_span, n);
    line l = *first;

    set_where(b, number);
    tr_wrap *const wrap = add_wrap(b, first, &second, width);
    if (!wrap || !breaks) return;
    wrap->breaks = breaks;
    wrap->n_breaks = n - 1;
    tr_build_fixed(b, (tr_span){l.begin, l.text});
    for (size_t i = 0; i < n; i++) {
        const line next = read_line(d, l.next);
        const bool parted = i + 1 < n && is_parted(d, &l, &next);
        tr_build_raw_text(b, (tr_span){l.text, l.end - parted});
        if (i + 1 == n) break;
        breaks[i] = (tr_span){l.end, next.text};
        tr_build_text(b, (tr_span){l.end - parted, next.text}, " ", !parted);
        l = next;
    }
    tr_build_break(b, l.end);
}

static bool is_empty(const line *l)
{
    return l->text == l->end;
}

/* The widest line from `l` to the next that is empty, and whether it is the only one. */
static size_t widest_of(const tr_doc *d, const line *first, bool *alone)
{
    size_t widest = 0;
    line l = *first;

    *alone = true;
    while (!is_empty(&l)) {
        if (width_of(d, &l) > widest) widest = width_of(d, &l);
        if (l.next >= d->size) break;
        l = read_line(d, l.next);
        if (!is_empty(&l)) *alone = false;
    }
    return widest;
}

/* The lines [*n] that are one paragraph from `first` on; returns the last. */
static line find_paragraph(const tr_doc *d, const line *first, size_t *n)
{
    line last = *first, second = {0};

    *n = 1;
    if (!has_letter(d, first) || is_table(d, first)) return last;
    while (last.next < d->size) {
        const line l = read_line(d, last.next);
        if (!goes_on(d, first, *n > 1 ? &second : NULL, &l)) break;
        if (++*n == 2) second = l;
        last = l;
    }
    return last;
}

int tr_read_text(tr_doc *d, tr_error *err)
{
    tr_builder b;
    size_t number = 1, n, width = 0;
    bool alone = true, after_empty = true;

    tr_builder_init(&b, d, &one_line);
    for (size_t at = 0; at < d->size && !b.failed; number += n) {
        const line first = read_line(d, at), last = find_paragraph(d, &first, &n);
        if (after_empty) width = widest_of(d, &first, &alone);
        after_empty = is_empty(&first);
        if (n > 1 && !is_verse(d, &first, n, width)) {
            add_paragraph(&b, &first, n, number, width);
        } else {
            line l = first;
            for (size_t i = 0; i < n; i++, l = read_line(d, l.next))
                add_line(&b, &l, number + i, width, alone);
        }
        at = last.next;
    }
    return tr_builder_end(&b, err);
}

int tr_read_lines(tr_doc *d, tr_error *err)
{
    tr_builder b;
    size_t number = 1;

    tr_builder_init(&b, d, &one_line);
    for (size_t at = 0; at < d->size && !b.failed; number++) {
        const line l = read_line(d, at);
        set_where(&b, number);
        tr_build_break(&b, l.begin);
        tr_build_raw_text(&b, (tr_span){l.begin, l.end});
        tr_build_break(&b, l.end);
        at = l.next;
    }
    return tr_builder_end(&b, err);
}
