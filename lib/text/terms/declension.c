#include "text/terms/declension.h"

#include <string.h>

#include "base/buf.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/cases.h"
#include "text/terms/endings.h"
#include "text/terms/function_words.h"
#include "text/terms/noun.h"
#include "text/terms/words_around.h"

/* ---- What stands before the noun ---- */

enum { MOST_ADJECTIVES = 3 };

typedef struct frame {
    const tr_cases *cases;
    const char *text;
    tr_span place;
    tr_span adjective[MOST_ADJECTIVES]; /* nearest to the noun first */
    size_t n_adjectives;
    const char *adjectives; /* their endings, a list of 16 */
    tr_span word;           /* of the determiner */
    bool determined;
    tr_determiner d;
    tr_span before;        /* the word before all of it; empty if there is none */
    tr_string preposition; /* the word before, in small letters */
} frame;

/* The length of an adjective's ending; 0 if the word has none. */
static size_t adjective_ending(const tr_cases *c, const char *word, size_t len)
{
    enum { SHORTEST = 2 /* bytes before it */ };
    return len > SHORTEST ? tr_ending_longest(c->strong, word + SHORTEST, len - SHORTEST) : 0;
}

static bool is_adjective(const tr_cases *c, const char *word, size_t len)
{
    enum { LONGEST = 60 };

    return len < LONGEST && tr_is_lower(tr_utf8_at(word, 0, len)) &&
           adjective_ending(c, word, len) && !tr_list_has(c->no_adjectives, word, len);
}

static frame look_before(const tr_cases *c, const char *text, tr_span place, tr_region *region)
{
    frame f = {.cases = c, .text = text, .place = place, .preposition = {"", 0}};
    tr_span at = place, next;

    while (tr_word_before(text, at.begin, &next)) {
        f.determined = tr_determiner_find(c, tr_small_word(region, text, next), &f.d);
        if (f.determined) f.word = at = next;
        if (f.determined || f.n_adjectives == MOST_ADJECTIVES ||
            !is_adjective(c, text + next.begin, next.end - next.begin))
            break;
        f.adjective[f.n_adjectives++] = at = next;
    }
    f.adjectives = f.determined ? f.d.adjectives : c->strong;
    if (tr_word_before(text, at.begin, &next)) {
        const char *const word = tr_small_word(region, text, next);
        f.before = next;
        f.preposition = (tr_string){word, strlen(word)};
    }
    return f;
}

/* Takes forms off that are not among others, unless none is left. */
static void narrow(unsigned *bits, unsigned others)
{
    if (*bits & others) *bits &= others;
}

/* A column for each gender. */
static unsigned columns_of(const char *genders)
{
    unsigned columns = 0;
    for (; *genders; genders++)
        columns |= 1u << (*genders == 'm'   ? TR_MASCULINE
                          : *genders == 'f' ? TR_FEMININE
                                            : TR_NEUTER);
    return columns;
}

/* The forms of the genders that the word in the place may have, by its ending; all plurals. */
static unsigned forms_of_place(const char *language, const frame *f)
{
    const char *const word = f->text + f->place.begin;
    const size_t len = f->place.end - f->place.begin,
                 first = tr_utf8_skip_back(word, 0, len, tr_is_letter);
    unsigned bits = TR_PLURALS;

    const unsigned columns = columns_of(tr_noun_genders(language, word + first, len - first));
    for (size_t k = 0; k < TR_N_CASES; k++)
        bits |= columns << k * TR_N_COLUMNS;
    return bits;
}

/* True if nothing of the sentence is before the determiner. */
static bool begins_sentence(const frame *f)
{
    return f->determined && tr_utf8_find(f->text, 0, f->word.begin, tr_is_alnum) == f->word.begin;
}

/* The cases and columns that the words before the noun allow.  What begins a sentence is its
 * subject, or its object. */
static unsigned allowed_by(const char *language, const frame *f, bool is_plural)
{
    unsigned bits = f->determined ? f->d.bits : TR_ALL_FORMS;

    if (!f->determined || !f->d.preposition.len)
        narrow(&bits, tr_cases_behind(f->cases, f->preposition));
    narrow(&bits, is_plural ? TR_PLURALS : TR_SINGULARS);
    for (size_t i = 0; i < f->n_adjectives; i++) {
        const tr_span a = f->adjective[i];
        const size_t n = adjective_ending(f->cases, f->text + a.begin, a.end - a.begin);
        narrow(&bits, tr_case_forms(f->adjectives, f->text + a.end - n, n));
    }
    if (f->determined) narrow(&bits, forms_of_place(language, f));
    if (begins_sentence(f) && !f->d.preposition.len)
        narrow(&bits, tr_case_all(TR_NOMINATIVE) | tr_case_all(TR_ACCUSATIVE));
    return bits;
}

/* True if a verb in the plural comes behind the place; an infinitive does not, near the beginning.
 */
static bool has_plural_verb(const char *language, const char *text, size_t len, tr_span place,
                            tr_region *region)
{
    enum { NEAR = 2 /* words */ };
    const tr_neighbours *const l = &tr_language_data(language)->neighbours;
    tr_span word;
    size_t n = 0;

    if (!tr_word_after(text, len, place.end, &word)) return false;
    const char *const small = tr_small_word(region, text, word);
    if (tr_list_has(l->plural_verbs, small, strlen(small))) return true;
    while (n <= NEAR && tr_word_before(text, place.begin, &word)) {
        place.begin = word.begin;
        n++;
    }
    return n <= NEAR && tr_utf8_find(text, 0, place.begin, tr_is_alnum) == place.begin &&
           tr_list_has(l->plural_or_other, small, strlen(small));
}

/* ---- The noun ---- */

typedef struct noun_parts {
    const tr_cases *cases;
    const char *language;
    tr_region *region;
    tr_span head;     /* of the singular: what is inflected */
    const char *text; /* the singular */
} noun_parts;

/* The word that is inflected: the last one before a function word, as "Schutz der Daten" has one.
 */
static tr_span find_head(const char *language, const char *noun)
{
    tr_span head = {0, strcspn(noun, " ")};

    for (size_t at = head.end; noun[at];) {
        const size_t begin = at + 1, end = begin + strcspn(noun + begin, " ");
        if (tr_is_function_word(language, noun + begin, end - begin)) break;
        head = (tr_span){begin, end};
        at = end;
    }
    return head;
}

/* The singular by the first of some rules; `other` if none fits its head. */
static const char *by_rules(const noun_parts *p, const char *rules, const char *other)
{
    const tr_span head = p->head;
    const char *const form =
        tr_noun_by_rules(rules, p->text + head.begin, head.end - head.begin, p->region);

    return form ? tr_region_printf(p->region, "%.*s%s%s", (int)head.begin, p->text, form,
                                   p->text + head.end)
                : other;
}

/* Nouns such as "Student" have the form of their plural in all cases but the nominative; others are
 * known. */
static const char *weak_form(const noun_parts *p, const char *plural)
{
    const char *const sure = by_rules(p, p->cases->surely_weak, NULL);
    const char *const form = sure ? sure : by_rules(p, p->cases->weak_nouns, NULL);
    const size_t behind = strlen(p->text + p->head.end);

    if (!form || !strcmp(form, p->text)) return NULL;
    return sure || (plural && !strncmp(plural, form, strlen(form) - behind)) ? form : NULL;
}

static const char *singular_in(const noun_parts *p, size_t kase, size_t column, const char *plural)
{
    if (column == TR_FEMININE || kase == TR_NOMINATIVE) return p->text;
    const char *const weak = column == TR_MASCULINE ? weak_form(p, plural) : NULL;
    if (kase != TR_GENITIVE) return weak ? weak : p->text;
    return weak ? by_rules(p, p->cases->weak_genitives, weak)
                : by_rules(p, p->cases->genitives, p->text);
}

static const char *plural_in(const noun_parts *p, const char *plural, size_t kase)
{
    enum { SHORTEST = 3 };
    const size_t len = strlen(plural);
    const char *rules = p->cases->dative_plurals;
    tr_ending e;

    if (kase != TR_DATIVE || len < SHORTEST || strchr(plural, ' ') ||
        !tr_ending_next(&rules, plural, len, &e))
        return plural;
    return tr_region_printf(p->region, "%.*s%.*s", (int)(len - e.len), plural, (int)e.n, e.with);
}

/* The genders that the noun may have. */
static unsigned columns_of_noun(const noun_parts *p, const tr_noun *noun)
{
    const char given[] = {noun->gender, '\0'};
    return columns_of(noun->gender ? given
                                   : tr_noun_genders(p->language, p->text + p->head.begin,
                                                     p->head.end - p->head.begin));
}

/* The plural, as it is given, or as the ending tells; NULL: it is not sure. */
static const char *plural_of(const noun_parts *p, const tr_noun *noun, tr_variants *out)
{
    const tr_noun_word head = {p->language, p->text + p->head.begin, p->head.end - p->head.begin,
                               noun->gender};
    const char *plurals[TR_MOST_PLURALS];

    if (noun->plural) return noun->plural;
    const int n = tr_noun_plurals(&head, p->region, plurals);
    out->failed = out->failed || n < 0;
    return n == 1 ? tr_region_printf(p->region, "%.*s%s%s", (int)p->head.begin, p->text, plurals[0],
                                     p->text + p->head.end)
                  : NULL;
}

/* ---- Putting it ---- */

/* Writes the determiner, with its preposition; returns where the variant begins. */
static size_t write_determiner(const frame *f, size_t kase, size_t column, tr_buf *out)
{
    const tr_string stem = f->d.stem, ending = tr_case_ending(f->d.endings, kase, column);
    const bool is_contracted = f->d.preposition.len > 0;
    const tr_string preposition = is_contracted ? f->d.preposition : f->preposition;
    const tr_string one =
        stem.len ? (tr_string){"", 0} : tr_case_contraction(f->cases, preposition, ending);

    if (one.len) {
        tr_buf_printf(out, "%.*s ", (int)one.len, one.text);
        return is_contracted ? f->word.begin : f->before.begin;
    }
    if (is_contracted) tr_buf_printf(out, "%.*s ", (int)preposition.len, preposition.text);
    tr_buf_printf(out, "%.*s%.*s ", (int)stem.len, stem.text, (int)ending.len, ending.text);
    return f->word.begin;
}

static void add_form(const frame *f, size_t kase, size_t column, const char *noun, tr_variants *out)
{
    const tr_string ending = tr_case_ending(f->adjectives, kase, column);
    tr_span span = f->place;
    tr_buf before = {0};

    if (f->n_adjectives) span.begin = f->adjective[f->n_adjectives - 1].begin;
    if (f->determined) span.begin = write_determiner(f, kase, column, &before);
    for (size_t i = f->n_adjectives; i-- > 0;) {
        const tr_span a = f->adjective[i];
        const size_t n = adjective_ending(f->cases, f->text + a.begin, a.end - a.begin);
        tr_buf_add(&before, f->text + a.begin, a.end - a.begin - n);
        tr_buf_printf(&before, "%.*s ", (int)ending.len, ending.text);
    }
    tr_add_variant(out, f->text, span, tr_buf_text(&before), noun);
    tr_buf_free(&before);
}

/* Nothing before the noun tells its case: a preposition may. */
static size_t bare_case(unsigned bits)
{
    return bits & (tr_case_all(TR_NOMINATIVE) | tr_case_all(TR_ACCUSATIVE)) ? TR_NOMINATIVE
                                                                            : TR_DATIVE;
}

static void add_case(const frame *f, const noun_parts *p, const tr_noun *noun, size_t kase,
                     bool is_plural, tr_variants *out)
{
    const char *const plural = plural_of(p, noun, out);
    const unsigned columns = columns_of_noun(p, noun);

    if (is_plural && plural) add_form(f, kase, TR_PLURAL, plural_in(p, plural, kase), out);
    for (size_t c = 0; !is_plural && c < TR_PLURAL; c++)
        if (columns >> c & 1) add_form(f, kase, c, singular_in(p, kase, c, plural), out);
}

/* What is no noun takes the ending of the word in whose place it comes. */
static void add_inflected(const tr_cases *c, const char *text, tr_span place, const char *word,
                          tr_variants *out)
{
    const size_t n = adjective_ending(c, text + place.begin, place.end - place.begin);
    const char *verbs = c->verbs;
    tr_ending e;

    tr_add_variant(out, text, place, "", word);
    if (n && !tr_ending_next(&verbs, word, strlen(word), &e))
        tr_add_variant(out, text, place, "",
                       tr_region_printf(out->region, "%s%.*s", word, (int)n, text + place.end - n));
}

void tr_decline(const char *language, const char *text, size_t len, tr_span place,
                const tr_noun *noun, tr_variants *out)
{
    const tr_cases *const c = &tr_language_data(language)->cases;
    const noun_parts p = {c, language, out->region, find_head(language, noun->singular),
                          noun->singular};
    const int32_t first = tr_utf8_at(noun->singular, 0, strlen(noun->singular));

    if (!tr_is_upper(first) && !strchr(noun->singular, ' ')) {
        add_inflected(c, text, place, noun->singular, out);
        return;
    }
    const frame f = look_before(c, text, place, out->region);
    const bool wanted = noun->is_plural || has_plural_verb(language, text, len, place, out->region);
    const unsigned bits = allowed_by(language, &f, wanted);
    const bool is_plural = !(bits & TR_SINGULARS) || (wanted && (bits & TR_PLURALS));
    const unsigned left = bits & (is_plural ? TR_PLURALS : TR_SINGULARS);
    const bool bare = !f.determined && !f.n_adjectives;
    for (size_t k = 0; k < TR_N_CASES; k++)
        if (bare ? k == bare_case(left) : (left & tr_case_all(k)) != 0)
            add_case(&f, &p, noun, k, is_plural, out);
}
