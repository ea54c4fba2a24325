/* Values of data: where they end, and which marks they have.  Byte i of a value is written at byte
 * i + 1 of a document, which has a quotation mark at both ends. */
#include "document/data/build_value.h"

#include <stdio.h>
#include <string.h>

#include "document/segment/tagged.h"
#include "unit/segments.h"
#include "unit/unit.h"

typedef void building(tr_builder *b, const tr_decoded *v, bool tags);

static const tr_document_options no_options;

/* The bytes of each segment, "=", its text and "|". */
static const char *built_by(building *build, const char *value, bool tags)
{
    static char out[1000], bytes[500];
    size_t n = 0;
    tr_content d = {.name = "x", .options = &no_options};
    tr_decoded v = {0};
    tr_builder b;

    const size_t len = strlen(value);
    snprintf(bytes, sizeof bytes, "'%s'", value);
    tr_decoded_add(&v, value, len, 1);
    tr_decoded_end(&v, len + 1);
    tr_content_set_bytes(&d, bytes, len + 2);
    tr_builder_init(&b, &d, &as_it_is);
    build(&b, &v, tags);
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    out[0] = '\0';
    for (size_t i = 0; i < d.n_segments; i++) {
        const tr_segment *const s = tr_content_segment(&d, i);
        tr_buf tagged = {0};
        tr_tagged_source(s, &tagged);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s=%s|", (int)(s->at.end - s->at.begin),
                              bytes + s->at.begin, tr_buf_text(&tagged));
        tr_buf_free(&tagged);
    }
    tr_decoded_free(&v);
    tr_content_free(&d);
    return out;
}

static const char *value(const char *text)
{
    return built_by(tr_build_value, text, true);
}

static const char *lines(const char *text)
{
    return built_by(tr_build_lines, text, true);
}

START_TEST(a_value_is_a_segment)
{
    ck_assert_str_eq(value("Some text"), "Some text=Some text|");
    ck_assert_str_eq(value(" Some text "), "Some text=Some text|");
    ck_assert_str_eq(value(""), "");
    ck_assert_str_eq(value("12"), "");
}
END_TEST

START_TEST(a_control_character_breaks_it)
{
    ck_assert_str_eq(value("One\nTwo\tThree"), "One=One|Two=Two|Three=Three|");
    ck_assert_str_eq(value("\nOne\n\n"), "One=One|");
    ck_assert_str_eq(value("One | Two"), "One=One|Two=Two|"); /* forms of a plural */
    ck_assert_str_eq(value("One|Two"), "One|Two=One|Two|");
}
END_TEST

START_TEST(or_it_is_a_point)
{
    ck_assert_str_eq(lines("One\nTwo"), "One\nTwo=One<1/>Two|");
    ck_assert_str_eq(lines("One\n\nTwo\n"), "One\n\nTwo=One<1/><2/>Two|");
    ck_assert_str_eq(lines("One | Two"), "One | Two=One <1/> Two|");
    ck_assert_str_eq(lines("<b>One\nTwo</b>"), "One\nTwo=One<1/>Two|");
}
END_TEST

START_TEST(tags_are_marks)
{
    ck_assert_str_eq(value("Some <b>text</b> here"),
                     "Some <b>text</b> here=Some <1>text</1> here|");
    ck_assert_str_eq(value("One<br>two <img src=x> three"),
                     "One=One|two <img src=x> three=two <1/> three|");
    ck_assert_str_eq(value("One <x/> two"), "One <x/> two=One <1/> two|");
    ck_assert_str_eq(value("One <b>two"), "One=One|two=two|");
    ck_assert_str_eq(built_by(tr_build_value, "Some <b>text</b>", false),
                     "Some <b>text</b>=Some &lt;b>text&lt;/b>|");
    ck_assert_str_eq(value("a < b and c > d"), "a < b and c > d=a &lt; b and c > d|");
}
END_TEST

START_TEST(references_of_html_are_read_where_there_are_any)
{
    ck_assert_str_eq(value("Some&nbsp;text &amp; more"),
                     "Some&nbsp;text &amp; more=Some\xC2\xA0text &amp; more|");
    ck_assert_str_eq(value("R&D and more"), "R&D and more=R&amp;D and more|");
    ck_assert_str_eq(value("Some &nosuch; text"), "Some &nosuch; text=Some &amp;nosuch; text|");
}
END_TEST

START_TEST(the_sign_of_a_menus_key_is_a_point_in_lines)
{
    ck_assert_str_eq(lines("Save _as"), "Save _as=Save <1/>as|");
    ck_assert_str_eq(lines("Save &as"), "Save &as=Save <1/>as|");
    ck_assert_str_eq(lines("Save a_s"), "Save a_s=Save a_s|");
    ck_assert_str_eq(lines("_a and _b"), "_a and _b=_a and _b|"); /* more than one */
    ck_assert_str_eq(lines("R & D"), "R & D=R &amp; D|");
    ck_assert_str_eq(value("Save _as"), "Save _as=Save _as|");
}
END_TEST

/* An escape "\n" takes two bytes of the document. */
START_TEST(bytes_are_those_of_the_document)
{
    static const char bytes[] = "One\\nTwo <b>x</b> \\u00e4";
    tr_content d = {.name = "x", .options = &no_options};
    tr_decoded v = {0};
    tr_builder b;

    tr_decoded_add(&v, "One", 3, 0);
    tr_decoded_add(&v, "\n", 1, 3);
    tr_decoded_add(&v, "Two <b>x</b> ", 13, 5);
    tr_decoded_add_character(&v, 0xE4, 18);
    tr_decoded_end(&v, sizeof bytes - 1);
    tr_content_set_bytes(&d, bytes, sizeof bytes - 1);
    tr_builder_init(&b, &d, &as_it_is);
    tr_build_value(&b, &v, true);
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    ck_assert_uint_eq(d.n_segments, 2);
    ck_assert_uint_eq(tr_content_segment(&d, 0)->at.begin, 0);
    ck_assert_uint_eq(tr_content_segment(&d, 0)->at.end, 3);
    ck_assert_uint_eq(tr_content_segment(&d, 1)->at.begin, 5);
    ck_assert_uint_eq(tr_content_segment(&d, 1)->at.end, sizeof bytes - 1);
    ck_assert_str_eq(tr_content_segment(&d, 1)->text, "Two x \xC3\xA4");
    ck_assert_uint_eq(tr_content_segment(&d, 1)->marks[0].open.begin, 9);
    ck_assert_uint_eq(tr_content_segment(&d, 1)->marks[0].open.end, 12);
    tr_decoded_free(&v);
    tr_content_free(&d);
}
END_TEST

UNIT_MAIN("build_value", a_value_is_a_segment, a_control_character_breaks_it, or_it_is_a_point,
          tags_are_marks, references_of_html_are_read_where_there_are_any,
          the_sign_of_a_menus_key_is_a_point_in_lines, bytes_are_those_of_the_document)
