#include "gguf_bytes.h"

#include "formats/gguf_read.h"
#include "unit/scratch.h"

void u32(tr_buf *b, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        tr_buf_add(b, &(unsigned char){(unsigned char)(x >> 8 * i)}, 1);
}

void u64(tr_buf *b, uint64_t x)
{
    u32(b, (uint32_t)x);
    u32(b, (uint32_t)(x >> 32));
}

void text(tr_buf *b, const char *s)
{
    u64(b, strlen(s));
    tr_buf_add_string(b, s);
}

void header(tr_buf *b, uint64_t n_tensors, uint64_t n_values)
{
    tr_buf_add_string(b, "GGUF");
    u32(b, 3);
    u64(b, n_tensors);
    u64(b, n_values);
}

void key(tr_buf *b, const char *name, uint32_t type)
{
    text(b, name);
    u32(b, type);
}

void alignment(tr_buf *b, uint32_t n)
{
    key(b, "general.alignment", TR_GGUF_UINT32);
    u32(b, n);
}

void row(tr_buf *b, const char *name, uint32_t type, uint64_t n, uint64_t offset)
{
    text(b, name);
    u32(b, 1);
    u64(b, n);
    u32(b, type);
    u64(b, offset);
}

void pad(tr_buf *b)
{
    while (b->len % 64)
        tr_buf_add(b, "", 1);
}

void small(tr_buf *b)
{
    header(b, 2, 3);
    key(b, "general.architecture", TR_GGUF_STRING);
    text(b, "nmt");
    alignment(b, 64);
    key(b, "x.words", TR_GGUF_ARRAY);
    u32(b, TR_GGUF_STRING);
    u64(b, 2);
    text(b, "one");
    text(b, "");
    text(b, "a");
    u32(b, 2);
    u64(b, 2); /* fastest first */
    u64(b, 3);
    u32(b, TR_TENSOR_F32);
    u64(b, 0);
    row(b, "b", TR_TENSOR_I8, 5, 64);
    pad(b);
    const float a[6] = {0.5f, -1, 2, -4, 8, -16};
    tr_buf_add(b, a, sizeof a);
    pad(b);
    tr_buf_add_string(b, "hello");
    pad(b);
}

int open_bytes(tr_buf *b, tr_gguf *g, tr_error *err)
{
    scratch s;
    scratch_open(&s);
    ck_assert(!b->failed);
    const char *path = scratch_file(&s, "x.gguf");
    write_file(path, b->data, b->len);
    const int rc = tr_gguf_open(g, path, err);
    scratch_close(&s);
    tr_buf_free(b);
    return rc;
}
