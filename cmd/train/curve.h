/* curve.h - the learning curve: points as they come, and a picture of them. */
#ifndef CURVE_H
#define CURVE_H

#include <stddef.h>

typedef struct curve_point {
    double pieces; /* target pieces so far */
    double value;  /* nll a piece, or BLEU */
} curve_point;

typedef struct curve_line {
    curve_point *points;
    size_t n, room;
} curve_line;

typedef struct curve {
    curve_line train, dev, bleu;
    double cool_from; /* pieces from which the rate falls; 0: it does not yet */
} curve;

void curve_add(curve_line *line, double pieces, double value);
void curve_free(curve *c);

/* Points of a log of before, up to `step`.  A log that is not there has none. */
void curve_read_log(curve *c, const char *path, size_t step);

/* Writes the picture (SVG); its file is complete or not there.  Nothing happens when it cannot be
 * written: the next one may be. */
void curve_draw(const curve *c, const char *path);

#endif
