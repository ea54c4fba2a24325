/*
 * file_store.h - documents that clients sent, and what was made of them, for ten minutes.
 *
 * All is in memory.  A file is there at once, or when the work on it is done, by one of a few
 * threads that the store has.  Whoever knows its id, and its secret where that is asked for, has
 * it: nobody can guess them.
 */
#ifndef FILE_STORE_H
#define FILE_STORE_H

#include "serve/translator/translator_request.h"

enum {
    FILES_SECONDS = 600, /* that a file stays, and that work on one may take */
    FILES_AT_ONCE = 4
};

typedef struct file_store file_store;

enum file_state { FILE_WAITING, FILE_WORKING, FILE_DONE, FILE_FAILED };

/* What is known of a file. */
typedef struct file_status {
    enum file_state state;
    size_t characters;
    double progress;   /* 0 to 1 */
    int seconds_left;  /* as far as it can be told, while it is worked on */
    char message[256]; /* why it failed */
} file_status;

/* What makes a file, by a thread of the store.  Its bytes *out [*len] are the store's then. */
typedef struct file_work {
    enum translator_status (*run)(void *ctx, translator_cancellation *cancellation,
                                  int (*progress)(void *of, double done), void *of, char **out,
                                  size_t *len, char message[256]);
    void (*end)(void *ctx); /* it is over, or was not begun: to free `ctx` */
    void *ctx;
    uint64_t client;
    size_t characters, size; /* of what it is made of; bytes */
} file_work;

/* The id and the secret of a file: digits. */
typedef struct file_name {
    char id[33], secret[65];
} file_name;

file_store *files_open(void);

/* Ends all work, and waits for it.  NULL is allowed. */
void files_close(file_store *s);

/* Drops what is over: to be called about every second. */
void files_tidy(file_store *s);

/* Somebody's file is being made, or waits to be. */
bool files_are_busy(file_store *s);

enum files_result {
    FILES_OK,
    FILES_OF_CLIENT, /* one client has too many */
    FILES_FULL       /* all together do */
};

/* Hands work over, or refuses it after calling its end(). */
enum files_result files_begin(file_store *s, const file_work *work, file_name *name);

/* Keeps bytes [len], which are the store's in any case; `title` is what a client calls them. */
enum files_result files_keep(file_store *s, uint64_t client, const char *title, char *bytes,
                             size_t len, file_name *name);

/* False if there is no such file.  `secret` NULL: it is not asked for. */
bool files_look(file_store *s, const char *id, const char *secret, file_status *status);

/* Waits until a file is done, or has failed, or some seconds have passed; not at all where many
 * wait already. */
void files_await(file_store *s, const char *id, const char *secret, double seconds);

/* Takes a file that is done out of the store: bytes [*len] of the caller; NULL: there is none. */
char *files_take(file_store *s, const char *id, const char *secret, size_t *len);

/* A copy of one that was kept under that title; NULL: there is none. */
char *files_copy(file_store *s, const char *id, const char *title, size_t *len);

#endif
