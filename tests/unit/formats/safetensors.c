/* safetensors.c - the reader against files put together by hand. */
#include "formats/safetensors.h"

#include <math.h>

#include "formats/json.h"
#include "make/make_safetensors.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static const float numbers[] = {1, 2, 3, 4, 5, 6};

static int read_numbers(const tr_array *t, size_t first, size_t n, tr_element_layout layout,
                        float *out, tr_error *err)
{
    return tr_arrays_floats(t, first, n, &layout, out, err);
}

static int open_bytes(tr_arrays *s, const tr_buf *file, tr_error *err)
{
    /* A copy of the exact size, so that a sanitizer sees what is read after it. */
    unsigned char *bytes = malloc(file->len ? file->len : 1);
    memcpy(bytes, tr_buf_text(file), file->len);
    const int rc = tr_arrays_open_bytes(s, bytes, file->len, &tr_safetensors, "a.safetensors", err);
    if (rc < 0) free(bytes);
    return rc;
}

static void close_bytes(tr_arrays *s)
{
    void *bytes = (void *)s->shards[0].file.data;
    tr_arrays_close(s);
    free(bytes);
}

/* The file is refused with a message that holds `sentence`; it is freed. */
static void refuses(tr_buf file, int code, const char *sentence)
{
    tr_arrays s;
    tr_error err = {0};

    const int rc = open_bytes(&s, &file, &err);
    ck_assert_msg(rc == code, "%d %s, expected %s", rc, err.msg, sentence);
    ck_assert_msg(strstr(err.msg, "a.safetensors: ") == err.msg && strstr(err.msg, sentence),
                  "%s, expected %s", err.msg, sentence);
    tr_buf_free(&file);
}

static void refuses_header(const char *header, int code, const char *sentence)
{
    refuses(safetensors_bytes(header, 0, numbers, sizeof numbers), code, sentence);
}

START_TEST(arrays_are_found_by_their_names)
{
    safetensors_maker m = {0};
    tr_arrays s;
    tr_error err;

    safetensors_add(&m, "b.weight", "F32", "3,2", numbers, sizeof numbers);
    safetensors_add(&m, "a.bias", "F32", "2", numbers, 2 * sizeof *numbers);
    safetensors_add(&m, "c", "I64", "", "12345678", 8);
    safetensors_add(&m, "none", "F32", "0,4", NULL, 0);
    tr_buf file = safetensors_end(&m);
    ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
    ck_assert_uint_eq(s.n_tensors, 4);
    const tr_array *t = tr_arrays_find(&s, "b.weight");
    ck_assert_ptr_nonnull(t);
    ck_assert(t->n_dims == 2 && t->dims[0] == 3 && t->dims[1] == 2 && t->n == 6);
    t = tr_arrays_find(&s, "c");
    ck_assert(t && t->n_dims == 0 && t->n == 1 && t->element < 0);
    ck_assert_str_eq(t->type, "I64");
    ck_assert_ptr_null(tr_arrays_find(&s, "b"));
    ck_assert_ptr_null(tr_arrays_find(&s, "__metadata__"));
    close_bytes(&s);
    tr_buf_free(&file);
}
END_TEST

START_TEST(a_header_may_have_metadata_and_blanks)
{
    tr_arrays s;
    tr_error err;
    tr_buf file =
        safetensors_bytes("{\"__metadata__\":{\"format\":\"pt\"},\"x\":{\"dtype\":\"F32\","
                          "\"shape\":[6],\"data_offsets\":[0,24]}}   ",
                          0, numbers, sizeof numbers);
    ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
    ck_assert_uint_eq(s.n_tensors, 1);
    close_bytes(&s);
    tr_buf_free(&file);
}
END_TEST

START_TEST(a_file_may_be_empty_of_arrays)
{
    tr_arrays s;
    tr_error err;
    safetensors_maker m = {0};
    tr_buf file = safetensors_end(&m);
    ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
    ck_assert_ptr_null(tr_arrays_find(&s, "x"));
    close_bytes(&s);
    tr_buf_free(&file);
}
END_TEST

START_TEST(numbers_of_every_width_are_read)
{
    static const struct {
        const char *type;
        unsigned char bytes[16];
        size_t size;
    } rows[] = {{"F32", {0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0}, 8},
                {"F16", {0, 0x3c, 0, 0xc0}, 4},
                {"BF16", {0x80, 0x3f, 0, 0xc0}, 4},
                {"F64", {0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0}, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        safetensors_maker m = {0};
        tr_arrays s;
        tr_error err;
        float x[2] = {0};
        safetensors_add(&m, "x", rows[i].type, "2", rows[i].bytes, rows[i].size);
        tr_buf file = safetensors_end(&m);
        ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
        ck_assert_int_eq(read_numbers(s.tensors, 0, 2, (tr_element_layout){2, 2, 1}, x, &err), 0);
        ck_assert(x[0] == 1 && x[1] == -2);
        close_bytes(&s);
        tr_buf_free(&file);
    }
}
END_TEST

START_TEST(rows_go_where_they_are_asked_for)
{
    safetensors_maker m = {0};
    tr_arrays s;
    tr_error err;
    float x[8] = {0};

    safetensors_add(&m, "x", "F32", "3,2", numbers, sizeof numbers);
    tr_buf file = safetensors_end(&m);
    ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
    /* Rows 1 and 2 of 3, four apart. */
    ck_assert_int_eq(read_numbers(s.tensors, 2, 4, (tr_element_layout){2, 4, 1}, x, &err), 0);
    ck_assert(!memcmp(x, (float[]){3, 4, 0, 0, 5, 6, 0, 0}, sizeof x));
    /* All of them, as columns. */
    ck_assert_int_eq(read_numbers(s.tensors, 0, 6, (tr_element_layout){2, 1, 3}, x, &err), 0);
    ck_assert(!memcmp(x, (float[]){1, 3, 5, 2, 4, 6}, 6 * sizeof *x));
    close_bytes(&s);
    tr_buf_free(&file);
}
END_TEST

START_TEST(numbers_that_are_none_are_named)
{
    const float x[] = {0, NAN, INFINITY};
    float out[3];
    safetensors_maker m = {0};
    tr_arrays s;
    tr_error err;

    safetensors_add(&m, "x", "F32", "3", x, sizeof x);
    safetensors_add(&m, "y", "I32", "1", x, 4);
    tr_buf file = safetensors_end(&m);
    ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
    ck_assert_int_eq(read_numbers(&s.tensors[0], 0, 3, (tr_element_layout){3, 3, 1}, out, &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, "a.safetensors: tensor x: element 1 is not a finite number");
    ck_assert_int_eq(read_numbers(&s.tensors[0], 2, 1, (tr_element_layout){1, 1, 1}, out, &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, "a.safetensors: tensor x: element 2 is not a finite number");
    ck_assert_int_eq(read_numbers(&s.tensors[1], 0, 1, (tr_element_layout){1, 1, 1}, out, &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, "a.safetensors: tensor y: does not hold floats");
    close_bytes(&s);
    tr_buf_free(&file);
}
END_TEST

START_TEST(a_file_that_is_cut_anywhere_is_refused)
{
    safetensors_maker m = {0};
    tr_arrays s;
    tr_error err;

    safetensors_add(&m, "x", "F32", "3,2", numbers, sizeof numbers);
    safetensors_add(&m, "y", "F32", "2", numbers, 2 * sizeof *numbers);
    tr_buf file = safetensors_end(&m);
    for (tr_buf part = file; part.len > 0;) {
        part.len--;
        ck_assert_int_eq(open_bytes(&s, &part, &err), TR_EFORMAT);
    }
    tr_buf_free(&file);
}
END_TEST

START_TEST(a_header_of_the_wrong_length_is_refused)
{
    static const char header[] = "{}";
    refuses(safetensors_bytes(header, (uint64_t)1 << 62, NULL, 0), TR_EFORMAT, "is cut short");
    refuses(safetensors_bytes(header, UINT64_MAX - 2, NULL, 0), TR_EFORMAT, "is cut short");
    refuses(safetensors_bytes(header, (uint64_t)-2, NULL, 0), TR_EFORMAT, "is not JSON");
    refuses(safetensors_bytes(header, (uint64_t)-1, NULL, 0), TR_EFORMAT, "is not JSON");
    refuses(safetensors_bytes(header, 3, "abc", 3), TR_EFORMAT, "is not JSON");
    refuses((tr_buf){0}, TR_EFORMAT, "is not a safetensors file");
}
END_TEST

START_TEST(a_header_that_is_too_long_is_not_parsed)
{
    tr_buf file = {0};
    char *blanks = malloc(TR_JSON_MAX_SIZE + 1);
    memset(blanks, ' ', TR_JSON_MAX_SIZE + 1);
    file = safetensors_bytes("{}", TR_JSON_MAX_SIZE, blanks, TR_JSON_MAX_SIZE + 1);
    free(blanks);
    refuses(file, TR_EFORMAT, "its header is too long");
}
END_TEST

START_TEST(a_header_of_another_kind_is_refused)
{
    refuses_header("[]", TR_EFORMAT, "not a JSON object");
    refuses_header("{\"x\":1}", TR_EFORMAT, "tensor x: has no type");
    refuses_header("{\"x\":{\"dtype\":\"F7\",\"shape\":[6],\"data_offsets\":[0,24]}}",
                   TR_EUNSUPPORTED, "tensor x: its type 'F7' is not known");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"data_offsets\":[0,24]}}", TR_EFORMAT, "its shape");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,6],\"data_offsets\":[0,24]}}",
                   TR_EFORMAT, "tensor x: its shape is not one of up to four dimensions");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[-6],\"data_offsets\":[0,24]}}", TR_EFORMAT,
                   "its shape");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6.5],\"data_offsets\":[0,24]}}",
                   TR_EFORMAT, "its shape");
    refuses_header("{\"\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24]}}", TR_EFORMAT,
                   "name is empty");
    refuses_header("{\"a\\nb\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24]}}",
                   TR_EFORMAT, "not printable");
}
END_TEST

START_TEST(shapes_whose_product_overflows_are_refused)
{
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],"
                   "\"data_offsets\":[0,0]}}",
                   TR_EFORMAT, "tensor x: its shape");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[4503599627370496,4503599627370496],"
                   "\"data_offsets\":[0,24]}}",
                   TR_EFORMAT, "tensor x: its shape");
    /* 2^60 floats have 2^62 bytes, which a size of 64 bits could hold. */
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[1073741824,1073741824],"
                   "\"data_offsets\":[0,24]}}",
                   TR_EFORMAT, "tensor x: its size is not what its shape says");
}
END_TEST

START_TEST(places_outside_the_data_are_refused)
{
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[7],\"data_offsets\":[0,28]}}", TR_EFORMAT,
                   "tensor x: lies beyond the end of the file");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[24,0]}}", TR_EFORMAT,
                   "tensor x: its place in the file is not given");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0]}}", TR_EFORMAT,
                   "tensor x: its place in the file is not given");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24,24]}}",
                   TR_EFORMAT, "tensor x: its place in the file is not given");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[-24,0]}}", TR_EFORMAT,
                   "tensor x: its place in the file is not given");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[5],\"data_offsets\":[0,24]}}", TR_EFORMAT,
                   "tensor x: its size is not what its shape says");
}
END_TEST

START_TEST(overlaps_and_gaps_are_refused)
{
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]},"
                   "\"y\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[8,24]}}",
                   TR_EFORMAT, "tensors x and y overlap");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24]},"
                   "\"y\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24]}}",
                   TR_EFORMAT, "overlap");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                   "\"y\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[16,24]}}",
                   TR_EFORMAT, "tensor y: bytes before it belong to no tensor");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", TR_EFORMAT,
                   "the bytes at its end belong to no tensor");
}
END_TEST

START_TEST(names_are_there_once)
{
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
                   "\"x\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[8,24]}}",
                   TR_EFORMAT, "tensor x: is there twice");
    refuses_header("{\"x\":{\"dtype\":\"F32\",\"shape\":[6],\"data_offsets\":[0,24]},"
                   "\"\\u0078\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[24,24]}}",
                   TR_EFORMAT, "tensor x: is there twice");
}
END_TEST

START_TEST(equal_arrays_have_the_same_type_shape_and_bytes)
{
    safetensors_maker m = {0};
    tr_arrays s;
    tr_error err;

    safetensors_add(&m, "a", "F32", "2,3", numbers, sizeof numbers);
    safetensors_add(&m, "b", "F32", "2,3", numbers, sizeof numbers);
    safetensors_add(&m, "c", "F32", "3,2", numbers, sizeof numbers);
    safetensors_add(&m, "d", "I32", "2,3", numbers, sizeof numbers);
    safetensors_add(&m, "e", "F32", "2,3", (float[]){1, 2, 3, 4, 5, 7}, sizeof numbers);
    tr_buf file = safetensors_end(&m);
    ck_assert_int_eq(open_bytes(&s, &file, &err), 0);
    ck_assert(tr_arrays_equal(&s.tensors[0], &s.tensors[1]));
    for (size_t i = 2; i < 5; i++)
        ck_assert(!tr_arrays_equal(&s.tensors[0], &s.tensors[i]));
    close_bytes(&s);
    tr_buf_free(&file);
}
END_TEST

/* ---- Files -------------------------------------------------------------------------------- */

static void write_shard(scratch *dir, const char *file_name, const char *name, size_t n)
{
    safetensors_maker m = {0};
    float *x = calloc(n, sizeof *x);
    char shape[32];

    for (size_t i = 0; i < n; i++)
        x[i] = (float)(i % 1000);
    snprintf(shape, sizeof shape, "%zu", n);
    safetensors_add(&m, name, "F32", shape, x, n * sizeof *x);
    tr_buf file = safetensors_end(&m);
    write_file(scratch_file(dir, file_name), file.data, file.len);
    tr_buf_free(&file);
    free(x);
}

/* Opens an index of this text beside shards a.safetensors ("x") and b.safetensors ("y"). */
static int open_index(scratch *dir, tr_arrays *s, const char *text, tr_error *err)
{
    write_shard(dir, "a.safetensors", "x", 2);
    write_shard(dir, "b.safetensors", "y", 3);
    const char *path = scratch_file(dir, "model.safetensors.index.json");
    tr_bundle b;

    write_file(path, text, strlen(text));
    ck_assert_int_eq(tr_bundle_open(&b, dir->folder, "", NULL), 0);
    const int rc =
        tr_arrays_open_index(s, &b, &tr_safetensors, "model.safetensors.index.json", err);
    tr_bundle_close(&b);
    return rc;
}

START_TEST(an_index_joins_its_files)
{
    scratch dir;
    tr_arrays s;
    tr_error err;

    scratch_open(&dir);
    ck_assert_int_eq(open_index(&dir, &s,
                                "{\"metadata\":{\"total_size\":20},\"weight_map\":"
                                "{\"y\":\"b.safetensors\",\"x\":\"a.safetensors\"}}",
                                &err),
                     0);
    ck_assert(s.n_shards == 2 && s.n_tensors == 2);
    ck_assert_uint_eq(tr_arrays_find(&s, "x")->n, 2);
    ck_assert_uint_eq(tr_arrays_find(&s, "y")->n, 3);
    tr_arrays_close(&s);
    scratch_close(&dir);
}
END_TEST

START_TEST(an_index_leads_nowhere_else)
{
    static const struct {
        const char *map, *sentence;
    } rows[] = {
        {"{\"x\":\"../a.safetensors\"}", "tensor x is not in a .safetensors file beside"},
        {"{\"x\":\"/etc/a.safetensors\"}", "tensor x is not in a .safetensors file beside"},
        {"{\"x\":\"..\"}", "tensor x is not in a .safetensors file beside"},
        {"{\"x\":\".safetensors\"}", "tensor x is not in a .safetensors file beside"},
        {"{\"x\":\"a.bin\"}", "tensor x is not in a .safetensors file beside"},
        {"{\"x\":1}", "tensor x is not in a .safetensors file beside"},
        {"{}", "names 0 files"},
        {"[]", "has no weight_map"},
        {"{\"x\":\"b.safetensors\",\"y\":\"a.safetensors\"}", "b.safetensors: has no tensor x"},
    };
    scratch dir;
    tr_arrays s;
    tr_error err;
    char text[256];

    scratch_open(&dir);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "{\"weight_map\":%s}", rows[i].map);
        ck_assert_int_eq(open_index(&dir, &s, text, &err), TR_EFORMAT);
        ck_assert_msg(strstr(err.msg, rows[i].sentence) != NULL, "%s", err.msg);
    }
    scratch_close(&dir);
}
END_TEST

START_TEST(a_missing_shard_is_named)
{
    scratch dir;
    tr_arrays s;
    tr_error err;

    scratch_open(&dir);
    ck_assert_int_eq(
        open_index(&dir, &s, "{\"weight_map\":{\"x\":\"a.safetensors\",\"z\":\"c.safetensors\"}}",
                   &err),
        TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "/c.safetensors: No such file"));
    scratch_close(&dir);
}
END_TEST

START_TEST(a_tensor_in_two_shards_is_refused)
{
    scratch dir;
    tr_arrays s;
    tr_error err;

    scratch_open(&dir);
    write_shard(&dir, "c.safetensors", "x", 2);
    ck_assert_int_eq(
        open_index(&dir, &s, "{\"weight_map\":{\"x\":\"a.safetensors\",\"y\":\"c.safetensors\"}}",
                   &err),
        TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "tensor x: is there twice"));
    scratch_close(&dir);
}
END_TEST

/* Resident pages of this process, in bytes. */
static size_t resident(void)
{
    size_t pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%*u %zu", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void open_shard(const scratch *dir, tr_arrays *s)
{
    tr_bundle b;

    ck_assert_int_eq(tr_bundle_open(&b, dir->folder, "", NULL), 0);
    ck_assert_int_eq(tr_arrays_open(s, &b, &tr_safetensors, "a.safetensors", NULL), 0);
    tr_bundle_close(&b);
}

START_TEST(pages_that_were_read_do_not_gather)
{
    enum { N = 32 << 20 }; /* 128 MiB */
    scratch dir;
    tr_arrays s;
    tr_error err;
    float x[256];

    scratch_open(&dir);
    write_shard(&dir, "a.safetensors", "x", N);
    open_shard(&dir, &s);
    const size_t before = resident();
    /* Every row into the same place. */
    ck_assert_int_eq(read_numbers(s.tensors, 0, N, (tr_element_layout){256, 0, 1}, x, &err), 0);
    ck_assert(x[255] == (float)((N - 1) % 1000));
    if (before) ck_assert_uint_lt(resident(), before + (40 << 20));
    tr_arrays_close(&s);
    scratch_close(&dir);
}
END_TEST

START_TEST(a_file_that_shrinks_while_it_is_read_is_noticed)
{
    enum { N = 8 << 20 };
    scratch dir;
    tr_arrays s;
    tr_error err;
    float x[256];

    scratch_open(&dir);
    write_shard(&dir, "a.safetensors", "x", N);
    const char *path = scratch_file(&dir, "a.safetensors");
    open_shard(&dir, &s);
    unlink(path); /* the mapping keeps the old file */
    write_file(path, "short", 5);
    ck_assert_int_eq(read_numbers(s.tensors, 0, N, (tr_element_layout){256, 0, 1}, x, &err),
                     TR_EIO);
    ck_assert_ptr_nonnull(strstr(err.msg, "was changed while it was read"));
    tr_arrays_close(&s);
    scratch_close(&dir);
}
END_TEST

UNIT_MAIN("safetensors", arrays_are_found_by_their_names, a_header_may_have_metadata_and_blanks,
          a_file_may_be_empty_of_arrays, numbers_of_every_width_are_read,
          rows_go_where_they_are_asked_for, numbers_that_are_none_are_named,
          a_file_that_is_cut_anywhere_is_refused, a_header_of_the_wrong_length_is_refused,
          a_header_that_is_too_long_is_not_parsed, a_header_of_another_kind_is_refused,
          shapes_whose_product_overflows_are_refused, places_outside_the_data_are_refused,
          overlaps_and_gaps_are_refused, names_are_there_once,
          equal_arrays_have_the_same_type_shape_and_bytes, an_index_joins_its_files,
          an_index_leads_nowhere_else, a_missing_shard_is_named, a_tensor_in_two_shards_is_refused,
          pages_that_were_read_do_not_gather, a_file_that_shrinks_while_it_is_read_is_noticed)
