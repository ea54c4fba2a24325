/* Lower case: mappings of UnicodeData.txt and SpecialCasing.txt, as Python's str.lower() has them.
 */
#include "metrics/lowercase.h"

#include "unit/unit.h"

enum { MOST = 16 };

enum { ALPHA = 0x391, SIGMA = 0x3A3, SMALL_ALPHA = 0x3B1, SMALL = 0x3C3, FINAL = 0x3C2 };

START_TEST(text_is_appended)
{
    tr_symbols out = {0};
    const uint32_t b = 'B';

    tr_symbols_add(&out, 'A');
    tr_lowercase(&b, 1, &out);
    tr_lowercase(NULL, 0, &out);
    ck_assert_uint_eq(out.n, 2);
    ck_assert_uint_eq(out.at[0], 'A');
    ck_assert_uint_eq(out.at[1], 'b');
    tr_symbols_free(&out);
}
END_TEST

UNIT_MAIN("lowercase", text_is_appended)
