/* surface.h - ids as bytes: good enough to look for words in, while they are searched for. */
#ifndef TR_SURFACE_H
#define TR_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/tokenizer.h"

enum { TR_SURFACE_MAX_BYTES = 4 << 10 /* bytes; later ones are not looked at */ };

typedef struct tr_surface {
    size_t len;
    char text[TR_SURFACE_MAX_BYTES]; /* each blank as one, also the first */
} tr_surface;

/* Appends the piece of an id, or the byte that it stands for. */
void tr_surface_add(tr_surface *s, const tr_tokenizer *t, int32_t id);

/* Spells ids [n] without `eos`. */
void tr_surface_of_ids(tr_surface *s, const tr_tokenizer *t, int32_t eos, const int32_t *ids,
                       size_t n);

/* Where the word text [word_len] is in `s`, from byte *at on, which moves after its beginning.
 * `from_start`, `to_end`: no letter or digit comes right before it, or right after it. */
bool tr_surface_find(const tr_surface *s, const char *word, size_t word_len, bool from_start,
                     bool to_end, size_t *at);

#endif
