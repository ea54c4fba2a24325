/* hf_generation.h - config.json and generation_config.json: tokens, and how to search. */
#ifndef TR_HF_GENERATION_H
#define TR_HF_GENERATION_H

#include "import/shared/importer.h"

/* The files of a model.  The first failure stays, and what is read after it does nothing. */
typedef struct tr_hf_settings {
    tr_import *im;
    cJSON *config, *generation; /* the second may be NULL */
    const char *path, *generation_path;
    uint32_t vocab;   /* of the target */
    bool *suppressed; /* [vocab]: ids that a translation never has; it lives as long as *im */
    tr_error *err;
    int rc;
} tr_hf_settings;

/* Reads the files; to be closed either way.  TR_EIO, TR_EFORMAT, TR_ENOMEM. */
int tr_hf_settings_open(tr_hf_settings *s, tr_import *im, tr_error *err);
void tr_hf_settings_close(tr_hf_settings *s);

/* Fails for a member of the file at `path`. */
void tr_hf_settings_refuse(tr_hf_settings *s, int code, const char *path, const char *key,
                           const char *why);

/* Fails for a member of the file of the settings. */
static inline void tr_hf_settings_refuse_own(tr_hf_settings *s, int code, const char *key,
                                             const char *why)
{
    tr_hf_settings_refuse(s, code, s->path, key, why);
}

/* A member of config.json, NULL for what is not there, or null. */
const cJSON *tr_hf_settings_find(const tr_hf_settings *s, const char *key);

/* Refuses what changes the network of every family, and classes that neither translate nor are the
 * metric that im->config says. */
void tr_hf_settings_refuse_unsupported(tr_hf_settings *s);

/* The activation (enum tr_activation) of a name of transformers'; fails for the member otherwise.
 */
void tr_hf_settings_activation(tr_hf_settings *s, const char *key, const char *name,
                               int *activation);

/* A target of `vocab` ids, of which none is suppressed. */
void tr_hf_settings_set_vocab(tr_hf_settings *s, uint32_t vocab);

/* An id of the target, or a list of one; -1 after a failure. */
int32_t tr_hf_settings_token(tr_hf_settings *s, const char *key, int32_t otherwise);

/* The token that translations begin with, which is named, -1 for none. */
int32_t tr_hf_settings_first_token(tr_hf_settings *s);

/* The beam, the length penalty and the suppressed ids.  What translate does not know is named. */
void tr_hf_settings_read_search(tr_hf_settings *s, int32_t eos);

/* Gives the network the ids that are marked in suppressed [target_vocab], but not its end, and not
 * <unk>, which is never produced.  TR_ENOMEM. */
int tr_hf_set_suppressed(tr_import *im, bool *suppressed, tr_error *err);

#endif
