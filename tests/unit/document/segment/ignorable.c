/* Text without soft hyphens (U+00AD) and word joiners (U+2060). */
#include "document/segment/ignorable.h"

#include <string.h>

#include "unit/unit.h"

#define HYPHEN "\xC2\xAD"
#define JOINER "\xE2\x81\xA0"

/* A pair stands around "b" and the joiner, a point is at the end. */
START_TEST(marks_keep_their_places)
{
    static const char text[] = "a" HYPHEN "b" JOINER "c";
    tr_mark marks[] = {{.kind = TR_MARK_PAIR, .parent = -1, .begin = 3, .end = 7},
                       {.kind = TR_MARK_POINT, .parent = -1, .begin = 8, .end = 8}};
    const tr_segment p = {.text = text, .len = strlen(text), .marks = marks, .n_marks = 2};
    tr_region region = {0};

    const tr_segment *const q = tr_ignorable_without(&p, &region);
    ck_assert_ptr_nonnull(q);
    ck_assert_ptr_ne(q, &p);
    ck_assert_str_eq(q->text, "abc");
    ck_assert_uint_eq(q->len, 3);
    ck_assert_uint_eq(q->marks[0].begin, 1);
    ck_assert_uint_eq(q->marks[0].end, 2);
    ck_assert_uint_eq(q->marks[1].begin, 3);
    ck_assert_uint_eq(q->marks[1].end, 3);
    ck_assert_str_eq(p.text, text); /* the segment itself stays */
    ck_assert_uint_eq(marks[0].begin, 3);
    tr_region_free(&region);
}
END_TEST

START_TEST(a_segment_without_them_is_itself)
{
    const tr_segment p = {.text = "abc", .len = 3};
    tr_region region = {0};

    ck_assert_ptr_eq(tr_ignorable_without(&p, &region), &p);
    tr_region_free(&region);
}
END_TEST

UNIT_MAIN("ignorable", marks_keep_their_places, a_segment_without_them_is_itself)
