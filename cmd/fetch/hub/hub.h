/*
 * hub.h - models of Hugging Face: hf:OWNER/NAME[@REVISION][:FILE] as an entry of the index.
 *
 * $HF_ENDPOINT is the hub that is asked, $HF_TOKEN what it is told of who asks.  A folder may stand
 * for a hub: its files are what a hub answers, each at the path that is asked for.
 */
#ifndef HUB_H
#define HUB_H

#include "fetch/parts/download.h"
#include "fetch/parts/job.h"
#include "hub_choice.h"
#include "hub_word.h"

/* The model that a word means, by what the hub says now: the revision is the commit, and each file
 * has a digest.  It lives as long as the job.  EXIT_OK; EXIT_LATER, EXIT_FAILED or EXIT_STOPPED
 * after a sentence. */
int hub_find(job *j, const char *word, const index_model **m);

/* What the hub answers for a path, which begins with a slash, or for an address that it has told as
 * the next page.  `name` is for messages.  As download_text(). */
int hub_ask(job *j, const char *name, const char *path, download_page *page);

/* A repository that a model is made of. */
typedef struct hub_source {
    const hub_word *word;
    const hub_repository *repository;
    const hub_choice *choice;
} hub_source;

/* The repositories of a model that hub_find() has found: its own and, of an adapter or a metric,
 * the one of its base or its tokenizer. Returns how many. */
size_t hub_sources(const index_model *m, hub_source sources[2]);

void hub_free(job *j);

#endif
