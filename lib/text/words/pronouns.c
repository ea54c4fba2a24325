#include "text/words/pronouns.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/words/address.h"

enum { N_GENDERS = 3, NEUTER = 2 };

/* A pronoun that a sentence has; `genders`: a bit for each that it may have. */
typedef struct pronoun {
    tr_small_word word; /* without what an apostrophe joins to it: "it's" */
    unsigned genders;
    bool bound; /* its own sentence may decide it */
} pronoun;

typedef struct sentence {
    const tr_language *language;
    tr_string text;
    bool you; /* polite words mean the reader where they may */
    pronoun list[TR_MOST_PRONOUNS];
    size_t n; /* more than TR_MOST_PRONOUNS: too many */
} sentence;

/* ---- Rows of forms ---- */

/* Form g of a row "he/she/it"; "" if it has none. */
static tr_string form_of(const char *row, size_t len, int g)
{
    const char *at = row, *const end = row + len;

    for (; g && at < end; g--) {
        const char *const slash = memchr(at, '/', (size_t)(end - at));
        at = slash ? slash + 1 : end;
    }
    const char *const slash = at < end ? memchr(at, '/', (size_t)(end - at)) : NULL;
    const size_t n = (size_t)((slash ? slash : end) - at);
    return (tr_string){at, n == 1 && *at == '-' ? 0 : n};
}

static bool is_form(tr_string form, const tr_small_word *w)
{
    return form.len && form.len == w->len && !memcmp(form.text, w->text, form.len);
}

/* Of rows: a bit for each gender of which the word is a form. */
static unsigned genders_in(const char *rows, const tr_small_word *w)
{
    unsigned found = 0;
    size_t n;

    for (const char *row = rows; (row = tr_list_next(row, &n)); row += n)
        for (int g = 0; g < N_GENDERS; g++)
            if (is_form(form_of(row, n, g), w)) found |= 1u << g;
    return found;
}

/* ---- Pronouns of a sentence ---- */

static bool is_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2019;
}

/* Leaves of a word what stands before its first apostrophe. */
static void drop_contraction(const char *text, tr_small_word *w)
{
    const char *const mark = memchr(w->text, '\'', w->len);

    w->at.end = tr_utf8_find(text, w->at.begin, w->at.end, is_apostrophe);
    if (mark) w->len = (size_t)(mark - w->text);
}

/* True if the word is one of politeness, as "Sie": it means the reader. */
static bool is_polite(const sentence *s, const tr_small_word *w)
{
    return tr_small_word_listed(s->language->words.polite, w) &&
           tr_small_word_has_capital(s->text.text, w) &&
           (s->you || !tr_begins_sentence(s->text.text, w->at.begin));
}

static sentence read_sentence(const tr_language *language, tr_string text, bool you)
{
    sentence s = {.language = language, .text = text, .you = you};
    tr_small_word w;

    for (size_t at = 0; s.n <= TR_MOST_PRONOUNS && tr_small_word_next(text.text, text.len, at, &w);
         at = w.at.end) {
        pronoun p = {.word = w};
        drop_contraction(text.text, &p.word);
        const unsigned bound = genders_in(language->pronouns.bound, &p.word);
        p.genders = genders_in(language->pronouns.genders, &p.word) | bound;
        p.bound = bound != 0;
        if (!p.genders || tr_small_word_is_in_capitals(text.text, &p.word) ||
            is_polite(&s, &p.word))
            continue;
        if (s.n < TR_MOST_PRONOUNS) s.list[s.n] = p;
        s.n++;
    }
    return s;
}

/* The genders that all pronouns may have. */
static unsigned common_genders(const sentence *s)
{
    unsigned all = (1u << N_GENDERS) - 1;

    for (size_t i = 0; i < s->n; i++)
        all &= s->list[i].genders;
    return all;
}

/* ---- What a source means ---- */

/* True if the word is seldom a noun or a verb with a meaning of its own. */
static bool is_small(const tr_language *l, const tr_small_word *w)
{
    const char *const lists[] = {l->words.function,
                                 l->neighbours.subjects,
                                 l->neighbours.either,
                                 l->neighbours.before_verbs,
                                 l->neighbours.behind_nouns,
                                 l->neighbours.adverbs,
                                 l->address.you,
                                 l->address.informal};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (tr_small_word_listed(lists[i], w)) return true;
    return false;
}

static bool is_joint(const tr_language *l, const tr_small_word *w)
{
    const char *const joint = l->spelled.joint;
    return joint && strlen(joint) == w->len && !memcmp(joint, w->text, w->len);
}

/* True if the sentence itself may say before its first pronoun what that stands for: it has more
 * than a verb there, or a word and "and". */
static bool is_named_before(const sentence *s)
{
    tr_small_word w;
    size_t n = 0;

    for (size_t at = 0; tr_small_word_next(s->text.text, s->text.len, at, &w); at = w.at.end) {
        if (w.at.begin >= s->list[0].word.at.begin) break;
        n += !is_small(s->language, &w) || (n && is_joint(s->language, &w));
    }
    return n > 1;
}

/* True if words from byte `at` on begin a clause that a neuter pronoun stands for. */
static bool has_clause(const sentence *s, size_t at)
{
    enum { MOST_BEFORE = 6 };
    tr_small_word w;

    for (size_t i = 0; i < MOST_BEFORE && tr_small_word_next(s->text.text, s->text.len, at, &w);
         i++, at = w.at.end)
        if (tr_small_word_listed(s->language->pronouns.clauses, &w)) return true;
    return false;
}

/* True if the pronoun stands for no thing: "it seems", "it is clear that", "it is a day". */
static bool is_dummy(const sentence *s, const pronoun *p)
{
    const tr_language *const l = s->language;
    tr_small_word w;
    bool is = false; /* a form of "to be" was there */

    if (!l->pronouns.dummies) return false;
    bool any = tr_small_word_next(s->text.text, s->text.len, p->word.at.begin, &w);
    is = tr_small_word_listed(l->neighbours.copulas, &w);
    while ((any = tr_small_word_next(s->text.text, s->text.len, w.at.end, &w))) {
        if (tr_small_word_listed(l->neighbours.copulas, &w))
            is = true;
        else if (!tr_small_word_listed(l->neighbours.behind_nouns, &w) &&
                 !tr_small_word_listed(l->neighbours.adverbs, &w))
            break;
    }
    if (!any) return false;
    if (tr_small_word_listed(l->pronouns.dummies, &w)) return true;
    return is && (tr_small_word_listed(l->neighbours.behind_verbs, &w) ||
                  tr_small_word_has_capital(s->text.text, &w) || has_clause(s, w.at.begin));
}

/* True if a noun of the sentence may decide all pronouns, as in "their latest look". */
static bool is_bound(const sentence *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (!s->list[i].bound) return false;
    return true;
}

/* The genders that the translation's pronouns may have; 0: they stay as they are. */
static unsigned wanted_genders(const sentence *source, const tr_language *to)
{
    const unsigned neuter = 1u << NEUTER, own = common_genders(source);

    if (source->language->pronouns.natural) return own == neuter ? (1u << N_GENDERS) - 1 : 0;
    if (is_bound(source)) return 0;
    if (!to->pronouns.natural) return (1u << N_GENDERS) - 1;
    return own == 1u || own == 2u ? own | neuter : 0;
}

/* ---- Variants ---- */

/* Different forms. */
typedef struct forms {
    tr_string list[TR_MOST_PRONOUN_TEXTS];
    size_t n;
} forms;

static void add_form(forms *f, tr_string form)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].len == form.len && !memcmp(f->list[i].text, form.text, form.len)) return;
    if (form.len && f->n < TR_MOST_PRONOUN_TEXTS) f->list[f->n++] = form;
}

/* Adds the forms of gender g that may stand for a word. */
static void add_forms(forms *f, const char *rows, const tr_small_word *w, int g)
{
    size_t n;

    for (const char *row = rows; (row = tr_list_next(row, &n)); row += n) {
        bool fits = false;
        for (int other = 0; other < N_GENDERS; other++)
            fits = fits || is_form(form_of(row, n, other), w);
        if (fits) add_form(f, form_of(row, n, g));
    }
}

/* Adds all ways to write the pronouns in gender g, as far as there is room. */
static void add_variants(tr_pronouns *p, const sentence *target, int g)
{
    const tr_pronoun_facts *const facts = &target->language->pronouns;
    forms of[TR_MOST_PRONOUNS] = {0};
    size_t all = 1;

    for (size_t k = 0; k < target->n; k++) {
        add_forms(&of[k], facts->genders, &target->list[k].word, g);
        add_forms(&of[k], facts->bound, &target->list[k].word, g);
        all *= of[k].n;
    }
    for (size_t i = 0; i < all && i < TR_MOST_PRONOUN_TEXTS / N_GENDERS; i++) {
        tr_pronoun_variant *const v = &p->variants[p->n_variants++];
        v->gender = g;
        for (size_t k = 0, rest = i; k < target->n; rest /= of[k++].n) {
            v->words[k] = of[k].list[rest % of[k].n].text;
            v->word_lens[k] = of[k].list[rest % of[k].n].len;
        }
    }
}

bool tr_pronouns_can_differ(const tr_language *from, const tr_language *to)
{
    return from->pronouns.genders && to->pronouns.genders && !to->pronouns.agree &&
           !(from->pronouns.natural && to->pronouns.natural);
}

bool tr_pronouns_find(tr_pronouns *p, const tr_language *from, const tr_language *to,
                      tr_string source, tr_string translation)
{
    *p = (tr_pronouns){0};
    if (!tr_pronouns_can_differ(from, to)) return false;
    const sentence said = read_sentence(from, source, false);
    if (!said.n || said.n > TR_MOST_PRONOUNS) return false;
    const unsigned wanted = wanted_genders(&said, to);
    if (!wanted || is_named_before(&said)) return false;
    for (size_t i = 0; i < said.n; i++)
        if (is_dummy(&said, &said.list[i])) return false;
    const bool you = tr_addressee_of(from, source.text, source.len).is_told;
    const sentence target = read_sentence(to, translation, you);
    if (target.n != said.n) return false;
    for (size_t k = 0; k < target.n; k++)
        p->at[k] = target.list[k].word.at;
    p->n = target.n;
    for (int g = 0; g < N_GENDERS; g++)
        if (wanted & ~common_genders(&target) & 1u << g) add_variants(p, &target, g);
    return p->n_variants > 0;
}

/* ---- Written ---- */

void tr_pronouns_add_word(const tr_pronouns *p, const tr_pronoun_variant *v, size_t k,
                          const char *translation, tr_buf *out)
{
    const char *const word = v->words[k];
    char first[4];
    size_t at = 0;

    if (!tr_is_upper(tr_utf8_at(translation, p->at[k].begin, p->at[k].end))) {
        tr_buf_add(out, word, v->word_lens[k]);
        return;
    }
    const int32_t c = tr_utf8_next(word, &at, v->word_lens[k]);
    tr_buf_add(out, first, tr_utf8_encode(tr_to_upper(c), first));
    tr_buf_add(out, word + at, v->word_lens[k] - at);
}

void tr_pronouns_add(const tr_pronouns *p, const tr_pronoun_variant *v, const char *translation,
                     size_t len, tr_buf *out)
{
    size_t at = 0;

    for (size_t k = 0; k < p->n; at = p->at[k++].end) {
        tr_buf_add(out, translation + at, p->at[k].begin - at);
        tr_pronouns_add_word(p, v, k, translation, out);
    }
    tr_buf_add(out, translation + at, len - at);
}

void tr_pronouns_add_clause(const tr_language *language, const char *text, size_t len, tr_buf *out)
{
    tr_small_word w;
    char small[4];

    if (tr_small_word_next(text, len, 0, &w) && tr_small_word_has_capital(text, &w) &&
        !tr_small_word_is_in_capitals(text, &w)) {
        size_t next = w.at.begin;
        const int32_t c = tr_utf8_next(text, &next, w.at.end);
        drop_contraction(text, &w);
        const size_t n = w.at.end - w.at.begin;
        if (!tr_list_has(language->stops.pronouns, text + w.at.begin, n) &&
            tr_small_word_listed(language->words.function, &w)) {
            tr_buf_add(out, text, w.at.begin);
            tr_buf_add(out, small, tr_utf8_encode(tr_to_lower(c), small));
            text += next;
            len -= next;
        }
    }
    tr_buf_add(out, text, len);
}
