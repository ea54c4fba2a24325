#define _XOPEN_SOURCE 700 /* realpath */
#include "serve/mcp/mcp_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "console/alloc.h"
#include "console/json.h"

enum { LARGEST = 256 << 20 };

/* ---- Places -------------------------------------------------------------------------------- */

/* True if a path without links is in one of the folders. */
static bool is_allowed(const mcp_asker *by, const char *path)
{
    for (size_t i = 0; i < by->n_roots; i++) {
        const size_t n = strlen(by->roots[i]);
        if (!strncmp(path, by->roots[i], n) && (path[n] == '/' || by->roots[i][n - 1] == '/'))
            return true;
    }
    return false;
}

/* The path, in the first folder if it is relative. */
static char *absolute(const mcp_asker *by, const char *path)
{
    return *path == '/' ? checked_format("%s", path) : checked_format("%s/%s", by->roots[0], path);
}

static char *refuse_place(work_failure *why, const char *path)
{
    work_fail(why, "invalid", "%s: is not in a folder that may be used", path);
    return NULL;
}

/* The path of a file that is there, without links. */
static char *find_input(const mcp_asker *by, const char *path, work_failure *why)
{
    char *const given = absolute(by, path), *const real = realpath(given, NULL);

    free(given);
    if (real && is_allowed(by, real)) return real;
    free(real);
    return refuse_place(why, path); /* what is elsewhere is not told of */
}

/* The path of a file that may be there or not, in a folder that is. */
static char *find_output(const mcp_asker *by, const char *path, bool overwrite, work_failure *why)
{
    char *const given = absolute(by, path), *const name = strrchr(given, '/') + 1;
    struct stat st;

    name[-1] = '\0';
    char *const folder = realpath(*given ? given : "/", NULL);
    char *const real = folder ? checked_format("%s/%s", folder, name) : NULL;
    const bool named = *name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    free(folder);
    free(given);
    if (!real || !named || !is_allowed(by, real)) {
        free(real);
        return refuse_place(why, path);
    }
    const bool exists = !lstat(real, &st);
    if (!exists || (overwrite && S_ISREG(st.st_mode))) return real;
    work_fail(why, "invalid",
              S_ISREG(st.st_mode) ? "%s: is there already; overwrite replaces it"
                                  : "%s: is no file that can be replaced",
              path);
    free(real);
    return NULL;
}

/* "notes.txt" is "notes.de.txt" in German. */
static char *default_output(const char *path, const char *target)
{
    const char *const name = strrchr(path, '/') + 1, *const dot = strrchr(name, '.');
    const size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    return checked_format("%.*s.%s%s", (int)stem, path, target, path + stem);
}

/* ---- Files --------------------------------------------------------------------------------- */

static char *read_whole(int fd, size_t size, size_t *len)
{
    char *const bytes = checked_malloc(size + 1);

    for (*len = 0; *len < size;) {
        const ssize_t n = read(fd, bytes + *len, size - *len);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) break;
        if (n > 0) {
            *len += (size_t)n;
            continue;
        }
        free(bytes);
        return NULL;
    }
    return bytes;
}

static char *read_file(const char *path, const char *shown, size_t *len, work_failure *why)
{
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;
    char *bytes = NULL;

    if (fd < 0 || fstat(fd, &st) < 0)
        work_fail(why, "failed", "%s: %s", shown, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        work_fail(why, "invalid", "%s: is no regular file", shown);
    else if (st.st_size > LARGEST)
        work_fail(why, "invalid", "%s: has more than %d MiB", shown, LARGEST >> 20);
    else if (!(bytes = read_whole(fd, (size_t)st.st_size, len)))
        work_fail(why, "failed", "%s: %s", shown, strerror(errno));
    if (fd >= 0) close(fd);
    return bytes;
}

static bool write_file(const char *path, const char *bytes, size_t len, work_failure *why)
{
    tr_error e;

    return tr_file_store(path, bytes, len, &e) == 0 || work_fail(why, "failed", "%s", e.msg);
}

/* ---- All ----------------------------------------------------------------------------------- */

static char *translate_file(const mcp_asker *by, const char *path, const char *input,
                            const char *to, const work_request *request, work_failure *why)
{
    size_t len, size;
    char *out = NULL;
    char *const bytes = read_file(input, path, &len, why);

    const bool done = bytes &&
                      by->work->translate_document(by, request, strrchr(input, '/') + 1, bytes, len,
                                                   &out, &size, why) &&
                      write_file(to, out, size, why);
    free(bytes);
    free(out);
    return done ? checked_format("%s", to) : NULL;
}

char *mcp_files_translate(const mcp_asker *by, const cJSON *arguments, const work_request *request,
                          work_failure *why)
{
    const char *const path = json_word(arguments, "path"), *const to =
                                                               json_word(arguments, "output");
    const bool overwrite = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(arguments, "overwrite"));

    if (!path || !*path || !request->target || strchr(request->target, '/')) {
        work_fail(why, "invalid", "path and target have to be there");
        return NULL;
    }
    char *const input = find_input(by, path, why);
    if (!input) return NULL;
    char *const wanted =
        to && *to ? checked_format("%s", to) : default_output(input, request->target);
    char *const place = find_output(by, wanted, overwrite, why);
    char *const made = place ? translate_file(by, path, input, place, request, why) : NULL;
    free(place);
    free(wanted);
    free(input);
    return made;
}
