#include "formats/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "formats/cursor.h"

enum {
    END_SIGNATURE = 0x06054b50,
    END_SIZE = 22,
    END64_SIGNATURE = 0x06064b50,
    END64_LOCATOR_SIGNATURE = 0x07064b50,
    END64_LOCATOR_SIZE = 20,
    ENTRY_SIGNATURE = 0x02014b50,
    ENTRY_SIZE = 46,
    LOCAL_SIGNATURE = 0x04034b50,
    EXTRA_ZIP64 = 1,
    STORED = 0,
    DEFLATED = 8
};

/* The directory's place, as the end record (or its zip64 form) gives it. */
typedef struct directory {
    uint64_t n_entries, size, offset;
    size_t end; /* where the end records start: nothing else may reach it */
    bool is_zip64;
} directory;

/* An entry of the central directory. */
typedef struct entry {
    const unsigned char *name;
    uint16_t flags, method, name_len, extra_len, comment_len;
    uint32_t crc;
    uint64_t stored, size, disk, offset;
    bool is_zip64;
} entry;

/* A comment of up to 65 535 bytes may follow the end record, and hold anything. */
static int find_end_record(const tr_zip *z, const unsigned char *data, size_t size, size_t *end,
                           tr_error *err)
{
    const size_t limit = END_SIZE + UINT16_MAX;

    for (size_t back = END_SIZE; back <= size && back <= limit; back++) {
        tr_cursor c = tr_cursor_at(data, size, size - back);
        if (tr_cursor_u32(&c) != END_SIGNATURE) continue;
        tr_cursor_take(&c, 16);
        const uint16_t comment_len = tr_cursor_u16(&c);
        if (comment_len != c.left) continue;
        *end = size - back;
        return 0;
    }
    return tr_fail(err, TR_EFORMAT, "%s: is not a zip archive, or its end is missing", z->path);
}

static int read_end64(const tr_zip *z, const unsigned char *data, directory *d, tr_error *err)
{
    if (d->end < END64_LOCATOR_SIZE) return 0;
    tr_cursor locator = tr_cursor_at(data, d->end, d->end - END64_LOCATOR_SIZE);
    if (tr_cursor_u32(&locator) != END64_LOCATOR_SIGNATURE) return 0;

    const uint32_t disk = tr_cursor_u32(&locator);
    const uint64_t offset = tr_cursor_u64(&locator);
    const uint32_t n_disks = tr_cursor_u32(&locator);
    tr_cursor c = tr_cursor_at(data, d->end - END64_LOCATOR_SIZE, offset);
    const uint32_t signature = tr_cursor_u32(&c);
    tr_cursor_take(&c, 8 + 2 + 2); /* the record's size, versions */
    const uint32_t this_disk = tr_cursor_u32(&c), first_disk = tr_cursor_u32(&c);
    const uint64_t here = tr_cursor_u64(&c);
    d->n_entries = tr_cursor_u64(&c);
    d->size = tr_cursor_u64(&c);
    d->offset = tr_cursor_u64(&c);
    if (c.failed || signature != END64_SIGNATURE || disk || n_disks > 1 || this_disk ||
        first_disk || here != d->n_entries)
        return tr_fail(err, TR_EFORMAT, "%s: damaged zip archive: bad zip64 end record", z->path);
    d->end = (size_t)offset;
    d->is_zip64 = true;
    return 0;
}

static int read_end_record(const tr_zip *z, const unsigned char *data, size_t size, directory *d,
                           tr_error *err)
{
    int rc = find_end_record(z, data, size, &d->end, err);
    if (rc < 0) return rc;

    tr_cursor c = tr_cursor_at(data, size, d->end + 4);
    const uint16_t this_disk = tr_cursor_u16(&c), first_disk = tr_cursor_u16(&c);
    const uint16_t here = tr_cursor_u16(&c);
    d->n_entries = tr_cursor_u16(&c);
    d->size = tr_cursor_u32(&c);
    d->offset = tr_cursor_u32(&c);
    const bool many_disks = this_disk != first_disk || here != d->n_entries;

    rc = read_end64(z, data, d, err);
    if (rc < 0) return rc;
    if (many_disks)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: zip archives in several parts are not supported",
                       z->path);
    if (d->offset > d->end || d->size > d->end - d->offset)
        return tr_fail(err, TR_EFORMAT, "%s: damaged zip archive: its directory lies outside it",
                       z->path);
    return 0;
}

/* The zip64 extra field holds, in this order, those numbers that did not fit the entry. */
static void read_extra(tr_cursor extra, entry *e)
{
    uint64_t *const wide[] = {&e->size, &e->stored, &e->offset, &e->disk};
    const uint64_t unset[] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT16_MAX};

    while (extra.left >= 4) {
        const uint16_t id = tr_cursor_u16(&extra), len = tr_cursor_u16(&extra);
        const unsigned char *bytes = tr_cursor_take(&extra, len);
        if (id != EXTRA_ZIP64 || !bytes) continue;
        tr_cursor field = {.next = bytes, .left = len};
        for (size_t i = 0; i < 4; i++) {
            if (*wide[i] != unset[i]) continue;
            const uint64_t x = tr_cursor_number(&field, i < 3 ? 8 : 4);
            if (!field.failed) *wide[i] = x;
            e->is_zip64 = true;
        }
        return;
    }
}

static bool read_central_entry(tr_cursor *c, entry *e)
{
    const uint32_t signature = tr_cursor_u32(c);
    e->is_zip64 = false;
    tr_cursor_take(c, 2 + 2); /* versions */
    e->flags = tr_cursor_u16(c);
    e->method = tr_cursor_u16(c);
    tr_cursor_take(c, 2 + 2); /* time and date */
    e->crc = tr_cursor_u32(c);
    e->stored = tr_cursor_u32(c);
    e->size = tr_cursor_u32(c);
    e->name_len = tr_cursor_u16(c);
    e->extra_len = tr_cursor_u16(c);
    e->comment_len = tr_cursor_u16(c);
    e->disk = tr_cursor_u16(c);
    tr_cursor_take(c, 2 + 4); /* attributes */
    e->offset = tr_cursor_u32(c);
    e->name = tr_cursor_take(c, e->name_len);
    const unsigned char *extra = tr_cursor_take(c, e->extra_len);
    tr_cursor_take(c, e->comment_len);
    if (c->failed || signature != ENTRY_SIGNATURE) return false;
    read_extra((tr_cursor){.next = extra, .left = e->extra_len}, e);
    return true;
}

/* Names end up in messages and are looked up as C strings. */
static bool is_printable(const unsigned char *name, size_t len)
{
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode((const char *)name + i, len - i, &c);
        if (c < 0 || tr_is_control(c)) return false;
    }
    return len > 0;
}

static int check_entry(const tr_zip *z, const entry *e, const char *name, tr_error *err)
{
    enum { ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13, PATCH = 1 << 5 };
    /* Deflate reaches 1032 to 1; no useful file of such a size comes near. */
    const uint64_t limit = e->stored < 1 << 14            ? e->stored * 1040 + 1024
                           : e->stored < UINT64_MAX / 128 ? e->stored * 100 + (1 << 24)
                                                          : UINT64_MAX;

    if (e->flags & ENCRYPTED)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: member %s: is encrypted", z->path, name);
    if (e->method != STORED && e->method != DEFLATED)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: member %s: compression method %u is not supported", z->path, name,
                       e->method);
    if (e->flags & PATCH || e->disk)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: member %s: is not held whole by this archive",
                       z->path, name);
    if (e->method == STORED ? e->size != e->stored : e->size > limit)
        return tr_fail(err, TR_EFORMAT, "%s: member %s: its sizes cannot be right", z->path, name);
    return 0;
}

/* Where the member's bytes are: after a local header of the same name and method. */
static const unsigned char *find_member_data(const unsigned char *data, size_t limit,
                                             const entry *e)
{
    tr_cursor c = tr_cursor_at(data, limit, e->offset);
    const uint32_t signature = tr_cursor_u32(&c);
    tr_cursor_take(&c, 2 + 2); /* version, flags */
    const uint16_t method = tr_cursor_u16(&c);
    tr_cursor_take(&c, 2 + 2 + 4 + 4 + 4); /* time, date, checksum, sizes */
    const uint16_t name_len = tr_cursor_u16(&c), extra_len = tr_cursor_u16(&c);
    const unsigned char *name = tr_cursor_take(&c, name_len);
    tr_cursor_take(&c, extra_len);
    if (c.failed || signature != LOCAL_SIGNATURE || method != e->method ||
        name_len != e->name_len || memcmp(name, e->name, name_len) != 0)
        return NULL;
    return tr_cursor_take(&c, e->stored);
}

static int read_zip_member(tr_zip *z, const unsigned char *data, size_t limit, tr_cursor *c,
                           tr_zip_member *m, tr_error *err)
{
    entry e;

    m->entry = (size_t)(c->next - data);
    if (!read_central_entry(c, &e))
        return tr_fail(err, TR_EFORMAT, "%s: damaged zip archive: its directory is cut short",
                       z->path);
    if (!is_printable(e.name, e.name_len))
        return tr_fail(err, TR_EFORMAT, "%s: a member's name is not printable UTF-8", z->path);
    m->name = malloc((size_t)e.name_len + 1);
    if (!m->name) return tr_fail_memory(err);
    memcpy(m->name, e.name, e.name_len);
    m->name[e.name_len] = '\0';

    const int rc = check_entry(z, &e, m->name, err);
    if (rc < 0) return rc;
    const unsigned char *bytes = find_member_data(data, limit, &e);
    if (!bytes)
        return tr_fail(err, TR_EFORMAT, "%s: member %s: is not where the archive's directory says",
                       z->path, m->name);
    m->stored = (size_t)e.stored;
    m->size = e.size;
    m->begin = e.offset;
    m->at = (size_t)(bytes - data);
    m->end = m->at + e.stored;
    m->crc = e.crc;
    m->deflated = e.method == DEFLATED;
    z->is_zip64 = z->is_zip64 || e.is_zip64;
    return 0;
}

static int by_member_place(const void *a, const void *b)
{
    const tr_zip_member *const *x = a, *const *y = b;
    return ((*x)->begin > (*y)->begin) - ((*x)->begin < (*y)->begin);
}

static int by_member_name(const void *a, const void *b)
{
    const tr_zip_member *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static int refuse_overlaps(tr_zip *z, tr_error *err)
{
    const size_t n = z->n_members;
    int rc = 0;

    const tr_zip_member **const m = calloc(n ? n : 1, sizeof *m);
    z->by_name = calloc(n ? n : 1, sizeof *z->by_name);
    if (!m || !z->by_name) rc = tr_fail_memory(err);
    for (size_t i = 0; i < n && !rc; i++)
        m[i] = z->by_name[i] = &z->members[i];
    if (!rc) qsort(z->by_name, n, sizeof *z->by_name, by_member_name);
    for (size_t i = 1; i < n && !rc; i++)
        if (!strcmp(z->by_name[i - 1]->name, z->by_name[i]->name))
            rc = tr_fail(err, TR_EFORMAT, "%s: member %s: occurs twice", z->path,
                         z->by_name[i]->name);
    if (!rc) qsort(m, n, sizeof *m, by_member_place);
    for (size_t i = 1; i < n && !rc; i++)
        if (m[i]->begin < m[i - 1]->end)
            rc = tr_fail(err, TR_EFORMAT, "%s: members %s and %s overlap", z->path, m[i - 1]->name,
                         m[i]->name);
    free(m);
    return rc;
}

static int read_members(tr_zip *z, const unsigned char *data, const directory *d, tr_error *err)
{
    if (d->n_entries > d->size / ENTRY_SIZE)
        return tr_fail(err, TR_EFORMAT, "%s: damaged zip archive: its directory is cut short",
                       z->path);
    const size_t n = (size_t)d->n_entries;
    z->members = calloc(n ? n : 1, sizeof *z->members);
    if (!z->members) return tr_fail_memory(err);

    z->directory = (size_t)d->offset;
    z->directory_end = (size_t)(d->offset + d->size);
    z->end = d->end;
    z->is_zip64 = d->is_zip64;
    tr_cursor c = tr_cursor_at(data, z->directory_end, d->offset);
    while (z->n_members < n) {
        tr_zip_member *m = &z->members[z->n_members++];
        const int rc = read_zip_member(z, data, (size_t)d->offset, &c, m, err);
        if (rc < 0) return rc;
    }
    return refuse_overlaps(z, err);
}

int tr_zip_open(tr_zip *z, const unsigned char *data, size_t size, const char *path, tr_error *err)
{
    directory d = {0};
    tr_buf name = {0};
    int rc;

    tr_buf_add_string(&name, path);
    *z = (tr_zip){.path = tr_buf_take(&name), .data = data};
    if (!z->path)
        rc = tr_fail_memory(err);
    else if (!size)
        rc = tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    else
        rc = read_end_record(z, data, size, &d, err);
    if (!rc) rc = read_members(z, data, &d, err);
    if (rc) tr_zip_close(z);
    return rc;
}

void tr_zip_close(tr_zip *z)
{
    for (size_t i = 0; i < z->n_members; i++)
        free(z->members[i].name);
    free(z->members);
    free(z->by_name);
    free(z->path);
    *z = (tr_zip){0};
}

static int is_member_name(const void *name, const void *member)
{
    const tr_zip_member *const *m = member;
    return strcmp(name, (*m)->name);
}

const tr_zip_member *tr_zip_find(const tr_zip *z, const char *name)
{
    if (!z->n_members) return NULL;
    const tr_zip_member *const *m =
        bsearch(name, z->by_name, z->n_members, sizeof *z->by_name, is_member_name);
    return m ? *m : NULL;
}

int tr_zip_stream_open(tr_zip_stream *s, const tr_zip *zip, const tr_zip_member *member,
                       tr_error *err)
{
    *s = (tr_zip_stream){.zip = zip, .member = member};
    if (!member->deflated) return 0;

    z_stream *inflater = calloc(1, sizeof *inflater);
    if (!inflater) return tr_fail_memory(err);
    /* Negative: raw deflate data, without zlib's header. */
    if (inflateInit2(inflater, -MAX_WBITS) != Z_OK) {
        free(inflater);
        return tr_fail_memory(err);
    }
    s->inflater = inflater;
    return 0;
}

void tr_zip_stream_close(tr_zip_stream *s)
{
    if (s->inflater) inflateEnd(s->inflater);
    free(s->inflater);
    *s = (tr_zip_stream){0};
}

static int fail_member(const tr_zip_stream *s, const char *what, tr_error *err)
{
    return tr_fail(err, TR_EFORMAT, "%s: member %s: %s", s->zip->path, s->member->name, what);
}

static const unsigned char *first_byte(const tr_zip_stream *s)
{
    return s->zip->data + s->member->at;
}

/* Inflates until `n` bytes are there or the data end; returns zlib's last word. */
static int inflate_member(tr_zip_stream *s, unsigned char *bytes, size_t n, size_t *got)
{
    enum { CHUNK = 1 << 30 }; /* zlib counts in unsigned int */
    z_stream *z = s->inflater;
    const unsigned char *end = first_byte(s) + s->member->stored;
    int rc = Z_OK;

    *got = 0;
    if (!z->next_in) z->next_in = (unsigned char *)first_byte(s);
    while (*got < n && rc == Z_OK) {
        const size_t in = (size_t)(end - z->next_in), out = n - *got;
        z->avail_in = (uInt)(in < CHUNK ? in : CHUNK);
        z->avail_out = (uInt)(out < CHUNK ? out : CHUNK);
        z->next_out = bytes + *got;
        rc = inflate(z, Z_NO_FLUSH);
        *got = (size_t)(z->next_out - bytes);
    }
    return rc;
}

/* A deflated member must end where its size says, and with its last byte of data. */
static bool has_ended(tr_zip_stream *s)
{
    unsigned char extra;
    size_t got;

    if (!s->inflater) return true;
    const z_stream *z = s->inflater;
    const int rc = inflate_member(s, &extra, 1, &got);
    return rc == Z_STREAM_END && !got && z->next_in == first_byte(s) + s->member->stored;
}

int tr_zip_stream_read(tr_zip_stream *s, void *bytes, size_t n, tr_error *err)
{
    enum { CHUNK = 1 << 30 };
    const uint64_t left = s->member->size - s->position;
    size_t got = n;

    if (n > left) return fail_member(s, "is too short", err);
    if (s->inflater)
        inflate_member(s, bytes, n, &got);
    else if (n)
        memcpy(bytes, first_byte(s) + s->position, n);
    if (got < n) return fail_member(s, "its deflated data are damaged", err);

    for (size_t i = 0; i < n; i += CHUNK)
        s->crc = (uint32_t)crc32(s->crc, (unsigned char *)bytes + i,
                                 (uInt)(n - i < CHUNK ? n - i : CHUNK));
    s->position += n;
    if (s->position < s->member->size) return 0;
    if (!has_ended(s)) return fail_member(s, "its deflated data are longer than it says", err);
    if (s->crc != s->member->crc) return fail_member(s, "its checksum is wrong", err);
    return 0;
}
