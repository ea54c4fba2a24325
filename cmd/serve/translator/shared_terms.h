/* shared_terms.h - terms of a glossary that several use at once: who keeps it, and the engines that
 * translate with it.  Any thread may call any function. */
#ifndef SHARED_TERMS_H
#define SHARED_TERMS_H

#include <stdatomic.h>

#include "translate.h"

typedef struct shared_terms {
    tr_glossary *glossary;
    atomic_size_t n_holders;
} shared_terms;

/* With one holder; takes the glossary over. */
shared_terms *shared_terms_new(tr_glossary *glossary);

/* One more holder, and one less: the last one frees it.  NULL is allowed. */
shared_terms *shared_terms_hold(shared_terms *t);
void shared_terms_let_go(shared_terms *t);

#endif
