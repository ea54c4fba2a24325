#define _XOPEN_SOURCE 700 /* realpath(), which glibc counts as XSI only */
#include "documents/output_paths.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/order.h"
#include "base/packing/packing.h"
#include "console/alloc.h"
#include "console/message.h"

bool output_paths_are_given(const output_path_settings *s)
{
    return s->output_dir || s->suffix || s->in_place;
}

/* ---- Names of documents ---- */

/* A document, and its absolute path without "." and ".."; a folder's ends with a slash.  Links are
 * not looked into, but where documents are replaced: there, all names of a file are one. */
typedef struct named {
    char *path;
    const char *file;
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

static char *name_of(const char *folder, const tree_entry *e, bool in_place)
{
    if (e->kind == TREE_FILE && in_place) return number_of_folders(folder, e->path);
    char *const path = plain_path(folder, e->path);
    if (e->kind != TREE_FOLDER) return path;
    char *const with_slash = checked_format("%s/", path);
    free(path);
    return with_slash;
}

static void free_output_paths(named *names, size_t n)
{
    for (size_t i = 0; names && i < n; i++)
        free(names[i].path);
    free(names);
}

/* NULL after a sentence. */
static named *name_all(const tree *t, bool in_place)
{
    char *const folder = realpath(".", NULL);

    if (!folder && errno == ENOMEM) end_without_memory();
    if (!folder) {
        complain("the working directory: %s", strerror(errno));
        return NULL;
    }
    named *const names = checked_realloc(NULL, t->n + 1, sizeof *names);
    for (size_t i = 0; i < t->n; i++)
        names[i] = (named){name_of(folder, &t->entries[i], in_place), t->entries[i].path};
    free(folder);
    return names;
}

/* True if two documents have one name, after a sentence. */
static bool any_twice(const named *names, size_t n)
{
    named *const sorted = checked_realloc(NULL, n + 1, sizeof *sorted);
    size_t i = 1;

    memcpy(sorted, names, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, tr_compare_strings);
    while (i < n && tr_compare_strings(&sorted[i - 1], &sorted[i]) != 0)
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
    char *const plain = checked_format("%.*s", (int)tr_packing_stem(path), path);
    const char *const slash = strrchr(plain, '/');
    const char *const point = strrchr(slash ? slash : plain, '.');
    const int stem =
        point && point > (slash ? slash + 1 : plain) ? (int)(point - plain) : (int)strlen(plain);
    free(plain);
    return checked_format("%.*s.%s%s", stem, path, suffix, path + stem);
}

char **output_paths_make(const output_path_settings *s, const tree *t)
{
    named *const names = name_all(t, s->in_place);

    if (!names || any_twice(names, t->n)) {
        free_output_paths(names, names ? t->n : 0);
        return NULL;
    }
    char **const places = checked_realloc(NULL, t->n + 1, sizeof *places);
    const size_t common = t->n ? common_folder(names, t->n) : 0;
    for (size_t i = 0; i < t->n; i++) {
        const char *const path = t->entries[i].path;
        places[i] = s->in_place ? checked_format("%s", path)
                    : s->suffix ? with_suffix(path, s->suffix)
                                : checked_format("%s/%s", s->output_dir, names[i].path + common);
    }
    free_output_paths(names, t->n);
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

bool output_paths_lead_out(char *path, size_t n, bool whole)
{
    struct stat st;
    bool found = false;

    for (char *end = path + n; *end && !found;) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        const char next = *end;
        *end = '\0';
        found = (next || whole) && !lstat(path, &st) && S_ISLNK(st.st_mode);
        if (found) complain("%s: is a symbolic link, and nothing is written where it leads", path);
        *end = next;
    }
    return found;
}
