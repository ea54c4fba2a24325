/* Repetition: sequences written as letters, one a token. */
#include "search/repetition.h"

#include <string.h>

#include "unit/unit.h"

enum { MOST = 600 };

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

static size_t repeated(const char *text, bool all)
{
    const sequence s = letters(text);
    return tr_repeated(s.ids, s.n, all);
}

static bool loops(const char *text, size_t source_repeated)
{
    const sequence s = letters(text);
    return tr_loops(s.ids, s.n, source_repeated);
}

static bool says_again(const char *text, char next)
{
    const sequence s = letters(text);
    return tr_says_again(s.ids, s.n, next);
}

START_TEST(ordinary_text_repeats_nothing)
{
    ck_assert_uint_eq(repeated("", false), 0);
    ck_assert_uint_eq(repeated("a", false), 0);
    ck_assert_uint_eq(repeated("abcdefgh", false), 0);
    ck_assert_uint_eq(repeated("abcdabce", false), 0); /* not right after one another */
    ck_assert_uint_eq(repeated("abcaabcb", true), 1);
}
END_TEST

START_TEST(what_is_said_again_is_counted)
{
    ck_assert_uint_eq(repeated("xyzaaay", false), 2);
    ck_assert_uint_eq(repeated("xababy", false), 2);
    ck_assert_uint_eq(repeated("abcabcabc", false), 6);
    ck_assert_uint_eq(repeated("abcabcab", false), 5);    /* the beginning of one more */
    ck_assert_uint_eq(repeated("xababycdcdz", false), 4); /* at two places */
}
END_TEST

START_TEST(one_token_twice_is_how_people_write)
{
    ck_assert_uint_eq(repeated("uvwxaayz", false), 0);
    ck_assert_uint_eq(repeated("uvwxaayz", true), 1);
    ck_assert_uint_eq(repeated("aa.", false), 1); /* but not for a translation of one word */
}
END_TEST

START_TEST(a_loop_is_long_and_at_the_end)
{
    char text[MOST + 1] = "";

    ck_assert(!loops("xaaaaaaaaaaaaaaaa", 0)); /* 15 more */
    ck_assert(loops("xaaaaaaaaaaaaaaaaa", 0));
    ck_assert(!loops("xaaaaaaaaaaaaaaaaab", 0));
    ck_assert(!loops("xaaaaaaaaaaaaaaaaa", 1)); /* the source has one, too */
    ck_assert(loops("xaaaaaaaaaaaaaaaaaaa", 1));
    for (int copies = 0; copies < 4; copies++)
        strcat(text, "abcdefghijklmnopqrstuvwxyz");
    ck_assert(!loops(text, 0));
    strcat(text, "abcdefghijklmnopqrstuvwxyz");
    ck_assert(loops(text, 0));
}
END_TEST

START_TEST(nothing_is_said_again)
{
    ck_assert(!says_again("", 'a'));
    ck_assert(says_again("a", 'a'));
    ck_assert(!says_again("ab", 'a'));
    ck_assert(says_again("aba", 'b'));
    ck_assert(!says_again("abcxab", 'c')); /* three tokens, elsewhere */
    ck_assert(says_again("abcdxabc", 'd'));
    ck_assert(says_again("xabcab", 'c'));
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
        if (!tr_says_again(s.ids, s.n, id)) s.ids[s.n++] = id;
        ck_assert_uint_eq(tr_repeated(s.ids, s.n, true), 0);
    }
}
END_TEST

static bool repeats(const char *text, char next, size_t size)
{
    const sequence s = letters(text);
    return tr_repeats_group(s.ids, s.n, next, size);
}

START_TEST(no_group_of_a_size_comes_twice)
{
    ck_assert(!repeats("", 'a', 1));
    ck_assert(repeats("ab", 'a', 1));
    ck_assert(!repeats("ab", 'c', 1));
    ck_assert(!repeats("ab", 'a', 2));
    ck_assert(repeats("aba", 'b', 2));
    ck_assert(repeats("aa", 'a', 2)); /* the groups may overlap */
    ck_assert(!repeats("a", 'a', 2));
    ck_assert(repeats("abcxab", 'c', 3));
    ck_assert(!repeats("abcxab", 'c', 4));
    ck_assert(!repeats("abc", 'c', 9));
}
END_TEST

UNIT_MAIN("repetition", ordinary_text_repeats_nothing, what_is_said_again_is_counted,
          one_token_twice_is_how_people_write, a_loop_is_long_and_at_the_end, nothing_is_said_again,
          a_text_without_what_is_said_again_repeats_nothing, no_group_of_a_size_comes_twice)
