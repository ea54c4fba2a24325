#include "text/terms/agreement_german.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/terms/function_words.h"
#include "text/terms/inflection.h"
#include "text/terms/noun.h"
#include "text/terms/variants.h"
#include "text/terms/words_around.h"

enum kase { NOMINATIVE, ACCUSATIVE, DATIVE, GENITIVE, N_CASES };
enum column { MASCULINE, FEMININE, NEUTER, PLURAL, N_COLUMNS };

/* Endings by case and column. */
typedef const char *const table[N_CASES][N_COLUMNS];

static table definite = {{"der", "die", "das", "die"},
                         {"den", "die", "das", "die"},
                         {"dem", "der", "dem", "den"},
                         {"des", "der", "des", "der"}};
static table of_dieser = {{"er", "e", "es", "e"},
                          {"en", "e", "es", "e"},
                          {"em", "er", "em", "en"},
                          {"es", "er", "es", "er"}};
static table of_ein = {{"", "e", "", "e"},
                       {"en", "e", "", "e"},
                       {"em", "er", "em", "en"},
                       {"es", "er", "es", "er"}};
/* Of adjectives: behind der and dieser, behind ein, without a determiner. */
static table weak = {{"e", "e", "e", "en"},
                     {"en", "e", "e", "en"},
                     {"en", "en", "en", "en"},
                     {"en", "en", "en", "en"}};
static table mixed = {{"er", "e", "es", "en"},
                      {"en", "e", "es", "en"},
                      {"en", "en", "en", "en"},
                      {"en", "en", "en", "en"}};
static table strong = {{"er", "e", "es", "e"},
                       {"en", "e", "es", "e"},
                       {"em", "er", "em", "en"},
                       {"en", "er", "en", "er"}};

/* Sets of a case and a column are bits. */
static unsigned bit(size_t kase, size_t column)
{
    return 1u << (kase * N_COLUMNS + column);
}

enum { ALL = 0xFFFF, SINGULARS = 0x7777, PLURALS = 0x8888 };

static unsigned bits_of(table t, const char *ending, size_t len)
{
    unsigned bits = 0;
    for (size_t k = 0; k < N_CASES; k++)
        for (size_t c = 0; c < N_COLUMNS; c++)
            if (strlen(t[k][c]) == len && !memcmp(t[k][c], ending, len)) bits |= bit(k, c);
    return bits;
}

static unsigned bits_of_case(size_t kase)
{
    return 0xFu << kase * N_COLUMNS;
}

/* ---- Determiners ---- */

/* A preposition and an article in one word. */
static const struct {
    const char *word, *preposition, *article;
} contractions[] = {{"im", "in", "dem"},   {"am", "an", "dem"},   {"zum", "zu", "dem"},
                    {"zur", "zu", "der"},  {"beim", "bei", "dem"}, {"vom", "von", "dem"},
                    {"ins", "in", "das"},  {"ans", "an", "das"}};
enum { N_CONTRACTIONS = sizeof contractions / sizeof *contractions };

typedef struct determiner {
    const char *preposition; /* of a contraction; or NULL */
    const char *stem;        /* "" for the article */
    const char *const (*endings)[N_COLUMNS];
    const char *const (*adjective)[N_COLUMNS]; /* how adjectives behind it end */
    unsigned bits;
} determiner;

static bool find_stem(const char *const *stems, size_t n, table endings, table adjective,
                      const char *word, determiner *d)
{
    for (size_t i = 0; i < n; i++) {
        const size_t len = strlen(stems[i]);
        if (strncmp(word, stems[i], len) != 0) continue;
        const unsigned bits = bits_of(endings, word + len, strlen(word + len));
        *d = (determiner){.stem = stems[i], .endings = endings, .adjective = adjective, .bits = bits};
        if (bits) return true;
    }
    return false;
}

/* The determiner that a word in small letters is, if it is one. */
static bool find_determiner(const char *word, determiner *d)
{
    static const char *const like_dieser[] = {"dies", "jed", "jen", "welch", "manch"};
    static const char *const like_ein[] = {"ein", "kein", "mein",  "dein",
                                           "sein", "ihr", "unser", "eur"};

    for (size_t i = 0; i < N_CONTRACTIONS; i++) {
        if (strcmp(word, contractions[i].word) != 0) continue;
        const char *const article = contractions[i].article;
        const size_t kase = strcmp(article, "das") != 0 ? DATIVE : ACCUSATIVE;
        *d = (determiner){
            contractions[i].preposition, "", definite, weak,
            bits_of(definite, article, strlen(article)) & bits_of_case(kase) & SINGULARS};
        return true;
    }
    *d = (determiner){NULL, "", definite, weak, bits_of(definite, word, strlen(word))};
    if (d->bits) return true;
    return find_stem(like_dieser, sizeof like_dieser / sizeof *like_dieser, of_dieser, weak, word,
                     d) ||
           find_stem(like_ein, sizeof like_ein / sizeof *like_ein, of_ein, mixed, word, d);
}

/* The contraction of a preposition and an article, or NULL. */
static const char *contract(const char *preposition, const char *article)
{
    for (size_t i = 0; i < N_CONTRACTIONS; i++)
        if (!strcmp(contractions[i].preposition, preposition) &&
            !strcmp(contractions[i].article, article))
            return contractions[i].word;
    return NULL;
}

static unsigned bits_behind(const char *preposition)
{
    static const struct {
        const char *words;
        unsigned cases;
    } of[] = {{" mit von aus bei nach zu seit ", 0xFu << DATIVE * N_COLUMNS},
              {" f\xC3\xBCr ohne durch gegen um ", 0xFu << ACCUSATIVE * N_COLUMNS},
              {" wegen w\xC3\xA4hrend trotz ", 0xFFu << DATIVE * N_COLUMNS},
              {" in an auf \xC3\xBC" "ber unter vor hinter neben zwischen ",
               0xFFu << ACCUSATIVE * N_COLUMNS}};
    for (size_t i = 0; *preposition && i < sizeof of / sizeof *of; i++)
        if (tr_is_listed(of[i].words, preposition)) return of[i].cases;
    return ALL;
}

/* ---- What stands before the noun ---- */

enum { MOST_ADJECTIVES = 3, LONGEST_WORD = 60 };

typedef struct frame {
    const char *text;
    tr_span place;
    tr_span adjective[MOST_ADJECTIVES]; /* nearest to the noun first */
    size_t n_adjectives;
    tr_span word; /* of the determiner */
    bool determined;
    determiner d;
    tr_span before; /* the word before all of it; empty if there is none */
    char preposition[LONGEST_WORD];
} frame;

/* The length of an adjective's ending; 0 if the word has none. */
static size_t adjective_ending(const char *word, size_t len)
{
    static const char *const endings[] = {"en", "er", "es", "em", "e"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t n = strlen(endings[i]);
        if (len > n + 2 && !memcmp(word + len - n, endings[i], n)) return n;
    }
    return 0;
}

/* Words in -e, -en, -er that are no adjectives. */
static bool is_adjective(const char *word, size_t len)
{
    static const char others[] =
        " \xC3\xBC" "ber oder aber unter hinter wenn denn nach ohne alle viele beide haben sollten "
        "waren wurden wollen k\xC3\xB6nnen m\xC3\xBCssen sollen d\xC3\xBCrfen werden einigen vielen "
        "mehrere mehreren wenige wenigen gegen wegen neben zwischen immer weder wieder sehr mehr "
        "heute gerne bitte keine andere anderen viel etwa drei zwei fast sogar wer daher dieser "
        "w\xC3\xBCrde w\xC3\xBCrden wurde hatte hatten habe sein meine seine ihre unsere eine ";
    int32_t c;

    tr_utf8_decode(word, len, &c);
    char copy[LONGEST_WORD];
    if (len >= sizeof copy || !tr_is_lower(c)) return false;
    memcpy(copy, word, len);
    copy[len] = '\0';
    return adjective_ending(word, len) && !tr_is_listed(others, copy);
}

static bool small_word(const char *text, tr_span at, char out[LONGEST_WORD])
{
    tr_buf small = {0};
    tr_fold(text + at.begin, at.end - at.begin, &small);
    const bool fits = !small.failed && small.len < LONGEST_WORD;
    if (fits) memcpy(out, tr_buf_text(&small), small.len + 1);
    tr_buf_free(&small);
    return fits && *out;
}

static frame look_before(const char *text, tr_span place)
{
    frame f = {.text = text, .place = place};
    char word[LONGEST_WORD];
    tr_span at = place, next;

    while (tr_word_before(text, at.begin, &next)) {
        if (small_word(text, next, word) && find_determiner(word, &f.d)) {
            f.word = at = next;
            f.determined = true;
            break;
        }
        if (f.n_adjectives == MOST_ADJECTIVES ||
            !is_adjective(text + next.begin, next.end - next.begin))
            break;
        f.adjective[f.n_adjectives++] = at = next;
    }
    if (tr_word_before(text, at.begin, &next) && small_word(text, next, f.preposition))
        f.before = next;
    return f;
}

/* The cases and columns that the words before the noun allow. */
static unsigned allowed_by(const frame *f, bool is_plural)
{
    const char *const(*adjective)[N_COLUMNS] = f->determined ? f->d.adjective : strong;
    unsigned bits = f->determined ? f->d.bits : ALL, fewer;

    if (!f->d.preposition || !f->determined) {
        fewer = bits & bits_behind(f->preposition);
        bits = fewer ? fewer : bits;
    }
    fewer = bits & (is_plural ? PLURALS : SINGULARS);
    bits = fewer ? fewer : bits;
    for (size_t i = 0; i < f->n_adjectives; i++) {
        const tr_span a = f->adjective[i];
        const size_t n = adjective_ending(f->text + a.begin, a.end - a.begin);
        fewer = bits & bits_of(adjective, f->text + a.end - n, n);
        bits = fewer ? fewer : bits;
    }
    return bits;
}

/* ---- The noun ---- */

typedef struct noun_parts {
    tr_region *region;
    tr_span head;     /* of the singular: what is inflected */
    const char *text; /* the singular */
} noun_parts;

/* The word that is inflected: the last one before a function word, as "Schutz der Daten" has one. */
static tr_span find_head(const char *noun)
{
    tr_span head = {0, strcspn(noun, " ")};

    for (size_t at = head.end; noun[at];) {
        const size_t begin = at + 1, end = begin + strcspn(noun + begin, " ");
        if (tr_is_function_word("de", noun + begin, end - begin)) break;
        head = (tr_span){begin, end};
        at = end;
    }
    return head;
}

static const char *with_head(const noun_parts *p, const char *head)
{
    return tr_region_printf(p->region, "%.*s%s%s", (int)p->head.begin, p->text, head,
                            p->text + p->head.end);
}

static bool head_ends(const noun_parts *p, const char *ending)
{
    const size_t n = strlen(ending);
    return p->head.end - p->head.begin > n &&
           !memcmp(p->text + p->head.end - n, ending, n);
}

static const char *head_and(const noun_parts *p, const char *ending)
{
    return tr_region_printf(p->region, "%.*s%s%s", (int)p->head.end, p->text, ending,
                            p->text + p->head.end);
}

/* Nouns such as "Student", which end in -en in all cases but the nominative. */
static bool is_weak_noun(const noun_parts *p, const char *plural)
{
    const char *const(endings[]) = {"ent", "ant", "ist", "at", "e", "oge"};
    const size_t len = p->head.end;
    bool any = false;

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        any = any || head_ends(p, endings[i]);
    return any && plural && !strncmp(plural, p->text, len) && !strncmp(plural + len - head_ends(p, "e"), "en", 2);
}

static const char *singular_in(const noun_parts *p, size_t kase, size_t column, const char *plural)
{
    if (column == FEMININE || kase == NOMINATIVE) return p->text;
    if (column == MASCULINE && is_weak_noun(p, plural))
        return head_and(p, head_ends(p, "e") ? "n" : "en");
    if (kase != GENITIVE) return p->text;
    if (head_ends(p, "nis")) return head_and(p, "ses");
    const bool hissing = head_ends(p, "s") || head_ends(p, "\xC3\x9F") || head_ends(p, "x") ||
                         head_ends(p, "z");
    return head_and(p, hissing ? "es" : "s");
}

/* The dative has an -n behind -e, -el and -er. */
static const char *plural_in(tr_region *region, const char *plural, size_t kase)
{
    const size_t len = strlen(plural);
    const bool takes = len > 2 && (plural[len - 1] == 'e' || !strcmp(plural + len - 2, "el") ||
                                   !strcmp(plural + len - 2, "er"));
    return kase == DATIVE && takes && !strchr(plural, ' ') ? tr_region_printf(region, "%sn", plural)
                                                           : plural;
}

/* ---- Putting it ---- */

static const char *article_of(const frame *f, size_t kase, size_t column, tr_region *region)
{
    const char *const ending = f->d.endings[kase][column];
    return *f->d.stem ? tr_region_printf(region, "%s%s", f->d.stem, ending) : ending;
}

/* Writes determiner and adjectives for a case and a column; sets where the variant begins. */
static void write_before(const frame *f, size_t kase, size_t column, tr_region *region, tr_buf *out,
                         size_t *begin)
{
    const char *const(*adjective)[N_COLUMNS] = f->determined ? f->d.adjective : strong;
    *begin = f->n_adjectives ? f->adjective[f->n_adjectives - 1].begin : f->place.begin;
    if (f->determined) {
        const char *const article = article_of(f, kase, column, region);
        const char *const preposition = f->d.preposition ? f->d.preposition : f->preposition;
        const char *const one = *f->d.stem || !article ? NULL : contract(preposition, article);
        const bool swallows = one && !f->d.preposition;
        *begin = swallows ? f->before.begin : f->word.begin;
        if (f->d.preposition && !one) tr_buf_printf(out, "%s ", preposition);
        tr_buf_printf(out, "%s ", one ? one : article ? article : "");
    }
    for (size_t i = f->n_adjectives; i-- > 0;) {
        const tr_span a = f->adjective[i];
        const size_t n = adjective_ending(f->text + a.begin, a.end - a.begin);
        tr_buf_add(out, f->text + a.begin, a.end - a.begin - n);
        tr_buf_printf(out, "%s ", adjective[kase][column]);
    }
}

static void add_form(const frame *f, size_t kase, size_t column, const char *noun, tr_variants *out)
{
    tr_buf before = {0};
    size_t begin;

    write_before(f, kase, column, out->region, &before, &begin);
    tr_add_variant(out, f->text, (tr_span){begin, f->place.end}, tr_buf_text(&before), noun);
    tr_buf_free(&before);
}

/* A column for each gender that the noun may have. */
static unsigned columns_of(const noun_parts *p, const tr_noun *noun)
{
    const char given[] = {noun->gender, '\0'};
    const char *genders = noun->gender ? given
                                       : tr_noun_genders("de", p->text + p->head.begin,
                                                         p->head.end - p->head.begin);
    unsigned columns = 0;
    for (; *genders; genders++)
        columns |= 1u << (*genders == 'm' ? MASCULINE : *genders == 'f' ? FEMININE : NEUTER);
    return columns;
}

static size_t list_plurals(const noun_parts *p, const tr_noun *noun,
                           const char *plurals[TR_MOST_PLURALS])
{
    if (noun->plural) plurals[0] = noun->plural;
    if (noun->plural) return 1;
    int n = tr_noun_plurals("de", p->text + p->head.begin, p->head.end - p->head.begin, p->region,
                            plurals);
    for (int i = 0; i < n; i++) {
        plurals[i] = with_head(p, plurals[i]);
        if (!plurals[i]) n = -1;
    }
    return n < 0 ? 0 : (size_t)n;
}

/* Nothing before the noun tells its case: a preposition may. */
static size_t bare_case(unsigned bits)
{
    return !(bits & bits_of_case(NOMINATIVE)) && !(bits & bits_of_case(ACCUSATIVE)) ? DATIVE
                                                                                    : NOMINATIVE;
}

static void add_case(const frame *f, const noun_parts *p, const tr_noun *noun, size_t kase,
                     bool is_plural, tr_variants *out)
{
    const char *plurals[TR_MOST_PLURALS];
    const size_t n = list_plurals(p, noun, plurals);
    const unsigned columns = columns_of(p, noun);

    if (!n) out->failed = true;
    for (size_t i = 0; is_plural && i < n; i++)
        add_form(f, kase, PLURAL, plural_in(p->region, plurals[i], kase), out);
    for (size_t c = 0; !is_plural && c < PLURAL; c++)
        if (columns >> c & 1) add_form(f, kase, c, singular_in(p, kase, c, plurals[0]), out);
}

/* What is no noun takes the ending of the word in whose place it comes. */
static void add_inflected(const char *text, tr_span place, const char *word, tr_variants *out)
{
    const size_t len = place.end - place.begin, n = adjective_ending(text + place.begin, len);
    const bool is_verb = tr_ends_in(word, "en");

    tr_add_variant(out, text, place, "", word);
    if (n && !is_verb)
        tr_add_variant(out, text, place, "",
                       tr_region_printf(out->region, "%s%.*s", word, (int)n,
                                        text + place.end - n));
}

void tr_agree_german(const char *text, tr_span place, const tr_noun *noun, tr_variants *out)
{
    const noun_parts p = {out->region, find_head(noun->singular), noun->singular};
    const frame f = look_before(text, place);
    int32_t c;

    tr_utf8_decode(noun->singular, strlen(noun->singular), &c);
    if (!tr_is_upper(c) && !strchr(noun->singular, ' ')) {
        add_inflected(text, place, noun->singular, out);
        return;
    }
    const unsigned bits = allowed_by(&f, noun->is_plural);
    const bool is_plural = !(bits & SINGULARS) || (noun->is_plural && (bits & PLURALS));
    const unsigned left = bits & (is_plural ? PLURALS : SINGULARS);
    const bool bare = !f.determined && !f.n_adjectives;
    for (size_t k = 0; k < N_CASES; k++)
        if (bare ? k == bare_case(left) : (left & bits_of_case(k)) != 0)
            add_case(&f, &p, noun, k, is_plural, out);
}
