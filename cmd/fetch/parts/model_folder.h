/*
 * model_folder.h - the folder of fetched models: MODELS/NAME/NAME.gguf, in the user's folder of
 * models.
 *
 * MODELS/.fetch holds what is under way: the lock, the parts of files (DIGEST.part, with the
 * server's tag in DIGEST.tag), and `work`, where a model is made.  All is on one file system, so
 * that a model arrives by being renamed.
 */
#ifndef MODEL_FOLDER_H
#define MODEL_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct model_folder {
    char *models; /* the folder */
    char *hidden; /* MODELS/.fetch */
    char *work;   /* MODELS/.fetch/work */
    int lock;     /* -1 while the place is not taken */
} model_folder;

/* Finds out where; makes nothing.  False after a sentence. */
bool model_folder_find(model_folder *p);

/* Takes a folder for other machines instead: DIR/.fetch holds what is under way.  `make`:
 * DIR is made unless it is there.  False after a sentence. */
bool model_folder_at(model_folder *p, const char *dir, bool make);

/* Makes the folders, waits until no other fetch is at work, and removes what an earlier one has
 * left in `work`, and parts that nobody has touched for a week.  False after a sentence, or if the
 * user asked to stop while it waited. */
bool model_folder_take(model_folder *p);

/* Takes the place if a fetch that was killed left something in it; waits for nobody.  True if it is
 * taken. */
bool model_folder_take_left(model_folder *p);

/* Empties `work`, and lets others in. */
void model_folder_leave(model_folder *p);

/* Removes what lies in `work`, and makes it if it is not there. */
bool model_folder_clear_work(const model_folder *p);

/* True if `bytes` more fit the file system; else after a sentence. */
bool model_folder_has_room(const model_folder *p, uint64_t bytes);

/* The bytes that the file system has room for; false where nobody knows, or it is read-only. */
bool model_folder_room(const model_folder *p, uint64_t *bytes);

/* Makes a folder, and the folders above it; false after a sentence. */
bool model_folder_make(const char *path);

/* Renames FILE to MODELS/NAME/NAME.gguf, through to the disk.  False after a sentence. */
bool model_folder_arrive(const model_folder *p, const char *file, const char *name);

/* MODELS/NAME/NAME.gguf; the caller frees it. */
char *model_folder_model(const model_folder *p, const char *name);

void model_folder_free(model_folder *p);

#endif
