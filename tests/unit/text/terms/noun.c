/* Plurals and genders by their endings, as dictionaries have them. */
#include "text/terms/noun.h"

#include <string.h>

#include "unit/unit.h"

static const char *first_plural(const char *language, const char *noun)
{
    static char out[100];
    const char *plurals[TR_MOST_PLURALS];
    tr_region region = {0};

    const int n = tr_noun_plurals(language, noun, strlen(noun), &region, plurals);
    strcpy(out, n > 0 ? plurals[0] : "");
    tr_region_free(&region);
    return out;
}

START_TEST(endings_tell_plurals)
{
    static const char *const known[][3] = {{"de", "Zeitung", "Zeitungen"},
                                           {"de", "Ergebnis", "Ergebnisse"},
                                           {"de", "Kante", "Kanten"},
                                           {"de", "Rechner", "Rechner"},
                                           {"de", "Museum", "Museen"},
                                           {"de", "Baum", "B\xC3\xA4ume"},
                                           {"de", "Dokument", "Dokumente"},
                                           {"de", "Student", "Studenten"},
                                           {"de", "Firma", "Firmen"},
                                           {"de", "Auto", "Autos"},
                                           {"en", "box", "boxes"},
                                           {"en", "city", "cities"},
                                           {"en", "day", "days"},
                                           {"en", "fireman", "firemen"},
                                           {"pt", "a\xC3\xA7\xC3\xA3o",
                                            "a\xC3\xA7\xC3\xB5"
                                            "es"},
                                           {"pt", "homem", "homens"},
                                           {"pt", "autom\xC3\xB3vel", "autom\xC3\xB3veis"},
                                           {"pt", "jornal", "jornais"},
                                           {"pt", "motor", "motores"},
                                           {"es", "luz", "luces"},
                                           {"es", "acci\xC3\xB3n", "acciones"},
                                           {"fr", "cheval", "chevaux"},
                                           {"it", "lago", "laghi"},
                                           {"nl", "computer", "computers"},
                                           {"nl", "instelling", "instellingen"},
                                           {"sv", "tidning", "tidningar"},
                                           {"sv", "flicka", "flickor"},
                                           {"sv", "station", "stationer"},
                                           {"sv", "motor", "motorer"},
                                           {"sv", "pojke", "pojkar"},
                                           {"cs", "kniha", "knihy"},
                                           {"cs", "m\xC4\x9Bsto", "m\xC4\x9Bsta"},
                                           {"cs", "hrad", "hrady"},
                                           {"cs", "vlastnost", "vlastnosti"},
                                           {"cs", "centrum", "centra"},
                                           {"fi", "talo", ""}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_str_eq(first_plural(known[i][0], known[i][1]), known[i][2]);
}
END_TEST

START_TEST(endings_tell_genders)
{
    static const char *const known[][3] = {{"de", "Zeitung", "f"},
                                           {"de", "Ergebnis", "n"},
                                           {"de",
                                            "M\xC3\xA4"
                                            "dchen",
                                            "n"},
                                           {"de", "Motor", "m"},
                                           {"de", "Ingenieur", "m"},
                                           {"de", "Natur", "f"},
                                           {"de", "Tisch", "mfn"},
                                           {"de", "Traum", "mfn"},
                                           {"de", "Zentrum", "n"},
                                           {"pt", "livro", "m"},
                                           {"pt", "a\xC3\xA7\xC3\xA3o", "f"},
                                           {"pt", "problema", "mf"},
                                           {"es", "viaje", "m"},
                                           {"en", "house", ""}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_str_eq(tr_noun_genders(known[i][0], known[i][1], strlen(known[i][1])),
                         known[i][2]);
}
END_TEST

UNIT_MAIN("noun", endings_tell_plurals, endings_tell_genders)
