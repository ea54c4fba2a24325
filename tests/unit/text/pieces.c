#include "text/pieces.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "unit/unit.h"

START_TEST(gives_ids_in_the_order_of_adding)
{
    static const char *const pieces[] = {"</s>",
                                         "<unk>",
                                         "a",
                                         ("\xE2\x96\x81"
                                          "a"),
                                         "ab",
                                         "eightchr",
                                         "ninechars",
                                         "a\xE2\x96\x81"};
    enum { N = sizeof pieces / sizeof *pieces };
    tr_pieces p;
    ck_assert(tr_pieces_create(&p, N, 64));
    for (int32_t id = 0; id < N; id++)
        ck_assert(tr_pieces_add(&p, pieces[id], strlen(pieces[id])));
    ck_assert_int_eq(p.n, N);
    for (int32_t id = 0; id < N; id++) {
        ck_assert_int_eq(tr_pieces_find(&p, pieces[id], strlen(pieces[id])), id);
        ck_assert_str_eq(tr_pieces_text(&p, id), pieces[id]);
        ck_assert_uint_eq(tr_pieces_len(&p, id), strlen(pieces[id]));
    }
    static const char *const others[] = {"", "b", "</s", "<unk>>", "eightchs", "ninechar"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_int_eq(tr_pieces_find(&p, others[i], strlen(others[i])), -1);
    tr_pieces_free(&p);
    ck_assert_int_eq(tr_pieces_find(&p, "a", 1), -1);
}
END_TEST

START_TEST(takes_a_piece_once)
{
    tr_pieces p;
    ck_assert(tr_pieces_create(&p, 3, 3));
    ck_assert(tr_pieces_add(&p, "a", 1));
    ck_assert(!tr_pieces_add(&p, "a", 1));
    ck_assert(tr_pieces_add(&p, "b", 1));
    ck_assert(!tr_pieces_add(&p, "b", 1));
    ck_assert_int_eq(p.n, 2);
    ck_assert_int_eq(tr_pieces_find(&p, "b", 1), 1);
    tr_pieces_free(&p);
}
END_TEST

START_TEST(finds_each_of_very_many)
{
    enum { N = 300000 };
    char text[16];
    tr_pieces p;
    int bad = 0; /* a million assertions take long */
    ck_assert(tr_pieces_create(&p, N, 16 * N));
    for (int i = 0; i < N; i++)
        bad += !tr_pieces_add(&p, text, (size_t)snprintf(text, sizeof text, "p%x", i * 7));
    for (int i = 0; i < N; i++) {
        const size_t len = (size_t)snprintf(text, sizeof text, "p%x", i * 7);
        bad += tr_pieces_find(&p, text, len) != i;
        bad += tr_pieces_find(&p, text, len - 1) == i;
    }
    ck_assert_int_eq(bad, 0);
    tr_pieces_free(&p);
}
END_TEST

/* Of eight bytes, the hash is the halves, in exclusive or, of (bytes ^ 8) * odd; so all products
 * whose halves agree collide. */
static void put_collision(uint32_t i, char *text)
{
    const uint64_t product = (uint64_t)i << 32 | i;
    uint64_t inverse = 1;
    for (int k = 0; k < 64; k++) /* Newton's steps, more than enough */
        inverse *= 2 - UINT64_C(0x9E3779B97F4A7C15) * inverse;
    const uint64_t word = product * inverse ^ 8;
    for (int k = 0; k < 8; k++)
        text[k] = (char)(word >> 8 * (7 - k));
}

START_TEST(stops_where_pieces_were_chosen_to_collide)
{
    enum { N = 5000 };
    char text[8];
    tr_pieces p;
    uint32_t n = 0;
    ck_assert(tr_pieces_create(&p, N, 8 * N));
    do
        put_collision(++n, text);
    while (n < N && tr_pieces_add(&p, text, sizeof text));
    ck_assert_uint_gt(n, 500);
    ck_assert_uint_lt(n, 2000);
    put_collision(n - 1, text);
    ck_assert_int_eq(tr_pieces_find(&p, text, sizeof text), (int32_t)n - 2);
    tr_pieces_free(&p);
}
END_TEST

UNIT_MAIN("pieces", gives_ids_in_the_order_of_adding, takes_a_piece_once, finds_each_of_very_many,
          stops_where_pieces_were_chosen_to_collide)
