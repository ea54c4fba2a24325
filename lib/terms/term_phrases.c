#include "terms/term_phrases.h"

#include <string.h>

typedef struct making {
    const tr_terms *t;
    tr_region *region;
    tr_phrases *phrases;
    tr_phrase *list; /* [TR_MOST_PHRASES] */
    size_t most_ids;
    tr_error *err;
} making;

static int add_phrase(making *m, const tr_noun *noun)
{
    const char *const text = noun->is_plural && noun->plural ? noun->plural : noun->singular;
    const char *const capital = tr_capitalised(m->region, text);
    tr_phrase p = {.whole = true};

    if (!capital) return tr_fail_memory(m->err);
    int rc = tr_terms_encode(m->t, m->region, text, strlen(text), &p.words, m->err);
    if (rc == 0) rc = tr_terms_encode(m->t, m->region, capital, strlen(capital), &p.first, m->err);
    if (rc < 0 || !p.words.n || m->phrases->n_ids + p.words.n > m->most_ids) return rc;
    if (!p.first.n) p.first = p.words;
    m->list[m->phrases->n++] = p;
    m->phrases->n_ids += p.words.n;
    return 0;
}

int tr_term_phrases_make(const tr_phrases **phrases, const tr_terms *t, const tr_term_places *p,
                         size_t limit, tr_region *region, tr_error *err)
{
    const size_t room = TR_WIDEST_CONSTRAINED - 1;
    making m = {.t = t,
                .region = region,
                .phrases = TR_REGION_TAKE(region, tr_phrases, 1),
                .list = TR_REGION_TAKE(region, tr_phrase, TR_MOST_PHRASES),
                .most_ids = limit / 2 < room ? limit / 2 : room,
                .err = err};
    int rc = 0;

    *phrases = NULL;
    if (!m.phrases || !m.list) return tr_fail_memory(err);
    for (size_t i = 0; rc == 0 && i < t->n && m.phrases->n < TR_MOST_PHRASES; i++)
        if (t->list[i].same == i && p->list[i].state != TR_TERM_SAID)
            rc = add_phrase(&m, &t->list[i].noun);
    m.phrases->list = m.list;
    if (rc == 0 && m.phrases->n) *phrases = m.phrases;
    return rc;
}
