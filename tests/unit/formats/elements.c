#include "formats/elements.h"

#include <math.h>
#include <string.h>

#include "unit/unit.h"

static const tr_element_layout one = {1, 1, 1};

static float put_one(int type, const unsigned char *bytes, bool *good)
{
    float x = -1;
    *good = tr_elements_put(bytes, type, 0, 1, &one, &x) == 1;
    return x;
}

START_TEST(has_the_sizes_of_the_types)
{
    static const size_t sizes[] = {2, 2, 4, 8, 1, 2, 4};
    for (int type = TR_ELEMENT_F16; type <= TR_ELEMENT_S32; type++) {
        ck_assert_uint_eq(tr_element_size(type), sizes[type]);
        ck_assert_int_eq(tr_element_is_float(type), type < TR_ELEMENT_S8);
    }
}
END_TEST

/* IEEE 754's binary16: (-1)^s 2^(e-15) (1 + f/1024), or 2^-14 f/1024. */
START_TEST(reads_every_half)
{
    for (unsigned h = 0; h < 65536; h++) {
        const double sign = h >> 15 ? -1 : 1, fraction = (h & 1023) / 1024.0;
        const int exponent = (int)(h >> 10 & 31);
        bool good;
        const float x =
            put_one(TR_ELEMENT_F16, (unsigned char[]){h & 255, (unsigned char)(h >> 8)}, &good);
        ck_assert_int_eq(good, exponent != 31);
        if (exponent == 31) continue;
        const double expected = exponent ? sign * (1 + fraction) * pow(2, exponent - 15)
                                         : sign * fraction * pow(2, -14);
        ck_assert_double_eq(x, expected);
        ck_assert_int_eq(signbit(x) != 0, h >> 15);
    }
}
END_TEST

/* The upper half of a binary32. */
START_TEST(reads_brain_floats)
{
    bool good;
    ck_assert_float_eq(put_one(TR_ELEMENT_BF16, (unsigned char[]){0x80, 0x3f}, &good), 1);
    ck_assert_float_eq(put_one(TR_ELEMENT_BF16, (unsigned char[]){0x49, 0xc0}, &good), -3.140625f);
    ck_assert(good);
    put_one(TR_ELEMENT_BF16, (unsigned char[]){0x80, 0x7f}, &good);
    ck_assert(!good);
}
END_TEST

START_TEST(reads_floats_and_doubles_wherever_they_lie)
{
    const float x = -1.5e-40f;
    const double y = 1e38, large = 1e39;
    unsigned char bytes[1 + 8];
    bool good;

    memcpy(bytes + 1, &x, sizeof x);
    ck_assert_float_eq(put_one(TR_ELEMENT_F32, bytes + 1, &good), x);
    ck_assert(good);
    memcpy(bytes + 1, &y, sizeof y);
    ck_assert_float_eq(put_one(TR_ELEMENT_F64, bytes + 1, &good), 1e38f);
    ck_assert(good);
    memcpy(bytes + 1, &large, sizeof large);
    put_one(TR_ELEMENT_F64, bytes + 1, &good);
    ck_assert(!good);
}
END_TEST

START_TEST(reads_integers)
{
    bool good;
    ck_assert_float_eq(put_one(TR_ELEMENT_S8, (unsigned char[]){0x80}, &good), -128);
    ck_assert_float_eq(put_one(TR_ELEMENT_S16, (unsigned char[]){0xff, 0x7f}, &good), 32767);
    ck_assert_float_eq(put_one(TR_ELEMENT_S32, (unsigned char[]){0, 0, 0, 0x80}, &good),
                       -2147483648.0f);
    ck_assert_int_eq(tr_element_integer((unsigned char[]){0xfe}, TR_ELEMENT_S8), -2);
    ck_assert_int_eq(tr_element_integer((unsigned char[]){0xfe, 0xff}, TR_ELEMENT_S16), -2);
    ck_assert_int_eq(tr_element_integer((unsigned char[]){0, 0, 1, 0}, TR_ELEMENT_S32), 65536);
}
END_TEST

START_TEST(puts_rows_and_columns_where_they_are_wanted)
{
    const unsigned char bytes[] = {1, 2, 3, 4, 5, 6};
    const tr_element_layout transposed = {.row_len = 3, .row_stride = 1, .column_stride = 2};
    const float expected[] = {1, 4, 2, 5, 3, 6};
    float x[6];

    /* In two goes, the second of which begins inside a row. */
    ck_assert_uint_eq(tr_elements_put(bytes, TR_ELEMENT_S8, 0, 2, &transposed, x), 2);
    ck_assert_uint_eq(tr_elements_put(bytes + 2, TR_ELEMENT_S8, 2, 4, &transposed, x), 6);
    ck_assert_mem_eq(x, expected, sizeof x);
}
END_TEST

START_TEST(says_which_element_is_not_finite)
{
    const float x[] = {0, 1, 2, INFINITY, NAN};
    const tr_element_layout layout = {.row_len = 2, .row_stride = 2, .column_stride = 1};
    float y[5];

    ck_assert_uint_eq(tr_elements_put((const unsigned char *)x, TR_ELEMENT_F32, 0, 5, &layout, y),
                      3);
}
END_TEST

UNIT_MAIN("elements", has_the_sizes_of_the_types, reads_every_half, reads_brain_floats,
          reads_floats_and_doubles_wherever_they_lie, reads_integers,
          puts_rows_and_columns_where_they_are_wanted, says_which_element_is_not_finite)
