#include "formats/gguf_read.h"

#include "make/gguf_bytes.h"
#include "unit/unit.h"

static void assert_refused(tr_buf *b, int code, const char *words)
{
    tr_gguf g;
    tr_error err = {0};
    ck_assert_int_eq(open_bytes(b, &g, &err), code);
    ck_assert_msg(strstr(err.msg, "x.gguf: ") && strstr(err.msg, words), "\"%s\" lacks \"%s\"",
                  err.msg, words);
    ck_assert_ptr_null(g.file.data);
}

START_TEST(reads_a_file_made_by_hand)
{
    tr_buf b = {0};
    tr_gguf g;
    tr_error err;
    small(&b);
    ck_assert_int_eq(open_bytes(&b, &g, &err), 0);
    ck_assert_uint_eq(g.n_values, 3);
    ck_assert_uint_eq(g.n_tensors, 2);
    const tr_gguf_tensor *a = tr_gguf_find_tensor(&g, "a");
    ck_assert_uint_eq(a->n_dims, 2);
    ck_assert_uint_eq(a->dims[0], 3);
    ck_assert_uint_eq(a->dims[1], 2);
    ck_assert_uint_eq(a->size, 24);
    ck_assert_uint_eq((uintptr_t)a->data % 64, 0);
    ck_assert_float_eq(((const float *)a->data)[5], -16);
    ck_assert_mem_eq(tr_gguf_find_tensor(&g, "b")->data, "hello", 5);
    ck_assert_ptr_null(tr_gguf_find_tensor(&g, "c"));
    ck_assert_ptr_null(tr_gguf_find(&g, "general"));

    const tr_gguf_value *words = tr_gguf_find(&g, "x.words");
    size_t cursor = 0, len;
    const char *word;
    ck_assert(tr_gguf_next_string(words, &cursor, &word, &len));
    ck_assert_uint_eq(len, 3);
    ck_assert_mem_eq(word, "one", 3);
    ck_assert(tr_gguf_next_string(words, &cursor, &word, &len));
    ck_assert_uint_eq(len, 0);
    ck_assert(!tr_gguf_next_string(words, &cursor, &word, &len));
    tr_gguf_close(&g);
}
END_TEST

START_TEST(refuses_what_is_not_gguf)
{
    static const char *const files[] = {"", "G", "GGU", "#!/bin/sh\necho hello\n", "gguf\3\0\0\0"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        tr_buf b = {0};
        tr_buf_add_string(&b, files[i]);
        assert_refused(&b, TR_EFORMAT, "not a model file (no GGUF magic)");
    }
    tr_gguf g;
    tr_error err;
    ck_assert_int_eq(tr_gguf_open(&g, "/tmp", &err), TR_EIO);
    ck_assert_str_eq(err.msg, "/tmp: is a directory");
    ck_assert_int_eq(tr_gguf_open(&g, "/nonexistent", &err), TR_EIO);
    ck_assert_str_eq(err.msg, "/nonexistent: No such file or directory");
}
END_TEST

START_TEST(names_versions_it_cannot_read)
{
    static const struct {
        uint32_t version;
        const char *words;
    } cases[] = {{1, "GGUF version 1, this build reads version 3"},
                 {2, "GGUF version 2, this build reads version 3"},
                 {4, "GGUF version 4, this build reads version 3"},
                 {0x03000000, "byte order"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_buf b = {0};
        tr_buf_add_string(&b, "GGUF");
        u32(&b, cases[i].version);
        u64(&b, 0);
        u64(&b, 0);
        assert_refused(&b, TR_EVERSION, cases[i].words);
    }
}
END_TEST

START_TEST(refuses_a_file_cut_off_anywhere)
{
    tr_buf whole = {0};
    small(&whole);
    for (size_t size = 0; size < whole.len; size++) {
        tr_buf b = {0};
        tr_buf_add(&b, whole.data, size);
        if (!b.data) tr_buf_add(&b, "", 0);
        assert_refused(&b, TR_EFORMAT, "");
    }
    tr_buf_free(&whole);
}
END_TEST

/* Either it opens or it says why not; a sanitizer watches the rest. */
static void look_around(const tr_gguf *g)
{
    char shown[32];
    size_t sum = 0;
    for (size_t i = 0; i < g->n_values; i++) {
        const tr_gguf_value *v = &g->values[i];
        const char *s;
        size_t cursor = 0, len;
        tr_gguf_format(v, shown, sizeof shown);
        while (v->type == TR_GGUF_ARRAY && tr_gguf_next_string(v, &cursor, &s, &len))
            for (size_t k = 0; k < len; k++)
                sum += (unsigned char)s[k];
    }
    for (size_t i = 0; i < g->n_tensors; i++)
        for (size_t k = 0; k < g->tensors[i].size; k++)
            sum += ((const unsigned char *)g->tensors[i].data)[k];
    ck_assert_uint_ne(sum, SIZE_MAX);
}

START_TEST(survives_every_changed_byte)
{
    tr_buf whole = {0};
    small(&whole);
    for (size_t i = 0; i < whole.len; i++) {
        for (int flip = 0; flip < 3; flip++) {
            tr_buf b = {0};
            tr_gguf g;
            tr_error err = {0};
            tr_buf_add(&b, whole.data, whole.len);
            b.data[i] = (char)(flip == 0 ? ~b.data[i] : b.data[i] ^ (flip == 1 ? 1 : 0x80));
            const int rc = open_bytes(&b, &g, &err);
            if (rc == 0) {
                look_around(&g);
                tr_gguf_close(&g);
            } else {
                ck_assert_int_eq(rc, err.code);
                ck_assert_ptr_nonnull(strstr(err.msg, "x.gguf: "));
            }
        }
    }
    tr_buf_free(&whole);
}
END_TEST

START_TEST(believes_no_count)
{
    tr_buf b = {0};
    header(&b, 0, (uint64_t)1 << 60);
    assert_refused(&b, TR_EFORMAT, "too short for 1152921504606846976 keys");
    header(&b, (uint64_t)1 << 60, 0);
    assert_refused(&b, TR_EFORMAT, "too short for 0 keys and 1152921504606846976 tensors");
    header(&b, 1, 1);
    alignment(&b, 64);
    assert_refused(&b, TR_EFORMAT, "cut off in its table of tensors");

    static const uint64_t huge[] = {4, (uint64_t)1 << 60, (uint64_t)1 << 62, (uint64_t)1 << 63,
                                    UINT64_MAX};
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        for (uint32_t type = TR_GGUF_UINT8; type <= TR_GGUF_FLOAT64; type++) {
            if (type == TR_GGUF_ARRAY) continue;
            header(&b, 0, 1);
            key(&b, "x.array", TR_GGUF_ARRAY);
            u32(&b, type);
            u64(&b, huge[i]);
            tr_buf_add(&b, "abc", 3);
            assert_refused(&b, TR_EFORMAT, "cut off in key x.array");
        }
        header(&b, 0, 1);
        key(&b, "x.string", TR_GGUF_STRING);
        u64(&b, huge[i]);
        tr_buf_add(&b, "abc", 3);
        assert_refused(&b, TR_EFORMAT, "cut off in key x.string");
        header(&b, 0, 1);
        u64(&b, huge[i] + 2);
        tr_buf_add(&b, "abcdef", 4);
        tr_buf_add(&b, "\0\0\0", 3);
        assert_refused(&b, TR_EFORMAT, "");
    }
}
END_TEST

START_TEST(refuses_types_it_does_not_know)
{
    tr_buf b = {0};
    header(&b, 0, 1);
    key(&b, "x.y", 13);
    u64(&b, 0);
    assert_refused(&b, TR_EFORMAT, "key x.y: unknown type 13");
    header(&b, 0, 1);
    key(&b, "x.y", TR_GGUF_ARRAY);
    u32(&b, 13);
    u64(&b, 0);
    assert_refused(&b, TR_EFORMAT, "key x.y: unknown element type 13");
    header(&b, 0, 1);
    key(&b, "x.y", TR_GGUF_ARRAY);
    u32(&b, TR_GGUF_ARRAY);
    u64(&b, 0);
    assert_refused(&b, TR_EUNSUPPORTED, "key x.y: arrays of arrays");
    header(&b, 1, 1);
    alignment(&b, 64);
    row(&b, "t", 8, 32, 0);
    pad(&b);
    assert_refused(&b, TR_EUNSUPPORTED, "tensor t: element type 8");
}
END_TEST

START_TEST(refuses_keys_and_tensors_that_are_there_twice)
{
    tr_buf b = {0};
    header(&b, 0, 3);
    alignment(&b, 64);
    key(&b, "x", TR_GGUF_UINT32);
    u32(&b, 1);
    alignment(&b, 64);
    assert_refused(&b, TR_EFORMAT, "key general.alignment is there twice");
    header(&b, 2, 1);
    alignment(&b, 64);
    row(&b, "same", TR_TENSOR_I8, 64, 0);
    row(&b, "same", TR_TENSOR_I8, 64, 64);
    pad(&b);
    assert_refused(&b, TR_EFORMAT, "tensor same is there twice");
}
END_TEST

START_TEST(refuses_names_that_do_not_print)
{
    static const char *const names[] = {"", "a b", "a\033[31m", "\xC3\xBC", "a\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tr_buf b = {0};
        header(&b, 0, 1);
        key(&b, names[i], TR_GGUF_UINT32);
        u32(&b, 1);
        assert_refused(&b, TR_EFORMAT, "metadata entry 1");
        header(&b, 1, 1);
        alignment(&b, 64);
        row(&b, names[i], TR_TENSOR_I8, 64, 0);
        pad(&b);
        assert_refused(&b, TR_EFORMAT, "tensor 1: its name");
    }
}
END_TEST

/* One tensor name of `len` letters. */
static void long_name(tr_buf *b, size_t len)
{
    char name[80];
    memset(name, 'n', len);
    name[len] = '\0';
    header(b, 1, 1);
    alignment(b, 64);
    row(b, name, TR_TENSOR_I8, 64, 0);
    pad(b);
    tr_buf_add(b, (char[64]){0}, 64);
}

START_TEST(names_have_at_most_63_bytes)
{
    tr_buf b = {0};
    tr_gguf g;
    long_name(&b, 63);
    ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
    tr_gguf_close(&g);
    long_name(&b, 64);
    assert_refused(&b, TR_EFORMAT, "its name is not 1 to 63");
}
END_TEST

START_TEST(keys_have_at_most_65535_bytes)
{
    char *name = malloc(65537);
    tr_gguf g;
    ck_assert_ptr_nonnull(name);
    memset(name, 'k', 65536);
    for (size_t len = 65535; len <= 65536; len++) {
        tr_buf b = {0};
        name[len] = '\0';
        header(&b, 0, 1);
        key(&b, name, TR_GGUF_UINT32);
        u32(&b, 1);
        name[len] = 'k';
        if (len == 65536) {
            assert_refused(&b, TR_EFORMAT, "metadata entry 1");
        } else {
            ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
            tr_gguf_close(&g);
        }
    }
    free(name);
}
END_TEST

static void shaped(tr_buf *b, uint32_t n_dims, const uint64_t *dims, uint32_t type)
{
    header(b, 1, 1);
    alignment(b, 64);
    text(b, "t");
    u32(b, n_dims);
    for (uint32_t i = 0; i < n_dims && i < 5; i++)
        u64(b, dims[i]);
    u32(b, type);
    u64(b, 0);
    pad(b);
    tr_buf_add(b, (char[64]){0}, 64);
}

START_TEST(refuses_shapes_that_cannot_be)
{
    static const uint64_t ones[5] = {1, 1, 1, 1, 1}, zero[2] = {4, 0};
    static const uint64_t huge[4] = {(uint64_t)1 << 32, (uint64_t)1 << 32, 1, 1};
    static const uint64_t wrapping[2] = {((uint64_t)1 << 62) + 4, 1};
    tr_buf b = {0};
    shaped(&b, 0, ones, TR_TENSOR_F32);
    assert_refused(&b, TR_EFORMAT, "tensor t: 0 dimensions");
    shaped(&b, 5, ones, TR_TENSOR_F32);
    assert_refused(&b, TR_EFORMAT, "tensor t: 5 dimensions");
    shaped(&b, UINT32_MAX, ones, TR_TENSOR_F32);
    assert_refused(&b, TR_EFORMAT, "tensor t: 4294967295 dimensions");
    shaped(&b, 2, zero, TR_TENSOR_F32);
    assert_refused(&b, TR_EFORMAT, "tensor t: a dimension is 0");
    shaped(&b, 4, huge, TR_TENSOR_I8);
    assert_refused(&b, TR_EFORMAT, "tensor t: its size overflows");
    shaped(&b, 2, wrapping, TR_TENSOR_F32); /* 4 * (2^62 + 4) is 16 when it wraps */
    assert_refused(&b, TR_EFORMAT, "tensor t: its size overflows");
    shaped(&b, 1, &(uint64_t){65}, TR_TENSOR_I8);
    assert_refused(&b, TR_EFORMAT, "tensor t: its data lies behind the end");
}
END_TEST

START_TEST(refuses_tensors_outside_the_file)
{
    static const uint64_t offsets[] = {64, 128, (uint64_t)1 << 40, UINT64_MAX - 63, UINT64_MAX};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        tr_buf b = {0};
        header(&b, 1, 1);
        alignment(&b, 64);
        row(&b, "far", TR_TENSOR_I8, 64, offsets[i]);
        pad(&b);
        tr_buf_add(&b, (char[64]){0}, 64);
        assert_refused(&b, TR_EFORMAT, "tensor far: its data lies behind the end");
    }
}
END_TEST

START_TEST(refuses_tensors_that_are_not_aligned)
{
    static const uint64_t offsets[] = {1, 4, 32};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        tr_buf b = {0};
        header(&b, 1, 1);
        alignment(&b, 64);
        row(&b, "odd", TR_TENSOR_I8, 16, offsets[i]);
        pad(&b);
        tr_buf_add(&b, (char[64]){0}, 64);
        assert_refused(&b, TR_EFORMAT, "tensor odd: its data is not aligned to 64 bytes");
    }
}
END_TEST

START_TEST(refuses_alignments_below_64_and_between_powers_of_two)
{
    static const uint32_t bad[] = {0, 1, 32, 63, 65, 96, UINT32_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tr_buf b = {0};
        header(&b, 0, 1);
        alignment(&b, bad[i]);
        assert_refused(&b, TR_EFORMAT, "key general.alignment");
    }
}
END_TEST

START_TEST(reads_files_of_a_coarser_alignment)
{
    tr_buf b = {0};
    tr_gguf g;
    header(&b, 1, 1);
    alignment(&b, 256);
    row(&b, "t", TR_TENSOR_I8, 3, 0);
    while (b.len % 256)
        tr_buf_add(&b, "", 1);
    tr_buf_add_string(&b, "xyz");
    while (b.len % 256)
        tr_buf_add(&b, "", 1);
    ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
    ck_assert_mem_eq(tr_gguf_find_tensor(&g, "t")->data, "xyz", 3);
    tr_gguf_close(&g);
}
END_TEST

/* Three tensors, listed in another order than they lie in; two share bytes. */
START_TEST(refuses_tensors_that_overlap)
{
    tr_buf b = {0};
    header(&b, 3, 1);
    alignment(&b, 64);
    row(&b, "third", TR_TENSOR_I8, 64, 128);
    row(&b, "first", TR_TENSOR_I8, 129, 0);
    row(&b, "fourth", TR_TENSOR_I8, 64, 192);
    pad(&b);
    tr_buf_add(&b, (char[256]){0}, 256);
    assert_refused(&b, TR_EFORMAT, "tensors first and third overlap");
    header(&b, 2, 1);
    alignment(&b, 64);
    row(&b, "one", TR_TENSOR_I8, 64, 0);
    row(&b, "two", TR_TENSOR_I8, 64, 0);
    pad(&b);
    tr_buf_add(&b, (char[64]){0}, 64);
    assert_refused(&b, TR_EFORMAT, " overlap");
}
END_TEST

START_TEST(refuses_bytes_behind_the_last_tensor)
{
    tr_buf b = {0};
    small(&b);
    tr_buf_add(&b, "x", 1);
    assert_refused(&b, TR_EFORMAT, "its tensors make it");
}
END_TEST

UNIT_MAIN("gguf_read", reads_a_file_made_by_hand, refuses_what_is_not_gguf,
          names_versions_it_cannot_read, refuses_a_file_cut_off_anywhere,
          survives_every_changed_byte, believes_no_count, refuses_types_it_does_not_know,
          refuses_keys_and_tensors_that_are_there_twice, refuses_names_that_do_not_print,
          names_have_at_most_63_bytes, keys_have_at_most_65535_bytes, refuses_shapes_that_cannot_be,
          refuses_tensors_outside_the_file, refuses_tensors_that_are_not_aligned,
          refuses_alignments_below_64_and_between_powers_of_two, reads_files_of_a_coarser_alignment,
          refuses_tensors_that_overlap, refuses_bytes_behind_the_last_tensor)
