/*
 * cursor.h - a walk over bytes that somebody else wrote: little-endian numbers, checked bounds.
 *
 * Reading past the end sets `failed` and gives zeros (or NULL) from then on; readers take what a
 * record holds and check once after it.
 */
#ifndef TR_CURSOR_H
#define TR_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tr_cursor {
    const unsigned char *next;
    size_t left; /* bytes from `next` on */
    bool failed;
} tr_cursor;

/* The bytes from `offset` to the end of data [size]; failed when it lies after the end. */
static inline tr_cursor tr_cursor_at(const unsigned char *data, size_t size, uint64_t offset)
{
    if (offset > size) return (tr_cursor){.failed = true};
    return (tr_cursor){.next = data ? data + offset : data, .left = size - (size_t)offset};
}

/* The next `n` bytes, or NULL when there are fewer (or, as bytes of an empty file, none). */
static inline const unsigned char *tr_cursor_take(tr_cursor *c, uint64_t n)
{
    if (c->failed || n > c->left) {
        c->failed = true;
        c->left = 0; /* so that a loop over what is left ends */
        return NULL;
    }
    const unsigned char *p = c->next;
    if (n) c->next += n;
    c->left -= (size_t)n;
    return p;
}

static inline uint64_t tr_cursor_number(tr_cursor *c, size_t width)
{
    const unsigned char *p = tr_cursor_take(c, width);
    uint64_t x = 0;
    for (size_t i = 0; p && i < width; i++)
        x |= (uint64_t)p[i] << 8 * i;
    return x;
}

static inline uint8_t tr_cursor_u8(tr_cursor *c)
{
    return (uint8_t)tr_cursor_number(c, 1);
}

static inline uint16_t tr_cursor_u16(tr_cursor *c)
{
    return (uint16_t)tr_cursor_number(c, 2);
}

static inline uint32_t tr_cursor_u32(tr_cursor *c)
{
    return (uint32_t)tr_cursor_number(c, 4);
}

static inline uint64_t tr_cursor_u64(tr_cursor *c)
{
    return tr_cursor_number(c, 8);
}

#endif
