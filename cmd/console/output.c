#define _XOPEN_SOURCE 700 /* realpath(), which glibc counts as XSI only */
#include "console/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/files_in_use.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { BUFFER_SIZE = 1 << 16 };

static int open_beside(output *o, const char *path)
{
    sigset_t before;

    unfinished_catch_signals();
    unfinished_hold_signals(&before);
    const int fd = tr_replacement_open(&o->file, path, TR_REPLACE_KEEPING_FILE);
    const int cause = errno;
    if (fd >= 0 && o->file.is_named) unfinished_set(o->file.temporary);
    unfinished_release_signals(&before);
    errno = cause;
    return fd;
}

/* The number of the open file that a path such as /dev/stdout or /dev/fd/3 stands for, or -1.  A
 * file that the shell opened is written in place: other programs that write there would lose what
 * they write if another file got its name. */
static int open_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};

    if (!strcmp(path, "/dev/stdout")) return 1;
    if (!strcmp(path, "/dev/stderr")) return 2;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t n = strlen(folders[i]);
        char *end;
        if (strncmp(path, folders[i], n) != 0 || !path[n]) continue;
        const long fd = strtol(path + n, &end, 10);
        if (!*end && fd >= 0 && fd < INT_MAX) return (int)fd;
    }
    return -1;
}

bool output_is_written_through(const char *path)
{
    struct stat st;

    if (open_descriptor(path) >= 0) return true;
    return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* ---- Places of open outputs ---- */

/* A folder, and a name in it. */
typedef struct output_place {
    dev_t device;
    ino_t inode;
    char *path; /* of the file, as the replacement has it */
    struct output_place *next;
} place;

static place *open_places;

static const char *name_in(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Fills in folder and path; the path is to be freed. */
static place place_of(const char *path)
{
    const int n = (int)(name_in(path) - path);
    char *const folder = n ? checked_format("%.*s", n, path) : checked_format(".");
    struct stat st = {0};

    stat(folder, &st);
    free(folder);
    return (place){.device = st.st_dev, .inode = st.st_ino, .path = checked_format("%s", path)};
}

static bool is_same_place(const place *a, const place *b)
{
    return a->device == b->device && a->inode == b->inode &&
           !strcmp(name_in(a->path), name_in(b->path));
}

/* NULL: another output has the place. */
static place *take_place(const char *path)
{
    place mine = place_of(path);

    for (const place *p = open_places; p; p = p->next)
        if (is_same_place(p, &mine)) {
            free(mine.path);
            return NULL;
        }
    place *const kept = checked_malloc(sizeof *kept);
    mine.next = open_places;
    *kept = mine;
    open_places = kept;
    return kept;
}

static void leave_place(place *left)
{
    place **p = &open_places;

    while (*p && *p != left)
        p = &(*p)->next;
    if (!*p) return;
    *p = left->next;
    free(left->path);
    free(left);
}

bool output_will_replace(const struct stat *file)
{
    struct stat st;

    for (const place *p = open_places; p; p = p->next)
        if (!stat(p->path, &st) && st.st_dev == file->st_dev && st.st_ino == file->st_ino)
            return true;
    return false;
}

/* ---- Opening ---- */

static int open_output_path(output *o, const char *path)
{
    struct stat st;
    const int descriptor = open_descriptor(path);

    if (descriptor >= 0) return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);

    const int exists = !stat(path, &st);
    if (exists && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(st.st_mode)) return open(path, O_WRONLY | O_CLOEXEC);
    if (exists && access(path, W_OK) < 0) return -1;
    if (!exists) return open_beside(o, path);
    char *const real = realpath(path, NULL); /* what a symbolic link leads to is replaced */
    const int fd = real ? open_beside(o, real) : -1;
    const int cause = errno;
    free(real);
    errno = cause;
    return fd;
}

/* A link to nothing would be replaced, and what it leads to may be meant, or not. */
static bool leads_nowhere(const char *path)
{
    struct stat st;
    return stat(path, &st) < 0 && !lstat(path, &st) && S_ISLNK(st.st_mode);
}

/* A slip: what is written would be all that is left of it. */
static bool is_needed(const char *path)
{
    struct stat st;
    const char *const what = stat(path, &st) < 0 ? NULL : files_in_use_as(&st);

    if (what) complain("%s: is %s in use, which the output would replace", path, what);
    return what != NULL;
}

int output_open_as_it_is(output *o, const char *path)
{
    *o = (output){.stream = stdout};
    if (path && is_needed(path)) return -1;
    if (path && leads_nowhere(path)) {
        complain("%s: is a symbolic link that leads to no file", path);
        return -1;
    }
    if (path && strcmp(path, "-") != 0) {
        o->path = checked_format("%s", path);
        const int fd = open_output_path(o, path);
        o->stream = fd < 0 ? NULL : fdopen(fd, "w");
        if (!o->stream) {
            complain("%s: %s", path, strerror(errno));
            output_abandon(o);
            return -1;
        }
        o->place = o->file.path ? take_place(o->file.path) : NULL;
        if (o->file.path && !o->place) {
            complain("%s: two outputs would have this name", path);
            output_abandon(o);
            return -1;
        }
    }
    o->buffer = checked_malloc(BUFFER_SIZE);
    setvbuf(o->stream, o->buffer, _IOFBF, BUFFER_SIZE);
    return 0;
}

/* What is printed goes to memory, and from there through the packer at each output_flush(). */
static int begin_packing(output *o, tr_packing how)
{
    o->packed = o->stream;
    o->stream = NULL;
    o->packer = tr_packer_open(how, fileno(o->packed));
    o->stream = o->packer ? open_memstream(&o->text, &o->printed) : NULL;
    return o->stream ? 0 : -1;
}

int output_open(output *o, const char *path)
{
    const tr_packing how = path ? tr_packing_of_name(path) : TR_PACKED_NOT;

    if (!tr_packing_is_built(how)) {
        *o = (output){0};
        complain("%s: this program was built without %s", path, tr_packing_word(how));
        return -1;
    }
    if (output_open_as_it_is(o, path) < 0) return -1;
    if (!how || !begin_packing(o, how)) return 0;
    complain("%s: %s", path, strerror(errno));
    output_abandon(o);
    return -1;
}

/* A filter whose reader has gone ends at once and quietly, whatever its parent thinks of it. */
static _Noreturn void fail_output(const output *o, int cause)
{
    if (cause == EPIPE && (!o->path || open_descriptor(o->path) >= 0))
        unfinished_end_by_signal(SIGPIPE);
    complain("%s: %s", o->path ? o->path : "standard output", strerror(cause));
    unfinished_end_program();
}

static FILE *file_of(const output *o)
{
    return o->packed ? o->packed : o->stream;
}

/* Finds out why an earlier write failed, which the stream does not tell: another byte fails in the
 * same way. */
static int cause_of_failure(const output *o)
{
    return o->packed ? ENOMEM : write(fileno(o->stream), "\n", 1) < 0 ? errno : EIO;
}

void output_flush(output *o)
{
    if (fflush(o->stream)) fail_output(o, errno);
    if (ferror(o->stream)) fail_output(o, cause_of_failure(o));
    if (!o->packed) return;
    const int rc = tr_packer_write(o->packer, o->text, o->printed);
    if (rc < 0 || fseeko(o->stream, 0, SEEK_SET)) fail_output(o, errno);
}

static void forget(output *o)
{
    leave_place(o->place);
    if (o->file.path) unfinished_set(NULL);
    tr_replacement_abandon(&o->file);
    tr_packer_close(o->packer);
    free(o->path);
    free(o->buffer);
    free(o->text);
    *o = (output){0};
}

/* A complete file that cannot get its name stays under the one that it has. */
static void give_name(output *o)
{
    sigset_t before;
    tr_error err;

    unfinished_hold_signals(&before);
    const int rc = tr_replacement_commit(&o->file, &err);
    unfinished_set(NULL);
    unfinished_release_signals(&before);
    if (!rc) return;
    complain("%s", err.msg);
    unfinished_end_program();
}

void output_close(output *o)
{
    FILE *const file = file_of(o);

    output_flush(o);
    if (o->packed && (fclose(o->stream) || tr_packer_finish(o->packer) < 0)) fail_output(o, errno);
    if (fclose(file)) fail_output(o, errno);
    if (o->file.path) give_name(o);
    forget(o);
}

void output_abandon(output *o)
{
    FILE *const file = file_of(o);

    if (o->packed && o->stream) fclose(o->stream);
    if (file && file != stdout) fclose(file);
    unfinished_remove();
    forget(o);
}
