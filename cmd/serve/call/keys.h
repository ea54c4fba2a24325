/*
 * keys.h - who may use a server: a file of lines "NAME KEY [REQUESTS] [CHARACTERS]", the last two a
 * minute; "#" begins a comment.  The first one is the owner's, who may use the memory.
 */
#ifndef KEYS_H
#define KEYS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct key {
    char *name, *secret;
    bool is_owner;
    unsigned requests, characters;                    /* a minute; 0 = any */
    double tokens_requests, tokens_characters, since; /* what is left: a bucket of each */
    uint64_t client;                                  /* a number of its own */
    uint64_t translated;                              /* characters since the start */
    size_t n_holders;                                 /* of it, besides the keys */
    bool is_gone; /* it holds no more: the last holder frees it */
} key;

typedef struct keys keys;

/* True if a secret that was given is the right one.  Time does not tell how much of it is right. */
bool keys_is_secret(const char *given, const char *right);

/* NULL after a sentence. */
keys *keys_read(const char *path);
void keys_free(keys *k); /* NULL is allowed */

/* Reads the file again; what was read stays where that fails, after a sentence. */
void keys_reload(keys *k);

/* The key of a secret, compared in constant time: to be let go.  NULL: none. */
const key *keys_find(keys *k, const char *secret);

/* One more holder of a key, and one less; NULL is allowed. */
const key *keys_hold(keys *k, const key *of);
void keys_let_go(keys *k, const key *of);

/* Takes from what a key may do in a minute: 0, or the seconds until there is enough. */
int keys_spend(keys *k, const key *of, unsigned requests, size_t characters);

/* Counts characters that were translated for a key; how many there are. */
void keys_count(keys *k, const key *of, size_t characters);
uint64_t keys_counted(keys *k, const key *of);

#endif
