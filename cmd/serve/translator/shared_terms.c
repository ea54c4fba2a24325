#include "serve/translator/shared_terms.h"

#include <stdlib.h>

#include "console/alloc.h"

shared_terms *shared_terms_new(tr_glossary *glossary)
{
    shared_terms *const t = checked_malloc(sizeof *t);

    t->glossary = glossary;
    atomic_init(&t->n_holders, 1);
    return t;
}

shared_terms *shared_terms_hold(shared_terms *t)
{
    if (t) atomic_fetch_add(&t->n_holders, 1);
    return t;
}

void shared_terms_let_go(shared_terms *t)
{
    if (!t || atomic_fetch_sub(&t->n_holders, 1) > 1) return;
    tr_glossary_free(t->glossary);
    free(t);
}
