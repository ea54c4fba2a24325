/*
 * scalar.h - functions of one number whose bits decide a score.
 *
 * Plain additions, multiplications and divisions in a fixed order, so that they give the same
 * bits on every machine, which no libm promises.  Relative error below 1e-13 (of tr_pow: while
 * |a log x| <= 100; it grows with the logarithm).
 */
#ifndef TR_SCALAR_H
#define TR_SCALAR_H

double tr_log(double x);           /* x > 0 and finite; else NaN (-infinity for 0) */
double tr_exp(double x);           /* 0 from -746 on, infinity from 710 on */
double tr_pow(double x, double a); /* x > 0; exact for a = 0 and a = 1 */

#endif
