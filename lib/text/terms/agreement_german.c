#include "text/terms/agreement_german.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/terms/function_words.h"
#include "text/terms/german_cases.h"
#include "text/terms/inflection.h"
#include "text/terms/noun.h"
#include "text/terms/variants.h"
#include "text/terms/words_around.h"

/* ---- What stands before the noun ---- */

enum { MOST_ADJECTIVES = 3, LONGEST_WORD = 60 };

typedef struct frame {
    const char *text;
    tr_span place;
    tr_span adjective[MOST_ADJECTIVES]; /* nearest to the noun first */
    size_t n_adjectives;
    tr_span word; /* of the determiner */
    bool determined;
    tr_german_determiner d;
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
        " \xC3\xBC"
        "ber oder aber unter hinter wenn denn nach ohne alle viele beide haben sollten "
        "waren wurden wollen k\xC3\xB6nnen m\xC3\xBCssen sollen d\xC3\xBCrfen werden einigen "
        "vielen "
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
        if (small_word(text, next, word) && tr_german_determiner_find(word, &f.d)) {
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
    const char *const(*adjective)[TR_N_COLUMNS] = f->determined ? f->d.adjective : tr_german_strong;
    unsigned bits = f->determined ? f->d.bits : TR_ALL_FORMS, fewer;

    if (!f->d.preposition || !f->determined) {
        fewer = bits & tr_german_cases_behind(f->preposition);
        bits = fewer ? fewer : bits;
    }
    fewer = bits & (is_plural ? TR_PLURALS : TR_SINGULARS);
    bits = fewer ? fewer : bits;
    for (size_t i = 0; i < f->n_adjectives; i++) {
        const tr_span a = f->adjective[i];
        const size_t n = adjective_ending(f->text + a.begin, a.end - a.begin);
        fewer = bits & tr_german_forms(adjective, f->text + a.end - n, n);
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

/* The word that is inflected: the last one before a function word, as "Schutz der Daten" has one.
 */
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
    return p->head.end - p->head.begin > n && !memcmp(p->text + p->head.end - n, ending, n);
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
    return any && plural && !strncmp(plural, p->text, len) &&
           !strncmp(plural + len - head_ends(p, "e"), "en", 2);
}

static const char *singular_in(const noun_parts *p, size_t kase, size_t column, const char *plural)
{
    if (column == TR_FEMININE || kase == TR_NOMINATIVE) return p->text;
    if (column == TR_MASCULINE && is_weak_noun(p, plural))
        return head_and(p, head_ends(p, "e") ? "n" : "en");
    if (kase != TR_GENITIVE) return p->text;
    if (head_ends(p, "nis")) return head_and(p, "ses");
    const bool hissing =
        head_ends(p, "s") || head_ends(p, "\xC3\x9F") || head_ends(p, "x") || head_ends(p, "z");
    return head_and(p, hissing ? "es" : "s");
}

/* The dative has an -n behind -e, -el and -er. */
static const char *plural_in(tr_region *region, const char *plural, size_t kase)
{
    const size_t len = strlen(plural);
    const bool takes = len > 2 && (plural[len - 1] == 'e' || !strcmp(plural + len - 2, "el") ||
                                   !strcmp(plural + len - 2, "er"));
    return kase == TR_DATIVE && takes && !strchr(plural, ' ')
               ? tr_region_printf(region, "%sn", plural)
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
    const char *const(*adjective)[TR_N_COLUMNS] = f->determined ? f->d.adjective : tr_german_strong;
    *begin = f->n_adjectives ? f->adjective[f->n_adjectives - 1].begin : f->place.begin;
    if (f->determined) {
        const char *const article = article_of(f, kase, column, region);
        const char *const preposition = f->d.preposition ? f->d.preposition : f->preposition;
        const char *const one =
            *f->d.stem || !article ? NULL : tr_german_contract(preposition, article);
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
    const char *genders =
        noun->gender ? given
                     : tr_noun_genders("de", p->text + p->head.begin, p->head.end - p->head.begin);
    unsigned columns = 0;
    for (; *genders; genders++)
        columns |= 1u << (*genders == 'm'   ? TR_MASCULINE
                          : *genders == 'f' ? TR_FEMININE
                                            : TR_NEUTER);
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
    return !(bits & tr_german_case(TR_NOMINATIVE)) && !(bits & tr_german_case(TR_ACCUSATIVE))
               ? TR_DATIVE
               : TR_NOMINATIVE;
}

static void add_case(const frame *f, const noun_parts *p, const tr_noun *noun, size_t kase,
                     bool is_plural, tr_variants *out)
{
    const char *plurals[TR_MOST_PLURALS];
    const size_t n = list_plurals(p, noun, plurals);
    const unsigned columns = columns_of(p, noun);

    if (!n) out->failed = true;
    for (size_t i = 0; is_plural && i < n; i++)
        add_form(f, kase, TR_PLURAL, plural_in(p->region, plurals[i], kase), out);
    for (size_t c = 0; !is_plural && c < TR_PLURAL; c++)
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
                       tr_region_printf(out->region, "%s%.*s", word, (int)n, text + place.end - n));
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
    const bool is_plural = !(bits & TR_SINGULARS) || (noun->is_plural && (bits & TR_PLURALS));
    const unsigned left = bits & (is_plural ? TR_PLURALS : TR_SINGULARS);
    const bool bare = !f.determined && !f.n_adjectives;
    for (size_t k = 0; k < TR_N_CASES; k++)
        if (bare ? k == bare_case(left) : (left & tr_german_case(k)) != 0)
            add_case(&f, &p, noun, k, is_plural, out);
}
