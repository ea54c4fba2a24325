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

START_TEST(makes_a_tag_of_any_name)
{
    char tag[64];

    tr_language_tag("deu_Latn", tag, 5);
    ck_assert_str_eq(tag, "de-L");
}
END_TEST

UNIT_MAIN("language", finds_the_language_that_is_meant_and_guesses_none, makes_a_tag_of_any_name)
