#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"

int tr_file_map(tr_file *f, const char *path, tr_error *err)
{
    struct stat st;
    int rc = 0;

    *f = (tr_file){0};
    /* Without O_NONBLOCK, opening a FIFO would wait for a writer. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &st) < 0) {
        rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    } else if (!S_ISREG(st.st_mode)) {
        rc = tr_fail(err, TR_EIO, "%s: %s", path,
                     S_ISDIR(st.st_mode) ? "is a directory" : "is not a regular file");
    } else if (st.st_size > 0) {
        void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (map == MAP_FAILED)
            rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
        else
            *f = (tr_file){.data = map, .size = (size_t)st.st_size};
    }
    if (fd >= 0) close(fd);
    return rc;
}

void tr_file_unmap(tr_file *f)
{
    if (f->data) munmap((void *)f->data, f->size);
    *f = (tr_file){0};
}

static void forget(tr_file_writer *w)
{
    free(w->path);
    free(w->temporary);
    *w = (tr_file_writer){0};
}

/* Creates a file of a name nobody uses, with the permissions that the umask leaves. */
static int create_beside(tr_file_writer *w)
{
    for (int i = 0; i < 100; i++) {
        tr_buf name = {0};
        tr_buf_printf(&name, "%s.%ld-%d.part", w->path, (long)getpid(), i);
        free(w->temporary);
        w->temporary = tr_buf_take(&name);
        if (!w->temporary) return -1;
        const int fd = open(w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

int tr_file_create(tr_file_writer *w, const char *path, tr_error *err)
{
    tr_buf name = {0};

    tr_buf_add_string(&name, path);
    *w = (tr_file_writer){.path = tr_buf_take(&name)};
    if (!w->path) return tr_fail_memory(err);

    const int fd = create_beside(w);
    if (fd >= 0) w->stream = fdopen(fd, "wb");
    if (w->stream) return 0;

    const int rc = tr_fail(err, TR_EIO, "%s: %s", path, strerror(errno));
    if (fd >= 0) {
        close(fd);
        unlink(w->temporary);
    }
    forget(w);
    return rc;
}

int tr_file_commit(tr_file_writer *w, tr_error *err)
{
    int bad = fflush(w->stream) || ferror(w->stream) || fsync(fileno(w->stream));
    int cause = errno;
    if (fclose(w->stream) && !bad) {
        bad = 1;
        cause = errno;
    }
    w->stream = NULL;
    if (!bad && rename(w->temporary, w->path) < 0) {
        bad = 1;
        cause = errno;
    }
    const int rc = bad ? tr_fail(err, TR_EIO, "%s: %s", w->path, strerror(cause)) : 0;
    if (bad) unlink(w->temporary);
    forget(w);
    return rc;
}

void tr_file_abandon(tr_file_writer *w)
{
    if (w->stream) {
        fclose(w->stream);
        unlink(w->temporary);
    }
    forget(w);
}
