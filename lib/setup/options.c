#include "setup/options.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "base/numbers/number.h"
#include "setup/handle.h"

/* Decoding is fastest with a few dozen rows a step: fewer hypotheses, more sentences.  But each
 * shortlist has output rows of its own, and few of them fit the cache.  What else a step takes is
 * little beside the products of a large network, whose keys and values are large, too: it has as
 * many rows as its products need, and few sentences, each of which has keys of its own source. */
static size_t default_batch_tokens(const tr_options *o, const tr_nmt *m)
{
    enum { ROWS = 32, SENTENCES = 16, LARGE = 100 << 20 /* bytes of a file */ };
    const size_t beam = (size_t)o->beam_size, large = (ROWS + beam - 1) / beam;

    if (tr_options_shortlist(o, m)) return 256;
    if (m->file.file.size >= LARGE)
        return TR_SENTENCE_TOKENS * (large < SENTENCES ? large : SENTENCES);
    const size_t tokens = 2048 / beam;
    return tokens < 512 ? 512 : tokens;
}

void tr_options_init(tr_options *o, const tr_model *model)
{
    *o = (tr_options){.size = sizeof *o,
                      .beam_size = 4,
                      .n_best = 1,
                      .penalty = TR_PENALTY_POWER,
                      .length_penalty = 1,
                      .max_length_factor = 3,
                      .max_length = 10,
                      .sampling = {.temperature = 1, .top_p = 1},
                      .diversity = 0.5F,
                      .scores = 1};
    if (!model) return;
    const tr_nmt *m = tr_model_nmt(model);
    if (m->config.beam_size) o->beam_size = (int)m->config.beam_size;
    if (m->config.max_length_factor > 0) o->max_length_factor = m->config.max_length_factor;
    if (m->config.length_penalty >= 0) {
        o->length_penalty = m->config.length_penalty;
        o->penalty = m->config.penalty;
    }
}

/* All of what is behind `known` bytes is 0. */
static bool is_zero_behind(const tr_options *o, size_t known)
{
    const char *const bytes = (const char *)o;

    for (size_t i = known; i < o->size; i++)
        if (bytes[i]) return false;
    return true;
}

int tr_options_take(tr_options *all, const tr_options *given, tr_error *err)
{
    if (given->size < TR_OPTIONS_SIZE_0)
        return tr_fail(err, TR_EINVAL, "the options were not made by tr_options_init()");
    if (!is_zero_behind(given, sizeof *all))
        return tr_fail(err, TR_EINVAL,
                       "the options have one that this library, which is older "
                       "than the program, does not know");
    tr_options_init(all, NULL);
    memcpy(all, given, given->size < sizeof *all ? given->size : sizeof *all);
    all->size = sizeof *all;
    return TR_OK;
}

static int check_sampling(const tr_options *o, tr_error *err)
{
    const tr_sampling *const s = &o->sampling;

    if (!(s->temperature >= 0.001F && s->temperature <= 1000))
        return tr_fail(err, TR_EINVAL, "temperature %s is not in 0.001..1000",
                       tr_decimal_of((double)s->temperature).text);
    if (s->top_k < 0) return tr_fail(err, TR_EINVAL, "the %d best words are no words", s->top_k);
    if (!(s->top_p > 0 && s->top_p <= 1))
        return tr_fail(err, TR_EINVAL, "a probability of %s is not above 0 and at most 1",
                       tr_decimal_of((double)s->top_p).text);
    if (o->beam_size != o->n_best)
        return tr_fail(err, TR_EINVAL, "%d samples are wanted of a beam of %d: one each", o->n_best,
                       o->beam_size);
    return 0;
}

static int check_groups(const tr_options *o, tr_error *err)
{
    if (o->diverse && (o->diverse < 2 || o->diverse > o->beam_size))
        return tr_fail(err, TR_EINVAL, "%d groups are not in 2..%d, the beam size", o->diverse,
                       o->beam_size);
    if (!(o->diversity >= 0 && o->diversity <= 100))
        return tr_fail(err, TR_EINVAL, "diversity %s is not in 0..100",
                       tr_decimal_of((double)o->diversity).text);
    return 0;
}

/* Ways to search that exclude each other. */
static int check_ways(const tr_options *o, tr_error *err)
{
    if (o->glossary && (o->sampling.on || o->diverse))
        return tr_fail(err, TR_EINVAL, "the terms of a glossary need a search for the best");
    if ((o->n_kept || o->keep_file) && (o->raw || o->input != TR_TEXT || o->output != TR_TEXT))
        return tr_fail(err, TR_EINVAL, "what is kept by a pattern is kept in text, and not if raw");
    if (o->sampling.on && o->diverse)
        return tr_fail(err, TR_EINVAL, "samples are drawn: they have no groups");
    if (o->memory && (o->n_best > 1 || o->output != TR_TEXT || o->alignment || o->sampling.on))
        return tr_fail(err, TR_EINVAL,
                       "a memory has one translation of a line, as text: no samples, no n-best "
                       "list, no alignments");
    if (o->observer && (o->memory || o->glossary || o->sampling.on || o->diverse))
        return tr_fail(err, TR_EINVAL,
                       "a session with a memory, a glossary, samples or groups cannot be observed");
    return 0;
}

static int check_ranges(const tr_options *o, tr_error *err)
{
    if (o->beam_size < 1 || o->beam_size > TR_MAX_BEAM)
        return tr_fail(err, TR_EINVAL, "beam size %d is not in 1..%d", o->beam_size, TR_MAX_BEAM);
    if (o->n_best < 1 || o->n_best > o->beam_size)
        return tr_fail(err, TR_EINVAL, "n-best %d is not in 1..%d, the beam size", o->n_best,
                       o->beam_size);
    if (!isfinite(o->length_penalty) || fabsf(o->length_penalty) > 10)
        return tr_fail(err, TR_EINVAL, "length penalty %s is out of range",
                       tr_decimal_of((double)o->length_penalty).text);
    if (o->min_length < 0 || o->max_length < 0 || !(o->max_length_factor >= 0) ||
        !isfinite(o->max_length_factor) || (o->max_length == 0 && o->max_length_factor <= 0))
        return tr_fail(err, TR_EINVAL, "length limits are out of range");
    if (o->threads < 0 || o->threads > 1024)
        return tr_fail(err, TR_EINVAL, "%d threads are out of range", o->threads);
    if (o->no_repeat_ngram < 0)
        return tr_fail(err, TR_EINVAL, "groups of %d tokens are out of range", o->no_repeat_ngram);
    if (o->batch_tokens > (size_t)1 << 24)
        return tr_fail(err, TR_EINVAL, "%zu batch tokens are out of range", o->batch_tokens);
    if (o->input < TR_TEXT || o->input > TR_IDS || o->output < TR_TEXT || o->output > TR_IDS ||
        o->split < TR_SPLIT_SENTENCE || o->split > TR_SPLIT_NONE || o->penalty < TR_PENALTY_POWER ||
        o->penalty > TR_PENALTY_GNMT || o->precision < TR_PRECISION_AUTO ||
        o->precision > TR_PRECISION_FLOAT32 || o->shortlist < TR_SHORTLIST_AUTO ||
        o->shortlist > TR_SHORTLIST_OFF || o->formality < TR_FORMALITY_DEFAULT ||
        o->formality > TR_FORMALITY_INFORMAL)
        return tr_fail(err, TR_EINVAL, "an option has an unknown value");
    return 0;
}

int tr_options_check(const tr_options *o, const tr_nmt *m, tr_error *err)
{
    const char *path = m->file.path;
    int rc = check_ranges(o, err);

    if (rc == 0 && o->sampling.on) rc = check_sampling(o, err);
    if (rc == 0) rc = check_groups(o, err);
    if (rc == 0) rc = check_ways(o, err);
    if (rc < 0) return rc;
    if (o->cpu && !tr_cpu_select(o->cpu))
        return tr_fail(err, TR_EUNSUPPORTED, "instruction set \"%s\" is not known or not here",
                       o->cpu);
    if (o->precision == TR_PRECISION_INT8 && !m->config.int8)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: has float32 weights; convert it with --type int8 for int8", path);
    if (o->alignment && m->config.alignment_layer < 0)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: does not say which attention tells what a word comes from", path);
    if (o->shortlist == TR_SHORTLIST_ON && !m->weights.lexicon.offset)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the model has no lexical shortlist", path);
    if (!tr_nmt_has_tokenizer(m) && (o->input != TR_IDS || o->output != TR_IDS))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: the model has no tokenizer; its input and output are ids", path);
    if (o->formality && (o->raw || o->input != TR_TEXT || o->output != TR_TEXT))
        return tr_fail(err, TR_EINVAL,
                       "a way to address the reader is chosen for text, and not if raw");
    if (o->glossary && o->input != TR_TEXT)
        return tr_fail(err, TR_EINVAL, "the terms of a glossary are looked for in text only");
    if (!tr_nmt_has_tokenizer(m) && (o->prefix || o->n_banned))
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the model has no tokenizer; it knows no words",
                       path);
    return 0;
}

bool tr_options_shortlist(const tr_options *o, const tr_nmt *m)
{
    return m->weights.lexicon.offset && o->shortlist != TR_SHORTLIST_OFF;
}

size_t tr_options_batch_tokens(const tr_options *o, const tr_nmt *m)
{
    if (o->batch_tokens) return o->batch_tokens;
    return default_batch_tokens(o, m);
}

unsigned tr_options_cpu(const tr_options *o)
{
    return tr_cpu_usable(o->cpu);
}
