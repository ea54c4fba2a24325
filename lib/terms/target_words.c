#include "terms/target_words.h"

#include "base/unicode.h"
#include "base/utf8.h"

static bool spell(tr_target_words *w, const tr_terms *t, const tr_term_target *target,
                  tr_region *region)
{
    tr_surface *const s = &w->text;
    size_t *const ends = TR_REGION_TAKE(region, size_t, target->n + 1);

    if (!ends) return false;
    for (size_t i = 0; i < target->n; i++) {
        if (target->ids[i] != t->eos) tr_surface_add(s, t->target, target->ids[i]);
        ends[i] = s->len;
    }
    w->ends = ends;
    return true;
}

/* Words of letters and digits: the parts between hyphens are words. */
static bool list_words(tr_target_words *w, tr_region *region)
{
    const tr_surface *const s = &w->text;
    tr_span *const words = TR_REGION_TAKE(region, tr_span, s->len + 1);
    size_t n = 0;

    if (!words) return false;
    for (size_t at = 0; (at = tr_utf8_find(s->text, at, s->len, tr_is_alnum)) < s->len;) {
        words[n] = (tr_span){at, tr_utf8_skip(s->text, at, s->len, tr_is_alnum)};
        at = words[n++].end;
    }
    w->list = words;
    w->n = n;
    return true;
}

/* Adds a token's attention to a word's: row [t->n_words]. */
static void add_token(const tr_terms *t, const float *attention, float *row)
{
    for (size_t k = 0; k < t->n_tokens; k++)
        if (t->word_of[k] >= 0) row[t->word_of[k]] += attention[k];
}

/* How much each word comes from each of the source: the mean over its tokens, without marks. */
static bool weigh_words(tr_target_words *words, const tr_terms *t, const tr_term_target *target,
                        tr_region *region)
{
    const size_t n = t->n_words;
    float *const weight = TR_REGION_TAKE(region, float, tr_size_mul(words->n + 1, n));

    if (!weight) return false;
    words->weight = weight;
    for (size_t i = 0, w = 0; i < target->n; i++) {
        const tr_span token = {i ? words->ends[i - 1] : 0, words->ends[i]};
        while (w < words->n && words->list[w].end <= token.begin)
            w++;
        for (size_t k = w; k < words->n && tr_spans_overlap(words->list[k], token); k++)
            add_token(t, target->alignment + i * (t->n_tokens + 1), weight + k * n);
    }
    for (size_t w = 0; w < words->n; w++) {
        float sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += weight[w * n + k];
        for (size_t k = 0; sum > 0 && k < n; k++)
            weight[w * n + k] /= sum;
    }
    return true;
}

bool tr_target_words_make(tr_target_words *w, const tr_terms *t, const tr_term_target *target,
                          tr_region *region)
{
    return spell(w, t, target, region) && list_words(w, region) &&
           (!target->alignment || weigh_words(w, t, target, region));
}
