/* tbx.h - terms of a TBX file (ISO 30042), of 2008 as of 2019. */
#ifndef TR_TBX_H
#define TR_TBX_H

#include "base/file.h"
#include "text/terms/term_fields.h"

/* Each term of a concept comes once for each other language that the concept has a term in: the
 * first one that is not deprecated is the translation.  Errors as tr_glossary_file_read(). */
int tr_tbx_read(const tr_file *f, const char *path, tr_take_term *take, void *ctx, tr_error *err);

#endif
