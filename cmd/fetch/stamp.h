/* stamp.h - what a model file says of where it came from. */
#ifndef STAMP_H
#define STAMP_H

#include "base/error.h"

/* Writes the model file at `from` once more, as `to`, with `origin` as its general.source.url.  The
 * tensors stay byte for byte.  TR_EIO, TR_EFORMAT, TR_ENOMEM; then there is no file `to`. */
int stamp_copy(const char *from, const char *to, const char *origin, tr_error *err);

#endif
