#define _DEFAULT_SOURCE /* flock() */
#include "model_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "console/signals.h"
#include "models/model_search.h"

enum { WEEK = 7 * 24 * 3600 };

static bool fail(const char *path)
{
    complain("%s: %s", path, strerror(errno));
    return false;
}

bool model_folder_find(model_folder *p)
{
    *p = (model_folder){.lock = -1, .models = models_user_place()};
    if (!p->models) {
        complain("there is no place for models: neither $XDG_DATA_HOME nor $HOME is set");
        return false;
    }
    p->hidden = checked_format("%s/.fetch", p->models);
    p->work = checked_format("%s/work", p->hidden);
    return true;
}

bool model_folder_make(const char *path)
{
    char *copy = checked_format("%s", path);
    bool made = true;
    int refused = ENOENT; /* why a folder above could not be made: the last one lacks it then */

    for (char *slash = copy + 1; made && (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        made = !mkdir(copy, 0777) || errno == EEXIST || errno == EISDIR;
        if (made) continue;
        made = errno == EROFS || errno == EACCES; /* it may be there */
        if (made) refused = errno;
    }
    free(copy);
    if ((made && !mkdir(path, 0777)) || errno == EEXIST) return true;
    if (errno == ENOENT) errno = refused;
    return fail(path);
}

bool model_folder_at(model_folder *p, const char *dir, bool make)
{
    if (make && !model_folder_make(dir)) return false;
    char *whole = realpath(dir, NULL);
    if (!whole && make) return fail(dir);
    if (!whole) whole = checked_format("%s", dir);
    model_folder_free(p);
    p->models = whole;
    p->hidden = checked_format("%s/.fetch", whole);
    p->work = checked_format("%s/work", p->hidden);
    return true;
}

/* Calls `remove` for each name in a folder. */
static void for_each(const char *folder, void (*visit)(const char *path))
{
    DIR *dir = opendir(folder);

    for (const struct dirent *e; dir && (e = readdir(dir));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *path = checked_format("%s/%s", folder, e->d_name);
        visit(path);
        free(path);
    }
    if (dir) closedir(dir);
}

static void remove_file(const char *path)
{
    unlink(path);
}

/* A conversion that was killed may have left a folder of files. */
static void remove_all(const char *path)
{
    if (!unlink(path)) return;
    for_each(path, remove_file);
    rmdir(path);
}

static void remove_old_part(const char *path)
{
    const char *dot = strrchr(path, '.');
    struct stat st;

    if (!dot || (strcmp(dot, ".part") != 0 && strcmp(dot, ".tag") != 0)) return;
    if (!stat(path, &st) && st.st_mtime < time(NULL) - WEEK) unlink(path);
}

bool model_folder_clear_work(const model_folder *p)
{
    for_each(p->work, remove_all);
    return !mkdir(p->work, 0777) || errno == EEXIST || fail(p->work);
}

/* A file system that has no locks is used without. */
static bool wait_for_lock(const model_folder *p)
{
    bool told = false;

    while (flock(p->lock, LOCK_EX | LOCK_NB)) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) {
            complain("%s: no lock (%s): another translate fetch must not run now", p->hidden,
                     strerror(errno));
            return true;
        }
        if (!told) complain("waiting for another translate fetch");
        told = true;
        if (signals_asked()) return false;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    return true;
}

static bool open_lock(model_folder *p)
{
    char *path = checked_format("%s/lock", p->hidden);

    p->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (p->lock < 0) fail(path);
    free(path);
    return p->lock >= 0;
}

bool model_folder_take(model_folder *p)
{
    if (p->lock >= 0) return true;
    if (!model_folder_make(p->models) || !model_folder_make(p->hidden)) return false;
    if (!open_lock(p)) return false;
    if (!wait_for_lock(p)) { /* the work is another's */
        close(p->lock);
        p->lock = -1;
        return false;
    }
    for_each(p->hidden, remove_old_part);
    return model_folder_clear_work(p);
}

bool model_folder_take_left(model_folder *p)
{
    if (p->lock >= 0) return true;
    if (access(p->work, F_OK) || !open_lock(p)) return false;
    if (!flock(p->lock, LOCK_EX | LOCK_NB)) return true;
    close(p->lock);
    p->lock = -1;
    return false;
}

void model_folder_leave(model_folder *p)
{
    if (p->lock < 0) return;
    for_each(p->work, remove_all);
    rmdir(p->work);
    close(p->lock);
    p->lock = -1;
}

/* The device of the path, or of the folder above it that is there. */
static bool find_file_system(const char *path, struct statvfs *fs)
{
    char *const copy = checked_format("%s", path);
    char *slash = copy;
    bool found;

    while (!(found = !statvfs(copy, fs)) && errno == ENOENT && (slash = strrchr(copy, '/')) &&
           slash > copy)
        *slash = '\0';
    free(copy);
    return found;
}

bool model_folder_room(const model_folder *p, uint64_t *bytes)
{
    struct statvfs fs;

    if (!find_file_system(p->hidden, &fs) || fs.f_flag & ST_RDONLY) return false;
    *bytes = (uint64_t)fs.f_bavail * fs.f_frsize;
    return true;
}

bool model_folder_has_room(const model_folder *p, uint64_t bytes)
{
    char need[32], have[32];
    uint64_t room;

    if (!model_folder_room(p, &room) || room >= bytes) return true; /* writing will tell */
    printable_bytes(need, sizeof need, bytes);
    printable_bytes(have, sizeof have, room);
    complain("%s: there is room for %s, and %s are needed", p->models, have, need);
    return false;
}

char *model_folder_model(const model_folder *p, const char *name)
{
    return checked_format("%s/%s/%s.gguf", p->models, name, name);
}

static void sync_folder(const char *path)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) fsync(fd);
    if (fd >= 0) close(fd);
}

bool model_folder_arrive(const model_folder *p, const char *file, const char *name)
{
    char *folder = checked_format("%s/%s", p->models, name), *path = model_folder_model(p, name);
    const bool made = !mkdir(folder, 0777);
    bool arrived = made || errno == EEXIST || fail(folder);

    if (arrived && rename(file, path)) {
        arrived = fail(path);
        if (made) rmdir(folder);
    }
    if (arrived) sync_folder(folder);
    if (arrived) sync_folder(p->models);
    free(folder);
    free(path);
    return arrived;
}

void model_folder_free(model_folder *p)
{
    model_folder_leave(p);
    free(p->models);
    free(p->hidden);
    free(p->work);
    *p = (model_folder){.lock = -1};
}
