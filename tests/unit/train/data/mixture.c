/* mixture.c - whose pair is next: shares, rounds, and an order that goes on with another list. */
#include "train/data/mixture.h"

#include "unit/unit.h"

static tr_mixture two_parts(double copies, double other_copies)
{
    static char a[] = "a", b[] = "b";
    return (tr_mixture){
        .parts = {{a, copies, false}, {b, other_copies, false}}, .n_parts = 2, .listed = true};
}

static const uint64_t n_pairs[] = {1000, 1000};

/* How many of the next n pairs are of part 1. */
static size_t draw(const tr_mixture *m, tr_mixture_order *order, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += tr_mixture_draw(m, n_pairs, order).part == 1;
    return found;
}

START_TEST(each_part_has_its_share_of_any_stretch)
{
    const tr_mixture m = two_parts(3, 1);
    tr_mixture_order order = {.seed = 1};
    for (int i = 0; i < 50; i++)
        ck_assert_uint_eq(draw(&m, &order, 100), 25);
}
END_TEST

START_TEST(a_round_has_each_pair_once)
{
    const tr_mixture m = two_parts(1, 1);
    tr_mixture_order order = {.seed = 1};
    unsigned char seen[2][1000] = {{0}};
    for (size_t i = 0; i < 2000; i++) {
        const tr_drawn d = tr_mixture_draw(&m, n_pairs, &order);
        seen[d.part][d.pair]++;
    }
    for (size_t i = 0; i < 1000; i++)
        ck_assert(seen[0][i] == 1 && seen[1][i] == 1);
}
END_TEST

START_TEST(another_list_has_its_shares_at_once)
{
    const tr_mixture before = two_parts(9, 1), after = two_parts(1, 1);
    tr_mixture_order order = {.seed = 1};
    draw(&before, &order, 5000);
    order = tr_mixture_renew(&order);
    for (int i = 0; i < 50; i++)
        ck_assert_uint_eq(draw(&after, &order, 100), 50);
}
END_TEST

START_TEST(a_renewed_order_is_another_one_and_the_same_each_time)
{
    const tr_mixture m = two_parts(1, 1);
    tr_mixture_order first = {.seed = 1}, late = {.seed = 1};
    draw(&m, &late, 10);
    tr_mixture_order a = tr_mixture_renew(&first), b = tr_mixture_renew(&late), c = b;
    size_t equal_to_first = 0, equal_to_other = 0;
    for (size_t i = 0; i < 500; i++) {
        const tr_drawn of_first = tr_mixture_draw(&m, n_pairs, &first);
        const tr_drawn of_a = tr_mixture_draw(&m, n_pairs, &a),
                       of_b = tr_mixture_draw(&m, n_pairs, &b);
        equal_to_first += of_a.pair == of_first.pair;
        equal_to_other += of_a.pair == of_b.pair;
        ck_assert_uint_eq(of_b.pair, tr_mixture_draw(&m, n_pairs, &c).pair);
    }
    ck_assert_uint_lt(equal_to_first, 20);
    ck_assert_uint_lt(equal_to_other, 20);
}
END_TEST

START_TEST(the_digest_is_of_names_copies_and_marks)
{
    tr_mixture m = two_parts(3, 1);
    const uint64_t h = tr_mixture_digest(&m, 5);
    ck_assert_uint_eq(tr_mixture_digest(&m, 5), h);
    m.parts[1].copies = 2;
    ck_assert_uint_ne(tr_mixture_digest(&m, 5), h);
    m.parts[1].copies = 1;
    m.parts[1].marked = true;
    ck_assert_uint_ne(tr_mixture_digest(&m, 5), h);
    m.listed = false;
    ck_assert_uint_eq(tr_mixture_digest(&m, 5), 5);
}
END_TEST

UNIT_MAIN("mixture", each_part_has_its_share_of_any_stretch, a_round_has_each_pair_once,
          another_list_has_its_shares_at_once,
          a_renewed_order_is_another_one_and_the_same_each_time,
          the_digest_is_of_names_copies_and_marks)
