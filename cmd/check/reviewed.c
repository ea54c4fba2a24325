#include "check/reviewed.h"

#include <math.h>

double review_quality(const review_sum *s)
{
    return s->characters > 0 ? s->weighted / s->characters : NAN;
}
