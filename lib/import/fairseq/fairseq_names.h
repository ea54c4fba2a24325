/* fairseq_names.h - the old and the present names of arrays of a checkpoint. */
#ifndef TR_FAIRSEQ_NAMES_H
#define TR_FAIRSEQ_NAMES_H

#include "import/fairseq/fairseq_config.h"

/* Today's name of the array `name`, in *out; false for one that the network has no use for: a
 * counter, a table that is computed, a layer that was left out. */
bool tr_fairseq_rename(const tr_fairseq_config *c, const tr_config *m, const char *name,
                       tr_import_name *out);

/* If a name of today's ends as an array does that holds queries, keys and values, the length of
 * what is before in_proj_; else 0. */
size_t tr_fairseq_in_proj(const char *name);

#endif
