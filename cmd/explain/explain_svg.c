#include "explain/explain_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { SIZE = 12, CELL = 30, ROW = 20, MINI = 96, COLUMN = 96, LINES = 160 };

typedef struct drawing {
    FILE *out;
    const record *r;
    const sentence *s;
} drawing;

/* ---- Elements ----------------------------------------------------------------------------- */

static void open_svg(const drawing *d, size_t width, size_t height)
{
    fprintf(d->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" "
            "viewBox=\"0 0 %zu %zu\" font-family=\"sans-serif\" font-size=\"%d\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, height, width, height, SIZE);
}

/* Text of a token: markup is escaped; control characters, which XML has not, become U+FFFD. */
static void put_escaped(FILE *out, const char *text)
{
    const size_t len = strlen(text);

    for (size_t i = 0; i < len;) {
        utf8proc_int32_t c;
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(len - i), &c);
        if (n <= 0 || c < 32 || c == 0xfffe || c == 0xffff)
            fputs("\xEF\xBF\xBD", out);
        else if (strchr("<>&\"'", c) && c < 128)
            fprintf(out, "&#%d;", (int)c);
        else
            fwrite(text + i, 1, (size_t)n, out);
        i += n > 0 ? (size_t)n : 1;
    }
}

/* `more`: further attributes. */
static void put_svg_text(const drawing *d, double x, double y, const char *anchor, const char *more,
                         const char *text)
{
    fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" unicode-bidi=\"plaintext\"%s>",
            x, y, anchor, more);
    put_escaped(d->out, text);
    fputs("</text>\n", d->out);
}

/* A little more than a text needs in bold: 8 for each column that it takes on a terminal. */
static double text_width(const char *text)
{
    const size_t len = strlen(text);
    size_t columns = 0;

    for (size_t i = 0; i < len;) {
        utf8proc_int32_t c;
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(len - i), &c);
        columns += n > 0 ? (size_t)utf8proc_charwidth(c) : 1;
        i += n > 0 ? (size_t)n : 1;
    }
    return (double)(8 * columns);
}

/* record_row_label() or record_column_label() */
typedef const char *label_of(const record *r, const sentence *s, int kind, size_t i);

static double widest(const drawing *d, label_of *label, int kind, size_t n)
{
    double most = 40;

    for (size_t i = 0; i < n; i++)
        most = fmax(most, text_width(label(d->r, d->s, kind, i)));
    return most;
}

/* From white to a dark blue: light and dark differ for every eye, and in print. */
static void put_colour(const drawing *d, float weight)
{
    const double w = weight < 0 ? 0 : weight > 1 ? 1 : (double)weight;
    fprintf(d->out, "#%02x%02x%02x", (int)(255 - 247 * w), (int)(255 - 207 * w),
            (int)(255 - 148 * w));
}

static void put_cell(const drawing *d, double x, double y, double size, float weight)
{
    fprintf(d->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"", x, y,
            size, size);
    put_colour(d, weight);
    fputs("\"/>\n", d->out);
}

/* ---- Grids -------------------------------------------------------------------------------- */

static float value(const drawing *d, int view, head_choice h, size_t i, size_t j)
{
    return view == VIEW_ALIGNMENT ? record_alignment(d->r, d->s, i, j)
                                  : record_weight(d->r, d->s, h.kind, h.layer, h.head, i, j);
}

/* A weight in its colour; the number is black or white, whichever is read better. */
static void put_weight(const drawing *d, double x, double y, float w)
{
    char number[32];

    put_cell(d, x, y, CELL, w);
    snprintf(number, sizeof number, "%.2f", (double)w);
    put_svg_text(d, x + CELL / 2, y + CELL / 2 + 4, "middle",
                 w > 0.66f ? " font-size=\"10\" fill=\"#fff\"" : " font-size=\"10\"", number);
}

/* Rows and columns with their tokens, and a number in each cell. */
static void draw_matrix(const drawing *d, int view, head_choice h)
{
    if (view == VIEW_ALIGNMENT) h.kind = TR_CROSS;
    const size_t rows = record_rows(d->s, h.kind), columns = record_columns(d->s, h.kind);
    const double above = widest(d, record_column_label, h.kind, columns);
    const size_t left = (size_t)widest(d, record_row_label, h.kind, rows) + 12;
    const size_t top = (size_t)(0.87 * above) + 12, right = (size_t)(0.5 * above);
    char turned[80];

    open_svg(d, left + columns * CELL + right, top + rows * CELL + 10);
    for (size_t j = 0; j < columns; j++) {
        const double x = (double)(left + j * CELL + CELL / 2 + 4);
        snprintf(turned, sizeof turned, " transform=\"rotate(-60 %.1f %zu)\"", x, top - 6);
        put_svg_text(d, x, (double)(top - 6), "start", turned,
                     record_column_label(d->r, d->s, h.kind, j));
    }
    for (size_t i = 0; i < rows; i++) {
        const double y = (double)(top + i * CELL);
        put_svg_text(d, (double)(left - 6), y + CELL / 2 + 4, "end", "",
                     record_row_label(d->r, d->s, h.kind, i));
        for (size_t j = 0; j < columns; j++)
            if (h.kind != TR_DECODER_SELF || j <= i)
                put_weight(d, (double)(left + j * CELL), y, value(d, view, h, i, j));
    }
}

/* All layers and heads of a kind, each a small grid. */
static void draw_model(const drawing *d, head_choice h)
{
    const size_t layers = d->r->layers[h.kind], heads = d->r->heads;
    const size_t rows = record_rows(d->s, h.kind), columns = record_columns(d->s, h.kind);
    const double size = (double)(MINI - 8) / (double)(rows > columns ? rows : columns);
    char label[64];

    open_svg(d, 80 + heads * MINI, 30 + layers * MINI);
    for (size_t k = 0; k < heads; k++) {
        snprintf(label, sizeof label, "head %zu", k);
        put_svg_text(d, (double)(80 + k * MINI + MINI / 2), 18, "middle", "", label);
    }
    for (size_t l = 0; l < layers; l++) {
        snprintf(label, sizeof label, "layer %zu", l);
        put_svg_text(d, 70, (double)(30 + l * MINI + MINI / 2), "end", "", label);
        for (size_t k = 0; k < heads; k++) {
            const double x = (double)(80 + k * MINI), y = (double)(30 + l * MINI);
            fprintf(d->out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
                    "stroke=\"#999\"/>\n",
                    x, y, size * (double)columns, size * (double)rows);
            for (size_t i = 0; i < rows; i++)
                for (size_t j = 0; j < columns; j++) {
                    const float w = record_weight(d->r, d->s, h.kind, l, k, i, j);
                    if (w > 0.02f) put_cell(d, x + size * (double)j, y + size * (double)i, size, w);
                }
        }
    }
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* Tokens to the left look at tokens to the right. */
static void draw_head(const drawing *d, head_choice h)
{
    const size_t rows = record_rows(d->s, h.kind), columns = record_columns(d->s, h.kind);
    const size_t most = rows > columns ? rows : columns;
    const size_t x1 = (size_t)widest(d, record_row_label, h.kind, rows) + 12, x2 = x1 + LINES;

    open_svg(d, x2 + 12 + (size_t)widest(d, record_column_label, h.kind, columns), 20 + most * ROW);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            const float w = record_weight(d->r, d->s, h.kind, h.layer, h.head, i, j);
            if (w <= 0.01f) continue;
            fprintf(d->out,
                    "<line x1=\"%zu\" y1=\"%zu\" x2=\"%zu\" y2=\"%zu\" stroke=\"#08306b\" "
                    "stroke-width=\"%.2f\" stroke-opacity=\"%.3f\"/>\n",
                    x1, 16 + i * ROW, x2, 16 + j * ROW, 0.5 + 2.5 * (double)w, (double)w);
        }
    for (size_t i = 0; i < rows; i++)
        put_svg_text(d, (double)(x1 - 5), (double)(20 + i * ROW), "end", "",
                     record_row_label(d->r, d->s, h.kind, i));
    for (size_t j = 0; j < columns; j++)
        put_svg_text(d, (double)(x2 + 5), (double)(20 + j * ROW), "start", "",
                     record_column_label(d->r, d->s, h.kind, j));
}

static bool is_best(const decoding *k, const tr_candidate *c)
{
    return c->step < k->n_steps && k->path[c->step] == c->from && k->ids[c->step] == c->id;
}

/* True if the next step took nothing that follows candidate i. */
static bool is_dead(const decoding *k, size_t i)
{
    const tr_candidate *const c = &k->candidates[i];
    bool went_on = false;

    for (; i < k->n_candidates && k->candidates[i].step <= c->step + 1; i++) {
        const tr_candidate *next = &k->candidates[i];
        if (next->step == c->step) continue;
        if (next->from == c->to && next->fate != TR_DROPPED) return false;
        went_on = true;
    }
    return went_on && c->fate == TR_KEPT;
}

static double step_width(const drawing *d)
{
    const decoding *k = &d->s->kept;
    double most = COLUMN;

    for (size_t i = 0; i < k->n_candidates; i++)
        if (k->candidates[i].fate != TR_DROPPED)
            most = fmax(most,
                        52 + text_width(tr_id_piece(d->r->model, TR_TARGET, k->candidates[i].id)));
    return most;
}

/* A hypothesis at (x, y); a line leads from hypothesis c->from of the step before. */
static void put_hypothesis(const drawing *d, const tr_candidate *c, double x, double y, bool best,
                           bool dead)
{
    const char *const colour = best ? "#08306b" : "#767676";
    char number[32];

    fprintf(d->out,
            "<line x1=\"%.1f\" y1=\"%zu\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"%d\"%s/>\n",
            x - 30, 24 + c->from * 2 * ROW, x - 2, y, colour, best ? 3 : 1,
            dead ? " stroke-dasharray=\"4 3\"" : "");
    if (c->fate == TR_ENDED)
        fprintf(d->out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"66\" height=\"30\" fill=\"none\" "
                "stroke=\"%s\"/>\n",
                x - 1, y - 14, colour);
    if (dead) put_svg_text(d, x + 2, y, "start", " fill=\"#555\"", "✕");
    put_svg_text(d, x + (dead ? 16 : 2), y, "start",
                 best ? " font-weight=\"bold\"" : " fill=\"#555\"",
                 tr_id_piece(d->r->model, TR_TARGET, c->id));
    snprintf(number, sizeof number, "%.3f", (double)(c->fate == TR_ENDED ? c->score : c->total));
    put_svg_text(d, x + 2, y + 13, "start", " font-size=\"10\" fill=\"#555\"", number);
}

/* Each step's hypotheses.  Hypotheses that ended are boxed, dead ones are crossed; the way of the
 * best one is bold. */
static void draw_beam(const drawing *d)
{
    const decoding *k = &d->s->kept;
    const double wide = step_width(d);
    size_t ended = 0, step = 0;

    open_svg(d, (size_t)((double)(record_search_steps(k) + 1) * wide),
             30 + (d->r->beam + 1) * 2 * ROW);
    for (size_t i = 0; i < k->n_candidates; i++) {
        const tr_candidate *c = &k->candidates[i];
        if (c->fate == TR_DROPPED) continue;
        ended = c->step == step ? ended : 0;
        step = c->step;
        const size_t place = c->fate == TR_ENDED ? d->r->beam - ended++ : c->to;
        put_hypothesis(d, c, 40 + (double)c->step * wide, (double)(24 + place * 2 * ROW),
                       is_best(k, c), is_dead(k, i));
    }
}

/* ---- Positions ----------------------------------------------------------------------------- */

static float largest_position(const drawing *d, size_t n)
{
    float most = 1e-9f;
    for (size_t i = 0; i < n; i++) {
        const float *x = tr_model_position(d->r->model, i);
        for (size_t e = 0; x && e < d->r->info->d_model; e++)
            most = fmaxf(most, fabsf(x[e]));
    }
    return most;
}

/* What positions add to embeddings: a row for each of the source's tokens, a column for each
 * dimension; blue is positive, orange negative. */
static void draw_positions(const drawing *d)
{
    enum { PIXEL = 3 };
    const size_t n = d->s->n_ids, width = d->r->info->d_model;
    const size_t left = (size_t)widest(d, record_column_label, TR_ENCODER_SELF, n) + 12;
    const float most = largest_position(d, n);

    open_svg(d, left + width * PIXEL + 8, 8 + n * ROW);
    for (size_t i = 0; i < n; i++) {
        const float *x = tr_model_position(d->r->model, i);
        put_svg_text(d, (double)(left - 5), (double)(20 + i * ROW), "end", "",
                     record_column_label(d->r, d->s, TR_ENCODER_SELF, i));
        for (size_t e = 0; x && e < width; e++)
            fprintf(d->out,
                    "<rect x=\"%zu\" y=\"%zu\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                    "fill-opacity=\"%.3f\"/>\n",
                    left + e * PIXEL, 6 + i * ROW, PIXEL, ROW, x[e] < 0 ? "#d95f02" : "#08306b",
                    (double)(fabsf(x[e]) / most));
    }
}

void explain_svg(FILE *out, const record *r, const sentence *s, int view, head_choice head)
{
    const drawing d = {.out = out, .r = r, .s = s};

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    switch (view) {
    case VIEW_HEAD:
        draw_head(&d, head);
        break;
    case VIEW_MODEL:
        draw_model(&d, head);
        break;
    case VIEW_BEAM:
        draw_beam(&d);
        break;
    case VIEW_POSITIONS:
        draw_positions(&d);
        break;
    default:
        draw_matrix(&d, view, head);
    }
    fputs("</svg>\n", out);
}
