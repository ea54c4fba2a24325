/*
 * place.h - where fetched models live: MODELS/NAME/NAME.gguf, in the user's folder of models.
 *
 * MODELS/.fetch holds what is under way: the lock, the parts of files (DIGEST.part, with the
 * server's tag in DIGEST.tag), and `work`, where a model is made.  All is on one file system, so
 * that a model arrives by being renamed.
 */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct place {
    char *models; /* the folder */
    char *hidden; /* MODELS/.fetch */
    char *work;   /* MODELS/.fetch/work */
    int lock;     /* -1 while the place is not taken */
} place;

/* Finds out where; makes nothing.  False after a sentence. */
bool place_find(place *p);

/* Makes the folders, waits until no other fetch is at work, and removes what an earlier one has
 * left in `work`, and parts that nobody has touched for a week.  False after a sentence, or if the
 * user asked to stop while it waited. */
bool place_take(place *p);

/* Takes the place if a fetch that was killed left something in it; waits for nobody.  True if it is
 * taken. */
bool place_take_left(place *p);

/* Empties `work`, and lets others in. */
void place_leave(place *p);

/* Removes what lies in `work`, and makes it if it is not there. */
bool place_clear_work(const place *p);

/* True if `bytes` more fit the file system; else after a sentence. */
bool place_has_room(const place *p, uint64_t bytes);

/* Renames FILE to MODELS/NAME/NAME.gguf, through to the disk.  False after a sentence. */
bool place_arrive(const place *p, const char *file, const char *name);

/* MODELS/NAME/NAME.gguf; the caller frees it. */
char *place_model(const place *p, const char *name);

void place_free(place *p);

#endif
