/* prose.c - what of a text is in a language. */
#include <stdlib.h>

#include "translate.h"
#include "unit/unit.h"

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

UNIT_MAIN("prose", it_ends_where_the_text_is_not_utf8, no_bytes_make_it_longer)
