/* Which tags of a line are marks, and what is left of it without them. */
#include "text/marks/inline_tags.h"

#include <string.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The plain text with the numbers of its marks, from 1: [1 a pair 1], (2) a point, {3 an atom}.
 * "" if no tag is taken out. */
static const char *shown(const char *text, bool spaces)
{
    static char out[4000];
    tr_region region = {0};
    tr_inline_tags tags;
    tr_buf b = {0};

    const int rc = tr_inline_tags_find(&tags, text, strlen(text), spaces, &region);
    ck_assert_int_ge(rc, 0);
    for (size_t at = 0; rc && at <= tags.plain.len; at++) {
        for (size_t k = tags.plain.n_marks; k-- > 0;) {
            const tr_mark *const m = &tags.plain.marks[k];
            if (m->kind != TR_MARK_POINT && m->end == at)
                tr_buf_printf(&b, m->kind == TR_MARK_PAIR ? "%zu]" : "%zu}", k + 1);
        }
        for (size_t k = 0; k < tags.plain.n_marks; k++) {
            const tr_mark *const m = &tags.plain.marks[k];
            if (m->begin != at) continue;
            tr_buf_printf(&b,
                          m->kind == TR_MARK_PAIR    ? "[%zu"
                          : m->kind == TR_MARK_POINT ? "(%zu)"
                                                     : "{%zu",
                          k + 1);
        }
        if (at < tags.plain.len) tr_buf_add(&b, tags.plain.text + at, 1);
    }
    strcpy(out, tr_buf_text(&b));
    tr_buf_free(&b);
    tr_region_free(&region);
    return out;
}

static void check_tags(const char *text, const char *wanted)
{
    ck_assert_str_eq(shown(text, true), wanted);
}

START_TEST(too_many_are_left)
{
    tr_buf b = {0};

    for (size_t i = 0; i < TR_MAX_MARKS / 2; i++)
        tr_buf_add_string(&b, "a <b>x</b> ");
    tr_buf_add_string(&b, "y");
    ck_assert_str_ne(shown(tr_buf_text(&b), true), "");
    tr_buf_add_string(&b, " <b>x</b> y");
    check_tags(tr_buf_text(&b), "");
    tr_buf_free(&b);
}
END_TEST

START_TEST(spans_are_of_the_line)
{
    static const char text[] = "The <b>big</b> <x/> cat";
    tr_region region = {0};
    tr_inline_tags tags;

    ck_assert_int_eq(tr_inline_tags_find(&tags, text, strlen(text), true, &region), 1);
    ck_assert_str_eq(tags.plain.text, "The big cat");
    const tr_mark *const pair = &tags.plain.marks[0], *const point = &tags.plain.marks[1];
    ck_assert_uint_eq(pair->open.begin, 4);
    ck_assert_uint_eq(pair->open.end, 7);
    ck_assert_uint_eq(pair->close.begin, 10);
    ck_assert_uint_eq(pair->close.end, 14);
    ck_assert_uint_eq(point->open.begin, 15);
    ck_assert_uint_eq(point->open.end, 19);
    /* "big" is bytes 7 to 10 of the line, "cat" 20 to 23. */
    ck_assert_uint_eq(tr_inline_tags_source(&tags, 0, false), 0);
    ck_assert_uint_eq(tr_inline_tags_source(&tags, 4, true), 4);
    ck_assert_uint_eq(tr_inline_tags_source(&tags, 4, false), 7);
    ck_assert_uint_eq(tr_inline_tags_source(&tags, 7, true), 10);
    ck_assert_uint_eq(tr_inline_tags_source(&tags, 8, false), 20);
    ck_assert_uint_eq(tr_inline_tags_source(&tags, 11, true), 23);
    tr_region_free(&region);
}
END_TEST

UNIT_MAIN("inline_tags", too_many_are_left, spans_are_of_the_line)
