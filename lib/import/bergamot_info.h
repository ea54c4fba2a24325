/* bergamot_info.h - what a model says of itself. */
#ifndef TR_BERGAMOT_INFO_H
#define TR_BERGAMOT_INFO_H

#include "import/bergamot_config.h"

/* Name and languages, where model_info.json or metadata.json of the folder tell them. */
int tr_bergamot_info(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err);

#endif
