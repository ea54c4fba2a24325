/* Tokens of HTML and XML.  Those of HTML follow its standard's tokenizer (WHATWG, 13.2.5). */
#include "document/markup/markup.h"

#include "document/markup/unclosed.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static tr_markup markup(const char *text, bool xml)
{
    return (tr_markup){.text = text, .size = strlen(text), .xml = xml};
}

/* "KIND:BYTES|" of each token; a kind is the letter of text, start, end, section, comment (!),
 * template (%) and declaration. */
static const char *tokens(const char *text, bool xml)
{
    static const char kinds[] = "tsec!%d";
    static char out[1000];
    tr_markup m = markup(text, xml);
    tr_markup_token t;
    size_t at = 0, n = 0;

    while (tr_markup_next(&m, &t)) {
        ck_assert_uint_eq(t.raw.begin, at); /* they tile the text */
        ck_assert_uint_gt(t.raw.end, at);
        at = t.raw.end;
        out[n++] = kinds[t.kind];
        out[n++] = ':';
        memcpy(out + n, text + t.raw.begin, at - t.raw.begin);
        n += at - t.raw.begin;
        out[n++] = '|';
    }
    ck_assert_uint_eq(at, m.size);
    out[n] = '\0';
    return out;
}

static const char *html(const char *text)
{
    return tokens(text, false);
}

static const char *xml(const char *text)
{
    return tokens(text, true);
}

START_TEST(text_and_tags_take_turns)
{
    ck_assert_str_eq(html("a<b>c</b>d"), "t:a|s:<b>|t:c|e:</b>|t:d|");
    ck_assert_str_eq(html("<br/><p\nid=x>"), "s:<br/>|s:<p\nid=x>|");
    ck_assert_str_eq(html("</b x>"), "e:</b x>|");
    ck_assert_str_eq(html(""), "");
    ck_assert_str_eq(html("plain"), "t:plain|");
}
END_TEST

START_TEST(a_tag_ends_outside_of_its_values)
{
    ck_assert_str_eq(html("<a b=\">\">c"), "s:<a b=\">\">|t:c|");
    ck_assert_str_eq(html("<a b='>'>c"), "s:<a b='>'>|t:c|");
    ck_assert_str_eq(html("<a b = \">\">c"), "s:<a b = \">\">|t:c|");
    ck_assert_str_eq(html("<a b=x\">c"), "s:<a b=x\">|t:c|");
    ck_assert_str_eq(html("<a \"b>c"), "s:<a \"b>|t:c|"); /* a quote that is a name */
}
END_TEST

START_TEST(what_starts_no_tag_is_text)
{
    ck_assert_str_eq(html("a < b"), "t:a |t:< b|");
    ck_assert_str_eq(html("1<2"), "t:1|t:<2|");
    ck_assert_str_eq(html("<"), "t:<|");
    ck_assert_str_eq(html("</"), "t:</|");
    ck_assert_str_eq(html("<>"), "t:<>|");
    ck_assert_str_eq(html("<b"), "t:<b|");
    ck_assert_str_eq(html("<a b=\"c>"), "t:<a b=\"c>|");
}
END_TEST

START_TEST(comments_end_as_in_the_standard)
{
    ck_assert_str_eq(html("<!-- a > b -->c"), "!:<!-- a > b -->|t:c|");
    ck_assert_str_eq(html("<!-->c"), "!:<!-->|t:c|");
    ck_assert_str_eq(html("<!--->c"), "!:<!--->|t:c|");
    ck_assert_str_eq(html("<!-- a --!>c"), "!:<!-- a --!>|t:c|");
    ck_assert_str_eq(html("<!-- a"), "!:<!-- a|");
    ck_assert_str_eq(html("</ a>b"), "!:</ a>|t:b|");
    ck_assert_str_eq(xml("<!-->-->c"), "!:<!-->-->|t:c|");
}
END_TEST

START_TEST(declarations_and_instructions)
{
    ck_assert_str_eq(html("<!DOCTYPE html>a"), "d:<!DOCTYPE html>|t:a|");
    ck_assert_str_eq(html("<?php if (1) ?>a"), "!:<?php if (1) ?>|t:a|");
    ck_assert_str_eq(html("<?a>b"), "!:<?a>|t:b|");
    ck_assert_str_eq(xml("<?a > ?>b"), "!:<?a > ?>|t:b|");
    ck_assert_str_eq(xml("<!DOCTYPE a [<!ENTITY b \">\"> <!-- ]> -->]>c"),
                     "d:<!DOCTYPE a [<!ENTITY b \">\"> <!-- ]> -->]>|t:c|");
}
END_TEST

START_TEST(templates_are_one_token)
{
    ck_assert_str_eq(html("a<% if (1 > 0) %>b"), "t:a|%:<% if (1 > 0) %>|t:b|");
    ck_assert_str_eq(html("<?= $a ?>b"), "%:<?= $a ?>|t:b|");
    ck_assert_str_eq(html("<?php echo $a ?>b"), "%:<?php echo $a ?>|t:b|");
    ck_assert_str_eq(html("<%"), "t:<%|");
    ck_assert_str_eq(html("<%>"), "t:<%>|");
}
END_TEST

START_TEST(xml_has_sections)
{
    static const char section[] = "<![CDATA[a<b>]]>c";
    const tr_span text = tr_markup_cdata((tr_span){0, sizeof section - 2});

    ck_assert_str_eq(xml(section), "c:<![CDATA[a<b>]]>|t:c|");
    ck_assert_uint_eq(text.begin, 9);
    ck_assert_uint_eq(text.end, 13);
    ck_assert_str_eq(xml("<\xC3\xA4:b/>"), "s:<\xC3\xA4:b/>|");
    ck_assert_str_eq(html("<\xC3\xA4>"), "t:<\xC3\xA4>|");
}
END_TEST

START_TEST(names_are_in_lower_case_in_html)
{
    tr_markup m =
        markup("<DIV><x:Source/><aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee>", false);
    tr_markup_token t;

    ck_assert(tr_markup_next(&m, &t));
    ck_assert_str_eq(t.name, "div");
    ck_assert(!t.closed);
    m.xml = true;
    ck_assert(tr_markup_next(&m, &t));
    ck_assert_str_eq(t.name, "x:Source");
    ck_assert_str_eq(tr_markup_local(&t), "Source");
    ck_assert(t.closed);
    ck_assert(tr_markup_next(&m, &t));
    ck_assert_uint_eq(strlen(t.name), TR_NAME_SIZE - 1);
    ck_assert_uint_eq(t.name_at.end - t.name_at.begin, 50);
    ck_assert_str_eq(tr_markup_local(&t), t.name);
    ck_assert(!tr_markup_next(&m, &t));
}
END_TEST

/* "NAME=VALUE|" of each attribute of the first tag; the quote stands before the value. */
static const char *attributes(const char *text)
{
    static char out[500];
    const tr_markup m = markup(text, false);
    tr_markup ahead = m;
    tr_markup_token t;
    tr_markup_attribute a;
    size_t n = 0;

    ck_assert(tr_markup_next(&ahead, &t));
    for (size_t at = 0; tr_markup_attribute_next(&m, &t, &at, &a);) {
        memcpy(out + n, text + a.name.begin, a.name.end - a.name.begin);
        n += a.name.end - a.name.begin;
        out[n++] = '=';
        if (a.quote) out[n++] = a.quote;
        memcpy(out + n, text + a.value.begin, a.value.end - a.value.begin);
        n += a.value.end - a.value.begin;
        out[n++] = '|';
    }
    out[n] = '\0';
    return out;
}

START_TEST(attributes_come_in_order)
{
    ck_assert_str_eq(attributes("<a b=\"c d\" e='f' g=h i>"), "b=\"c d|e='f|g=h|i=|");
    ck_assert_str_eq(attributes("<a\nb\n=\n\"c\"/>"), "b=\"c|");
    ck_assert_str_eq(attributes("<a b=\"\" c>"), "b=\"|c=|");
    ck_assert_str_eq(attributes("<a>"), "");
    ck_assert_str_eq(attributes("<a/>"), "");
    ck_assert_str_eq(attributes("<a href=b/c>"), "href=b/c|");
    ck_assert_str_eq(attributes("<a =b>"), "=b=|"); /* a name may begin with an equals sign */
}
END_TEST

START_TEST(an_attribute_is_found_by_its_name)
{
    static const char text[] = "<p Title=x translate=NO>";
    tr_markup m = markup(text, false);
    tr_markup_token t;
    tr_span value;

    ck_assert(tr_markup_next(&m, &t));
    ck_assert(tr_markup_find(&m, &t, "title", &value));
    ck_assert(tr_markup_is(&m, value, "X"));
    ck_assert(!tr_markup_is(&m, value, "xy"));
    ck_assert(!tr_markup_find(&m, &t, "tit", &value));
    ck_assert(tr_markup_is_untouched(&m, &t));
    m.xml = true;
    ck_assert(!tr_markup_find(&m, &t, "title", &value));
    ck_assert(!tr_markup_is_untouched(&m, &t));
}
END_TEST

static size_t end_of(const char *text, bool is_xml)
{
    tr_markup m = markup(text, is_xml);
    tr_markup_token t;

    ck_assert(tr_markup_next(&m, &t));
    const size_t at = m.at, end = tr_markup_end_of(&m, &t);
    ck_assert_uint_eq(m.at, at);
    return end;
}

START_TEST(the_end_of_an_element_is_found)
{
    ck_assert_uint_eq(end_of("<b>a</b>c", false), 8);
    ck_assert_uint_eq(end_of("<b><b>a</b></b>c", false), 15);
    ck_assert_uint_eq(end_of("<b><b/>a</b>c", true), 12);
    ck_assert_uint_eq(end_of("<b><!-- </b> -->a</b>c", false), 21);
    ck_assert_uint_eq(end_of("<b>a</c>", false), 0);
    ck_assert_uint_eq(end_of("<b><b>a</b>", false), 0);
}
END_TEST

/* Looks for the end of each element <a> in "<a>..<a></a>.." and returns how many have one. */
static size_t count_ended(tr_markup *m)
{
    tr_markup_token t;
    size_t n = 0;

    while (tr_markup_next(m, &t))
        n += t.kind == TR_MARKUP_START && tr_markup_end_of(m, &t) > 0;
    return n;
}

START_TEST(elements_without_an_end_are_searched_once)
{
    enum { N = 3000 };
    tr_unclosed unclosed = {0};
    tr_buf text = {0};

    for (int i = 0; i < N; i++)
        tr_buf_add_string(&text, i % 10 ? "<a>b<c>" : "<a><a>b</a></c>");
    tr_markup m = {.text = text.data, .size = text.len, .unclosed = &unclosed};
    const size_t n = count_ended(&m);
    ck_assert_uint_ge(n, N / 10);
    ck_assert_uint_le(m.searched, text.len);
    for (tr_markup alone = {.text = text.data, .size = text.len}; alone.at < alone.size;) {
        tr_markup_token t;
        tr_markup_next(&alone, &t);
        alone.searched = 0;
        ck_assert(!tr_unclosed_has(&unclosed, t.raw.begin) || !tr_markup_end_of(&alone, &t));
    }
    tr_unclosed_free(&unclosed);
    tr_buf_free(&text);
}
END_TEST

START_TEST(raw_text_ends_at_its_end_tag)
{
    tr_markup m = markup("a</b></SCRIPTS></Script >c", false);

    ck_assert_uint_eq(tr_markup_skip_raw(&m, "script"), 15);
    ck_assert_uint_eq(m.at, 15);
    m = markup("a</script", false);
    ck_assert_uint_eq(tr_markup_skip_raw(&m, "script"), 9);
}
END_TEST

START_TEST(words_of_a_list_stand_between_blanks)
{
    ck_assert(tr_markup_listed(" a bc d ", "bc"));
    ck_assert(tr_markup_listed(" abc bc ", "bc"));
    ck_assert(!tr_markup_listed(" a bc d ", "b"));
    ck_assert(!tr_markup_listed(" a bc d ", ""));
}
END_TEST

/* Tags that do not end, comments that do not, and brackets: all are read in time. */
START_TEST(damaged_pages_take_no_time_of_the_square)
{
    static const char *const parts[] = {"<a ",     "<!--",      "<%",  "<?",
                                        "<a b=\"", "<![CDATA[", "<![", "</"};
    enum { N = 200000 };
    char *const text = malloc(N);

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (int is_xml = 0; is_xml < 2; is_xml++) {
            const size_t len = strlen(parts[i]);
            tr_markup m = {.text = text, .size = N / len * len, .xml = is_xml};
            tr_markup_token t;
            size_t at = 0;
            for (size_t k = 0; k + len <= N; k += len)
                memcpy(text + k, parts[i], len);
            for (; tr_markup_next(&m, &t); at = t.raw.end)
                if (t.raw.begin != at || t.raw.end <= at) ck_abort_msg("%s: %zu", parts[i], at);
            ck_assert_uint_eq(at, m.size);
        }
    free(text);
}
END_TEST

UNIT_MAIN("markup", text_and_tags_take_turns, a_tag_ends_outside_of_its_values,
          what_starts_no_tag_is_text, comments_end_as_in_the_standard,
          declarations_and_instructions, templates_are_one_token, xml_has_sections,
          names_are_in_lower_case_in_html, attributes_come_in_order,
          an_attribute_is_found_by_its_name, the_end_of_an_element_is_found,
          elements_without_an_end_are_searched_once, raw_text_ends_at_its_end_tag,
          words_of_a_list_stand_between_blanks, damaged_pages_take_no_time_of_the_square)
