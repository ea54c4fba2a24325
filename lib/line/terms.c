#include "line/terms.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "setup/surface.h"
#include "text/terms/glossary.h"

enum { MOST_TERMS = 64 }; /* of a sentence; those after these are not looked at */

typedef struct term {
    const char *text; /* [len] of the translation */
    size_t len;
    const char *capital; /* [capital_len] the same with a capital; NULL: it has one */
    size_t capital_len;
    bool whole; /* no letter comes right after it */
} term;

struct tr_terms {
    const tr_tokenizer *target;
    int32_t eos;
    bool spaces;
    size_t n;
    term *list; /* [n] */
    tr_phrases phrases;
    tr_ids words;
};

/* Working memory for the terms of a sentence. */
typedef struct making {
    tr_terms *t;
    tr_region *region;
    const tr_setup *setup;
    tr_phrase *phrases; /* [TR_MOST_PHRASES] */
    int32_t *ids;       /* scratch */
    size_t capacity, most_ids;
    tr_error *err;
} making;

/* ---- Making ---- */

/* Text as ids and as the vocabulary spells it; ids->n = 0 if it cannot. */
static int encode_term(making *m, const char *text, size_t len, tr_ids *ids, const char **spelled,
                       size_t *spelled_len)
{
    const tr_tokenizer *const target = m->t->target;
    size_t n = 0;

    *ids = (tr_ids){0};
    const int rc = tr_tokenizer_encode(target, text, len, &m->ids, &m->capacity, &n, m->err);
    if (rc < 0) return rc;
    *spelled = text;
    *spelled_len = len;
    for (size_t i = 0; i < n; i++)
        if (!tr_tokenizer_may_produce(target, m->ids[i])) return 0;
    int32_t *const copy = TR_REGION_TAKE(m->region, int32_t, n);
    tr_surface *const s = malloc(sizeof *s);
    if (copy && s && n) {
        memcpy(copy, m->ids, n * sizeof *copy);
        *ids = (tr_ids){copy, n};
        tr_surface_of_ids(s, target, m->t->eos, copy, n);
        const size_t blank = s->len && s->text[0] == ' ';
        *spelled_len = s->len - blank;
        *spelled = tr_region_copy(m->region, s->text + blank, s->len - blank);
    }
    free(s);
    return copy && s && *spelled ? 0 : tr_fail_memory(m->err);
}

/* The text with a capital, or NULL if its first character has none. */
static char *capitalised(making *m, const char *text, size_t len)
{
    char capital[4];
    int32_t c;

    const size_t n = tr_utf8_decode(text, len, &c), size = tr_utf8_encode(tr_to_upper(c), capital);
    if (tr_to_upper(c) == c || size != n) return NULL;
    char *const copy = tr_region_copy(m->region, text, len);
    if (copy) memcpy(copy, capital, size);
    return copy;
}

static int add_term(making *m, const tr_term_found *found, const char *source)
{
    tr_terms *const t = m->t;
    term *const x = &t->list[t->n];
    const char *const text = found->target ? found->target : source + found->text.begin;
    const size_t len = found->target ? strlen(text) : found->text.end - found->text.begin;
    tr_phrase p = {0};

    *x = (term){.whole = t->spaces && !(found->target && found->inflected)};
    int rc = encode_term(m, text, len, &p.words, &x->text, &x->len);
    if (rc < 0) return rc;
    p.first = p.words;
    char *const capital = found->target ? capitalised(m, x->text, x->len) : NULL;
    if (capital) {
        tr_ids first;
        rc = encode_term(m, capital, x->len, &first, &x->capital, &x->capital_len);
        if (rc == 0 && first.n) p.first = first;
    }
    p.whole = x->whole;
    t->n++;
    if (p.words.n && t->phrases.n < TR_MOST_PHRASES &&
        t->phrases.n_ids + p.words.n <= m->most_ids) {
        m->phrases[t->phrases.n++] = p;
        t->phrases.n_ids += p.words.n;
    }
    return rc;
}

/* True if phrase b says all that phrase a says. */
static bool contains(const tr_phrase *b, const tr_phrase *a)
{
    for (size_t i = 0; i + a->words.n <= b->words.n; i++)
        if (!memcmp(b->words.ids + i, a->words.ids, a->words.n * sizeof *a->words.ids)) return true;
    return false;
}

/* Drops a phrase that another one contains: of two that are the same, the first stays. */
static void drop_contained(making *m)
{
    tr_phrases *const p = &m->t->phrases;

    for (size_t i = 0; i < p->n;) {
        size_t k = 0;
        while (k < p->n && (k == i || !contains(&m->phrases[k], &m->phrases[i])))
            k++;
        if (k == p->n) {
            i++;
            continue;
        }
        p->n_ids -= m->phrases[i].words.n;
        memmove(m->phrases + i, m->phrases + i + 1, (p->n - i - 1) * sizeof *m->phrases);
        p->n--;
    }
}

static int collect_words(making *m)
{
    const tr_phrases *const p = &m->t->phrases;
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += m->phrases[i].words.n + m->phrases[i].first.n;
    int32_t *const ids = TR_REGION_TAKE(m->region, int32_t, n);
    if (!ids) return tr_fail_memory(m->err);
    m->t->words = (tr_ids){ids, n};
    n = 0;
    for (size_t i = 0; i < p->n; i++) {
        const tr_ids forms[] = {m->phrases[i].words, m->phrases[i].first};
        for (size_t k = 0; k < 2; k++) {
            memcpy(ids + n, forms[k].ids, forms[k].n * sizeof *ids);
            n += forms[k].n;
        }
    }
    return 0;
}

int tr_terms_create(const tr_terms **terms, tr_region *region, const tr_setup *setup,
                    const char *text, size_t len, size_t limit, tr_error *err)
{
    const size_t room = TR_WIDEST_CONSTRAINED - 1;
    tr_term_found found[MOST_TERMS];
    making m = {.region = region,
                .setup = setup,
                .most_ids = limit / 2 < room ? limit / 2 : room,
                .err = err};

    *terms = NULL;
    const ptrdiff_t n = tr_glossary_find(setup->options.glossary, setup->special.source_language,
                                         text, len, found, MOST_TERMS);
    if (n <= 0) return n < 0 ? tr_fail_memory(err) : 0;
    m.t = TR_REGION_TAKE(region, tr_terms, 1);
    m.phrases = TR_REGION_TAKE(region, tr_phrase, TR_MOST_PHRASES);
    term *const list = TR_REGION_TAKE(region, term, (size_t)n);
    if (!m.t || !m.phrases || !list) return tr_fail_memory(err);
    *m.t = (tr_terms){.target = setup->tokenizers->target,
                      .eos = setup->m->config.eos,
                      .spaces = setup->constraints.spaces,
                      .list = list,
                      .phrases = {.list = m.phrases}};
    int rc = 0;
    for (ptrdiff_t i = 0; i < n && rc == 0; i++)
        rc = add_term(&m, &found[i], text);
    drop_contained(&m);
    if (rc == 0) rc = collect_words(&m);
    free(m.ids);
    *terms = m.t;
    return rc;
}

/* ---- Using ---- */

size_t tr_terms_count(const tr_terms *t)
{
    return t->n;
}

/* True if no letter or digit is before byte `end`. */
static bool is_first(const tr_surface *s, size_t end)
{
    for (size_t at = 0; at < end;) {
        int32_t c;
        at += tr_utf8_decode(s->text + at, end - at, &c);
        if (tr_is_letter(c) || tr_is_digit(c)) return false;
    }
    return true;
}

static bool has_term(const tr_terms *t, const term *x, const tr_surface *s)
{
    size_t at = 0;

    if (tr_surface_find(s, x->text, x->len, t->spaces, x->whole, &at)) return true;
    at = 0;
    return x->capital && tr_surface_find(s, x->capital, x->capital_len, t->spaces, x->whole, &at) &&
           is_first(s, at - 1);
}

size_t tr_terms_missing(const tr_terms *t, const int32_t *ids, size_t n)
{
    size_t n_missing = 0;
    tr_surface s;

    tr_surface_of_ids(&s, t->target, t->eos, ids, n);
    for (size_t i = 0; i < t->n; i++)
        n_missing += !has_term(t, &t->list[i], &s);
    return n_missing;
}

/* A place for each number of tokens that a hypothesis may have said, and one more. */
size_t tr_terms_places(const tr_terms *t, size_t beam)
{
    const size_t most = TR_WIDEST_CONSTRAINED, n = t->phrases.n_ids + 2;
    const size_t wanted = n > beam ? n : beam;
    return wanted < most ? wanted : most;
}

void tr_terms_ask(const tr_terms *t, tr_goal *goal)
{
    goal->beam = tr_terms_places(t, goal->beam);
    goal->phrases = t->phrases.n ? &t->phrases : NULL;
}

tr_ids tr_terms_words(const tr_terms *t)
{
    return t->words;
}
