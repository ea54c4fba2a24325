#include "language/language_data.h"

#include <string.h>

#include "base/word_list.h"
#include "unit/unit.h"

static bool has(const char *list, const char *word)
{
    return tr_list_has(list, word, strlen(word));
}

START_TEST(a_language_is_found_by_each_of_its_tags_and_as_models_write_it)
{
    static const char *const german[] = {"de", "DE", "deu", "deu_Latn", "de_DE", "de-AT"};
    for (size_t i = 0; i < sizeof german / sizeof *german; i++)
        ck_assert_ptr_eq(tr_language_data(german[i]), tr_language_data("de"));
    ck_assert_ptr_eq(tr_language_data("no"), tr_language_data("nob_Latn"));
    ck_assert_ptr_ne(tr_language_data("de"), tr_language_data("nds"));
}
END_TEST

START_TEST(a_variety_has_its_own_file_and_else_that_of_its_language)
{
    const tr_language *const brazil = tr_language_data("pt_BR"), *const portugal =
                                                                     tr_language_data("pt-PT");
    ck_assert_ptr_eq(portugal, tr_language_data("por_Latn"));
    ck_assert_ptr_ne(brazil, portugal);
    ck_assert_str_ne(brazil->plurals.gettext, portugal->plurals.gettext);
    ck_assert_str_eq(brazil->stops.never, portugal->stops.never); /* "like pt" */
    ck_assert_str_eq(brazil->quotes.open, portugal->quotes.open);
}
END_TEST

START_TEST(what_a_file_lacks_is_told_for_any_language)
{
    const tr_language *const any = tr_language_data("xx"), *const greek = tr_language_data("el");
    ck_assert(!any->tags && any->stops.of_none && has(any->stops.never, "Dr."));
    ck_assert_ptr_eq(tr_language_data(""), any);
    ck_assert_ptr_eq(tr_language_data("und"), any);
    ck_assert_ptr_eq(tr_language_data("not a tag, and longer than one"), any);
    ck_assert_str_eq(any->quotes.open, "\"");
    ck_assert_str_eq(greek->stops.never, any->stops.never);
    ck_assert(greek->stops.of_none && greek->orthography.semicolon_asks);
    ck_assert_str_eq(greek->quotes.open, "«");
    ck_assert(!any->plurals.gettext && !any->notation.decimal);
}
END_TEST

START_TEST(a_group_is_like_that_of_another_language)
{
    const tr_language *const danish = tr_language_data("da"), *const norwegian =
                                                                  tr_language_data("nb");
    ck_assert(has(danish->stops.never, "f.eks.") && !danish->stops.of_none);
    ck_assert_str_eq(danish->stops.starters, norwegian->stops.starters);
    ck_assert_str_ne(danish->quotes.open, norwegian->quotes.open);
}
END_TEST

START_TEST(each_file_is_listed_once)
{
    const tr_language *l;
    size_t n = 0, n_any = 0;

    for (; (l = tr_language_at(n)); n++) {
        n_any += !l->tags;
        ck_assert(l->quotes.open && l->stops.never);
    }
    ck_assert_uint_eq(n_any, 1);
    ck_assert_ptr_eq(tr_every_language(), tr_language_data("mul"));
    ck_assert_str_eq(tr_every_language()->tags, " mul ");
    ck_assert_uint_gt(n, 60);
    ck_assert_ptr_null(tr_language_at(n + 1));
}
END_TEST

START_TEST(knows_languages_without_blanks)
{
    static const char *const without[] = {"zh", "ZH-Hant-TW", "zho_Hans", "ja", "th-TH",   "yue",
                                          "km", "lo",         "my",       "bo", "zh-latnx"};
    static const char *const with[] = {"de", "ko", "", "zha", "ja-latn", "zh_Latn", "th-Latn-TH"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        ck_assert_msg(!tr_language_has_spaces(without[i]), "%s", without[i]);
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        ck_assert_msg(tr_language_has_spaces(with[i]), "%s", with[i]);
}
END_TEST

UNIT_MAIN("language_data", a_language_is_found_by_each_of_its_tags_and_as_models_write_it,
          a_variety_has_its_own_file_and_else_that_of_its_language,
          what_a_file_lacks_is_told_for_any_language, a_group_is_like_that_of_another_language,
          each_file_is_listed_once, knows_languages_without_blanks)
