#include "language/language.h"

#include "translate.h"
#include "unit/unit.h"

START_TEST(a_language_fits_its_varieties_and_its_other_names)
{
    static const struct {
        const char *a, *b;
        int fit;
    } cases[] = {{"en", "en", 2},
                 {"en", "EN", 2},
                 {"en", "eng", 2},
                 {"en-US", "en", 1},
                 {"eng_Latn", "en", 1},
                 {"eng_Latn", "en-latn", 2},
                 {"en-US", "en_us", 2},
                 {"en-US", "en-GB", 0},
                 {"en", "de", 0},
                 {"es", "est_Latn", 0},
                 {"zh", "zho_Hans", 1},
                 {"zh-Hant", "zho_Hans", 0},
                 {"ltg", "ltg_Latn", 1},
                 {"ltg", "lt", 0},
                 {"", "", 0},
                 {"", "en", 0},
                 {"en-US", "en-USA", 0},
                 {"x", "xx-yy-zz", 0},
                 {"zh-Hant-TW", "zh", 1},
                 {"zh-Hant", "zh-TW", 0},
                 {"nob", "nb", 2},
                 {"e n", "en", 0},
                 {"abcdefghijklmnopq", "a", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(tr_language_fit(cases[i].a, cases[i].b) == cases[i].fit, "%s, %s", cases[i].a,
                      cases[i].b);
        ck_assert_int_eq(tr_language_fit(cases[i].b, cases[i].a), cases[i].fit);
    }
}
END_TEST

START_TEST(finds_the_language_that_is_meant_and_guesses_none)
{
    static char *const nllb[] = {"deu_Latn", "eng_Latn", "est_Latn", "zho_Hans", "zho_Hant"};
    static char *const mbart[] = {"de_DE", "en_XX", "pt_XX", "zh_CN"};
    static char *const m2m[] = {"de", "pt", "pt_BR", "zh"};
    static const struct {
        char *const *codes;
        size_t n;
        const char *name;
        ptrdiff_t found;
    } cases[] = {{nllb, 5, "deu_Latn", 0},
                 {nllb, 5, "DEU-latn", 0},
                 {nllb, 5, "de", 0},
                 {nllb, 5, "deu", 0},
                 {nllb, 5, "de-Latn", 0},
                 {nllb, 5, "es", TR_LANGUAGE_UNKNOWN},
                 {nllb, 5, "zh", TR_LANGUAGE_AMBIGUOUS},
                 {nllb, 5, "zh-Hant", 4},
                 {nllb, 5, "de-AT", TR_LANGUAGE_UNKNOWN},
                 {nllb, 5, "", TR_LANGUAGE_UNKNOWN},
                 {nllb, 0, "de", TR_LANGUAGE_UNKNOWN},
                 {mbart, 4, "de", 0},
                 {mbart, 4, "deu", 0},
                 {mbart, 4, "en", 1},
                 {mbart, 4, "en_XX", 1},
                 {m2m, 4, "pt", 1},
                 {m2m, 4, "por", 1},
                 {m2m, 4, "pt-BR", 2},
                 {m2m, 4, "zh-Hant", TR_LANGUAGE_UNKNOWN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(tr_language_find(cases[i].codes, cases[i].n, cases[i].name) == cases[i].found,
                      "case %zu: %s", i, cases[i].name);
}
END_TEST

START_TEST(makes_a_tag_of_any_name)
{
    static const char *const cases[][2] = {
        {"deu_Latn", "de-Latn"},  {"en", "en"}, {"zho_Hans", "zh-Hans"},
        {"ltg_Latn", "ltg-Latn"}, {"", ""},     {"pt-BR", "pt-BR"}};
    char tag[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_language_tag(cases[i][0], tag, sizeof tag);
        ck_assert_str_eq(tag, cases[i][1]);
    }
    tr_language_tag("deu_Latn", tag, 5);
    ck_assert_str_eq(tag, "de-L");
}
END_TEST

UNIT_MAIN("language", a_language_fits_its_varieties_and_its_other_names,
          finds_the_language_that_is_meant_and_guesses_none, makes_a_tag_of_any_name)
