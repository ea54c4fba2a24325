/*
 * bergamot_files.h - the files of a model of Bergamot's engine.
 *
 * A directory of translateLocally's has a configuration, config.intgemm8bitalpha.yml, and
 * model_info.json.  One of Firefox' has neither: there the names tell what each file is.
 */
#ifndef TR_BERGAMOT_FILES_H
#define TR_BERGAMOT_FILES_H

#include "formats/bundle.h"
#include "import/marian/bergamot_config.h"

/* 1 if `path` is a model of this kind, by names alone, else 0; `inside` NULL for a file. TR_EIO,
 * TR_ENOMEM: nobody can say. */
int tr_bergamot_recognises(const char *path, tr_bundle *inside, tr_error *err);

/* A directory, or a configuration.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_bergamot_read(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err);

#endif
