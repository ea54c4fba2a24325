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

START_TEST(xml_has_sections)
{
    static const char section[] = "<![CDATA[a<b>]]>c";
    const tr_span text = tr_markup_cdata((tr_span){0, sizeof section - 2});
    ck_assert_uint_eq(text.begin, 9);
    ck_assert_uint_eq(text.end, 13);
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

UNIT_MAIN("markup", xml_has_sections, names_are_in_lower_case_in_html,
          an_attribute_is_found_by_its_name, elements_without_an_end_are_searched_once,
          raw_text_ends_at_its_end_tag, damaged_pages_take_no_time_of_the_square)
