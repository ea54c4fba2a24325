#include "import/marian/marian_bin.h"

#include <math.h>

#include "make/make_bin.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static int open_made(tr_bin *b, bin_maker *m, tr_error *err)
{
    bin_end(m);
    return tr_bin_open(b, (unsigned char *)m->bytes.data, m->bytes.len, "x.bin", err);
}

static void close_made(tr_bin *b, bin_maker *m)
{
    tr_bin_close(b);
    tr_buf_free(&m->bytes);
}

START_TEST(reads_floats_of_every_width)
{
    static const float single[] = {1, -2, 3.5f, 0, 1e-40f, -3e38f};
    static const double wide[] = {1, -2, 0.1};
    static const uint16_t half[] = {0x3c00, 0xc000, 0x0001};
    bin_maker m = {0};
    tr_bin b;
    float x[6];

    bin_add(&m, "single", BIN_F32, 2, 3, single, sizeof single, 256);
    bin_add(&m, "wide", BIN_F64, 0, 3, wide, sizeof wide, 1);
    bin_add(&m, "half", BIN_F16, 1, 3, half, sizeof half, 1);
    ck_assert_int_eq(open_made(&b, &m, NULL), 0);
    ck_assert_uint_eq(b.n_items, 3);
    ck_assert_str_eq(b.items[1].name, "wide");
    ck_assert_uint_eq(b.items[0].n_dims, 2);
    ck_assert_uint_eq(b.items[0].dims[0], 2);
    ck_assert_uint_eq(b.items[0].dims[1], 3);
    ck_assert_int_eq(tr_bin_floats(&b, &b.items[0], &(tr_element_layout){3, 3, 1}, x, NULL), 0);
    ck_assert_mem_eq(x, single, sizeof single);
    ck_assert_int_eq(tr_bin_floats(&b, &b.items[0], &(tr_element_layout){3, 1, 2}, x, NULL), 0);
    ck_assert_float_eq(x[1], 0);
    ck_assert_float_eq(x[2], -2);
    ck_assert_int_eq(tr_bin_floats(&b, &b.items[1], &(tr_element_layout){3, 3, 1}, x, NULL), 0);
    ck_assert_float_eq(x[2], 0.1f);
    ck_assert_int_eq(tr_bin_floats(&b, &b.items[2], &(tr_element_layout){3, 3, 1}, x, NULL), 0);
    ck_assert_float_eq(x[0], 1);
    ck_assert_float_eq(x[1], -2);
    ck_assert_float_eq(x[2], 0x1p-24f);
    close_made(&b, &m);
}
END_TEST

/* Shape [2, 3]; the data is [3, 2], but for embeddings.  The factor comes after. */
START_TEST(turns_scaled_matrices_the_way_their_shape_says)
{
    static const struct {
        const char *name;
        uint64_t type;
        bool transposed;
    } cases[] = {
        {"encoder_l1_self_Wq", BIN_INTGEMM8, true}, {"encoder_l1_self_Wq", BIN_FORK_INTGEMM8, true},
        {"decoder_l1_rnn_W", BIN_INTGEMM8, true},   {"Wemb", BIN_FORK_INTGEMM8, false},
        {"decoder_Wemb", BIN_FORK_INTGEMM8, false},
    };
    const float factor = 63.5f;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bin_maker m = {0};
        tr_bin b;
        int8_t data[6 + sizeof factor] = {1, 2, -127, 4, 127, 6}, values[6];
        float scale, x[6];
        memcpy(data + 6, &factor, sizeof factor);
        bin_add(&m, cases[i].name, cases[i].type, 2, 3, data, sizeof data, 256);
        ck_assert_int_eq(open_made(&b, &m, NULL), 0);
        ck_assert_int_eq(tr_bin_s8(&b, b.items, 3, 1, values, &scale, NULL), 0);
        ck_assert_int_eq(tr_bin_floats(&b, b.items, &(tr_element_layout){3, 3, 1}, x, NULL), 0);
        ck_assert_float_eq(scale, 1 / factor);
        for (size_t r = 0; r < 2; r++)
            for (size_t c = 0; c < 3; c++) {
                const int8_t expected = cases[i].transposed ? data[c * 2 + r] : data[r * 3 + c];
                ck_assert_int_eq(values[r * 3 + c], expected);
                ck_assert_float_eq(x[r * 3 + c], (float)expected * scale);
            }
        /* By columns. */
        ck_assert_int_eq(tr_bin_s8(&b, b.items, 1, 2, values, &scale, NULL), 0);
        ck_assert_int_eq(values[1], cases[i].transposed ? data[1] : data[3]);
        close_made(&b, &m);
    }
}
END_TEST

START_TEST(reads_scaled_int16)
{
    const float factor = 1024;
    bin_maker m = {0};
    tr_bin b;
    int16_t data[6] = {1, -32768, 32767, 1024, -1, 0};
    float x[4];

    memcpy(data + 4, &factor, sizeof factor);
    bin_add(&m, "a_W1", BIN_FORK_INTGEMM16, 2, 2, data, sizeof data, 1);
    ck_assert_int_eq(open_made(&b, &m, NULL), 0);
    ck_assert_int_eq(tr_bin_floats(&b, b.items, &(tr_element_layout){2, 2, 1}, x, NULL), 0);
    ck_assert_float_eq(x[0], 1 / 1024.0f);
    ck_assert_float_eq(x[1], 32767 / 1024.0f);
    ck_assert_float_eq(x[2], -32);
    ck_assert_float_eq(x[3], 1);
    close_made(&b, &m);
}
END_TEST

START_TEST(knows_types_that_only_one_cpu_reads)
{
    static const struct {
        uint64_t code;
        const char *name;
        int kind;
    } cases[] = {
        {0x802, "packed16", TR_BIN_PACKED},
        {0x1801, "packed8avx2", TR_BIN_PACKED},
        {0x2801, "packed8avx512", TR_BIN_PACKED},
        {0x18001, "intgemm8ssse3", TR_BIN_PACKED},
        {0x11001, "intgemm8avx2", TR_BIN_PACKED},
        {0x12001, "intgemm8avx512", TR_BIN_PACKED},
        {0x13001, "intgemm8avx512vnni", TR_BIN_PACKED},
        {0x14002, "intgemm16sse2", TR_BIN_PACKED},
        {0x11002, "intgemm16avx2", TR_BIN_PACKED},
        {0x12002, "intgemm16avx512", TR_BIN_PACKED},
        {0x204, "uint32", TR_BIN_INTEGER},
        {0x777, "unknown", TR_BIN_UNKNOWN},
        {0, "unknown", TR_BIN_UNKNOWN},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bin_maker m = {0};
        tr_bin b;
        tr_error err;
        float x;
        int8_t value;
        bin_add(&m, "a", cases[i].code, 1, 1, "\0\0\0\0", 4, 256);
        ck_assert_int_eq(open_made(&b, &m, NULL), 0);
        ck_assert_str_eq(b.items->type->name, cases[i].name);
        ck_assert_int_eq(b.items->type->kind, cases[i].kind);
        ck_assert_int_eq(tr_bin_floats(&b, b.items, &(tr_element_layout){1, 1, 1}, &x, &err),
                         TR_EFORMAT);
        ck_assert_str_eq(err.msg, "x.bin: tensor a: does not hold floats");
        ck_assert_int_eq(tr_bin_s8(&b, b.items, 1, 1, &value, &x, &err), TR_EFORMAT);
        close_made(&b, &m);
    }
}
END_TEST

START_TEST(reads_bytes_as_text)
{
    bin_maker m = {0};
    tr_bin b;
    char *text;

    bin_add(&m, "special:model.yml", BIN_S8, 0, 6, "a: 1\n", 6, 256);
    ck_assert_int_eq(open_made(&b, &m, NULL), 0);
    ck_assert_int_eq(tr_bin_bytes(&b, b.items, &text, NULL), 0);
    ck_assert_str_eq(text, "a: 1\n");
    free(text);
    close_made(&b, &m);
}
END_TEST

/* Two tensors: "first" float32 [2, 3] and "second" float32 [4]. */
static void make_two(bin_maker *m)
{
    static const float zeros[6];

    bin_add(m, "first", BIN_F32, 2, 3, zeros, sizeof zeros, 1);
    bin_add(m, "second", BIN_F32, 0, 4, zeros, 4 * sizeof *zeros, 1);
    bin_end(m);
}

enum {
    FIRST = BIN_HEADER,        /* name length, type, dimensions, data length */
    SECOND = FIRST + BIN_ITEM, /* likewise */
    NAMES = SECOND + BIN_ITEM, /* "first", "second" with their NULs */
    SHAPES = NAMES + 6 + 7,    /* 2, 3; 4 */
    FILL = SHAPES + 3 * 4,
    TWO_SIZE = 256 + 6 * 4 + 4 * 4
};

START_TEST(refuses_lengths_that_the_file_does_not_have)
{
    static const struct {
        size_t at;
        int width;
        uint64_t value;
        int code;
        const char *what;
    } cases[] = {
        {0, 8, 3, TR_EVERSION, "of a version that is not known (3)"},
        {0, 8, 0, TR_EVERSION, "is not a .bin file of Marian"},
        {0, 8, 2, TR_EUNSUPPORTED, "is encrypted"},
        {8, 8, 0, TR_EFORMAT, "0 tensors are not in 1..65536"},
        {8, 8, 100, TR_EFORMAT, "is shorter than the number of its tensors asks for"},
        {8, 8, 1ull << 58, TR_EFORMAT, "is shorter than the number"},
        {8, 8, UINT64_MAX, TR_EFORMAT, "is shorter than the number"},
        {FIRST, 8, 1ull << 60, TR_EFORMAT, "tensor 1: is longer than the file"},
        {FIRST, 8, UINT64_MAX, TR_EFORMAT, "tensor 1: is longer than the file"},
        {SECOND, 8, UINT64_MAX - 5, TR_EFORMAT, "tensor 2: is longer than the file"},
        {FIRST, 8, 0, TR_EFORMAT, "tensor 1: its name"},
        {FIRST, 8, 1, TR_EFORMAT, "tensor 1: its name"},
        {FIRST, 8, 5, TR_EFORMAT, "tensor 1: its name"},
        {FIRST, 8, 13, TR_EFORMAT, "tensor 1: its name"},
        {SECOND, 8, 290, TR_EFORMAT, "x.bin: ends in the names of its tensors"},
        {FIRST + 16, 8, 5, TR_EFORMAT, "tensor first: has more than 4 dimensions"},
        {FIRST + 16, 8, UINT64_MAX, TR_EFORMAT, "tensor 1: is longer than the file"},
        {FIRST + 24, 8, UINT64_MAX, TR_EFORMAT, "tensor 1: is longer than the file"},
        {FIRST + 24, 8, 23, TR_EFORMAT, "tensor first: its size is not what its shape says"},
        {FIRST + 24, 8, 25, TR_EFORMAT, "x.bin: ends before its last tensor does"},
        {NAMES, 1, 0, TR_EFORMAT, "tensor 1: its name is not a name"},
        {NAMES + 1, 1, '\n', TR_EFORMAT, "tensor 1: its name is not a name"},
        {NAMES + 1, 1, 0xc3, TR_EFORMAT, "tensor 1: its name is not a name"},
        {NAMES + 5, 1, 'x', TR_EFORMAT, "tensor 1: its name is not a name"},
        {SHAPES, 4, 0, TR_EFORMAT, "tensor first: dimension 1 is 0"},
        {SHAPES, 4, (uint32_t)-2, TR_EFORMAT, "tensor first: dimension 1 is -2"},
        {SHAPES + 4, 4, INT32_MAX, TR_EFORMAT, "tensor first: its size"},
        {FILL, 8, UINT64_MAX, TR_EFORMAT, "x.bin: ends before its last tensor does"},
        {FILL, 8, 256 - FILL - 8 - 1, TR_EFORMAT, "x.bin: goes on behind its last tensor"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bin_maker m = {0};
        tr_bin b;
        tr_error err;
        make_two(&m);
        ck_assert_uint_eq(m.bytes.len, TWO_SIZE);
        memcpy(m.bytes.data + cases[i].at, &cases[i].value, (size_t)cases[i].width);
        const int rc = tr_bin_open(&b, (unsigned char *)m.bytes.data, m.bytes.len, "x.bin", &err);
        ck_assert_msg(rc == cases[i].code, "%zu: %d", i, rc);
        ck_assert_msg(strstr(err.msg, cases[i].what) != NULL, "%zu: %s", i, err.msg);
        close_made(&b, &m);
    }
}
END_TEST

START_TEST(refuses_a_file_cut_anywhere)
{
    bin_maker m = {0};
    tr_bin b;

    make_two(&m);
    for (size_t size = 0; size < TWO_SIZE; size++) {
        /* Exactly so many bytes, so that a sanitizer sees what lies after them. */
        unsigned char *cut = malloc(size + !size);
        memcpy(cut, m.bytes.data, size);
        ck_assert_int_eq(tr_bin_open(&b, cut, size, "x.bin", NULL), TR_EFORMAT);
        free(cut);
    }
    close_made(&b, &m);
}
END_TEST

START_TEST(refuses_numbers_that_are_not_finite)
{
    static const float bad[] = {1, NAN}, factors[] = {0, -1, NAN, INFINITY, 1e-40f};
    tr_error err;
    float x[2];
    bin_maker m = {0};
    tr_bin b;

    bin_add(&m, "a", BIN_F32, 1, 2, bad, sizeof bad, 1);
    ck_assert_int_eq(open_made(&b, &m, NULL), 0);
    ck_assert_int_eq(tr_bin_floats(&b, b.items, &(tr_element_layout){2, 2, 1}, x, &err),
                     TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.bin: tensor a: element 1 is not a finite number");
    close_made(&b, &m);

    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        char data[8] = {1, 2, 3, 4};
        int8_t values[4];
        float scale;
        m = (bin_maker){0};
        memcpy(data + 4, &factors[i], 4);
        bin_add(&m, "a_Wq", BIN_INTGEMM8, 2, 2, data, sizeof data, 1);
        ck_assert_int_eq(open_made(&b, &m, NULL), 0);
        ck_assert_int_eq(tr_bin_s8(&b, b.items, 2, 1, values, &scale, &err), TR_EFORMAT);
        ck_assert_ptr_nonnull(strstr(err.msg, "x.bin: tensor a_Wq: its scale"));
        close_made(&b, &m);
    }
}
END_TEST

START_TEST(refuses_a_scaled_matrix_without_room_for_its_factor)
{
    bin_maker m = {0};
    tr_bin b;
    tr_error err;

    bin_add(&m, "a_Wq", BIN_INTGEMM8, 2, 2, "\0\0\0\0\0\0\0", 7, 1);
    ck_assert_int_eq(open_made(&b, &m, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.bin: tensor a_Wq: its size is not what its shape says");
    tr_buf_free(&m.bytes);
    m = (bin_maker){0};
    bin_add(&m, "a_Wq", BIN_INTGEMM8, 0, 4, "\0\0\0\0\0\0\0", 8, 1);
    ck_assert_int_eq(open_made(&b, &m, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, "x.bin: tensor a_Wq: is not a matrix");
    tr_buf_free(&m.bytes);
}
END_TEST

UNIT_MAIN("marian_bin", reads_floats_of_every_width, turns_scaled_matrices_the_way_their_shape_says,
          reads_scaled_int16, knows_types_that_only_one_cpu_reads, reads_bytes_as_text,
          refuses_lengths_that_the_file_does_not_have, refuses_a_file_cut_anywhere,
          refuses_numbers_that_are_not_finite, refuses_a_scaled_matrix_without_room_for_its_factor)
