#include "stamp.h"

#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "formats/gguf_read.h"

/*
 * A file is: magic and version (8 bytes), the numbers of tensors and of values (8 each), the
 * values, the table of tensors, zeros up to a multiple of the alignment, the tensors.  Offsets in
 * the table count from the first tensor, so that what stands before may change its length.
 */
enum { COUNTS_AT = 8, VALUES_AT = 24 };
static const char origin_key[] = "general.source.url";

static void add_number(tr_buf *b, uint64_t n, size_t bytes)
{
    unsigned char text[8];
    for (size_t i = 0; i < bytes; i++)
        text[i] = (unsigned char)(n >> 8 * i);
    tr_buf_add(b, text, bytes);
}

/* The bytes of a value's key, type, and count if it has one, and of the value. */
static size_t record_size(const tr_gguf_value *v)
{
    const size_t count = v->type == TR_GGUF_STRING ? 8 : v->type == TR_GGUF_ARRAY ? 4 + 8 : 0;
    return 8 + strlen(v->key) + 4 + count + v->size;
}

static void add_values(tr_buf *b, const tr_gguf *g, const char *origin)
{
    const unsigned char *next = g->file.data + VALUES_AT;

    for (size_t i = 0; i < g->n_values; i++) {
        const size_t n = record_size(&g->values[i]);
        if (strcmp(g->values[i].key, origin_key) != 0) tr_buf_add(b, next, n);
        next += n;
    }
    add_number(b, strlen(origin_key), 8);
    tr_buf_add_string(b, origin_key);
    add_number(b, TR_GGUF_STRING, 4);
    add_number(b, strlen(origin), 8);
    tr_buf_add_string(b, origin);
}

static void add_table(tr_buf *b, const tr_gguf *g)
{
    size_t at = VALUES_AT, n = 0;

    for (size_t i = 0; i < g->n_values; i++)
        at += record_size(&g->values[i]);
    for (size_t i = 0; i < g->n_tensors; i++)
        n += 8 + strlen(g->tensors[i].name) + 4 + 8 * g->tensors[i].n_dims + 4 + 8;
    tr_buf_add(b, g->file.data + at, n);
    while (!b->failed && b->len % TR_GGUF_ALIGN)
        tr_buf_add(b, "", 1);
}

static void make_head(tr_buf *b, const tr_gguf *g, const char *origin)
{
    const bool has_origin = tr_gguf_find(g, origin_key) != NULL;

    tr_buf_add(b, g->file.data, COUNTS_AT);
    add_number(b, g->n_tensors, 8);
    add_number(b, g->n_values + !has_origin, 8);
    add_values(b, g, origin);
    add_table(b, g);
}

/* Where the tensors begin. */
static uint64_t data_at(const tr_gguf *g)
{
    uint64_t first = g->file.size;
    for (size_t i = 0; i < g->n_tensors; i++)
        if (g->tensors[i].offset < first) first = g->tensors[i].offset;
    return first;
}

static int write_copy(const tr_gguf *g, const tr_buf *head, const char *to, tr_error *err)
{
    const uint64_t at = data_at(g);
    tr_file_writer w;

    const int rc = tr_file_create(&w, to, err);
    if (rc < 0) return rc;
    fwrite(head->data, 1, head->len, w.stream);
    fwrite(g->file.data + at, 1, g->file.size - at, w.stream);
    return tr_file_commit(&w, err);
}

int stamp_copy(const char *from, const char *to, const char *origin, tr_error *err)
{
    tr_buf head = {0};
    tr_gguf g;

    int rc = tr_gguf_open(&g, from, err);
    if (rc < 0) return rc;
    make_head(&head, &g, origin);
    rc = head.failed ? tr_fail_memory(err) : write_copy(&g, &head, to, err);
    tr_buf_free(&head);
    tr_gguf_close(&g);
    return rc;
}
