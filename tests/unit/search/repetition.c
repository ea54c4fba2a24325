/* Repetition: sequences written as letters, one a token. */
#include "search/repetition.h"

#include <string.h>

#include "unit/unit.h"

enum { MOST = 600, OF_BYTES = 4 };

typedef struct sequence {
    int32_t ids[MOST];
    size_t n;
} sequence;

static sequence letters(const char *text)
{
    sequence s = {.n = strlen(text)};
    ck_assert_uint_le(s.n, MOST);
    for (size_t i = 0; i < s.n; i++)
        s.ids[i] = text[i];
    return s;
}

static bool loops(const char *text, size_t source_repeated)
{
    const sequence s = letters(text);
    return tr_loops(s.ids, s.n, source_repeated, 1);
}

START_TEST(a_loop_is_long_and_at_the_end)
{
    char text[MOST + 1] = "";
    for (int copies = 0; copies < 4; copies++)
        strcat(text, "abcdefghijklmnopqrstuvwxyz");
    ck_assert(!loops(text, 0));
    strcat(text, "abcdefghijklmnopqrstuvwxyz");
    ck_assert(loops(text, 0));
}
END_TEST

/* A sequence that tr_says_again() lets pass has no repetition. */
START_TEST(a_text_without_what_is_said_again_repeats_nothing)
{
    uint32_t x = 12345;
    sequence s = {0};

    while (s.n < 200) {
        x = x * 1664525u + 1013904223u;
        const int32_t id = (int32_t)(x >> 24) % 40;
        if (!tr_says_again(s.ids, s.n, id, 1)) s.ids[s.n++] = id;
        ck_assert_uint_eq(tr_repeated(s.ids, s.n, true, 1), 0);
    }
}
END_TEST

static size_t repeated(const char *text, size_t grain)
{
    const sequence s = letters(text);
    return tr_repeated(s.ids, s.n, true, grain);
}

START_TEST(letters_repeat_where_a_piece_would_not)
{
    const sequence s = letters("the thing and the pineapple, the");
    ck_assert_uint_eq(repeated("bananas need all", 1), 5); /* "ana", "e", "l" */
    ck_assert_uint_eq(repeated("bananas need all", OF_BYTES), 0);
    ck_assert_uint_eq(repeated("the cat the cat ", OF_BYTES), 8);
    ck_assert(tr_says_again(s.ids, s.n, ' ', 1));
    ck_assert(!tr_says_again(s.ids, s.n, ' ', OF_BYTES));
    ck_assert(loops("abababababababababab", 0));
    const sequence loop = letters("abababababababababab");
    ck_assert(!tr_loops(loop.ids, loop.n, 0, OF_BYTES));
}
END_TEST

UNIT_MAIN("repetition", a_loop_is_long_and_at_the_end,
          a_text_without_what_is_said_again_repeats_nothing, letters_repeat_where_a_piece_would_not)
