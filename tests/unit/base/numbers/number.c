/* The C library's strtod(), in the locale "C", is what numbers are compared with. */
#include "base/numbers/number.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static void check_same(const char *text)
{
    double x = 0;
    const double wanted = strtod(text, NULL);
    const bool good = tr_parse_decimal(text, strlen(text), &x);

    ck_assert_msg(good == !isinf(wanted), "%s", text);
    if (good) ck_assert_msg(!memcmp(&x, &wanted, sizeof x), "%s: %a is not %a", text, x, wanted);
}

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

START_TEST(reads_what_strtod_reads)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "0.6",
                                        "+1.5e3",
                                        ".5",
                                        "5.",
                                        "00012.50",
                                        "1e22",
                                        "1e23",
                                        "123456789012345678",
                                        "8.41e21",
                                        "9007199254740993",
                                        "9007199254740993.00000000000000000000000000000000001",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308",
                                        "4.9e-324",
                                        "2.5e-324",
                                        "2.4e-324",
                                        "1.7976931348623157e308",
                                        "1.7976931348623159e308",
                                        "1e308",
                                        "1e309",
                                        "1e-400",
                                        "0e999999",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999",
                                        "0.000000000000000000000000001e27",
                                        "6.103515625e-5",
                                        "1.00000000000000011102230246251565404236316680908203125",
                                        "1.00000000000000011102230246251565404236316680908203124",
                                        "1.00000000000000011102230246251565404236316680908203126"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_same(texts[i]);
}
END_TEST

START_TEST(reads_random_numbers_as_strtod_does)
{
    char text[128];
    for (int i = 0; i < 20000; i++) { /* of any bits, with the digits that tell them apart */
        const uint64_t bits = next_random();
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x)) continue;
        snprintf(text, sizeof text, "%.*g", (int)(next_random() % 25) + 1, x);
        check_same(text);
    }
    for (int i = 0; i < 20000; i++) { /* of any digits */
        snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64 "e%d",
                 next_random() >> next_random() % 64, next_random() >> next_random() % 64,
                 (int)(next_random() % 640) - 320);
        check_same(text);
    }
}
END_TEST

START_TEST(refuses_what_is_not_a_decimal_number)
{
    static const char *const texts[] = {"",     " ",  "1 ",  " 1",   "0,6",   "1e",  "1e+",
                                        "e5",   ".",  "-",   "+.e",  "1.2.3", "inf", "nan",
                                        "0x10", "1f", "--1", "1e5x", "1e-"};
    double x = 7;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!tr_parse_decimal(texts[i], strlen(texts[i]), &x), "%s", texts[i]);
    ck_assert(!tr_parse_decimal("1\0", 2, &x));
    char long_text[TR_DECIMAL_LEN + 1];
    memset(long_text, '1', sizeof long_text);
    ck_assert(!tr_parse_decimal(long_text, sizeof long_text, &x));
    ck_assert(x == 7);
    ck_assert(tr_parse_decimal(long_text, TR_DECIMAL_LEN, &x) && x > 1e254);
    ck_assert(tr_parse_decimal("12", 1, &x) && x == 1);
}
END_TEST

START_TEST(writes_what_printf_writes)
{
    static const double numbers[] = {0,   -0.0,     0.6,  1e-5,    123456789, 1e100,
                                     0.1, INFINITY, -1.5, DBL_MAX, 5e-324};
    char wanted[64];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (int digits = 1; digits <= 17; digits++) {
            snprintf(wanted, sizeof wanted, "%.*g", digits, numbers[i]);
            ck_assert_str_eq(tr_format_decimal(numbers[i], digits).text, wanted);
        }
    }
    ck_assert_str_eq(tr_decimal_of(0.25).text, "0.25");
}
END_TEST

UNIT_MAIN("number", reads_what_strtod_reads, reads_random_numbers_as_strtod_does,
          refuses_what_is_not_a_decimal_number, writes_what_printf_writes)
