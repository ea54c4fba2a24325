/* The words of a sentence: Marian's rule, written down once more with a plain array of marks. */
#include "search/shortlist.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/quant.h"
#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { D = 10, VOCAB = 203, MOST = 4, PACKED = (VOCAB + 15) / 16 * 16 * 12 };

static uint32_t state = 1;

static size_t below(size_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

static int32_t offset[VOCAB + 1], id[VOCAB * MOST];

static tr_nmt random_network(int32_t first, bool source_ids)
{
    int32_t n = 0;
    for (size_t s = 0; s < VOCAB; s++) {
        offset[s] = n;
        for (size_t i = below(MOST + 1); i > 0; i--)
            id[n++] = (int32_t)below(VOCAB);
    }
    offset[VOCAB] = n;
    return (tr_nmt){.config = {.d_model = D,
                               .source_vocab = VOCAB,
                               .target_vocab = VOCAB,
                               .shortlist_first = first,
                               .shortlist_source_ids = source_ids},
                    .weights.lexicon = {offset, id, (size_t)n}};
}

static void open_lists(tr_shortlists *s, tr_arena *a, const tr_nmt *m, tr_word_rows *copies)
{
    ck_assert_int_eq(tr_arena_init(a, tr_shortlists_size(m, copies)), 0);
    tr_shortlists_init(s, a, m, copies);
    ck_assert_uint_eq(a->used, a->size);
}

static size_t count(const bool *marks)
{
    size_t n = 0;
    for (size_t i = 0; i < VOCAB; i++)
        n += marks[i];
    return n;
}

/* Marian: the first, the lists of the source, its own ids where the vocabulary is
 * shared, and then ids from `first` on until their number is a multiple of eight. */
static void mark(const tr_nmt *m, const int32_t *source, size_t n, bool *marks)
{
    const size_t first = (size_t)m->config.shortlist_first;
    memset(marks, 0, VOCAB * sizeof *marks);
    marks[m->config.eos] = true;
    for (size_t i = 0; i < first; i++)
        marks[i] = true;
    for (size_t i = 0; i < n; i++) {
        if (m->config.shortlist_source_ids) marks[source[i]] = true;
        for (int32_t k = offset[source[i]]; k < offset[source[i] + 1]; k++)
            marks[id[k]] = true;
    }
    for (size_t i = first; i < VOCAB && count(marks) % 8; i++)
        marks[i] = true;
}

static void assert_marked(const tr_shortlists *s, size_t n, const bool *marks)
{
    size_t k = 0;
    for (int32_t i = 0; i < VOCAB; i++)
        if (marks[i]) ck_assert_int_eq(s->choice[k++], i);
    ck_assert_uint_eq(n, k);
}

START_TEST(chooses_by_marians_rule)
{
    static const int32_t firsts[] = {0, 1, 8, 50, VOCAB - 1, VOCAB};
    int32_t source[40];
    bool marks[VOCAB];
    for (size_t round = 0; round < 600; round++) {
        tr_nmt m = random_network(firsts[round % 6], round % 2);
        m.config.eos = (int32_t)below(VOCAB);
        tr_arena a;
        tr_shortlists s;
        open_lists(&s, &a, &m, NULL);
        for (size_t k = 0; k < 3; k++) { /* nothing is left of the sentence before */
            const size_t n = 1 + below(40);
            for (size_t i = 0; i < n; i++)
                source[i] = (int32_t)below(VOCAB);
            mark(&m, source, n, marks);
            assert_marked(&s, tr_shortlists_choose(&s, source, n, NULL, 0), marks);
        }
        tr_arena_free(&a);
    }
}
END_TEST

START_TEST(a_list_longer_than_the_vocabulary_chooses_all)
{
    int32_t source[VOCAB];
    tr_nmt m = random_network(VOCAB - 3, true);
    tr_arena a;
    tr_shortlists s;
    open_lists(&s, &a, &m, NULL);
    for (int32_t i = 0; i < VOCAB; i++)
        source[i] = i;
    ck_assert_uint_eq(tr_shortlists_choose(&s, source, VOCAB, NULL, 0), VOCAB);
    tr_shortlist list;
    m.weights.output = (tr_matrix){.weight = calloc(1, PACKED * 4), .n_out = VOCAB, .n_in = D};
    tr_shortlists_gather(&s, 0, VOCAB, &list);
    for (int32_t i = 0; i < VOCAB; i++)
        ck_assert_int_eq(list.ids[i], i);
    free((void *)m.weights.output.weight);
    tr_arena_free(&a);
}
END_TEST

/* ---- Rows, as the products see them: one value for each output and input. */

static float weights[VOCAB * D], bias[VOCAB], scale[VOCAB];
static int32_t sum[VOCAB];
_Alignas(64) static float packed_f32[PACKED];
_Alignas(64) static int8_t packed_s8[PACKED];

static tr_matrix random_matrix(bool int8)
{
    for (size_t i = 0; i < VOCAB * D; i++)
        weights[i] = (float)below(1000) / 500 - 1;
    for (size_t i = 0; i < VOCAB; i++)
        bias[i] = (float)below(1000);
    tr_pack_f32(weights, VOCAB, D, D, 1, packed_f32);
    tr_pack_s8(weights, VOCAB, D, D, 1, packed_s8, scale, sum);
    tr_matrix w = {.weight = packed_f32, .bias = bias, .n_out = VOCAB, .n_in = D};
    if (!int8) return w;
    w.weight = packed_s8;
    w.scale = scale;
    w.sum = sum;
    return w;
}

enum form { FLOAT32, INT8, PICKED, N_FORMS };

static float weight_at(const tr_matrix *w, enum form form, size_t o, size_t k)
{
    const int8_t *s8 = w->weight;
    if (form == FLOAT32) return ((const float *)w->weight)[tr_packed_f32_at(D, o, k)];
    return s8[form == INT8 ? tr_packed_s8_at(D, o, k) : w->pick[o] * tr_s8_stride(D) + k];
}

/* Row i of the list is its word's of all. */
static void assert_row(const tr_shortlist *list, size_t i, const tr_matrix *all, enum form form)
{
    const size_t word = (size_t)list->ids[i];
    const tr_matrix *const w = &list->output;
    ck_assert(w->bias[i] == all->bias[word]);
    if (form != FLOAT32) ck_assert(w->scale[i] == all->scale[word] && w->sum[i] == all->sum[word]);
    for (size_t k = 0; k < D; k++)
        ck_assert(weight_at(w, form, i, k) ==
                  weight_at(all, form == PICKED ? INT8 : form, word, k));
    for (size_t k = D; form == PICKED && k < tr_s8_stride(D); k++)
        ck_assert(weight_at(w, form, i, k) == 0);
}

/* Two sentences side by side, both with a last block that is not full. */
START_TEST(has_the_rows_of_the_output_layer)
{
    const int32_t first[] = {3, 70, 9}, second[] = {200, 11, 12, 13, 5, 7};
    for (enum form form = 0; form < N_FORMS; form++) {
        tr_nmt m = random_network(7, true);
        tr_arena a;
        tr_shortlists s;
        tr_shortlist list[2];
        m.config.int8 = form != FLOAT32;
        m.weights.output = random_matrix(form != FLOAT32);
        tr_word_rows *copies = form == PICKED ? tr_word_rows_create(&m.weights.output) : NULL;
        open_lists(&s, &a, &m, copies);
        size_t n = tr_shortlists_choose(&s, first, 3, NULL, 0);
        tr_shortlists_gather(&s, 16, n, &list[0]);
        const size_t next = 16 + (n + 15) / 16 * 16;
        n = tr_shortlists_choose(&s, second, 6, NULL, 0);
        tr_shortlists_gather(&s, next, n, &list[1]);
        for (size_t l = 0; l < 2; l++)
            for (size_t i = 0; i < list[l].output.n_out; i++)
                assert_row(&list[l], i, &m.weights.output, form);
        tr_arena_free(&a);
        tr_word_rows_free(copies);
    }
}
END_TEST

/* ---- Copies that threads share ---- */

enum { THREADS = 4 };

typedef struct picker {
    pthread_t thread;
    tr_word_rows *copies;
    int32_t ids[VOCAB];
    uint32_t pick[VOCAB];
} picker;

/* A few words at a time, as sentences have them. */
static void *pick_all(void *ctx)
{
    picker *p = ctx;
    for (size_t i = 0; i < VOCAB; i += 7)
        tr_word_rows_pick(p->copies, p->ids + i, VOCAB - i < 7 ? VOCAB - i : 7, p->pick + i);
    return NULL;
}

START_TEST(threads_that_pick_at_once_get_the_same_copies)
{
    static picker pickers[THREADS];
    const tr_matrix all = random_matrix(true);
    tr_word_rows *copies = tr_word_rows_create(&all);
    for (size_t t = 0; t < THREADS; t++) {
        pickers[t].copies = copies;
        for (size_t i = 0; i < VOCAB; i++)
            pickers[t].ids[i] = (int32_t)((i * 30 + t * 50) % VOCAB);
    }
    for (size_t t = 0; t < THREADS; t++)
        ck_assert_int_eq(pthread_create(&pickers[t].thread, NULL, pick_all, &pickers[t]), 0);
    for (size_t t = 0; t < THREADS; t++)
        pthread_join(pickers[t].thread, NULL);
    ck_assert_uint_eq(copies->n, VOCAB);
    for (size_t t = 0; t < THREADS; t++)
        for (size_t i = 0; i < VOCAB; i++)
            ck_assert_uint_eq(pickers[t].pick[i], copies->place[pickers[t].ids[i]] - 1);
    tr_word_rows_free(copies);
}
END_TEST

/* ---- Translations ---- */

enum { LINES = 60, LINE_SIZE = 64, OUTPUT_SIZE = 4096 };

typedef struct lines {
    char text[LINES][LINE_SIZE]; /* ids */
    tr_string string[LINES];
} lines;

static void random_lines(lines *l)
{
    for (size_t i = 0; i < LINES; i++) {
        size_t len = 0;
        for (size_t n = 1 + below(11); n > 0; n--)
            len += (size_t)snprintf(l->text[i] + len, LINE_SIZE - len, "%zu ", 2 + below(300));
        l->string[i] = (tr_string){l->text[i], len};
    }
}

typedef struct settings {
    size_t together; /* lines a call */
    size_t batch_tokens;
    const char *cpu;
    int shortlist, precision;
} settings;

static void describe(const tr_translation *t, char *text)
{
    size_t len = 0;
    ck_assert_int_eq(t->status, 0);
    for (size_t i = 0; i < t->n_hypotheses; i++) {
        const tr_hypothesis *h = &t->hypotheses[i];
        len += (size_t)snprintf(text + len, OUTPUT_SIZE - len, "%s %a\n", h->text, h->score);
    }
    ck_assert_uint_lt(len, OUTPUT_SIZE);
}

static void translate(const tr_model *m, const lines *in, const settings *set,
                      char out[LINES][OUTPUT_SIZE])
{
    tr_options o;
    tr_session *s;
    tr_error err;
    const tr_translation *const *results;
    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    o.n_best = 3;
    o.batch_tokens = set->batch_tokens;
    o.cpu = set->cpu;
    o.shortlist = set->shortlist;
    o.precision = set->precision;
    ck_assert_msg(tr_session_create(&s, m, &o, &err) == 0, "%s", err.msg);
    for (size_t i = 0; i < LINES; i += set->together) {
        ck_assert_int_eq(tr_translate_batch(s, in->string + i, set->together, &results, &err), 0);
        for (size_t k = 0; k < set->together; k++)
            describe(results[k], out[i + k]);
    }
    tr_session_free(s);
}

static tr_model *make_network(scratch *dir, bool int8, bool lexicon)
{
    tr_model *m;
    tr_error err;
    model_spec spec = model_spec_small;
    spec.source_vocab = spec.target_vocab = 302;
    spec.lexicon = lexicon;
    spec.int8 = int8;
    scratch_open(dir);
    ck_assert_int_eq(make_model(scratch_file(dir, "m.gguf"), &spec, &err), 0);
    ck_assert_msg(tr_model_open(&m, dir->path, &err) == 0, "%s", err.msg);
    return m;
}

/* The vocabulary has room for two or three of these sentences at a time, whatever batch_tokens. */
START_TEST(a_translation_does_not_depend_on_what_is_beside_it)
{
    static const settings others[] = {{LINES, 0, NULL, TR_SHORTLIST_AUTO, TR_PRECISION_AUTO},
                                      {LINES, 40, NULL, TR_SHORTLIST_ON, TR_PRECISION_AUTO},
                                      {12, 0, "ref", TR_SHORTLIST_ON, TR_PRECISION_AUTO},
                                      {20, 0, "avx2", TR_SHORTLIST_ON, TR_PRECISION_AUTO}};
    static const settings alone = {1, 0, NULL, TR_SHORTLIST_ON, TR_PRECISION_AUTO},
                          all = {1, 0, NULL, TR_SHORTLIST_OFF, TR_PRECISION_AUTO};
    static char expected[LINES][OUTPUT_SIZE], got[LINES][OUTPUT_SIZE];
    lines in;
    random_lines(&in);
    for (int int8 = 0; int8 < 2; int8++) {
        scratch dir;
        tr_model *m = make_network(&dir, int8, true);
        translate(m, &in, &alone, expected);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            if (others[i].cpu && !tr_cpu_select(others[i].cpu)) continue;
            translate(m, &in, &others[i], got);
            for (size_t k = 0; k < LINES; k++)
                ck_assert_str_eq(got[k], expected[k]);
        }
        translate(m, &in, &all, got);
        size_t differ = 0;
        for (size_t k = 0; k < LINES; k++)
            differ += strcmp(got[k], expected[k]) != 0;
        ck_assert_uint_gt(differ, LINES / 2);
        tr_model_close(m);
        scratch_close(&dir);
    }
}
END_TEST

/* Float activations need gathered weights. */
START_TEST(float_activations_do_not_depend_on_the_set)
{
    static const settings best = {LINES, 0, NULL, TR_SHORTLIST_ON, TR_PRECISION_FLOAT32},
                          ref = {1, 0, "ref", TR_SHORTLIST_ON, TR_PRECISION_FLOAT32};
    static char expected[LINES][OUTPUT_SIZE], got[LINES][OUTPUT_SIZE];
    lines in;
    scratch dir;
    random_lines(&in);
    tr_model *m = make_network(&dir, true, true);
    translate(m, &in, &ref, expected);
    translate(m, &in, &best, got);
    for (size_t k = 0; k < LINES; k++)
        ck_assert_str_eq(got[k], expected[k]);
    tr_model_close(m);
    scratch_close(&dir);
}
END_TEST

/* A stream's idle threads share the work of the others. */
typedef struct stream_test {
    const lines *in;
    size_t next, n_written;
    char (*out)[OUTPUT_SIZE];
} stream_test;

static ptrdiff_t read_line(void *ctx, char *bytes, size_t size)
{
    stream_test *t = ctx;
    return t->next == LINES ? 0 : snprintf(bytes, size, "%s\n", t->in->text[t->next++]);
}

static int write_line(void *ctx, const tr_translation *translation)
{
    stream_test *t = ctx;
    describe(translation, t->out[t->n_written++]);
    return 0;
}

START_TEST(a_stream_of_several_threads_gives_the_same)
{
    static const settings alone = {1, 0, NULL, TR_SHORTLIST_ON, TR_PRECISION_AUTO};
    static char expected[LINES][OUTPUT_SIZE], got[LINES][OUTPUT_SIZE];
    lines in;
    scratch dir;
    tr_options o;
    tr_error err;
    random_lines(&in);
    tr_model *m = make_network(&dir, true, true);
    translate(m, &in, &alone, expected);
    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    o.n_best = 3;
    for (int threads = 1; threads <= 4; threads++) {
        stream_test t = {.in = &in, .out = got};
        const tr_stream_io io = {.read = read_line, .write = write_line, .ctx = &t};
        o.threads = threads;
        ck_assert_int_eq(tr_translate_stream(m, &o, &io, NULL, &err), 0);
        ck_assert_uint_eq(t.n_written, LINES);
        for (size_t k = 0; k < LINES; k++)
            ck_assert_str_eq(got[k], expected[k]);
    }
    tr_model_close(m);
    scratch_close(&dir);
}
END_TEST

START_TEST(only_a_model_that_has_one_can_be_told_to_use_it)
{
    scratch dir;
    tr_options o;
    tr_session *s;
    tr_error err;
    tr_model *m = make_network(&dir, true, false);
    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    o.shortlist = TR_SHORTLIST_ON;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.msg, "has no lexical shortlist"));
    o.shortlist = TR_SHORTLIST_OFF + 1;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EINVAL);
    o.shortlist = TR_SHORTLIST_AUTO;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    tr_session_free(s);
    tr_model_close(m);
    scratch_close(&dir);
}
END_TEST

START_TEST(scores_go_by_the_whole_vocabulary)
{
    scratch dir;
    tr_options o;
    tr_session *s;
    tr_error err;
    const tr_translation *t;
    tr_model *m = make_network(&dir, false, true);
    float scores[2];
    for (int use = TR_SHORTLIST_ON; use <= TR_SHORTLIST_OFF; use++) {
        tr_options_init(&o, m);
        o.input = o.output = TR_IDS;
        o.shortlist = use;
        ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
        ck_assert_int_eq(
            tr_score(s, (tr_string){"7 8", 3}, (tr_string){"201 202 203", 11}, &t, &err), 0);
        ck_assert_int_eq(t->status, 0);
        scores[use == TR_SHORTLIST_OFF] = t->hypotheses[0].score;
        tr_session_free(s);
    }
    ck_assert(scores[0] == scores[1]);
    tr_model_close(m);
    scratch_close(&dir);
}
END_TEST

UNIT_MAIN("shortlist", chooses_by_marians_rule, a_list_longer_than_the_vocabulary_chooses_all,
          has_the_rows_of_the_output_layer, threads_that_pick_at_once_get_the_same_copies,
          a_translation_does_not_depend_on_what_is_beside_it,
          float_activations_do_not_depend_on_the_set, a_stream_of_several_threads_gives_the_same,
          only_a_model_that_has_one_can_be_told_to_use_it, scores_go_by_the_whole_vocabulary)
