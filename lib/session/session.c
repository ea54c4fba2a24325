#include "session/session.h"

#include <stdlib.h>

#include "base/order.h"
#include "line/line_marks.h"
#include "line/line_memory.h"
#include "line/line_result.h"
#include "line/line_take.h"
#include "setup/options.h"

/* Steps of the decoder that the longest source's translation may take. */
static size_t max_steps(const tr_options *o, const tr_nmt *m, const tr_search *search)
{
    tr_search any = *search;
    any.max_steps = m->config.max_target;
    return tr_search_limit(&any,
                           (double)o->max_length_factor * m->config.max_source + o->max_length);
}

static size_t at_least_one(size_t n)
{
    return n ? n : 1;
}

/* Sentences at once.  Where words are drawn, the logits of all rows are kept: up to 64 MiB. */
static size_t most_slots(const tr_options *o, const tr_nmt *m)
{
    const size_t a_sentence = (size_t)o->beam_size * m->config.target_vocab * sizeof(float);
    return o->sampling.on ? tr_smaller(256, ((size_t)64 << 20) / a_sentence) : 256;
}

/* True if sentences may need their alignments: where the user asks for them, where there are terms,
 * and where lines have tags. */
static bool may_align(const tr_setup *s)
{
    return s->options.alignment || s->options.glossary || tr_line_may_have_marks(s);
}

/* Room for the budgeted source tokens, at least for the longest sentence there may be.  Nodes are
 * promised for the worst case, every hypothesis its own way to its limit; few are ever touched. */
static tr_batch_shape shape_of(const tr_setup *setup, const tr_search *search)
{
    const tr_options *const o = &setup->options;
    const tr_nmt *const m = setup->m;
    const bool aligned = may_align(setup);
    const size_t longest = tr_config_longest_source(&m->config);
    const size_t budget = tr_options_batch_tokens(o, m);
    const size_t n_memory = budget > longest ? budget : longest;
    const size_t n_slots = at_least_one(tr_smaller(budget / TR_SENTENCE_TOKENS, most_slots(o, m)));
    const double steps =
        (double)o->max_length_factor * (double)budget + (double)o->max_length * (double)n_slots;
    const size_t nodes = tr_kvcache_nodes(m, aligned, search->beam, search->max_steps);
    const double wanted = (double)o->beam_size * steps, most = (double)(n_slots * nodes);
    size_t n_nodes = (size_t)(wanted < most ? wanted : most);
    if (n_nodes < nodes) n_nodes = nodes;
    size_t n_rows = n_slots * (size_t)o->beam_size;
    if (n_rows < search->beam) n_rows = search->beam;
    return (tr_batch_shape){.n_slots = n_slots,
                            .n_memory = n_memory,
                            .n_nodes = n_nodes,
                            .n_rows = n_rows,
                            .encoder_rows = longest > 256 ? longest : 256,
                            .int8_activations = o->precision != TR_PRECISION_FLOAT32,
                            .aligned = aligned,
                            .shortlist = tr_options_shortlist(o, m)};
}

static int create_batch(tr_session *s, tr_error *err)
{
    const tr_nmt *m = s->setup.m;
    const tr_options *o = &s->setup.options;
    const size_t wide = o->glossary ? TR_WIDEST_CONSTRAINED : 0, beam = (size_t)o->beam_size;
    tr_search search = {.beam = beam > wide ? beam : wide,
                        .min_length = (size_t)o->min_length,
                        .start = m->config.start_id,
                        .first = s->setup.special.first,
                        .eos = m->config.eos,
                        .banned =
                            tr_model_banned(s->model, o->input == TR_IDS && o->output == TR_IDS),
                        .scores = o->scores || o->beam_size > 1 || o->observer,
                        .no_repeat = (size_t)o->no_repeat_ngram,
                        .sampling = o->sampling.on ? &o->sampling : NULL,
                        .groups = (size_t)o->diverse,
                        .diversity = o->diversity,
                        .phrases = o->glossary != NULL,
                        .inner = s->setup.constraints.inner,
                        .penalty = o->penalty,
                        .observer = o->observer,
                        .alpha = o->length_penalty};
    search.max_steps = max_steps(o, m, &search);
    const size_t n_spelled = s->setup.constraints.spelled.n;
    if (n_spelled && n_spelled + 2 > search.max_steps)
        return tr_fail(err, TR_EINVAL, "the beginning has %zu tokens: the limit is %zu", n_spelled,
                       search.max_steps > 2 ? search.max_steps - 2 : 0);
    tr_batch_shape shape = shape_of(&s->setup, &search);
    tr_kernels kernels;

    tr_kernels_init(&kernels, tr_options_cpu(o));
    const bool picks = shape.shortlist && m->config.int8 && shape.int8_activations &&
                       search.beam <= kernels.picked_rows;
    if (picks) shape.copies = tr_model_word_rows(s->model);
    if ((picks && !shape.copies) || shape.n_nodes >= TR_NO_NODE ||
        tr_arena_init(&s->arena, tr_batch_size(m, &shape, &search)) < 0)
        return tr_fail(err, TR_ENOMEM, "out of memory: a session of %zu tokens and beam size %d",
                       shape.n_memory, o->beam_size);
    tr_batch_init(&s->batch, &s->arena, m, &kernels, &shape, &search);
    return 0;
}

/* What was read of a model that was written to is worth nothing, and leads to errors. */
static int check_model(const tr_model *model, int rc, tr_error *err)
{
    const int changed = tr_model_check_unchanged(model, err);
    return changed < 0 ? changed : rc;
}

int tr_session_create(tr_session **out, const tr_model *model, const tr_options *options,
                      tr_error *err)
{
    int rc;

    *out = NULL;
    tr_session *s = calloc(1, sizeof *s);
    if (!s) return tr_fail_memory(err);
    s->model = model;
    if ((rc = tr_setup_init(&s->setup, model, options, err)) < 0) goto fail;
    s->request = tr_request_of(&s->setup);
    if ((rc = tr_preparer_init(&s->preparer, &s->setup, &s->batch.search, s->request.split, err)) <
        0)
        goto fail;
    if ((rc = create_batch(s, err)) < 0) goto fail;
    *out = s;
    return 0;

fail:
    tr_session_free(s);
    return check_model(model, rc, err);
}

void tr_session_free_lines(tr_session *s)
{
    for (size_t i = 0; i < s->n_lines; i++)
        tr_line_free(s->lines[i]);
    free(s->lines);
    free(s->results);
    s->lines = NULL;
    s->results = NULL;
    s->n_lines = 0;
}

void tr_session_free(tr_session *s)
{
    if (!s) return;
    tr_session_free_lines(s);
    tr_preparer_free(&s->preparer);
    tr_setup_free(&s->setup);
    tr_buf_free(&s->buf);
    tr_arena_free(&s->arena);
    free(s);
}

int tr_session_prepare(tr_session *s, tr_line *line, tr_error *err)
{
    const int known = tr_line_recall(line, &s->setup.options, err);
    if (known) return known < 0 ? known : 0;
    const int rc = tr_line_prepare(line, &s->preparer, &s->request, err);
    return rc < 0 ? check_model(s->model, rc, err) : 0;
}

bool tr_session_add(tr_session *s, tr_sentence *sentence)
{
    sentence->allowed.constraints = &s->setup.constraints; /* who made the sentence may be gone */
    return tr_batch_add(&s->batch, &sentence->task);
}

bool tr_session_take(tr_session *s, tr_sentence *sentence, const tr_beam *beam)
{
    return tr_line_take(sentence, &s->setup, &s->batch, beam);
}

int tr_session_again(tr_session *s, tr_line *line, tr_error *err)
{
    return tr_line_again(line, &s->preparer, &s->request, err);
}

int tr_session_finish(tr_session *s, tr_line *line, tr_error *err)
{
    if (line->result.remembered) return 0;
    int rc = tr_line_finish(line, &s->setup, &s->buf, err);
    if (rc < 0 || line->sentences || line->result.status) rc = check_model(s->model, rc, err);
    if (rc == 0) tr_line_remember(line, &s->setup.options);
    return rc;
}

void tr_session_join(tr_session *s, tr_team *team)
{
    s->batch.compute.team = team;
}

size_t tr_session_cache_used(const tr_session *s)
{
    return tr_kvcache_used(&s->batch.cache);
}
