#include "language/language.h"

#include "translate.h"
#include "unit/unit.h"

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

/* Codes of ISO 639-2 for books, and of macrolanguages, as CLDR's aliases have them. */
START_TEST(finds_a_language_by_its_other_codes)
{
    static char *const nllb[] = {"deu_Latn", "pes_Arab", "arb_Arab", "acm_Arab", "lvs_Latn"};
    static const struct {
        const char *name;
        ptrdiff_t found;
    } cases[] = {{"ger", 0},
                 {"ger_Latn", 0},
                 {"fa", 1},
                 {"fas_Arab", 1},
                 {"ar", 2},
                 {"lv", 4},
                 {"ger_Cyrl", TR_LANGUAGE_UNKNOWN},
                 {"xx", TR_LANGUAGE_UNKNOWN}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(tr_language_find(nllb, 5, cases[i].name) == cases[i].found, "%s: %td",
                      cases[i].name, tr_language_find(nllb, 5, cases[i].name));
}
END_TEST

START_TEST(tells_the_languages_that_are_near)
{
    static char *const nllb[] = {"deu_Latn", "dik_Latn", "zho_Hans", "zho_Hant", "tam_Taml"};
    static const struct {
        const char *name, *first;
        size_t n;
    } cases[] = {{"zh", "zho_Hans", 2},
                 {"deu_Cyrl", "deu_Latn", 1},
                 {"dei_Latn", "deu_Latn", 1},
                 {"deu_Latin", "deu_Latn", 1},
                 {"dee", NULL, 0},
                 {"xx", NULL, 0},
                 {"", NULL, 0},
                 {"zho_Hanz", "zho_Hans", 2}};
    const char *near[4];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t n = tr_language_near(nllb, 5, cases[i].name, near, 4);
        ck_assert_msg(n == cases[i].n, "%s: %zu", cases[i].name, n);
        if (n) ck_assert_str_eq(near[0], cases[i].first);
    }
    ck_assert_uint_eq(tr_language_near(nllb, 5, "zh", near, 1), 1);
}
END_TEST

START_TEST(makes_a_tag_of_any_name)
{
    char tag[64];

    tr_language_tag("deu_Latn", tag, 5);
    ck_assert_str_eq(tag, "de-L");
}
END_TEST

UNIT_MAIN("language", finds_the_language_that_is_meant_and_guesses_none,
          finds_a_language_by_its_other_codes, tells_the_languages_that_are_near,
          makes_a_tag_of_any_name)
