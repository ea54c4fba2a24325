/* Special tokens around texts: models with the same weights that say it in different ways. */
#include "translate.h"

#include <math.h>

#include "formats/gguf_write.h"
#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

/* Keys of the model that is made next; ids are -1 for none. */
static struct {
    const char *token; /* nmt.source_language_token */
    bool target_first, without_eos, aligned;
    int32_t source_eos, bos, first, suppressed;
} keys;

static void put_keys(tr_gguf_writer *w)
{
    if (keys.token || keys.target_first) {
        tr_gguf_put_strings(w, "nmt.language_codes",
                            (const char *const[]){"deu_Latn", "fra_Latn", "zho_Hans", "zho_Hant"},
                            4);
        tr_gguf_put_u32s(w, "nmt.language_ids", (const uint32_t[]){30, 31, 32, 33}, 4);
    }
    if (keys.token) tr_gguf_put_string(w, "nmt.source_language_token", keys.token);
    if (keys.target_first) tr_gguf_put_bool(w, "nmt.target_language_token", true);
    if (keys.aligned) tr_gguf_put_u32(w, "nmt.alignment.layer", 0);
    if (keys.aligned) tr_gguf_put_u32(w, "nmt.alignment.heads", 2);
    if (keys.without_eos) tr_gguf_put_bool(w, "nmt.source_eos", false);
    if (keys.source_eos >= 0) tr_gguf_put_u32(w, "nmt.source_eos_id", (uint32_t)keys.source_eos);
    if (keys.bos >= 0) tr_gguf_put_u32(w, "nmt.source_bos_id", (uint32_t)keys.bos);
    if (keys.first >= 0) tr_gguf_put_u32(w, "nmt.forced_first_id", (uint32_t)keys.first);
    if (keys.suppressed >= 0)
        tr_gguf_put_u32s(w, "nmt.suppressed_ids", (const uint32_t[]){(uint32_t)keys.suppressed}, 1);
}

static void no_keys(void)
{
    memset(&keys, 0, sizeof keys);
    keys.source_eos = keys.bos = keys.first = keys.suppressed = -1;
}

static tr_model *make(void)
{
    scratch s;
    tr_model *m;
    tr_error err;
    model_spec spec = model_spec_small;
    spec.more_keys = put_keys;
    spec.start_id = 4;
    spec.extra_rows = 2;
    scratch_open(&s);
    ck_assert_int_eq(make_model(scratch_file(&s, "m.gguf"), &spec, &err), 0);
    ck_assert_msg(tr_model_open(&m, s.path, &err) == 0, "%s", err.msg);
    scratch_close(&s);
    return m;
}

static tr_options ids_options(const tr_model *m)
{
    tr_options o;
    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    o.raw = 1;
    o.beam_size = o.n_best = 3;
    return o;
}

/* One model's log-probabilities of a target, as they are printed. */
static void score_line(tr_model *m, const char *from, const char *to, const char *source,
                       const char *target, char *out, size_t size)
{
    tr_session *s;
    tr_error err;
    const tr_translation *t;
    tr_options o = ids_options(m);
    size_t n = 0;
    o.source_language = from;
    o.target_language = to;
    ck_assert_msg(tr_session_create(&s, m, &o, &err) == 0, "%s", err.msg);
    ck_assert_int_eq(tr_score(s, (tr_string){source, strlen(source)},
                              (tr_string){target, strlen(target)}, &t, &err),
                     0);
    ck_assert_int_eq(t->status, 0);
    for (size_t i = 0; i < t->hypotheses->n_tokens; i++)
        n += (size_t)snprintf(out + n, size - n, " %d %a", t->hypotheses->tokens[i].id,
                              (double)t->hypotheses->tokens[i].log_probability);
    tr_session_free(s);
    tr_model_close(m);
}

/* The tokens of `text` around which something stands are those of `whole`, to which the plain
 * model adds nothing but </s>. */
static void assert_frames(const char *from, const char *to, const char *text, const char *whole)
{
    char got[1000], want[1000];
    score_line(make(), from, to, text, "9 3 11", got, sizeof got);
    no_keys();
    score_line(make(), NULL, NULL, whole, "9 3 11", want, sizeof want);
    ck_assert_str_eq(got, want);
}

START_TEST(a_token_stands_before_the_source)
{
    no_keys();
    keys.bos = 7;
    assert_frames(NULL, NULL, "3 9 14", "7 3 9 14");
}
END_TEST

START_TEST(the_source_language_stands_before_the_text)
{
    no_keys();
    keys.token = "before";
    assert_frames("fra_Latn", NULL, "3 9 14", "31 3 9 14");
    no_keys();
    keys.token = "before";
    keys.bos = 7;
    assert_frames("fr", "de", "3 9 14", "7 31 3 9 14");
}
END_TEST

START_TEST(the_target_language_stands_before_the_text)
{
    no_keys();
    keys.token = "target";
    assert_frames("en", "zho_Hant", "3 9 14", "33 3 9 14");
}
END_TEST

/* 30 after </s>: as a text that has both, and nothing after it. */
START_TEST(the_source_language_stands_behind_the_end)
{
    char got[1000], want[1000];
    no_keys();
    keys.token = "after";
    score_line(make(), "de", NULL, "3 9 14", "9 3 11", got, sizeof got);
    no_keys();
    keys.without_eos = true;
    score_line(make(), NULL, NULL, "3 9 14 0 30", "9 3 11", want, sizeof want);
    ck_assert_str_eq(got, want);
}
END_TEST

START_TEST(the_source_may_end_in_a_token_of_its_own_or_in_none)
{
    char got[1000], want[1000];
    no_keys();
    keys.source_eos = 14;
    score_line(make(), NULL, NULL, "3 9", "9 3 11", got, sizeof got);
    no_keys();
    keys.without_eos = true;
    score_line(make(), NULL, NULL, "3 9 14", "9 3 11", want, sizeof want);
    ck_assert_str_eq(got, want);
}
END_TEST

/* The same log-probabilities as after the same first token, which is not among them. */
static void assert_first(const char *to, int32_t first)
{
    char got[1000], want[1000], whole[100];
    score_line(make(), NULL, to, "3 9 14", "9 3 11", got, sizeof got);
    snprintf(whole, sizeof whole, "%d 9 3 11", first);
    no_keys();
    score_line(make(), NULL, NULL, "3 9 14", whole, want, sizeof want);
    const char *rest = strchr(strchr(want + 1, ' ') + 1, ' ');
    ck_assert_str_eq(got, rest);
}

START_TEST(a_first_token_that_is_forced_is_not_shown)
{
    no_keys();
    keys.first = 8;
    assert_first(NULL, 8);
    no_keys();
    keys.target_first = true;
    assert_first("de", 30);
}
END_TEST

/* A translation that the search finds is scored the same; the forced token counts in the length
 * alone. */
static void assert_search_agrees(tr_model *m, const char *to, size_t n_first)
{
    tr_session *s;
    tr_error err;
    const tr_translation *t;
    tr_options o = ids_options(m);
    char text[3][200];
    float score[3];
    o.target_language = to;
    o.length_penalty = 0.7f;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    ck_assert_int_eq(tr_translate(s, "3 9 14 20", 9, &t, &err), 0);
    ck_assert_int_eq(t->status, 0);
    ck_assert_uint_eq(t->n_source_tokens, 4);
    for (size_t i = 0; i < 3; i++) {
        const tr_hypothesis *h = &t->hypotheses[i];
        float sum = 0;
        for (size_t k = 0; k < h->n_tokens; k++)
            sum += h->tokens[k].log_probability;
        ck_assert_float_le(fabsf(sum - h->log_probability), 1e-5f);
        ck_assert_float_eq_tol(
            h->score, h->log_probability / powf((float)(h->n_tokens + n_first), 0.7f), 1e-5f);
        snprintf(text[i], sizeof text[i], "%s", h->text);
        score[i] = h->tokens[h->n_tokens - 1].id == 0 ? h->log_probability : 0;
    }
    for (size_t i = 0; i < 3; i++) {
        if (score[i] == 0) continue; /* cut off at the limit */
        ck_assert_int_eq(tr_score(s, (tr_string){"3 9 14 20", 9},
                                  (tr_string){text[i], strlen(text[i])}, &t, &err),
                         0);
        ck_assert_float_eq(t->hypotheses->log_probability, score[i]);
    }
    tr_session_free(s);
    tr_model_close(m);
}

START_TEST(a_search_begins_behind_the_first_token)
{
    no_keys();
    assert_search_agrees(make(), NULL, 0);
    keys.first = 8;
    assert_search_agrees(make(), NULL, 1);
    no_keys();
    keys.target_first = true;
    assert_search_agrees(make(), "zh-Hans", 1);
}
END_TEST

/* One step more, for the first token: as many others as without. */
START_TEST(the_length_limit_does_not_count_the_first_token)
{
    for (int first = -1; first < 10; first += 9) {
        tr_session *s;
        tr_error err;
        const tr_translation *t;
        no_keys();
        keys.first = first;
        tr_model *m = make();
        tr_options o = ids_options(m);
        o.min_length = o.max_length = 3;
        o.max_length_factor = 0;
        ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
        ck_assert_int_eq(tr_translate(s, "3 9 14 20", 9, &t, &err), 0);
        ck_assert_uint_eq(t->hypotheses->n_tokens, 3);
        tr_session_free(s);
        tr_model_close(m);
    }
}
END_TEST

/* Weights of target tokens "9 3 11 </s>": [4, n + 1] for a source of n tokens. */
static void align(const char *source, size_t n, float *weight)
{
    tr_session *s;
    tr_error err;
    const tr_translation *t;
    keys.aligned = true;
    tr_model *m = make();
    tr_options o = ids_options(m);
    o.alignment = 1;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    ck_assert_int_eq(
        tr_score(s, (tr_string){source, strlen(source)}, (tr_string){"9 3 11", 6}, &t, &err), 0);
    ck_assert_uint_eq(t->hypotheses->n_tokens, 4);
    for (size_t i = 0; i < 4; i++, weight += n + 1) {
        const tr_alignment *a = &t->hypotheses->alignment[i];
        float sum = 0, most = 0;
        ck_assert_uint_eq(a->first, 0);
        ck_assert_uint_eq(a->n, n);
        memcpy(weight, a->weight, (n + 1) * sizeof *weight);
        for (size_t k = 0; k <= n; k++) {
            sum += weight[k];
            most = fmaxf(most, weight[k]);
        }
        ck_assert_float_eq_tol(sum, 1, 1e-6f);
        ck_assert_float_eq(weight[a->best], most);
    }
    tr_session_free(s);
    tr_model_close(m);
}

/* The first of the four is one more token of the text to the model that puts nothing before it. */
START_TEST(alignments_sum_up_what_stands_around)
{
    float framed[4][4], plain[4][5];
    no_keys();
    keys.bos = 7;
    align("3 9 14", 3, framed[0]);
    no_keys();
    align("7 3 9 14", 4, plain[0]);
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < 3; k++)
            ck_assert_float_eq(framed[i][k], plain[i][k + 1]);
        ck_assert_float_eq(framed[i][3], plain[i][0] + plain[i][4]);
    }
}
END_TEST

/* The forced token's own row is left out: the others' follow it in the model that scores it. */
START_TEST(alignments_are_those_of_the_tokens_that_are_shown)
{
    float forced[4][4], plain[4][4];
    no_keys();
    align("3 9 14", 3, plain[0]);
    keys.first = 8;
    align("3 9 14", 3, forced[0]);
    for (size_t i = 0; i < 4; i++)
        ck_assert_mem_ne(forced[i], plain[i], sizeof plain[i]);
}
END_TEST

START_TEST(a_model_that_tells_no_alignment_is_not_asked)
{
    tr_session *s;
    tr_error err;
    no_keys();
    tr_model *m = make();
    tr_options o = ids_options(m);
    o.alignment = 1;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.msg, "m.gguf: does not say which attention"));
    tr_model_close(m);
}
END_TEST

static int32_t first_token(void)
{
    tr_session *s;
    tr_error err;
    const tr_translation *t;
    tr_model *m = make();
    const tr_options o = ids_options(m);
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    ck_assert_int_eq(tr_translate(s, "3 9 14", 6, &t, &err), 0);
    const int32_t id = t->hypotheses->tokens[0].id;
    for (size_t i = 0; i < t->n_hypotheses; i++)
        for (size_t k = 0; k < t->hypotheses[i].n_tokens; k++)
            ck_assert_int_ne(t->hypotheses[i].tokens[k].id, keys.suppressed);
    tr_session_free(s);
    tr_model_close(m);
    return id;
}

START_TEST(suppressed_ids_are_never_produced)
{
    no_keys();
    const int32_t before = first_token();
    ck_assert_int_gt(before, 1);
    keys.suppressed = before;
    ck_assert_int_ne(first_token(), before);
}
END_TEST

START_TEST(languages_are_asked_for_by_name)
{
    static const struct {
        const char *from, *to, *words;
    } cases[] = {
        {NULL, "de", "translate from has to be given; the model has deu_Latn, fra_Latn, zho_Hans"},
        {"xx", "de", "translate from xx is not known; the model has deu_Latn"},
        {"fr", "zh",
         "translate to zh is several of them; did you mean zho_Hans or zho_Hant?; the "
         "model has deu_Latn"},
        {"fr", "deu_Latin", "translate to deu_Latin is not known; did you mean deu_Latn?"},
    };
    tr_session *s;
    tr_error err;
    no_keys();
    keys.token = "before";
    keys.target_first = true;
    tr_model *m = make();
    tr_options o = ids_options(m);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        o.source_language = cases[i].from;
        o.target_language = cases[i].to;
        ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EINVAL);
        ck_assert_msg(strstr(err.msg, cases[i].words) && strstr(err.msg, "m.gguf: "), "%s",
                      err.msg);
    }
    o.source_language = "fr";
    o.target_language = NULL; /* nmt.target_language is de */
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    tr_session_free(s);
    tr_model_close(m);
}
END_TEST

START_TEST(a_model_of_two_languages_has_no_others)
{
    tr_session *s;
    tr_error err;
    no_keys();
    tr_model *m = make();
    tr_options o = ids_options(m);
    o.source_language = "en-US";
    o.target_language = "deu";
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    tr_session_free(s);
    o.target_language = "fr";
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.msg, "m.gguf: translates to de, not to fr"));
    tr_model_close(m);
}
END_TEST

UNIT_MAIN("special_tokens", a_token_stands_before_the_source,
          the_source_language_stands_before_the_text, the_target_language_stands_before_the_text,
          the_source_language_stands_behind_the_end,
          the_source_may_end_in_a_token_of_its_own_or_in_none,
          a_first_token_that_is_forced_is_not_shown, a_search_begins_behind_the_first_token,
          the_length_limit_does_not_count_the_first_token, suppressed_ids_are_never_produced,
          alignments_sum_up_what_stands_around, alignments_are_those_of_the_tokens_that_are_shown,
          a_model_that_tells_no_alignment_is_not_asked, languages_are_asked_for_by_name,
          a_model_of_two_languages_has_no_others)
