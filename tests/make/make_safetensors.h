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
static inline tr_buf safetensors_bytes(const char *header, uint64_t change, const void *data,
                                       size_t n)
{
    const uint64_t len = strlen(header) + change;
    tr_buf out = {0};

    for (int i = 0; i < 8; i++)
        tr_buf_add(&out, &(char){(char)(len >> 8 * i)}, 1);
    tr_buf_add_string(&out, header);
    tr_buf_add(&out, data, n);
    return out;
}

/* Tensors one behind the other. */
typedef struct safetensors_maker {
    tr_buf header, data;
} safetensors_maker;

static inline void safetensors_add(safetensors_maker *m, const char *name, const char *dtype,
                                   const char *shape, const void *data, size_t size)
{
    tr_buf_printf(&m->header,
                  "%c\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]}",
                  m->header.len ? ',' : '{', name, dtype, shape, m->data.len, m->data.len + size);
    tr_buf_add(&m->data, data, size);
}

/* The whole file, the caller's to free; the maker is empty again. */
static inline tr_buf safetensors_end(safetensors_maker *m)
{
    tr_buf_add_string(&m->header, m->header.len ? "}" : "{}");
    const tr_buf out = safetensors_bytes(m->header.data, 0, tr_buf_text(&m->data), m->data.len);
    tr_buf_free(&m->header);
    tr_buf_free(&m->data);
    return out;
}

#endif
