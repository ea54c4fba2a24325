#define _XOPEN_SOURCE 700 /* mkdtemp() */
#include "import/shared/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "formats/gz.h"
#include "formats/tar.h"

enum { MAX_FILES = 64, MAX_NAME = 200 };

bool tr_unpack_is(const char *path)
{
    return tr_ends_in(path, ".tar.gz") || tr_ends_in(path, ".tgz");
}

static bool is_plain_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789+-._";
    const size_t len = strlen(name);
    return len && len <= MAX_NAME && strspn(name, allowed) == len && *name != '-' && *name != '.';
}

static int fail_unpacked(const char *path, tr_error *err)
{
    return tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
}

static int write_unpacked(const char *path, const tr_tar_member *m, tr_error *err)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!f) {
        const int rc = fail_unpacked(path, err);
        if (fd >= 0) close(fd);
        return rc;
    }
    const bool written = fwrite(m->data, 1, m->size, f) == m->size;
    const bool closed = !fclose(f);
    return written && closed ? 0 : fail_unpacked(path, err);
}

static int unpack_member(tr_import *im, const tr_tar *t, const tr_tar_member *m, tr_error *err)
{
    if (*m->base == '.') return 0;
    if (!is_plain_name(m->base))
        return tr_fail(err, TR_EUNSUPPORTED, "%s: will not write a file \"%.100s\"", t->path,
                       m->name);
    const char *path = tr_region_printf(&im->memory, "%s/%s", im->unpacked, m->base);
    if (path && !access(path, F_OK))
        return tr_fail(err, TR_EFORMAT, "%s: has two files %s", t->path, m->base);
    return path ? write_unpacked(path, m, err) : tr_fail_memory(err);
}

static int unpack_all(tr_import *im, const tr_file *file, const char *path, tr_error *err)
{
    tr_tar_member m;
    tr_tar t;
    int rc, n = 0;

    tr_tar_open(&t, file->data, file->size, path);
    while ((rc = tr_tar_next(&t, &m, err)) > 0) {
        if (n++ == MAX_FILES)
            return tr_fail(err, TR_EUNSUPPORTED, "%s: holds more than %d files", path, MAX_FILES);
        rc = unpack_member(im, &t, &m, err);
        if (rc < 0) return rc;
    }
    return rc;
}

static int make_folder(tr_import *im, tr_error *err)
{
    char *name = tr_region_printf(&im->memory, "%s.XXXXXX", im->options->output);

    if (!name) return tr_fail_memory(err);
    if (!mkdtemp(name)) return fail_unpacked(name, err);
    im->unpacked = name;
    return 0;
}

int tr_import_unpack(tr_import *im, const char *path, const char **folder, tr_error *err)
{
    tr_file file;

    int rc = tr_gz_map(&file, path, im->options->output, err);
    if (rc < 0) return rc;
    rc = make_folder(im, err);
    if (rc == 0) rc = unpack_all(im, &file, path, err);
    tr_file_unmap(&file);
    *folder = im->unpacked;
    return rc;
}
