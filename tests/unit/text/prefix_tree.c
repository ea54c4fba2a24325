#include "text/prefix_tree.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

enum { ROOM = 20000, ROOM_BYTES = ROOM * 8 };

/* Pieces as a vocabulary has them: one after the other, each with a NUL. */
typedef struct pieces {
    char text[ROOM_BYTES];
    uint32_t begin[ROOM + 1];
    int32_t n;
} pieces;

static pieces p;

static void set_pieces(const char *const *text, int32_t n)
{
    for (p.n = 0; p.n < n; p.n++) {
        strcpy(p.text + p.begin[p.n], text[p.n]);
        p.begin[p.n + 1] = p.begin[p.n] + (uint32_t)strlen(text[p.n]) + 1;
    }
}

static bool add_all(tr_prefix_tree *t)
{
    for (int32_t id = 0; id < p.n; id++)
        if (!tr_prefix_tree_add(t, id)) return false;
    return true;
}

/* -2 when no piece begins so. */
static int32_t value_of(const tr_prefix_tree *t, const char *key, size_t len)
{
    tr_prefix_place place = tr_prefix_tree_root();
    for (size_t i = 0; i < len; i++)
        if (!tr_prefix_tree_next(t, &place, key[i])) return -2;
    return place.value;
}

static int32_t value_of_string(const tr_prefix_tree *t, const char *key)
{
    return value_of(t, key, strlen(key));
}

START_TEST(finds_pieces_and_their_beginnings)
{
    static const char *const text[] = {"abcd", "ab", "abce", "b", "\xFFxyz"};
    tr_prefix_tree t;
    set_pieces(text, 5);
    ck_assert(tr_prefix_tree_create(&t, p.text, p.begin, 5) && add_all(&t));
    for (int32_t id = 0; id < p.n; id++)
        ck_assert_int_eq(value_of_string(&t, text[id]), id);
    ck_assert_int_eq(value_of_string(&t, ""), -1);
    ck_assert_int_eq(value_of_string(&t, "a"), -1);
    ck_assert_int_eq(value_of_string(&t, "abc"), -1);
    ck_assert_int_eq(value_of_string(&t, "\xFFxy"), -1);
    ck_assert_int_eq(value_of_string(&t, "x"), -2);
    ck_assert_int_eq(value_of_string(&t, "abcf"), -2);
    ck_assert_int_eq(value_of_string(&t, "abcde"), -2);
    ck_assert_int_eq(value_of_string(&t, "\xFFxz"), -2);
    ck_assert_int_eq(value_of_string(&t, "\xFFxyza"), -2);
    ck_assert_int_eq(value_of(&t, "b\0b", 3), -2);
    ck_assert_int_eq(value_of(&t, "\xFFxyz\0", 5), -2);
    tr_prefix_tree_free(&t);
}
END_TEST

/* True if the last of these pieces, which is the same as another one, is refused. */
static void check_twice(const char *const *text, int32_t n)
{
    tr_prefix_tree t;
    set_pieces(text, n);
    ck_assert(tr_prefix_tree_create(&t, p.text, p.begin, (size_t)n));
    p.n--;
    ck_assert(add_all(&t));
    ck_assert(!tr_prefix_tree_add(&t, p.n));
    tr_prefix_tree_free(&t);
}

START_TEST(refuses_a_piece_that_is_there)
{
    check_twice((const char *const[]){"abc", "abc"}, 2);
    check_twice((const char *const[]){"abc", "abd", "abc"}, 3);
    check_twice((const char *const[]){"abc", "ab", "ab"}, 3);
    check_twice((const char *const[]){"ab", "abc", "a", "ab"}, 4);
    check_twice((const char *const[]){"a", "a"}, 2);
}
END_TEST

START_TEST(finds_more_room)
{
    tr_prefix_tree t;
    for (p.n = 0; p.n < ROOM; p.n++)
        p.begin[p.n + 1] =
            p.begin[p.n] + 1 + (uint32_t)sprintf(p.text + p.begin[p.n], "%x", p.n * 7919);
    ck_assert(tr_prefix_tree_create(&t, p.text, p.begin, 1));
    const unsigned bits = t.bits;
    ck_assert(add_all(&t));
    ck_assert_uint_gt(t.bits, bits);
    for (int32_t id = 0; id < p.n; id++) {
        const char *const key = p.text + p.begin[id];
        ck_assert_int_eq(value_of_string(&t, key), id);
        for (size_t len = 1; len < strlen(key); len++)
            ck_assert_int_ne(value_of(&t, key, len), -2);
    }
    tr_prefix_tree_free(&t);
}
END_TEST

UNIT_MAIN("prefix_tree", finds_pieces_and_their_beginnings, refuses_a_piece_that_is_there,
          finds_more_room)
