#define _XOPEN_SOURCE 700 /* realpath */
#include "console/self_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "console/alloc.h"

/* The program's own path.  Where /proc is not mounted, as in a bare chroot, the kernel still tells
 * what was executed. */
static bool own_path(char *exe, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", exe, size - 1);
    if (n > 0) {
        exe[n] = '\0';
        return true;
    }
    const char *executed = (const char *)getauxval(AT_EXECFN);
    char *real = executed ? realpath(executed, NULL) : NULL;
    const bool known = real && strlen(real) < size;
    if (known) strcpy(exe, real);
    free(real);
    return known;
}

/* Cuts the last component off the path; false if there is none. */
static bool cut_component(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return false;
    *slash = '\0';
    return true;
}

static bool ends_in(const char *path, const char *component)
{
    const char *last = strrchr(path, '/');
    return last && !strcmp(last + 1, component);
}

/* The program is PREFIX/bin/NAME, PREFIX/libexec/translate/NAME or TREE/build/VARIANT/NAME. */
char *self_path_file(const char *installed, const char *in_tree)
{
    char exe[4096];

    if (!own_path(exe, sizeof exe)) return NULL;
    if (!cut_component(exe) || !cut_component(exe)) return NULL;
    const bool is_in_tree = ends_in(exe, "build");
    if (is_in_tree || ends_in(exe, "libexec")) cut_component(exe);
    return checked_format("%s/%s", exe, is_in_tree ? in_tree : installed);
}

char *self_path_beside(const char *name)
{
    char exe[4096];

    if (!own_path(exe, sizeof exe) || !cut_component(exe)) return NULL;
    for (int i = 0; i < 2; i++) {
        char *path = checked_format(i ? "%s/../libexec/translate/%s" : "%s/%s", exe, name);
        if (!access(path, F_OK)) return path;
        free(path);
    }
    return NULL;
}

void self_path_become(const char *name, int argc, char **argv)
{
    char **args = checked_malloc(((size_t)argc + 2) * sizeof *args);

    memcpy(args + 1, argv, (size_t)argc * sizeof *args);
    args[argc + 1] = NULL;
    args[0] = self_path_beside(name);
    errno = ENOENT;
    if (args[0]) execv(args[0], args);
    const int cause = errno;
    free(args[0]);
    free(args);
    errno = cause;
}
