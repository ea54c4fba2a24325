#define _XOPEN_SOURCE 700 /* realpath(), which glibc counts as XSI only */
#include "documents/output_paths.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "console/alloc.h"
#include "console/message.h"

bool output_paths_are_given(const output_path_settings *s)
{
    return s->output_dir || s->suffix || s->in_place;
}

/* ---- Names of documents ---- */

/* A document, and its absolute path without "." and "..".  Links are not looked into, but where
 * documents are replaced: there, all names of a file are one. */
typedef struct named {
    const char *file;
    char *path;
} named;

static char *plain_path(const char *folder, const char *file)
{
    char *const path =
        *file == '/' ? checked_format("%s", file) : checked_format("%s/%s", folder, file);
    char *end = path;
    size_t len;

    for (const char *name = path; *name; name += len) {
        name += strspn(name, "/");
        len = strcspn(name, "/");
        if (len == 2 && !memcmp(name, "..", 2)) {
            while (end > path && *--end != '/')
                continue;
        } else if (len && (len > 1 || *name != '.')) {
            *end++ = '/';
            memmove(end, name, len);
            end += len;
        }
    }
    *end = '\0';
    return path;
}

/* The number of the file that is there, whichever name leads to it; its path if there is none. */
static char *number_of_folders(const char *folder, const char *file)
{
    struct stat st;

    if (stat(file, &st)) return plain_path(folder, file);
    return checked_format("%ju:%ju", (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
}

static void free_output_paths(named *names, size_t n)
{
    for (size_t i = 0; names && i < n; i++)
        free(names[i].path);
    free(names);
}

/* NULL after a sentence. */
static named *name_all(char **files, size_t n, bool in_place)
{
    char *const folder = realpath(".", NULL);

    if (!folder && errno == ENOMEM) end_without_memory();
    if (!folder) {
        complain("the working directory: %s", strerror(errno));
        return NULL;
    }
    named *const names = checked_realloc(NULL, n, sizeof *names);
    for (size_t i = 0; i < n; i++)
        names[i] = (named){files[i], in_place ? number_of_folders(folder, files[i])
                                              : plain_path(folder, files[i])};
    free(folder);
    return names;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const named *)a)->path, ((const named *)b)->path);
}

/* True if two documents have one name, after a sentence. */
static bool any_twice(const named *names, size_t n)
{
    named *const sorted = checked_realloc(NULL, n, sizeof *sorted);
    size_t i = 1;

    memcpy(sorted, names, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_paths);
    while (i < n && compare_paths(&sorted[i - 1], &sorted[i]) != 0)
        i++;
    if (i < n)
        complain("%s and %s would be written to the same file", sorted[i - 1].file, sorted[i].file);
    free(sorted);
    return i < n;
}

/* ---- Names of translations ---- */

/* Bytes of the paths that are one folder, with its slash. */
static size_t common_folder(const named *names, size_t n)
{
    const char *const first = names[0].path;
    size_t len = 0;

    for (size_t i = 0; first[i]; i++) {
        for (size_t k = 1; k < n; k++)
            if (names[k].path[i] != first[i]) return len;
        if (first[i] == '/') len = i + 1;
    }
    return len;
}

static char *with_suffix(const char *path, const char *suffix)
{
    const char *const slash = strrchr(path, '/');
    const char *const point = strrchr(slash ? slash : path, '.');
    const int stem =
        point && point > (slash ? slash + 1 : path) ? (int)(point - path) : (int)strlen(path);
    return checked_format("%.*s.%s%s", stem, path, suffix, path + stem);
}

char **output_paths_make(const output_path_settings *s, char **files, size_t n)
{
    named *const names = name_all(files, n, s->in_place);

    if (!names || any_twice(names, n)) {
        free_output_paths(names, n);
        return NULL;
    }
    char **const places = checked_realloc(NULL, n, sizeof *places);
    const size_t common = common_folder(names, n);
    for (size_t i = 0; i < n; i++)
        places[i] = s->in_place ? checked_format("%s", files[i])
                    : s->suffix ? with_suffix(files[i], s->suffix)
                                : checked_format("%s/%s", s->output_dir, names[i].path + common);
    free_output_paths(names, n);
    return places;
}

void output_paths_free(char **places, size_t n)
{
    for (size_t i = 0; places && i < n; i++)
        free(places[i]);
    free(places);
}

int output_paths_make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        const int rc = mkdir(path, 0777);
        const int cause = errno;
        if (rc < 0 && cause != EEXIST) {
            complain("%s: %s", path, strerror(cause));
            return -1;
        }
        *slash = '/';
    }
    return 0;
}
