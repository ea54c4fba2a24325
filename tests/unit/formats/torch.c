/* torch.c - PyTorch's files: what tests/fuzz/make_torch_seeds.py had PyTorch write, and what it put
 * together to do harm. */
#include "formats/torch/torch.h"

#include <math.h>

#include "unit/scratch.h"
#include "unit/unit.h"

enum { MOST = 64 };

typedef struct file {
    char *bytes;
    tr_arrays arrays;
} file;

static int open_seed(file *f, const char *name, tr_error *err)
{
    char path[200];
    size_t size;

    snprintf(path, sizeof path, "tests/fuzz/seeds/torch/%s", name);
    f->bytes = read_file(path, &size);
    const int rc =
        tr_arrays_open_bytes(&f->arrays, (unsigned char *)f->bytes, size, &tr_torch, "a.bin", err);
    if (rc < 0) free(f->bytes);
    return rc;
}

static void close_seed(file *f)
{
    tr_arrays_close(&f->arrays);
    free(f->bytes);
}

/* Element i of the makers' tensor of n numbers. */
static float number(size_t n, size_t i)
{
    return ((float)i - (float)n / 2) / 2;
}

/* The tensor `name` of this shape, whose element i is that numbered place[i] of n. */
static void has(const tr_arrays *s, const char *name, const char *type, const char *shape, size_t n,
                const size_t *place)
{
    const tr_array *t = tr_arrays_find(s, name);
    const tr_element_layout layout = {MOST, 0, 1};
    char dims[100] = "";
    float x[MOST];
    tr_error err;

    ck_assert_msg(t != NULL, "no tensor %s", name);
    for (unsigned i = 0; i < t->n_dims; i++)
        snprintf(dims + strlen(dims), sizeof dims - strlen(dims), "%s%d", i ? "," : "",
                 (int)t->dims[i]);
    ck_assert_str_eq(dims, shape);
    ck_assert_str_eq(t->type, type);
    ck_assert_msg(tr_arrays_floats(t, 0, t->n, &layout, x, &err) == 0, "%s", err.msg);
    for (size_t i = 0; i < t->n; i++)
        ck_assert_msg(x[i] == number(n, place ? place[i] : i), "%s: element %zu is %f", name, i,
                      (double)x[i]);
}

static void has_all(const tr_arrays *s)
{
    static const size_t turned[] = {0, 6, 12, 18, 1, 7,  13, 19, 2, 8,  14, 20,
                                    3, 9, 15, 21, 4, 10, 16, 22, 5, 11, 17, 23};
    static const size_t cut[] = {8, 9, 10, 14, 15, 16}, every[] = {0, 4, 8};
    size_t cube[24];

    /* permute(2, 0, 1) of [2, 3, 4]: element [i, j, k] of [4, 2, 3] is that at [j, k, i]. */
    for (size_t i = 0; i < 24; i++)
        cube[i] = i % 6 / 3 * 12 + i % 3 * 4 + i / 6;
    has(s, "a.weight", "F32", "2,3", 6, NULL);
    has(s, "b", "F32", "4", 4, NULL);
    has(s, "half", "F16", "2,2", 4, NULL);
    has(s, "brain", "BF16", "2,2", 4, NULL);
    has(s, "double", "F64", "3", 3, NULL);
    has(s, "turned", "F32", "6,4", 24, turned);
    has(s, "cut", "F32", "2,3", 24, cut);
    has(s, "every", "F32", "3", 9, every);
    has(s, "cube", "F32", "4,2,3", 24, cube);
    has(s, "same", "F32", "4,6", 24, NULL);
    has(s, "parameter", "F32", "3", 3, NULL);
    ck_assert_uint_eq(tr_arrays_find(s, "scalar")->n_dims, 0);
    ck_assert_uint_eq(tr_arrays_find(s, "scalar")->n, 1);
    ck_assert_uint_eq(tr_arrays_find(s, "empty")->n, 0);
    ck_assert_int_eq(tr_arrays_find(s, "count")->element, -1);
    ck_assert_str_eq(tr_arrays_find(s, "count")->type, "I64");
}

START_TEST(all_forms_hold_the_same)
{
    static const char *const names[] = {"zip", "old", "protocol4", "trained", "trained-old"};
    tr_error err;
    file f;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_msg(open_seed(&f, names[i], &err) == 0, "%s: %s", names[i], err.msg);
        ck_assert_uint_eq(f.arrays.n_tensors, 14);
        has_all(&f.arrays);
        close_seed(&f);
    }
}
END_TEST

START_TEST(a_share_of_a_view_is_read)
{
    const tr_element_layout layout = {MOST, 0, 1};
    float x[5];
    file f;

    ck_assert_int_eq(open_seed(&f, "zip", NULL), 0);
    const tr_array *t = tr_arrays_find(&f.arrays, "turned");
    ck_assert_int_eq(tr_arrays_floats(t, 3, 5, &layout, x, NULL), 0);
    for (size_t i = 0; i < 5; i++) /* element 4 c + r of it is 6 r + c */
        ck_assert(x[i] == number(24, (i + 3) % 4 * 6 + (i + 3) / 4));
    close_seed(&f);
}
END_TEST

START_TEST(arrays_are_compared_by_their_elements)
{
    file a, b;

    ck_assert_int_eq(open_seed(&a, "zip", NULL), 0);
    ck_assert_int_eq(open_seed(&b, "old", NULL), 0);
    const tr_array *turned = tr_arrays_find(&a.arrays, "turned");
    ck_assert(tr_arrays_equal(turned, turned));
    ck_assert(tr_arrays_equal(turned, tr_arrays_find(&b.arrays, "turned")));
    ck_assert(!tr_arrays_equal(turned, tr_arrays_find(&b.arrays, "same")));
    ck_assert(
        !tr_arrays_equal(tr_arrays_find(&a.arrays, "cut"), tr_arrays_find(&b.arrays, "a.weight")));
    ck_assert(!tr_arrays_equal(tr_arrays_find(&a.arrays, "every"),
                               tr_arrays_find(&b.arrays, "parameter")));
    close_seed(&a);
    close_seed(&b);
}
END_TEST

START_TEST(hostile_files_are_refused)
{
    static const struct {
        const char *name;
        int code;
        const char *sentence;
    } rows[] = {
        {"system", TR_EUNSUPPORTED, "this pickle asks for posix.system"},
        {"system4", TR_EUNSUPPORTED, "this pickle asks for posix.system"},
        {"eval", TR_EUNSUPPORTED, "this pickle asks for __builtin__.eval"},
        {"getattr", TR_EUNSUPPORTED, "this pickle asks for builtins.getattr"},
        {"instance", TR_EUNSUPPORTED, "operation 0x69 is not supported"},
        {"memo", TR_EFORMAT, "its memo has gaps"},
        {"recursive", TR_EUNSUPPORTED, "has no dictionary of tensors"},
        {"list", TR_EUNSUPPORTED, "has no dictionary of tensors"},
        {"cut", TR_EFORMAT, "it is cut short"},
        {"beyond", TR_EFORMAT, "tensor a: lies outside of its storage"},
        {"negative", TR_EFORMAT, "tensor a: has no storage"},
        {"stride", TR_EFORMAT, "tensor a: lies outside of its storage"},
        {"expanded", TR_EFORMAT, "tensor a: its shape is not one"},
        {"overflow", TR_EFORMAT, "tensor a: its shape is not one"},
        {"lie", TR_EFORMAT, "storage 0: its size is not what the pickle says"},
        {"two-ways", TR_EFORMAT, "storage 0 is described in two ways"},
        {"missing", TR_EFORMAT, "tensor a: its storage is missing"},
        {"path", TR_EUNSUPPORTED, "a reference in its pickle is no storage"},
        {"deflated", TR_EUNSUPPORTED, "storage 0: is compressed"},
        {"big-endian", TR_EUNSUPPORTED, "its byte order is not little-endian"},
        {"script", TR_EUNSUPPORTED, "is a program (TorchScript)"},
        {"no-table", TR_EUNSUPPORTED, "has no dictionary of tensors"},
        {"plain", TR_EUNSUPPORTED, "is a pickle, but no file of PyTorch's weights"},
    };
    char name[64];
    tr_error err;
    file f;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(name, sizeof name, "hostile-%s", rows[i].name);
        const int rc = open_seed(&f, name, &err);
        ck_assert_msg(rc == rows[i].code && !strncmp(err.msg, "a.bin: ", 7) &&
                          strstr(err.msg, rows[i].sentence),
                      "%s: %d %s", name, rc, rc < 0 ? err.msg : "is read");
    }
}
END_TEST

/* Opening what is cut anywhere, or has any byte changed, ends, and reads nothing outside. */
START_TEST(damage_is_survived)
{
    static const char *const names[] = {"zip", "old"};
    char path[200];
    tr_arrays s;
    size_t size;

    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "tests/fuzz/seeds/torch/%s", names[i]);
        char *const bytes = read_file(path, &size);
        for (size_t n = 0; n < size; n++) {
            unsigned char *const copy = malloc(n ? n : 1);
            memcpy(copy, bytes, n);
            ck_assert(tr_arrays_open_bytes(&s, copy, n, &tr_torch, "a.bin", NULL) < 0);
            free(copy);
        }
        for (size_t n = 0; n < size; n++) {
            bytes[n] ^= 0x55;
            if (tr_arrays_open_bytes(&s, (unsigned char *)bytes, size, &tr_torch, "a.bin", NULL) ==
                0)
                tr_arrays_close(&s);
            bytes[n] ^= 0x55;
        }
        free(bytes);
    }
}
END_TEST

UNIT_MAIN("torch", all_forms_hold_the_same, a_share_of_a_view_is_read,
          arrays_are_compared_by_their_elements, hostile_files_are_refused, damage_is_survived)
