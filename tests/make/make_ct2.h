/*
 * make_ct2.h - CTranslate2's model.bin for tests, byte by byte from its model_spec.py; any field
 * can be made wrong.
 */
#ifndef MAKE_CT2_H
#define MAKE_CT2_H

#include "make_npz.h"

/* Types as the file numbers them. */
enum { CT2_F32, CT2_S8, CT2_S16, CT2_S32, CT2_F16, CT2_BF16 };

static const size_t ct2_widths[] = {4, 1, 2, 4, 2, 2};

typedef struct ct2_maker {
    int version;
    const char *spec; /* NULL: TransformerSpec */
    uint32_t revision;
    tr_buf variables, aliases, bytes; /* bytes: the file, once it is made */
    uint32_t n_variables, n_aliases;

    uint32_t count_change; /* of the number of variables */
    int64_t size_change;   /* of the bytes of those that are added from now on */
} ct2_maker;

static inline void ct2_put_text(tr_buf *b, const char *text)
{
    put_le(b, strlen(text) + 1, 2);
    tr_buf_add(b, text, strlen(text) + 1);
}

static inline void ct2_add_shaped(ct2_maker *m, const char *name, int type, unsigned n_dims,
                                  const uint32_t *dims, const void *data, size_t n)
{
    tr_buf *b = &m->variables;
    const size_t width = ct2_widths[type];
    const uint64_t size = n * width + (uint64_t)m->size_change;

    ct2_put_text(b, name);
    put_le(b, n_dims, 1);
    for (unsigned i = 0; i < n_dims; i++)
        put_le(b, dims[i], 4);
    put_le(b, m->version < 4 ? width : (uint64_t)type, 1);
    put_le(b, m->version < 4 ? size / width : size, 4);
    tr_buf_add(b, data, n * width);
    m->n_variables++;
}

/* An array [rows, columns]; columns 0: [rows]; rows 0 as well: one number. */
static inline void ct2_add(ct2_maker *m, const char *name, int type, uint32_t rows,
                           uint32_t columns, const void *data)
{
    const size_t n = (size_t)(rows ? rows : 1) * (columns ? columns : 1);
    ct2_add_shaped(m, name, type, (rows != 0) + (columns != 0), (uint32_t[]){rows, columns}, data,
                   n);
}

static inline void ct2_add_number(ct2_maker *m, const char *name, int type, int x)
{
    const char bytes[4] = {(char)x, (char)(x >> 8), (char)(x >> 16), (char)(x >> 24)};
    ct2_add(m, name, type, 0, 0, bytes);
}

static inline void ct2_add_alias(ct2_maker *m, const char *alias, const char *name)
{
    ct2_put_text(&m->aliases, alias);
    ct2_put_text(&m->aliases, name);
    m->n_aliases++;
}

/* Puts the parts together; the caller frees m->bytes. */
static inline void ct2_end(ct2_maker *m)
{
    tr_buf *b = &m->bytes;

    put_le(b, (uint64_t)m->version, 4);
    if (m->version >= 2) {
        ct2_put_text(b, m->spec ? m->spec : "TransformerSpec");
        put_le(b, m->revision, 4);
    }
    put_le(b, m->n_variables + m->count_change, 4);
    tr_buf_add(b, tr_buf_text(&m->variables), m->variables.len);
    if (m->version >= 3) {
        put_le(b, m->n_aliases, 4);
        tr_buf_add(b, tr_buf_text(&m->aliases), m->aliases.len);
    }
    tr_buf_free(&m->variables);
    tr_buf_free(&m->aliases);
}

#endif
