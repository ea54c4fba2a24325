/* How much stack a session takes: it runs in a thread whose stack was painted before. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "translate.h"
#include "unit/unit.h"

enum { MOST = 48 << 10, SMALL = 64 << 10, PAINTED = 512 << 10, PAINT = 0xA5 };

static const char model_path[] = "models/en-de-tiny/en-de-tiny.gguf";

typedef struct work {
    const tr_model *model;
    const char *cpu;
    int beam, status;
    tr_error err;
} work;

static void *translate_some(void *ctx)
{
    static const char *const lines[] = {
        "The old house beside the river has been empty for 12 years, hasn't it?",
        "See https://example.org/a?b=1, press <b>KX-400</b> and pay $1,234.50 at 8 p.m. for %s.",
        "THIS IS WRITTEN IN CAPITALS. Привет, he said. No, no, no, no, no, no, no, no, no."};
    work *const w = ctx;
    tr_session *s;
    tr_options o;

    tr_options_init(&o, w->model);
    o.cpu = w->cpu;
    o.beam_size = w->beam;
    w->status = tr_session_create(&s, w->model, &o, &w->err);
    for (size_t i = 0; w->status == 0 && i < sizeof lines / sizeof *lines; i++) {
        const tr_translation *t;
        w->status = tr_translate(s, lines[i], strlen(lines[i]), &t, &w->err);
        if (w->status == 0 && t->n_hypotheses == 0) w->status = 1;
    }
    tr_session_free(s);
    return NULL;
}

static void run_in(void *stack, size_t size, work *w)
{
    pthread_attr_t attr;
    pthread_t thread;

    ck_assert_int_eq(pthread_attr_init(&attr), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attr, stack, size), 0);
    ck_assert_int_eq(pthread_create(&thread, &attr, translate_some, w), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
    ck_assert_msg(w->status == 0, "%s", w->err.msg);
}

/* Bytes of the stack that were written, from its top down. */
static size_t depth_of(const unsigned char *stack, size_t size)
{
    size_t free_bytes = 0;
    while (free_bytes < size && stack[free_bytes] == PAINT)
        free_bytes++;
    return size - free_bytes;
}

static void *take_stack(size_t size)
{
    void *stack = NULL;
    ck_assert_int_eq(posix_memalign(&stack, 4096, size), 0);
    return stack;
}

static const char *const sets[] = {"ref", "avx2", "avxvnni", "avx512", "neon", "dotprod", "i8mm"};

/* Runs `each` with every instruction set that this machine has. */
static void with_sets(void (*each)(work *w))
{
    tr_model *model;
    tr_error err;

    if (tr_model_open(&model, model_path, &err) < 0) {
        fprintf(stderr, "skipped: stack: %s\n", err.msg);
        return;
    }
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (int beam = 1; tr_cpu_select(sets[i]) && beam <= 4; beam += 3) {
            work w = {.model = model, .cpu = sets[i], .beam = beam};
            each(&w);
        }
    tr_model_close(model);
}

static void stays_shallow(work *w)
{
    unsigned char *const stack = take_stack(PAINTED);

    memset(stack, PAINT, PAINTED);
    run_in(stack, PAINTED, w);
    const size_t depth = depth_of(stack, PAINTED);
    printf("# %s, beam %d: %zu bytes\n", w->cpu, w->beam, depth);
    ck_assert_msg(depth <= MOST, "%s, beam %d: %zu bytes", w->cpu, w->beam, depth);
    free(stack);
}

START_TEST(a_translation_takes_at_most_48_kib_of_stack)
{
    with_sets(stays_shallow);
}
END_TEST

static void fits(work *w)
{
    void *const stack = take_stack(SMALL);
    run_in(stack, SMALL, w);
    free(stack);
}

START_TEST(a_thread_with_64_kib_of_stack_can_translate)
{
    with_sets(fits);
}
END_TEST

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { INSTRUMENTED = 1 };
#else
enum { INSTRUMENTED = 0 };
#endif

START_TEST(instrumented_frames_are_larger)
{
    fprintf(stderr, "skipped: stack: frames of sanitizers are larger\n");
}
END_TEST

int main(void)
{
    const unit_test skipped[] = {instrumented_frames_are_larger};
    const unit_test tests[] = {a_translation_takes_at_most_48_kib_of_stack,
                               a_thread_with_64_kib_of_stack_can_translate};
    return INSTRUMENTED ? unit_run("stack", skipped, 1) : unit_run("stack", tests, 2);
}
