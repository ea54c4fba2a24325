#include "make_ct2.h"

static const size_t ct2_widths[] = {4, 1, 2, 4, 2, 2};

static void ct2_put_text(tr_buf *b, const char *text)
{
    put_le(b, strlen(text) + 1, 2);
    tr_buf_add(b, text, strlen(text) + 1);
}

void ct2_add_shaped(ct2_maker *m, const char *name, int type, unsigned n_dims, const uint32_t *dims,
                    const void *data, size_t n)
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

void ct2_add(ct2_maker *m, const char *name, int type, uint32_t rows, uint32_t columns,
             const void *data)
{
    const size_t n = (size_t)(rows ? rows : 1) * (columns ? columns : 1);
    ct2_add_shaped(m, name, type, (rows != 0) + (columns != 0), (uint32_t[]){rows, columns}, data,
                   n);
}

void ct2_add_number(ct2_maker *m, const char *name, int type, int x)
{
    const char bytes[4] = {(char)x, (char)(x >> 8), (char)(x >> 16), (char)(x >> 24)};
    ct2_add(m, name, type, 0, 0, bytes);
}

void ct2_add_alias(ct2_maker *m, const char *alias, const char *name)
{
    ct2_put_text(&m->aliases, alias);
    ct2_put_text(&m->aliases, name);
    m->n_aliases++;
}

void ct2_end(ct2_maker *m)
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
