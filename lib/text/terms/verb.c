#include "text/terms/verb.h"

#include <string.h>

#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/terms/endings.h"
#include "text/terms/noun.h"
#include "text/terms/term_words.h"
#include "text/terms/words_around.h"
#include "translate.h"

/* A verb whose forms are made. */
typedef struct verb {
    const tr_verbs *facts;
    tr_region *region;
    const char *infinitive;
    size_t len;
    size_t prefix;    /* bytes that part from it: "auf" */
    tr_string strong; /* its row, or an empty text */
    size_t stem;      /* where the row's verb begins */
    bool is_irregular;
    bool is_past, is_told; /* as the source has it */
} verb;

/* ---- The verb ---- */

/* Bytes of the longest word of a list that a verb begins with, beside a stem. */
static size_t find_prefix(const char *list, const char *text, size_t len)
{
    enum { SHORTEST = 4 };
    size_t n, longest = 0;

    for (const char *w = list; (w = tr_list_next(w, &n)); w += n)
        if (n > longest && len >= n + SHORTEST && !memcmp(text, w, n)) longest = n;
    return longest;
}

/* Finds the row of the longest infinitive that the verb ends in, which leaves a prefix, or nothing.
 */
static void find_strong(verb *v)
{
    size_t n, longest = 0;

    for (const char *row = v->facts->strong; (row = tr_list_next(row, &n)); row += n) {
        const size_t size = strcspn(row, "/ ");
        if (size <= longest || size > v->len ||
            memcmp(v->infinitive + v->len - size, row, size) != 0)
            continue;
        longest = size;
        v->strong = (tr_string){row, n};
        v->stem = v->len - size;
    }
}

static verb make_verb(const char *language, const tr_noun *of, tr_region *region)
{
    const char *const infinitive = of->singular;
    const tr_verbs *const facts = &tr_language_data(language)->verbs;
    verb v = {.facts = facts,
              .region = region,
              .infinitive = infinitive,
              .len = strlen(infinitive),
              .strong = {"", 0},
              .is_past = of->is_past,
              .is_told = of->is_told};

    v.prefix = find_prefix(facts->separable, infinitive, v.len);
    find_strong(&v);
    v.is_irregular = strchr(infinitive, ' ') || tr_list_has(facts->irregular, infinitive, v.len) ||
                     tr_ending_longest(facts->irregular_ends, infinitive, v.len);
    return v;
}

/* Field i of a strong verb's row: of the third person, the past, the participle. */
static tr_string strong_form(const verb *v, size_t i)
{
    const char *at = v->strong.text;

    for (; i > 0; i--)
        at = strchr(at, '/') + 1;
    return (tr_string){at, strcspn(at, "/ ")};
}

/* ---- Its forms ---- */

enum { THIRD = 1, PAST, PARTICIPLE };

static const char *with_stem(const verb *v, tr_string form, const char *ending)
{
    return tr_region_printf(v->region, "%.*s%.*s%s", (int)v->stem, v->infinitive, (int)form.len,
                            form.text, ending);
}

/* The participle: what has a prefix of its own gets none, and what parts from the verb stays before
 * it. */
static const char *make_participle(const verb *v)
{
    const tr_verbs *const facts = v->facts;
    const char *const rest = v->infinitive + v->prefix;
    const size_t len = v->len - v->prefix;
    const bool is_bare = find_prefix(facts->inseparable, rest, len) ||
                         tr_ending_longest(facts->unprefixed, rest, len);
    const char *const mark = is_bare || !facts->participle_prefix ? "" : facts->participle_prefix;

    if (v->strong.len) {
        const tr_string form = strong_form(v, PARTICIPLE);
        const size_t inner = v->stem > v->prefix ? v->stem - v->prefix : 0;
        return tr_region_printf(v->region, "%.*s%s%.*s%.*s", (int)v->prefix, v->infinitive, mark,
                                (int)inner, rest, (int)form.len, form.text);
    }
    const char *const form = tr_noun_by_rules(facts->participle, rest, len, v->region);
    return form ? tr_region_printf(v->region, "%.*s%s%s", (int)v->prefix, v->infinitive, mark, form)
                : NULL;
}

static void add(tr_variants *out, const char *text, tr_span place, const char *form)
{
    if (form) tr_add_variant(out, text, place, "", form);
}

/* Rules of an entry, "ten>tet,en>t", as a list. */
static const char *rules_of(const verb *v, const char *entry, size_t len)
{
    char *const rules = tr_region_printf(v->region, " %.*s ", (int)len, entry);

    if (!rules) return NULL;
    for (char *at = rules; (at = strchr(at, ','));)
        *at = ' ';
    return rules;
}

/* ---- The place ---- */

/* An entry of `forms`: "!t=ten>tet,en>t". */
typedef struct entry {
    bool not_past, no_telling, strong; /* marks '!', '?' and '*' before it */
    tr_string ending, rules;
} entry;

static bool next_entry(const char **at, entry *e)
{
    size_t size;
    const char *word = tr_list_next(*at, &size);

    if (!word) return false;
    const char *const end = word + size;
    *e = (entry){0};
    for (; strchr("!?*", *word); word++) {
        e->not_past = e->not_past || *word == '!';
        e->no_telling = e->no_telling || *word == '?';
        e->strong = e->strong || *word == '*';
    }
    const size_t n = strcspn(word, "=");
    e->ending = (tr_string){word, n};
    e->rules = (tr_string){word + n + 1, (size_t)(end - word) - n - 1};
    *at = end;
    return true;
}

static bool ends_in(tr_string ending, const char *word, size_t n)
{
    return ending.len <= n && !memcmp(word + n - ending.len, ending.text, ending.len);
}

static bool may_be(const verb *v, const entry *e)
{
    return !(e->not_past && v->is_past) && !(e->no_telling && v->is_told) &&
           (e->strong || !v->strong.len);
}

/* The form that an entry makes; NULL: none. */
static const char *form_of(const verb *v, const entry *e)
{
    const char *const rules = rules_of(v, e->rules.text, e->rules.len);
    return rules ? tr_noun_by_rules(rules, v->infinitive, v->len, v->region) : NULL;
}

/* Adds the forms of all entries of the longest ending that the word in the place has. */
static void add_forms(const verb *v, const char *text, tr_span place, tr_variants *out)
{
    const char *const word = text + place.begin;
    const size_t n = place.end - place.begin;
    size_t longest = 0;
    entry e;

    for (const char *at = v->facts->forms; next_entry(&at, &e);)
        if (ends_in(e.ending, word, n) && e.ending.len > longest) longest = e.ending.len;
    for (const char *at = v->facts->forms; longest && next_entry(&at, &e);)
        if (e.ending.len == longest && ends_in(e.ending, word, n) && may_be(v, &e))
            add(out, text, place, form_of(v, &e));
}

/* Adds the third person and the past of a strong verb. */
static void add_strong(const verb *v, const char *text, tr_span place, bool is_participle,
                       tr_variants *out)
{
    const char *const word = text + place.begin;
    const size_t n = place.end - place.begin;

    if (v->is_past && !is_participle && tr_ending_longest(v->facts->past_plurals, word, n))
        add(out, text, place, with_stem(v, strong_form(v, PAST), v->facts->past_plural));
    else if (v->is_past && !is_participle)
        add(out, text, place, with_stem(v, strong_form(v, PAST), ""));
    else if (!v->is_past && tr_ending_longest(v->facts->third_ends, word, n))
        add(out, text, place, with_stem(v, strong_form(v, THIRD), ""));
}

/* True if a text has one of the words that stand beside a participle, outside the place. */
static bool has_auxiliary(const verb *v, const char *text, size_t len, tr_span place)
{
    for (tr_span w = {0}; tr_next_word(text, len, w.end, &w);) {
        const char *const small = tr_small_word(v->region, text, w);
        if (!tr_spans_overlap(w, place) && tr_list_has(v->facts->auxiliaries, small, strlen(small)))
            return true;
    }
    return false;
}

/* Adds an infinitive behind a particle, which stands within one that parts, or before it: the one
 * in the place has it within.  False: there is none. */
static bool add_infinitive(const verb *v, const char *text, tr_span place, tr_variants *out)
{
    const char *const particle = v->facts->particle, *const word = text + place.begin;
    const size_t len = place.end - place.begin, n = particle ? strlen(particle) : 0;
    const size_t prefix = find_prefix(v->facts->separable, word, len);
    tr_span before;

    if (!n) return false;
    const bool within = prefix && len > prefix + n && !memcmp(word + prefix, particle, n);
    const bool apart = tr_word_before(text, place.begin, &before) &&
                       before.end - before.begin == n && !memcmp(text + before.begin, particle, n);
    if (!within && !(apart && v->prefix)) return false;
    if (apart && !within) place.begin = before.begin;
    add(out, text, place,
        v->prefix ? tr_region_printf(v->region, "%.*s%s%s", (int)v->prefix, v->infinitive, particle,
                                     v->infinitive + v->prefix)
                  : tr_region_printf(v->region, "%s %s", particle, v->infinitive));
    return true;
}

/* True for a word that may be the infinitive of some verb. */
static bool is_infinitive(const char *language, const char *word, size_t len)
{
    const tr_endings *const e = &tr_language_data(language)->endings;
    if (!e->infinitive) return true;
    return tr_ending_longest(e->infinitive, word, len) &&
           !tr_list_has(e->no_infinitives, word, len);
}

void tr_conjugate(const char *language, const char *text, size_t len, tr_span place,
                  const tr_noun *of, tr_variants *out)
{
    const verb v = make_verb(language, of, out->region);
    const char *const word = text + place.begin;
    const size_t n = place.end - place.begin;

    if (!v.facts->forms) { /* nothing is known but the infinitive */
        tr_add_variant(out, text, place, "", v.infinitive);
        return;
    }
    if (add_infinitive(&v, text, place, out)) return;
    if (!v.is_past && is_infinitive(language, word, n)) add(out, text, place, v.infinitive);
    const bool is_participle =
        tr_ending_longest(v.facts->participle_ends, word, n) && has_auxiliary(&v, text, len, place);
    if (is_participle && !v.is_irregular) add(out, text, place, make_participle(&v));
    if (v.prefix || v.is_irregular) return;
    if (v.strong.len) add_strong(&v, text, place, is_participle, out);
    add_forms(&v, text, place, out);
}

/* ---- Finding ---- */

/* Forms of a verb as a list (word_list.h), of what is never put, too. */
static const char *list_forms(const verb *v)
{
    tr_buf all = {0};
    entry e;

    tr_buf_printf(&all, " %s ", v->infinitive);
    const char *const participle = v->is_irregular ? NULL : make_participle(v);
    if (participle) tr_buf_printf(&all, "%s ", participle);
    for (const char *at = v->facts->forms; !v->is_irregular && next_entry(&at, &e);) {
        const char *const form = e.strong || !v->strong.len ? form_of(v, &e) : NULL;
        if (form) tr_buf_printf(&all, "%s ", form);
    }
    for (size_t i = THIRD; v->strong.len && i <= PAST; i++) {
        const char *const form = with_stem(v, strong_form(v, i), "");
        if (form) tr_buf_printf(&all, "%s ", form);
        if (form && i == PAST && v->facts->past_plural)
            tr_buf_printf(&all, "%s%s ", form, v->facts->past_plural);
    }
    if (v->prefix && v->facts->particle)
        tr_buf_printf(&all, "%.*s%s%s ", (int)v->prefix, v->infinitive, v->facts->particle,
                      v->infinitive + v->prefix);
    return tr_region_keep(v->region, &all);
}

ptrdiff_t tr_verb_find(const char *language, const char *infinitive, const char *text, size_t len,
                       tr_span *at, size_t most)
{
    tr_region region = {0};
    const tr_noun of = {.singular = infinitive};
    const verb v = make_verb(language, &of, &region);
    const char *const forms = list_forms(&v);
    size_t n = 0;

    for (tr_span w = {0}; forms && n < most && tr_next_word(text, len, w.end, &w);) {
        const char *const small = tr_small_word(&region, text, w);
        if (tr_list_has(forms, small, strlen(small))) at[n++] = w;
    }
    tr_region_free(&region);
    return forms ? (ptrdiff_t)n : -1;
}
