#include "judge/judge.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/cpu.h"
#include "base/order.h"
#include "base/pool.h"
#include "setup/handle.h"

enum { MOST_THREADS = 1024 };

/* A worker and its thread. */
typedef struct member {
    tr_judge_worker worker;
    bool is_ready; /* the worker has its memory */
    struct call *call;
    pthread_t thread;
    int rc;
    tr_error err;
} member;

struct tr_judge {
    const tr_model *model;
    const tr_tokenizer *tokenizer;
    tr_kernels kernels;
    member *members; /* [n_members] */
    size_t n_members;
};

/* The segments of a call, which members take from the first to the last. */
typedef struct call {
    const tr_string *sources, *translations, *references;
    size_t n, share; /* share: segments that a member takes at once */
    float *scores;
    atomic_size_t next;
} call;

/* ---- Life ---------------------------------------------------------------------------------- */

static int check_judge(const tr_model *model, int threads, const char *cpu, tr_error *err)
{
    const tr_nmt *m = tr_model_nmt(model);

    if (threads < 0 || threads > MOST_THREADS)
        return tr_fail(err, TR_EINVAL, "%d threads are out of range", threads);
    if (tr_cpu_usable(cpu) == TR_CPU_NOT_HERE)
        return tr_fail(err, TR_EINVAL, "cpu %.100s: this machine does not have it", cpu);
    if (m->config.metric == TR_METRIC_NONE)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: is a model that translates, and no metric",
                       m->file.path);
    return 0;
}

int tr_judge_create(tr_judge **judge, const tr_model *model, int threads, const char *cpu,
                    tr_error *err)
{
    const tr_tokenizers *tokenizers;

    *judge = NULL;
    int rc = check_judge(model, threads, cpu, err);
    if (rc == 0) rc = tr_model_tokenizers(model, &tokenizers, err);
    if (rc < 0) return rc;
    if (!tokenizers->source)
        return tr_fail(err, TR_EFORMAT, "%s: has no tokenizer", tr_model_nmt(model)->file.path);
    tr_judge *const j = calloc(1, sizeof *j);
    if (!j) return tr_fail_memory(err);
    j->model = model;
    j->tokenizer = tokenizers->source;
    j->n_members = (size_t)(threads ? threads : tr_pool_cores());
    j->members = calloc(j->n_members, sizeof *j->members);
    tr_kernels_init(&j->kernels, tr_cpu_usable(cpu));
    if (!j->members) {
        tr_judge_free(j);
        return tr_fail_memory(err);
    }
    *judge = j;
    return 0;
}

void tr_judge_free(tr_judge *j)
{
    if (!j) return;
    for (size_t i = 0; j->members && i < j->n_members; i++)
        tr_judge_worker_free(&j->members[i].worker);
    free(j->members);
    free(j);
}

/* ---- Judging ------------------------------------------------------------------------------- */

static int judge_some(member *me, size_t first, size_t n)
{
    const call *c = me->call;
    tr_judged segments[TR_JUDGE_SEGMENTS];

    for (size_t i = 0; i < n; i++)
        segments[i] = (tr_judged){c->sources[first + i], c->translations[first + i],
                                  c->references ? &c->references[first + i] : NULL};
    return tr_judge_worker_run(&me->worker, segments, n, c->scores + first, &me->err);
}

/* After a failure nobody takes more. */
static void *run_member(void *ctx)
{
    member *const me = ctx;
    call *const c = me->call;

    for (;;) {
        const size_t first = atomic_fetch_add(&c->next, c->share);
        if (first >= c->n) return NULL;
        me->rc = judge_some(me, first, tr_smaller(c->share, c->n - first));
        if (me->rc < 0) atomic_store(&c->next, c->n);
        if (me->rc < 0) return NULL;
    }
}

static int prepare_member(tr_judge *j, member *me, call *c, tr_error *err)
{
    me->call = c;
    me->rc = 0;
    if (me->is_ready) return 0;
    const int rc =
        tr_judge_worker_init(&me->worker, tr_model_nmt(j->model), j->tokenizer, &j->kernels, err);
    me->is_ready = rc == 0;
    return rc;
}

/* The calling thread is the first member.  A thread that the system refuses is done without. */
static int run_call(tr_judge *j, call *c, size_t n_members, tr_error *err)
{
    size_t n = 1;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < n_members; i++)
        rc = prepare_member(j, &j->members[i], c, err);
    if (rc < 0) return rc;
    while (n < n_members && !tr_thread_start(&j->members[n].thread, run_member, &j->members[n]))
        n++;
    run_member(&j->members[0]);
    for (size_t i = 1; i < n; i++)
        pthread_join(j->members[i].thread, NULL);
    for (size_t i = 0; rc == 0 && i < n; i++)
        if (j->members[i].rc < 0) rc = tr_fail(err, j->members[i].rc, "%s", j->members[i].err.msg);
    return rc;
}

int tr_judge_scores(tr_judge *j, const tr_string *sources, const tr_string *translations,
                    const tr_string *references, size_t n, float *scores, tr_error *err)
{
    const tr_model_info *info = tr_model_get_info(j->model);
    const size_t most = TR_JUDGE_SEGMENTS, each = (n + j->n_members - 1) / j->n_members;
    call c = {.sources = sources,
              .translations = translations,
              .references = info->reads_reference == TR_REFERENCE_NEVER ? NULL : references,
              .n = n,
              .share = tr_smaller(each, most),
              .scores = scores};

    if (info->reads_reference == TR_REFERENCE_ALWAYS && !references)
        return tr_fail(err, TR_EINVAL, "%s: is a metric that needs references", info->path);
    if (!n) return 0;
    const int rc = run_call(j, &c, tr_smaller(j->n_members, (n + c.share - 1) / c.share), err);
    const int changed = tr_model_check_unchanged(j->model, err);
    return changed < 0 ? changed : rc;
}
