#define _DEFAULT_SOURCE
#include "base/team.h"

#include <assert.h>
#include <sched.h>

#include "base/pool.h"

enum {
    SPINS = 4000,       /* about 100 microseconds; then other threads may have the core */
    SPREAD_SPINS = 256, /* between two looks at the cores that threads run on */
};

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

size_t tr_team_size(tr_team *t)
{
    return t ? (size_t)atomic_load_explicit(&t->helpers, memory_order_relaxed) + 1 : 1;
}

static void set_core(tr_team *t, int core)
{
    atomic_store_explicit(&t->core, core + 1, memory_order_relaxed);
}

void tr_team_lead(tr_team *t, bool leads)
{
    set_core(t, leads ? tr_pool_core() : -1);
    if (leads) sched_yield();
}

/* The counts in `parts`, by their first bit.  FRONT and END also count the threads that tried to
 * take a part when none was left: one try for each thread. */
enum { FRONT = 0, END = 16, TOTAL = 32 };

static size_t field(uint64_t parts, int at)
{
    return (size_t)(parts >> at) & 0xffff;
}

static bool any_left(uint64_t parts)
{
    return field(parts, FRONT) + field(parts, END) < field(parts, TOTAL);
}

/* Takes and runs a part at FRONT or END; false when none is left.  The leader waits for all parts
 * that are taken: the fields of the team stay as they are until this part is done. */
static bool take_part(tr_team *t, int at)
{
    if (!any_left(atomic_load_explicit(&t->parts, memory_order_relaxed))) return false;
    const uint64_t parts =
        atomic_fetch_add_explicit(&t->parts, (uint64_t)1 << at, memory_order_acq_rel);
    if (!any_left(parts)) return false;
    const size_t i = field(parts, at);
    t->part(t->ctx, at == FRONT ? i : field(parts, TOTAL) - 1 - i);
    return true;
}

void tr_team_run(tr_team *t, size_t n, tr_team_part *part, void *ctx)
{
    assert(n <= TR_TEAM_MOST_PARTS);
    if (n < 2 || tr_team_size(t) == 1 ||
        atomic_exchange_explicit(&t->taken, true, memory_order_acquire)) {
        for (size_t i = 0; i < n; i++)
            part(ctx, i);
        return;
    }
    t->part = part;
    t->ctx = ctx;
    set_core(t, tr_pool_core());
    atomic_store_explicit(&t->done, 0, memory_order_relaxed);
    atomic_store_explicit(&t->parts, (uint64_t)n << TOTAL, memory_order_release);
    size_t helped = n;
    while (take_part(t, FRONT))
        helped--;
    for (unsigned spins = 0; atomic_load_explicit(&t->done, memory_order_acquire) < helped; spins++)
        spins < SPINS ? pause_briefly() : (void)sched_yield();
    atomic_store_explicit(&t->taken, false, memory_order_release);
}

/* Threads that wake up together may be on one core for a few milliseconds, while another core is
 * idle, which is as long as a sentence takes. */
static void spread_out(const tr_team *t)
{
    const int core = tr_pool_core();
    if (core >= 0 && core + 1 == atomic_load_explicit(&t->core, memory_order_relaxed))
        tr_pool_leave_core(core);
}

/* False when there are enough helpers. */
static bool join_workers(tr_team *t)
{
    const int most = t->most ? t->most : TR_TEAM_MOST;
    int helpers = atomic_load(&t->helpers);
    while (helpers < most - 1)
        if (atomic_compare_exchange_weak(&t->helpers, &helpers, helpers + 1)) return true;
    return false;
}

bool tr_team_help(tr_team *t, bool (*leave)(void *ctx), void *ctx)
{
    if (!join_workers(t)) return false;
    for (unsigned spins = 0; !leave(ctx); spins++) {
        while (take_part(t, END)) {
            atomic_fetch_add_explicit(&t->done, 1, memory_order_release);
            spins = 0;
        }
        if (spins % SPREAD_SPINS == 0) spread_out(t);
        spins < SPINS ? pause_briefly() : (void)sched_yield();
    }
    atomic_fetch_sub(&t->helpers, 1);
    return true;
}

void tr_team_linger(bool (*leave)(void *ctx), void *ctx)
{
    for (unsigned spins = 0; spins < SPINS && !leave(ctx); spins++)
        pause_briefly();
}
