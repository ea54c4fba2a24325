#include "documents/pdf/pdf_html.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* By the size of most text: larger lines are headings.  By the size of a line: how much two lines
 * of one text differ, how far they are apart, and how far the first is moved in.  By its width: how
 * much the last line of a paragraph is shorter.  By the page's height: its edge. */
static const double least_heading = 1.15, same_size = 0.12, most_gap = 0.75, least_indent = 0.8,
                    short_line = 0.15, edge = 0.1;

enum {
    LEVELS = 4,            /* of headings */
    LONGEST_HEADING = 300, /* bytes */
    LEAST_PAGES = 3,       /* that have the same line at their edge */
    LONGEST_NUMBER = 8     /* bytes of a page's number */
};

/* What a line is. */
enum kind { PARAGRAPH, HEADING, ITEM };

/* The ends of a block, of all its lines. */
typedef struct block_edges {
    double left, right;
} block_edges;

typedef struct html_writer {
    const pdf_layout *l;
    const char *text;
    tr_buf *out;
    double body;          /* the size of most text */
    double sizes[LEVELS]; /* of headings, the largest first; 0: no more */
    block_edges *blocks;  /* [lines], of each line's block */
    bool *at_edge;        /* [lines]: it is of the page, and not of its text */
    tr_buf now, pages;    /* the text that is being made; what comes behind it */
    enum kind kind;       /* of `now` */
    int level;
    bool in_list;
} html_writer;

static size_t length(const pdf_line *line)
{
    return line->text.end - line->text.begin;
}

/* ---- Sizes ---- */

static int by_line_size(const void *left, const void *right)
{
    const pdf_line *const a = *(const pdf_line *const *)left, *const b =
                                                                  *(const pdf_line *const *)right;
    return (a->size < b->size) - (a->size > b->size);
}

static bool is_large(const html_writer *w, const pdf_line *line)
{
    return line->size > least_heading * w->body && length(line) <= LONGEST_HEADING;
}

static bool is_of_size(const pdf_line *line, double size)
{
    return line->size > (1 - same_size) * size && line->size < (1 + same_size) * size;
}

/* Finds the size of most text, and the sizes of headings. */
static void find_sizes(html_writer *w)
{
    const pdf_layout *const l = w->l;
    const pdf_line **const list = malloc((l->n + 1) * sizeof *list);
    size_t all = 0, seen = 0;
    int n = 0;

    if (!list) {
        w->out->failed = true;
        return;
    }
    for (size_t i = 0; i < l->n; i++) {
        list[i] = &l->lines[i];
        all += length(list[i]);
    }
    qsort(list, l->n, sizeof *list, by_line_size);
    for (size_t i = 0; i < l->n && 2 * seen <= all; i++) {
        seen += length(list[i]);
        w->body = list[i]->size;
    }
    for (size_t i = 0; i < l->n && n < LEVELS; i++)
        if (is_large(w, list[i]) && (!n || !is_of_size(list[i], w->sizes[n - 1])))
            w->sizes[n++] = list[i]->size;
    free(list);
}

static int level_of(const html_writer *w, const pdf_line *line)
{
    for (int i = 0; i < LEVELS && w->sizes[i] > 0; i++)
        if (is_of_size(line, w->sizes[i]) || line->size > w->sizes[i]) return i + 1;
    return LEVELS;
}

/* ---- Blocks ---- */

static void find_blocks(html_writer *w)
{
    const pdf_layout *const l = w->l;

    for (size_t i = 0, end; i < l->n; i = end) {
        block_edges edges = {l->lines[i].left, l->lines[i].right};
        for (end = i; end < l->n && l->lines[end].block == l->lines[i].block; end++) {
            if (l->lines[end].left < edges.left) edges.left = l->lines[end].left;
            if (l->lines[end].right > edges.right) edges.right = l->lines[end].right;
        }
        for (size_t k = i; k < end; k++)
            w->blocks[k] = edges;
    }
}

/* ---- The edges of pages ---- */

/* A line at the edge of a page: where it stands, and what it says but for numbers. */
typedef struct edge_line {
    const char *text;
    tr_span at;
    size_t line;
} edge_line;

/* The next byte of a text that counts, from *at on; 0 at the end.  Digits are one sign. */
static char next_sign(const edge_line *e, size_t *at)
{
    if (*at >= e->at.end) return 0;
    if (!tr_ascii_is_digit(e->text[*at])) return e->text[(*at)++];
    while (*at < e->at.end && tr_ascii_is_digit(e->text[*at]))
        ++*at;
    return '#';
}

static int by_signs(const void *left, const void *right)
{
    const edge_line *const a = left, *const b = right;
    size_t i = a->at.begin, k = b->at.begin;

    for (;;) {
        const char x = next_sign(a, &i), y = next_sign(b, &k);
        if (x != y) return (unsigned char)x < (unsigned char)y ? -1 : 1;
        if (!x) return 0;
    }
}

/* A number by itself, of digits or in Roman ones. */
static bool is_number(const edge_line *e)
{
    if (e->at.end - e->at.begin > LONGEST_NUMBER) return false;
    for (size_t i = e->at.begin; i < e->at.end; i++)
        if (!strchr("0123456789ivxlcIVXLC-. ", e->text[i])) return false;
    return true;
}

/* True if two lines stand beside each other. */
static bool are_in_row(const pdf_line *a, const pdf_line *b)
{
    return a->page == b->page && b->top < a->bottom - a->size / 2 &&
           a->top < b->bottom - b->size / 2;
}

/* Finds the first line and the last one of each page, by their places. */
static void find_outermost(const pdf_layout *l, const pdf_line **first, const pdf_line **last)
{
    for (size_t i = 0; i < l->n; i++) {
        const pdf_line *const line = &l->lines[i];
        const size_t page = line->page;
        if (!first[page] || line->top < first[page]->top) first[page] = line;
        if (!last[page] || line->bottom > last[page]->bottom) last[page] = line;
    }
}

/* True if a line is in the margin of its page, or in the first row or the last. */
static bool is_outer(const pdf_layout *l, const pdf_line *line, const pdf_line *first,
                     const pdf_line *last)
{
    const double height = line->page < l->n_pages ? l->heights[line->page] : 0;
    return line->bottom < edge * height || line->top > (1 - edge) * height ||
           are_in_row(line, first) || are_in_row(line, last);
}

/* Marks the lines that stand at the edges of pages, and are of no text. */
static void find_edges(html_writer *w)
{
    const pdf_layout *const l = w->l;
    edge_line *const list = malloc((l->n + 1) * sizeof *list);
    const pdf_line **const first = calloc(l->n_pages + 1, sizeof *first),
                           **const last = calloc(l->n_pages + 1, sizeof *last);
    size_t n = 0;

    const bool right = list && first && last;
    w->out->failed = w->out->failed || !right;
    if (right) find_outermost(l, first, last);
    for (size_t i = 0; right && i < l->n; i++) {
        const pdf_line *const line = &l->lines[i];
        if (is_outer(l, line, first[line->page], last[line->page]))
            list[n++] = (edge_line){w->text, line->text, i};
    }
    if (n) qsort(list, n, sizeof *list, by_signs);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !by_signs(&list[i], &list[end]);)
            end++;
        for (size_t k = i; k < end; k++)
            w->at_edge[list[k].line] = end - i >= LEAST_PAGES || is_number(&list[k]);
    }
    free(first);
    free(last);
    free(list);
}

/* ---- Lines ---- */

/* The bytes of a bullet and blanks at the beginning of a line; 0: there is none. */
static size_t bullet_length(const html_writer *w, const pdf_line *line)
{
    static const char *const bullets[] = {"\xE2\x80\xA2",
                                          "\xE2\x97\xA6",
                                          "\xE2\x96\xAA",
                                          "\xE2\x80\xA3",
                                          "\xE2\x97\x8F",
                                          "\xE2\x96\xA0",
                                          "\xE2\x96\xB8",
                                          "\xE2\x80\x93",
                                          "\xC2\xB7",
                                          "-",
                                          "*"};
    const char *const text = w->text + line->text.begin;

    for (size_t i = 0; i < sizeof bullets / sizeof *bullets; i++) {
        const size_t n = strlen(bullets[i]);
        if (!tr_starts_with(text, 0, length(line), bullets[i])) continue;
        if (length(line) == n) return n;
        if (text[n] == ' ') return n + 1;
    }
    return 0;
}

/* "1.", "(a)" and "12)" before a blank. */
static bool begins_numbered(const html_writer *w, const pdf_line *line)
{
    const char *const text = w->text;
    size_t i = line->text.begin, digits;

    i += i < line->text.end && text[i] == '(';
    digits = i;
    while (i < line->text.end && i < digits + 3 && tr_ascii_is_digit(text[i]))
        i++;
    if (i == digits && i < line->text.end && tr_ascii_is_letter(text[i])) i++;
    return i > digits && i + 1 < line->text.end && strchr(".)", text[i]) && text[i + 1] == ' ';
}

static bool ends_sentence(const html_writer *w, const pdf_line *line)
{
    static const char *const signs[] = {
        ".", "!", "?", ":", ";", ")", "\xE2\x80\x9D", "\xE2\x80\xA6", "&quot;", "\xE3\x80\x82"};

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t n = strlen(signs[i]);
        if (length(line) >= n && !memcmp(w->text + line->text.end - n, signs[i], n)) return true;
    }
    return false;
}

static bool begins_small(const html_writer *w, const pdf_line *line)
{
    const int32_t c = tr_utf8_first(w->text + line->text.begin, length(line));
    return tr_is_letter(c) && !tr_is_upper(c);
}

/* True if a line of the same block goes on with the text of the one before. */
static bool goes_on_in_block(const html_writer *w, const pdf_line *a, const pdf_line *b)
{
    const block_edges *const e = &w->blocks[b - w->l->lines];
    const double width = e->right - e->left;

    if (are_in_row(a, b) || b->top - a->bottom > most_gap * b->size) return false;
    if (!ends_sentence(w, a)) return true;
    const bool is_short = a->right < e->right - short_line * width;
    const bool is_indented = b->left > e->left + least_indent * b->size &&
                             a->left < e->left + least_indent * b->size / 2;
    return !is_short && !is_indented && !begins_numbered(w, b);
}

/* True if line b goes on with the text of line a, the one before. */
static bool goes_on(const html_writer *w, const pdf_line *a, const pdf_line *b)
{
    const bool heading = is_large(w, a), same = is_of_size(b, a->size);

    if (heading != is_large(w, b) || !same || bullet_length(w, b)) return false;
    if (heading && are_in_row(a, b)) return true;
    if (a->block == b->block) return goes_on_in_block(w, a, b);
    return !heading && !ends_sentence(w, a) && begins_small(w, b) && !are_in_row(a, b);
}

/* ---- Out ---- */

static void set_list(html_writer *w, bool in_list)
{
    if (w->in_list != in_list) tr_buf_add_string(w->out, in_list ? "<ul>\n" : "</ul>\n");
    w->in_list = in_list;
}

/* Ends the text that is being made, and writes what stood at edges of pages in it. */
static void end_text(html_writer *w)
{
    const char *const text = tr_buf_text(&w->now);

    if (w->now.len) {
        set_list(w, w->kind == ITEM);
        if (w->kind == HEADING)
            tr_buf_printf(w->out, "<h%d>%s</h%d>\n", w->level, text, w->level);
        else
            tr_buf_printf(w->out, w->kind == ITEM ? "<li>%s</li>\n" : "<p>%s</p>\n", text);
    }
    if (w->pages.len) set_list(w, false);
    tr_buf_add(w->out, tr_buf_text(&w->pages), w->pages.len);
    tr_buf_clear(&w->now);
    tr_buf_clear(&w->pages);
}

/* Appends a line to the text before it: a hyphen that parts a word goes. */
static void add_line(html_writer *w, const pdf_line *line, size_t skipped)
{
    static const char soft[] = "\xC2\xAD";
    const size_t n = w->now.len;
    const char *const now = tr_buf_text(&w->now);
    const bool is_soft = n > 2 && !memcmp(now + n - 2, soft, 2);
    const bool is_hyphen = n > 1 && now[n - 1] == '-' && tr_byte_is_letter(now[n - 2]);

    if (is_soft || (is_hyphen && begins_small(w, line)))
        w->now.len -= is_soft ? strlen(soft) : 1;
    else if (n)
        tr_buf_add(&w->now, " ", 1);
    tr_buf_add(&w->now, w->text + line->text.begin + skipped, length(line) - skipped);
}

static void begin_text(html_writer *w, const pdf_line *line)
{
    const size_t bullet = is_large(w, line) ? 0 : bullet_length(w, line);

    w->kind = is_large(w, line) ? HEADING : bullet ? ITEM : PARAGRAPH;
    w->level = level_of(w, line);
    add_line(w, line, bullet);
}

static void write_lines(html_writer *w)
{
    const pdf_layout *const l = w->l;
    const pdf_line *before = NULL;

    for (size_t i = 0; i < l->n; i++) {
        const pdf_line *const line = &l->lines[i];
        const int n = (int)length(line);
        if (w->at_edge[i]) {
            tr_buf_printf(&w->pages, "<p class=\"page\">%.*s</p>\n", n, w->text + line->text.begin);
            continue;
        }
        /* A bullet may be a block of its own, beside its item. */
        const bool lone = before && w->kind == ITEM && !w->now.len && are_in_row(before, line);
        if (lone || (before && w->now.len && goes_on(w, before, line))) {
            add_line(w, line, 0);
        } else {
            end_text(w);
            begin_text(w, line);
        }
        before = line;
    }
    end_text(w);
    set_list(w, false);
}

void pdf_html_write(const pdf_layout *l, tr_buf *out)
{
    html_writer w = {.l = l, .text = tr_buf_text(&l->text), .out = out};

    w.blocks = calloc(l->n + 1, sizeof *w.blocks);
    w.at_edge = calloc(l->n + 1, sizeof *w.at_edge);
    out->failed = out->failed || !w.blocks || !w.at_edge;
    tr_buf_printf(out,
                  "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
                  "<title>%.*s</title>\n</head>\n<body>\n",
                  (int)(l->title.end - l->title.begin), w.text + l->title.begin);
    if (!out->failed) {
        find_sizes(&w);
        find_blocks(&w);
        find_edges(&w);
        write_lines(&w);
    }
    tr_buf_add_string(out, "</body>\n</html>\n");
    out->failed = out->failed || w.now.failed || w.pages.failed;
    tr_buf_free(&w.now);
    tr_buf_free(&w.pages);
    free(w.blocks);
    free(w.at_edge);
}
