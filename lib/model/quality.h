/* quality.h - coefficients of the estimate of how good a translation is (setup/estimate.h). */
#ifndef TR_QUALITY_H
#define TR_QUALITY_H

#include <stdint.h>

/* Coefficients, and on how many lines they were fitted; 0: on none, as the default, which fits most
 * networks. */
typedef struct tr_quality {
    float bias, slope;
    uint32_t lines;
} tr_quality;

#define TR_QUALITY_DEFAULT ((tr_quality){.bias = 1.5F, .slope = 3.1F})

#endif
