#include "lines/pivot.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "console/alloc.h"
#include "console/message.h"

enum { MOST_WAITING = 1024 }; /* lines between the two, so that memory does not grow */

typedef struct line {
    pivot_half half;
    char *text; /* the translation and its line end, for the second model */
    size_t len;
    struct line *next;
} line;

/* Lines are added after `last`; the second model reads from `unread` on, and `first` is what it
 * writes next. */
struct pivot {
    const tr_model *model;
    const tr_options *options;
    ptrdiff_t (*read)(void *ctx, char *bytes, size_t size);
    void *ctx;
    bool with_json;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    line *first, *last, *unread;
    size_t n_waiting, position; /* lines; bytes of `unread` that were handed out */
    bool ended;
    int rc;
    tr_error err;
};

/* ---- The first model ----------------------------------------------------------------------- */

static ptrdiff_t read_first_half(void *ctx, char *bytes, size_t size)
{
    pivot *p = ctx;
    return p->read(p->ctx, bytes, size);
}

static line *make_line(const pivot *p, const tr_translation *t)
{
    const tr_hypothesis *best = t->hypotheses;
    line *l = checked_malloc(sizeof *l);

    *l = (line){.text = checked_format("%s%s", best->text, t->line_end)};
    l->len = strlen(l->text);
    l->half.source = checked_format("%s", t->source);
    l->half.message = t->status == TR_OK ? NULL : checked_format("%s", t->message);
    l->half.n_repaired = t->n_repaired;
    l->half.n_lost = t->n_lost;
    l->half.quality = t->quality;
    if (p->with_json && t->status == TR_OK) {
        l->half.json = cJSON_CreateObject();
        json_add_hypothesis(l->half.json, best);
        if (t->n_lost) l->half.lost = json_losses(t);
    }
    return l;
}

static int add_pivot_line(void *ctx, const tr_translation *t)
{
    pivot *p = ctx;
    line *l = make_line(p, t);

    pthread_mutex_lock(&p->lock);
    while (p->n_waiting >= MOST_WAITING)
        pthread_cond_wait(&p->changed, &p->lock);
    if (p->last) p->last->next = l;
    p->last = l;
    if (!p->first) p->first = l;
    if (!p->unread) p->unread = l;
    p->n_waiting++;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return 0;
}

static void *translate_first(void *ctx)
{
    pivot *p = ctx;
    const tr_stream_io io = {.read = read_first_half, .write = add_pivot_line, .ctx = p};
    tr_error err = {0};

    const int rc = tr_translate_stream(p->model, p->options, &io, NULL, &err);
    pthread_mutex_lock(&p->lock);
    p->rc = rc;
    p->err = err;
    p->ended = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

pivot *pivot_start(const tr_model *first, const tr_options *o,
                   ptrdiff_t (*read)(void *ctx, char *bytes, size_t size), void *ctx,
                   bool with_json)
{
    pivot *p = checked_malloc(sizeof *p);

    *p = (pivot){.model = first, .options = o, .read = read, .ctx = ctx, .with_json = with_json};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    const int cause = tr_thread_start(&p->thread, translate_first, p);
    if (!cause) return p;
    complain("no thread for the first of two models: %s", strerror(cause));
    free(p);
    return NULL;
}

/* ---- The second model ---------------------------------------------------------------------- */

/* At most what one line has left: it is translated before the next one is there. */
static size_t take_bytes(pivot *p, char *bytes, size_t size)
{
    const line *l = p->unread;
    const size_t left = l->len - p->position, n = left < size ? left : size;

    memcpy(bytes, l->text + p->position, n);
    p->position += n;
    if (p->position < l->len) return n;
    p->unread = l->next;
    p->position = 0;
    return n;
}

ptrdiff_t pivot_read(void *ctx, char *bytes, size_t size)
{
    pivot *p = ctx;
    size_t n = 0;

    pthread_mutex_lock(&p->lock);
    while (!n) { /* a line of no bytes, not even an end, is no line */
        while (!p->unread && !p->ended)
            pthread_cond_wait(&p->changed, &p->lock);
        if (!p->unread) break;
        n = take_bytes(p, bytes, size);
    }
    const bool failed = !n && p->rc;
    pthread_mutex_unlock(&p->lock);
    return failed ? -1 : (ptrdiff_t)n;
}

bool pivot_next(pivot *p, pivot_half *half)
{
    pthread_mutex_lock(&p->lock);
    line *l = p->first;
    if (l) {
        p->first = l->next;
        if (!p->first) p->last = NULL;
        p->n_waiting--;
        pthread_cond_broadcast(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    if (!l) return false;
    *half = l->half;
    free(l->text);
    free(l);
    return true;
}

void pivot_half_free(pivot_half *half)
{
    free(half->source);
    free(half->message);
    cJSON_Delete(half->json);
    cJSON_Delete(half->lost);
    *half = (pivot_half){0};
}

int pivot_end(pivot *p, tr_error *err)
{
    pivot_half half;

    pthread_join(p->thread, NULL);
    while (pivot_next(p, &half))
        pivot_half_free(&half);
    const int rc = p->rc;
    *err = p->err;
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
    return rc;
}
