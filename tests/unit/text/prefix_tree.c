#include "text/prefix_tree.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

static int32_t value_of(const tr_prefix_tree *t, const char *key)
{
    int32_t node = TR_PREFIX_ROOT;
    for (; *key && node != TR_PREFIX_NONE; key++)
        node = tr_prefix_tree_child(t, node, (unsigned char)*key);
    return node == TR_PREFIX_NONE ? -2 : tr_prefix_tree_value(t, node);
}

START_TEST(finds_keys_and_their_beginnings)
{
    tr_prefix_tree t;
    ck_assert(tr_prefix_tree_create(&t, 12));
    ck_assert(tr_prefix_tree_add(&t, "abc", 3, 0) && tr_prefix_tree_add(&t, "ab", 2, 7) &&
              tr_prefix_tree_add(&t, "b", 1, 3) && tr_prefix_tree_add(&t, "\xFF\x00z", 3, 9));
    ck_assert_int_eq(value_of(&t, "abc"), 0);
    ck_assert_int_eq(value_of(&t, "ab"), 7);
    ck_assert_int_eq(value_of(&t, "b"), 3);
    ck_assert_int_eq(value_of(&t, "a"), -1);
    ck_assert_int_eq(value_of(&t, ""), -1);
    ck_assert_int_eq(value_of(&t, "abcd"), -2);
    ck_assert_int_eq(value_of(&t, "x"), -2);
    tr_prefix_tree_free(&t);
}
END_TEST

START_TEST(refuses_a_key_that_is_there)
{
    tr_prefix_tree t;
    ck_assert(tr_prefix_tree_create(&t, 6));
    ck_assert(tr_prefix_tree_add(&t, "ab", 2, 1));
    ck_assert(!tr_prefix_tree_add(&t, "ab", 2, 2));
    ck_assert_int_eq(value_of(&t, "ab"), 1);
    tr_prefix_tree_free(&t);
    ck_assert(!tr_prefix_tree_create(&t, (size_t)1 << 40));
}
END_TEST

START_TEST(holds_as_many_as_there_is_room_for)
{
    enum { N = 20000 };
    char key[8];
    tr_prefix_tree t;
    ck_assert(tr_prefix_tree_create(&t, N * 6));
    for (int i = 0; i < N; i++)
        ck_assert(tr_prefix_tree_add(&t, key, (size_t)sprintf(key, "%x", i * 7919), i));
    for (int i = 0; i < N; i++) {
        sprintf(key, "%x", i * 7919);
        ck_assert_int_eq(value_of(&t, key), i);
    }
    tr_prefix_tree_free(&t);
}
END_TEST

UNIT_MAIN("prefix_tree", finds_keys_and_their_beginnings, refuses_a_key_that_is_there,
          holds_as_many_as_there_is_room_for)
