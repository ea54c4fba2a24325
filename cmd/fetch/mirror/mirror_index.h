/* mirror_index.h - the list of a mirror's models, MIRROR/index.json. */
#ifndef MIRROR_INDEX_H
#define MIRROR_INDEX_H

#include "fetch/parts/job.h"

/* Reads the mirror's list; an empty one where there is none.  The caller deletes it; NULL after a
 * sentence. */
cJSON *mirror_index_read(const job *j);

/* Puts the model's entry into the list, in the place of one of its name; its addresses are paths in
 * the mirror. */
void mirror_index_add(cJSON *index, const job *j, const index_model *m);

/* Writes the list, in the order of names.  False after a sentence. */
bool mirror_index_write(const job *j, cJSON *index);

#endif
