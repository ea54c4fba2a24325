/* Fragments: plain text and marks as they come to be. */
#include "document/segment/fragment.h"

#include <string.h>

#include "unit/unit.h"

static tr_fragment p;

static void begin(void)
{
    p = (tr_fragment){0};
    tr_fragment_clear(&p);
}

START_TEST(white_space_in_two_parts_is_one_blank)
{
    begin();
    tr_fragment_add_text(&p, "a ", 2, false);
    tr_fragment_add_text(&p, " b", 2, false);
    ck_assert_str_eq(tr_buf_text(&p.text), "a b");
    tr_fragment_free(&p);
}
END_TEST

static void add_event(tr_events *v, enum tr_event_kind kind, const char *text)
{
    const size_t at = v->n;
    tr_events_add(v, kind, (tr_span){at, at + 1}, text, strlen(text));
}

static void check_mark(size_t k, enum tr_mark_kind kind, int parent, size_t from, size_t to)
{
    const tr_mark *const m = &p.marks[k];
    ck_assert_int_eq(m->kind, kind);
    ck_assert_int_eq(m->parent, parent);
    ck_assert_uint_eq(m->begin, from);
    ck_assert_uint_eq(m->end, to);
}

/* " a<b>c<i>d</i><br></b>[]e ", where U+F0003 stands for the fourth mark. */
START_TEST(marks_have_their_places_and_pairs)
{
    tr_events v = {0};

    add_event(&v, TR_EVENT_TEXT, " a");
    add_event(&v, TR_EVENT_OPEN, "b");
    add_event(&v, TR_EVENT_TEXT, "c");
    add_event(&v, TR_EVENT_OPEN, "i");
    add_event(&v, TR_EVENT_TEXT, "d");
    add_event(&v, TR_EVENT_CLOSE, "i");
    add_event(&v, TR_EVENT_POINT, "");
    add_event(&v, TR_EVENT_CLOSE, "b");
    add_event(&v, TR_EVENT_ATOM, "");
    add_event(&v, TR_EVENT_TEXT, "e ");
    tr_events_match(&v);
    begin();
    tr_fragment_add(&p, &v, 0, v.n, false);
    tr_fragment_trim(&p);
    ck_assert_str_eq(tr_buf_text(&p.text), "acd\xF3\xB0\x80\x83"
                                           "e");
    ck_assert(p.blank_before && p.blank_behind);
    ck_assert_uint_eq(p.n_marks, 4);
    check_mark(0, TR_MARK_PAIR, -1, 1, 3);
    check_mark(1, TR_MARK_PAIR, 0, 2, 3);
    check_mark(2, TR_MARK_POINT, 0, 3, 3);
    check_mark(3, TR_MARK_ATOM, -1, 3, 7);
    ck_assert_uint_eq(p.marks[1].open.begin, 3);
    ck_assert_uint_eq(p.marks[1].close.begin, 5);
    ck_assert(tr_fragment_is_readable(&p));
    tr_fragment_free(&p);
    tr_events_free(&v);
}
END_TEST

START_TEST(marks_stay_in_the_text_when_blanks_go)
{
    tr_events v = {0};

    add_event(&v, TR_EVENT_POINT, "");
    add_event(&v, TR_EVENT_TEXT, "  a  ");
    add_event(&v, TR_EVENT_POINT, "");
    tr_events_match(&v);
    begin();
    tr_fragment_add(&p, &v, 0, v.n, true);
    tr_fragment_trim(&p);
    ck_assert_str_eq(tr_buf_text(&p.text), "a");
    check_mark(0, TR_MARK_POINT, -1, 0, 0);
    check_mark(1, TR_MARK_POINT, -1, 1, 1);
    tr_fragment_free(&p);
    tr_events_free(&v);
}
END_TEST

/* Pairs in pairs: `depth` of them. */
static bool is_readable_at(size_t depth)
{
    tr_events v = {0};

    for (size_t i = 0; i < depth; i++)
        add_event(&v, TR_EVENT_OPEN, "b");
    add_event(&v, TR_EVENT_TEXT, "a");
    for (size_t i = 0; i < depth; i++)
        add_event(&v, TR_EVENT_CLOSE, "b");
    tr_events_match(&v);
    begin();
    tr_fragment_add(&p, &v, 0, v.n, false);
    const bool readable = tr_fragment_is_readable(&p);
    tr_fragment_free(&p);
    tr_events_free(&v);
    return readable;
}

START_TEST(pairs_are_so_deep_and_no_deeper)
{
    ck_assert(is_readable_at(1));
    ck_assert(is_readable_at(TR_MAX_MARK_DEPTH));
    ck_assert(!is_readable_at(TR_MAX_MARK_DEPTH + 1));
}
END_TEST

START_TEST(a_cleared_fragment_is_empty)
{
    begin();
    tr_fragment_add_text(&p, "\xFF", 1, false);
    tr_fragment_clear(&p);
    ck_assert_uint_eq(p.text.len, 0);
    ck_assert(tr_fragment_is_readable(&p));
    tr_fragment_trim(&p);
    ck_assert_uint_eq(p.text.len, 0);
    ck_assert(!p.blank_before && !p.blank_behind);
    tr_fragment_free(&p);
}
END_TEST

UNIT_MAIN("fragment", white_space_in_two_parts_is_one_blank, marks_have_their_places_and_pairs,
          marks_stay_in_the_text_when_blanks_go, pairs_are_so_deep_and_no_deeper,
          a_cleared_fragment_is_empty)
