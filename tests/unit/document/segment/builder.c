/* Segments from what a reader says.  The reader here is the test: it goes through the bytes from
 * first to last, and says what the next part is. */
#include "document/segment/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document/segment/run.h"
#include "document/segment/tagged.h"
#include "unit/unit.h"

static const tr_document_options no_options, all_keys = {.keys = "*"};
static const tr_writing writing, other_writing;
static tr_content content;
static tr_builder b;
static size_t at; /* the byte after the last part */

static void begin(const char *bytes)
{
    content = (tr_content){.name = "x", .options = &no_options};
    tr_content_set_bytes(&content, bytes, strlen(bytes));
    tr_builder_init(&b, &content, &writing);
    at = 0;
}

/* The next place of these bytes. */
static tr_span next(const char *part)
{
    const char *const found = strstr(content.bytes + at, part);
    ck_assert_msg(found != NULL, "no \"%s\"", part);
    const size_t from = (size_t)(found - content.bytes);
    at = from + strlen(part);
    return (tr_span){from, at};
}

static void text(const char *part)
{
    tr_build_raw_text(&b, next(part));
}

/* "<x>" is a start, "</x>" an end. */
static void tag(const char *part)
{
    if (part[1] == '/')
        tr_build_close(&b, next(part), part + 2, strlen(part) - 3);
    else
        tr_build_open(&b, next(part), part + 1, strlen(part) - 2);
}

/* Ends the document: "BYTES=TEXT|" of each segment. */
static const char *segments(void)
{
    static char out[2000];
    size_t n = 0;

    out[0] = '\0';
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    for (size_t i = 0; i < content.n_segments; i++) {
        const tr_segment *const s = tr_content_segment(&content, i);
        tr_buf tagged = {0};
        tr_tagged_source(s, &tagged);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s=%s|", (int)(s->at.end - s->at.begin),
                              content.bytes + s->at.begin, tr_buf_text(&tagged));
        tr_buf_free(&tagged);
    }
    tr_content_free(&content);
    return out;
}

START_TEST(a_segment_lies_between_two_breaks)
{
    begin("one two#three");
    text("one");
    text(" two");
    tr_build_break(&b, at);
    next("#");
    text("three");
    ck_assert_str_eq(segments(), "one two=one two|three=three|");

    begin("");
    ck_assert_str_eq(segments(), "");

    begin("one two");
    next("one");
    text(" two"); /* nobody spoke of "one" */
    ck_assert_str_eq(segments(), "two=two|");
}
END_TEST

START_TEST(white_space_and_marks_at_edges_are_left_out)
{
    begin(" \n<b> one</b> <br>");
    text(" \n");
    tag("<b>");
    text(" one");
    tag("</b>");
    text(" ");
    tr_build_point(&b, next("<br>"));
    ck_assert_str_eq(segments(), "one=one|");

    begin("<i></i>one<i></i>");
    tag("<i>");
    tag("</i>");
    text("one");
    tag("<i>");
    tag("</i>");
    ck_assert_str_eq(segments(), "one=one|");
}
END_TEST

START_TEST(marks_within_the_text_are_kept)
{
    begin("a <b>c <i>d</i></b> e<br>f [img]");
    text("a ");
    tag("<b>");
    text("c ");
    tag("<i>");
    text("d");
    tag("</i>");
    tag("</b>");
    text(" e");
    tr_build_point(&b, next("<br>"));
    text("f ");
    tr_build_atom(&b, next("[img]"));
    ck_assert_str_eq(segments(), "a <b>c <i>d</i></b> e<br>f [img]="
                                 "a <1>c <2>d</2></1> e<3/>f <4/>|");

    begin("a <b></b> c"); /* an empty pair is a point */
    text("a ");
    tag("<b>");
    tag("</b>");
    text(" c");
    ck_assert_str_eq(segments(), "a <b></b> c=a <1/> c|");
}
END_TEST

START_TEST(a_start_or_an_end_alone_cuts)
{
    begin("a <b> c");
    text("a ");
    tag("<b>");
    text(" c");
    ck_assert_str_eq(segments(), "a=a|c=c|");

    begin("a </b> c");
    text("a ");
    tag("</b>");
    text(" c");
    ck_assert_str_eq(segments(), "a=a|c=c|");

    begin("a <b> c <i> d </b> e </i> f"); /* they cross */
    text("a ");
    tag("<b>");
    text(" c ");
    tag("<i>");
    text(" d ");
    tag("</b>");
    text(" e ");
    tag("</i>");
    text(" f");
    ck_assert_str_eq(segments(), "a=a|c=c|d=d|e=e|f=f|");
}
END_TEST

START_TEST(a_break_cuts_a_pair)
{
    begin("a <b> c # d </b> e");
    text("a ");
    tag("<b>");
    text(" c ");
    tr_build_fixed(&b, next("#"));
    text(" d ");
    tag("</b>");
    text(" e");
    ck_assert_str_eq(segments(), "a=a|c=c|d=d|e=e|");
}
END_TEST

START_TEST(text_without_letters_is_no_segment)
{
    begin("12 # 3");
    text("12");
    tr_build_fixed(&b, next("#"));
    b.any_text = true;
    text(" 3");
    ck_assert_str_eq(segments(), "3=3|");

    begin("[a]"); /* an atom alone has no letter */
    tr_build_atom(&b, next("[a]"));
    ck_assert_str_eq(segments(), "");
}
END_TEST

START_TEST(runs_of_white_space_are_one_blank)
{
    begin("a \n\t b#a \n b");
    text("a \n\t b");
    tr_build_fixed(&b, next("#"));
    b.keep_blanks = true;
    text("a \n b");
    ck_assert_str_eq(segments(), "a \n\t b=a b|a \n b=a   b|");
}
END_TEST

START_TEST(decoded_text_stands_for_its_bytes)
{
    begin("R&amp;D");
    text("R");
    tr_build_text(&b, next("&amp;"), "&", 1);
    text("D");
    ck_assert_str_eq(segments(), "R&amp;D=R&amp;D|");
}
END_TEST

static void attribute(const char *part)
{
    const tr_span raw = next(part);
    tr_build_attribute(&b, raw, part, strlen(part), &other_writing, "title");
}

START_TEST(an_attribute_is_text_at_an_edge_and_between_segments)
{
    begin("<b t=tip>one</b><c t=tap>");
    tr_build_open(&b, next("<b t=tip>"), "b", 1);
    at = 0;
    attribute("tip");
    text("one");
    tag("</b>");
    tr_build_point(&b, next("<c t=tap>"));
    at -= 4;
    attribute("tap");
    ck_assert_str_eq(segments(), "tip=tip|one=one|tap=tap|");

    begin("one <b t=tip>two</b> three");
    text("one ");
    tr_build_open(&b, next("<b t=tip>"), "b", 1);
    at = 0;
    attribute("tip");
    next(">");
    text("two");
    tag("</b>");
    text(" three");
    ck_assert_str_eq(segments(), "one <b t=tip>two</b> three=one <1>two</1> three|");
}
END_TEST

START_TEST(what_cannot_be_text_stays_and_is_counted)
{
    begin("a \xFF b#good");
    text("a \xFF b");
    tr_build_fixed(&b, next("#"));
    text("good");
    const char *const found = segments();
    ck_assert_str_eq(found, "good=good|");
    ck_assert_uint_eq(content.n_unread[TR_UNREAD_UTF8], 1);

    begin("a\xF3\xB0\x80\x80"); /* the document has a character that stands for an atom */
    text("a\xF3\xB0\x80\x80");
    ck_assert_str_eq(segments(), "");
    ck_assert_uint_eq(content.n_unread[TR_UNREAD_MARKS], 1);
}
END_TEST

static char dots[3 * TR_MAX_MARKS + 4];

/* A letter, then n points with a letter after each. */
static const char *with_points(size_t n)
{
    for (size_t i = 0; i <= 2 * n; i++)
        dots[i] = i % 2 ? '.' : 'a';
    dots[2 * n + 1] = '\0';
    begin(dots);
    text("a");
    for (size_t i = 0; i < n; i++) {
        tr_build_point(&b, next("."));
        text("a");
    }
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    return dots;
}

START_TEST(a_segment_has_so_many_marks_and_no_more)
{
    with_points(TR_MAX_MARKS);
    ck_assert_uint_eq(content.n_segments, 1);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->n_marks, TR_MAX_MARKS);
    tr_content_free(&content);
    with_points(TR_MAX_MARKS + 1); /* the last one stays */
    ck_assert_uint_eq(content.n_segments, 2);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->n_marks, TR_MAX_MARKS);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->at.end, 2 * TR_MAX_MARKS + 1);
    ck_assert_uint_eq(tr_content_segment(&content, 1)->at.begin, 2 * TR_MAX_MARKS + 2);
    ck_assert_uint_eq(content.n_unread[TR_UNREAD_MARKS], 0);
    tr_content_free(&content);
}
END_TEST

/* "(a)" for each pair, all in "[" and "]". */
START_TEST(a_pair_with_too_many_marks_is_none)
{
    size_t n = 0;

    dots[n++] = '[';
    for (size_t i = 0; i < TR_MAX_MARKS; i++, n += 3)
        memcpy(dots + n, "(a)", 3);
    strcpy(dots + n, "]");
    begin(dots);
    tr_build_open(&b, next("["), "x", 1);
    for (size_t i = 0; i < TR_MAX_MARKS; i++) {
        tr_build_open(&b, next("("), "y", 1);
        text("a");
        tr_build_close(&b, next(")"), "y", 1);
    }
    tr_build_close(&b, next("]"), "x", 1);
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    ck_assert_uint_eq(content.n_segments, 2);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->at.begin, 1);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->n_marks, TR_MAX_MARKS - 1);
    ck_assert_uint_eq(tr_content_segment(&content, 1)->at.begin, strlen(dots) - 3);
    tr_content_free(&content);
}
END_TEST

START_TEST(ends_without_starts_are_not_held)
{
    enum { MANY = 100000 };
    char *const ends = malloc(2 * MANY + 1);

    ck_assert_ptr_nonnull(ends);
    for (size_t i = 0; i < MANY; i++)
        memcpy(ends + 2 * i, ")a", 2);
    ends[2 * MANY] = '\0';
    begin(ends);
    for (size_t i = 0; i < MANY; i++) {
        const tr_span end = {2 * i, 2 * i + 1}, letter = {2 * i + 1, 2 * i + 2};
        tr_build_close(&b, end, "x", 1);
        tr_build_raw_text(&b, letter);
        ck_assert_uint_lt(b.events.n, 5 * TR_MAX_MARKS);
    }
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    ck_assert_uint_eq(content.n_segments, MANY);
    tr_content_free(&content);
    free(ends);
}
END_TEST

/* Runs of one letter, with `look` of each. */
static void with_runs(size_t n, uint64_t (*look)(size_t i))
{
    static char letters[10000];
    static tr_run runs[10000];

    memset(letters, 'a', n);
    letters[n] = '\0';
    begin(letters);
    for (size_t i = 0; i < n; i++) {
        runs[i] = (tr_run){.raw = {i, i + 1}, .text = {i, i + 1}, .look = look(i)};
        tr_build_run(&b, &runs[i], "a", 1);
    }
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
}

static uint64_t same_look(size_t i)
{
    (void)i;
    return 1;
}

static uint64_t other_look(size_t i)
{
    return i % 2;
}

START_TEST(runs_are_cut_between_two)
{
    with_runs(4000, same_look);
    ck_assert_uint_eq(content.n_segments, 1);
    tr_content_free(&content);
    with_runs(9000, same_look);
    ck_assert_uint_eq(content.n_segments, 3);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->at.end,
                      tr_content_segment(&content, 1)->at.begin);
    ck_assert_uint_eq(tr_content_segment(&content, 2)->at.end, 9000);
    tr_content_free(&content);
    with_runs(3000, other_look);
    ck_assert_uint_eq(content.n_segments, 6);
    ck_assert_uint_eq(content.n_unread[TR_UNREAD_MARKS], 0);
    tr_content_free(&content);
}
END_TEST

START_TEST(values_have_to_look_like_text)
{
    begin("main.c#Some text#main.c");
    b.values_only = true;
    text("main.c");
    tr_build_fixed(&b, next("#"));
    text("Some text");
    ck_assert_str_eq(segments(), "Some text=Some text|");

    begin("main.c");
    b.values_only = true;
    content.options = &all_keys;
    text("main.c");
    ck_assert_str_eq(segments(), "main.c=main.c|");
}
END_TEST

START_TEST(a_segment_tells_where_it_is)
{
    begin("##one##");
    tr_build_fixed(&b, next("##"));
    b.where = "key";
    text("one");
    tr_build_fixed(&b, next("##"));
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    ck_assert_uint_eq(content.n_segments, 1);
    ck_assert_str_eq(tr_content_segment(&content, 0)->where, "key");
    ck_assert_ptr_eq(tr_content_segment(&content, 0)->writing, &writing);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->outer.begin, 2);
    ck_assert_uint_eq(tr_content_segment(&content, 0)->outer.end, 5);
    tr_content_free(&content);
}
END_TEST

UNIT_MAIN("builder", a_segment_lies_between_two_breaks, white_space_and_marks_at_edges_are_left_out,
          marks_within_the_text_are_kept, a_start_or_an_end_alone_cuts, a_break_cuts_a_pair,
          text_without_letters_is_no_segment, runs_of_white_space_are_one_blank,
          decoded_text_stands_for_its_bytes, an_attribute_is_text_at_an_edge_and_between_segments,
          what_cannot_be_text_stays_and_is_counted, a_segment_has_so_many_marks_and_no_more,
          a_pair_with_too_many_marks_is_none, ends_without_starts_are_not_held,
          runs_are_cut_between_two, values_have_to_look_like_text, a_segment_tells_where_it_is)
