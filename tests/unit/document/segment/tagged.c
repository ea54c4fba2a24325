/* Text with marks: as people see it, and back to the document's bytes. */
#include "document/segment/tagged.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

/* Writes text as it is, in brackets, so that it differs from the bytes of marks. */
static void encode(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    tr_buf_add(out, "[", 1);
    tr_buf_add(out, text, len);
    tr_buf_add(out, "]", 1);
}

/* Nothing fits the place. */
static void refuse_all(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to, (void)text, (void)len, (void)out;
}

static const tr_writing plain = {.encode = encode},
                        narrow = {.encode = encode, .finish = refuse_all};

/* "a <b>c <i>d</i></b> e<br>f" and an atom, "{x}". */
static const char bytes[] = "<b></b><i></i><br>{x}";
static tr_mark marks[] = {
    {TR_MARK_PAIR, -1, 2, 5, {0, 3}, {3, 7}},
    {TR_MARK_PAIR, 0, 4, 5, {7, 10}, {10, 14}},
    {TR_MARK_POINT, -1, 7, 7, {14, 18}, {0, 0}},
    {TR_MARK_ATOM, -1, 8, 12, {18, 21}, {0, 0}},
};
static const char text[] = "a c d ef\xF3\xB0\x80\x83";
static const tr_content content = {.bytes = bytes, .size = sizeof bytes - 1};
static const tr_segment segment = {.text = text,
                                   .len = sizeof text - 1,
                                   .marks = marks,
                                   .n_marks = sizeof marks / sizeof *marks,
                                   .writing = &plain};

/* The bytes of a translation; the sentence of its error in "!...". */
static const char *written(const tr_segment *p, const char *tagged, size_t len)
{
    static char out[1100];
    tr_buf now = {0};
    tr_error err = {0};

    const int rc = tr_tagged_write(&content, p, tagged, len, &now, &err);
    ck_assert(rc == TR_OK || rc == TR_EINVAL);
    snprintf(out, sizeof out, "%s%s", rc ? "!" : "", rc ? err.msg : tr_buf_text(&now));
    tr_buf_free(&now);
    return out;
}

static const char *translated(const char *tagged)
{
    return written(&segment, tagged, strlen(tagged));
}

/* Text of a segment without marks. */
static const char *translated_plain(const char *source, const char *tagged)
{
    const tr_segment p = {.text = source, .len = strlen(source), .writing = &plain};
    return written(&p, tagged, strlen(tagged));
}

START_TEST(marks_are_numbered_in_the_source)
{
    static const char angles[] = "R&D < 1";
    const tr_segment no_marks = {.text = angles, .len = strlen(angles)};
    tr_buf out = {0};

    tr_tagged_source(&segment, &out);
    ck_assert_str_eq(tr_buf_text(&out), "a <1>c <2>d</2></1> e<3/>f<4/>");
    tr_buf_clear(&out);
    tr_tagged_source(&no_marks, &out);
    ck_assert_str_eq(tr_buf_text(&out), "R&amp;D &lt; 1");
    tr_buf_clear(&out);
    tr_tagged_add_text(&out, "<&>", 3);
    ck_assert_str_eq(tr_buf_text(&out), "&lt;&amp;>");
    tr_buf_free(&out);
}
END_TEST

START_TEST(marks_are_copied_from_the_document)
{
    ck_assert_str_eq(translated("a <1>c <2>d</2></1> e<3/>f<4/>"),
                     "[a ]<b>[c ]<i>[d]</i></b>[ e]<br>[f]{x}");
    ck_assert_str_eq(translated("<4/><3/>f <1><2>d</2>c</1>"), "{x}<br>[f ]<b><i>[d]</i>[c]</b>");
    ck_assert_str_eq(translated_plain("x", "R&amp;D &lt; 1"), "[R&D < 1]");
    ck_assert_str_eq(translated_plain("x", "a\nb\tc\rd"), "[a b c d]");
}
END_TEST

START_TEST(each_mark_is_there_once_in_its_pair)
{
    ck_assert_str_eq(translated("<1>c <2>d</2></1> <3/>"), "!a mark is missing: <4>");
    ck_assert_str_eq(translated("<1>c <2>d</2></1> <3/><3/><4/>"), "!a mark is there twice: <3>");
    ck_assert_str_eq(translated("<1>c</1> <2>d</2><3/><4/>"), "!a mark stands in another one: <2>");
    ck_assert_str_eq(translated("<1>c <2>d</2><3/></1><4/>"), "!a mark stands in another one: <3>");
    ck_assert_str_eq(translated("x<5/>"), "!there is no such mark: <5>");
    ck_assert_int_eq(translated("x<0/>")[0], '!');
}
END_TEST

START_TEST(pairs_nest)
{
    ck_assert_str_eq(translated("<1>c <2>d</1></2> <3/><4/>"), "!an end without its start: <1>");
    ck_assert_str_eq(translated("</1>c"), "!an end without its start: <1>");
    ck_assert_str_eq(translated("<3/><4/><1><2>d</2>"), "!a start without its end: <1>");
    ck_assert_int_eq(translated("<1/>c")[0], '!');
    ck_assert_int_eq(translated("<3>c")[0], '!');
}
END_TEST

START_TEST(angles_and_ampersands_are_written_as_entities)
{
    ck_assert_int_eq(translated_plain("x", "a < b")[0], '!');
    ck_assert_int_eq(translated_plain("x", "a & b")[0], '!');
    ck_assert_int_eq(translated_plain("x", "a &gt; b")[0], '!');
    ck_assert_int_eq(translated_plain("x", "a <")[0], '!');
    ck_assert_int_eq(translated_plain("x", "a &lt")[0], '!');
    ck_assert_int_eq(translated_plain("x", "<b>a</b>")[0], '!');
    ck_assert_int_eq(translated_plain("x", "<99999999999/>")[0], '!');
    ck_assert_str_eq(translated_plain("x", "a > b"), "[a > b]");
}
END_TEST

START_TEST(empty_text_is_refused)
{
    ck_assert_str_eq(translated_plain("x", ""), "!there is no text");
    ck_assert_str_eq(translated_plain("x", "  "), "!there is no text");
    ck_assert_str_eq(translated_plain("x", "\n"), "!there is no text");
}
END_TEST

START_TEST(damaged_text_is_refused)
{
    const tr_segment p = {.text = "x", .len = 1, .writing = &plain};

    ck_assert_int_eq(translated_plain("x", "a\xFF")[0], '!');
    ck_assert_int_eq(translated_plain("x", "a\x01")[0], '!');
    ck_assert_int_eq(written(&p, "a\0b", 3)[0], '!');
    ck_assert_int_eq(translated_plain("x", "a\xEF\xBF\xBD")[0], '!');
    ck_assert_str_eq(translated_plain("\xEF\xBF\xBD", "a\xEF\xBF\xBD"), "[a\xEF\xBF\xBD]");
    ck_assert_int_eq(translated_plain("x", "a\xF3\xB0\x80\x80")[0], '!'); /* an atom's character */
}
END_TEST

START_TEST(placeholders_are_those_of_the_source)
{
    ck_assert_str_eq(translated_plain("%s of {name}", "{name}: %s"), "[{name}: %s]");
    ck_assert_int_eq(translated_plain("%s files", "Dateien")[0], '!');
    ck_assert_int_eq(translated_plain("files", "%s Dateien")[0], '!');
    ck_assert_int_eq(translated_plain("%s", "%s %s")[0], '!');
    ck_assert_int_eq(translated_plain("%s %d", "%d %s")[0], '!'); /* arguments in order */
}
END_TEST

START_TEST(text_that_does_not_fit_its_place_is_refused)
{
    const tr_segment p = {.text = "x", .len = 1, .writing = &narrow};
    ck_assert_str_eq(written(&p, "y", 1), "!it does not fit its place");
}
END_TEST

/* A value of data that has references of HTML is written in two steps. */
START_TEST(html_in_a_value_is_written_first)
{
    const tr_segment p = {.text = "x", .len = 1, .writing = &plain, .html = &plain};
    ck_assert_str_eq(written(&p, "y", 1), "[[y]]");
}
END_TEST

UNIT_MAIN("tagged", marks_are_numbered_in_the_source, marks_are_copied_from_the_document,
          each_mark_is_there_once_in_its_pair, pairs_nest,
          angles_and_ampersands_are_written_as_entities, empty_text_is_refused,
          damaged_text_is_refused, placeholders_are_those_of_the_source,
          text_that_does_not_fit_its_place_is_refused, html_in_a_value_is_written_first)
