#include "formats/zip_copy.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    LOCAL_SIZE = 30,
    DESCRIPTOR_SIGNATURE = 0x08074b50,
    HAS_DESCRIPTOR = 1 << 3,
    LEVEL = 6,
    /* Where numbers stand in a local header, and how much later in an entry of the directory. */
    FLAGS_AT = 6,
    NUMBERS_AT = 14, /* checksum, stored size, size */
    ENTRY_SHIFT = 2,
    OFFSET_AT = 42,    /* in an entry of the directory */
    DIRECTORY_AT = 16, /* in the end record */
};

/* A member as it is written. */
typedef struct copied {
    size_t member, offset; /* offset: of its new local header */
    uint32_t crc, stored, size;
} copied;

typedef struct job {
    const tr_zip *z;
    const tr_zip_change *changes;
    copied *list; /* [n_members] by place in the archive, then by number */
    tr_buf *out;
    size_t begin; /* where the new archive begins in *out */
    tr_error *err;
} job;

static void put_number(unsigned char *at, size_t x, size_t width)
{
    for (size_t i = 0; i < width; i++)
        at[i] = (unsigned char)(x >> 8 * i);
}

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ---- Members ---- */

static int deflate_bytes(const job *j, const char *bytes, size_t size)
{
    z_stream s = {0};

    if (deflateInit2(&s, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return tr_fail_memory(j->err);
    const size_t bound = deflateBound(&s, size);
    unsigned char *const packed = malloc(bound);
    s.next_in = (unsigned char *)(uintptr_t)bytes;
    s.avail_in = (uInt)size;
    s.next_out = packed;
    s.avail_out = (uInt)bound;
    const int rc = packed ? deflate(&s, Z_FINISH) : Z_MEM_ERROR;
    if (rc == Z_STREAM_END) tr_buf_add(j->out, packed, bound - s.avail_out);
    free(packed);
    deflateEnd(&s);
    return rc == Z_STREAM_END ? 0 : tr_fail_memory(j->err);
}

/* The bytes of a data descriptor after a member's data. */
static size_t descriptor_of(const tr_zip *z, const tr_zip_member *m, size_t next)
{
    const unsigned char *const local = z->data + m->begin;
    const size_t room = next - (size_t)m->end;

    if (!(local[FLAGS_AT] & HAS_DESCRIPTOR)) return 0;
    if (room >= 16 && number_at(z->data + m->end) == DESCRIPTOR_SIGNATURE) return 16;
    return room >= 12 ? 12 : 0;
}

/* A changed member: its header, its new data, and what lies after it up to byte `next`. */
static int write_changed(const job *j, copied *c, size_t next)
{
    const tr_zip_member *const m = &j->z->members[c->member];
    const tr_zip_change *const change = &j->changes[c->member];
    const size_t skipped = descriptor_of(j->z, m, next), header = j->out->len;

    tr_buf_add(j->out, j->z->data + m->begin, m->at - (size_t)m->begin);
    const size_t data = j->out->len;
    int rc = 0;
    if (m->deflated)
        rc = deflate_bytes(j, change->bytes, change->size);
    else
        tr_buf_add(j->out, change->bytes, change->size);
    if (rc < 0 || j->out->failed) return rc < 0 ? rc : tr_fail_memory(j->err);
    c->crc = (uint32_t)crc32(0, (const unsigned char *)change->bytes, (uInt)change->size);
    c->stored = (uint32_t)(j->out->len - data);
    c->size = (uint32_t)change->size;
    unsigned char *const h = (unsigned char *)j->out->data + header;
    h[FLAGS_AT] &= (unsigned char)~HAS_DESCRIPTOR;
    put_number(h + NUMBERS_AT, c->crc, 4);
    put_number(h + NUMBERS_AT + 4, c->stored, 4);
    put_number(h + NUMBERS_AT + 8, c->size, 4);
    tr_buf_add(j->out, j->z->data + m->end + skipped, next - (size_t)m->end - skipped);
    return 0;
}

static int write_members(const job *j)
{
    const tr_zip *const z = j->z;
    const size_t n = z->n_members;
    size_t at = n ? (size_t)z->members[j->list[0].member].begin : z->directory;
    int rc = 0;

    tr_buf_add(j->out, z->data, at);
    for (size_t i = 0; i < n && rc == 0; i++) {
        copied *const c = &j->list[i];
        const tr_zip_member *const m = &z->members[c->member];
        const size_t next =
            i + 1 < n ? (size_t)z->members[j->list[i + 1].member].begin : z->directory;
        c->offset = j->out->len - j->begin;
        if (j->changes[c->member].bytes)
            rc = write_changed(j, c, next);
        else
            tr_buf_add(j->out, z->data + m->begin, next - (size_t)m->begin);
    }
    return rc;
}

/* ---- The directory ---- */

static void write_directory(const job *j, size_t size)
{
    const tr_zip *const z = j->z;
    const size_t to = j->out->len;

    tr_buf_add(j->out, z->data + z->directory, size - z->directory);
    if (j->out->failed) return;
    unsigned char *const directory = (unsigned char *)j->out->data + to;
    for (size_t i = 0; i < z->n_members; i++) {
        const copied *const c = &j->list[i];
        unsigned char *const e = directory + (z->members[c->member].entry - z->directory);
        put_number(e + OFFSET_AT, c->offset, 4);
        if (!j->changes[c->member].bytes) continue;
        e[FLAGS_AT + ENTRY_SHIFT] &= (unsigned char)~HAS_DESCRIPTOR;
        put_number(e + NUMBERS_AT + ENTRY_SHIFT, c->crc, 4);
        put_number(e + NUMBERS_AT + ENTRY_SHIFT + 4, c->stored, 4);
        put_number(e + NUMBERS_AT + ENTRY_SHIFT + 8, c->size, 4);
    }
    put_number(directory + (z->end - z->directory) + DIRECTORY_AT, to - j->begin, 4);
}

/* ---- All ---- */

static int by_header_offset(const void *left, const void *right)
{
    const copied *const a = left, *const b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return a->member < b->member ? -1 : a->member > b->member;
}

/* True if member i of the new archive has the bytes that it was given. */
static bool has_bytes(const tr_zip *z, size_t i, const tr_zip_change *change)
{
    tr_zip_stream s;
    char *const bytes = malloc(change->size + 1);
    bool same = bytes && z->members[i].size == change->size &&
                tr_zip_stream_open(&s, z, &z->members[i], NULL) == 0;

    if (same) {
        same = tr_zip_stream_read(&s, bytes, change->size, NULL) == 0 &&
               !memcmp(bytes, change->bytes, change->size);
        tr_zip_stream_close(&s);
    }
    free(bytes);
    return same;
}

/* Opens the new archive, and reads what has changed. */
static int read_again(const job *j)
{
    const size_t n = j->z->n_members;
    tr_zip again;

    int rc = tr_zip_open(&again, (const unsigned char *)j->out->data + j->begin,
                         j->out->len - j->begin, j->z->path, j->err);
    if (rc < 0) return rc;
    bool same = again.n_members == n;
    for (size_t i = 0; i < n && same; i++)
        if (j->changes[i].bytes) same = has_bytes(&again, i, &j->changes[i]);
    tr_zip_close(&again);
    if (!same) rc = tr_fail(j->err, TR_EFORMAT, "%s: does not come out of an archive", j->z->path);
    return rc;
}

int tr_zip_copy(const tr_zip *z, size_t size, const tr_zip_change *changes, tr_buf *out,
                tr_error *err)
{
    job j = {.z = z, .changes = changes, .out = out, .begin = out->len, .err = err};
    uint64_t sum = size;

    for (size_t i = 0; i < z->n_members; i++)
        if (changes[i].bytes) sum += changes[i].size + changes[i].size / 1000 + 64;
    if (z->is_zip64 || sum >= UINT32_MAX)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: zip64 archives cannot be changed", z->path);
    j.list = calloc(z->n_members + 1, sizeof *j.list);
    if (!j.list) return tr_fail_memory(err);
    for (size_t i = 0; i < z->n_members; i++)
        j.list[i] = (copied){.member = i, .offset = (size_t)z->members[i].begin};
    qsort(j.list, z->n_members, sizeof *j.list, by_header_offset);
    int rc = write_members(&j);
    if (rc == 0) write_directory(&j, size);
    free(j.list);
    if (rc == 0 && out->failed) rc = tr_fail_memory(err);
    return rc == 0 ? read_again(&j) : rc;
}
