#include "judge/judged_text.h"

#include <stdlib.h>

#include "base/order.h"
#include "base/utf8.h"

enum { N_AROUND = 2 }; /* <s> and </s> */

void tr_sequences_clear(tr_sequences *s)
{
    s->n_ids = s->n = 0;
}

void tr_sequences_free(tr_sequences *s)
{
    free(s->ids);
    free(s->end);
    free(s->piece);
    tr_buf_free(&s->text);
    *s = (tr_sequences){0};
}

size_t tr_judged_longest(const tr_config *c)
{
    return c->metric == TR_METRIC_METRICX ? c->max_source : c->n_positions;
}

static int add_ids(tr_sequences *s, const int32_t *ids, size_t n, tr_error *err)
{
    void *all = s->ids;

    if (tr_reserve(&all, &s->ids_capacity, s->n_ids + n + 1, sizeof *ids) < 0)
        return tr_fail_memory(err);
    s->ids = all;
    for (size_t i = 0; i < n; i++)
        s->ids[s->n_ids++] = ids[i];
    return 0;
}

static int end_sequence(tr_sequences *s, tr_error *err)
{
    void *end = s->end;

    if (tr_reserve(&end, &s->end_capacity, s->n + 1, sizeof *s->end) < 0)
        return tr_fail_memory(err);
    s->end = end;
    s->end[s->n++] = s->n_ids;
    return 0;
}

/* The first `most` ids of s->text, in s->piece. */
static int cut_text(tr_sequences *s, const tr_tokenizer *t, size_t most, size_t *n, tr_error *err)
{
    if (s->text.failed) return tr_fail_memory(err);
    const int rc = tr_tokenizer_encode(t, tr_buf_text(&s->text), s->text.len, &s->piece,
                                       &s->piece_capacity, n, err);
    if (rc == 0) *n = tr_smaller(*n, most);
    return rc;
}

/* ---- COMET --------------------------------------------------------------------------------- */

/* <s> text </s>; COMET leaves two more positions free. */
static int add_text(tr_sequences *s, const tr_nmt *m, const tr_tokenizer *t, tr_string text,
                    tr_error *err)
{
    const tr_config *c = &m->config;
    const size_t most = c->n_positions > 2 * N_AROUND ? c->n_positions - 2 * N_AROUND : 0;
    size_t n = 0;

    tr_buf_clear(&s->text);
    tr_utf8_repair(text.text, text.len, &s->text);
    int rc = cut_text(s, t, most, &n, err);
    if (rc == 0) rc = add_ids(s, &c->source_bos_id, 1, err);
    if (rc == 0) rc = add_ids(s, s->piece, n, err);
    return rc ? rc : add_ids(s, &c->source_eos_id, 1, err);
}

static int add_alone(tr_sequences *s, const tr_nmt *m, const tr_tokenizer *t, tr_string text,
                     tr_error *err)
{
    const int rc = add_text(s, m, t, text, err);
    return rc ? rc : end_sequence(s, err);
}

/* <s> translation </s></s> source </s>, cut at the last position. */
static int add_pair(tr_sequences *s, const tr_nmt *m, const tr_tokenizer *t,
                    const tr_judged *segment, tr_error *err)
{
    const size_t first = s->n_ids;

    int rc = add_text(s, m, t, segment->translation, err);
    const size_t second = s->n_ids;
    if (rc == 0) rc = add_text(s, m, t, segment->source, err);
    if (rc < 0) return rc;
    s->ids[second] = m->config.source_eos_id;
    s->n_ids = tr_smaller(s->n_ids, first + m->config.n_positions);
    return end_sequence(s, err);
}

/* ---- MetricX ------------------------------------------------------------------------------- */

static void add_named(tr_buf *text, const char *name, tr_string part)
{
    tr_buf_add_string(text, name);
    tr_utf8_repair(part.text, part.len, text);
}

static int add_whole(tr_sequences *s, const tr_nmt *m, const tr_tokenizer *t,
                     const tr_judged *segment, tr_error *err)
{
    size_t n = 0;

    tr_buf_clear(&s->text);
    add_named(&s->text, "source: ", segment->source);
    add_named(&s->text, " candidate: ", segment->translation);
    if (segment->reference) add_named(&s->text, " reference: ", *segment->reference);
    int rc = cut_text(s, t, m->config.max_source, &n, err);
    if (rc == 0) rc = add_ids(s, s->piece, n, err);
    return rc ? rc : end_sequence(s, err);
}

int tr_judged_add(tr_sequences *s, const tr_nmt *m, const tr_tokenizer *t, const tr_judged *segment,
                  tr_error *err)
{
    int rc;

    if (m->config.metric == TR_METRIC_METRICX) return add_whole(s, m, t, segment, err);
    if (m->config.metric == TR_METRIC_UNIFIED) return add_pair(s, m, t, segment, err);
    rc = add_alone(s, m, t, segment->source, err);
    if (rc == 0) rc = add_alone(s, m, t, segment->translation, err);
    if (rc == 0 && m->config.metric == TR_METRIC_REGRESSION)
        rc = add_alone(s, m, t, *segment->reference, err);
    return rc;
}
