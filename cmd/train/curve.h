/* curve.h - learning curve: its points, and a picture of them. */
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
    double cool_from; /* pieces from which the rate falls; 0: not yet */
} curve;

void curve_add(curve_line *line, double pieces, double value);
void curve_free(curve *c);

/* Adds the points of an earlier log up to `step`.  A log that does not exist has none. */
void curve_read_log(curve *c, const char *path, size_t step);

/* Writes the picture (SVG) as a whole.  An error is ignored, because the next picture may succeed.
 */
void curve_draw(const curve *c, const char *path);

#endif
