/* Nouns in the place of others, as grammars have it. */
#include "text/terms/agreement.h"

#include <string.h>

#include "text/terms/compound.h"
#include "unit/unit.h"

static const tr_noun gate = {.singular = "Pforte", .gender = 'f'},
                     report = {.singular = "Protokoll", .plural = "Protokolle", .gender = 'n'};

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

UNIT_MAIN("agreement", parts_of_compounds_are_put)
