#include "formats/gz.h"

#include <zlib.h>

#include "unit/scratch.h"
#include "unit/unit.h"

/* Compresses bytes [size] with gzip; the caller frees the result. */
static unsigned char *compress_bytes(const void *bytes, size_t size, size_t *packed)
{
    z_stream z = {0};
    const size_t room = size + size / 100 + 100;
    unsigned char *out = malloc(room);
    ck_assert_int_eq(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)bytes;
    z.avail_in = (unsigned)size;
    z.next_out = out;
    z.avail_out = (unsigned)room;
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    *packed = z.total_out;
    deflateEnd(&z);
    return out;
}

static void fill(unsigned char *bytes, size_t n)
{
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (unsigned char)(state >> 28); /* four bits of eight: it can be compressed */
    }
}

/* Mapping the file gives `expected`, and leaves no other file after. */
static void check_map(scratch *s, const void *expected, size_t size)
{
    char output[SCRATCH_PATH];
    tr_file f;
    tr_error err = {0};
    const char *path = strdup(s->path);
    const int before = scratch_count(s, false);
    strcpy(output, scratch_file(s, "out.gguf"));
    ck_assert_msg(tr_gz_map(&f, path, output, &err) == 0, "%s", err.msg);
    ck_assert_int_eq(scratch_count(s, false), before);
    ck_assert_uint_eq(f.size, size);
    if (size) ck_assert_mem_eq(f.data, expected, size);
    tr_file_unmap(&f);
    free((char *)path);
}

START_TEST(gives_what_a_compressed_file_holds)
{
    static const size_t sizes[] = {0, 1, 1000, 1 << 16, 3000000};
    unsigned char *bytes = malloc(3000000);
    scratch s;
    fill(bytes, 3000000);
    scratch_open(&s);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n;
        unsigned char *packed = compress_bytes(bytes, sizes[i], &n);
        ck_assert(tr_gz_is(packed, n));
        write_file(scratch_file(&s, "a.gz"), packed, n);
        check_map(&s, bytes, sizes[i]);
        free(packed);
    }
    free(bytes);
    scratch_close(&s);
}
END_TEST

START_TEST(gives_another_file_as_it_is)
{
    scratch s;
    scratch_open(&s);
    write_file(scratch_file(&s, "a.gz"), "\x1f", 1);
    check_map(&s, "\x1f", 1);
    write_file(scratch_file(&s, "b.gz"), "plain", 5);
    check_map(&s, "plain", 5);
    write_file(scratch_file(&s, "c.gz"), "", 0);
    check_map(&s, "", 0);
    scratch_close(&s);
}
END_TEST

/* As cat(1) makes of two. */
START_TEST(reads_streams_one_behind_the_other)
{
    scratch s;
    size_t n, m;
    unsigned char *a = compress_bytes("one, ", 5, &n), *b = compress_bytes("two", 3, &m);
    unsigned char *both = malloc(n + m);
    memcpy(both, a, n);
    memcpy(both + n, b, m);
    scratch_open(&s);
    write_file(scratch_file(&s, "a.gz"), both, n + m);
    check_map(&s, "one, two", 8);
    scratch_close(&s);
    free(a);
    free(b);
    free(both);
}
END_TEST

static void assert_refused(const unsigned char *packed, size_t n, int code, const char *why)
{
    tr_error err = {0};
    FILE *out = tmpfile();
    ck_assert_ptr_nonnull(out);
    ck_assert_int_eq(tr_gz_unpack(packed, n, out, "x.gz", &err), code);
    ck_assert_msg(!strncmp(err.msg, "x.gz: ", 6) && strstr(err.msg, why), "%s", err.msg);
    fclose(out);
}

/* Some bits mean nothing: those between the last code and the checksum. */
static void assert_same_or_refused(const unsigned char *packed, size_t n, const void *bytes,
                                   size_t size)
{
    unsigned char got[2000];
    tr_error err = {0};
    FILE *out = tmpfile();
    ck_assert_ptr_nonnull(out);
    const int rc = tr_gz_unpack(packed, n, out, "x.gz", &err);
    if (rc < 0) {
        ck_assert_int_eq(rc, TR_EFORMAT);
    } else {
        rewind(out);
        ck_assert_uint_eq(fread(got, 1, sizeof got, out), size);
        ck_assert_mem_eq(got, bytes, size);
    }
    fclose(out);
}

START_TEST(refuses_a_file_cut_off_or_changed_anywhere)
{
    unsigned char bytes[600];
    size_t n;
    fill(bytes, sizeof bytes);
    unsigned char *packed = compress_bytes(bytes, sizeof bytes, &n);
    for (size_t i = 2; i < n; i++)
        assert_refused(packed, i, TR_EFORMAT, "is a damaged gzip file: it is cut off");
    for (size_t i = 10; i < n; i++) { /* after the header, whose time and system do not matter */
        packed[i] ^= 0x04;
        assert_same_or_refused(packed, n, bytes, sizeof bytes);
        packed[i] ^= 0x04;
    }
    for (size_t i = n - 8; i < n; i++) { /* checksum and size */
        packed[i] ^= 0x04;
        assert_refused(packed, n, TR_EFORMAT, "is a damaged gzip file: ");
        packed[i] ^= 0x04;
    }
    unsigned char *longer = calloc(1, n + 1);
    memcpy(longer, packed, n);
    assert_refused(longer, n + 1, TR_EFORMAT, "is a damaged gzip file: ");
    free(longer);
    free(packed);
}
END_TEST

/* A thousand to one: zeros, whose bytes after a flush are the same each time. */
START_TEST(refuses_a_bomb)
{
    enum { PART = 1 << 24, N = TR_GZ_MAX / PART };
    z_stream z = {0};
    unsigned char *zeros = calloc(1, PART), *packed = malloc(PART);
    FILE *out = fopen("/dev/null", "w");
    tr_error err = {0};
    size_t len[2] = {0};
    ck_assert_int_eq(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_out = packed;
    z.avail_out = PART;
    for (int i = 0; i < 2; i++) {
        z.next_in = zeros;
        z.avail_in = PART;
        ck_assert_int_eq(deflate(&z, Z_FULL_FLUSH), Z_OK);
        ck_assert_uint_eq(z.avail_in, 0);
        len[i] = z.total_out - len[0];
    }
    size_t n = len[0];
    for (size_t i = 0; i < N; i++, n += len[1])
        memcpy(packed + n, packed + len[0], len[1]);
    ck_assert_uint_lt(n, PART / 8);
    ck_assert_int_eq(tr_gz_unpack(packed, n, out, "x.gz", &err), TR_EUNSUPPORTED);
    ck_assert_str_eq(err.msg, "x.gz: holds more than 1073741824 bytes");
    deflateEnd(&z);
    fclose(out);
    free(packed);
    free(zeros);
}
END_TEST

START_TEST(says_when_there_is_no_room)
{
    size_t n;
    unsigned char bytes[100000];
    tr_error err = {0};
    FILE *full = fopen("/dev/full", "w");
    if (!full) return;
    fill(bytes, sizeof bytes);
    unsigned char *packed = compress_bytes(bytes, sizeof bytes, &n);
    ck_assert_int_eq(tr_gz_unpack(packed, n, full, "x.gz", &err), TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "x.gz: cannot be unpacked: "));
    fclose(full);
    free(packed);
}
END_TEST

UNIT_MAIN("gz", gives_what_a_compressed_file_holds, gives_another_file_as_it_is,
          reads_streams_one_behind_the_other, refuses_a_file_cut_off_or_changed_anywhere,
          refuses_a_bomb, says_when_there_is_no_room)
