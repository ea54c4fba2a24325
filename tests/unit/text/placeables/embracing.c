#include "text/placeables/embracing.h"

#include <string.h>

#include "unit/unit.h"

/* The text with brackets in the place of its marks. */
static const char *embraced(const char *text)
{
    enum { MOST = 8 };
    static char out[400];
    tr_emphasis marks[MOST];
    size_t at = 0;
    const size_t n = tr_embracing_find(text, (tr_span){0, strlen(text)}, true, marks, MOST);

    *out = '\0';
    if (n == SIZE_MAX) return "too many";
    for (size_t i = 0; i < n; i++) {
        strncat(out, text + at, marks[i].at.begin - at);
        strcat(out, marks[i].opens ? "<" : ">");
        at = marks[i].at.end;
    }
    return strcat(out, text + at);
}

START_TEST(placeholders_around_words_are_pairs)
{
    ck_assert_str_eq(embraced("Read the %1$sbook%2$s now."), "Read the <book> now.");
    ck_assert_str_eq(embraced("(%sRead it.%s)"), "(<Read it.>)");
    ck_assert_str_eq(embraced("{a}one{/a} and {b}two{/b}"), "<one> and <two>");
    ck_assert_str_eq(embraced("{0}Lies es{1}, [[x]]so[[/x]]"), "<Lies es>, <so>");
    ck_assert_str_eq(embraced("**Read** %(a)sit%(b)s"), "<Read> <it>");
}
END_TEST

START_TEST(roles_are_pairs)
{
    ck_assert_str_eq(embraced("See :ref:`the page <label>` and `it <http://x>`__."),
                     "See <the page> and <it>.");
    ck_assert_str_eq(embraced(":py:func:`a <b>`, :ref:`label`, `it`_, `a <b>`, x:y:`a <b>`"),
                     "<a>, :ref:`label`, `it`_, `a <b>`, x:y:`a <b>`");
    ck_assert_str_eq(embraced(":ref:` <b>` :ref:`a <b>"), ":ref:` <b>` :ref:`a <b>");
}
END_TEST

START_TEST(others_are_none)
{
    static const char *const texts[] = {
        "Read %s of %s",     "It is %dx%d",        "%1$d of %2$d",      "{a} b {c}",
        "un{a}it{b}",        "{a}it{b}er",         "100%sure and 5%so", "{n}x{m}",
        "%d in %sthe box%s", "{a}it **is{b} so**", "%1$sMB/%2$sMB",     "\\nRead it\\n",
        "%sone%s, %stwo%s",  ":a:so it is:b: no",  "{a}one%2$s",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const bool stars = strstr(texts[i], "**") != NULL;
        ck_assert_str_eq(embraced(texts[i]), stars ? "{a}it <is{b} so>" : texts[i]);
    }
}
END_TEST

START_TEST(too_many_are_told)
{
    ck_assert_str_eq(embraced("{a}aa{b} {a}aa{b} {a}aa{b} {a}aa{b} {a}aa{b}"), "too many");
}
END_TEST

UNIT_MAIN("embracing", placeholders_around_words_are_pairs, roles_are_pairs, others_are_none,
          too_many_are_told)
