/*
 * make_safetensors.h - .safetensors files for tests, byte by byte from the format's description;
 * the header can be anything.
 */
#ifndef MAKE_SAFETENSORS_H
#define MAKE_SAFETENSORS_H

#include <stdint.h>
#include <string.h>

#include "base/buf.h"

/* A length, a header and data, the caller's to free; `change` is added to the length. */
tr_buf safetensors_bytes(const char *header, uint64_t change, const void *data, size_t n);

/* Tensors one after the other. */
typedef struct safetensors_maker {
    tr_buf header, data;
} safetensors_maker;

void safetensors_add(safetensors_maker *m, const char *name, const char *dtype, const char *shape,
                     const void *data, size_t size);

/* The whole file, the caller's to free; the maker is empty again. */
tr_buf safetensors_end(safetensors_maker *m);

#endif
