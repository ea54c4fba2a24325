/*
 * quality.h - coefficients of the estimate of how good a translation is (setup/estimate.h): in
 * files, and fitted.  translate-model(5) describes the keys.
 */
#ifndef TR_QUALITY_H
#define TR_QUALITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/gguf_write.h"
#include "model/keys.h"

enum { TR_QUALITY_VERSION = 1, TR_QUALITY_LEAST = 200 /* lines for a fit */ };

/* Coefficients, and on how many lines they were fitted; 0: on none, as the default, which fits most
 * networks. */
typedef struct tr_quality {
    uint32_t version; /* that the file says; 0: none.  Only of TR_QUALITY_VERSION are the rest */
    float bias, slope;
    uint32_t lines;
} tr_quality;

#define TR_QUALITY_DEFAULT ((tr_quality){.bias = 1.5F, .slope = 3.1F})

/* Reads the keys; the default where there are none, or where they are of another version.
 * TR_EFORMAT in k->rc for a number that is not finite, and for a slope below 0. */
void tr_quality_read(tr_quality *q, tr_keys *k);

/* Writes the keys; `lines` above 0. */
void tr_quality_write(const tr_quality *q, tr_gguf_writer *w);

/* Other numbers for keys that were written, once the file is complete. */
int tr_quality_rewrite(const tr_quality *q, tr_gguf_writer *w, tr_error *err);

/* Fits the coefficients on n translations: mean [n] log-probabilities of a token, and what the
 * estimate should be, target [n] from 0 to 1.  Maximum likelihood of a fractional logit, by Newton.
 * False where no slope above 0 fits: *q stays. */
bool tr_quality_fit(tr_quality *q, const double *mean, const double *target, size_t n);

#endif
