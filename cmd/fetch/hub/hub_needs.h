/* hub_needs.h - does a repository of Hugging Face's form have all that its importer needs? */
#ifndef HUB_NEEDS_H
#define HUB_NEEDS_H

#include "hub_chosen.h"

/* Holds config.json against the files that were chosen, and takes out of them what its importer
 * would not read.  What is wrong, or NULL. */
const char *hub_check_config(hub_choice *c, const cJSON *config);

/* The repository that adapter_config.json names, as a word that hub_read_word() reads, which the
 * caller frees; NULL after c->why is set. */
char *hub_base_of_adapter(hub_choice *c, const cJSON *settings);

/* The repository that has the tokenizer of a metric, in the same way.  It is the one of COMET's
 * encoder, which the text [len] of hparams.yaml names, or of mT5, whose sizes have one tokenizer.
 */
char *hub_encoder_of_metric(hub_choice *c, const char *text, size_t len);

#endif
