#include "train/columns.h"

#include <ctype.h>
#include <string.h>

enum { LINES = 1000, LEAST = 20, TIMES = 3 };

/* Short words that hardly a sentence is without, and that few other languages have. */
static const struct {
    const char *language, *words;
} lists[] = {
    {"bg", "и на да не се за че от това като"},
    {"ca", "els les amb una per que és dels però com"},
    {"cs", "že se je na jsem ale jako jsou by co"},
    {"da", "og ikke det er jeg til med af en som"},
    {"de", "der die und das ist nicht ein ich zu mit sich auf eine auch dem"},
    {"el", "και το να του της την με για είναι που"},
    {"en", "the of and to that is with for it was you this not are have from"},
    {"es", "el los las una por para con del pero como más está lo su"},
    {"et", "ja on ei see et oli kui ma ta ka"},
    {"fi", "ja on ei hän että oli mutta kun ovat niin"},
    {"fr", "le les et des une est dans pour qui pas vous avec du je sur"},
    {"hr", "je se na da za nije su što bi kao"},
    {"hu", "az és hogy nem egy van ez meg volt de"},
    {"id", "yang dan ini itu dengan untuk tidak dari akan pada"},
    {"it", "il di che è non per una sono della gli nel anche più"},
    {"lt", "ir kad yra ne tai su iš bet kaip buvo"},
    {"lv", "un ka ir nav tas ar no bet kā bija"},
    {"nb", "og ikke det er jeg til med av en som"},
    {"nl", "het een van niet dat zijn voor met ook maar wat heb"},
    {"no", "og ikke det er jeg til med av en som"},
    {"pl", "nie się na to że jest do jak ale co są"},
    {"pt", "não uma para com os em mais você isso foi ao pelo"},
    {"ro", "și în nu la cu pe este că din care mai"},
    {"ru", "и не на что он как это по но из"},
    {"sk", "že sa je na som ale ako sú by čo"},
    {"sl", "je in da se za na ni pa bi kot"},
    {"sr", "је се на да за није су што би као"},
    {"sv", "och att det är inte jag för med av som"},
    {"tr", "bir ve bu için çok ne ile var daha ama"},
    {"uk", "і не на що він як це до та але"},
    {"vi", "là của và có không một cho được những tôi"},
};
enum { N_LISTS = sizeof lists / sizeof *lists };

/* By the language alone: en-GB is en. */
static const char *words_of(const char *language)
{
    const size_t len = language ? strcspn(language, "-_") : 0;
    for (size_t i = 0; i < N_LISTS; i++)
        if (len == 2 && !strncmp(lists[i].language, language, len)) return lists[i].words;
    return NULL;
}

void tr_columns_begin(tr_columns *c, const char *source_language, const char *target_language)
{
    *c = (tr_columns){.words = {words_of(source_language), words_of(target_language)}};
}

static bool is_in(const char *list, const char *word, size_t len)
{
    while (*list) {
        const size_t n = strcspn(list, " ");
        if (n == len && !memcmp(list, word, len)) return true;
        list += n + (list[n] == ' ');
    }
    return false;
}

/* Letters beyond ASCII are parts of words. */
static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

static void look_at_side(tr_columns *c, int side, tr_span text)
{
    for (size_t at = 0, end; at < text.n; at = end + 1) {
        for (end = at; end < text.n && is_letter(text.bytes[end]);)
            end++;
        for (int whose = 0; whose < 2; whose++)
            if (end > at && c->words[whose])
                c->hits[side][whose] += is_in(c->words[whose], text.bytes + at, end - at);
    }
}

void tr_columns_look(tr_columns *c, tr_span source, tr_span target)
{
    if (c->n_lines >= LINES || (!c->words[0] && !c->words[1])) return;
    c->n_lines++;
    look_at_side(c, 0, source);
    look_at_side(c, 1, target);
}

bool tr_columns_exchanged(const tr_columns *c)
{
    bool known = false;
    for (int whose = 0; whose < 2; whose++) {
        const size_t right = c->hits[whose][whose], wrong = c->hits[!whose][whose];
        if (!c->words[whose]) continue;
        if (wrong < LEAST || wrong <= TIMES * right) return false;
        known = true;
    }
    return known;
}
