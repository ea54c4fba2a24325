/*
 * buf.h - growable arrays: bytes of text, and tables that grow while a file is read; and what
 * strings and sizes want everywhere.
 *
 * A failed allocation sets `failed` and drops what would have been added; callers append freely
 * and check once at the end.  Not for the network, which allocates nothing.
 */
#ifndef TR_BUF_H
#define TR_BUF_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tr_buf {
    char *data; /* NUL-terminated whenever it is not NULL */
    size_t len, capacity;
    bool failed;
} tr_buf;

void tr_buf_free(tr_buf *b);
void tr_buf_clear(tr_buf *b);             /* empties it and forgets a failure; keeps the memory */
void tr_buf_reserve(tr_buf *b, size_t n); /* room for exactly n bytes more */
void tr_buf_add(tr_buf *b, const void *bytes, size_t n);
void tr_buf_add_string(tr_buf *b, const char *s);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tr_buf_printf(tr_buf *b, const char *fmt, ...);

/* The text so far, "" when there is none. */
const char *tr_buf_text(const tr_buf *b);

/* Hands the memory over (never NULL unless the buffer failed) and leaves `b` empty. */
char *tr_buf_take(tr_buf *b);

/* Room for `n` elements of `size` bytes in the array *p, of which there is room for *capacity:
 * 0, or -1 out of memory with *p as it was.  Growth doubles; sizes are checked for overflow. */
int tr_reserve(void **p, size_t *capacity, size_t n, size_t size);

/* True if `end` is how `text` ends. */
bool tr_ends_in(const char *text, const char *end);

/* a * b, or SIZE_MAX when it does not fit. */
size_t tr_size_mul(size_t a, size_t b);

#endif
