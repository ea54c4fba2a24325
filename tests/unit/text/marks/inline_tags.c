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

START_TEST(marks_of_emphasis_are_tags)
{
    check_tags("a **big cat** sleeps", "a [1big cat1] sleeps");
    check_tags("(*a* cat), ***the*** cat.", "([1a1] cat), [2the2] cat.");
    check_tags("a **big *old* cat** sleeps", "a [1big [2old2] cat1] sleeps");
    check_tags("a <b>big *old* cat</b> sleeps", "a [1big [2old2] cat1] sleeps");
}
END_TEST

START_TEST(other_stars_are_none)
{
    check_tags("2 * 3 * 4, a*b*c", "");
    check_tags("Use *.c and *.h files", "");
    check_tags("f(*args, **more) in src/*/x/*", "");
    check_tags("a 5* hotel and a 4* one", "");
    check_tags("a **bold* word, ****more****", "");
    check_tags("*12* of **", "");
    check_tags("a *https://x.org/y* b", "");
}
END_TEST

START_TEST(marks_of_links_wikis_and_strikes_are_tags)
{
    check_tags("read [the guide](https://x.org/a_(b)) now", "read [1the guide1] now");
    check_tags("read [the guide](x \"a title\"), now", "read [1the guide1], now");
    check_tags("a ![small dog](dog.png) is here", "a [1small dog1] is here");
    check_tags("see [**a** [b] c]({url}) now", "see [1[2a2] [b] c1] now");
    check_tags("a **[big cat](x)** sleeps", "a [1[2big cat2]1] sleeps");
    check_tags("a __big cat__ ~~sleeps well~~ here", "a [1big cat1] [2sleeps well2] here");
    check_tags("the __Big__ cat", "the [1Big1] cat");
    check_tags("the '''big''' and ''old'' cat", "the [1big1] and [2old2] cat");
}
END_TEST

START_TEST(signs_that_are_like_them_are_none)
{
    check_tags("a[i](x) and f(a)[b](c) are here", "");
    check_tags("`a [b](c)` and {{ [b](c) }} are here", "");
    check_tags("he said [that it is](so they say) here", "");
    check_tags("see [1](x) and [b]() here", "");
    check_tags("the __name__ of __init__ and my__own__name", "");
    check_tags("it''s 5'' wide and 6'' high", "");
    check_tags("go to ~~/a and ~~~b~~~ here", "");
    check_tags("see https://x.org/__a__/~~b~~ here", "");
}
END_TEST

START_TEST(text_without_tags_has_none)
{
    check_tags("", "");
    check_tags("The big cat sleeps.", "");
    check_tags("if a < b > c then", "");
    check_tags("List<String> names = x << 2;", "");
    check_tags("Write to <a@b.c> or see <https://example.org/>.", "");
}
END_TEST

START_TEST(balanced_tags_are_taken_out)
{
    check_tags("The <b>big cat</b> sleeps.", "The [1big cat1] sleeps.");
    check_tags("The <g id=\"1\">big <i>cat</i></g> sleeps.", "The [1big [2cat2]1] sleeps.");
    check_tags("See <0>this</0> and <1>that</1>.", "See [1this1] and [2that2].");
    check_tags("A <B CLASS=x>big</b > cat", "A [1big1] cat");
    check_tags("A <a title=\"a > b\">big</a> cat", "A [1big1] cat");
    check_tags("un<b>believ</b>able", "un[1believ1]able");
}
END_TEST

START_TEST(tags_that_stand_alone_are_points)
{
    check_tags("The cat<x/> sleeps.", "The cat(1) sleeps.");
    check_tags("The <img src=a>cat sleeps.", "The (1)cat sleeps.");
    check_tags("The <a id=\"k\"></a>cat sleeps.", "The (1)cat sleeps.");
    check_tags("The <b><i> </i></b>cat sleeps.", "The (1)cat sleeps.");
}
END_TEST

START_TEST(a_point_between_blanks_leaves_one_of_them)
{
    check_tags("The cat <x/> sleeps.", "The cat(1) sleeps.");
    check_tags("The cat <x/> <y/> sleeps.", "The cat(1)(2) sleeps.");
    check_tags("The <b>cat </b><x/> sleeps.", "The [1cat 1](2) sleeps.");
}
END_TEST

START_TEST(tags_without_a_partner_stay)
{
    check_tags("The <b>big cat sleeps.", "");
    check_tags("The big</b> cat </b> sleeps.", "");
    check_tags("A <b>big</b> cat <i>sleeps.", "A [1big1] cat {2<i>2}sleeps.");
    check_tags("A </i>cat <b>sleeps</b> well.", "A {1</i>1}cat [2sleeps2] well.");
}
END_TEST

START_TEST(tags_that_cross_stay)
{
    check_tags("The <b>big <i>red</b> cat</i> sleeps.", "");
    check_tags("The <b>big </i>red</b> cat sleeps.", "");
    check_tags("The <u>One</u> <b>big <i>cat</b> sat</i> here.",
               "The [1One1] {2<b>2}big {3<i>3}cat{4</b>4} sat{5</i>5} here.");
}
END_TEST

START_TEST(blocks_and_breaks_stay)
{
    check_tags("One <b>big</b> cat<br>Two cats", "One [1big1] cat{2<br>2}Two cats");
    check_tags("<p>A <b>big</b> cat</p>", "{1<p>1}A [2big2] cat{3</p>3}");
    check_tags("So <b>one<br>two</b> cats", "So [1one{2<br>2}two1] cats");
    check_tags("<li>One</li><li>Two</li>", "");
}
END_TEST

START_TEST(tags_around_all_of_a_text_stay)
{
    check_tags("<b>The big cat sleeps.</b>", "");
    check_tags(" <b><i>The big cat sleeps.</i></b> ", "");
    check_tags("<x/>The big cat<y/>", "");
    check_tags("<b>The <i>big</i> cat</b>", "{1<b>1}The [2big2] cat{3</b>3}");
    check_tags("<b>One cat</b><br>A <i>big</i> cat", "{1<b>1}One cat{2</b>2}{3<br>3}A [4big4] cat");
    check_tags("<b>One</b> cat", "[1One1] cat");
}
END_TEST

START_TEST(tags_that_would_join_what_is_no_word_stay)
{
    check_tags("One cat.<b>Two</b> cats", "");
    check_tags("First name<b>Last name</b> here", "");
    check_tags("It is 10<sup>2</sup> or H<sub>2</sub>O here", "");
    check_tags("one<x/>two three", "");
    ck_assert_str_eq(shown("一<x/>二三", false), "一(1)二三");
}
END_TEST

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

UNIT_MAIN("inline_tags", marks_of_emphasis_are_tags, other_stars_are_none,
          marks_of_links_wikis_and_strikes_are_tags, signs_that_are_like_them_are_none,
          text_without_tags_has_none, balanced_tags_are_taken_out, tags_that_stand_alone_are_points,
          a_point_between_blanks_leaves_one_of_them, tags_without_a_partner_stay,
          tags_that_cross_stay, blocks_and_breaks_stay, tags_around_all_of_a_text_stay,
          tags_that_would_join_what_is_no_word_stay, too_many_are_left, spans_are_of_the_line)
