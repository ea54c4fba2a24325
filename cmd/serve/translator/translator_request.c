#include "serve/translator/translator_request.h"

#include <stdlib.h>
#include <time.h>

void translator_cancellation_init(translator_cancellation *p)
{
    pthread_condattr_t clock;

    *p = (translator_cancellation){0};
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &clock);
    pthread_condattr_destroy(&clock);
}

void translator_cancellation_free(translator_cancellation *p)
{
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
}

void translator_cancel(translator_cancellation *p)
{
    pthread_mutex_lock(&p->lock);
    p->gone = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

void translator_answer_free(translator_answer *a)
{
    for (size_t i = 0; a->texts && i < a->n; i++) {
        for (size_t k = 0; k < a->texts[i].n_alternatives; k++)
            free(a->texts[i].alternatives[k]);
        free(a->texts[i].alternatives);
        free(a->texts[i].links);
        free(a->texts[i].lost);
        free(a->texts[i].text);
    }
    free(a->texts);
    *a = (translator_answer){0};
}
