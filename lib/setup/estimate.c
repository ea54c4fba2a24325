#include "setup/estimate.h"

#include <float.h>
#include <math.h>

#include "base/numbers/scalar.h"

float tr_estimate(const tr_nmt *m, double sum, size_t n)
{
    if (!n || isnan(sum)) return NAN;
    const double mean = sum / (double)n, scaled = (double)m->quality.slope * mean;
    const double quality = 1 / (1 + tr_exp(-((double)m->quality.bias + scaled)));
    return quality > (double)FLT_MIN ? (float)quality : FLT_MIN;
}
