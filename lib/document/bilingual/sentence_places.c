#include "document/bilingual/sentence_places.h"

/* The next segment that is no attribute's, and ends after byte `at`; NULL if there is none. */
static const tr_segment *find_sentence(tr_sentences *s, size_t at)
{
    const size_t n = tr_content_n_places(s->content);

    for (; s->next < n; s->next++) {
        const tr_segment *const p = tr_content_segment(s->content, s->next);
        if (p->signature != TR_ATTRIBUTE_SIGNATURE && p->at.end > at) return p;
    }
    return NULL;
}

bool tr_sentences_have(tr_sentences *s, size_t at)
{
    const tr_segment *const p = s->content ? find_sentence(s, at) : NULL;
    return !s->content || (p && tr_span_has(p->at, at));
}

tr_span tr_sentences_in(tr_sentences s, tr_span within)
{
    tr_span all = {0};
    const tr_segment *p;

    if (!s.content) return within;
    while ((p = find_sentence(&s, within.begin)) && p->at.begin < within.end) {
        if (!all.end) all.begin = p->at.begin;
        if (p->at.end > all.end) all.end = p->at.end; /* not of a note in it */
        s.next++;
    }
    return all;
}
