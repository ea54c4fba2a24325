#include "check/reviewed.h"

#include <math.h>
#include <stdio.h>

double review_quality(const review_sum *s)
{
    return s->characters > 0 ? s->weighted / s->characters : NAN;
}

review_shown review_show(float quality)
{
    review_shown s;
    /* a limit as 0.29 is no float: what is above it by less than rounding is it */
    snprintf(s.text, sizeof s.text, "%.2f", floor((double)quality * 100 + 1e-4) / 100);
    return s;
}
