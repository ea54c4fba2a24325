/* Lists of keys and names, as options have them. */
#include "document/markup/key_patterns.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(the_last_key_or_the_whole_path_is_listed)
{
    ck_assert(tr_key_is_listed("title", "title"));
    ck_assert(tr_key_is_listed("title", "menu.title"));
    ck_assert(tr_key_is_listed("menu.title", "menu.title"));
    ck_assert(tr_key_is_listed("a,menu.title,b", "menu.title"));
    ck_assert(!tr_key_is_listed("menu", "menu.title"));
    ck_assert(!tr_key_is_listed("tit", "title"));
    ck_assert(!tr_key_is_listed("Title", "title"));
    ck_assert(!tr_key_is_listed("menu.title", "a.menu.title"));
}
END_TEST

START_TEST(a_star_stands_for_any_characters)
{
    ck_assert(tr_key_is_listed("*", "menu.title"));
    ck_assert(tr_key_is_listed("menu.*", "menu.title"));
    ck_assert(tr_key_is_listed("menu.*.title", "menu.file.open.title"));
    ck_assert(tr_key_is_listed("*title", "menu.subtitle"));
    ck_assert(tr_key_is_listed("t*", "menu.title"));
    ck_assert(tr_key_is_listed("t*", "t"));
    ck_assert(tr_key_is_listed("a*b*c", "aXbYbZc"));
    ck_assert(!tr_key_is_listed("a*b*c", "aXbYcZ"));
    ck_assert(!tr_key_is_listed("menu.*.title", "menu.title"));
}
END_TEST

START_TEST(a_question_mark_stands_for_one_character)
{
    ck_assert(tr_key_is_listed("t?tle", "title"));
    ck_assert(tr_key_is_listed("text??", "a.text12"));
    ck_assert(tr_key_is_listed("t?r", "t\xC3\xBCr") && tr_key_is_listed("*?r", "t\xC3\xBCr"));
    ck_assert(!tr_key_is_listed("t??r", "t\xC3\xBCr"));
    ck_assert(!tr_key_is_listed("text?", "text"));
    ck_assert(!tr_key_is_listed("text?", "text12"));
    ck_assert(tr_key_is_listed("?*", "a"));
    ck_assert(!tr_key_is_listed("?*", ""));
}
END_TEST

START_TEST(an_empty_pattern_lists_nothing)
{
    ck_assert(!tr_key_is_listed("", "a"));
    ck_assert(!tr_key_is_listed("", ""));
    ck_assert(!tr_key_is_listed(",", ""));
    ck_assert(!tr_key_is_listed(",,", "a."));
    ck_assert(tr_key_is_listed(",a,", "a"));
}
END_TEST

START_TEST(keys_are_wanted_and_not_left_out)
{
    const tr_document_options none = {0}, some = {.keys = "text,menu.*"},
                              others = {.not_keys = "id"},
                              both = {.keys = "menu.*", .not_keys = "id"};

    ck_assert(tr_key_is_wanted(&none, "a"));
    ck_assert(tr_key_is_wanted(&some, "x.text"));
    ck_assert(tr_key_is_wanted(&some, "menu.file"));
    ck_assert(!tr_key_is_wanted(&some, "id"));
    ck_assert(tr_key_is_wanted(&others, "text"));
    ck_assert(!tr_key_is_wanted(&others, "x.id"));
    ck_assert(tr_key_is_wanted(&both, "menu.file"));
    ck_assert(!tr_key_is_wanted(&both, "menu.id"));
    ck_assert(!tr_key_is_wanted(&both, "text"));
}
END_TEST

START_TEST(names_are_listed_in_any_case)
{
    ck_assert(tr_name_is_listed("alt,title", "TITLE"));
    ck_assert(tr_name_is_listed("Alt", "alt"));
    ck_assert(!tr_name_is_listed("alt,title", "tit"));
    ck_assert(!tr_name_is_listed("alt*", "alts"));
    ck_assert(!tr_name_is_listed("", "alt"));
}
END_TEST

/* Stars do not multiply: 30 of them in a pattern that fails at its end. */
START_TEST(many_stars_take_no_time)
{
    char pattern[80] = "", path[5000];

    for (int i = 0; i < 30; i++)
        strcat(pattern, "a*");
    strcat(pattern, "b");
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    ck_assert(!tr_key_is_listed(pattern, path));
    path[sizeof path - 2] = 'b';
    ck_assert(tr_key_is_listed(pattern, path));
}
END_TEST

UNIT_MAIN("key_patterns", the_last_key_or_the_whole_path_is_listed,
          a_star_stands_for_any_characters, a_question_mark_stands_for_one_character,
          an_empty_pattern_lists_nothing, keys_are_wanted_and_not_left_out,
          names_are_listed_in_any_case, many_stars_take_no_time)
