/* prose.c - what of a text is in a language. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

static void check_prose(const char *text, const char *wanted)
{
    char prose[256];
    const size_t n = tr_copy_prose(text, strlen(text), prose);

    ck_assert_uint_le(n, strlen(text));
    ck_assert_msg(n == strlen(wanted) && !memcmp(prose, wanted, n), "%s > %.*s", text, (int)n,
                  prose);
}

START_TEST(blanks_take_the_place_of_what_no_language_spells)
{
    check_prose("See https://example.org/a/the/b now", "See   now");
    check_prose("Mail to a.the@example.com, please", "Mail to   please");
    check_prose("Call get_the_name or @the_guardian", "Call   or  ");
    check_prose("<b>Hi</b> {name}, %d left", " Hi   ,   left");
    check_prose("Just words.", "Just words.");
    check_prose("", "");
}
END_TEST

START_TEST(it_ends_where_the_text_is_not_utf8)
{
    char prose[16];

    ck_assert_uint_eq(tr_copy_prose("abc\xFF"
                                    "def",
                                    7, prose),
                      3);
    ck_assert_uint_eq(tr_copy_prose("abc\0def", 7, prose), 3);
    ck_assert_uint_eq(tr_copy_prose("ab\xE4\xB8", 4, prose), 2);
}
END_TEST

/* Blocks of their own, so that a sanitizer sees what is beyond. */
START_TEST(no_bytes_make_it_longer)
{
    static const char pieces[] = "a \xC3\xA4@.<>{}%$/:http://x.y_-1,\xF0\x9F\x98\x80\xFF\n\t\\";

    unsigned random = 1;

    for (int turn = 0; turn < 20000; turn++) {
        const size_t len = (size_t)turn % 40;
        char *const text = malloc(len + !len), *const prose = malloc(len + !len);
        ck_assert(text && prose);
        for (size_t i = 0; i < len; i++) {
            random = random * 1103515245u + 12345u;
            text[i] = pieces[(random >> 16) % (sizeof pieces - 1)];
        }
        ck_assert_uint_le(tr_copy_prose(text, len, prose), len);
        free(text);
        free(prose);
    }
}
END_TEST

UNIT_MAIN("prose", blanks_take_the_place_of_what_no_language_spells,
          it_ends_where_the_text_is_not_utf8, no_bytes_make_it_longer)
