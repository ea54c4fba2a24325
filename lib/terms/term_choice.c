#include "terms/term_choice.h"

#include <string.h>

#include "text/terms/compound.h"

/* Tokens of the translation, and what may stand for them. */
typedef struct slot {
    tr_span tokens;
    tr_ids with[TR_MOST_VARIANTS]; /* [n] */
    size_t n;
} slot;

typedef struct making {
    const tr_terms *t;
    const tr_term_places *p;
    const tr_term_target *target;
    const tr_term_limits *limits;
    tr_region *region;
    slot slots[TR_MOST_CHOICES]; /* [n], from the left */
    size_t n, product;
    tr_error *err;
} making;

static size_t begin_of(const making *m, size_t token)
{
    return token ? m->p->words.ends[token - 1] : 0;
}

/* The tokens between blanks that bytes have a part of: they are cut into pieces anew. */
static tr_span tokens_around(const making *m, tr_span bytes)
{
    const char *const text = m->p->words.text.text;
    const size_t len = m->p->words.text.len;
    tr_span tokens = {0, 0};

    while (m->p->words.ends[tokens.begin] <= bytes.begin)
        tokens.begin++;
    while (tokens.begin > 0 && text[begin_of(m, tokens.begin)] != ' ')
        tokens.begin--;
    tokens.end = tokens.begin;
    while (m->p->words.ends[tokens.end] < bytes.end ||
           (m->p->words.ends[tokens.end] < len && text[m->p->words.ends[tokens.end]] != ' '))
        tokens.end++;
    tokens.end++;
    return tokens;
}

/* Adds a variant to a slot, with what stands around it up to the next blanks. */
static int add_variant(making *m, slot *s, const tr_variant *r)
{
    const char *const text = m->p->words.text.text;
    const size_t begin = begin_of(m, s->tokens.begin), end = m->p->words.ends[s->tokens.end - 1];
    tr_buf all = {0};

    tr_buf_add(&all, text + begin, r->span.begin - begin);
    tr_buf_add_string(&all, r->text);
    tr_buf_add(&all, text + r->span.end, end - r->span.end);
    const size_t blank = all.len && *tr_buf_text(&all) == ' ';
    const int rc = all.failed ? tr_fail_memory(m->err)
                              : tr_terms_encode(m->t, m->region, tr_buf_text(&all) + blank,
                                                all.len - blank, &s->with[s->n], m->err);
    tr_buf_free(&all);
    if (rc == 0 && s->with[s->n].n) s->n++;
    return rc;
}

/* Adds a slot for a term, if there is room for it and no other one is in its way. */
static int add_slot(making *m, const tr_variants *r)
{
    slot *const s = &m->slots[m->n];
    tr_span all = r->list[0].span;
    int rc = 0;

    for (size_t i = 1; i < r->n; i++) {
        if (r->list[i].span.begin < all.begin) all.begin = r->list[i].span.begin;
        if (r->list[i].span.end > all.end) all.end = r->list[i].span.end;
    }
    *s = (slot){.tokens = tokens_around(m, all)};
    if (all.begin < m->limits->fixed || r->n * m->product > TR_MOST_CHOICES) return 0;
    if (m->n && m->slots[m->n - 1].tokens.end > s->tokens.begin) return 0;
    for (size_t i = 0; rc == 0 && i < r->n; i++)
        rc = add_variant(m, s, &r->list[i]);
    if (rc < 0 || !s->n) return rc;
    m->product *= s->n;
    m->n++;
    return 0;
}

/* True if a hyphen joins the place to another word. */
static bool is_joined(const char *text, size_t len, tr_span place)
{
    return (place.begin > 0 && text[place.begin - 1] == '-') ||
           (place.end < len && text[place.end] == '-');
}

/* True if the term is all of the source, in its own form. */
static bool is_whole(const making *m, size_t i)
{
    const tr_sentence_term *const term = &m->t->list[i];
    return term->words.begin == 0 && term->words.end == m->t->n_words && !term->noun.is_plural;
}

/* All of the translation, with the mark at its end if the term has it, too. */
static tr_span whole_text(const making *m, const char *term)
{
    const tr_target_words *const w = &m->p->words;
    const size_t len = strlen(term);
    tr_span all = {w->list[0].begin, w->list[w->n - 1].end};

    if (len && all.end < w->text.len && strchr(".!?", term[len - 1]) &&
        w->text.text[all.end] == term[len - 1])
        all.end++;
    return all;
}

static int add_term(making *m, size_t i)
{
    const tr_term_place *const place = &m->p->list[i];
    const tr_noun *const noun = &m->t->list[i].noun;
    const char *const text = m->p->words.text.text;
    const size_t len = m->p->words.text.len;
    tr_variants *const r = TR_REGION_TAKE(m->region, tr_variants, 1);

    if (!r) return tr_fail_memory(m->err);
    r->region = m->region;
    r->in_capitals = noun->in_capitals;
    if (is_whole(m, i) && noun->is_fixed)
        tr_add_fixed(r, whole_text(m, noun->singular), noun->singular);
    else if (is_whole(m, i))
        tr_add_variant(r, text, whole_text(m, noun->singular), "", noun->singular);
    else if (place->state != TR_TERM_OTHER)
        tr_agree_compound(m->t->target_language, text, len, place->at, noun,
                          place->state == TR_TERM_FIRST, r);
    else if (is_joined(text, len, place->at))
        tr_agree_joined(m->t->target_language, text, len, place->at, noun, r);
    else
        tr_agree(m->t->target_language, text, len, place->at, noun, r);
    if (r->failed) return tr_fail_memory(m->err);
    return r->n ? add_slot(m, r) : 0;
}

/* The next place of a term that begins at byte `from` or after it; terms->n if there is none. */
static size_t next_place(const making *m, size_t from)
{
    size_t best = m->t->n;
    for (size_t i = 0; i < m->t->n; i++) {
        const tr_term_place *const place = &m->p->list[i];
        if (place->state == TR_TERM_SAID || place->state > TR_TERM_LAST || place->at.begin < from)
            continue;
        if (best == m->t->n || place->at.begin < m->p->list[best].at.begin) best = i;
    }
    return best;
}

static int find_slots(making *m)
{
    int rc = 0;

    for (size_t from = 0, i; rc == 0 && m->n < TR_MOST_CHOICES; from = m->p->list[i].at.end) {
        i = next_place(m, from);
        if (i == m->t->n) break;
        rc = add_term(m, i);
    }
    return rc;
}

/* Writes combination `k` of what the slots may have; returns its length. */
static size_t combine(const making *m, size_t k, int32_t *ids)
{
    size_t n = 0, at = 0;

    for (size_t i = 0; i < m->n; i++) {
        const slot *const s = &m->slots[i];
        const tr_ids with = s->with[k % s->n];
        k /= s->n;
        memcpy(ids + n, m->target->ids + at, (s->tokens.begin - at) * sizeof *ids);
        n += s->tokens.begin - at;
        memcpy(ids + n, with.ids, with.n * sizeof *ids);
        n += with.n;
        at = s->tokens.end;
    }
    memcpy(ids + n, m->target->ids + at, (m->target->n - at) * sizeof *ids);
    return n + m->target->n - at;
}

static bool is_banned(const making *m, const int32_t *ids, size_t n)
{
    tr_surface s;

    if (!m->limits->constraints->n_words) return false;
    tr_surface_of_ids(&s, m->t->target, m->t->eos, ids, n);
    return tr_constraints_banned(m->limits->constraints, &s, 0);
}

static bool is_among(const tr_ids *list, size_t n, const int32_t *ids, size_t n_ids)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].n == n_ids && !memcmp(list[i].ids, ids, n_ids * sizeof *ids)) return true;
    return false;
}

static int combine_all(making *m, const tr_choice **choice)
{
    tr_choice *const c = TR_REGION_TAKE(m->region, tr_choice, 1);
    tr_ids *const list = TR_REGION_TAKE(m->region, tr_ids, m->product);
    size_t longest = m->target->n, n = 0;

    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0, most = 0; k < m->slots[i].n; k++)
            if (m->slots[i].with[k].n > most) {
                longest += m->slots[i].with[k].n - most;
                most = m->slots[i].with[k].n;
            }
    if (!c || !list) return tr_fail_memory(m->err);
    for (size_t k = 0; k < m->product; k++) {
        int32_t *const ids = TR_REGION_TAKE(m->region, int32_t, longest);
        if (!ids) return tr_fail_memory(m->err);
        const size_t n_ids = combine(m, k, ids);
        if (n_ids <= m->limits->most && !is_banned(m, ids, n_ids) && !is_among(list, n, ids, n_ids))
            list[n++] = (tr_ids){ids, n_ids};
    }
    *c = (tr_choice){list, n};
    if (n) *choice = c;
    return 0;
}

int tr_term_choice_make(const tr_choice **choice, const tr_terms *t, const tr_term_places *p,
                        const tr_term_target *target, const tr_term_limits *limits,
                        tr_region *region, tr_error *err)
{
    making *const m = TR_REGION_TAKE(region, making, 1);

    *choice = NULL;
    if (!m) return tr_fail_memory(err);
    *m = (making){.t = t,
                  .p = p,
                  .target = target,
                  .limits = limits,
                  .region = region,
                  .product = 1,
                  .err = err};
    int rc = find_slots(m);
    if (rc == 0 && m->n) rc = combine_all(m, choice);
    return rc;
}
