#include "curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "memory.h"

enum { WIDTH = 720, HEIGHT = 400, LEFT = 56, RIGHT = 16, TOP = 24, BOTTOM = 44 };

void curve_add(curve_line *line, double pieces, double nll)
{
    if (line->n == line->room) {
        line->room = line->room ? 2 * line->room : 256;
        line->points = checked_realloc(line->points, line->room, sizeof *line->points);
    }
    line->points[line->n++] = (curve_point){pieces, nll};
}

void curve_free(curve *c)
{
    free(c->train.points);
    free(c->dev.points);
}

void curve_read_log(curve *c, const char *path, size_t step)
{
    char line[512];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        size_t at;
        double pieces, nll;
        if (sscanf(line, "{\"step\":%zu,\"pieces\":%lf,\"nll\":%lf", &at, &pieces, &nll) == 3 &&
            at <= step)
            curve_add(&c->train, pieces, nll);
        if (sscanf(line, "{\"event\":\"dev\",\"step\":%zu,\"pieces\":%lf,\"nll\":%lf", &at, &pieces,
                   &nll) == 3 &&
            at <= step)
            curve_add(&c->dev, pieces, nll);
    }
    if (f) fclose(f);
}

/* The picture's frame in the units of the data. */
typedef struct frame {
    double right, bottom, top; /* pieces; nll */
} frame;

static void widen(frame *f, const curve_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        const curve_point *p = &line->points[i];
        if (p->pieces > f->right) f->right = p->pieces;
        if (p->nll < f->bottom) f->bottom = p->nll;
        if (p->nll > f->top) f->top = p->nll;
    }
}

static double x_of(const frame *f, double pieces)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * pieces / f->right;
}

static double y_of(const frame *f, double nll)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (f->top - nll) / (f->top - f->bottom);
}

static void draw_line(FILE *out, const frame *f, const curve_line *line, const char *kind)
{
    if (!line->n) return;
    fprintf(out, "<path class=\"%s\" d=\"", kind);
    for (size_t i = 0; i < line->n; i++)
        fprintf(out, "%c%.1f %.1f", i ? 'L' : 'M', x_of(f, line->points[i].pieces),
                y_of(f, line->points[i].nll));
    fputs("\"/>\n", out);
}

/* A step of 1, 2 or 5 times a power of ten, about a fifth of the range. */
static double round_step(double range)
{
    double step = 1;
    while (step * 5 < range)
        step *= 10;
    while (step * 5 > range * 2)
        step /= 10;
    return step * 5 < range ? 2 * step : step;
}

static void draw_axes(FILE *out, const frame *f)
{
    const double nll_step = round_step(f->top - f->bottom), pieces_step = round_step(f->right);
    for (double nll = 0; nll <= f->top; nll += nll_step) {
        if (nll < f->bottom) continue;
        fprintf(out,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                LEFT, y_of(f, nll), WIDTH - RIGHT, LEFT - 6, y_of(f, nll) + 4, nll);
    }
    for (double pieces = 0; pieces <= f->right; pieces += pieces_step)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                x_of(f, pieces), HEIGHT - BOTTOM + 18, pieces * 1e-6);
    fprintf(out,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">million target pieces</text>\n"
            "<text x=\"%d\" y=\"%d\">negative log-likelihood a piece: "
            "<tspan class=\"train-name\">training</tspan>, "
            "<tspan class=\"dev-name\">held-out text</tspan></text>\n",
            WIDTH - RIGHT, HEIGHT - 8, LEFT, TOP - 8);
}

static void draw(FILE *out, const curve *c, const frame *f)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<style>rect.page{fill:#fff}text{fill:#333}path{fill:none;stroke-width:1.5}"
            ".grid{stroke:#ddd;stroke-width:1}.train{stroke:#8ab}.dev{stroke:#c40;stroke-width:2}"
            ".train-name{fill:#579}.dev-name{fill:#c40}.falling{fill:#f4f0e4}"
            "@media(prefers-color-scheme:dark){rect.page{fill:#181818}text{fill:#ccc}"
            ".grid{stroke:#333}.dev{stroke:#fa6}.dev-name{fill:#fa6}.train-name{fill:#8ab}"
            ".falling{fill:#26241c}}</style>\n"
            "<rect class=\"page\" width=\"%d\" height=\"%d\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    if (c->cool_from > 0 && c->cool_from < f->right)
        fprintf(out, "<rect class=\"falling\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
                x_of(f, c->cool_from), TOP, WIDTH - RIGHT - x_of(f, c->cool_from),
                HEIGHT - TOP - BOTTOM);
    draw_axes(out, f);
    draw_line(out, f, &c->train, "train");
    draw_line(out, f, &c->dev, "dev");
    fputs("</svg>\n", out);
}

void curve_draw(const curve *c, const char *path)
{
    frame f = {.right = 1, .bottom = 1e9, .top = 0};
    tr_file_writer w;

    widen(&f, &c->train);
    widen(&f, &c->dev);
    if (f.top <= f.bottom || tr_file_create(&w, path, NULL) < 0) return;
    draw(w.stream, c, &f);
    tr_file_commit(&w, NULL);
}
