#include "make_safetensors.h"

#include <string.h>

tr_buf safetensors_bytes(const char *header, uint64_t change, const void *data, size_t n)
{
    const uint64_t len = strlen(header) + change;
    tr_buf out = {0};

    for (int i = 0; i < 8; i++)
        tr_buf_add(&out, &(char){(char)(len >> 8 * i)}, 1);
    tr_buf_add_string(&out, header);
    tr_buf_add(&out, data, n);
    return out;
}

void safetensors_add(safetensors_maker *m, const char *name, const char *dtype, const char *shape,
                     const void *data, size_t size)
{
    tr_buf_printf(&m->header,
                  "%c\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]}",
                  m->header.len ? ',' : '{', name, dtype, shape, m->data.len, m->data.len + size);
    tr_buf_add(&m->data, data, size);
}

tr_buf safetensors_end(safetensors_maker *m)
{
    tr_buf_add_string(&m->header, m->header.len ? "}" : "{}");
    const tr_buf out = safetensors_bytes(m->header.data, 0, tr_buf_text(&m->data), m->data.len);
    tr_buf_free(&m->header);
    tr_buf_free(&m->data);
    return out;
}
