#include "serve/call/served_dictionaries.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "console/alloc.h"
#include "console/message.h"

struct held_dictionaries {
    dictionary_set set;
    atomic_size_t n_holders; /* the server is one */
};

struct served_dictionaries {
    const char *const *given; /* [n] */
    size_t n;
    pthread_mutex_t lock;
    held_dictionaries *now;
};

static held_dictionaries *read_all(const char *const *given, size_t n, int *status)
{
    held_dictionaries *const h = checked_malloc(sizeof *h);

    atomic_init(&h->n_holders, 1);
    *status = dictionary_set_open(&h->set, given, n);
    if (*status == EXIT_OK) return h;
    served_dictionaries_let_go(h);
    return NULL;
}

served_dictionaries *served_dictionaries_open(const char *const *given, size_t n, int *status)
{
    held_dictionaries *const first = read_all(given, n, status);

    if (!first) return NULL;
    served_dictionaries *const s = checked_malloc(sizeof *s);
    *s = (served_dictionaries){.given = given, .n = n, .now = first};
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void served_dictionaries_close(served_dictionaries *s)
{
    if (!s) return;
    served_dictionaries_let_go(s->now);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void served_dictionaries_reload(served_dictionaries *s)
{
    int status;
    held_dictionaries *const next = s->n ? read_all(s->given, s->n, &status) : NULL;

    if (!next) return;
    pthread_mutex_lock(&s->lock);
    held_dictionaries *const before = s->now;
    s->now = next;
    pthread_mutex_unlock(&s->lock);
    served_dictionaries_let_go(before);
}

held_dictionaries *served_dictionaries_hold(served_dictionaries *s)
{
    pthread_mutex_lock(&s->lock);
    held_dictionaries *const h = s->now;
    atomic_fetch_add(&h->n_holders, 1);
    pthread_mutex_unlock(&s->lock);
    return h;
}

void served_dictionaries_let_go(held_dictionaries *h)
{
    if (atomic_fetch_sub(&h->n_holders, 1) > 1) return;
    dictionary_set_close(&h->set);
    free(h);
}

const dictionary_set *held_dictionaries_set(const held_dictionaries *h)
{
    return &h->set;
}
