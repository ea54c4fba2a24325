/* hub_gguf.h - GGUF files of a repository: which is fetched, and what its first bytes tell. */
#ifndef HUB_GGUF_H
#define HUB_GGUF_H

#include "hub_chosen.h"

enum { HUB_GGUF_HEAD = 256 }; /* bytes that hub_read_gguf() looks at */

bool hub_has_gguf(const hub_repository *r);

/* Chooses the file `wanted`, or, where that is NULL, the one of Q8_0, F16, BF16 or F32, in this
 * order.  What is wrong, or NULL. */
const char *hub_choose_gguf(hub_choice *c, const hub_repository *r, const hub_file *wanted);

/* What the file is, by its first bytes [len]: the choice's format becomes "gguf" for a file of this
 * program's own, "" for one of T5's kind.  What is wrong, or NULL. */
const char *hub_read_gguf(hub_choice *c, const char *bytes, size_t len);

#endif
