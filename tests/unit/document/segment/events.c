/* Events: pairs and cuts, edges, signatures.  A string tells them: "a" opens pair a and "A" ends
 * it,
 * "." is text, "_" a blank, "!" a point, "#" an atom; each is one byte of the document. */
#include "document/segment/events.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "document/segment/segment.h"
#include "unit/unit.h"

static void add_all(tr_events *v, const char *list)
{
    for (size_t i = 0; list[i]; i++) {
        const tr_span raw = {i, i + 1};
        const char c = (char)tolower(list[i]);
        if (isalpha((unsigned char)list[i]))
            tr_events_add(v, islower((unsigned char)list[i]) ? TR_EVENT_OPEN : TR_EVENT_CLOSE, raw,
                          &c, 1);
        else if (list[i] == '!' || list[i] == '#')
            tr_events_add(v, list[i] == '!' ? TR_EVENT_POINT : TR_EVENT_ATOM, raw, NULL, 0);
        else
            tr_events_add(v, TR_EVENT_TEXT, raw, list[i] == '_' ? " \n" : "text", 2);
    }
    tr_events_match(v);
    ck_assert(!v->failed);
}

/* The list with "|" in the place of cuts. */
static const char *cut(const char *list)
{
    static char out[200];
    tr_events v = {0};

    add_all(&v, list);
    for (size_t i = 0; i <= v.n; i++)
        out[i] = i < v.n && tr_event_is_cut(&v.list[i]) ? '|' : list[i];
    tr_events_free(&v);
    return out;
}

START_TEST(what_has_no_other_end_is_a_cut)
{
    ck_assert_str_eq(cut("a.A"), "a.A");
    ck_assert_str_eq(cut("a.b.B.A"), "a.b.B.A");
    ck_assert_str_eq(cut("a."), "|.");
    ck_assert_str_eq(cut(".A"), ".|");
    ck_assert_str_eq(cut("A.a"), "|.|");
    ck_assert_str_eq(cut("a.Aa.A"), "a.Aa.A");
    ck_assert_str_eq(cut("a.a.A.A"), "a.a.A.A");
}
END_TEST

START_TEST(pairs_that_cross_or_hold_a_cut_are_none)
{
    ck_assert_str_eq(cut("a.b.A.B"), "|.|.|.|");
    ck_assert_str_eq(cut("a.b.A"), "|.|.|");
    ck_assert_str_eq(cut("a.B.A"), "|.|.|");
    ck_assert_str_eq(cut("c.Ca.b.A.c.C"), "c.C|.|.|.c.C");
    ck_assert_str_eq(cut("a.c.C.b.A"), "|.c.C.|.|");
}
END_TEST

START_TEST(the_ends_of_a_pair_know_each_other)
{
    tr_events v = {0};

    add_all(&v, "a.b.BA");
    ck_assert_uint_eq(v.list[0].match, 5);
    ck_assert_uint_eq(v.list[5].match, 0);
    ck_assert_uint_eq(v.list[2].match, 4);
    ck_assert_uint_eq(v.list[4].match, 2);
    ck_assert_uint_eq(v.list[1].match, TR_NO_EVENT);
    tr_events_clear(&v);
    ck_assert_uint_eq(v.n, 0);
    add_all(&v, "");
    tr_events_free(&v);
}
END_TEST

START_TEST(names_count_with_their_length)
{
    tr_events v = {0};

    tr_events_add(&v, TR_EVENT_OPEN, (tr_span){0, 1}, "ab", 2);
    tr_events_add(&v, TR_EVENT_CLOSE, (tr_span){1, 2}, "a", 1);
    tr_events_add(&v, TR_EVENT_OPEN, (tr_span){2, 3}, NULL, 0);
    tr_events_add(&v, TR_EVENT_CLOSE, (tr_span){3, 4}, NULL, 0);
    tr_events_match(&v);
    ck_assert(tr_event_is_cut(&v.list[0]));
    ck_assert(tr_event_is_cut(&v.list[1]));
    ck_assert_uint_eq(v.list[2].match, 3);
    tr_events_free(&v);
}
END_TEST

/* The lengths of the texts that are left. */
static const char *texts(const char *list)
{
    static char out[200];
    tr_events v = {0};
    size_t n = 0;

    add_all(&v, list);
    out[0] = '\0';
    for (size_t i = 0; i < v.n; i++)
        if (v.list[i].kind == TR_EVENT_TEXT)
            n += (size_t)snprintf(out + n, sizeof out - n, "%u-%u:%u ", v.list[i].raw_begin,
                                  v.list[i].raw_end, v.list[i].len);
    tr_events_free(&v);
    return out;
}

START_TEST(text_that_goes_on_is_one_event_but_for_blanks_at_its_edges)
{
    ck_assert_str_eq(texts(".."), "0-2:4 ");
    ck_assert_str_eq(texts("._."), "0-3:6 ");
    ck_assert_str_eq(texts(".__.._"), "0-5:10 5-6:2 ");
    ck_assert_str_eq(texts("__.__"), "0-2:4 2-3:2 3-5:4 ");
    ck_assert_str_eq(texts("._!_."), "0-1:2 1-2:2 3-4:2 4-5:2 ");
    ck_assert_str_eq(texts(".a._A_."), "0-1:2 2-3:2 3-4:2 5-6:2 6-7:2 ");

    tr_events v = {0};
    tr_events_add(&v, TR_EVENT_TEXT, (tr_span){0, 1}, "a", 1);
    tr_events_add(&v, TR_EVENT_TEXT, (tr_span){2, 3}, "b", 1); /* not right behind it */
    ck_assert_uint_eq(v.n, 2);
    tr_events_free(&v);
}
END_TEST

START_TEST(blanks_and_points_are_empty)
{
    tr_events v = {0};

    add_all(&v, "_!a_A.#");
    ck_assert(tr_event_is_blank(&v, &v.list[0]));
    ck_assert(!tr_event_is_blank(&v, &v.list[1]));
    ck_assert(!tr_event_is_blank(&v, &v.list[5]));
    ck_assert(tr_events_are_empty(&v, 0, 5));
    ck_assert(!tr_events_are_empty(&v, 0, 6));
    ck_assert(!tr_events_are_empty(&v, 6, 7));
    ck_assert(tr_events_are_empty(&v, 3, 3));
    tr_events_free(&v);
}
END_TEST

static const char *peeled(const char *list)
{
    static char out[200];
    tr_events v = {0};

    add_all(&v, list);
    size_t begin = 0, end = v.n;
    tr_events_peel(&v, &begin, &end);
    const size_t n = begin < end ? end - begin : 0;
    memcpy(out, list + begin, n);
    out[n] = '\0';
    tr_events_free(&v);
    return out;
}

START_TEST(edges_are_peeled)
{
    ck_assert_str_eq(peeled("_!._!"), ".");
    ck_assert_str_eq(peeled("aA.b_B"), ".");
    ck_assert_str_eq(peeled("a_b.B_A"), ".");
    ck_assert_str_eq(peeled("a.A."), "a.A.");
    ck_assert_str_eq(peeled("#_."), "#_.");
    ck_assert_str_eq(peeled("._!_."), "._!_.");
    ck_assert_str_eq(peeled("a_A_!"), "");
    ck_assert_str_eq(peeled("a.Ab.B"), "a.Ab.B");
    ck_assert_str_eq(peeled(""), "");
}
END_TEST

/* Of a document whose byte at each mark is `bytes`. */
static uint64_t signature(const char *list, const char *bytes)
{
    tr_events v = {0};

    add_all(&v, list);
    const uint64_t sum = tr_events_signature(&v, bytes, 0, v.n);
    tr_events_free(&v);
    return sum;
}

START_TEST(a_signature_is_of_the_marks_but_not_of_their_order)
{
    ck_assert_uint_eq(signature("a.Ab.B", "a.Ab.B"), signature("b.Ba.A", "b.Ba.A"));
    ck_assert_uint_eq(signature(".!#", ".!#"), signature("#.!", "#.!"));
    ck_assert_uint_eq(signature(".", "."), signature("...", "..."));
    ck_assert_uint_ne(signature("!", "!"), signature("!!", "!!"));
    ck_assert_uint_ne(signature("!", "1"), signature("!", "2")); /* other bytes */
    ck_assert_uint_ne(signature("!", "1"), signature("#", "1")); /* another kind */
}
END_TEST

START_TEST(a_signature_is_of_the_pairs_around_a_mark)
{
    ck_assert_uint_ne(signature("a!A", "a!A"), signature("aA!", "aA!"));
    ck_assert_uint_ne(signature("ab.BA", "ab.BA"), signature("aAb.B", "aAb.B"));
    ck_assert_uint_ne(signature("a!Ab#B", "a!Ab#B"), signature("a#Ab!B", "a#Ab!B"));
    ck_assert_uint_eq(signature("a!#A", "a!#A"), signature("a#!A", "a#!A"));
}
END_TEST

/* Starts that never end do not take time of the square. */
START_TEST(a_hundred_thousand_starts_are_cuts)
{
    enum { N = 100000 };
    tr_events v = {0};

    for (size_t i = 0; i < N; i++)
        tr_events_add(&v, i < N / 2 ? TR_EVENT_OPEN : TR_EVENT_CLOSE, (tr_span){i, i + 1},
                      i < N / 2 ? "a" : "b", 1);
    tr_events_match(&v);
    for (size_t i = 0; i < N; i++)
        if (!tr_event_is_cut(&v.list[i])) ck_abort_msg("event %zu", i);
    tr_events_free(&v);
}
END_TEST

UNIT_MAIN("events", text_that_goes_on_is_one_event_but_for_blanks_at_its_edges,
          what_has_no_other_end_is_a_cut, pairs_that_cross_or_hold_a_cut_are_none,
          the_ends_of_a_pair_know_each_other, names_count_with_their_length,
          blanks_and_points_are_empty, edges_are_peeled,
          a_signature_is_of_the_marks_but_not_of_their_order,
          a_signature_is_of_the_pairs_around_a_mark, a_hundred_thousand_starts_are_cuts)
