#include "make_npz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void put_le(tr_buf *b, uint64_t x, int width)
{
    for (int i = 0; i < width; i++)
        tr_buf_add(b, &(char){(char)(x >> 8 * i)}, 1);
}

unsigned char *deflated(const void *data, size_t n, size_t *out_n)
{
    z_stream z = {0};
    deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    const size_t room = deflateBound(&z, (uLong)n);
    unsigned char *out = malloc(room);
    z.next_in = (unsigned char *)data;
    z.avail_in = (uInt)n;
    z.next_out = out;
    z.avail_out = (uInt)room;
    deflate(&z, Z_FINISH);
    *out_n = z.total_out;
    deflateEnd(&z);
    return out;
}

void zip_add(zip_maker *z, const char *name, const void *data, size_t n)
{
    const uint64_t offset = z->bytes.len + (uint64_t)z->offset_change;
    const uint64_t size = n + (uint64_t)z->size_change;
    const uint32_t crc = (uint32_t)crc32(0, data, (uInt)n) ^ z->crc_change;
    const char *local = z->local_name ? z->local_name : name;
    size_t stored = n;
    unsigned char *packed = z->method == 8 ? deflated(data, n, &stored) : NULL;

    put_le(&z->bytes, 0x04034b50, 4);
    put_le(&z->bytes, 45, 2);
    put_le(&z->bytes, z->flags, 2);
    put_le(&z->bytes, z->method, 2);
    put_le(&z->bytes, 0, 4); /* time, date */
    put_le(&z->bytes, crc, 4);
    put_le(&z->bytes, z->zip64 ? UINT32_MAX : stored, 4);
    put_le(&z->bytes, z->zip64 ? UINT32_MAX : size, 4);
    put_le(&z->bytes, strlen(local), 2);
    put_le(&z->bytes, z->zip64 ? 20 : 0, 2);
    tr_buf_add_string(&z->bytes, local);
    if (z->zip64) {
        put_le(&z->bytes, 1, 2);
        put_le(&z->bytes, 16, 2);
        put_le(&z->bytes, size, 8);
        put_le(&z->bytes, stored, 8);
    }
    tr_buf_add(&z->bytes, packed ? packed : data, stored);
    free(packed);

    tr_buf *d = &z->directory;
    put_le(d, 0x02014b50, 4);
    put_le(d, 45, 2);
    put_le(d, 45, 2);
    put_le(d, z->flags, 2);
    put_le(d, z->method, 2);
    put_le(d, 0, 4);
    put_le(d, crc, 4);
    put_le(d, z->zip64 ? UINT32_MAX : stored, 4);
    put_le(d, z->zip64 ? UINT32_MAX : size, 4);
    put_le(d, strlen(name), 2);
    put_le(d, z->zip64 ? 28 : 0, 2);
    put_le(d, 0, 2); /* comment */
    put_le(d, 0, 2); /* disk */
    put_le(d, 0, 6); /* attributes */
    put_le(d, z->zip64 ? UINT32_MAX : offset, 4);
    tr_buf_add_string(d, name);
    if (z->zip64) {
        put_le(d, 1, 2);
        put_le(d, 24, 2);
        put_le(d, size, 8);
        put_le(d, stored, 8);
        put_le(d, offset, 8);
    }
    z->n++;
}

void zip_end(zip_maker *z, const char *comment)
{
    tr_buf *b = &z->bytes;
    const uint64_t offset = b->len, size = z->directory.len;

    tr_buf_add(b, tr_buf_text(&z->directory), z->directory.len);
    if (z->zip64) {
        const uint64_t end = b->len;
        put_le(b, 0x06064b50, 4);
        put_le(b, 44, 8);
        put_le(b, 45, 2);
        put_le(b, 45, 2);
        put_le(b, 0, 8); /* disks */
        put_le(b, z->n, 8);
        put_le(b, z->n, 8);
        put_le(b, size, 8);
        put_le(b, offset, 8);
        put_le(b, 0x07064b50, 4);
        put_le(b, 0, 4);
        put_le(b, end, 8);
        put_le(b, 1, 4);
    }
    put_le(b, 0x06054b50, 4);
    put_le(b, 0, 4);
    put_le(b, z->zip64 ? UINT16_MAX : z->n, 2);
    put_le(b, z->zip64 ? UINT16_MAX : z->n, 2);
    put_le(b, z->zip64 ? UINT32_MAX : size, 4);
    put_le(b, z->zip64 ? UINT32_MAX : offset, 4);
    put_le(b, strlen(comment), 2);
    tr_buf_add_string(b, comment);
    tr_buf_free(&z->directory);
}

/* A .npy file of the header text `dictionary`, unpadded, and `data` [n]. */
static void npy_bytes(tr_buf *out, int version, const char *dictionary, const void *data, size_t n)
{
    tr_buf_add(out, "\x93NUMPY", 6);
    put_le(out, (uint64_t)version, 2);
    put_le(out, strlen(dictionary), version == 1 ? 2 : 4);
    tr_buf_add_string(out, dictionary);
    tr_buf_add(out, data, n);
}

void npz_add(zip_maker *z, const char *name, int version, const char *dictionary, const void *data,
             size_t n)
{
    tr_buf npy = {0}, member = {0};

    npy_bytes(&npy, version, dictionary, data, n);
    tr_buf_printf(&member, "%s.npy", name);
    zip_add(z, member.data, npy.data, npy.len);
    tr_buf_free(&npy);
    tr_buf_free(&member);
}

void npz_add_floats(zip_maker *z, const char *name, size_t rows, size_t columns, const float *x)
{
    char dictionary[160];
    snprintf(dictionary, sizeof dictionary,
             "{'descr': '<f4', 'fortran_order': False, 'shape': (%zu, %zu), }      \n", rows,
             columns);
    npz_add(z, name, 1, dictionary, x, rows * columns * sizeof *x);
}

void npz_add_text(zip_maker *z, const char *name, const char *text)
{
    char dictionary[160];
    snprintf(dictionary, sizeof dictionary,
             "{'descr': '|i1', 'fortran_order': False, 'shape': (%zu,), }\n", strlen(text) + 1);
    npz_add(z, name, 1, dictionary, text, strlen(text) + 1);
}
