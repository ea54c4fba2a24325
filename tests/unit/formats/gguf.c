#include "formats/gguf.h"

#include "formats/gguf_read.h"
#include "make/gguf_bytes.h"
#include "unit/unit.h"

/* One key of every type. */
static void all_types(tr_buf *b)
{
    header(b, 0, 13);
    key(b, "u8", 0);
    tr_buf_add(b, "\xFF", 1);
    key(b, "i8", 1);
    tr_buf_add(b, "\xFF", 1);
    key(b, "u16", 2);
    tr_buf_add(b, "\xFE\xFF", 2);
    key(b, "i16", 3);
    tr_buf_add(b, "\xFE\xFF", 2);
    key(b, "u32", 4);
    u32(b, UINT32_MAX);
    key(b, "i32", 5);
    u32(b, UINT32_MAX - 2);
    key(b, "f32", 6);
    u32(b, 0x3DCCCCCD); /* 0.1f */
    key(b, "bool", 7);
    tr_buf_add(b, "\1", 1);
    key(b, "string", 8);
    text(b, "gr\xC3\xBC\xC3\x9F\n");
    key(b, "array", 9);
    u32(b, 5);
    u64(b, 2);
    u64(b, 0);
    key(b, "u64", 10);
    u64(b, (uint64_t)1 << 32);
    key(b, "i64", 11);
    u64(b, UINT64_MAX - 3);
    key(b, "f64", 12);
    u64(b, UINT64_C(0x3FB999999999999A)); /* 0.1 */
}

START_TEST(shows_values_of_every_type)
{
    static const char *const expected[][2] = {
        {"u8", "255"},          {"i8", "-1"},          {"u16", "65534"},
        {"i16", "-2"},          {"u32", "4294967295"}, {"i32", "-3"},
        {"f32", "0.1"},         {"bool", "true"},      {"string", "gr\xC3\xBC\xC3\x9F\\x0A"},
        {"array", "[2 x i32]"}, {"u64", "4294967296"}, {"i64", "-4"},
        {"f64", "0.1"}};
    tr_buf b = {0};
    tr_gguf g;
    char shown[64];
    all_types(&b);
    ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
    for (size_t i = 0; i < 13; i++) {
        tr_gguf_format(tr_gguf_find(&g, expected[i][0]), shown, sizeof shown);
        ck_assert_str_eq(shown, expected[i][1]);
        ck_assert_str_eq(g.values[i].key, expected[i][0]);
    }
    tr_gguf_close(&g);
}
END_TEST

START_TEST(cuts_shown_strings_between_characters)
{
    tr_buf b = {0};
    tr_gguf g;
    char shown[8];
    all_types(&b);
    ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
    static const char *const expected[] = {"", "g", "gr", "gr", "gr\xC3\xBC", "gr\xC3\xBC"};
    for (size_t size = 1; size <= 6; size++) {
        tr_gguf_format(tr_gguf_find(&g, "string"), shown, size);
        ck_assert_str_eq(shown, expected[size - 1]);
    }
    tr_gguf_close(&g);
}
END_TEST

START_TEST(reads_integers_of_any_type_that_fit)
{
    tr_buf b = {0};
    tr_gguf g;
    tr_error err;
    uint32_t n;
    all_types(&b);
    ck_assert_int_eq(open_bytes(&b, &g, &err), 0);
    ck_assert_int_eq(tr_gguf_u32(&g, "u8", &n, &err), 0);
    ck_assert_uint_eq(n, 255);
    ck_assert_int_eq(tr_gguf_u32(&g, "u32", &n, &err), 0);
    ck_assert_uint_eq(n, UINT32_MAX);
    static const char *const bad[] = {"i8",  "i16",  "i32",    "u64",   "i64",
                                      "f32", "bool", "string", "array", "none"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(tr_gguf_u32(&g, bad[i], &n, &err), TR_EFORMAT);
        ck_assert_ptr_nonnull(strstr(err.msg, bad[i]));
    }
    tr_gguf_close(&g);
}
END_TEST

/* An array whose elements are `size` bytes of `bits`, lowest first, then all bits set. */
static void array_of(tr_buf *b, const char *name, uint32_t type, size_t size, uint64_t bits)
{
    key(b, name, TR_GGUF_ARRAY);
    u32(b, type);
    u64(b, 2);
    for (size_t i = 0; i < size; i++)
        tr_buf_add(b, &(unsigned char){(unsigned char)(bits >> 8 * i)}, 1);
    for (size_t i = 0; i < size; i++)
        tr_buf_add(b, "\xFF", 1);
}

START_TEST(reads_elements_of_arrays_that_fit)
{
    static const struct {
        uint32_t type;
        size_t size;
        bool good[2];
        uint32_t last;
    } cases[] = {
        {TR_GGUF_UINT8, 1, {true, true}, 255},         {TR_GGUF_INT8, 1, {true, false}, 0},
        {TR_GGUF_UINT16, 2, {true, true}, 65535},      {TR_GGUF_INT16, 2, {true, false}, 0},
        {TR_GGUF_UINT32, 4, {true, true}, UINT32_MAX}, {TR_GGUF_INT32, 4, {true, false}, 0},
        {TR_GGUF_UINT64, 8, {true, false}, 0},         {TR_GGUF_INT64, 8, {true, false}, 0},
        {TR_GGUF_FLOAT32, 4, {false, false}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_buf b = {0};
        tr_gguf g;
        uint32_t n = 0;
        header(&b, 0, 1);
        array_of(&b, "a", cases[i].type, cases[i].size, 0x57);
        ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
        const tr_gguf_value *v = tr_gguf_find(&g, "a");
        ck_assert(tr_gguf_u32_at(v, 0, &n) == cases[i].good[0]);
        if (cases[i].good[0]) ck_assert_uint_eq(n, 0x57);
        ck_assert(tr_gguf_u32_at(v, 1, &n) == cases[i].good[1]);
        if (cases[i].good[1]) ck_assert_uint_eq(n, cases[i].last);
        ck_assert(!tr_gguf_u32_at(v, 2, &n));
        tr_gguf_close(&g);
    }
}
END_TEST

START_TEST(names_the_key_of_another_type)
{
    tr_buf b = {0};
    tr_gguf g;
    tr_error err;
    float f;
    bool t;
    const char *s;
    size_t len;
    all_types(&b);
    ck_assert_int_eq(open_bytes(&b, &g, &err), 0);
    ck_assert_int_eq(tr_gguf_f32(&g, "f32", &f, &err), 0);
    ck_assert_float_eq(f, 0.1f);
    ck_assert_int_eq(tr_gguf_bool(&g, "bool", &t, &err), 0);
    ck_assert(t);
    ck_assert_int_eq(tr_gguf_f32(&g, "u32", &f, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "key u32"));
    ck_assert_int_eq(tr_gguf_bool(&g, "u8", &t, &err), TR_EFORMAT);
    ck_assert_int_eq(tr_gguf_string(&g, "array", &s, &len, &err), TR_EFORMAT);
    ck_assert_int_eq(tr_gguf_string(&g, "nothing", &s, &len, &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "nothing is missing"));
    tr_gguf_close(&g);
}
END_TEST

START_TEST(refuses_strings_that_are_not_text)
{
    static const struct {
        const char *bytes;
        size_t len;
    } bad[] = {{"\xFF", 1}, {"a\0b", 3}, {"\xED\xA0\x80", 3}, {"\xC3", 1}, {"\xC0\x80", 2}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tr_buf b = {0};
        tr_gguf g;
        tr_error err;
        const char *s;
        size_t len;
        header(&b, 0, 1);
        key(&b, "x.name", TR_GGUF_STRING);
        u64(&b, bad[i].len);
        tr_buf_add(&b, bad[i].bytes, bad[i].len);
        ck_assert_int_eq(open_bytes(&b, &g, &err), 0);
        ck_assert_int_eq(tr_gguf_string(&g, "x.name", &s, &len, &err), TR_EFORMAT);
        ck_assert_ptr_nonnull(strstr(err.msg, "x.name"));
        tr_gguf_close(&g);
    }
}
END_TEST

START_TEST(refuses_truth_values_that_are_neither)
{
    tr_buf b = {0};
    tr_gguf g;
    bool t;
    header(&b, 0, 1);
    key(&b, "x", TR_GGUF_BOOL);
    tr_buf_add(&b, "\2", 1);
    ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
    ck_assert_int_eq(tr_gguf_bool(&g, "x", &t, NULL), TR_EFORMAT);
    tr_gguf_close(&g);
}
END_TEST

START_TEST(finds_every_one_of_many_names)
{
    enum { N = 500 };
    tr_buf b = {0};
    tr_gguf g;
    char name[32];
    header(&b, N, N);
    for (int i = 0; i < N; i++) { /* 7 and 500 have no common factor: every number comes once */
        snprintf(name, sizeof name, "x.%d", i * 7 % N);
        key(&b, i ? name : "general.alignment", TR_GGUF_UINT32);
        u32(&b, i ? (uint32_t)(i * 7 % N) : 64);
    }
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "t.%d", i * 7 % N);
        row(&b, name, TR_TENSOR_I8, (uint64_t)(i * 7 % N + 1), (uint64_t)i * 512);
    }
    pad(&b);
    for (int i = 0; i < N; i++) /* the last, number 493, has 494 bytes: 512 with its fill */
        tr_buf_add(&b, (char[512]){0}, 512);
    ck_assert_int_eq(open_bytes(&b, &g, NULL), 0);
    for (int i = 0; i < N; i++) {
        uint32_t n = 0;
        snprintf(name, sizeof name, "x.%d", i);
        ck_assert_int_eq(tr_gguf_u32(&g, name, &n, NULL), i ? 0 : TR_EFORMAT);
        ck_assert_uint_eq(n, i);
        snprintf(name, sizeof name, "t.%d", i);
        ck_assert_uint_eq(tr_gguf_find_tensor(&g, name)->size, i + 1);
    }
    tr_gguf_close(&g);
}
END_TEST

UNIT_MAIN("gguf", shows_values_of_every_type, cuts_shown_strings_between_characters,
          reads_integers_of_any_type_that_fit, reads_elements_of_arrays_that_fit,
          names_the_key_of_another_type, refuses_strings_that_are_not_text,
          refuses_truth_values_that_are_neither, finds_every_one_of_many_names)
