#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/times.h>

#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "make/gguf_bytes.h"
#include "unit/failing.h"
#include "unit/python.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { SMALL_SIZE = 448 }; /* of the file that follows */

static int write_small(const char *path, tr_error *err)
{
    static const float a[6] = {0.5f, -1, 2, -4, 8, -16};
    tr_gguf_writer *w;
    int rc = tr_gguf_create(&w, path, err);
    if (rc < 0) return rc;
    tr_gguf_put_string(w, "general.architecture", "nmt");
    tr_gguf_put_u32(w, "general.alignment", 64);
    tr_gguf_put_strings(w, "x.words", (const char *const[]){"one", ""}, 2);
    tr_gguf_declare(w, "a", TR_TENSOR_F32, 2, (uint64_t[]){3, 2});
    tr_gguf_declare(w, "b", TR_TENSOR_I8, 1, (uint64_t[]){5});
    if ((rc = tr_gguf_begin_data(w, err)) < 0 || (rc = tr_gguf_write(w, a, sizeof a, err)) < 0 ||
        (rc = tr_gguf_write(w, "hello", 5, err)) < 0) {
        tr_gguf_abandon(w);
        return rc;
    }
    return tr_gguf_finish(w, err);
}

/* The file made by hand, but for the count of keys and the digest after them. */
START_TEST(writes_what_the_format_says)
{
    scratch s;
    tr_buf b = {0};
    size_t size;
    tr_error err;
    scratch_open(&s);
    ck_assert_int_eq(write_small(scratch_file(&s, "x.gguf"), &err), 0);
    char *found = read_file(s.path, &size);
    small(&b);
    const size_t table = 2 * (8 + 1 + 4 + 8 + 4 + 8) + 8, data = 128;
    const size_t values =
        24 + (8 + 20 + 4 + 8 + 3) + (8 + 17 + 4 + 4) + (8 + 7 + 4 + 4 + 8 + 8 + 3 + 8);
    const size_t digest = 8 + 10 + 4 + 8 + 64;
    ck_assert_mem_eq(found, b.data, 16);
    ck_assert_uint_eq((unsigned char)found[16], 4);
    ck_assert_mem_eq(found + 24, b.data + 24, values - 24);
    ck_assert_mem_eq(found + values + 8, "nmt.sha256", 10);
    ck_assert_mem_eq(found + values + digest, b.data + values, table);
    ck_assert_mem_eq(found + size - data, b.data + b.len - data, data);
    ck_assert_uint_eq(size, (values + digest + table + 63) / 64 * 64 + data);
    ck_assert_uint_eq(size, SMALL_SIZE);
    free(found);
    tr_buf_free(&b);
    scratch_close(&s);
}
END_TEST

/* FIPS 180-2, appendix B.1: the digest of "abc".  Fill after the last tensor does not count. */
START_TEST(writes_the_digest_of_the_data)
{
    scratch s;
    tr_gguf_writer *w;
    tr_gguf g;
    tr_error err;
    const char *digest;
    size_t len;
    scratch_open(&s);
    ck_assert_int_eq(tr_gguf_create(&w, scratch_file(&s, "x.gguf"), &err), 0);
    tr_gguf_declare(w, "t", TR_TENSOR_I8, 1, (uint64_t[]){3});
    ck_assert_int_eq(tr_gguf_begin_data(w, &err), 0);
    ck_assert_int_eq(tr_gguf_write(w, "abc", 3, &err), 0);
    ck_assert_int_eq(tr_gguf_finish(w, &err), 0);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, &err), 0);
    ck_assert_int_eq(tr_gguf_string(&g, "nmt.sha256", &digest, &len, &err), 0);
    ck_assert_uint_eq(len, 64);
    ck_assert_mem_eq(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                     64);
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(writes_arrays_of_numbers)
{
    scratch s;
    tr_gguf_writer *w;
    tr_gguf g;
    scratch_open(&s);
    ck_assert_int_eq(tr_gguf_create(&w, scratch_file(&s, "x.gguf"), NULL), 0);
    tr_gguf_put_u32s(w, "x.ids", (const uint32_t[]){3, 0x01020304}, 2);
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    const tr_gguf_value *v = tr_gguf_find(&g, "x.ids");
    ck_assert_int_eq(v->type, TR_GGUF_ARRAY);
    ck_assert_int_eq(v->element_type, TR_GGUF_UINT32);
    ck_assert_uint_eq(v->n, 2);
    ck_assert_mem_eq(v->bytes, "\3\0\0\0\4\3\2\1", 8);
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

START_TEST(writes_alignment_when_nobody_else_did)
{
    scratch s;
    tr_gguf_writer *w;
    tr_gguf g;
    uint32_t n;
    scratch_open(&s);
    ck_assert_int_eq(tr_gguf_create(&w, scratch_file(&s, "x.gguf"), NULL), 0);
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
    ck_assert_int_eq(tr_gguf_open(&g, s.path, NULL), 0);
    ck_assert_int_eq(tr_gguf_u32(&g, "general.alignment", &n, NULL), 0);
    ck_assert_uint_eq(n, 64);
    tr_gguf_close(&g);
    scratch_close(&s);
}
END_TEST

typedef void (*mistake)(tr_gguf_writer *w);

static void same_key(tr_gguf_writer *w)
{
    tr_gguf_put_u32(w, "x.one", 1);
    tr_gguf_put_bool(w, "x.one", true);
}
static void own_digest(tr_gguf_writer *w)
{
    tr_gguf_put_string(w, "nmt.sha256", "");
}
static void bad_key(tr_gguf_writer *w)
{
    tr_gguf_put_f32(w, "x one", 1);
}
static void bad_text(tr_gguf_writer *w)
{
    tr_gguf_put_string(w, "general.name", "\xFF");
}
static void same_tensor(tr_gguf_writer *w)
{
    tr_gguf_declare(w, "t", TR_TENSOR_I8, 1, (uint64_t[]){1});
    tr_gguf_declare(w, "t", TR_TENSOR_I8, 1, (uint64_t[]){1});
}
static void bad_shape(tr_gguf_writer *w)
{
    tr_gguf_declare(w, "t", TR_TENSOR_I8, 2, (uint64_t[]){UINT64_MAX, 2});
}
static void bad_type(tr_gguf_writer *w)
{
    tr_gguf_declare(w, "t", 7, 1, (uint64_t[]){1});
}

START_TEST(says_in_begin_data_what_cannot_be_written)
{
    static const struct {
        mistake make;
        const char *words;
    } cases[] = {{same_key, "x.one"},        {own_digest, "nmt.sha256"}, {bad_key, "x one"},
                 {bad_text, "general.name"}, {same_tensor, "\"t\""},     {bad_shape, "tensor t"},
                 {bad_type, "tensor t"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch s;
        tr_gguf_writer *w;
        tr_error err = {0};
        scratch_open(&s);
        ck_assert_int_eq(tr_gguf_create(&w, scratch_file(&s, "x.gguf"), &err), 0);
        cases[i].make(w);
        ck_assert_int_eq(tr_gguf_begin_data(w, &err), TR_EINVAL);
        ck_assert_ptr_nonnull(strstr(err.msg, s.path));
        ck_assert_ptr_nonnull(strstr(err.msg, cases[i].words));
        tr_gguf_abandon(w);
        ck_assert_int_eq(scratch_count(&s, false), 0);
        scratch_close(&s);
    }
}
END_TEST

START_TEST(leaves_nothing_when_tensors_are_missing_or_of_another_size)
{
    for (int i = 0; i < 6; i++) {
        scratch s;
        tr_gguf_writer *w;
        tr_error err = {0};
        scratch_open(&s);
        ck_assert_int_eq(tr_gguf_create(&w, scratch_file(&s, "x.gguf"), &err), 0);
        tr_gguf_declare(w, "t", TR_TENSOR_I8, 1, (uint64_t[]){3});
        ck_assert_int_eq(tr_gguf_begin_data(w, &err), 0);
        if (i == 1) ck_assert_int_eq(tr_gguf_write(w, "abcd", 4, &err), TR_EINVAL);
        if (i == 2) ck_assert_int_eq(tr_gguf_write(w, "abc", 3, &err), 0);
        if (i == 2) ck_assert_int_eq(tr_gguf_write(w, "abc", 3, &err), TR_EINVAL);
        if (i >= 3) ck_assert_int_eq(tr_gguf_write_part(w, "ab", 2, &err), 0);
        if (i == 4) ck_assert_int_eq(tr_gguf_write_part(w, "cd", 2, &err), TR_EINVAL);
        if (i == 5) ck_assert_int_eq(tr_gguf_write(w, "abc", 3, &err), TR_EINVAL);
        ck_assert_int_eq(tr_gguf_finish(w, &err), TR_EINVAL);
        ck_assert_ptr_nonnull(strstr(err.msg, s.path));
        ck_assert_int_eq(scratch_count(&s, false), 0);
        scratch_close(&s);
    }
    tr_gguf_abandon(NULL);
}
END_TEST

static void write_five(const char *path, size_t piece)
{
    tr_gguf_writer *w;

    ck_assert_int_eq(tr_gguf_create(&w, path, NULL), 0);
    tr_gguf_declare(w, "t", TR_TENSOR_I8, 1, (uint64_t[]){5});
    tr_gguf_declare(w, "u", TR_TENSOR_I8, 1, (uint64_t[]){2});
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    for (size_t at = 0; at < 5; at += piece)
        ck_assert_int_eq(tr_gguf_write_part(w, &"12345"[at], piece < 5 - at ? piece : 5 - at, NULL),
                         0);
    ck_assert_int_eq(tr_gguf_write(w, "67", 2, NULL), 0);
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
}

START_TEST(writes_the_same_in_pieces)
{
    scratch s;
    char *bytes[5];
    size_t size[5];

    scratch_open(&s);
    for (size_t piece = 1; piece <= 5; piece++) {
        write_five(scratch_file(&s, "x.gguf"), piece);
        bytes[piece - 1] = read_file(s.path, &size[piece - 1]);
        ck_assert_uint_eq(size[piece - 1], size[0]);
        ck_assert_mem_eq(bytes[piece - 1], bytes[0], size[0]);
    }
    ck_assert_mem_eq(bytes[0] + size[0] - 128, "12345\0", 6);
    ck_assert_mem_eq(bytes[0] + size[0] - 64, "67\0", 3);
    for (size_t i = 0; i < 5; i++)
        free(bytes[i]);
    scratch_close(&s);
}
END_TEST

/* A limit on the size of files stands in for a full disk. */
START_TEST(reports_a_write_that_fails_and_leaves_nothing)
{
    struct rlimit before, now;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t limit = 0; limit <= SMALL_SIZE; limit += 64) {
        scratch s;
        tr_error err = {0};
        scratch_open(&s);
        now = before;
        now.rlim_cur = limit;
        setrlimit(RLIMIT_FSIZE, &now);
        const int rc = write_small(scratch_file(&s, "x.gguf"), &err);
        setrlimit(RLIMIT_FSIZE, &before);
        ck_assert_int_eq(rc, limit < SMALL_SIZE ? TR_EIO : 0);
        ck_assert_int_eq(scratch_count(&s, false), limit < SMALL_SIZE ? 0 : 1);
        if (rc < 0) ck_assert_ptr_nonnull(strstr(err.msg, strerror(EFBIG)));
        if (rc < 0) ck_assert_ptr_nonnull(strstr(err.msg, "x.gguf: "));
        scratch_close(&s);
    }
    signal(SIGXFSZ, SIG_DFL);
}
END_TEST

START_TEST(pythons_reader_sees_the_same_values)
{
    static const char program[] =
        "import sys, gguf\n"
        "r = gguf.GGUFReader(sys.argv[1])\n"
        "print(*[str(r.fields[k].contents()) for k in ('general.architecture', 'x.words')])\n"
        "for t in r.tensors: print(t.name, t.tensor_type.name, t.data.shape, t.data.tolist())\n";
    static const char expected[] = "nmt ['one', '']\n"
                                   "a F32 (3, 2) [[0.5, -1.0], [2.0, -4.0], [8.0, -16.0]]\n"
                                   "b I8 (5,) [104, 101, 108, 108, 111]\n";
    const char *python = python_with("gguf", "reading with the package gguf");
    if (!python) return;
    scratch s;
    char command[3 * SCRATCH_PATH + 200], output[sizeof expected + 200];
    tr_error err;
    scratch_open(&s);
    write_file(scratch_file(&s, "p.py"), program, strlen(program));
    ck_assert_int_eq(write_small(scratch_file(&s, "x.gguf"), &err), 0);
    snprintf(command, sizeof command, "%s %s/p.py %s 2>&1", python, s.folder, s.path);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t n = fread(output, 1, sizeof output - 1, pipe);
    output[n] = '\0';
    ck_assert_int_eq(pclose(pipe), 0);
    ck_assert_str_eq(output, expected);
    scratch_close(&s);
}
END_TEST

/* As metadata, these bytes would cost Python an object each. */
START_TEST(gguf_dump_is_done_soon_with_a_large_tokenizer)
{
    enum { SIZE = 1 << 20 };
    static unsigned char blob[SIZE];
    const char *python = python_with("gguf", "reading with the package gguf");
    if (!python) return;
    scratch s;
    tr_gguf_writer *w;
    char command[3 * SCRATCH_PATH + 200];
    struct tms begin, end;
    scratch_open(&s);
    for (size_t i = 0; i < SIZE; i++)
        blob[i] = (unsigned char)(i * i >> 7);
    ck_assert_int_eq(tr_gguf_create(&w, scratch_file(&s, "x.gguf"), NULL), 0);
    tr_gguf_declare(w, "tokenizer.spm.source", TR_TENSOR_I8, 1, (uint64_t[]){SIZE});
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    ck_assert_int_eq(tr_gguf_write(w, blob, SIZE, NULL), 0);
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
    snprintf(command, sizeof command, "%s -m gguf.scripts.gguf_dump %s >/dev/null 2>&1", python,
             s.path);
    times(&begin);
    ck_assert_int_eq(system(command), 0);
    times(&end);
    ck_assert_int_lt((end.tms_cutime - begin.tms_cutime) / sysconf(_SC_CLK_TCK), 5);
    scratch_close(&s);
}
END_TEST

/* A writer keeps its first failure; what is asked of it afterwards does nothing. */
START_TEST(any_allocation_may_fail)
{
    scratch s;
    int n = 0;

    scratch_open(&s);
    for (;; n++) {
        tr_error err = {0};
        fail_allocation(n);
        const int rc = write_small(scratch_file(&s, "x.gguf"), &err);
        if (!fail_allocation(-1)) break;
        ck_assert_int_eq(rc, TR_ENOMEM);
        ck_assert_str_eq(err.msg, "out of memory");
        ck_assert_int_eq(scratch_count(&s, false), 0);
    }
    ck_assert_int_gt(n, 5);
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("gguf_write", any_allocation_may_fail, writes_what_the_format_says,
          writes_the_digest_of_the_data, writes_arrays_of_numbers,
          writes_alignment_when_nobody_else_did, says_in_begin_data_what_cannot_be_written,
          leaves_nothing_when_tensors_are_missing_or_of_another_size, writes_the_same_in_pieces,
          reports_a_write_that_fails_and_leaves_nothing, pythons_reader_sees_the_same_values,
          gguf_dump_is_done_soon_with_a_large_tokenizer)
