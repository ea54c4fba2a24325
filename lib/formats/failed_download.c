#include "formats/failed_download.h"

#include "base/first_bytes.h"

int tr_failed_download_refuse(const tr_file *f, const char *path, tr_error *err)
{
    const char *const what = tr_first_bytes_stand_in((const char *)f->data, f->size);
    return what ? tr_fail(err, TR_EFORMAT, "%s: %s", path, what) : 0;
}

int tr_failed_download_refuse_mapped(int rc, tr_file *f, const char *path, tr_error *err)
{
    if (rc == 0) rc = tr_failed_download_refuse(f, path, err);
    if (rc < 0) tr_file_unmap(f);
    return rc;
}
