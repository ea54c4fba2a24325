#include "session/crew.h"

bool tr_crew_init(tr_crew *c, pthread_mutex_t *lock, int n_threads, void (*work)(void *ctx),
                  void *ctx)
{
    *c = (tr_crew){.lock = lock, .pool = tr_pool_create(n_threads, work, ctx)};
    if (!c->pool) return false;
    pthread_cond_init(&c->called, NULL);
    return true;
}

void tr_crew_join(tr_crew *c)
{
    tr_pool_join(c->pool);
    pthread_cond_destroy(&c->called);
}

bool tr_crew_call_locked(tr_crew *c)
{
    c->calls++;
    if (c->n_sleeping && !c->leaders && !c->preparing)
        pthread_cond_broadcast(&c->called);
    else if (c->n_sleeping)
        pthread_cond_signal(&c->called);
    else
        return tr_pool_add(c->pool) || tr_pool_size(c->pool) > 0;
    return true;
}

void tr_crew_call_all_locked(tr_crew *c)
{
    c->calls++;
    pthread_cond_broadcast(&c->called);
}

void tr_crew_end_locked(tr_crew *c)
{
    c->ended = true;
    tr_crew_call_all_locked(c);
}

bool tr_crew_expects_work_locked(const tr_crew *c)
{
    return !c->ended || c->leaders || c->preparing;
}

void tr_crew_lead_locked(tr_member *m, bool leads, bool last)
{
    tr_crew *c = m->crew;
    if (leads && last)
        for (int i = 1; i < TR_TEAM_MOST; i++)
            if (!c->n_sleeping) tr_pool_add(c->pool);
    if (leads == m->leads) return;
    m->leads = leads;
    c->leaders += leads ? 1 : -1;
    if (leads && c->n_sleeping) pthread_cond_broadcast(&c->called);
    if (!tr_crew_expects_work_locked(c)) tr_crew_call_all_locked(c);
}

void tr_crew_prepare_locked(tr_crew *c, int change)
{
    c->preparing += change;
    if (!tr_crew_expects_work_locked(c)) tr_crew_call_all_locked(c);
}

int tr_crew_begin_writing_locked(const tr_member *m)
{
    m->crew->writing = m->leads;
    return m->crew->n_sleeping;
}

void tr_crew_end_writing_locked(const tr_member *m, int begun)
{
    m->crew->writing = 0;
    if (m->crew->n_sleeping > begun) pthread_cond_broadcast(&m->crew->called);
}

/* ---- Rest ---- */

static bool somebody_works(const tr_crew *c)
{
    return atomic_load(&c->leaders) > atomic_load(&c->writing) || atomic_load(&c->preparing);
}

static bool called(const tr_member *m)
{
    return atomic_load(&m->crew->calls) != m->calls;
}

static bool done_helping(void *ctx)
{
    const tr_member *m = ctx;
    return called(m) || !somebody_works(m->crew);
}

static bool done_waiting(void *ctx)
{
    const tr_member *m = ctx;
    return called(m) || somebody_works(m->crew);
}

void tr_crew_rest_locked(tr_member *m)
{
    tr_crew *c = m->crew;

    m->calls = c->calls;
    pthread_mutex_unlock(c->lock);
    const bool crowded = somebody_works(c) && !tr_team_help(&c->team, done_helping, m);
    if (!crowded) tr_team_linger(done_waiting, m);
    pthread_mutex_lock(c->lock);
    if (called(m) || (!crowded && somebody_works(c)) || !tr_crew_expects_work_locked(c)) return;
    c->n_sleeping++;
    pthread_cond_wait(&c->called, c->lock);
    c->n_sleeping--;
}
