/* unpack.h - a foreign model that comes as a compressed tar archive. */
#ifndef TR_UNPACK_H
#define TR_UNPACK_H

#include "import/shared/importer.h"

/* True if a name ends as such an archive's does: .tar.gz or .tgz. */
bool tr_unpack_is(const char *path);

/* Unpacks the archive's files into a new folder beside the model that is to be written, by the last
 * component of their names; the folder goes when *im is closed.  Hidden files are left out.  A name
 * that is not of letters, digits and + - . _ is refused, as are links and what is too much: 64
 * files, 1 GiB.  TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_import_unpack(tr_import *im, const char *path, const char **folder, tr_error *err);

#endif
