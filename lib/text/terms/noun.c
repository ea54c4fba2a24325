#include "text/terms/noun.h"

#include <string.h>

#include "base/utf8.h"
#include "language/language.h"

/* What stands in the place of an ending, the first that fits; blanks between several.  ":" has an
 * umlaut before it, if that can be.  "" is the ending of all nouns. */
typedef struct rule {
    const char *ending, *plurals;
} rule;

static const rule german[] = {{"ung", "ungen"},   {"heit", "heiten"},
                              {"keit", "keiten"}, {"schaft", "schaften"},
                              {"ion", "ionen"},   {"t\xC3\xA4t", "t\xC3\xA4ten"},
                              {"ik", "iken"},     {"enz", "enzen"},
                              {"anz", "anzen"},   {"ur", "uren"},
                              {"ei", "eien"},     {"nis", "nisse"},
                              {"ment", "mente"},  {"ent", "enten"},
                              {"ant", "anten"},   {"ist", "isten"},
                              {"at", "aten ate"}, {"in", "innen ine"},
                              {"chen", "chen"},   {"lein", "lein"},
                              {"er", "er"},       {"el", "el"},
                              {"en", "en"},       {"ismus", "ismen"},
                              {"us", "en usse"},  {"aum", "\xC3\xA4ume"},
                              {"um", "en"},       {"a", "en as"},
                              {"or", "oren ore"}, {"e", "en"},
                              {"o", "os"},        {"i", "is"},
                              {"y", "ys"},        {"", "e :e en :er"},
                              {NULL, NULL}};
static const rule english[] = {{"man", "men"},   {"child", "children"}, {"person", "people"},
                               {"foot", "feet"}, {"tooth", "teeth"},    {"mouse", "mice"},
                               {"sis", "ses"},   {"s", "ses"},          {"x", "xes"},
                               {"z", "zes"},     {"ch", "ches"},        {"sh", "shes"},
                               {"ay", "ays"},    {"ey", "eys"},         {"oy", "oys"},
                               {"uy", "uys"},    {"y", "ies"},          {"", "s"},
                               {NULL, NULL}};
static const rule portuguese[] = {{"\xC3\xA3o", "\xC3\xB5"
                                                "es"},
                                  {"m", "ns"},
                                  {"al", "ais"},
                                  {"vel", "veis"},
                                  {"el", "\xC3\xA9is"},
                                  {"ol", "\xC3\xB3is"},
                                  {"ul", "uis"},
                                  {"il", "is eis"},
                                  {"\xC3\xAAs", "eses"},
                                  {"s", "s"},
                                  {"r", "res"},
                                  {"z", "zes"},
                                  {"", "s"},
                                  {NULL, NULL}};
static const rule spanish[] = {{"\xC3\xB3n", "ones"},
                               {"z", "ces"},
                               {"\xC3\xA9s", "eses"},
                               {"s", "s"},
                               {"a", "as"},
                               {"e", "es"},
                               {"i", "is"},
                               {"o", "os"},
                               {"\xC3\xA9", "\xC3\xA9s"},
                               {"", "es"},
                               {NULL, NULL}};
static const rule french[] = {{"al", "aux"}, {"eau", "eaux"}, {"eu", "eux"}, {"s", "s"},
                              {"x", "x"},    {"z", "z"},      {"", "s"},     {NULL, NULL}};
static const rule italian[] = {{"co", "chi ci"}, {"go", "ghi"}, {"ca", "che"}, {"ga", "ghe"},
                               {"io", "i"},      {"o", "i"},    {"e", "i"},    {"a", "e"},
                               {"", ""},         {NULL, NULL}};
static const rule dutch[] = {{"er", "ers"}, {"el", "els"}, {"en", "ens"}, {"je", "jes"},
                             {"ie", "ies"}, {"", "en s"},  {NULL, NULL}};

/* The genders of a language, and those that endings tell; blanks around each ending. */
typedef struct gender_rules {
    const char *genders, *none, *m, *f, *n; /* none: endings that do not tell */
} gender_rules;

static const gender_rules of_german = {
    "mfn", " aum ma leiter ", " ismus ist ant ling or eur ler ner ker zer iter ",
    " ung heit keit schaft ion t\xC3\xA4t ik enz anz ur ei a ", " nis chen lein ment um "};
static const gender_rules of_portuguese = {"mf", " ma ista ", " o or ",
                                           " \xC3\xA7\xC3\xA3o s\xC3\xA3o dade agem tude a ", " "};
static const gender_rules of_spanish = {"mf", " ma ista ", " o or aje ",
                                        " ci\xC3\xB3n si\xC3\xB3n dad tud umbre a ", " "};

typedef struct nouns {
    const char *language;
    const rule *plurals;
    const gender_rules *genders; /* NULL: agreement.h does not look at them */
} nouns;

static const nouns languages[] = {
    {"de", german, &of_german},   {"en", english, NULL}, {"pt", portuguese, &of_portuguese},
    {"es", spanish, &of_spanish}, {"fr", french, NULL},  {"it", italian, NULL},
    {"nl", dutch, NULL}};

static const nouns *nouns_of(const char *language)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (tr_language_is_variety(language, languages[i].language)) return &languages[i];
    return NULL;
}

static bool ends_with(const char *word, size_t len, const char *ending, size_t n)
{
    return n <= len && !memcmp(word + len - n, ending, n);
}

/* ---- Plurals ---- */

/* The last vowel of a German stem, if it can have an umlaut; NULL if it cannot. */
static char *find_umlaut(char *stem, size_t len)
{
    while (len > 0 && (unsigned char)stem[len - 1] < 0x80 && !strchr("aeiouAOU", stem[len - 1]))
        len--;
    if (len > 1 && stem[len - 1] == 'u' && strchr("aA", stem[len - 2])) len--;
    return len && strchr("aouAOU", stem[len - 1]) ? stem + len - 1 : NULL;
}

static const char *with_umlaut(tr_region *region, const char *stem, size_t len, const char *ending,
                               size_t n_ending)
{
    char *const plain = tr_region_copy(region, stem, len);
    char *const vowel = plain ? find_umlaut(plain, len) : NULL;
    const char *const letters = "aouAOU";
    static const char umlauts[][3] = {"\xC3\xA4", "\xC3\xB6", "\xC3\xBC",
                                      "\xC3\x84", "\xC3\x96", "\xC3\x9C"};

    if (!plain) return NULL;
    if (!vowel) return tr_region_printf(region, "%s%.*s", plain, (int)n_ending, ending);
    return tr_region_printf(region, "%.*s%s%s%.*s", (int)(vowel - plain), plain,
                            umlauts[strchr(letters, *vowel) - letters], vowel + 1, (int)n_ending,
                            ending);
}

int tr_noun_plurals(const char *language, const char *noun, size_t len, tr_region *region,
                    const char *plurals[TR_MOST_PLURALS])
{
    const nouns *const l = nouns_of(language);
    int n = 0;

    if (!l) return 0;
    const rule *r = l->plurals;
    while (!ends_with(noun, len, r->ending, strlen(r->ending)))
        r++;
    const size_t stem = len - strlen(r->ending);
    for (const char *at = r->plurals; n < TR_MOST_PLURALS;) {
        const size_t size = strcspn(at, " ");
        plurals[n] = *at == ':'
                         ? with_umlaut(region, noun, stem, at + 1, size - 1)
                         : tr_region_printf(region, "%.*s%.*s", (int)stem, noun, (int)size, at);
        if (!plurals[n]) return -1;
        n++;
        if (!at[size]) break;
        at += size + 1;
    }
    return n;
}

/* ---- Gender ---- */

/* The length of the longest of the endings that the noun has; 0: none. */
static size_t longest_ending(const char *endings, const char *noun, size_t len)
{
    size_t longest = 0;
    for (const char *at = endings + 1; *at;) {
        const size_t size = strcspn(at, " ");
        if (size < len && size > longest && ends_with(noun, len, at, size)) longest = size;
        at += size + 1;
    }
    return longest;
}

const char *tr_noun_genders(const char *language, const char *noun, size_t len)
{
    const nouns *const l = nouns_of(language);
    const gender_rules *const g = l ? l->genders : NULL;
    const char *told;

    if (!g) return "";
    told = g->genders;
    const struct {
        const char *endings, *gender;
    } of[] = {{g->none, g->genders}, {g->m, "m"}, {g->f, "f"}, {g->n, "n"}};
    for (size_t i = 0, longest = 0; i < sizeof of / sizeof *of; i++) {
        const size_t n = longest_ending(of[i].endings, noun, len);
        if (n <= longest) continue;
        longest = n;
        told = of[i].gender;
    }
    return told;
}
