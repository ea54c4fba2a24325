/*
 * hub_json.h - what a hub says of a repository, in JSON.
 *
 * A hub may be anybody.  What is handed out is checked: a commit and digests are hexadecimal,
 * sizes are what files have, and names lead out of no folder.
 */
#ifndef HUB_JSON_H
#define HUB_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HUB_MAX_TEXT = 8 << 20, HUB_MAX_FILES = 20000, HUB_MAX_LICENCE = 64 };

/* A file in the repository's own folder, or COMET's checkpoint below it. */
typedef struct hub_file {
    char *name;
    uint64_t size;   /* bytes */
    char digest[65]; /* SHA-256; of what Git itself keeps, Git's SHA-1 */
} hub_file;

typedef struct hub_repository {
    char commit[41];
    char licence[HUB_MAX_LICENCE + 1]; /* "" where none is told */
    hub_file *files;
    size_t n_files, n_seen; /* n_seen: files in folders, too */
    bool has_onnx;          /* one of all is of ONNX */
} hub_repository;

/* One row of what a search finds; the texts are of the JSON. */
typedef struct hub_row {
    const char *repository; /* OWNER/NAME */
    char licence[HUB_MAX_LICENCE + 1];
    double downloads; /* of the last 30 days; < 0: not known */
    bool is_gated;
} hub_row;

/* Reads text [len], whose bytes are changed; the caller deletes it.  NULL: it is no JSON, or has
 * too many values or levels. */
cJSON *hub_parse(char *text, size_t len);

/* Each returns what is wrong, or NULL. */

/* What /api/models/OWNER/NAME/revision/REVISION answers. */
const char *hub_read_info(hub_repository *r, const cJSON *json);

/* Adds the files of a page of /api/models/OWNER/NAME/tree/COMMIT. */
const char *hub_read_tree(hub_repository *r, const cJSON *json);

/* One of the array that /api/models answers; false if it is not as it should be. */
bool hub_read_row(hub_row *row, const cJSON *json);

/* NULL when there is none of that name. */
const hub_file *hub_find_file(const hub_repository *r, const char *name);

void hub_repository_free(hub_repository *r);

#endif
