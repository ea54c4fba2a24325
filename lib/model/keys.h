/*
 * keys.h - the keys of a model file, read one after another.
 *
 * The first failure stays in the reader, and what is read behind it does nothing and gives
 * zeros, so that a list of keys reads like translate-model(5).  Messages name the file, the key
 * and the value.
 */
#ifndef TR_KEYS_H
#define TR_KEYS_H

#include <stdbool.h>

#include "base/region.h"
#include "formats/gguf.h"

typedef struct tr_keys {
    const tr_gguf *file;
    tr_region *memory; /* of all texts and arrays */
    tr_error *err;
    int rc; /* TR_OK, or the first failure */
} tr_keys;

bool tr_keys_have(const tr_keys *k, const char *key);

/* Refuses a key for its value, which the message shows, and `why`.  After a failure nothing. */
void tr_keys_refuse(tr_keys *k, int code, const char *key, const char *why);

void tr_keys_u32(tr_keys *k, const char *key, uint32_t low, uint32_t high, uint32_t *out);
void tr_keys_f32(tr_keys *k, const char *key, float low, float high,
                 float *out);                                               /* low < x < high */
void tr_keys_id(tr_keys *k, const char *key, uint32_t vocab, int32_t *out); /* < vocab */
void tr_keys_string(tr_keys *k, const char *key, const char **text, size_t *len);

void tr_keys_bool(tr_keys *k, const char *key, bool *out);

/* A copy with a NUL; NULL after a failure. */
const char *tr_keys_copy(tr_keys *k, const char *key);

/* An array of ids, each below `vocab`, and one of strings.  Both give NULL and 0 for a key that is
 * not there. */
int32_t *tr_keys_ids(tr_keys *k, const char *key, uint32_t vocab, size_t *n);
char **tr_keys_strings(tr_keys *k, const char *key, size_t *n);

/* The place in `names`, a list that ends in NULL, of the key's text. */
int tr_keys_choice(tr_keys *k, const char *key, const char *const *names);

#endif
