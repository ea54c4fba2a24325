/* References of HTML and XML: WHATWG, 13.2.5.72 to 80 and 13.5. */
#include "document/markup/escapes.h"

#include <stdio.h>
#include <string.h>

#include "document/markup/html_entities.h"
#include "document/segment/tagged.h"
#include "unit/unit.h"

/* "LENGTH:MEANING" of the reference at the beginning of a text. */
static const char *reference(const char *text)
{
    static char out[100];
    tr_buf means = {0};

    const size_t n = tr_html_reference(text, strlen(text), &means);
    snprintf(out, sizeof out, "%zu:%s", n, n ? tr_buf_text(&means) : "");
    tr_buf_free(&means);
    return out;
}

START_TEST(a_reference_ends_in_a_semicolon)
{
    ck_assert_str_eq(reference("&amp;lt;"), "5:&");
    ck_assert_str_eq(reference("&auml;x"), "6:\xC3\xA4");
    ck_assert_str_eq(reference("&#228;"), "6:\xC3\xA4");
    ck_assert_str_eq(reference("&#xe4;"), "6:\xC3\xA4");
    ck_assert_str_eq(reference("&#XE4;"), "6:\xC3\xA4");
    ck_assert_str_eq(reference("&NotEqualTilde;"), "15:\xE2\x89\x82\xCC\xB8"); /* two characters */
    ck_assert_str_eq(reference("&CounterClockwiseContourIntegral;"), "33:\xE2\x88\xB3");
    ck_assert_str_eq(reference("&#128;"), "6:\xE2\x82\xAC"); /* of Windows-1252 */
}
END_TEST

START_TEST(others_are_none)
{
    ck_assert_str_eq(reference(""), "0:");
    ck_assert_str_eq(reference("&"), "0:");
    ck_assert_str_eq(reference("&amp"), "0:");
    ck_assert_str_eq(reference("&ampx;"), "0:");
    ck_assert_str_eq(reference("&Amp;"), "0:");
    ck_assert_str_eq(reference("x&amp;"), "0:");
    ck_assert_str_eq(reference("&#;"), "0:");
    ck_assert_str_eq(reference("&#x;"), "0:");
    ck_assert_str_eq(reference("&#12a;"), "0:");
    ck_assert_str_eq(reference("&;"), "0:");
}
END_TEST

START_TEST(the_longest_name_counts)
{
    const char *character;
    size_t len;

    ck_assert_uint_eq(tr_html_entity("notin;", 6, &character, &len), 6);
    ck_assert(len == 3 && !memcmp(character, "\xE2\x88\x89", 3));
    ck_assert_uint_eq(tr_html_entity("notit;", 6, &character, &len), 3);
    ck_assert(len == 2 && !memcmp(character, "\xC2\xAC", 2));
    ck_assert_uint_eq(tr_html_entity("not;", 3, &character, &len), 3); /* no semicolon in [3] */
    ck_assert_uint_eq(tr_html_entity("no", 2, &character, &len), 0);
    ck_assert_uint_eq(tr_html_entity("", 0, &character, &len), 0);
}
END_TEST

static const char *decoded(const char *text, bool attribute)
{
    static char out[200];
    tr_buf now = {0};

    tr_html_decode(text, strlen(text), attribute, &now);
    snprintf(out, sizeof out, "%s", tr_buf_text(&now));
    tr_buf_free(&now);
    return out;
}

START_TEST(old_names_need_no_semicolon_in_text)
{
    ck_assert_str_eq(decoded("&copy2 &copyx &amp", false), "\xC2\xA9"
                                                           "2 \xC2\xA9x &");
    ck_assert_str_eq(decoded("&notit; &#228 ", false), "\xC2\xACit; \xC3\xA4 ");
    ck_assert_str_eq(decoded("R&D, AT&T, a & b, &&amp;", false), "R&D, AT&T, a & b, &&");
    ck_assert_str_eq(decoded("&hellip", false), "&hellip"); /* a newer name */
    ck_assert_str_eq(decoded("", false), "");
}
END_TEST

START_TEST(in_a_value_they_do_before_letters_and_equals_signs)
{
    ck_assert_str_eq(decoded("?a=b&copy=1&copy2&copy;", true), "?a=b&copy=1&copy2\xC2\xA9");
    ck_assert_str_eq(decoded("&amp", true), "&");
    ck_assert_str_eq(decoded("&lt x", true), "< x");
}
END_TEST

/* Text as it is written in a document of these bytes. */
static const char *written(const tr_writing *w, const char *bytes, const char *text)
{
    static char out[200];
    const tr_content d = {.bytes = bytes, .size = strlen(bytes)};
    const tr_segment p = {.at = {0, d.size}};
    tr_buf now = {0};

    w->encode(&d, &p, text, strlen(text), &now);
    snprintf(out, sizeof out, "%s", tr_buf_text(&now));
    tr_buf_free(&now);
    return out;
}

START_TEST(text_is_written_with_references)
{
    ck_assert_str_eq(written(&tr_html_text, "", "a < b > c & \"d\" 'e'"),
                     "a &lt; b &gt; c &amp; \"d\" 'e'");
    ck_assert_str_eq(written(&tr_html_double, "", "\"a\" 'b' & <"), "&quot;a&quot; 'b' &amp; &lt;");
    ck_assert_str_eq(written(&tr_html_single, "", "\"a\" 'b' & <"), "\"a\" &#39;b&#39; &amp; &lt;");
    ck_assert_str_eq(written(&tr_html_text, "", ""), "");
    ck_assert_str_eq(tr_html_text.reference, "&#%d;");
}
END_TEST

START_TEST(a_no_break_space_is_written_as_the_source_has_it)
{
    ck_assert_str_eq(written(&tr_html_text, "a&nbsp;b",
                             "c\xC2\xA0"
                             "d"),
                     "c&nbsp;d");
    ck_assert_str_eq(written(&tr_html_text, "a&#160;b",
                             "c\xC2\xA0"
                             "d"),
                     "c&#160;d");
    ck_assert_str_eq(written(&tr_html_text, "a b",
                             "c\xC2\xA0"
                             "d"),
                     "c\xC2\xA0"
                     "d");
}
END_TEST

typedef void reading(tr_builder *b, tr_span raw);

/* The text of the only segment that a reader finds, written again. */
static const char *read_by(reading *build, const char *bytes)
{
    static char out[200];
    static const tr_document_options none;
    tr_content d = {.name = "x", .options = &none};
    tr_builder b;
    tr_buf tagged = {0};

    tr_content_set_bytes(&d, bytes, strlen(bytes));
    tr_builder_init(&b, &d, &tr_html_text);
    build(&b, (tr_span){0, d.size});
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    if (d.n_segments) tr_tagged_source(tr_content_segment(&d, 0), &tagged);
    snprintf(out, sizeof out, "%s", tr_buf_text(&tagged));
    tr_buf_free(&tagged);
    tr_content_free(&d);
    return out;
}

START_TEST(an_entity_of_the_document_is_an_atom_in_xml)
{
    ck_assert_str_eq(read_by(tr_build_xml_text, "a &product; b &amp; c"), "a <1/> b &amp; c");
    ck_assert_str_eq(read_by(tr_build_html_text, "a &product; b &amp; c"),
                     "a &amp;product; b &amp; c");
    ck_assert_str_eq(read_by(tr_build_xml_text, "a &#228; &auml;"), "a \xC3\xA4 \xC3\xA4");
    ck_assert_str_eq(read_by(tr_build_xml_text, "R & D"), "R &amp; D");
}
END_TEST

/* A browser shows U+FFFD there. */
START_TEST(the_number_of_no_character_stays_as_it_is)
{
    ck_assert_str_eq(read_by(tr_build_html_text, "a &#0; b &#x110000; c &#xD800 d &#xdfff;"),
                     "a <1/> b <2/> c <3/> d <4/>");
    ck_assert_str_eq(read_by(tr_build_html_text, "a &#99999999999999999999; &#65;"), "a <1/> A");
    ck_assert_str_eq(read_by(tr_build_html_text, "a &# b &#x; &#xD7FF;"),
                     "a &amp;# b &amp;#x; \xED\x9F\xBF");
    ck_assert_str_eq(decoded("a &#0; &#xD800; &#x110000;", true),
                     "a \xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD");
}
END_TEST

static void build_double(tr_builder *b, tr_span raw)
{
    tr_build_html_attribute(b, raw, '"', "p@title");
}

static void build_bare(tr_builder *b, tr_span raw)
{
    tr_build_html_attribute(b, raw, '\0', "p@title");
}

START_TEST(a_value_is_a_segment_if_it_is_text)
{
    ck_assert_str_eq(read_by(build_double, "Some &quot;text&quot;"), "Some \"text\"");
    ck_assert_str_eq(read_by(build_double, "SUBSCRIBE"), "SUBSCRIBE");
    ck_assert_str_eq(read_by(build_double, "main.c"), "");
    ck_assert_str_eq(read_by(build_bare, "Text"), "Text");
}
END_TEST

UNIT_MAIN("escapes", a_reference_ends_in_a_semicolon, others_are_none, the_longest_name_counts,
          old_names_need_no_semicolon_in_text, in_a_value_they_do_before_letters_and_equals_signs,
          text_is_written_with_references, a_no_break_space_is_written_as_the_source_has_it,
          an_entity_of_the_document_is_an_atom_in_xml, the_number_of_no_character_stays_as_it_is,
          a_value_is_a_segment_if_it_is_text)
