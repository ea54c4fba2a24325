/*
 * model_speed.h - how fast models are on this machine, with all that goes on beside.
 *
 * A model's speed is of bytes of text in a second, when it alone has the machine and enough to do.
 * It is measured in windows of time in which there was enough to do from the beginning to the end;
 * where several models worked, each is taken to have had its part of the time.
 */
#ifndef MODEL_SPEED_H
#define MODEL_SPEED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct model_speed {
    char *path;                        /* of the model's file */
    atomic_ullong tokens;              /* that all engines of the model have translated so far */
    atomic_ullong bytes_in, tokens_in; /* of texts whose tokens were counted */
    /* The rest is of model_speed_measure(). */
    unsigned long long before; /* tokens at the beginning of the window */
    _Atomic double rate;       /* tokens a second; 0: not known */
    _Atomic double measured;   /* when that was; 0: never */
    struct model_speed *next;
} model_speed;

/* A text of a model is done: so many bytes had so many tokens. */
void model_speed_learn(model_speed *s, size_t bytes, size_t tokens);

/* Takes a window of some seconds into account, for each of a list; begins the next one. */
void model_speed_measure(model_speed *list, double seconds);

/* Begins a window: what was done before does not count. */
void model_speed_begin(model_speed *list);

/* True if it was measured not long ago: machines get busy, and free again. */
bool model_speed_is_fresh(const model_speed *s);

/* Bytes a second; 0: not known. */
double model_speed_bytes(const model_speed *s);

#endif
