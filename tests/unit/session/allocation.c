/* The network allocates nothing once its session exists: malloc and its kin are wrapped at link
 * time (tests.mk), and counted. */
#include "session/session.h"

#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static size_t n_allocations;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
int __real_posix_memalign(void **p, size_t align, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
int __wrap_posix_memalign(void **p, size_t align, size_t n);

void *__wrap_malloc(size_t n)
{
    n_allocations++;
    return __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    n_allocations++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    n_allocations++;
    return __real_realloc(p, n);
}

int __wrap_posix_memalign(void **p, size_t align, size_t n)
{
    n_allocations++;
    return __real_posix_memalign(p, align, n);
}

typedef struct counts {
    size_t done, failed;
} counts;

/* (An assertion would allocate.) */
static bool count_done(void *ctx, tr_task *task, const tr_beam *beam)
{
    counts *c = ctx;
    (void)task;
    c->done++;
    if (beam->failure) c->failed++;
    return false;
}

/* 200 sentences through one batch, joining whenever there is room. */
static size_t allocations_of(bool int8, bool ssru, bool lexicon, const char *placement)
{
    scratch dir;
    tr_error err;
    tr_model *m;
    tr_session *s;
    tr_options o;
    model_spec spec = model_spec_small;
    const int32_t source[] = {3, 9, 14, 5, 21, 8, 0};
    tr_task tasks[200];
    size_t next = 0;
    counts c = {0};

    spec.int8 = int8;
    spec.ssru = ssru;
    spec.lexicon = lexicon;
    spec.placement = placement;
    scratch_open(&dir);
    ck_assert_int_eq(make_model(scratch_file(&dir, "m.gguf"), &spec, &err), 0);
    ck_assert_int_eq(tr_model_open(&m, dir.path, &err), 0);
    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    ck_assert_int_eq(tr_session_create(&s, m, &o, &err), 0);

    n_allocations = 0;
    while (c.done < 200) {
        for (; next < 200; next++) {
            const size_t skip = next % 6;
            tasks[next] = (tr_task){
                .source = source + skip, .n_source = 7 - skip, .goal.limit = 1 + next % 20};
            if (!tr_batch_add(&s->batch, &tasks[next])) break;
        }
        tr_batch_step(&s->batch, count_done, &c);
    }
    const size_t n = n_allocations;
    ck_assert_uint_eq(c.failed, 0);
    tr_session_free(s);
    tr_model_close(m);
    scratch_count(&dir, true);
    rmdir(dir.folder);
    return n;
}

START_TEST(counting_works)
{
    tr_buf b = {0};
    n_allocations = 0;
    tr_buf_add_string(&b, "allocated inside the library");
    const size_t n = n_allocations;
    tr_buf_free(&b);
    ck_assert_uint_ge(n, 1);
}
END_TEST

START_TEST(translating_allocates_nothing)
{
    ck_assert_uint_eq(allocations_of(true, false, false, "post"), 0);
    ck_assert_uint_eq(allocations_of(true, false, true, "pre"), 0);
    ck_assert_uint_eq(allocations_of(false, false, true, "post"), 0);
    ck_assert_uint_eq(allocations_of(true, true, true, "post"), 0);
    ck_assert_uint_eq(allocations_of(false, true, false, "pre"), 0);
}
END_TEST

UNIT_MAIN("allocation", counting_works, translating_allocates_nothing)
