#define _DEFAULT_SOURCE
#include "team.h"

#include <sched.h>

#include "pool.h"

enum {
    SPINS = 2000,       /* some 50 microseconds; then others may have the core */
    SPREAD_SPINS = 256, /* between looks at where threads run */
};

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

bool tr_team_ready(tr_team *t)
{
    return t && atomic_load_explicit(&t->helpers, memory_order_relaxed) > 0;
}

static void take_parts(tr_team *t)
{
    size_t i;
    while ((i = atomic_fetch_add(&t->next, 1)) < t->n)
        t->part(t->ctx, i);
}

/* A helper counts itself in before it looks at `open`, and this closes before it looks whether one
 * is in: so none can be at a part, or read the fields, when they change. */
void tr_team_run(tr_team *t, size_t n, tr_team_part *part, void *ctx)
{
    if (n < 2 || !tr_team_ready(t) || atomic_exchange(&t->taken, true)) {
        for (size_t i = 0; i < n; i++)
            part(ctx, i);
        return;
    }
    t->part = part;
    t->ctx = ctx;
    t->n = n;
    atomic_store_explicit(&t->core, tr_pool_core(), memory_order_relaxed);
    atomic_store(&t->next, 0);
    atomic_store(&t->open, true);
    take_parts(t);
    atomic_store(&t->open, false);
    for (int spins = 0; atomic_load(&t->inside) > 0; spins++)
        spins < SPINS ? pause_briefly() : (void)sched_yield();
    atomic_store(&t->taken, false);
}

/* Threads that were woken together may find themselves on one core, beside an idle one, for a few
 * milliseconds: a sentence's time. */
static void spread_out(const tr_team *t)
{
    const int core = tr_pool_core();
    if (core >= 0 && core == atomic_load_explicit(&t->core, memory_order_relaxed))
        tr_pool_leave_core(core);
}

static bool help_once(tr_team *t)
{
    if (!atomic_load(&t->open)) return false;
    atomic_fetch_add(&t->inside, 1);
    const bool open = atomic_load(&t->open);
    if (open) take_parts(t);
    atomic_fetch_sub(&t->inside, 1);
    return open;
}

bool tr_team_help(tr_team *t, bool (*leave)(void *ctx), void *ctx)
{
    const bool wanted = atomic_fetch_add(&t->helpers, 1) < TR_TEAM_MOST - 1;
    for (int spins = 0; wanted && !leave(ctx); spins++) {
        if (help_once(t)) spins = 0;
        if (spins % SPREAD_SPINS == 0) spread_out(t);
        spins < SPINS ? pause_briefly() : (void)sched_yield();
    }
    atomic_fetch_sub(&t->helpers, 1);
    return wanted;
}
