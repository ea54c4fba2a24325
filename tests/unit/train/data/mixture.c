/* mixture.c - lists of parts, and the next pair: shares, rounds, an order with another list. */
#include "train/data/mixture.h"

#include "unit/scratch.h"
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

/* ---- Lists */

static int read_text(const char *text, tr_mixture *m, tr_error *err)
{
    scratch s;
    scratch_open(&s);
    const char *path = scratch_file(&s, "mix");
    write_file(path, text, strlen(text));
    const int rc = tr_mixture_read(m, path, err);
    scratch_close(&s);
    return rc;
}

START_TEST(a_list_has_parts_copies_and_marks)
{
    tr_mixture m;
    tr_error err;
    const int rc = read_text("a 1\n\t b\t0.25  mark # twice\n# c 3\n\nd 0\nlast 2", &m, &err);

    ck_assert_msg(rc == 0, "%s", err.msg);
    ck_assert_uint_eq(m.n_parts, 3);
    ck_assert_int_eq(tr_mixture_find(&m, "a", 1), 0);
    ck_assert_int_eq(tr_mixture_find(&m, "b", 1), 1);
    ck_assert_int_eq(tr_mixture_find(&m, "last", 4), 2);
    ck_assert_int_eq(tr_mixture_find(&m, "last", 3), -1);
    ck_assert_int_eq(tr_mixture_find(&m, "", 0), -1);
    ck_assert_int_eq(tr_mixture_find(&m, "c", 1), -1);
    ck_assert_int_eq(tr_mixture_find(&m, "d", 1), -1);
    ck_assert(!m.parts[0].marked && m.parts[1].marked && !m.parts[2].marked);
    ck_assert_double_eq(m.parts[0].copies, 1);
    ck_assert_double_eq(m.parts[1].copies, 0.25);
    ck_assert_double_eq(m.parts[2].copies, 2);
    tr_mixture_free(&m);
}
END_TEST

START_TEST(without_a_list_all_lines_are_one_part)
{
    tr_mixture m;
    tr_error err;

    ck_assert_int_eq(tr_mixture_read(&m, NULL, &err), 0);
    ck_assert_uint_eq(m.n_parts, 1);
    ck_assert_int_eq(tr_mixture_find(&m, "any", 3), 0);
    ck_assert_int_eq(tr_mixture_find(&m, "", 0), 0);
    ck_assert_double_eq(m.parts[0].copies, 1);
    tr_mixture_free(&m);
}
END_TEST

START_TEST(a_bad_list_is_refused_by_line)
{
    static const struct {
        const char *text, *why;
    } bad[] = {{"a\n", ":1: expected"},
               {"a 1\nb x\n", ":2: expected"},
               {"a 1\nb 1x\n", ":2: expected"},
               {"a -1\n", ":1: expected"},
               {"a 1000001\n", ":1: expected"},
               {"a 1 marked\n", ":1: expected"},
               {"a 1 mark b\n", ":1: expected"},
               {"a 1\na 2\n", "part a is there twice"},
               {"# a 1\n", "names no part"},
               {"a 0\n", "names no part"},
               {"", "names no part"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tr_mixture m;
        tr_error err;
        ck_assert_int_eq(read_text(bad[i].text, &m, &err), TR_EFORMAT);
        ck_assert_msg(strstr(err.msg, bad[i].why) != NULL, "%s", err.msg);
    }
}
END_TEST

START_TEST(a_list_has_up_to_64_parts)
{
    char text[1000] = "";
    tr_mixture m;
    tr_error err;

    for (int i = 0; i < 64; i++)
        sprintf(text + strlen(text), "p%d 1\n", i);
    ck_assert_int_eq(read_text(text, &m, &err), 0);
    ck_assert_uint_eq(m.n_parts, 64);
    tr_mixture_free(&m);
    strcat(text, "one_more 1\n");
    ck_assert_int_eq(read_text(text, &m, &err), TR_EUNSUPPORTED);
}
END_TEST

/* ---- Rounds */

/* Half a copy: a part of 1000 pairs has 500 of them in a round, and the others in the next one. */
START_TEST(half_a_copy_takes_two_rounds)
{
    const tr_mixture m = two_parts(1, 0.5);
    tr_mixture_order order = {.seed = 3};
    unsigned char seen[1000] = {0};
    size_t n = 0;
    for (size_t i = 0; i < 3000; i++) {
        const tr_drawn d = tr_mixture_draw(&m, n_pairs, &order);
        if (d.part == 1) seen[d.pair]++, n++;
    }
    ck_assert_uint_eq(n, 1000);
    for (size_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(seen[i], 1);
}
END_TEST

/* Numbers of pairs that are no power of two, and one. */
START_TEST(a_part_of_any_size_is_permuted)
{
    for (uint64_t n = 1; n <= 130; n++) {
        const tr_mixture m = two_parts(1, 1);
        const uint64_t sizes[] = {n, 0};
        tr_mixture_order order = {.seed = n};
        unsigned char seen[130] = {0};
        for (uint64_t i = 0; i < 2 * n; i++) {
            const tr_drawn d = tr_mixture_draw(&m, sizes, &order);
            ck_assert(d.part == 0 && d.pair < n);
            seen[d.pair]++;
        }
        for (uint64_t i = 0; i < n; i++)
            ck_assert_uint_eq(seen[i], 2);
    }
}
END_TEST

START_TEST(the_next_round_has_another_order)
{
    const tr_mixture m = two_parts(1, 1);
    const uint64_t sizes[] = {1000, 0};
    tr_mixture_order order = {.seed = 1};
    uint64_t first[1000];
    size_t equal = 0;
    for (size_t i = 0; i < 1000; i++)
        first[i] = tr_mixture_draw(&m, sizes, &order).pair;
    for (size_t i = 0; i < 1000; i++)
        equal += tr_mixture_draw(&m, sizes, &order).pair == first[i];
    ck_assert_uint_lt(equal, 20);
}
END_TEST

UNIT_MAIN("mixture", each_part_has_its_share_of_any_stretch, a_round_has_each_pair_once,
          another_list_has_its_shares_at_once,
          a_renewed_order_is_another_one_and_the_same_each_time,
          the_digest_is_of_names_copies_and_marks, a_list_has_parts_copies_and_marks,
          without_a_list_all_lines_are_one_part, a_bad_list_is_refused_by_line,
          a_list_has_up_to_64_parts, half_a_copy_takes_two_rounds, a_part_of_any_size_is_permuted,
          the_next_round_has_another_order)
