/* vocabs.h - the vocabularies of a foreign model: read, held against the network, stored. */
#ifndef TR_VOCABS_H
#define TR_VOCABS_H

#include "formats/gguf_write.h"
#include "import/shared/importer.h"

/* Reads the vocabulary at `path`, whose name and first bytes tell its form, for one side of *im.
 * A list of pieces says which ids </s> and <unk> have, and leaves v->spm as it is; a SentencePiece
 * model leaves v->text. */
int tr_import_load_vocab(tr_import *im, tr_import_vocab *v, const char *path, tr_error *err);

/* Takes a vocabulary that lies in memory as long as *im does, `path`, too. */
int tr_import_take_vocab(tr_import *im, tr_import_vocab *v, const char *path, const tr_file *file,
                         tr_error *err);

/* A SentencePiece model that cuts text into the pieces that are listed in v->text. */
int tr_import_load_spm(tr_import *im, tr_import_vocab *v, const char *path, tr_error *err);

/* A SentencePiece model that is a file of the bundle. */
int tr_import_map_spm(tr_import *im, tr_import_vocab *v, const char *name, tr_error *err);

/* Returns the target's vocabulary: its own or the source's; its SentencePiece model, too. */
tr_import_vocab tr_import_target_vocab(const tr_import *im);

/* Holds both vocabularies against the network, and adds their tensors. */
int tr_import_add_vocabs(tr_import *im, tr_error *err);

/* The keys of the tokenizer. */
void tr_import_put_vocabs(const tr_import *im, tr_gguf_writer *w);

/* True if one vocabulary serves both sides. */
bool tr_import_joint_vocab(const tr_import *im);

#endif
