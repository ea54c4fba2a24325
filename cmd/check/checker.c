#include "check/checker.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "check/copied_words.h"
#include "check/missing_words.h"
#include "check/repeated_words.h"

/* Sentences are cut beforehand, and one way is enough. */
static tr_options score_options(const tr_model *model, const char *from, const char *to,
                                const tr_options *like)
{
    tr_options o;

    tr_options_init(&o, model);
    o.source_language = from;
    o.target_language = to;
    o.split = TR_SPLIT_NONE;
    o.beam_size = o.n_best = 1;
    o.scores = 1;
    o.shortlist = like->shortlist; /* scores have none */
    o.precision = like->precision;
    o.cpu = like->cpu;
    return o;
}

static const char *language(const char *given, const char *own)
{
    return given ? given : own;
}

checker checker_make(const tr_model *model, const tr_options *options, const tr_model *back)
{
    const tr_model_info *const info = model ? tr_model_get_info(model) : NULL,
                               *const other = tr_model_get_info(back);
    const char *const from = options->source_language, *const to = options->target_language;
    checker c = {.model = model, .back = back, .threads = options->threads};

    c.languages[0] = language(from, info ? info->source_language : "");
    c.languages[1] = language(to, info ? info->target_language : "");
    if (model) c.options = score_options(model, from, to, options);
    /* a model that has its languages is told none: they may be spelt in another way */
    c.back_options = score_options(back, other->source_is_chosen ? c.languages[1] : NULL,
                                   other->target_is_chosen ? c.languages[0] : NULL, options);
    if (!c.threads) c.threads = tr_pool_cores();
    return c;
}

checked_pair checked_pair_read(tr_string source, tr_string translation, bool marked)
{
    return (checked_pair){.source = plain_text_read(source.text, source.len, marked),
                          .translation =
                              plain_text_read(translation.text, translation.len, marked)};
}

void checked_pair_free(checked_pair *pair)
{
    plain_text_free(&pair->source);
    plain_text_free(&pair->translation);
    findings_free(&pair->found);
}

static int find_copied(check_worker *w, const sentence_pairs *s, tr_error *err)
{
    const checker *const c = w->checker;

    if (!w->session) {
        const int rc = tr_session_create(&w->session, c->model, &c->options, err);
        if (rc < 0) return rc;
        w->copied = copied_words_open(w->session, c->model);
    }
    return copied_words_find(w->copied, s->list, s->n, err);
}

static int find_missing(check_worker *w, const sentence_pairs *s, tr_error *err)
{
    const checker *const c = w->checker;

    if (!tr_language_has_blanks(c->languages[0])) return TR_OK;
    if (!w->back) {
        const int rc = tr_session_create(&w->back, c->back, &c->back_options, err);
        if (rc < 0) return rc;
    }
    return missing_words_find(w->back, c->back, s->list, s->n, err);
}

int check_worker_run(check_worker *w, checked_pair *pairs, size_t n, tr_error *err)
{
    sentence_pairs sentences = {0};
    int rc = TR_OK;

    for (size_t i = 0; i < n; i++)
        sentence_pairs_add(&sentences, &pairs[i], w->checker->languages);
    rc = find_missing(w, &sentences, err);
    if (rc == TR_OK && w->checker->model) rc = find_copied(w, &sentences, err);
    for (size_t i = 0; i < n && rc == TR_OK; i++)
        repeated_words_find(&pairs[i], w->checker->languages[1]);
    sentence_pairs_free(&sentences);
    return rc;
}

void check_worker_close(check_worker *w)
{
    copied_words_close(w->copied);
    tr_session_free(w->session);
    tr_session_free(w->back);
}
