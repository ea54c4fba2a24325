#include "base/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tr_ends_in(const char *text, const char *end)
{
    const size_t len = strlen(text), n = strlen(end);
    return len >= n && !strcmp(text + len - n, end);
}

size_t tr_size_mul(size_t a, size_t b)
{
    return b && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

int tr_reserve(void **p, size_t *capacity, size_t n, size_t size)
{
    if (n <= *capacity) return 0;
    size_t want = *capacity < SIZE_MAX / 2 && 2 * *capacity > n ? 2 * *capacity : n;
    if (want < 16) want = 16;
    const size_t bytes = tr_size_mul(want, size);
    if (bytes == SIZE_MAX) return -1;
    void *grown = realloc(*p, bytes);
    if (!grown) return -1;
    *p = grown;
    *capacity = want;
    return 0;
}

void *tr_room(void *p, size_t *capacity, size_t n, size_t size, bool *failed)
{
    *failed = tr_reserve(&p, capacity, n, size) < 0 || *failed;
    return p;
}

void tr_buf_free(tr_buf *b)
{
    free(b->data);
    *b = (tr_buf){0};
}

void tr_buf_clear(tr_buf *b)
{
    b->len = 0;
    b->failed = false;
    if (b->data) b->data[0] = '\0';
}

/* Room for `n` more bytes and the NUL after them. */
static bool make_room(tr_buf *b, size_t n)
{
    void *data = b->data;
    if (b->failed || n >= SIZE_MAX - b->len ||
        tr_reserve(&data, &b->capacity, b->len + n + 1, 1) < 0) {
        b->failed = true;
        return false;
    }
    b->data = data;
    return true;
}

void tr_buf_reserve(tr_buf *b, size_t n)
{
    if (b->failed || n >= SIZE_MAX - b->len || b->len + n < b->capacity) return;
    void *const grown = realloc(b->data, b->len + n + 1);
    b->failed = !grown;
    if (!grown) return;
    b->data = grown;
    b->data[b->len] = '\0';
    b->capacity = b->len + n + 1;
}

void tr_buf_add(tr_buf *b, const void *bytes, size_t n)
{
    if (!make_room(b, n)) return;
    if (n) memcpy(b->data + b->len, bytes, n);
    b->len += n;
    b->data[b->len] = '\0';
}

void tr_buf_add_string(tr_buf *b, const char *s)
{
    tr_buf_add(b, s, strlen(s));
}

void tr_buf_printf(tr_buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0) {
        b->failed = true;
        return;
    }
    if (!make_room(b, (size_t)n)) return;
    va_start(ap, fmt);
    vsnprintf(b->data + b->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->len += (size_t)n;
}

const char *tr_buf_text(const tr_buf *b)
{
    return b->data ? b->data : "";
}

char *tr_buf_take(tr_buf *b)
{
    if (!b->data) tr_buf_add(b, "", 0);
    char *data = b->failed ? NULL : b->data;
    if (b->failed) free(b->data);
    *b = (tr_buf){0};
    return data;
}
