#include "import/bergamot_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "import/bergamot_info.h"
#include "import/bergamot_names.h"

/* translateLocally knows the first only; Bergamot's own are called the second. */
static const char *const usual[] = {"config.intgemm8bitalpha.yml", "config.yml"};

static bool is_config(const char *name)
{
    const size_t len = strlen(name);
    return len >= 10 && !strncmp(name, "config", 6) && !strcmp(name + len - 4, ".yml");
}

/* How many configurations there are in a directory, and the name of one. */
static int count_configs(const char *folder, char name[256], tr_error *err)
{
    int n = 0;
    DIR *dir = opendir(folder);

    if (!dir) return tr_fail(err, TR_EIO, "%s: %s", folder, strerror(errno));
    errno = 0;
    for (const struct dirent *e; (e = readdir(dir)); errno = 0) {
        if (!is_config(e->d_name) || strlen(e->d_name) > 255) continue;
        strcpy(name, e->d_name);
        n++;
    }
    const int cause = errno;
    closedir(dir);
    return cause ? tr_fail(err, TR_EIO, "%s: %s", folder, strerror(cause)) : n;
}

/* Writes the path of the directory's configuration: one of a usual name, or the only one.
 * Returns how many it may be. */
static int find_config(const char *folder, tr_buf *path, tr_error *err)
{
    char name[256];

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        tr_buf_clear(path);
        tr_buf_printf(path, "%s/%s", folder, usual[i]);
        const int kind = path->failed ? tr_fail_memory(err) : tr_file_kind(path->data, err);
        if (kind) return kind < 0 ? kind : 1;
    }
    const int n = count_configs(folder, name, err);
    tr_buf_clear(path);
    if (n == 1) tr_buf_printf(path, "%s/%s", folder, name);
    return path->failed ? tr_fail_memory(err) : n;
}

int tr_bergamot_recognises(const char *path, tr_bundle *inside, tr_error *err)
{
    const char *slash = strrchr(path, '/');
    tr_buf config = {0};

    if (!inside || tr_bundle_is_archive(inside)) return is_config(slash ? slash + 1 : path);
    int rc = find_config(path, &config, err);
    if (rc == 0) rc = tr_bergamot_has_model(path, err);
    tr_buf_free(&config);
    return rc < 0 ? rc : rc > 0;
}

static int read_config(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err)
{
    tr_file f;

    int rc = tr_file_map(&f, path, err);
    if (rc < 0) return rc;
    rc = tr_bergamot_config(b, (const char *)f.data, f.size, path, memory, err);
    tr_file_unmap(&f);
    return rc;
}

static int read_directory(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err)
{
    tr_buf config = {0};

    int rc = find_config(path, &config, err);
    if (rc > 1)
        rc = tr_fail(err, TR_EINVAL, "%s: has several configurations: name one of them", path);
    else if (rc == 1)
        rc = read_config(b, config.data, memory, err);
    else if (rc == 0)
        rc = tr_bergamot_names(b, path, memory, err);
    tr_buf_free(&config);
    return rc;
}

/* What is told beside the files themselves; `path` as it was given. */
static int read_rest(tr_bergamot *b, const char *path, bool is_directory, tr_region *memory,
                     tr_error *err)
{
    const char *slash = strrchr(path, '/');
    tr_buf folder = {0};

    if (is_directory)
        tr_buf_printf(&folder, "%s/", path);
    else
        tr_buf_printf(&folder, "%.*s", slash ? (int)(slash + 1 - path) : 0, path);
    int rc = folder.failed ? tr_fail_memory(err) : 0;
    if (rc == 0) rc = tr_bergamot_info(b, tr_buf_text(&folder), memory, err);
    if (rc == 0 && !b->source_language && !b->target_language)
        rc = tr_bergamot_pair(b, memory, err);
    tr_buf_free(&folder);
    return rc;
}

int tr_bergamot_read(tr_bergamot *b, const char *path, tr_region *memory, tr_error *err)
{
    const int kind = tr_file_kind(path, err);
    const bool is_directory = kind == TR_FILE_DIRECTORY;

    tr_bergamot_init(b);
    if (kind < 0) return kind;
    int rc =
        is_directory ? read_directory(b, path, memory, err) : read_config(b, path, memory, err);
    if (rc == 0) rc = read_rest(b, path, is_directory, memory, err);
    return rc;
}
