/* The second search, with networks of random weights, which lose the thread at once. */
#include "search/repetition.h"

#include <math.h>

#include "make/make_model.h"
#include "translate.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { N_LINES = 60, MOST_IDS = 12 };

typedef struct fixture {
    scratch dir;
    tr_model *m;
    char lines[N_LINES][8 * MOST_IDS];
} fixture;

static fixture f;

static void make_lines(void)
{
    uint32_t x = 99;
    for (size_t i = 0; i < N_LINES; i++) {
        char *end = f.lines[i];
        for (size_t k = 0; k < 1 + i % MOST_IDS; k++) {
            x = x * 1664525u + 1013904223u;
            end += sprintf(end, "%u ", 3 + (x >> 16) % 30);
        }
    }
}

static void start(void)
{
    tr_error err;
    scratch_open(&f.dir);
    ck_assert_int_eq(make_model(scratch_file(&f.dir, "m.gguf"), &model_spec_small, &err), 0);
    ck_assert_int_eq(tr_model_open(&f.m, f.dir.path, &err), 0);
    make_lines();
}

static void stop(void)
{
    tr_model_close(f.m);
    scratch_count(&f.dir, true);
    rmdir(f.dir.folder);
}

static tr_options options(int raw, int beam)
{
    tr_options o;
    tr_options_init(&o, f.m);
    o.input = o.output = TR_IDS;
    o.beam_size = beam;
    o.raw = raw;
    return o;
}

static tr_session *session(int raw, int beam)
{
    const tr_options o = options(raw, beam);
    tr_session *s;
    tr_error err;
    ck_assert_int_eq(tr_session_create(&s, f.m, &o, &err), 0);
    return s;
}

static const tr_translation *translate(tr_session *s, size_t i)
{
    const tr_translation *t;
    ck_assert_int_eq(tr_translate(s, f.lines[i], strlen(f.lines[i]), &t, NULL), 0);
    ck_assert_int_eq(t->status, TR_OK);
    return t;
}

static size_t repeated(const tr_translation *t)
{
    const tr_hypothesis *h = &t->hypotheses[0];
    int32_t ids[1000];
    ck_assert_uint_le(h->n_tokens, 1000);
    for (size_t i = 0; i < h->n_tokens; i++)
        ids[i] = h->tokens[i].id;
    return tr_repeated(ids, h->n_tokens, false, 1);
}

START_TEST(it_is_asked_for_and_told_of)
{
    start();
    for (int beam = 1; beam <= 4; beam += 3) {
        tr_session *raw = session(1, beam), *s = session(0, beam);
        size_t n_improved = 0;
        for (size_t i = 0; i < N_LINES; i++) {
            const tr_translation *a = translate(raw, i), *b = translate(s, i);
            ck_assert_uint_eq(a->n_retried, 0);
            ck_assert_uint_le(b->n_improved, b->n_retried);
            if (!b->n_retried) ck_assert_str_eq(a->hypotheses[0].text, b->hypotheses[0].text);
            if (b->n_improved && repeated(a)) ck_assert_uint_lt(repeated(b), repeated(a));
            n_improved += b->n_improved;
        }
        ck_assert_uint_gt(n_improved, 0);
        tr_session_free(raw);
        tr_session_free(s);
    }
    stop();
}
END_TEST

START_TEST(scores_are_those_of_the_translation)
{
    start();
    tr_session *s = session(0, 4), *scorer = session(0, 4);
    size_t n = 0;
    for (size_t i = 0; i < N_LINES; i++) {
        const tr_translation *found = translate(s, i), *scored;
        const tr_hypothesis *h = &found->hypotheses[0];
        const tr_string source = {f.lines[i], strlen(f.lines[i])}, target = {h->text, h->text_len};
        if (!found->n_improved) continue;
        ck_assert_int_eq(tr_score(scorer, source, target, &scored, NULL), 0);
        ck_assert_int_eq(scored->status, TR_OK);
        for (size_t k = 0; k < h->n_tokens; k++)
            ck_assert(scored->hypotheses[0].tokens[k].log_probability ==
                      h->tokens[k].log_probability);
        n++;
    }
    ck_assert_uint_gt(n, 0);
    tr_session_free(s);
    tr_session_free(scorer);
    stop();
}
END_TEST

START_TEST(pairs_are_scored_together_as_alone)
{
    static tr_string source[N_LINES], target[N_LINES];
    const tr_translation *const *all, *one;

    start();
    tr_session *alone = session(0, 4), *together = session(0, 4);
    for (size_t i = 0; i < N_LINES; i++) { /* each line as the translation of the line before */
        source[i] = (tr_string){f.lines[i], strlen(f.lines[i])};
        target[(i + 1) % N_LINES] = source[i];
    }
    ck_assert_int_eq(tr_score_batch(together, source, target, N_LINES, &all, NULL), 0);
    for (size_t i = 0; i < N_LINES; i++) {
        ck_assert_int_eq(tr_score(alone, source[i], target[i], &one, NULL), 0);
        ck_assert_int_eq(one->status, TR_OK);
        const tr_hypothesis *const h = &all[i]->hypotheses[0], *const wanted = &one->hypotheses[0];
        ck_assert_uint_eq(h->n_tokens, wanted->n_tokens);
        for (size_t k = 0; k < h->n_tokens; k++)
            ck_assert(h->tokens[k].log_probability == wanted->tokens[k].log_probability);
    }
    tr_session_free(alone);
    tr_session_free(together);
    stop();
}
END_TEST

START_TEST(without_scores_the_text_is_the_same)
{
    start();
    for (int beam = 1; beam <= 4; beam += 3) {
        tr_options o = options(0, beam);
        tr_session *with = session(0, beam), *without;
        o.scores = 0;
        ck_assert_int_eq(tr_session_create(&without, f.m, &o, NULL), 0);
        for (size_t i = 0; i < N_LINES; i++) {
            const tr_translation *t = translate(with, i), *u = translate(without, i), *scored;
            const tr_hypothesis *h = t->hypotheses, *g = u->hypotheses;
            const tr_string source = {f.lines[i], strlen(f.lines[i])};
            ck_assert_str_eq(h->text, g->text);
            ck_assert_uint_eq(t->n_retried, u->n_retried);
            ck_assert_uint_eq(t->n_improved, u->n_improved);
            ck_assert(beam == 1 ? isnan(g->score) : g->score == h->score);
            ck_assert(isfinite(h->score) && isnan(g->log_probability) == (beam == 1));
            ck_assert_int_eq(
                tr_score(without, source, (tr_string){h->text, h->text_len}, &scored, NULL), 0);
            ck_assert(scored->hypotheses[0].tokens[0].log_probability ==
                      h->tokens[0].log_probability);
        }
        tr_session_free(with);
        tr_session_free(without);
    }
    stop();
}
END_TEST

START_TEST(a_batch_makes_no_difference)
{
    start();
    tr_session *alone = session(0, 4), *together = session(0, 4);
    tr_string strings[N_LINES];
    const tr_translation *const *results;

    for (size_t i = 0; i < N_LINES; i++)
        strings[i] = (tr_string){f.lines[i], strlen(f.lines[i])};
    ck_assert_int_eq(tr_translate_batch(together, strings, N_LINES, &results, NULL), 0);
    for (size_t i = 0; i < N_LINES; i++) {
        const tr_translation *t = translate(alone, i);
        ck_assert_str_eq(t->hypotheses[0].text, results[i]->hypotheses[0].text);
        ck_assert(t->hypotheses[0].score == results[i]->hypotheses[0].score);
        ck_assert_uint_eq(t->n_improved, results[i]->n_improved);
    }
    tr_session_free(alone);
    tr_session_free(together);
    stop();
}
END_TEST

UNIT_MAIN("retry", it_is_asked_for_and_told_of, scores_are_those_of_the_translation,
          pairs_are_scored_together_as_alone, without_scores_the_text_is_the_same,
          a_batch_makes_no_difference)
