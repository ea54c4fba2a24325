#include "text/typography.h"

#include <string.h>
#include <time.h>

#include "unit/unit.h"

#define NBSP   "\xC2\xA0"
#define HYPHEN "\u2011" /* which no line is broken after */

/* A translation of a source, with the marks of that. */
static const char *written(const char *language, const char *source, const char *text)
{
    static char all[1000];
    tr_buf out = {0};

    tr_typography_write(source, strlen(source), text, strlen(text),
                        tr_language_data(language)->quotes, &out, NULL, 0);
    ck_assert(!out.failed);
    ck_assert_uint_lt(out.len, sizeof all);
    strcpy(all, tr_buf_text(&out));
    tr_buf_free(&out);
    return all;
}

static void check_quotes(const char *language, const char *open, const char *close)
{
    const tr_quotes q = tr_language_data(language)->quotes;
    ck_assert_str_eq(q.open, open);
    ck_assert_str_eq(q.close, close);
}

START_TEST(languages_have_quotation_marks)
{
    check_quotes("de", "„", "“");
    check_quotes("de-AT", "„", "“");
    check_quotes("cs", "„", "“");
    check_quotes("pl", "„", "”");
    check_quotes("fr", "«" NBSP, NBSP "»");
    check_quotes("es", "«", "»");
    check_quotes("it", "«", "»");
    check_quotes("ru", "«", "»");
    check_quotes("sv", "”", "”");
    check_quotes("pt", "“", "”");
    check_quotes("en", "\"", "\"");
    check_quotes("en-GB", "\"", "\"");
    check_quotes("xx", "\"", "\"");
    check_quotes("", "\"", "\"");
}
END_TEST

START_TEST(text_without_marks_stays)
{
    ck_assert_str_eq(written("de", "", ""), "");
    ck_assert_str_eq(written("de", "A house.", "Ein Haus."), "Ein Haus.");
    ck_assert_str_eq(written("de", "A house.", "Ein \"Haus\""), "Ein \"Haus\"");
    ck_assert_str_eq(written("de", "A house.", "Ein Haus, das – so – alt ist…"),
                     "Ein Haus, das – so – alt ist…");
    ck_assert_str_eq(written("ru", "A house.", "Дом."), "Дом.");
}
END_TEST

START_TEST(straight_quotation_marks_stay_straight)
{
    ck_assert_str_eq(written("de", "A \"big\" house", "Ein „großes“ Haus"), "Ein \"großes\" Haus");
    ck_assert_str_eq(written("de", "A \"big\" house", "Ein \"großes\" Haus"),
                     "Ein \"großes\" Haus");
    ck_assert_str_eq(written("en", "Une \"grande\" maison", "A “big” house"), "A \"big\" house");
}
END_TEST

START_TEST(typographic_quotation_marks_become_those_of_the_language)
{
    ck_assert_str_eq(written("de", "A “big” house", "Ein \"großes\" Haus"), "Ein „großes“ Haus");
    ck_assert_str_eq(written("de", "A “big” house", "Ein “großes” Haus"), "Ein „großes“ Haus");
    ck_assert_str_eq(written("fr", "A “big” house", "Une \"grande\" maison"),
                     "Une «" NBSP "grande" NBSP "» maison");
    ck_assert_str_eq(written("en", "Ein „großes“ Haus", "A “big” house"), "A \"big\" house");
    ck_assert_str_eq(written("es", "“a” “b”", "\"a\" \"b\""), "«a» «b»");
}
END_TEST

START_TEST(odd_quotation_marks_stay)
{
    ck_assert_str_eq(written("de", "A “big” house", "Ein \"großes Haus"), "Ein \"großes Haus");
    ck_assert_str_eq(written("de", "“a” “b” c", "\"a\" \"b c"), "\"a\" \"b c");
}
END_TEST

START_TEST(blanks_within_quotation_marks_are_of_the_language)
{
    ck_assert_str_eq(written("fr", "A “big” house", "Une « grande » maison"),
                     "Une «" NBSP "grande" NBSP "» maison");
    ck_assert_str_eq(written("fr", "A “big” house", "Une «" NBSP "grande" NBSP "» maison"),
                     "Une «" NBSP "grande" NBSP "» maison");
    ck_assert_str_eq(written("fr", "A \"big\" house", "Une « grande » maison"),
                     "Une \"grande\" maison");
    ck_assert_str_eq(written("de", "A “big” house", "Ein »großes« Haus »so«"),
                     "Ein „großes“ Haus „so“");
    ck_assert_str_eq(written("de", "Une «" NBSP "grande" NBSP "» maison", "Ein \"großes\" Haus"),
                     "Ein „großes“ Haus");
}
END_TEST

START_TEST(single_quotation_marks_stay_single)
{
    ck_assert_str_eq(written("de", "A 'big' house", "Ein „großes“ Haus"), "Ein 'großes' Haus");
    ck_assert_str_eq(written("de", "A ‘big’ house", "Ein „großes“ Haus"), "Ein ‚großes‘ Haus");
    ck_assert_str_eq(written("de", "A ‘big’ house", "Ein 'großes' Haus"), "Ein ‚großes‘ Haus");
    ck_assert_str_eq(written("pt", "‘Yes,’ he said", "\"Sim\", disse"), "‘Sim’, disse");
    ck_assert_str_eq(written("en", "Ein ‚großes‘ Haus", "A ‘big’ house"), "A 'big' house");
    ck_assert_str_eq(written("en", "Er sagte: ›Ja.‹", "He said, ›Yes.”"), "He said, 'Yes.'");
    ck_assert_str_eq(written("en", "Er sagte: ›Ja.‹", "He said, › Yes. ‹"), "He said, 'Yes.'");
    ck_assert_str_eq(written("fr", "A ‘big’ house", "Une « grande » maison"),
                     "Une “grande” maison");
    ck_assert_str_eq(written("en", "‚Alt‘ oder ‚neu‘", "‘Old” or ‚new”"), "'Old' or 'new'");
}
END_TEST

START_TEST(quotation_marks_within_others_are_of_their_kind)
{
    ck_assert_str_eq(written("de", "“He said ‘no’ again”", "\"Er sagte wieder \"nein\"\""),
                     "„Er sagte wieder ‚nein‘“");
    ck_assert_str_eq(written("de", "\"He said 'no' again\"", "„Er sagte wieder „nein““"),
                     "\"Er sagte wieder 'nein'\"");
    ck_assert_str_eq(written("fr", "“He said ‘no’”", "\"Il a dit \"non\"\""),
                     "«" NBSP "Il a dit “non”" NBSP "»");
    ck_assert_str_eq(written("de", "\"He said “no” again.\"", "„Er sagte wieder „nein“.“"),
                     "\"Er sagte wieder „nein“.\"");
    ck_assert_str_eq(written("de", "He said 'no' and \"yes\"", "Er sagte „nein“ und ja"),
                     "Er sagte \"nein\" und ja");
}
END_TEST

START_TEST(a_quotation_mark_lost_at_an_end_comes_back)
{
    ck_assert_str_eq(written("en", "Er sagt: „Ich bin da.“", "He says, \"I am here."),
                     "He says, \"I am here.\"");
    ck_assert_str_eq(written("de", "‘I am here,’ he said", "Ich bin da“, sagte er"),
                     "‚Ich bin da‘, sagte er");
    ck_assert_str_eq(written("de", "\"All is 'good'\"", "Alles ist „gut““"), "\"Alles ist 'gut'\"");
    ck_assert_str_eq(written("de", "\"Good\"", "\"Gut"), "\"Gut\"");
    ck_assert_str_eq(written("de", "\"Good\"", "Gut\""), "\"Gut\"");
    ck_assert_str_eq(written("de", "\"Good\"", "Ganz \"gut so"), "Ganz \"gut so");
    ck_assert_str_eq(written("de", "\"Good\"", "Gut"), "Gut");
    ck_assert_str_eq(written("de", "A \"good\" man", "Ein \"guter Mann"), "Ein \"guter Mann");
}
END_TEST

START_TEST(apostrophes_are_no_quotation_marks)
{
    ck_assert_str_eq(written("de", "It's the dogs' house", "Das ist „das“ Haus"),
                     "Das ist „das“ Haus");
    ck_assert_str_eq(written("de", "the '80s and 'old' songs", "die 80er und „alte“ Lieder"),
                     "die 80er und 'alte' Lieder");
    ck_assert_str_eq(written("de", "He doesn’t say ‘yes’", "Er sagt nicht \"ja\""),
                     "Er sagt nicht ‚ja‘");
    ck_assert_str_eq(written("de", "It's 'big'", "Das ist groß"), "Das ist groß");
    ck_assert_str_eq(written("de", "A “big” house", "Tom's „großes“ Haus"), "Tom's „großes“ Haus");
}
END_TEST

START_TEST(signs_of_inches_are_no_quotation_marks)
{
    ck_assert_str_eq(written("de", "A “big” 9\" wheel", "Ein \"großes\" 9\"-Rad"),
                     "Ein „großes“ 9\"-Rad");
    ck_assert_str_eq(written("de", "A 9\" wheel “here”", "Ein 9\"-Rad \"hier\""),
                     "Ein 9\"-Rad „hier“");
    ck_assert_str_eq(written("de", "“Room 9”", "\"Zimmer 9\""), "„Zimmer 9“");
}
END_TEST

START_TEST(blanks_that_the_source_lacks_go)
{
    ck_assert_str_eq(written("en", "entrada/saída", "input / output"), "input/output");
    ck_assert_str_eq(written("de", "parent/child", "Eltern- / Kinder"), "Eltern-/Kinder");
    ck_assert_str_eq(written("en", "entrada / saída", "input / output"), "input / output");
    ck_assert_str_eq(written("en", "km/h", "km/h / h"), "km/h/h");
    ck_assert_str_eq(written("en", "não", "yes / no"), "yes / no");
    ck_assert_str_eq(written("en", "5 €/Monat", "€5 / month"), "€5/month");
    ck_assert_str_eq(written("en", "5 € / Monat", "€5 / month"), "€5 / month");
    ck_assert_str_eq(written("en", "páginas 5-7", "pages 5 - 7"), "pages 5-7");
    ck_assert_str_eq(written("en", "páginas 5" HYPHEN "7", "pages 5 - 7"), "pages 5" HYPHEN "7");
    ck_assert_str_eq(written("de", "pages 5–7", "Seiten 5 - 7"), "Seiten 5–7");
    ck_assert_str_eq(written("en", "páginas 5 - 7", "pages 5 - 7"), "pages 5 - 7");
    ck_assert_str_eq(written("en", "9 - 5 de 2-3", "9 - 5 of 2 - 3"), "9 - 5 of 2 - 3");
}
END_TEST

START_TEST(points_become_an_ellipsis)
{
    ck_assert_str_eq(written("de", "Well… no.", "Na ja... nein."), "Na ja… nein.");
    ck_assert_str_eq(written("de", "Well... no.", "Na ja... nein."), "Na ja... nein.");
    ck_assert_str_eq(written("de", "Well… no...", "Na ja... nein..."), "Na ja... nein...");
    ck_assert_str_eq(written("de", "Well.", "Na ja..."), "Na ja...");
    ck_assert_str_eq(written("de", "Well…", "Na ja.."), "Na ja..");
}
END_TEST

START_TEST(ranges_have_the_dash_of_the_source)
{
    ck_assert_str_eq(written("de", "Pages 5–7", "Seiten 5-7"), "Seiten 5–7");
    ck_assert_str_eq(written("de", "Pages 5-7", "Seiten 5-7"), "Seiten 5-7");
    ck_assert_str_eq(written("de", "Pages 5 to 7", "Seiten 5-7"), "Seiten 5-7");
    ck_assert_str_eq(written("de", "Pages 5–7", "Die E-Mail-Seiten 5-7"), "Die E-Mail-Seiten 5–7");
}
END_TEST

START_TEST(dashes_between_blanks_are_those_of_the_source)
{
    ck_assert_str_eq(written("de", "It – the house – is", "Es - das Haus - ist"),
                     "Es – das Haus – ist");
    ck_assert_str_eq(written("de", "It - the house - is", "Es - das Haus - ist"),
                     "Es - das Haus - ist");
    ck_assert_str_eq(written("de", "It — the house — is", "Es - das Haus - ist"),
                     "Es – das Haus – ist");
    ck_assert_str_eq(written("pt", "It—the house—is", "Isso - a casa - é"), "Isso — a casa — é");
    ck_assert_str_eq(written("en", "Es – das Haus – ist", "It - the house - is"),
                     "It - the house - is");
}
END_TEST

START_TEST(hyphens_that_hold_lines_come_back)
{
    ck_assert_str_eq(written("de", "the Wi" HYPHEN "Fi", "das Wi-Fi"), "das Wi" HYPHEN "Fi");
    ck_assert_str_eq(written("de", "the Wi-Fi", "das Wi-Fi"), "das Wi-Fi");
    ck_assert_str_eq(written("de", "the Wi" HYPHEN "Fi", "- das Wi-Fi -"),
                     "- das Wi" HYPHEN "Fi -");
}
END_TEST

START_TEST(final_marks_are_those_of_the_source)
{
    ck_assert_str_eq(written("de", "No!!!", "Nein!"), "Nein!!!");
    ck_assert_str_eq(written("de", "What?!", "Was?"), "Was?!");
    ck_assert_str_eq(written("de", "What??", "Was?!?!"), "Was??");
    ck_assert_str_eq(written("de", "No!", "Nein!"), "Nein!");
    ck_assert_str_eq(written("de", "No!!!", "Nein."), "Nein.");
    ck_assert_str_eq(written("de", "No!!! Yes.", "Nein! Ja."), "Nein! Ja.");
    ck_assert_str_eq(written("de", "No!!! ", "Nein! "), "Nein!!! ");
}
END_TEST

START_TEST(full_stops_are_not_doubled)
{
    ck_assert_str_eq(written("de", "At 5 p.m.", "Um 17 Uhr.."), "Um 17 Uhr.");
    ck_assert_str_eq(written("de", "So..", "So.."), "So..");
    ck_assert_str_eq(written("de", "So.", "So."), "So.");
}
END_TEST

/* Writes it with the offsets before each of its bytes, and after the last one. */
static void check_offsets(const char *language, const char *source, const char *text,
                          const size_t *wanted, size_t n)
{
    size_t offsets[40];
    tr_buf out = {0};

    ck_assert_uint_eq(n, strlen(text) + 1);
    for (size_t i = 0; i < n; i++)
        offsets[i] = i;
    tr_typography_write(source, strlen(source), text, strlen(text),
                        tr_language_data(language)->quotes, &out, offsets, n);
    for (size_t i = 0; i < n; i++)
        ck_assert_uint_eq(offsets[i], wanted[i]);
    tr_buf_free(&out);
}

#define OFFSETS(language, source, text, ...)                                                       \
    do {                                                                                           \
        const size_t wanted_[] = {__VA_ARGS__};                                                    \
        check_offsets(language, source, text, wanted_, sizeof wanted_ / sizeof *wanted_);          \
    } while (0)

START_TEST(offsets_move_with_the_text)
{
    OFFSETS("de", "a b", "a b", 0, 1, 2, 3);
    OFFSETS("de", "", "", 0);
    OFFSETS("de", "“a” b", "\"a\" b", 0, 3, 4, 7, 8, 9);
    OFFSETS("de", "5–7 b", "5-7 b", 0, 1, 4, 5, 6, 7);
    OFFSETS("de", "a… b", "a... b", 0, 1, 1, 1, 4, 5, 6);
    OFFSETS("de", "a!!!", "a!", 0, 1, 4);
    OFFSETS("de", "\"a\"", "a\"", 1, 2, 3);
    OFFSETS("de", "\"a\"", "\"a", 0, 1, 3);
    OFFSETS("en", "„a“ b", "„a“ b", 0, 0, 0, 1, 2, 2, 2, 3, 4, 5);
}
END_TEST

START_TEST(text_is_appended)
{
    tr_buf out = {0};
    size_t offset = 3;

    tr_buf_add_string(&out, "…: ");
    tr_typography_write("“a” b", 9, "\"a\" b", 5, tr_language_data("de")->quotes, &out, &offset, 1);
    ck_assert_str_eq(tr_buf_text(&out), "…: „a“ b");
    ck_assert_uint_eq(offset, 5 + 7);
    tr_buf_free(&out);
}
END_TEST

START_TEST(brackets_that_nothing_closes_are_not_invented)
{
    ck_assert_str_eq(written("pt", "Rejected", "Rejeitado ("), "Rejeitado");
    ck_assert_str_eq(written("pt", "Rejected", "Rejeitado (em"), "Rejeitado");
    ck_assert_str_eq(written("pt", "Rejected", "Rejeitado (a)"), "Rejeitado (a)");
    ck_assert_str_eq(written("pt", "Rejected (", "Rejeitado ("), "Rejeitado (");
    ck_assert_str_eq(written("pt", "Rejected", "Rejeitado (ontem"), "Rejeitado (ontem");
    ck_assert_str_eq(written("pt", "Rejected", "("), "(");
    ck_assert_str_eq(written("pt", "Rejected", ""), "");
}
END_TEST

static void check_long(const char *source, const char *one)
{
    enum { MANY = 200000 };
    tr_buf text = {0}, out = {0};

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, one);
    tr_typography_write(source, strlen(source), text.data, text.len, tr_language_data("de")->quotes,
                        &out, NULL, 0);
    tr_typography_write(text.data, text.len, source, strlen(source), tr_language_data("de")->quotes,
                        &out, NULL, 0);
    ck_assert(!out.failed);
    tr_buf_free(&out);
    tr_buf_free(&text);
}

START_TEST(long_texts_take_no_time)
{
    const clock_t begin = clock();

    check_long("“a”", "\"");
    check_long("a…", ".");
    check_long("5–7", "5-");
    check_long("no!!", "!");
    check_long("'a'", "'a' ");
    check_long("a/b 1-2", " - / 1");
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("typography", languages_have_quotation_marks, text_without_marks_stays,
          straight_quotation_marks_stay_straight,
          typographic_quotation_marks_become_those_of_the_language, odd_quotation_marks_stay,
          single_quotation_marks_stay_single, quotation_marks_within_others_are_of_their_kind,
          a_quotation_mark_lost_at_an_end_comes_back, apostrophes_are_no_quotation_marks,
          signs_of_inches_are_no_quotation_marks, blanks_that_the_source_lacks_go,
          blanks_within_quotation_marks_are_of_the_language, points_become_an_ellipsis,
          ranges_have_the_dash_of_the_source, dashes_between_blanks_are_those_of_the_source,
          hyphens_that_hold_lines_come_back, final_marks_are_those_of_the_source,
          full_stops_are_not_doubled, brackets_that_nothing_closes_are_not_invented,
          offsets_move_with_the_text, text_is_appended, long_texts_take_no_time)
