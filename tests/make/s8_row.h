/* s8_row.h - whether int8 stand for a row of weights as well as they should. */
#ifndef S8_ROW_H
#define S8_ROW_H

#include <stddef.h>
#include <stdint.h>

/* q [n] times the scale leave no more squared error of w than rounding at max |w| / 127 does, and
 * no other scale leaves less: what is left is orthogonal to q. */
void check_s8_row(const float *w, const int8_t *q, size_t n, float scale);

#endif
