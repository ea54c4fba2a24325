#define _DEFAULT_SOURCE /* TIOCGWINSZ, which POSIX does not have */
#include "explain/explain_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

#include "console/alloc.h"
#include "console/printable.h"

enum { LEAST_WIDTH = 30, CELL = 3, MOST_LABEL = 18 };

typedef struct page {
    FILE *out;
    const record *r;
    const sentence *s;
    size_t width;
    bool utf8;
} page;

size_t explain_columns(FILE *out)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size = {0};
    size_t n = 80;

    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col)
        n = size.ws_col;
    else if (columns && atoi(columns) > 0)
        n = (size_t)atoi(columns);
    return n < LEAST_WIDTH ? LEAST_WIDTH : n;
}

bool explain_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        const char *set = strchr(value, '.');
        return set && (!strncasecmp(set, ".UTF-8", 6) || !strncasecmp(set, ".UTF8", 5));
    }
    return false;
}

/* A copy of at most `width` columns, in what the terminal shows: without UTF-8, the mark of a
 * word's beginning is "_", and what is not ASCII is "?".  Characters that write from right to left
 * would turn the line around: they stand alone.  The caller frees it. */
static char *shown_weight(const page *p, const char *text, size_t width)
{
    const size_t len = strlen(text);
    char *copy = checked_malloc(len + 1), *end = copy;
    size_t columns = 0;

    for (size_t i = 0; i < len;) {
        utf8proc_int32_t c;
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(len - i), &c);
        const size_t bytes = n > 0 ? (size_t)n : 1;
        const bool plain = n > 0 && utf8proc_category(c) != UTF8PROC_CATEGORY_CC &&
                           utf8proc_category(c) != UTF8PROC_CATEGORY_CF && (p->utf8 || c < 128);
        const size_t wide = plain ? (size_t)utf8proc_charwidth(c) : 1;
        if (columns + wide > width) break;
        if (plain)
            memcpy(end, text + i, bytes);
        else
            *end = c == 0x2581 && n > 0 ? '_' : '?';
        end += plain ? bytes : 1;
        columns += wide;
        i += bytes;
    }
    *end = '\0';
    return copy;
}

/* Prints it, filled up with blanks; returns the columns printed. */
static size_t print_shown(const page *p, const char *text, size_t least, size_t most)
{
    char *copy = shown_weight(p, text, most);
    const size_t n = printable_text(p->out, copy, strlen(copy), least);

    free(copy);
    return n;
}

/* Bytes of `text` that fit into a line: up to a blank, if there is one. */
static size_t line_length(const char *text, size_t width)
{
    const size_t len = strlen(text);
    size_t fit = 0, blank = 0, columns = 0;

    while (fit < len) {
        size_t next = fit + 1;
        while (((unsigned char)text[next] & 0xc0) == 0x80)
            next++;
        columns += printable_width(text + fit, next - fit);
        if (text[fit] == ' ') blank = fit;
        if (columns > width) return blank ? blank : fit;
        fit = next;
    }
    return len;
}

/* Prints all of it, in as many lines as it needs. */
static void print_lines(const page *p, const char *text)
{
    char *copy = shown_weight(p, text, SIZE_MAX);
    const char *rest = copy;

    do {
        const size_t n = line_length(rest, p->width);
        printable_text(p->out, rest, n, 0);
        fputc('\n', p->out);
        rest += n + (rest[n] == ' ');
    } while (*rest);
    free(copy);
}

static void print_title(const page *p, const char *title)
{
    fputc('\n', p->out);
    print_lines(p, title);
}

/* ---- Shades ------------------------------------------------------------------------------- */

typedef struct grid {
    int kind;     /* which rows and columns: enum tr_attention_kind */
    bool aligned; /* the alignment; else a head */
    size_t layer, head;
} grid;

static float grid_value(const page *p, const grid *g, size_t i, size_t j)
{
    return g->aligned ? record_alignment(p->r, p->s, i, j)
                      : record_weight(p->r, p->s, g->kind, g->layer, g->head, i, j);
}

static const char *shade(const page *p, float x)
{
    static const char *const blocks[] = {"··", "░░", "▒▒", "▓▓", "██"};
    static const char *const ascii[] = {"..", "--", "++", "**", "##"};
    const int i = x < 0.05f ? 0 : x < 0.2f ? 1 : x < 0.4f ? 2 : x < 0.7f ? 3 : 4;
    return (p->utf8 ? blocks : ascii)[i];
}

static size_t label_width(const page *p, const grid *g)
{
    size_t widest = 1;

    for (size_t i = 0; i < record_rows(p->s, g->kind); i++) {
        char *label = shown_weight(p, record_row_label(p->r, p->s, g->kind, i), MOST_LABEL);
        const size_t n = printable_width(label, strlen(label));
        if (n > widest) widest = n;
        free(label);
    }
    return widest;
}

static void print_columns(const page *p, const grid *g, size_t first, size_t last, size_t label)
{
    fprintf(p->out, "%*s", (int)label, "");
    for (size_t j = first; j < last; j++)
        fprintf(p->out, " %2zu", (j + 1) % 100);
    fputc('\n', p->out);
    for (size_t i = 0; i < record_rows(p->s, g->kind); i++) {
        print_shown(p, record_row_label(p->r, p->s, g->kind, i), label, MOST_LABEL);
        for (size_t j = first; j < last; j++)
            fprintf(p->out, " %s",
                    g->kind == TR_DECODER_SELF && j > i ? "  " : shade(p, grid_value(p, g, i, j)));
        fputc('\n', p->out);
    }
}

/* The legend of the numbers over the columns. */
static void print_legend(const page *p, const grid *g, size_t first, size_t last)
{
    size_t at = 0;

    for (size_t j = first; j < last; j++) {
        char number[24];
        char *label = shown_weight(p, record_column_label(p->r, p->s, g->kind, j), MOST_LABEL);
        const size_t n = (size_t)snprintf(number, sizeof number, "%zu ", j + 1) +
                         printable_width(label, strlen(label));
        if (at && at + 2 + n > p->width) {
            fputc('\n', p->out);
            at = 0;
        }
        at += n + (at ? 2 : 0);
        fprintf(p->out, "%s%s", at > n ? "  " : "", number);
        printable_text(p->out, label, strlen(label), 0);
        free(label);
    }
    fputc('\n', p->out);
}

static void print_grid(const page *p, const grid *g)
{
    const size_t n = record_columns(p->s, g->kind), label = label_width(p, g);
    const size_t each = (p->width - label) / CELL;

    for (size_t first = 0; first < n; first += each) {
        const size_t last = n - first < each ? n : first + each;
        print_legend(p, g, first, last);
        print_columns(p, g, first, last, label);
    }
}

/* ---- Words -------------------------------------------------------------------------------- */

/* The token that was taken, its probability, and what else there was. */
static void print_step(const page *p, size_t i, size_t label)
{
    const decoding *d = &p->s->kept;
    char number[32];
    size_t at = print_shown(p, record_row_label(p->r, p->s, TR_CROSS, i), label, MOST_LABEL);

    at += (size_t)fprintf(p->out, " %7.3f ", (double)d->log_probability[i]);
    for (size_t k = 0; k < d->n_candidates; k++) {
        const tr_candidate *c = &d->candidates[k];
        if (c->step != i || c->from != d->path[i] || c->id == d->ids[i]) continue;
        if (c->rank > TR_LEAST_CANDIDATES) continue;
        char *piece = shown_weight(p, tr_id_piece(p->r->model, TR_TARGET, c->id), MOST_LABEL);
        const int n = snprintf(number, sizeof number, " %.3f", (double)c->log_probability);
        const size_t wide = 1 + printable_width(piece, strlen(piece)) + (size_t)n;
        if (at + wide <= p->width) {
            fputc(' ', p->out);
            printable_text(p->out, piece, strlen(piece), 0);
            fputs(number, p->out);
        }
        at += wide;
        free(piece);
    }
    fputc('\n', p->out);
}

static void print_sentence(const page *p, head_choice head)
{
    const grid alignment = {.kind = TR_CROSS, .aligned = true};
    const grid chosen = {.kind = head.kind, .layer = head.layer, .head = head.head};
    char title[80];

    print_lines(p, p->s->source);
    print_lines(p, p->s->translation);
    print_title(p, "Log-probabilities, and what else might have come:");
    for (size_t i = 0; i < p->s->kept.n_steps; i++)
        print_step(p, i, label_width(p, &alignment));
    print_title(p, "Alignment: a row for each token of the translation");
    print_grid(p, &alignment);
    snprintf(title, sizeof title, "Attention, %s layer %zu, head %zu", kind_names[head.kind],
             head.layer, head.head);
    print_title(p, title);
    print_grid(p, &chosen);
}

void explain_text(FILE *out, const record *r, head_choice head, size_t width, bool utf8)
{
    page p = {.out = out, .r = r, .width = width, .utf8 = utf8};

    if (r->n == 0) fputs("There is nothing to translate.\n--raw explains what is copied.\n", out);
    for (size_t i = 0; i < r->n; i++) {
        if (i) fputc('\n', out);
        p.s = &r->sentences[i];
        print_sentence(&p, head);
    }
}
