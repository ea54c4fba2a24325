/* Nouns in the place of others, as grammars have it. */
#include "text/terms/agreement.h"

#include <stdio.h>
#include <string.h>

#include "text/terms/compound.h"
#include "unit/unit.h"

/* All ways to put a noun in the place of [...] in a text, the changed parts alone, between bars. */
static const char *put(const char *language, const char *text, tr_noun noun)
{
    static char out[2000];
    char plain[400];
    const char *const begin = strchr(text, '['), *const end = strchr(text, ']');
    const tr_span place = {(size_t)(begin - text), (size_t)(end - text) - 1};
    tr_region region = {0};
    static tr_variants v;

    sprintf(plain, "%.*s%.*s%s", (int)(begin - text), text, (int)(end - begin - 1), begin + 1,
            end + 1);
    v = (tr_variants){.region = &region};
    tr_agree(language, plain, strlen(plain), place, &noun, &v);
    ck_assert(!v.failed);
    out[0] = '\0';
    for (size_t i = 0; i < v.n; i++)
        sprintf(out + strlen(out), "%s%s", i ? "|" : "", v.list[i].text);
    tr_region_free(&region);
    return out;
}

static const tr_noun gate = {.singular = "Pforte", .gender = 'f'},
                     clerk = {.singular = "Student", .gender = 'm'},
                     report = {.singular = "Protokoll", .plural = "Protokolle", .gender = 'n'},
                     reports = {.singular = "Protokoll",
                                .plural = "Protokolle",
                                .gender = 'n',
                                .is_plural = true};

START_TEST(german_determiners_keep_the_cases_that_they_may_have)
{
    ck_assert_str_eq(put("de", "Der [Bahnhof] ist zu.", gate), "Die Pforte|Der Pforte");
    ck_assert_str_eq(put("de", "Ich sehe den [Bahnhof].", gate), "die Pforte");
    ck_assert_str_eq(put("de", "Das [Tor] ist zu.", gate), "Die Pforte");
    ck_assert_str_eq(put("de", "ein [Bahnhof]", gate), "eine Pforte");
    ck_assert_str_eq(put("de", "meines [Bahnhofs]", gate), "meiner Pforte");
    ck_assert_str_eq(put("de", "mit der [Bahn]", report), "dem Protokoll");
    ck_assert_str_eq(put("de", "wegen des [Berichts]", report), "des Protokolls");
    ck_assert_str_eq(put("de-AT", "dieser [Bericht]", report),
                     "dieses Protokoll|diesem Protokoll|dieses Protokolls");
}
END_TEST

START_TEST(german_contractions_come_and_go)
{
    ck_assert_str_eq(put("de", "Er geht zum [Bahnhof].", gate), "zur Pforte");
    ck_assert_str_eq(put("de", "Im [Garten] ist es warm.", gate), "In der Pforte");
    ck_assert_str_eq(put("de", "in der [Zeitung]", report), "im Protokoll");
    ck_assert_str_eq(put("de", "ins [Haus]", gate), "in die Pforte");
}
END_TEST

START_TEST(german_adjectives_agree_and_tell)
{
    ck_assert_str_eq(put("de", "ein neuer [Bericht]", report), "ein neues Protokoll");
    ck_assert_str_eq(put("de", "der neue [Bericht]", gate), "die neue Pforte");
    ck_assert_str_eq(put("de", "mit einem neuen alten [Bericht]", gate),
                     "einer neuen alten Pforte");
    ck_assert_str_eq(put("de", "neuer [Bericht]", report),
                     "neues Protokoll|neuem Protokoll|neuen Protokolls");
    ck_assert_str_eq(put("de", "aber [Bericht]", report), "Protokoll");
}
END_TEST

START_TEST(german_nouns_have_forms)
{
    ck_assert_str_eq(put("de", "den [Kunden]", clerk), "den Studenten");
    ck_assert_str_eq(put("de", "Die [Berichte] sind da.", reports), "Die Protokolle");
    ck_assert_str_eq(put("de", "mit den [Berichten]", reports), "den Protokollen");
    ck_assert_str_eq(put("de", "mit [Berichten]", reports), "Protokollen");
    ck_assert_str_eq(put("de", "der [Bericht]", reports),
                     "der Protokolle"); /* it may be a genitive */
    ck_assert_str_eq(put("de", "dem [Bericht]", reports), "dem Protokoll");
    ck_assert_str_eq(
        put("de", "des [Schutzes]", (tr_noun){.singular = "Schutz der Daten", .gender = 'm'}),
        "des Schutzes der Daten");
}
END_TEST

START_TEST(what_is_not_known_is_tried)
{
    ck_assert_str_eq(put("de", "der [Tisch]", (tr_noun){.singular = "Bank"}),
                     "der Bank|die Bank|das Bank|dem Bank|des Banks");
    ck_assert_str_eq(put("de", "der [Tisch]", (tr_noun){.singular = "Zeitung"}),
                     "die Zeitung|der Zeitung");
    ck_assert_str_eq(
        put("de", "zwei [Tische]", (tr_noun){.singular = "Zeitung", .is_plural = true}),
        "Zeitungen");
    ck_assert_str_eq(put("de", "zwei [Tische]", (tr_noun){.singular = "Stadt", .is_plural = true}),
                     "Stadte|St\xC3\xA4"
                     "dte|Stadten|St\xC3\xA4"
                     "dter");
}
END_TEST

START_TEST(a_german_adjective_takes_the_ending)
{
    ck_assert_str_eq(put("de", "ein [teures] Haus", (tr_noun){.singular = "kostspielig"}),
                     "kostspielig|kostspieliges");
    ck_assert_str_eq(put("de", "Sie [kaufen] es.", (tr_noun){.singular = "erwerben"}), "erwerben");
}
END_TEST

START_TEST(a_noun_in_capitals_agrees_as_others_do)
{
    ck_assert_str_eq(
        put("de", "Der [BAUM] ist alt.",
            (tr_noun){.singular = "Geh\xC3\xB6lz", .gender = 'n', .in_capitals = true}),
        "Das GEH\xC3\x96LZ|Dem GEH\xC3\x96LZ|Des GEH\xC3\x96LZES");
}
END_TEST

START_TEST(a_name_stays_as_it_is)
{
    ck_assert_str_eq(
        put("de", "Die [Wolke] ist da.", (tr_noun){.singular = "Acme Cloud", .is_fixed = true}),
        "Acme Cloud");
    ck_assert_str_eq(put("de", "[Handys]", (tr_noun){.singular = "iPhone", .is_fixed = true}),
                     "iPhone");
    ck_assert_str_eq(put("pt", "[Clientes] dizem", (tr_noun){.singular = "utente"}), "Utentes");
}
END_TEST

START_TEST(portuguese_agrees_on_both_sides)
{
    const tr_noun train = {.singular = "comboio"}, scene = {.singular = "cena", .is_plural = true};
    ck_assert_str_eq(put("pt", "uma nova [coisa]", train), "um novo comboio");
    ck_assert_str_eq(put("pt", "da [coisa]", train), "do comboio");
    ck_assert_str_eq(put("pt-BR", "a outra [tela]", train), "o outro comboio");
    ck_assert_str_eq(put("pt", "a [tela] preta", train), "o comboio preto|o comboio");
    ck_assert_str_eq(put("pt", "A [tela] \xC3\xA9 branca", train),
                     "O comboio \xC3\xA9 branco|O comboio");
    ck_assert_str_eq(put("pt", "os [filmes]", scene), "as cenas");
    ck_assert_str_eq(put("pt", "o [filme]", scene), "a cena");
    ck_assert_str_eq(put("pt", "dois [clientes]", (tr_noun){.singular = "utente"}), "utentes");
    ck_assert_str_eq(put("es", "el nuevo [coche]", (tr_noun){.singular = "casa"}), "la nueva casa");
    ck_assert_str_eq(put("es", "del [coche]", (tr_noun){.singular = "casa"}), "de la casa");
}
END_TEST

START_TEST(plurals_of_several_words)
{
    ck_assert_str_eq(put("pt", "as [faturas]",
                         (tr_noun){.singular = "nota fiscal", .gender = 'f', .is_plural = true}),
                     "as notas fiscais|as notas fiscal");
    ck_assert_str_eq(
        put("pt", "os [x]", (tr_noun){.singular = "relat\xC3\xB3rio de contas", .is_plural = true}),
        "os relat\xC3\xB3rios de contas");
    ck_assert_str_eq(put("en", "two [x]", (tr_noun){.singular = "car key", .is_plural = true}),
                     "car keys");
}
END_TEST

START_TEST(english_has_an_article_for_vowels)
{
    ck_assert_str_eq(put("en", "a [bill]", (tr_noun){.singular = "invoice"}), "an invoice");
    ck_assert_str_eq(put("en", "An [invoice]", (tr_noun){.singular = "bill"}), "A bill");
    ck_assert_str_eq(put("en", "the [invoice]", (tr_noun){.singular = "bill"}), "bill");
    ck_assert_str_eq(put("fi", "on [lasku]", (tr_noun){.singular = "kuitti"}), "kuitti");
}
END_TEST

static const char *put_part(const char *text, tr_span place, tr_noun noun, bool joined, bool first,
                            const char *wanted)
{
    tr_region region = {0};
    static tr_variants v;
    const char *found = NULL;

    v = (tr_variants){.region = &region};
    if (joined)
        tr_agree_joined("de", text, strlen(text), place, &noun, &v);
    else
        tr_agree_compound("de", text, strlen(text), place, &noun, first, &v);
    ck_assert(!v.failed);
    for (size_t i = 0; i < v.n && !found; i++)
        if (!strcmp(v.list[i].text, wanted)) found = wanted;
    tr_region_free(&region);
    return found;
}

START_TEST(parts_of_compounds_are_put)
{
    ck_assert(put_part("des Computerprogramms", (tr_span){4, 21}, report, false, true,
                       "Protokoll-Programms"));
    ck_assert(put_part("das Hintertor", (tr_span){4, 13}, gate, false, false, "die Hinter-Pforte"));
    ck_assert(put_part("der Kunden-Ordner", (tr_span){4, 10}, report, true, true, "Protokoll"));
    ck_assert(
        put_part("der Haus-Ordner", (tr_span){9, 15}, report, true, true, "das Haus-Protokoll"));
}
END_TEST

UNIT_MAIN("agreement", german_determiners_keep_the_cases_that_they_may_have,
          german_contractions_come_and_go, german_adjectives_agree_and_tell,
          german_nouns_have_forms, what_is_not_known_is_tried, a_german_adjective_takes_the_ending,
          a_noun_in_capitals_agrees_as_others_do, a_name_stays_as_it_is,
          portuguese_agrees_on_both_sides, plurals_of_several_words,
          english_has_an_article_for_vowels, parts_of_compounds_are_put)
