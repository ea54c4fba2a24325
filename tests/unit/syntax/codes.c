#include "syntax/syntax.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The codes of a text, with slashes between. */
static const char *codes(const char *text)
{
    static char out[1000];
    tr_span code = {0};

    *out = '\0';
    while (tr_syntax_next(TR_SYNTAX_IS(TR_SYNTAX_CODE), text, strlen(text), code.end, &code)) {
        if (*out) strcat(out, "/");
        strncat(out, text + code.begin, code.end - code.begin);
    }
    return out;
}

START_TEST(text_without_codes_has_none)
{
    ck_assert_str_eq(codes(""), "");
    ck_assert_str_eq(codes("The old house, 100% & more [so]; it's #1*"), "");
    ck_assert_str_eq(codes("Das große Haus – «über» 5 €"), "");
}
END_TEST

START_TEST(code_is_between_backticks)
{
    ck_assert_str_eq(codes("Run `git status` now, `x`."), "`git status`/`x`");
    ck_assert_str_eq(codes("Write ``a`b`` here."), "``a`b``");
    ck_assert_str_eq(codes("```x` y```"), "```x` y```");
    ck_assert_str_eq(codes("`größer`"), "`größer`");
}
END_TEST

START_TEST(backticks_that_nothing_closes_are_none)
{
    ck_assert_str_eq(codes("`unclosed"), "");
    ck_assert_str_eq(codes("``unclosed`"), "");
    ck_assert_str_eq(codes("`unclosed``"), "");
    ck_assert_str_eq(codes("`"), "");
    ck_assert_str_eq(codes("``"), "");
    ck_assert_str_eq(codes("`one\ntwo`"), "");
    ck_assert_str_eq(codes("``unclosed `x`"), "`x`");
}
END_TEST

START_TEST(lines_that_open_a_listing_are_codes)
{
    ck_assert_str_eq(codes("```python"), "```python");
    ck_assert_str_eq(codes("  > ````{code} title=\"x\"\nthe `x`"), "````{code} title=\"x\"/`x`");
    ck_assert_str_eq(codes("~~~ruby"), "~~~ruby");
    ck_assert_str_eq(codes("~~~ The end"), "");
    ck_assert_str_eq(codes("go ```python"), "");
    ck_assert_str_eq(codes("```"), "");
}
END_TEST

START_TEST(entities_are_codes)
{
    ck_assert_str_eq(codes("a &amp; b &lt;c&gt;"), "&amp;/&lt;/&gt;");
    ck_assert_str_eq(codes("it&#x27;s it&#39;s"), "&#x27;/&#39;");
    ck_assert_str_eq(codes("&frac12;&nbsp;l"), "&frac12;/&nbsp;");
}
END_TEST

START_TEST(other_ampersands_are_none)
{
    ck_assert_str_eq(codes("a & b; c"), "");
    ck_assert_str_eq(codes("&"), "");
    ck_assert_str_eq(codes("&;"), "");
    ck_assert_str_eq(codes("&#;"), "");
    ck_assert_str_eq(codes("&amp"), "");
    ck_assert_str_eq(codes("AT&T;"), "");
    ck_assert_str_eq(codes("R&D team; it"), "");
}
END_TEST

START_TEST(capitals_in_brackets_are_codes)
{
    ck_assert_str_eq(codes("Dear [NAME], [FIRST_NAME] [LINE-2]"), "[NAME]/[FIRST_NAME]/[LINE-2]");
    ck_assert_str_eq(codes("[ok] [Name] [1] [2024] [] [NA ME] [NAME"), "");
}
END_TEST

START_TEST(names_between_equal_marks_are_codes)
{
    ck_assert_str_eq(codes("Dear ##NAME##, %%name%% and ***NAME***."),
                     "##NAME##/%%name%%/***NAME***");
    ck_assert_str_eq(codes("##first_name2##"), "##first_name2##");
    ck_assert_str_eq(codes("##NAME#"), "");
    ck_assert_str_eq(codes("##NAME###"), "");
    ck_assert_str_eq(codes("##NAME%%"), "");
    ck_assert_str_eq(codes("#NAME#"), "");
    ck_assert_str_eq(codes("## NAME ##"), "");
    ck_assert_str_eq(codes("####"), "");
    ck_assert_str_eq(codes("##"), "");
}
END_TEST

START_TEST(words_in_bold_letters_are_none)
{
    ck_assert_str_eq(codes("This is **bold** and ***very*** so."), "");
    ck_assert_str_eq(codes("~~gone~~ ==marked=="), "");
    ck_assert_str_eq(codes("*NAME*"), "");
}
END_TEST

START_TEST(percents_are_none)
{
    ck_assert_str_eq(codes("50%% of it, 20%% more"), "");
    ck_assert_str_eq(codes("50% of 20%"), "");
}
END_TEST

START_TEST(codes_touch_each_other)
{
    ck_assert_str_eq(codes("&lt;&gt;[NAME]`x`"), "&lt;/&gt;/[NAME]/`x`");
    ck_assert_str_eq(codes("[NAME][PLACE]"), "[NAME]/[PLACE]");
}
END_TEST

static size_t count_codes(const char *one)
{
    enum { MANY = 200000 };
    tr_buf text = {0};
    tr_span code = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, one);
    for (; tr_syntax_next(TR_SYNTAX_IS(TR_SYNTAX_CODE), text.data, text.len, code.end, &code);
         n++) {
        ck_assert_uint_lt(code.begin, code.end);
        ck_assert_uint_le(code.end, text.len);
    }
    tr_buf_free(&text);
    return n;
}

START_TEST(long_texts_take_no_time)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_codes("`"), 0);
    ck_assert_uint_eq(count_codes("#"), 0);
    ck_assert_uint_eq(count_codes("&"), 0);
    ck_assert_uint_eq(count_codes("["), 0);
    ck_assert_uint_eq(count_codes("*"), 0);
    ck_assert_uint_eq(count_codes("%"), 0);
    ck_assert_uint_eq(count_codes("&a"), 0);
    ck_assert_uint_eq(count_codes("[A"), 0);
    ck_assert_uint_eq(count_codes("##a"), 100000);
    ck_assert_uint_eq(count_codes("&amp;"), 200000);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("inline codes", text_without_codes_has_none, code_is_between_backticks,
          backticks_that_nothing_closes_are_none, lines_that_open_a_listing_are_codes,
          entities_are_codes, other_ampersands_are_none, capitals_in_brackets_are_codes,
          names_between_equal_marks_are_codes, words_in_bold_letters_are_none, percents_are_none,
          codes_touch_each_other, long_texts_take_no_time)
