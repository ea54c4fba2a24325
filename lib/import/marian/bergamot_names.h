/* bergamot_names.h - names of a model's files, and what they tell. */
#ifndef TR_BERGAMOT_NAMES_H
#define TR_BERGAMOT_NAMES_H

#include "import/marian/bergamot_config.h"

/* 1 if the directory has a model by its name, whose files are found then; else 0. */
int tr_bergamot_has_model(const char *folder, tr_error *err);
int tr_bergamot_names(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err);

/* The languages, where the names of the model and its lexicon tell them: ende for en and de. */
int tr_bergamot_pair(tr_bergamot *b, tr_region *memory, tr_error *err);

#endif
