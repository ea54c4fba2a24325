/*
 * ct2_config.h - what a CTranslate2 directory says beside its weights: config.json and lists of
 * tokens, as SequenceToSequenceModel::initialize() and Vocabulary of CTranslate2 4.8 read them.
 */
#ifndef TR_CT2_CONFIG_H
#define TR_CT2_CONFIG_H

#include "import/ct2/ct2_model.h"
#include "import/shared/importer.h"

typedef struct tr_ct2_config {
    const char *unk, *bos, *eos;
    const char *start;           /* what the decoder starts from; NULL: the user says */
    bool source_bos, source_eos; /* stand around every source */
    float epsilon;               /* of every layer norm; 0: CTranslate2's */
} tr_ct2_config;

/* From config.json in `folder` of im->bundle, or, before version 6 of the container, from the
 * model.  Strings live as long as *im.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_ct2_read_config(tr_ct2_config *c, tr_import *im, const tr_ct2_model *m, const char *folder,
                       tr_error *err);

typedef struct tr_ct2_vocab {
    const char *path;        /* for messages */
    const char *const *text; /* [n]: the token of each id; `unk` is among them */
    size_t n;                /* 0: there is no such list */
} tr_ct2_vocab;

/* The list `name`.json or `name`.txt. */
int tr_ct2_read_vocab(tr_ct2_vocab *v, tr_import *im, const char *folder, const char *name,
                      const char *unk, tr_error *err);

/* The first id of a token, or -1. */
int32_t tr_ct2_token_id(const tr_ct2_vocab *v, const char *token);

#endif
