/* hub_search.h - what a hub has for a text. */
#ifndef HUB_SEARCH_H
#define HUB_SEARCH_H

#include "job.h"

/* Lists the repositories of translation that the text of hf:TEXT finds, the most fetched first.  A
 * status. */
int hub_search(job *j, const char *word);

#endif
