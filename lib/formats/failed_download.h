/* failed_download.h - what lies in the place of a file that never came: a pointer of Git LFS, a web
 * page.
 */
#ifndef TR_FAILED_DOWNLOAD_H
#define TR_FAILED_DOWNLOAD_H

#include "base/file.h"

/* TR_EFORMAT, after a sentence that says how the file itself is got, if *f is such a thing; else 0.
 * `path` is for messages. */
int tr_failed_download_refuse(const tr_file *f, const char *path, tr_error *err);

/* Refuses as tr_failed_download_refuse() does, and unmaps *f then.  A result that is not 0 is
 * passed on. */
int tr_failed_download_refuse_mapped(int rc, tr_file *f, const char *path, tr_error *err);

#endif
