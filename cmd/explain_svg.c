#include "explain_svg.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { SIZE = 12, CELL = 30, LABEL = 110, ROW = 20, MINI = 96, COLUMN = 96 };

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
static void put_text(const drawing *d, double x, double y, const char *anchor, const char *more,
                     const char *text)
{
    fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" unicode-bidi=\"isolate\"%s>", x,
            y, anchor, more);
    put_escaped(d->out, text);
    fputs("</text>\n", d->out);
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

/* Rows and columns with their tokens, and a number in each cell. */
static void draw_matrix(const drawing *d, int view, head_choice h)
{
    if (view == VIEW_ALIGNMENT) h.kind = TR_CROSS;
    const size_t rows = record_rows(d->s, h.kind), columns = record_columns(d->s, h.kind);
    char number[32], turned[80];

    open_svg(d, LABEL + columns * CELL + 10, LABEL + rows * CELL + 10);
    for (size_t j = 0; j < columns; j++) {
        const double x = (double)(LABEL + j * CELL + CELL / 2 + 4);
        snprintf(turned, sizeof turned, " transform=\"rotate(-60 %.1f %d)\"", x, LABEL - 6);
        put_text(d, x, LABEL - 6, "start", turned, record_column_label(d->r, d->s, h.kind, j));
    }
    for (size_t i = 0; i < rows; i++) {
        const double y = (double)(LABEL + i * CELL);
        put_text(d, LABEL - 6, y + CELL / 2 + 4, "end", "",
                 record_row_label(d->r, d->s, h.kind, i));
        for (size_t j = 0; j < columns; j++) {
            const double x = (double)(LABEL + j * CELL);
            const float w = value(d, view, h, i, j);
            if (h.kind == TR_DECODER_SELF && j > i) continue;
            put_cell(d, x, y, CELL, w);
            snprintf(number, sizeof number, "%.2f", (double)w);
            put_text(d, x + CELL / 2, y + CELL / 2 + 4, "middle",
                     w > 0.5f ? " font-size=\"10\" fill=\"#fff\"" : " font-size=\"10\"", number);
        }
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
        put_text(d, (double)(80 + k * MINI + MINI / 2), 18, "middle", "", label);
    }
    for (size_t l = 0; l < layers; l++) {
        snprintf(label, sizeof label, "layer %zu", l);
        put_text(d, 70, (double)(30 + l * MINI + MINI / 2), "end", "", label);
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

    open_svg(d, 420, 20 + most * ROW);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            const float w = record_weight(d->r, d->s, h.kind, h.layer, h.head, i, j);
            if (w <= 0.01f) continue;
            fprintf(d->out,
                    "<line x1=\"130\" y1=\"%zu\" x2=\"290\" y2=\"%zu\" stroke=\"#08306b\" "
                    "stroke-width=\"%.2f\" stroke-opacity=\"%.3f\"/>\n",
                    16 + i * ROW, 16 + j * ROW, 0.5 + 2.5 * (double)w, (double)w);
        }
    for (size_t i = 0; i < rows; i++)
        put_text(d, 125, (double)(20 + i * ROW), "end", "",
                 record_row_label(d->r, d->s, h.kind, i));
    for (size_t j = 0; j < columns; j++)
        put_text(d, 295, (double)(20 + j * ROW), "start", "",
                 record_column_label(d->r, d->s, h.kind, j));
}

static bool is_best(const decoding *k, const tr_candidate *c)
{
    return k->path[c->step] == c->from && k->ids[c->step] == c->id;
}

/* Each step's hypotheses.  Those that ended are boxed; the way of the best one is bold. */
static void draw_beam(const drawing *d)
{
    const decoding *k = &d->s->kept;
    char number[32];

    open_svg(d, (k->n_steps + 2) * COLUMN, 30 + (d->r->beam + 1) * 2 * ROW);
    size_t ended = 0, step = 0;
    for (size_t i = 0; i < k->n_candidates; i++) {
        const tr_candidate *c = &k->candidates[i];
        if (c->step >= k->n_steps || c->fate == TR_DROPPED) continue;
        ended = c->step == step ? ended : 0;
        step = c->step;
        const size_t place = c->fate == TR_ENDED ? d->r->beam - ended++ : c->to;
        const double x = (double)((c->step + 1) * COLUMN), y = (double)(24 + place * 2 * ROW);
        const bool best = is_best(k, c);
        fprintf(d->out,
                "<line x1=\"%.1f\" y1=\"%zu\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
                "stroke-width=\"%d\"/>\n",
                x - 30, 24 + c->from * 2 * ROW, x - 2, y, best ? "#08306b" : "#999", best ? 3 : 1);
        if (c->fate == TR_ENDED)
            fprintf(d->out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"66\" height=\"30\" fill=\"none\" "
                    "stroke=\"%s\"/>\n",
                    x - 1, y - 14, best ? "#08306b" : "#999");
        put_text(d, x + 2, y, "start", best ? " font-weight=\"bold\"" : " fill=\"#555\"",
                 tr_id_piece(d->r->model, TR_TARGET, c->id));
        snprintf(number, sizeof number, "%.3f",
                 (double)(c->fate == TR_ENDED ? c->score : c->total));
        put_text(d, x + 2, y + 13, "start", " font-size=\"10\" fill=\"#555\"", number);
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
    default:
        draw_matrix(&d, view, head);
    }
    fputs("</svg>\n", out);
}
