/* dotprod.c - for NEON with the dot products of Armv8.2 (FEAT_DotProd). */
#include "kernels/kernels.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/coefficients.h"

#ifdef __FAST_MATH__
#error "fast-math changes the results that the kernels define"
#endif

#include "kernels/arm/lanes_neon.inc"

#include "kernels/lanes.inc"
#include "kernels/tiles.inc"

#include "kernels/arm/sdot.inc"

#include "kernels/heads.inc"
#include "kernels/products.inc"

void tr_kernels_dotprod(tr_kernels *k)
{
    *k = all_kernels;
}
