#include "curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "console/alloc.h"

enum { WIDTH = 720, HEIGHT = 400, LEFT = 56, RIGHT = 40, TOP = 24, BOTTOM = 44 };

void curve_add(curve_line *line, double pieces, double value)
{
    if (line->n == line->room) {
        line->room = line->room ? 2 * line->room : 256;
        line->points = checked_realloc(line->points, line->room, sizeof *line->points);
    }
    line->points[line->n++] = (curve_point){pieces, value};
}

void curve_free(curve *c)
{
    free(c->train.points);
    free(c->dev.points);
    free(c->bleu.points);
}

void curve_read_log(curve *c, const char *path, size_t step)
{
    char line[512];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        const size_t n_dev = c->dev.n;
        size_t at;
        double pieces, nll;
        if (sscanf(line, "{\"step\":%zu,\"pieces\":%lf,\"nll\":%lf", &at, &pieces, &nll) == 3 &&
            at <= step)
            curve_add(&c->train, pieces, nll);
        if (sscanf(line, "{\"event\":\"dev\",\"step\":%zu,\"pieces\":%lf,\"nll\":%lf", &at, &pieces,
                   &nll) == 3 &&
            at <= step)
            curve_add(&c->dev, pieces, nll);
        const char *bleu = strstr(line, ",\"bleu\":");
        if (c->dev.n > n_dev && bleu && sscanf(bleu, ",\"bleu\":%lf", &nll) == 1)
            curve_add(&c->bleu, pieces, nll);
    }
    if (f) fclose(f);
}

/* Values at the edges of the picture: pieces, nll, and BLEU, which begins at 0. */
typedef struct curve_frame {
    double right, bottom, top, bleu_top;
} curve_frame;

static void widen(curve_frame *f, const curve_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        const curve_point *p = &line->points[i];
        if (p->pieces > f->right) f->right = p->pieces;
        if (p->value < f->bottom) f->bottom = p->value;
        if (p->value > f->top) f->top = p->value;
    }
}

static void widen_bleu(curve_frame *f, const curve_line *line)
{
    f->bleu_top = 10;
    for (size_t i = 0; i < line->n; i++)
        while (line->points[i].value > f->bleu_top)
            f->bleu_top += 10;
}

static double x_of(const curve_frame *f, double pieces)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * pieces / f->right;
}

static double y_of(double value, double bottom, double top)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - bottom);
}

static void draw_line(FILE *out, const curve_frame *f, const curve_line *line, const char *kind,
                      double bottom, double top)
{
    if (!line->n) return;
    fprintf(out, "<path class=\"%s\" d=\"", kind);
    for (size_t i = 0; i < line->n; i++)
        fprintf(out, "%c%.1f %.1f", i ? 'L' : 'M', x_of(f, line->points[i].pieces),
                y_of(line->points[i].value, bottom, top));
    fputs("\"/>\n", out);
}

/* The distance of an axis' marks: 1, 2 or 5 times a power of ten, about a fifth of the range. */
static double round_step(double range)
{
    double step = 1;
    while (step * 5 < range)
        step *= 10;
    while (step * 5 > range * 2)
        step /= 10;
    return step * 5 < range ? 2 * step : step;
}

static void draw_nll_axis(FILE *out, const curve_frame *f)
{
    const double step = round_step(f->top - f->bottom);
    for (double nll = 0; nll <= f->top; nll += step) {
        if (nll < f->bottom) continue;
        const double y = y_of(nll, f->bottom, f->top);
        fprintf(out,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, nll);
    }
}

static void draw_bleu_axis(FILE *out, const curve_frame *f)
{
    for (double bleu = 0; bleu <= f->bleu_top; bleu += 10)
        fprintf(out, "<text class=\"bleu-name\" x=\"%d\" y=\"%.1f\">%g</text>\n", WIDTH - RIGHT + 6,
                y_of(bleu, 0, f->bleu_top) + 4, bleu);
}

static void draw_pieces_axis(FILE *out, const curve_frame *f)
{
    const double step = round_step(f->right);
    for (double pieces = 0; pieces <= f->right; pieces += step)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                x_of(f, pieces), HEIGHT - BOTTOM + 18, pieces * 1e-6);
}

static void draw_axes(FILE *out, const curve *c, const curve_frame *f)
{
    draw_nll_axis(out, f);
    draw_pieces_axis(out, f);
    if (c->bleu.n) draw_bleu_axis(out, f);
    fprintf(out,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">million target pieces</text>\n"
            "<text x=\"%d\" y=\"%d\">negative log-likelihood a piece: "
            "<tspan class=\"train-name\">training</tspan>, "
            "<tspan class=\"dev-name\">held-out text</tspan>%s</text>\n",
            WIDTH - RIGHT, HEIGHT - 8, LEFT, TOP - 8,
            c->bleu.n ? "; its <tspan class=\"bleu-name\">BLEU</tspan>" : "");
}

static void draw_curve(FILE *out, const curve *c, const curve_frame *f)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<style>rect.page{fill:#fff}text{fill:#333}path{fill:none;stroke-width:1.5}"
            ".grid{stroke:#ddd;stroke-width:1}.train{stroke:#8ab}.dev{stroke:#c40;stroke-width:2}"
            ".bleu{stroke:#383;stroke-dasharray:5 3}"
            ".train-name{fill:#579}.dev-name{fill:#c40}.bleu-name{fill:#383}"
            ".falling{fill:#f4f0e4}"
            "@media(prefers-color-scheme:dark){rect.page{fill:#181818}text{fill:#ccc}"
            ".grid{stroke:#333}.dev{stroke:#fa6}.dev-name{fill:#fa6}.train-name{fill:#8ab}"
            ".bleu{stroke:#7c7}.bleu-name{fill:#7c7}"
            ".falling{fill:#26241c}}</style>\n"
            "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    if (c->cool_from > 0 && c->cool_from < f->right)
        fprintf(out, "<rect class=\"falling\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
                x_of(f, c->cool_from), TOP, WIDTH - RIGHT - x_of(f, c->cool_from),
                HEIGHT - TOP - BOTTOM);
    draw_axes(out, c, f);
    draw_line(out, f, &c->train, "train", f->bottom, f->top);
    draw_line(out, f, &c->dev, "dev", f->bottom, f->top);
    draw_line(out, f, &c->bleu, "bleu", 0, f->bleu_top);
    fputs("</svg>\n", out);
}

void curve_draw(const curve *c, const char *path)
{
    curve_frame f = {.right = 1, .bottom = 1e9, .top = 0};
    tr_file_writer w;

    widen(&f, &c->train);
    widen(&f, &c->dev);
    widen_bleu(&f, &c->bleu);
    if (f.top <= f.bottom || tr_file_create(&w, path, NULL) < 0) return;
    draw_curve(w.stream, c, &f);
    tr_file_commit(&w, NULL);
}
