#include "text/terms/german_cases.h"

#include <string.h>

#include "text/terms/words_around.h"

static tr_endings definite = {{"der", "die", "das", "die"},
                              {"den", "die", "das", "die"},
                              {"dem", "der", "dem", "den"},
                              {"des", "der", "des", "der"}};
static tr_endings of_dieser = {{"er", "e", "es", "e"},
                               {"en", "e", "es", "e"},
                               {"em", "er", "em", "en"},
                               {"es", "er", "es", "er"}};
static tr_endings of_ein = {
    {"", "e", "", "e"}, {"en", "e", "", "e"}, {"em", "er", "em", "en"}, {"es", "er", "es", "er"}};
/* Of adjectives: behind der and dieser, behind ein, without a determiner. */
static tr_endings weak = {{"e", "e", "e", "en"},
                          {"en", "e", "e", "en"},
                          {"en", "en", "en", "en"},
                          {"en", "en", "en", "en"}};
static tr_endings mixed = {{"er", "e", "es", "en"},
                           {"en", "e", "es", "en"},
                           {"en", "en", "en", "en"},
                           {"en", "en", "en", "en"}};
tr_endings tr_german_strong = {{"er", "e", "es", "e"},
                               {"en", "e", "es", "e"},
                               {"em", "er", "em", "en"},
                               {"en", "er", "en", "er"}};

static unsigned bit(size_t kase, size_t column)
{
    return 1u << (kase * TR_N_COLUMNS + column);
}

unsigned tr_german_forms(tr_endings t, const char *ending, size_t len)
{
    unsigned bits = 0;
    for (size_t k = 0; k < TR_N_CASES; k++)
        for (size_t c = 0; c < TR_N_COLUMNS; c++)
            if (strlen(t[k][c]) == len && !memcmp(t[k][c], ending, len)) bits |= bit(k, c);
    return bits;
}

unsigned tr_german_case(size_t kase)
{
    return 0xFu << kase * TR_N_COLUMNS;
}

/* ---- Determiners ---- */

/* A preposition and an article in one word. */
static const struct {
    const char *word, *preposition, *article;
} contractions[] = {{"im", "in", "dem"},  {"am", "an", "dem"},    {"zum", "zu", "dem"},
                    {"zur", "zu", "der"}, {"beim", "bei", "dem"}, {"vom", "von", "dem"},
                    {"ins", "in", "das"}, {"ans", "an", "das"}};
enum { N_CONTRACTIONS = sizeof contractions / sizeof *contractions };

static bool find_stem(const char *const *stems, size_t n, tr_endings endings, tr_endings adjective,
                      const char *word, tr_german_determiner *d)
{
    for (size_t i = 0; i < n; i++) {
        const size_t len = strlen(stems[i]);
        if (strncmp(word, stems[i], len) != 0) continue;
        const unsigned bits = tr_german_forms(endings, word + len, strlen(word + len));
        *d = (tr_german_determiner){
            .stem = stems[i], .endings = endings, .adjective = adjective, .bits = bits};
        if (bits) return true;
    }
    return false;
}

bool tr_german_determiner_find(const char *word, tr_german_determiner *d)
{
    static const char *const like_dieser[] = {"dies", "jed", "jen", "welch", "manch"};
    static const char *const like_ein[] = {"ein",  "kein", "mein",  "dein",
                                           "sein", "ihr",  "unser", "eur"};

    for (size_t i = 0; i < N_CONTRACTIONS; i++) {
        if (strcmp(word, contractions[i].word) != 0) continue;
        const char *const article = contractions[i].article;
        const size_t kase = strcmp(article, "das") != 0 ? TR_DATIVE : TR_ACCUSATIVE;
        *d = (tr_german_determiner){contractions[i].preposition, "", definite, weak,
                                    tr_german_forms(definite, article, strlen(article)) &
                                        tr_german_case(kase) & TR_SINGULARS};
        return true;
    }
    *d = (tr_german_determiner){NULL, "", definite, weak,
                                tr_german_forms(definite, word, strlen(word))};
    if (d->bits) return true;
    return find_stem(like_dieser, sizeof like_dieser / sizeof *like_dieser, of_dieser, weak, word,
                     d) ||
           find_stem(like_ein, sizeof like_ein / sizeof *like_ein, of_ein, mixed, word, d);
}

const char *tr_german_contract(const char *preposition, const char *article)
{
    for (size_t i = 0; i < N_CONTRACTIONS; i++)
        if (!strcmp(contractions[i].preposition, preposition) &&
            !strcmp(contractions[i].article, article))
            return contractions[i].word;
    return NULL;
}

unsigned tr_german_cases_behind(const char *preposition)
{
    static const struct {
        const char *words;
        unsigned cases;
    } of[] = {{" mit von aus bei nach zu seit ", 0xFu << TR_DATIVE * TR_N_COLUMNS},
              {" f\xC3\xBCr ohne durch gegen um ", 0xFu << TR_ACCUSATIVE * TR_N_COLUMNS},
              {" wegen w\xC3\xA4hrend trotz ", 0xFFu << TR_DATIVE * TR_N_COLUMNS},
              {" in an auf \xC3\xBC"
               "ber unter vor hinter neben zwischen ",
               0xFFu << TR_ACCUSATIVE * TR_N_COLUMNS}};
    for (size_t i = 0; *preposition && i < sizeof of / sizeof *of; i++)
        if (tr_is_listed(of[i].words, preposition)) return of[i].cases;
    return TR_ALL_FORMS;
}
