/* Codes of XLIFF and TMX as marks of a segment. */
#include "document/bilingual/inline_codes.h"

#include <stdio.h>
#include <string.h>

#include "document/markup/escapes.h"
#include "document/segment/tagged.h"
#include "unit/unit.h"

/* The text of each segment, with "|" after it. */
static const char *codes(const char *bytes)
{
    static char out[1000];
    static const tr_document_options none;
    tr_content d = {.name = "x", .options = &none};
    tr_builder b;
    size_t n = 0;

    out[0] = '\0';
    tr_content_set_bytes(&d, bytes, strlen(bytes));
    tr_builder_init(&b, &d, &tr_html_text);
    tr_build_inline_codes(&b, (tr_span){0, d.size}, false);
    ck_assert_int_eq(tr_builder_end(&b, NULL), TR_OK);
    for (size_t i = 0; i < d.n_segments; i++) {
        tr_buf tagged = {0};
        tr_tagged_source(tr_content_segment(&d, i), &tagged);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s|", tr_buf_text(&tagged));
        tr_buf_free(&tagged);
    }
    tr_content_free(&d);
    return out;
}

START_TEST(text_has_its_references_decoded)
{
    ck_assert_str_eq(codes("R&amp;D &lt;b&gt;"), "R&amp;D &lt;b>|");
    ck_assert_str_eq(codes("a <![CDATA[< b]]> c"), "a &lt; b c|");
    ck_assert_str_eq(codes("a<!-- not this -->b"), "a<1/>b|");
    ck_assert_str_eq(codes(""), "");
}
END_TEST

START_TEST(elements_around_text_are_pairs)
{
    ck_assert_str_eq(codes("a <g id=\"1\">b</g> c"), "a <1>b</1> c|");
    ck_assert_str_eq(codes("a <pc id=\"1\">b <pc id=\"2\">c</pc></pc> d"),
                     "a <1>b <2>c</2></1> d|");
    ck_assert_str_eq(codes("a <hi>b</hi> c"), "a <1>b</1> c|");
    ck_assert_str_eq(codes("a <mrk mtype=\"x\">b</mrk> c"), "a <1>b</1> c|");
    ck_assert_str_eq(codes("a <mrk translate=\"no\">b</mrk> c"), "a <1/> c|");
}
END_TEST

START_TEST(a_code_that_stands_for_text_is_an_atom)
{
    ck_assert_str_eq(codes("a <ph id=\"1\">&lt;br&gt;</ph> c"), "a <1/> c|");
    ck_assert_str_eq(codes("a <x id=\"1\"/> c"), "a <1/> c|");
    ck_assert_str_eq(codes("a <it pos=\"begin\">&lt;b></it> c"), "a <1/> c|");
}
END_TEST

START_TEST(a_start_and_its_end_are_a_pair)
{
    ck_assert_str_eq(codes("a <bpt i=\"1\">&lt;b></bpt>b<ept i=\"1\">&lt;/b></ept> c"),
                     "a <1>b</1> c|");
    ck_assert_str_eq(codes("a <bpt id=\"1\" rid=\"5\"/>b<ept id=\"2\" rid=\"5\"/> c"),
                     "a <1>b</1> c|");
    ck_assert_str_eq(codes("a <bpt i=\"1\"/>b <bpt i=\"2\"/>c<ept i=\"2\"/><ept i=\"1\"/> d"),
                     "a <1>b <2>c</2></1> d|");
}
END_TEST

START_TEST(names_of_angular_tell_starts_and_ends)
{
    ck_assert_str_eq(codes("a <x id=\"START_BOLD\"/>b<x id=\"CLOSE_BOLD\"/> c"), "a <1>b</1> c|");
    ck_assert_str_eq(codes("<x id=\"START_LINK_1\"/>b<x id=\"CLOSE_LINK\"/> <x id=\"PH_1\"/> c"),
                     "<1>b</1> <2/> c|");
    ck_assert_str_eq(codes("a <x id=\"START_A\"/>b<x id=\"CLOSE_B\"/> c"), "a <1/>b<2/> c|");
    ck_assert_str_eq(codes("a <x id=\"START_\"/>b<x/> c"), "a <1/>b<2/> c|");
}
END_TEST

START_TEST(codes_that_do_not_nest_are_points)
{
    ck_assert_str_eq(codes("a <bpt i=\"1\"/>b <bpt i=\"2\"/>c<ept i=\"1\"/> d<ept i=\"2\"/> e"),
                     "a <1/>b <2/>c<3/> d<4/> e|");
    ck_assert_str_eq(codes("a <bpt i=\"1\"/>b c"), "a <1/>b c|");
    ck_assert_str_eq(codes("a b<ept i=\"1\"/> c"), "a b<1/> c|");
    ck_assert_str_eq(codes("a <bx id=\"1\"/>b<ex id=\"2\"/> c"), "a <1/>b<2/> c|");
    ck_assert_str_eq(codes("a <sc id=\"1\"/>b<ec startRef=\"1\"/> c"), "a <1/>b<2/> c|");
}
END_TEST

START_TEST(damaged_codes_leave_text)
{
    ck_assert_str_eq(codes("a <g>b"), "a|b|");
    ck_assert_str_eq(codes("a </g>b"), "a|b|");
    ck_assert_str_eq(codes("12 <x/>"), "");
}
END_TEST

UNIT_MAIN("inline_codes", text_has_its_references_decoded, elements_around_text_are_pairs,
          a_code_that_stands_for_text_is_an_atom, a_start_and_its_end_are_a_pair,
          names_of_angular_tell_starts_and_ends, codes_that_do_not_nest_are_points,
          damaged_codes_leave_text)
