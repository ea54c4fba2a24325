#include "console/once_a_day.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "console/alloc.h"

/* The user's cache; NULL: there is none.  The caller frees it. */
static char *cache_folder(void)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");

    if (cache && *cache == '/') return checked_format("%s", cache);
    return home && *home == '/' ? checked_format("%s/.cache", home) : NULL;
}

static bool make_folder(const char *path)
{
    return !mkdir(path, 0700) || errno == EEXIST;
}

/* The file's path, whose folder is there then; NULL where it cannot be.  The caller frees it. */
static char *note_path(const char *name)
{
    char *const cache = cache_folder();
    char *const folder = cache ? checked_format("%s/translate", cache) : NULL;
    char *path = NULL;

    if (cache && make_folder(cache) && make_folder(folder))
        path = checked_format("%s/%s", folder, name);
    free(folder);
    free(cache);
    return path;
}

/* A clock that was set back does not count. */
static bool was_today(const struct stat *st)
{
    enum { DAY = 24 * 60 * 60 };
    const double since = difftime(time(NULL), st->st_mtime);
    return since > -DAY && since < DAY;
}

/* A file that is new gets this time by itself. */
static bool note(const char *path)
{
    struct stat st;
    const int flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int fd = open(path, flags | O_CREAT | O_EXCL, 0600);

    if (fd >= 0) {
        close(fd);
        return true;
    }
    fd = errno == EEXIST ? open(path, flags) : -1;
    const bool is_due =
        fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && !was_today(&st) && !futimens(fd, NULL);
    if (fd >= 0) close(fd);
    return is_due;
}

bool once_a_day(const char *name)
{
    char *const path = note_path(name);
    const bool is_due = path && note(path);

    free(path);
    return is_due;
}
