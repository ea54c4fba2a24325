/*
 * safetensors.h - .safetensors files.
 *
 * The format: the length of a header (u64), the header, a JSON object that gives each array's
 * type, shape and place, and the data.  As in the reference implementation, the arrays cover the
 * data without gap or overlap.
 */
#ifndef TR_SAFETENSORS_H
#define TR_SAFETENSORS_H

#include "formats/arrays.h"

extern const tr_arrays_format tr_safetensors;

#endif
