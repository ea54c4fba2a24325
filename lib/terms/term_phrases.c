#include "terms/term_phrases.h"

#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

typedef struct making {
    const tr_terms *t;
    tr_region *region;
    tr_phrases *phrases;
    tr_phrase *list; /* [TR_MOST_PHRASES] */
    size_t most_ids;
    int32_t *ids; /* scratch */
    size_t capacity;
    tr_error *err;
} making;

/* ids->n = 0 if the vocabulary cannot spell the text. */
static int encode(making *m, const char *text, tr_ids *ids)
{
    size_t n = 0;

    *ids = (tr_ids){0};
    const int rc =
        tr_tokenizer_encode(m->t->target, text, strlen(text), &m->ids, &m->capacity, &n, m->err);
    if (rc < 0) return rc;
    for (size_t i = 0; i < n; i++)
        if (!tr_tokenizer_may_produce(m->t->target, m->ids[i])) return 0;
    int32_t *const copy = TR_REGION_TAKE(m->region, int32_t, n + 1);
    if (!copy) return tr_fail_memory(m->err);
    memcpy(copy, m->ids, n * sizeof *copy);
    *ids = (tr_ids){copy, n};
    return 0;
}

/* The text with a capital at its beginning. */
static const char *capitalised(tr_region *region, const char *text)
{
    char capital[4];
    int32_t c;
    const size_t n = tr_utf8_decode(text, strlen(text), &c),
                 size = tr_utf8_encode(tr_to_upper(c), capital);
    return tr_region_printf(region, "%.*s%s", (int)size, capital, text + n);
}

static int add_phrase(making *m, const tr_noun *noun)
{
    const char *const text = noun->is_plural && noun->plural ? noun->plural : noun->singular;
    const char *const capital = capitalised(m->region, text);
    tr_phrase p = {.whole = true};

    if (!capital) return tr_fail_memory(m->err);
    int rc = encode(m, text, &p.words);
    if (rc == 0) rc = encode(m, capital, &p.first);
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
    free(m.ids);
    m.phrases->list = m.list;
    if (rc == 0 && m.phrases->n) *phrases = m.phrases;
    return rc;
}
