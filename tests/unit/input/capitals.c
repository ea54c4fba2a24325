#include "input/capitals.h"

#include <string.h>

#include "unit/tokenized.h"
#include "unit/unit.h"

START_TEST(text_in_capitals_is_told_from_other_text)
{
    static const struct {
        const char *text;
        bool are;
    } texts[] = {
        {"I LOVE THIS FILM!", true},
        {"I LOVE this film!", false},
        {"NATO", true},
        {"USA", false}, /* three letters tell nothing */
        {"", false},
        {"10:30 - 12:45", false},
        {"ÜBER UNS", true},
        {"über UNS", false},
        {"PRESS {the_button} NOW", true}, /* a placeholder does not count, */
        {"{THE_BUTTON} to press", false}, /*   and says nothing either */
        {"%s %d", false},
        {"ПРИВЕТ", true},
        {"東京 TOKYO", true},
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(tr_capitals_are(texts[i].text, strlen(texts[i].text)) == texts[i].are, "%s",
                      texts[i].text);
}
END_TEST

static void check_raised(const char *text, const char *wanted)
{
    char raised[100];
    strcpy(raised, text);
    tr_capitals_raise(raised, strlen(raised));
    ck_assert_str_eq(raised, wanted);
}

START_TEST(text_is_raised_in_its_place)
{
    check_raised("Die Straße ist für 3 km gesperrt.", "DIE STRASSE IST FÜR 3 km GESPERRT.");
    check_raised("Drücke {the_button} %s-mal.", "DRÜCKE {the_button} %s-MAL.");
    check_raised("привет", "ПРИВЕТ");
    check_raised("ŉ ı", "ŉ ı"); /* the first has no capital, that of the second has one byte */
    check_raised("", "");
}
END_TEST

START_TEST(languages_of_another_case_or_without_blanks_do_not_suit)
{
    static const char *const good[] = {"en", "de-AT", "el", "ar"}, *const bad[] = {"tr", "tr-TR",
                                                                                   "az", "zh",
                                                                                   "ja"};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert(tr_capitals_suit(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert(!tr_capitals_suit(bad[i]));
}
END_TEST

/* Of these pieces and single letters the words below are made. */
static tr_tokenizer *open_tokenizer(tr_buf *model)
{
    static const char *const pieces[] = {"\u2581love", "\u2581Love",   "\u2581USA",  "\u2581I",
                                         "\u2581i",    "\u2581Berlin", "\u2581don",  "'",
                                         "\u2581the",  "\u2581AB",     "\u2581Nord", "-",
                                         "Süd"};

    return open_unigram(model, pieces, sizeof pieces / sizeof *pieces);
}

static void check_lowered(const tr_tokenizer *t, const char *text, const char *wanted)
{
    tr_chunks chunks = {.tokenizer = t, .max_tokens = 100};
    char lowered[200];
    bool changed;
    tr_error err = {0};

    strcpy(lowered, text);
    ck_assert_msg(tr_capitals_lower(&chunks, lowered, strlen(text), &changed, &err) == 0, "%s",
                  err.msg);
    ck_assert_str_eq(lowered, wanted);
    ck_assert(changed == (strcmp(text, wanted) != 0));
    tr_chunks_free(&chunks);
}

START_TEST(words_take_the_case_that_the_vocabulary_knows)
{
    tr_buf model = {0};
    tr_tokenizer *const t = open_tokenizer(&model);

    check_lowered(t, "I LOVE THE USA!", "I love the USA!");
    check_lowered(t, "I LOVE BERLIN", "I love Berlin");
    check_lowered(t, "LOVE (LOVE)", "Love (love)"); /* the first word begins a sentence */
    check_lowered(t, "I DON'T", "I don't");
    check_lowered(t, "THE NORD-SÜD", "The Nord-Süd");
    check_lowered(t, "USA", "USA");
    check_lowered(t, "LOVE {LOVE} LOVE", "Love {LOVE} love");
    tr_tokenizer_free(t);
    tr_buf_free(&model);
}
END_TEST

START_TEST(codes_and_names_of_files_stay)
{
    tr_buf model = {0};
    tr_tokenizer *const t = open_tokenizer(&model);

    check_lowered(t, "LOVE AB-12, THE LOVE.TXT, U.S.A.", "Love AB-12, the LOVE.TXT, U.S.A.");
    check_lowered(t, "AB-12 X_LOVE /LOVE/USA", "AB-12 X_LOVE /LOVE/USA");
    tr_tokenizer_free(t);
    tr_buf_free(&model);
}
END_TEST

UNIT_MAIN("capitals", text_in_capitals_is_told_from_other_text, text_is_raised_in_its_place,
          languages_of_another_case_or_without_blanks_do_not_suit,
          words_take_the_case_that_the_vocabulary_knows, codes_and_names_of_files_stay)
