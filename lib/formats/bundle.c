#include "formats/bundle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/failed_download.h"

/* ---- Opening ------------------------------------------------------------------------------- */

static char *join_path(const char *a, const char *b, const char *c)
{
    tr_buf text = {0};

    tr_buf_add_string(&text, a);
    tr_buf_add_string(&text, b);
    tr_buf_add_string(&text, c);
    if (!text.failed) return tr_buf_take(&text);
    tr_buf_free(&text);
    return NULL;
}

static int open_archive(tr_bundle *b, tr_error *err)
{
    int rc = tr_file_map(&b->file, b->path, err);
    if (rc == 0) rc = tr_failed_download_refuse(&b->file, b->path, err);
    if (rc == 0) rc = tr_zip_open(&b->zip, b->file.data, b->file.size, b->path, err);
    return rc;
}

int tr_bundle_open(tr_bundle *b, const char *path, const char *scratch, tr_error *err)
{
    *b = (tr_bundle){.path = join_path(path, "", ""),
                     .folder = join_path("", "", ""),
                     .scratch = join_path(scratch, "", "")};
    int rc = b->path && b->folder && b->scratch ? tr_file_kind(path, err) : tr_fail_memory(err);
    if (rc >= 0) rc = rc == TR_FILE_DIRECTORY ? 0 : open_archive(b, err);
    if (rc < 0) tr_bundle_close(b);
    return rc;
}

void tr_bundle_close(tr_bundle *b)
{
    tr_zip_close(&b->zip);
    tr_file_unmap(&b->file);
    free(b->path);
    free(b->folder);
    free(b->scratch);
    *b = (tr_bundle){0};
}

bool tr_bundle_is_archive(const tr_bundle *b)
{
    return b->file.data != NULL;
}

/* ---- Names --------------------------------------------------------------------------------- */

/* Bytes in front of `name` in a member's path, where it is in no folder or in one; else -1. */
static int folder_len(const char *member, const char *name)
{
    const char *slash = strchr(member, '/');
    const char *base = slash ? slash + 1 : member;

    return strcmp(base, name) == 0 ? (int)(base - member) : -1;
}

int tr_bundle_enter(tr_bundle *b, const char *name, tr_error *err)
{
    const char *found = NULL;
    int len = -1;

    if (!tr_bundle_is_archive(b)) return tr_bundle_has(b, name, err);
    for (size_t i = 0; i < b->zip.n_members; i++) {
        const int here = folder_len(b->zip.members[i].name, name);
        if (here < 0) continue;
        if (found) return 0;
        found = b->zip.members[i].name;
        len = here;
    }
    if (!found) return 0;
    char *folder = strdup(found);
    if (!folder) return tr_fail_memory(err);
    folder[len] = '\0';
    free(b->folder);
    b->folder = folder;
    return 1;
}

static const tr_zip_member *find_member(const tr_bundle *b, const char *name)
{
    const size_t n = strlen(b->folder);

    for (size_t i = 0; i < b->zip.n_members; i++) {
        const char *member = b->zip.members[i].name;
        if (!strncmp(member, b->folder, n) && !strcmp(member + n, name)) return &b->zip.members[i];
    }
    return NULL;
}

char *tr_bundle_name(const tr_bundle *b, const char *name)
{
    const size_t len = strlen(b->path);
    const char *between = tr_bundle_is_archive(b)          ? ": "
                          : len && b->path[len - 1] == '/' ? ""
                                                           : "/";
    return join_path(b->path, between, name);
}

int tr_bundle_has(const tr_bundle *b, const char *name, tr_error *err)
{
    if (tr_bundle_is_archive(b)) return find_member(b, name) != NULL;
    char *path = tr_bundle_name(b, name);
    const int kind = path ? tr_file_kind(path, err) : tr_fail_memory(err);
    free(path);
    return kind < 0 ? kind : kind == TR_FILE_REGULAR;
}

bool tr_bundle_finds(const tr_bundle *b, const char *name, int *rc, tr_error *err)
{
    const int has = *rc < 0 ? 0 : tr_bundle_has(b, name, err);
    if (has < 0) *rc = has;
    return has > 0;
}

/* ---- Unpacking ----------------------------------------------------------------------------- */

static int copy_member(const tr_bundle *b, const tr_zip_member *m, FILE *f, tr_error *err)
{
    unsigned char bytes[1 << 13];
    tr_zip_stream s;

    int rc = tr_zip_stream_open(&s, &b->zip, m, err);
    for (uint64_t left = m->size; rc == 0 && left;) {
        const size_t n = left < sizeof bytes ? (size_t)left : sizeof bytes;
        rc = tr_zip_stream_read(&s, bytes, n, err);
        if (rc == 0 && fwrite(bytes, 1, n, f) != n)
            rc = tr_fail(err, TR_EIO, "%s: %s cannot be unpacked: %s", b->path, m->name,
                         strerror(errno));
        left -= n;
    }
    tr_zip_stream_close(&s);
    return rc;
}

static int unpack_member(const tr_bundle *b, const tr_zip_member *m, tr_file *f, tr_error *err)
{
    FILE *out;
    int rc = tr_file_scratch(&out, b->scratch, err);
    if (rc < 0) return rc;
    rc = copy_member(b, m, out, err);
    if (rc == 0) rc = tr_file_map_stream(f, out, b->path, err);
    fclose(out);
    return rc;
}

static int map_packed(const tr_bundle *b, const char *name, tr_file *f, tr_error *err)
{
    const tr_zip_member *m = find_member(b, name);
    if (m) return unpack_member(b, m, f, err);
    return tr_fail(err, TR_EIO, "%s: %s%s is missing", b->path, b->folder, name);
}

int tr_bundle_map(const tr_bundle *b, const char *name, tr_file *f, tr_error *err)
{
    *f = (tr_file){0};
    char *path = tr_bundle_name(b, name);
    if (!path) return tr_fail_memory(err);
    int rc = tr_bundle_is_archive(b) ? map_packed(b, name, f, err) : tr_file_map(f, path, err);
    rc = tr_failed_download_refuse_mapped(rc, f, path, err);
    free(path);
    return rc;
}
