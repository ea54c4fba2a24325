/*
 * bergamot_files.h - the files of a model of Bergamot's engine, and how they are meant to be used.
 *
 * A directory of translateLocally's has a configuration, config.intgemm8bitalpha.yml, and
 * model_info.json.  One of Firefox' has neither: there the names tell what each file is.
 */
#ifndef TR_BERGAMOT_FILES_H
#define TR_BERGAMOT_FILES_H

#include "base/region.h"
#include "formats/bundle.h"
#include "import/lexicon.h"

/* Strings are taken from a region; those that are not said are NULL. */
typedef struct tr_bergamot {
    const char *model, *source_vocab, *target_vocab; /* paths; one vocabulary: the target's NULL */
    const char *lexicon;                             /* a path */
    tr_lexicon_choice choice;

    uint32_t beam_size, max_source; /* 0: not said */
    float max_length_factor;        /* likewise */
    float length_penalty;           /* negative: not said */

    const char *name, *source_language, *target_language;
} tr_bergamot;

/* Whether `path` is a model of this kind, by names alone: 1 or 0; `inside` NULL for a file. TR_EIO,
 * TR_ENOMEM: nobody can say. */
int tr_bergamot_recognises(const char *path, tr_bundle *inside, tr_error *err);

/* A directory, or a configuration.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_bergamot_read(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err);

/* ---- Its parts ----------------------------------------------------------------------------- */

void tr_bergamot_init(tr_bergamot *b);

/* The configuration text [len] of the file at `path`, in whose folder its files are. */
int tr_bergamot_config(tr_bergamot *b, const char *text, size_t len, const char *path,
                       tr_region *memory, tr_error *err);

/* Whether the directory has a model by its name, 1 or 0; and what it consists of then. */
int tr_bergamot_has_model(const char *folder, tr_error *err);
int tr_bergamot_names(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err);

/* The languages, where the names of the model and its lexicon tell them: ende for en and de. */
int tr_bergamot_pair(tr_bergamot *b, tr_region *memory, tr_error *err);

/* Name and languages, where model_info.json or metadata.json of the folder tell them. */
int tr_bergamot_info(tr_bergamot *b, const char *folder, tr_region *memory, tr_error *err);

#endif
