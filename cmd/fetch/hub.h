/*
 * hub.h - models of Hugging Face: hf:OWNER/NAME[@REVISION] as an entry of the index.
 *
 * $HF_ENDPOINT is the hub that is asked, $HF_TOKEN what it is told of who asks.
 */
#ifndef HUB_H
#define HUB_H

#include "download.h"
#include "job.h"

/* The model that a word means, by what the hub says now: the revision is the commit, and each file
 * has a digest.  It lives as long as the job.  EXIT_OK; EXIT_LATER, EXIT_FAILED or EXIT_STOPPED
 * after a sentence. */
int hub_find(job *j, const char *word, const index_model **m);

/* What the hub answers for a path, which begins with a slash, or for an address that it has told as
 * the next page.  `name` is for messages.  As download_text(). */
int hub_ask(job *j, const char *name, const char *path, download_page *page);

void hub_free(job *j);

#endif
