/* Numbers for sequences.  That they are unique is tested in evaluation.c. */
#include "metrics/trie.h"

#include "unit/unit.h"

START_TEST(nodes_count_from_one_in_order)
{
    tr_trie t = {0};

    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'a'), 1);
    ck_assert_uint_eq(tr_trie_child(&t, 1, 'a'), 2);
    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'b'), 3);
    ck_assert_uint_eq(tr_trie_child(&t, 1, 'b'), 4);
    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'a'), 1);
    ck_assert_uint_eq(t.n, 4);
    tr_trie_free(&t);
}
END_TEST

START_TEST(what_is_not_there_is_the_root_and_is_not_made)
{
    tr_trie t = {0};

    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'a'), TR_TRIE_ROOT);
    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'a'), 1);
    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'a'), 1);
    ck_assert_uint_eq(tr_trie_find(&t, 1, 'a'), TR_TRIE_ROOT);
    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'b'), TR_TRIE_ROOT);
    ck_assert_uint_eq(t.n, 1);
    tr_trie_free(&t);
}
END_TEST

START_TEST(any_symbol_leads_to_a_node)
{
    tr_trie t = {0};

    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 0), 1);
    ck_assert_uint_eq(tr_trie_child(&t, 1, UINT32_MAX), 2);
    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 0), 1);
    ck_assert_uint_eq(tr_trie_find(&t, 1, UINT32_MAX), 2);
    tr_trie_free(&t);
}
END_TEST

START_TEST(a_cleared_trie_is_empty_and_forgets_a_failure)
{
    tr_trie t = {0};

    tr_trie_clear(&t);
    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'a'), TR_TRIE_ROOT);
    for (int round = 0; round < 3; round++) {
        ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'a'), 1);
        t.failed = true;
        tr_trie_clear(&t);
        ck_assert(!t.failed);
        ck_assert_uint_eq(t.n, 0);
        ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'a'), TR_TRIE_ROOT);
    }
    tr_trie_free(&t);
    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'b'), 1);
    tr_trie_free(&t);
}
END_TEST

/* The number of generations comes round to 0 in the end, where old edges could come back. */
START_TEST(edges_do_not_come_back_after_many_clearings)
{
    tr_trie t = {0};

    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'a'), 1);
    tr_trie_clear(&t);
    t.generation = UINT32_MAX;
    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'b'), 1);
    tr_trie_clear(&t);
    ck_assert_uint_eq(tr_trie_child(&t, TR_TRIE_ROOT, 'c'), 1);
    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'a'), TR_TRIE_ROOT);
    ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'b'), TR_TRIE_ROOT);
    tr_trie_free(&t);
}
END_TEST

UNIT_MAIN("trie", nodes_count_from_one_in_order, what_is_not_there_is_the_root_and_is_not_made,
          any_symbol_leads_to_a_node, a_cleared_trie_is_empty_and_forgets_a_failure,
          edges_do_not_come_back_after_many_clearings)
