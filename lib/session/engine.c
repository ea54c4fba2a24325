#include "session/engine.h"

#include "setup/options.h"

enum {
    MAX_JOINING = 8, /* sentences that a worker takes before its next step: others want some */
};

typedef struct worker {
    tr_engine *all;
    tr_session *session; /* from its first sentence on */
    tr_member member;
    unsigned abandoned; /* submissions that it knows of */
} worker;

/* ---- Lines that are done ---- */

/* Gives a line back.  `rc`, *e: why it has no result, which is not its own fault. */
static void give_back(worker *w, tr_line *line, int rc, const tr_error *e)
{
    static const tr_hypothesis empty = {.text = ""};
    tr_submission *const submission = line->place.submission;

    if (rc < 0) {
        tr_line_fail(line, rc, e->msg);
        line->place.failure = rc;
        line->result.hypotheses = &empty;
        line->result.n_hypotheses = 1;
    }
    submission->done(submission, line, &w->member);
}

static void fail_unwanted(worker *w, tr_line *line)
{
    tr_error e;
    give_back(w, line, tr_fail(&e, TR_ESTOPPED, "nobody waits for it any more"), &e);
}

/* Queues the sentences of a line that were made; returns how many.  Many sentences are work for
 * several workers. */
static size_t add_sentences_locked(worker *w, tr_line *line)
{
    const size_t n = tr_queue_add_sentences_locked(&w->all->queue, line);
    for (size_t i = 0; i < n / MAX_JOINING; i++)
        tr_crew_call_locked(&w->all->crew);
    return n;
}

/* Completes a line whose sentences all have their results; or has those sentences translated again
 * that lost placeholders. */
static void complete(worker *w, tr_line *line)
{
    size_t n = 0;
    tr_error e;

    if (tr_queue_is_unwanted(line)) {
        fail_unwanted(w, line);
        return;
    }
    int rc = tr_session_again(w->session, line, &e);
    if (rc == 0) {
        tr_queue_lock(&w->all->queue);
        n = add_sentences_locked(w, line);
        tr_queue_unlock(&w->all->queue);
    }
    if (n > 0) return;
    if (rc == 0) rc = tr_session_finish(w->session, line, &e);
    give_back(w, line, rc, &e);
}

static bool take_sentence_result(void *ctx, tr_task *task, const tr_beam *beam)
{
    worker *w = ctx;
    tr_sentence *sentence = (tr_sentence *)task;
    tr_line *line = sentence->line;
    const bool again = tr_session_take(w->session, sentence, beam);

    if (!again)
        atomic_fetch_add_explicit(&w->all->n_translated, sentence->n_tokens, memory_order_relaxed);
    if (!again && tr_queue_complete_sentence(&w->all->queue, sentence)) complete(w, line);
    return again;
}

/* The sentence is not translated. */
static void drop_sentence(worker *w, tr_sentence *s)
{
    s->taken = true;
    if (tr_queue_complete_sentence(&w->all->queue, s)) fail_unwanted(w, s->line);
}

static bool drop_unwanted(void *ctx, tr_task *task)
{
    tr_sentence *const s = (tr_sentence *)task;

    if (!tr_queue_is_unwanted(s->line)) return false;
    drop_sentence(ctx, s);
    return true;
}

/* ---- Work ---- */

/* The next work for a worker. */
enum job { NO_JOB, OPEN_SESSION, PREPARE_LINE, TRANSLATE_SENTENCE };

/* Finds the next thing to do, and takes the line or the sentence.  NO_JOB: there is none now, or,
 * with `wait`, none ever again. */
static enum job next_job(worker *w, bool wait, tr_line **line, tr_sentence **sentence)
{
    tr_queue *q = &w->all->queue;
    enum job job = NO_JOB;

    tr_queue_lock(&w->all->queue);
    while (wait && !tr_queue_has_work_locked(q) && tr_crew_expects_work_locked(w->member.crew))
        tr_crew_rest_locked(&w->member);
    if (tr_queue_has_work_locked(q)) {
        if (!w->session) {
            job = OPEN_SESSION;
        } else {
            tr_queue_take_locked(q, line, sentence);
            job = *sentence ? TRANSLATE_SENTENCE : PREPARE_LINE;
            if (*sentence)
                tr_crew_lead_locked(&w->member, true, !tr_queue_has_work_locked(q));
            else
                tr_crew_prepare_locked(w->member.crew, 1);
        }
    }
    tr_queue_unlock(&w->all->queue);
    return job;
}

/* Fails the next line, or the line of the next sentence, for want of a session. */
static void fail_next(worker *w, int rc, const tr_error *e)
{
    tr_line *line;
    tr_sentence *sentence;
    bool last = true;

    tr_queue_lock(&w->all->queue);
    tr_queue_take_locked(&w->all->queue, &line, &sentence);
    tr_queue_unlock(&w->all->queue);
    if (sentence) {
        line = sentence->line;
        sentence->taken = true;
        last = tr_queue_complete_sentence(&w->all->queue, sentence);
    }
    if (line && last) give_back(w, line, rc, e);
}

/* The session that is there already, or one more. */
static void open_session(worker *w)
{
    tr_engine *const all = w->all;
    tr_error e;
    int rc = 0;

    tr_queue_lock(&w->all->queue);
    w->session = all->first_session;
    all->first_session = NULL;
    tr_queue_unlock(&w->all->queue);
    if (!w->session) rc = tr_session_create(&w->session, all->model, all->options, &e);
    if (rc < 0)
        fail_next(w, rc, &e);
    else
        tr_session_join(w->session, &all->crew.team);
}

/* Makes a line's sentences. */
static void prepare(worker *w, tr_line *line)
{
    const bool unwanted = tr_queue_is_unwanted(line);
    tr_error e;
    const int rc = unwanted ? 0 : tr_session_prepare(w->session, line, &e);

    tr_queue_lock(&w->all->queue);
    tr_crew_prepare_locked(&w->all->crew, -1);
    const size_t n = rc < 0 || unwanted ? 0 : add_sentences_locked(w, line);
    tr_queue_unlock(&w->all->queue);
    if (rc < 0)
        give_back(w, line, rc, &e);
    else if (n == 0)
        complete(w, line);
}

/* Adds a sentence to the worker's batch.  False when it does not fit now: it goes back. */
static bool translate(worker *w, tr_sentence *sentence)
{
    if (tr_session_add(w->session, sentence)) return true;
    tr_queue_lock(&w->all->queue);
    tr_queue_return_sentence_locked(&w->all->queue, sentence);
    tr_crew_call_locked(&w->all->crew); /* one with room, if any */
    tr_queue_unlock(&w->all->queue);
    return false;
}

/* Adds the next sentence to the worker's batch; false when there is none that fits.  `wait`: only
 * when there is none ever again. */
static bool take_work(worker *w, bool wait)
{
    tr_line *line;
    tr_sentence *sentence;

    for (;;) {
        switch (next_job(w, wait, &line, &sentence)) {
        case NO_JOB:
            return false;
        case OPEN_SESSION:
            open_session(w);
            break;
        case PREPARE_LINE:
            prepare(w, line);
            break;
        case TRANSLATE_SENTENCE:
            if (!tr_queue_is_unwanted(sentence->line)) return translate(w, sentence);
            drop_sentence(w, sentence);
            return true;
        }
    }
}

/* Takes sentences as long as there are some and the batch has room. */
static void fill_batch(worker *w)
{
    int n = 0;

    while (n < MAX_JOINING && take_work(w, !w->member.leads))
        n++;
    if (n < MAX_JOINING) return;
    tr_queue_lock(&w->all->queue);
    if (tr_queue_has_work_locked(&w->all->queue)) tr_crew_call_locked(&w->all->crew);
    tr_queue_unlock(&w->all->queue);
}

/* Lets go of the sentences of submissions that were abandoned meanwhile. */
static void drop_abandoned(worker *w)
{
    const unsigned n = atomic_load(&w->all->abandoned);

    if (n == w->abandoned) return;
    w->abandoned = n;
    tr_batch_drop(&w->session->batch, drop_unwanted, w);
}

static void stop_leading(worker *w)
{
    tr_team_lead(&w->all->crew.team, false);
    tr_queue_lock(&w->all->queue);
    tr_crew_lead_locked(&w->member, false, false);
    tr_queue_unlock(&w->all->queue);
}

static void work(void *ctx)
{
    tr_engine *const all = ctx;
    worker w = {.all = all, .member.crew = &all->crew};

    for (;;) {
        const bool led = w.member.leads;
        fill_batch(&w);
        if (!w.member.leads) break;
        if (!led) tr_team_lead(&all->crew.team, true);
        drop_abandoned(&w);
        if (w.session->batch.n_active) tr_batch_step(&w.session->batch, take_sentence_result, &w);
        if (w.session->batch.n_active == 0) stop_leading(&w);
    }
    tr_queue_lock(&w.all->queue);
    if (w.session) all->cache_bytes += tr_session_cache_used(w.session);
    tr_queue_unlock(&w.all->queue);
    tr_session_free(w.session);
}

/* ---- All ---- */

bool tr_engine_add_locked(tr_engine *w, tr_submission *e, tr_line *line)
{
    if (!tr_crew_call_locked(&w->crew)) return false;
    tr_queue_add_locked(&w->queue, e, line);
    return true;
}

void tr_engine_abandon_locked(tr_engine *w, tr_submission *e)
{
    if (atomic_exchange(&e->abandoned, true)) return;
    w->abandoned++;
    tr_crew_call_locked(&w->crew);
}

int tr_engine_threads(const tr_options *options)
{
    return options->threads > 0 ? options->threads : tr_pool_cores();
}

int tr_engine_init(tr_engine *w, const tr_model *model, const tr_options *options, tr_error *err)
{
    *w = (tr_engine){.model = model, .options = options};
    const int rc = tr_session_create(&w->first_session, model, options, err);
    if (rc < 0) return rc;
    tr_queue_init(&w->queue, (size_t)tr_engine_threads(options));
    if (tr_crew_init(&w->crew, &w->queue.lock, tr_engine_threads(options), work, w)) return TR_OK;
    tr_queue_free(&w->queue);
    tr_session_free(w->first_session);
    return tr_fail_memory(err);
}

void tr_engine_end(tr_engine *w)
{
    pthread_mutex_lock(&w->queue.lock);
    tr_crew_end_locked(&w->crew);
    pthread_mutex_unlock(&w->queue.lock);
    tr_crew_join(&w->crew);
    tr_queue_free(&w->queue);
    tr_session_free(w->first_session);
}
