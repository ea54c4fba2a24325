#include "formats/npz.h"

#include <math.h>

#include "make/make_npz.h"
#include "unit/python.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static const float two_by_three[] = {1, -2, 3.5f, 0, 1e-40f, -3e38f};

static int open_made(tr_npz *npz, zip_maker *z, tr_error *err)
{
    zip_end(z, "");
    return tr_npz_open(npz, (unsigned char *)z->bytes.data, z->bytes.len, "x.npz", err);
}

/* An archive of one array "a". */
static int open_one(tr_npz *npz, zip_maker *z, int version, const char *dictionary,
                    const void *data, size_t n, tr_error *err)
{
    npz_add(z, "a", version, dictionary, data, n);
    return open_made(npz, z, err);
}

static void check_refused(int version, const char *dictionary, size_t n, int code, const char *what)
{
    static const char zeros[256];
    zip_maker z = {0};
    tr_npz npz;
    tr_error err;

    ck_assert_int_eq(open_one(&npz, &z, version, dictionary, zeros, n, &err), code);
    ck_assert_ptr_nonnull(strstr(err.msg, "x.npz: tensor a: "));
    ck_assert_ptr_nonnull(strstr(err.msg, what));
    tr_buf_free(&z.bytes);
}

static void check_two_by_three(int version, const char *dictionary, unsigned method)
{
    zip_maker z = {.method = method};
    tr_npz npz;
    float x[6];

    ck_assert_int_eq(
        open_one(&npz, &z, version, dictionary, two_by_three, sizeof two_by_three, NULL), 0);
    const tr_npy *a = npz.arrays;
    ck_assert_uint_eq(npz.n_arrays, 1);
    ck_assert_str_eq(a->name, "a");
    ck_assert_uint_eq(a->n_dims, 2);
    ck_assert_uint_eq(a->dims[0], 2);
    ck_assert_uint_eq(a->dims[1], 3);
    ck_assert_uint_eq(a->n, 6);
    ck_assert_int_eq(tr_npz_floats(&npz, a, &(tr_element_layout){3, 3, 1}, x, NULL), 0);
    ck_assert_mem_eq(x, two_by_three, sizeof x);
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}

START_TEST(reads_every_version_and_spelling_of_a_header)
{
    static const char *const headers[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }          \n",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}",
        "{\"shape\":(2,3,),\"fortran_order\":False,\"descr\":\"<f4\"}",
        "  { 'fortran_order' : False , 'shape' : ( 2 , 3 ) , 'descr' : '<f4' , } \n",
    };

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        for (int version = 1; version <= 3; version++) {
            check_two_by_three(version, headers[i], 0);
            check_two_by_three(version, headers[i], 8);
        }
}
END_TEST

START_TEST(reads_arrays_of_no_and_one_dimension)
{
    const float x[] = {7, 8, 9};
    zip_maker z = {0};
    tr_npz npz;
    float out[3];

    npz_add(&z, "scalar", 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }", x, 4);
    npz_add(&z, "row", 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", x, 12);
    ck_assert_int_eq(open_made(&npz, &z, NULL), 0);
    ck_assert_uint_eq(npz.arrays[0].n_dims, 0);
    ck_assert_uint_eq(npz.arrays[0].n, 1);
    ck_assert_int_eq(tr_npz_floats(&npz, &npz.arrays[0], &(tr_element_layout){1, 1, 1}, out, NULL),
                     0);
    ck_assert_float_eq(out[0], 7);
    ck_assert_uint_eq(npz.arrays[1].n_dims, 1);
    ck_assert_int_eq(tr_npz_floats(&npz, &npz.arrays[1], &(tr_element_layout){3, 3, 1}, out, NULL),
                     0);
    ck_assert_mem_eq(out, x, sizeof x);
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}
END_TEST

START_TEST(puts_rows_where_they_are_wanted)
{
    zip_maker z = {0};
    tr_npz npz;
    float x[16] = {0};

    npz_add_floats(&z, "a", 2, 3, two_by_three);
    ck_assert_int_eq(open_made(&npz, &z, NULL), 0);
    ck_assert_int_eq(
        tr_npz_floats(&npz, &npz.arrays[0], &(tr_element_layout){3, 8, 1}, x + 4, NULL), 0);
    for (size_t i = 0; i < 16; i++) {
        const bool inside = (i >= 4 && i < 7) || (i >= 12 && i < 15);
        ck_assert_float_eq(x[i], inside ? two_by_three[i < 8 ? i - 4 : i - 12 + 3] : 0);
    }
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}
END_TEST

/* IEEE 754's binary16, in double. */
static double half_value(unsigned h)
{
    const double sign = h >> 15 ? -1 : 1, fraction = (h & 1023) / 1024.0;
    const int exponent = (int)(h >> 10 & 31);
    return exponent ? sign * (1 + fraction) * pow(2, exponent - 15) : sign * fraction * pow(2, -14);
}

START_TEST(reads_every_finite_float16_exactly)
{
    enum { N = 2 * 31 * 1024 };
    static uint16_t bits[N];
    static float x[N];
    zip_maker z = {.method = 8};
    tr_npz npz;

    for (unsigned i = 0; i < N; i++)
        bits[i] = (uint16_t)(i % (N / 2) + (i < N / 2 ? 0 : 0x8000));
    const char *header = "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 31744), }";
    ck_assert_int_eq(open_one(&npz, &z, 1, header, bits, sizeof bits, NULL), 0);
    ck_assert_int_eq(tr_npz_floats(&npz, &npz.arrays[0], &(tr_element_layout){N, N, 1}, x, NULL),
                     0);
    for (unsigned i = 0; i < N; i++) {
        ck_assert_double_eq((double)x[i], half_value(bits[i]));
        ck_assert_int_eq(signbit(x[i]) != 0, bits[i] >> 15);
    }
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}
END_TEST

START_TEST(rounds_float64)
{
    const double x[] = {0.1, -1e300 * 0, 3.4028234663852886e38, 1e-50};
    const float expected[] = {0.1f, -0.0f, 3.4028234663852886e38f, 0};
    zip_maker z = {0};
    tr_npz npz;
    float out[4];

    const char *header = "{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }";
    ck_assert_int_eq(open_one(&npz, &z, 1, header, x, sizeof x, NULL), 0);
    ck_assert_int_eq(tr_npz_floats(&npz, &npz.arrays[0], &(tr_element_layout){4, 4, 1}, out, NULL),
                     0);
    ck_assert_mem_eq(out, expected, sizeof out);
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}
END_TEST

static void check_not_finite(const char *descr, const void *x, size_t width)
{
    char header[100], data[3 * 8] = {0};
    zip_maker z = {0};
    tr_npz npz;
    tr_error err;
    float out[3];

    memcpy(data + 2 * width, x, width);
    snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (1, 3), }",
             descr);
    ck_assert_int_eq(open_one(&npz, &z, 1, header, data, 3 * width, NULL), 0);
    ck_assert_int_eq(tr_npz_floats(&npz, &npz.arrays[0], &(tr_element_layout){3, 3, 1}, out, &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.npz: tensor a: element 2 is not a finite number");
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}

START_TEST(refuses_numbers_that_are_not_finite)
{
    const uint16_t infinite = 0x7c00, nan = 0xfe01;

    check_not_finite("<f4", &(float){NAN}, 4);
    check_not_finite("<f4", &(float){-INFINITY}, 4);
    check_not_finite("<f2", &infinite, 2);
    check_not_finite("<f2", &nan, 2);
    check_not_finite("<f8", &(double){NAN}, 8);
    check_not_finite("<f8", &(double){1e39}, 8);
}
END_TEST

START_TEST(reads_bytes_as_text)
{
    zip_maker z = {0};
    tr_npz npz;
    tr_error err;
    char *text;
    float x[6];

    npz_add_text(&z, "special:model.yml", "type: transformer\n");
    npz_add_floats(&z, "a", 2, 3, two_by_three);
    ck_assert_int_eq(open_made(&npz, &z, NULL), 0);
    ck_assert_int_eq(tr_npz_bytes(&npz, &npz.arrays[0], &text, NULL), 0);
    ck_assert_str_eq(text, "type: transformer\n");
    free(text);
    ck_assert_int_eq(tr_npz_bytes(&npz, &npz.arrays[1], &text, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.npz: tensor a: does not hold bytes");
    ck_assert_int_eq(tr_npz_floats(&npz, &npz.arrays[0], &(tr_element_layout){1, 1, 1}, x, &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.npz: tensor special:model.yml: does not hold floats");
    tr_npz_close(&npz);
    tr_buf_free(&z.bytes);
}
END_TEST

START_TEST(refuses_what_it_would_read_wrongly)
{
    check_refused(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 24,
                  TR_EUNSUPPORTED, "fortran_order");
    check_refused(1, "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }", 24,
                  TR_EUNSUPPORTED, "type");
    check_refused(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", 24,
                  TR_EUNSUPPORTED, "type");
    check_refused(1, "{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", 24,
                  TR_EUNSUPPORTED, "type");
    check_refused(1, "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (6,), }", 24,
                  TR_EUNSUPPORTED, "type");
    check_refused(4, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 24, TR_EVERSION,
                  "version 4");
}
END_TEST

START_TEST(refuses_headers_that_are_not_complete)
{
    static const char *const headers[] = {
        "",
        "{",
        "{}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), ",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), } x",
        "{'descr': '<f4', 'fortran_order': False, }",
        "{'descr': '<f4', 'shape': (2, 3), }",
        "{'fortran_order': False, 'shape': (2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'shape': (2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1, }",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, , 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 6, }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551618, 3), }",
        "{'descr': <f4, 'fortran_order': False, 'shape': (2, 3), }",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (2, 3), }",
    };

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        check_refused(1, headers[i], 24, TR_EFORMAT, "header");
}
END_TEST

START_TEST(refuses_shapes_that_do_not_match_the_bytes)
{
    check_refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 23, TR_EFORMAT,
                  "size");
    check_refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 28, TR_EFORMAT,
                  "size");
    check_refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }", 0, TR_EFORMAT,
                  "no elements");
    /* 2^60 * 16 * 4 is 2^66: nothing, in 64 bits. */
    check_refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846976, 16)}",
                  0, TR_EFORMAT, "size");
    check_refused(1,
                  "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551615, 1), }",
                  24, TR_EFORMAT, "size");
}
END_TEST

START_TEST(refuses_members_that_are_not_arrays)
{
    zip_maker z = {0}, cut = {0}, no_magic = {0};
    tr_npz npz;
    tr_error err;

    zip_add(&z, "README", "hello", 5);
    ck_assert_int_eq(open_made(&npz, &z, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.npz: member README: is not a .npy file");
    zip_add(&cut, "a.npy", "\x93NUMPY\1\0", 8);
    ck_assert_int_eq(open_made(&npz, &cut, &err), TR_EFORMAT);
    zip_add(&no_magic, "a.npy", "\x94NUMPY\1\0\0\0\0\0", 12);
    ck_assert_int_eq(open_made(&npz, &no_magic, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.npz: tensor a: is not a .npy file");
    tr_buf_free(&z.bytes);
    tr_buf_free(&cut.bytes);
    tr_buf_free(&no_magic.bytes);
}
END_TEST

/* numpy writes x.npz by the function given, and what it reads back itself, as float32, x.f32. */
static const char numpy_script[] =
    "import sys, numpy as np\n"
    "r = np.random.default_rng(7)\n"
    "a = {'m': r.standard_normal((33, 257)).astype('f4'),\n"
    "     'h': r.standard_normal((64, 3)).astype('f2'), 'd': r.standard_normal((5,)),\n"
    "     's': np.float32(2.5), 't': r.standard_normal((2, 3, 4, 5)).astype('f4'),\n"
    "     'a name with blanks': np.zeros((1, 4000), 'f4')}\n"
    "getattr(np, sys.argv[1])('x.npz', **a)\n"
    "z = np.load('x.npz')\n"
    "np.concatenate([z[k].astype('f4').ravel() for k in z.files]).tofile('x.f32')\n";

static void check_numpy(scratch *s, const char *python, const char *function)
{
    char command[2 * SCRATCH_PATH + 200];
    tr_npz npz;
    size_t size, archive_size, at = 0;
    float x[33 * 257];

    write_file(scratch_file(s, "write.py"), numpy_script, sizeof numpy_script - 1);
    snprintf(command, sizeof command, "cd %s && %s write.py %s", s->folder, python, function);
    ck_assert_int_eq(system(command), 0);
    char *expected = read_file(scratch_file(s, "x.f32"), &size);
    unsigned char *archive = (unsigned char *)read_file(scratch_file(s, "x.npz"), &archive_size);
    ck_assert_int_eq(tr_npz_open(&npz, archive, archive_size, "x.npz", NULL), 0);
    ck_assert_uint_eq(npz.n_arrays, 6);
    for (size_t i = 0; i < npz.n_arrays; i++) {
        const tr_npy *a = &npz.arrays[i];
        ck_assert_int_eq(tr_npz_floats(&npz, a, &(tr_element_layout){a->n, a->n, 1}, x, NULL), 0);
        ck_assert_uint_le(at + a->n * sizeof *x, size);
        ck_assert_mem_eq(x, expected + at, a->n * sizeof *x);
        at += a->n * sizeof *x;
    }
    ck_assert_uint_eq(at, size);
    tr_npz_close(&npz);
    free(archive);
    free(expected);
}

START_TEST(reads_what_numpy_writes)
{
    const char *python = python_with("numpy", "reading what numpy writes");
    scratch s;

    if (!python) return;
    scratch_open(&s);
    check_numpy(&s, python, "savez");
    check_numpy(&s, python, "savez_compressed");
    scratch_close(&s);
}
END_TEST

UNIT_MAIN("npz", reads_every_version_and_spelling_of_a_header, reads_arrays_of_no_and_one_dimension,
          puts_rows_where_they_are_wanted, reads_every_finite_float16_exactly, rounds_float64,
          refuses_numbers_that_are_not_finite, reads_bytes_as_text,
          refuses_what_it_would_read_wrongly, refuses_headers_that_are_not_complete,
          refuses_shapes_that_do_not_match_the_bytes, refuses_members_that_are_not_arrays,
          reads_what_numpy_writes)
