/* Streams of lines over a small random model without a tokenizer: ids in, ids out. */
#include "translate.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { LINES = 300, MAX_OUT = 1 << 20 };

static tr_model *model_of(bool int8)
{
    scratch dir;
    tr_model *m = NULL;
    tr_error err;
    model_spec spec = model_spec_small;

    spec.int8 = int8;
    scratch_open(&dir);
    ck_assert_int_eq(make_model(scratch_file(&dir, "m.gguf"), &spec, &err), 0);
    ck_assert_msg(tr_model_open(&m, dir.path, &err) == 0, "%s", err.msg);
    scratch_count(&dir, true);
    rmdir(dir.folder);
    return m;
}

static tr_options ids_options(const tr_model *m, int threads)
{
    tr_options o;
    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    o.threads = threads;
    return o;
}

/* Made-up lines: lengths 0 .. 8 tokens, a blank one now and then. */
static size_t make_lines(char *text)
{
    uint32_t h = 1;
    char *p = text;
    for (int i = 0; i < LINES; i++) {
        h = h * 1664525u + 1013904223u;
        for (uint32_t k = 0; k < (h >> 20) % 9; k++)
            p += sprintf(p, "%s%u", k ? " " : "", 2 + (h >> (k + 3)) % 20);
        *p++ = '\n';
    }
    return (size_t)(p - text);
}

typedef struct tape {
    const char *in;
    size_t n_in, at, chunk; /* bytes a read gives */
    char *out;
    size_t n_out, n_lines, n_failed, stop_after;
} tape;

static ptrdiff_t tape_read(void *ctx, char *bytes, size_t size)
{
    tape *t = ctx;
    size_t n = t->n_in - t->at;
    if (n > size) n = size;
    if (n > t->chunk) n = t->chunk;
    memcpy(bytes, t->in + t->at, n);
    t->at += n;
    return (ptrdiff_t)n;
}

static int tape_write(void *ctx, const tr_translation *r)
{
    tape *t = ctx;
    ck_assert_uint_eq(r->line, t->n_lines + 1);
    t->n_out += (size_t)sprintf(t->out + t->n_out, "%a %s%s", (double)r->hypotheses[0].score,
                                r->hypotheses[0].text, r->line_end);
    t->n_lines++;
    return t->n_lines == t->stop_after;
}

static int run_tape(const tr_model *m, const tr_options *o, tape *t)
{
    const tr_stream_io io = {.read = tape_read, .write = tape_write, .ctx = t};
    tr_stream_stats stats;
    tr_error err;
    t->at = t->n_out = t->n_lines = 0;
    t->out[0] = '\0';
    const int rc = tr_translate_stream(m, o, &io, &stats, &err);
    if (rc == 0) ck_assert_uint_eq(stats.lines, t->n_lines);
    t->n_failed = stats.failed_lines;
    return rc;
}

START_TEST(output_depends_on_neither_threads_nor_batches)
{
    static char text[1 << 16], first[MAX_OUT], other[MAX_OUT];
    for (int int8 = 0; int8 < 2; int8++) {
        tr_model *m = model_of(int8);
        tape t = {.in = text, .n_in = make_lines(text), .chunk = 1 << 16, .out = first};
        tr_options o = ids_options(m, 1);
        ck_assert_int_eq(run_tape(m, &o, &t), 0);
        ck_assert_uint_eq(t.n_lines, LINES);
        t.out = other;
        for (int threads = 1; threads <= 3; threads++) {
            for (size_t tokens = 1; tokens <= 4096; tokens *= 16) {
                o = ids_options(m, threads);
                o.batch_tokens = tokens;
                t.chunk = tokens * 3;
                ck_assert_int_eq(run_tape(m, &o, &t), 0);
                ck_assert_str_eq(first, other);
            }
        }
        tr_model_close(m);
    }
}
END_TEST

START_TEST(single_calls_and_batches_give_what_a_stream_gives)
{
    static char text[1 << 16], out[MAX_OUT], one[MAX_OUT];
    tr_model *m = model_of(true);
    tape t = {.in = text, .n_in = make_lines(text), .chunk = 1000, .out = out};
    tr_options o = ids_options(m, 2);
    tr_session *s;
    tr_error err;
    tr_string lines[LINES];
    const tr_translation *const *results, *r;
    size_t n = 0, at = 0, used = 0;

    ck_assert_int_eq(run_tape(m, &o, &t), 0);
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    for (; at < t.n_in; at += lines[n++].len) {
        const char *end = memchr(text + at, '\n', t.n_in - at);
        lines[n] = (tr_string){text + at, (size_t)(end - text) - at + 1};
    }
    ck_assert_int_eq(tr_translate_batch(s, lines, n, &results, &err), 0);
    for (size_t i = 0; i < n; i++)
        used += (size_t)sprintf(one + used, "%a %s%s", (double)results[i]->hypotheses[0].score,
                                results[i]->hypotheses[0].text, results[i]->line_end);
    ck_assert_str_eq(one, out);
    used = 0;
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(tr_translate(s, lines[i].text, lines[i].len, &r, &err), 0);
        used += (size_t)sprintf(one + used, "%a %s%s", (double)r->hypotheses[0].score,
                                r->hypotheses[0].text, r->line_end);
    }
    ck_assert_str_eq(one, out);
    tr_session_free(s);
    tr_model_close(m);
}
END_TEST

START_TEST(scoring_a_translation_gives_its_own_probabilities)
{
    tr_model *m = model_of(false);
    tr_options o = ids_options(m, 1);
    tr_session *search, *scorer;
    tr_error err;
    const tr_translation *r;
    char source[32], target[4096];
    float want[8];

    ck_assert_int_eq(tr_session_create(&scorer, m, &o, &err), 0);
    o.max_length_factor = 0;
    o.max_length = 8;
    ck_assert_int_eq(tr_session_create(&search, m, &o, &err), 0);
    for (int i = 2; i < 30; i++) {
        const size_t len = (size_t)snprintf(source, sizeof source, "%d %d", i, i + 3);
        ck_assert_int_eq(tr_translate(search, source, len, &r, &err), 0);
        const tr_hypothesis *h = r->hypotheses;
        const size_t n = h->n_tokens;
        ck_assert_uint_gt(n, 1);
        for (size_t k = 0; k < n; k++)
            want[k] = h->tokens[k].log_probability;
        strcpy(target, h->text);
        ck_assert_int_eq(tr_score(scorer, (tr_string){source, len},
                                  (tr_string){target, strlen(target)}, &r, &err),
                         0);
        ck_assert_int_eq(r->status, 0);
        for (size_t k = 0; k < n; k++)
            ck_assert(r->hypotheses[0].tokens[k].log_probability == want[k]);
    }
    tr_session_free(search);
    tr_session_free(scorer);
    tr_model_close(m);
}
END_TEST

START_TEST(stops_when_the_output_does)
{
    static char text[1 << 16], out[MAX_OUT];
    tr_model *m = model_of(true);
    tape t = {.in = text, .n_in = make_lines(text), .chunk = 100, .out = out, .stop_after = 5};
    for (int threads = 1; threads <= 3; threads++) {
        const tr_options o = ids_options(m, threads);
        ck_assert_int_eq(run_tape(m, &o, &t), TR_ESTOPPED);
        ck_assert_uint_eq(t.n_lines, 5);
    }
    tr_model_close(m);
}
END_TEST

/* An input that gives a line only after the line before it has been written. */
typedef struct dialogue {
    pthread_mutex_t lock;
    pthread_cond_t turn;
    int given, written;
} dialogue;

static ptrdiff_t dialogue_read(void *ctx, char *bytes, size_t size)
{
    dialogue *d = ctx;
    (void)size;
    pthread_mutex_lock(&d->lock);
    while (d->written < d->given)
        pthread_cond_wait(&d->turn, &d->lock);
    const bool end = d->given == 20;
    if (!end) d->given++;
    pthread_mutex_unlock(&d->lock);
    if (end) return 0;
    memcpy(bytes, "5 6 7\n", 6);
    return 6;
}

static int dialogue_write(void *ctx, const tr_translation *r)
{
    dialogue *d = ctx;
    (void)r;
    pthread_mutex_lock(&d->lock);
    d->written++;
    pthread_cond_signal(&d->turn);
    pthread_mutex_unlock(&d->lock);
    return 0;
}

START_TEST(waiting_input_does_not_hold_back_output)
{
    tr_model *m = model_of(true);
    for (int threads = 1; threads <= 3; threads++) {
        dialogue d = {.lock = PTHREAD_MUTEX_INITIALIZER, .turn = PTHREAD_COND_INITIALIZER};
        const tr_stream_io io = {.read = dialogue_read, .write = dialogue_write, .ctx = &d};
        const tr_options o = ids_options(m, threads);
        tr_error err;
        ck_assert_int_eq(tr_translate_stream(m, &o, &io, NULL, &err), 0);
        ck_assert_int_eq(d.written, 20);
    }
    tr_model_close(m);
}
END_TEST

/* Threads of this program that run or would like to. */
static int count_running(void)
{
    int n = 0;
    DIR *tasks = opendir("/proc/self/task");
    ck_assert_ptr_nonnull(tasks);
    for (struct dirent *task; (task = readdir(tasks));) {
        char path[300], state = 0;
        snprintf(path, sizeof path, "/proc/self/task/%s/stat", task->d_name);
        FILE *f = fopen(path, "r");
        if (f && fscanf(f, "%*d (%*[^)]) %c", &state) == 1) n += state == 'R';
        if (f) fclose(f);
    }
    closedir(tasks);
    return n;
}

/* An output that is not taken until all others wait. */
static int stuck_write(void *ctx, const tr_translation *r)
{
    const struct timespec nap = {.tv_nsec = 20000000};
    bool *quiet = ctx;
    if (r->line != 1) return 0;
    for (int naps = 0; naps < 3000 && !*quiet; naps++) { /* they may have work at first */
        nanosleep(&nap, NULL);
        *quiet = count_running() == 1;
    }
    return 1;
}

static ptrdiff_t endless_read(void *ctx, char *bytes, size_t size)
{
    (void)ctx;
    memset(bytes, '\n', size);
    memcpy(bytes, "5 6 7\n8 9", 9);
    return (ptrdiff_t)size;
}

START_TEST(waiting_output_takes_no_time)
{
    tr_model *m = model_of(true);
    for (int threads = 2; threads <= 4; threads++) {
        bool quiet = false;
        const tr_stream_io io = {.read = endless_read, .write = stuck_write, .ctx = &quiet};
        const tr_options o = ids_options(m, threads);
        tr_error err;
        ck_assert_int_eq(tr_translate_stream(m, &o, &io, NULL, &err), TR_ESTOPPED);
        ck_assert(quiet);
    }
    tr_model_close(m);
}
END_TEST

START_TEST(a_bad_line_fails_alone)
{
    static char out[MAX_OUT];
    tr_model *m = model_of(true);
    const char *text = "3 4\n99999\n4 x\n\n5 6";
    tr_options o = ids_options(m, 1);
    tr_session *s;
    tr_error err;
    const tr_translation *r;
    tape t = {.in = text, .n_in = strlen(text), .chunk = 5, .out = out};

    ck_assert_int_eq(run_tape(m, &o, &t), 0);
    ck_assert_uint_eq(t.n_lines, 5);
    ck_assert_uint_eq(t.n_failed, 2);
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);
    ck_assert_int_eq(tr_translate(s, "99999\n", 6, &r, &err), 0);
    ck_assert_int_eq(r->status, TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(r->message, "99999"));
    ck_assert_str_eq(r->hypotheses[0].text, "");
    ck_assert_str_eq(r->line_end, "\n");
    tr_session_free(s);
    tr_model_close(m);
}
END_TEST

static ptrdiff_t broken_read(void *ctx, char *bytes, size_t size)
{
    (void)ctx, (void)bytes, (void)size;
    return -1;
}

START_TEST(an_input_that_fails_stops_the_stream)
{
    static char out[MAX_OUT];
    tr_model *m = model_of(true);
    tape t = {.out = out};
    const tr_stream_io io = {.read = broken_read, .write = tape_write, .ctx = &t};
    const tr_options o = ids_options(m, 2);
    tr_error err;
    ck_assert_int_eq(tr_translate_stream(m, &o, &io, NULL, &err), TR_ESTOPPED);
    ck_assert_uint_eq(t.n_lines, 0);
    tr_model_close(m);
}
END_TEST

START_TEST(options_out_of_range_are_refused)
{
    tr_model *m = model_of(true);
    tr_session *s;
    tr_error err;
    tr_options o = ids_options(m, 1);

    o.beam_size = 0;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EINVAL);
    o = ids_options(m, 1);
    o.n_best = 5;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EINVAL);
    o = ids_options(m, 1);
    o.cpu = "z80";
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EUNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.msg, "z80"));
    o = ids_options(m, 1);
    o.input = TR_TEXT; /* the model has no tokenizer */
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), TR_EUNSUPPORTED);
    ck_assert_ptr_null(s);
    tr_model_close(m);
}
END_TEST

/* All fields are counts: a field that is added to the struct is added up, too. */
START_TEST(the_counts_of_two_streams_add_up)
{
    enum { N = sizeof(tr_stream_stats) / sizeof(size_t) };
    union {
        tr_stream_stats stats;
        size_t field[N];
    } sum, one;

    for (size_t i = 0; i < N; i++) {
        sum.field[i] = 1 + i;
        one.field[i] = 100 * i;
    }
    tr_stream_stats_add(&sum.stats, &one.stats);
    for (size_t i = 0; i < N; i++)
        if (&sum.field[i] != &sum.stats.cache_bytes) ck_assert_uint_eq(sum.field[i], 1 + 101 * i);
    ck_assert_uint_eq(sum.stats.cache_bytes, one.stats.cache_bytes);
    one.stats.cache_bytes = 1;
    tr_stream_stats_add(&sum.stats, &one.stats);
    ck_assert_uint_eq(sum.stats.cache_bytes, 100 * (N - 1));
}
END_TEST

UNIT_MAIN("stream", the_counts_of_two_streams_add_up, output_depends_on_neither_threads_nor_batches,
          single_calls_and_batches_give_what_a_stream_gives,
          scoring_a_translation_gives_its_own_probabilities, stops_when_the_output_does,
          waiting_input_does_not_hold_back_output, waiting_output_takes_no_time,
          a_bad_line_fails_alone, an_input_that_fails_stops_the_stream,
          options_out_of_range_are_refused)
