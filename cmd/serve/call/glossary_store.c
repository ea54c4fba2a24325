#include "serve/call/glossary_store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

struct glossary_store {
    pthread_mutex_t lock;
    stored_glossary *first;
};

glossary_store *glossaries_open(const char *folder)
{
    glossary_store *const s = checked_malloc(sizeof *s);
    (void)folder;
    *s = (glossary_store){0};
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void glossaries_reload(glossary_store *s)
{
    (void)s;
}

void glossaries_close(glossary_store *s)
{
    free(s);
}

static bool may_use(const stored_glossary *g, const key *of)
{
    return !g->deleted && (!g->owner || (of && !strcmp(g->owner, of->name)));
}

stored_glossary *glossaries_take(glossary_store *s, const key *of, const char *id)
{
    pthread_mutex_lock(&s->lock);
    stored_glossary *g = s->first;
    while (g && (strcmp(g->id, id) != 0 || !may_use(g, of)))
        g = g->next;
    if (g) g->n_users++;
    pthread_mutex_unlock(&s->lock);
    return g;
}

void glossaries_let_go(glossary_store *s, stored_glossary *g)
{
    pthread_mutex_lock(&s->lock);
    g->n_users--;
    pthread_mutex_unlock(&s->lock);
}
