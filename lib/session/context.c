#include "session/context.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "session/session.h"
#include "setup/options.h"
#include "text/words/pronouns.h"

/* A sentence and its translation. */
typedef struct kept_pair {
    tr_buf source, translation;
} kept_pair;

struct tr_context {
    const tr_language *from, *to;
    tr_session *session; /* scores; NULL: nothing is to be changed */
    tr_passages of_source, of_translation;
    kept_pair kept[TR_MAX_CONTEXT]; /* [n] the last sentences, in order */
    size_t n, most;
    tr_buf source, translation; /* of this call, valid UTF-8 */
    tr_buf revised;
    tr_word_change *changes; /* [n_changes] */
    size_t n_changes, changes_capacity;
};

/* ---- Scores ---- */

enum { MOST_TEXTS = TR_MOST_PRONOUN_TEXTS + 1 };

/* A sentence, the translations that it may have, and the text before it.  The first translation is
 * the one that it has. */
typedef struct choice {
    tr_context *context;
    tr_string source;
    tr_pronouns pronouns;
    tr_buf alone[MOST_TEXTS];               /* [n] translations, alone */
    tr_buf joint_source, joint[MOST_TEXTS]; /*   and behind the sentences before */
    float scores[MOST_TEXTS][2];            /* [n][alone, joint]; NaN: none */
    size_t n;
} choice;

static bool ends_sentence(int32_t c)
{
    return tr_is_space(c) || c == '.' || c == '!' || c == '?' || c == ':' || c == ';' || c == ',' ||
           c == 0x2026;
}

/* Appends texts of the context from sentence `first` on, and a dash.  Joined so, both are one
 * sentence, as the model knows them; of two sentences, it knows less. */
static void add_before(const tr_context *c, size_t first, bool translation, tr_buf *out)
{
    static const char dash[] = " \xE2\x80\x93 ";

    for (size_t i = first; i < c->n; i++) {
        const tr_buf *const b = translation ? &c->kept[i].translation : &c->kept[i].source;
        const char *const text = tr_buf_text(b);
        const bool last = i + 1 == c->n;
        tr_buf_add(out, text, last ? tr_utf8_skip_back(text, 0, b->len, ends_sentence) : b->len);
        tr_buf_add_string(out, last ? dash : " ");
    }
}

static void join_texts(choice *h, size_t first)
{
    const tr_context *const c = h->context;

    tr_buf_clear(&h->joint_source);
    add_before(c, first, false, &h->joint_source);
    tr_pronouns_add_clause(c->from, h->source.text, h->source.len, &h->joint_source);
    for (size_t i = 0; i < h->n; i++) {
        tr_buf_clear(&h->joint[i]);
        add_before(c, first, true, &h->joint[i]);
        tr_pronouns_add_clause(c->to, tr_buf_text(&h->alone[i]), h->alone[i].len, &h->joint[i]);
    }
}

/* Writes the translation [0] and all others. */
static void write_texts(choice *h, tr_string translation)
{
    tr_buf_add(&h->alone[h->n++], translation.text, translation.len);
    for (size_t i = 0; i < h->pronouns.n_variants; i++)
        tr_pronouns_add(&h->pronouns, &h->pronouns.variants[i], translation.text, translation.len,
                        &h->alone[h->n++]);
}

static bool has_failed(const choice *h)
{
    bool failed = h->joint_source.failed;

    for (size_t i = 0; i < h->n; i++)
        failed = failed || h->alone[i].failed || h->joint[i].failed;
    return failed;
}

/* 1 if the model reads both sides whole; 0 if not, or an error. */
static int fits(choice *h, tr_error *err)
{
    tr_preparer *const p = &h->context->session->preparer;
    tr_chunks *const chunks = &p->sentences.chunks;
    const size_t len = h->joint_source.len;
    size_t bytes, n;

    int rc = tr_chunks_first(chunks, tr_buf_text(&h->joint_source), len, &bytes, &n, err);
    if (rc < 0 || bytes < len) return rc < 0 ? rc : 0;
    rc = tr_tokenizer_encode(p->setup->tokenizers->target, tr_buf_text(&h->joint[0]),
                             h->joint[0].len, &chunks->ids, &chunks->ids_capacity, &n, err);
    if (rc < 0) return rc;
    return n + 1 <= tr_search_longest(p->sentences.search);
}

/* Joins with as many sentences before as the model reads: 1; 0 if with none, or an error. */
static int join_what_fits(choice *h, tr_error *err)
{
    int rc = 0;

    for (size_t first = 0; first < h->context->n && rc == 0; first++) {
        join_texts(h, first);
        if (has_failed(h)) return tr_fail_memory(err);
        rc = fits(h, err);
    }
    return rc;
}

static int score_texts(choice *h, tr_error *err)
{
    tr_string sources[2 * MOST_TEXTS], targets[2 * MOST_TEXTS];
    const tr_translation *const *results;

    for (size_t i = 0; i < h->n; i++) {
        sources[2 * i] = h->source;
        targets[2 * i] = (tr_string){tr_buf_text(&h->alone[i]), h->alone[i].len};
        sources[2 * i + 1] = (tr_string){tr_buf_text(&h->joint_source), h->joint_source.len};
        targets[2 * i + 1] = (tr_string){tr_buf_text(&h->joint[i]), h->joint[i].len};
    }
    const int rc = tr_score_batch(h->context->session, sources, targets, 2 * h->n, &results, err);
    for (size_t i = 0; i < 2 * h->n && rc == 0; i++)
        h->scores[i / 2][i % 2] =
            results[i]->status == TR_OK ? results[i]->hypotheses[0].log_probability : NAN;
    return rc;
}

/* ---- The choice ---- */

/* What a translation is worth is what the context says of it.  In languages whose genders are of
 * nouns, as German, half of what the model says of the translation alone is taken away, since that
 * likes "es" too much.  In languages whose genders are of persons, as English, it stays: it knows
 * who cries.  Another pronoun has to be worth more by `least`.  Of shares from 0 to 1 and least
 * gains from 0 to 4, these made the most pronouns of 168 pairs of everyday sentences right, and
 * changed next to nothing in news. */
typedef struct weights {
    float share, least;
} weights;

static weights weights_for(const tr_language *to)
{
    return to->pronouns.natural ? (weights){0, 0.5f} : (weights){0.5f, 1};
}

static float worth(const choice *h, size_t i)
{
    return h->scores[i][1] - weights_for(h->context->to).share * h->scores[i][0];
}

/* The likeliest text of a gender, 0 if there is none. */
static size_t best_of_gender(const choice *h, int gender)
{
    size_t best = 0;

    for (size_t i = 1; i < h->n; i++) {
        if (h->pronouns.variants[i - 1].gender != gender || isnan(worth(h, i))) continue;
        if (!best || h->scores[i][1] > h->scores[best][1]) best = i;
    }
    return best;
}

static size_t best_text(const choice *h)
{
    const float least = weights_for(h->context->to).least;
    size_t best = 0;

    for (int gender = 0; gender < 3; gender++) {
        const size_t i = best_of_gender(h, gender);
        if (i && worth(h, i) > (best ? worth(h, best) : worth(h, 0) + least)) best = i;
    }
    return best;
}

static void free_choice(choice *h)
{
    tr_buf_free(&h->joint_source);
    for (size_t i = 0; i < h->n; i++) {
        tr_buf_free(&h->alone[i]);
        tr_buf_free(&h->joint[i]);
    }
}

static bool add_changes(tr_context *c, const tr_pronouns *p, const tr_pronoun_variant *v,
                        const char *translation, size_t begin)
{
    tr_buf word = {0};
    bool failed = false;

    c->changes =
        tr_room(c->changes, &c->changes_capacity, c->n_changes + p->n, sizeof *c->changes, &failed);
    for (size_t k = 0; k < p->n && !failed; k++) {
        tr_buf_clear(&word);
        tr_pronouns_add_word(p, v, k, translation, &word);
        c->changes[c->n_changes++] =
            (tr_word_change){{begin + p->at[k].begin, begin + p->at[k].end}, word.len};
        failed = word.failed;
    }
    tr_buf_free(&word);
    return !failed;
}

/* Appends a sentence's translation, which stands at byte `begin` of the text's, as it should be. */
static int revise_sentence(tr_context *c, tr_string source, tr_string translation, size_t begin,
                           tr_error *err)
{
    choice h = {.context = c, .source = source};
    size_t best = 0;
    int rc = 0;

    if (c->n && tr_pronouns_find(&h.pronouns, c->from, c->to, source, translation)) {
        write_texts(&h, translation);
        rc = join_what_fits(&h, err);
        if (rc > 0) {
            rc = score_texts(&h, err);
            best = rc == 0 ? best_text(&h) : 0;
        }
    }
    if (best &&
        !add_changes(c, &h.pronouns, &h.pronouns.variants[best - 1], translation.text, begin))
        rc = tr_fail_memory(err);
    if (best)
        tr_buf_add(&c->revised, tr_buf_text(&h.alone[best]), h.alone[best].len);
    else
        tr_buf_add(&c->revised, translation.text, translation.len);
    free_choice(&h);
    return rc < 0 ? rc : 0;
}

/* ---- Texts ---- */

static bool keep_pair(tr_context *c, tr_string source, tr_string translation)
{
    if (c->n == c->most) {
        const kept_pair oldest = c->kept[0];
        memmove(c->kept, c->kept + 1, (c->n - 1) * sizeof *c->kept);
        c->kept[--c->n] = oldest;
    }
    kept_pair *const k = &c->kept[c->n++];
    tr_buf_clear(&k->source);
    tr_buf_clear(&k->translation);
    tr_buf_add(&k->source, source.text, source.len);
    tr_buf_add(&k->translation, translation.text, translation.len);
    return !k->source.failed && !k->translation.failed;
}

static tr_string string_of(const char *text, tr_span s)
{
    return (tr_string){text + s.begin, s.end - s.begin};
}

/* Revises the sentences of a text one by one; a text that has another number of them than its
 * translation stays, as one sentence. */
static int revise_text(tr_context *c, const char *source, size_t source_len, const char *said,
                       size_t len, tr_error *err)
{
    const tr_span whole[] = {{0, source_len}, {0, len}};
    const bool paired = c->of_source.n == c->of_translation.n;
    const size_t n = paired ? c->of_source.n : 1;
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        const tr_span *const spans[] = {paired ? &c->of_source.list[i] : &whole[0],
                                        paired ? &c->of_translation.list[i] : &whole[1]};
        const tr_span s = tr_span_trimmed(source, spans[0]->begin, spans[0]->end);
        const tr_span t = tr_span_trimmed(said, spans[1]->begin, spans[1]->end);
        tr_buf_add(&c->revised, said + at, t.begin - at);
        at = t.end;
        const size_t begin = c->revised.len;
        const int rc =
            paired ? revise_sentence(c, string_of(source, s), string_of(said, t), t.begin, err) : 0;
        if (rc < 0) return rc;
        if (!paired) tr_buf_add(&c->revised, said + t.begin, t.end - t.begin);
        if (c->revised.failed ||
            !keep_pair(c, string_of(source, s),
                       string_of(tr_buf_text(&c->revised), (tr_span){begin, c->revised.len})))
            return tr_fail_memory(err);
    }
    tr_buf_add(&c->revised, said + at, len - at);
    return c->revised.failed ? tr_fail_memory(err) : 0;
}

int tr_context_revise(tr_context *c, tr_string source, tr_string translation, tr_string *revised,
                      size_t *n_changed, tr_error *err)
{
    *n_changed = c->n_changes = 0;
    tr_buf_clear(&c->source);
    tr_buf_clear(&c->translation);
    tr_buf_clear(&c->revised);
    tr_utf8_repair(source.text, source.len, &c->source);
    tr_utf8_repair(translation.text, translation.len, &c->translation);
    if (c->source.failed || c->translation.failed) return tr_fail_memory(err);
    const char *const text = tr_buf_text(&c->source), *const said = tr_buf_text(&c->translation);
    const tr_span seen = tr_span_trimmed(text, 0, c->source.len);
    *revised = (tr_string){said, c->translation.len};
    if (!c->session) return 0;
    if (seen.begin == seen.end) {
        tr_context_clear(c);
        return 0;
    }
    int rc = tr_passages_find(&c->of_source, text, c->source.len, true, false, err);
    if (rc == 0)
        rc = tr_passages_find(&c->of_translation, said, c->translation.len, true, false, err);
    if (rc == 0) rc = revise_text(c, text, c->source.len, said, c->translation.len, err);
    if (rc < 0) return rc;
    *revised = (tr_string){tr_buf_text(&c->revised), c->revised.len};
    *n_changed = c->n_changes;
    return 0;
}

const tr_word_change *tr_context_changes(const tr_context *c, size_t *n)
{
    *n = c->n_changes;
    return c->changes;
}

void tr_context_clear(tr_context *c)
{
    c->n = 0;
}

/* ---- Opening ---- */

static int open_session(tr_context *c, const tr_model *model, const tr_options *options,
                        const char *source, const char *target, tr_error *err)
{
    tr_options o;

    tr_options_init(&o, model);
    o.source_language = options->source_language;
    o.target_language = options->target_language;
    o.precision = options->precision;
    o.cpu = options->cpu;
    o.beam_size = o.n_best = 1;
    o.split = TR_SPLIT_NONE;
    o.shortlist = TR_SHORTLIST_OFF;
    o.max_length_factor = 0;
    o.max_length = INT_MAX;
    o.raw = o.scores = 1;
    int rc = tr_passages_init(&c->of_source, source, true, err);
    if (rc == 0) rc = tr_passages_init(&c->of_translation, target, true, err);
    return rc == 0 ? tr_session_create(&c->session, model, &o, err) : rc;
}

int tr_context_create(tr_context **out, const tr_model *model, const tr_options *options, int n,
                      tr_error *err)
{
    const tr_model_info *const info = tr_model_get_info(model);
    tr_options o;

    *out = NULL;
    int rc = tr_options_take(&o, options, err);
    if (rc < 0) return rc;
    if (n < 1 || n > TR_MAX_CONTEXT)
        return tr_fail(err, TR_EINVAL, "a context of %d sentences: 1 to %d can be", n,
                       TR_MAX_CONTEXT);
    tr_context *const c = calloc(1, sizeof *c);
    if (!c) return tr_fail_memory(err);
    const char *const source = o.source_language ? o.source_language : info->source_language;
    const char *const target = o.target_language ? o.target_language : info->target_language;
    c->from = tr_language_data(source);
    c->to = tr_language_data(target);
    c->most = (size_t)n;
    if (tr_pronouns_can_differ(c->from, c->to))
        rc = open_session(c, model, &o, source, target, err);
    if (rc < 0) {
        tr_context_free(c);
        return rc;
    }
    *out = c;
    return 0;
}

void tr_context_free(tr_context *c)
{
    if (!c) return;
    tr_session_free(c->session);
    tr_passages_free(&c->of_source);
    tr_passages_free(&c->of_translation);
    for (size_t i = 0; i < TR_MAX_CONTEXT; i++) {
        tr_buf_free(&c->kept[i].source);
        tr_buf_free(&c->kept[i].translation);
    }
    tr_buf_free(&c->source);
    tr_buf_free(&c->translation);
    tr_buf_free(&c->revised);
    free(c->changes);
    free(c);
}
