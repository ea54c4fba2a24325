/*
 * marian_file.h - the named arrays of a Marian model, in an .npz or a .bin file alike.
 */
#ifndef TR_MARIAN_FILE_H
#define TR_MARIAN_FILE_H

#include "import/shared/foreign.h"

/* Lists the arrays of the file at `path`, which outlives *im, as im->foreign, and opens the file as
 * im->file; its first bytes tell whether it is an .npz or a .bin.  `data` [size], which lives as
 * long, is what it holds; NULL: it is mapped.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_EVERSION,
 * TR_ENOMEM. */
int tr_marian_open(tr_import *im, const unsigned char *data, size_t size, const char *path,
                   tr_error *err);

/* The text of an array of bytes of the file, the caller's to free; a NUL ends it.  TR_EFORMAT for
 * an array of something else, or of more than `most` bytes. */
int tr_marian_text(const tr_import *im, const tr_foreign_array *a, size_t most, char **text,
                   tr_error *err);

#endif
