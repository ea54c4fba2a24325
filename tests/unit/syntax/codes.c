#include "syntax/syntax.h"

#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

static size_t count_codes(const char *one)
{
    enum { MANY = 200000 };
    tr_buf text = {0};
    tr_span code = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, one);
    for (; tr_syntax_next(TR_SYNTAX_IS(TR_SYNTAX_CODE), text.data, text.len, code.end, &code);
         n++) {
        ck_assert_uint_lt(code.begin, code.end);
        ck_assert_uint_le(code.end, text.len);
    }
    tr_buf_free(&text);
    return n;
}

START_TEST(long_texts_take_no_time)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_codes("`"), 0);
    ck_assert_uint_eq(count_codes("#"), 0);
    ck_assert_uint_eq(count_codes("&"), 0);
    ck_assert_uint_eq(count_codes("["), 0);
    ck_assert_uint_eq(count_codes("*"), 0);
    ck_assert_uint_eq(count_codes("%"), 0);
    ck_assert_uint_eq(count_codes("&a"), 0);
    ck_assert_uint_eq(count_codes("[A"), 0);
    ck_assert_uint_eq(count_codes("##a"), 100000);
    ck_assert_uint_eq(count_codes("&amp;"), 200000);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("inline codes", long_texts_take_no_time)
