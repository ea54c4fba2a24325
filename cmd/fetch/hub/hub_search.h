/* hub_search.h - what a hub has for a text. */
#ifndef HUB_SEARCH_H
#define HUB_SEARCH_H

#include "fetch/parts/job.h"

/* Lists the repositories of translation that the text of hf:TEXT finds, the most fetched first.  A
 * status. */
int hub_search(job *j, const char *word);

/* Lists the repositories of a mirror's folder, in the order of their names, or adds them to the
 * results.  Returns how many there are. */
size_t hub_list_mirror(job *j, const char *folder);

#endif
