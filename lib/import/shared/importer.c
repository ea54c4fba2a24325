#include "import/shared/importer.h"

#include <assert.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "formats/gz.h"

enum { DEFAULT_MAX_SOURCE = 512, MAX_CODE = 63 };

typedef struct tr_import_file {
    tr_file file;
    struct tr_import_file *next;
} import_file;

void tr_import_init(tr_import *im, const tr_convert_options *options)
{
    *im = (tr_import){.options = options};
    tr_config_init(&im->config);
    im->config.max_source =
        options->max_source ? (uint32_t)options->max_source : DEFAULT_MAX_SOURCE;
}

/* A folder of files, without folders within. */
static void remove_folder(const char *path)
{
    DIR *dir = opendir(path);

    for (const struct dirent *e; dir && (e = readdir(dir));)
        unlinkat(dirfd(dir), e->d_name, 0);
    if (dir) closedir(dir);
    rmdir(path);
}

void tr_import_close(tr_import *im)
{
    if (im->close) im->close(im->file);
    for (import_file *f = im->files; f; f = f->next)
        tr_file_unmap(&f->file);
    tr_bundle_close(&im->bundle);
    if (im->unpacked) remove_folder(im->unpacked);
    tr_region_free(&im->memory);
    free(im->tensors);
    *im = (tr_import){0};
}

tr_import_tensor *tr_import_add(tr_import *im, int kind, const char *name, size_t n_out,
                                size_t n_in)
{
    void *p = im->tensors;

    if (tr_reserve(&p, &im->capacity, im->n_tensors + 1, sizeof *im->tensors) < 0) return NULL;
    im->tensors = p;
    tr_import_tensor *t = &im->tensors[im->n_tensors++];
    *t = (tr_import_tensor){.kind = kind, .n_out = n_out, .n_in = n_in};
    snprintf(t->name, sizeof t->name, "%s", name);
    return t;
}

int tr_import_add_bytes(tr_import *im, const char *name, const void *bytes, size_t size,
                        tr_error *err)
{
    tr_import_tensor *t = tr_import_add(im, TR_IMPORT_BYTES, name, size, 1);
    if (!t) return tr_fail_memory(err);
    t->data = bytes;
    return 0;
}

/* A mapped file, which *im unmaps when it is closed; on failure it is unmapped at once. */
static int keep_file(tr_import *im, tr_file file, tr_error *err)
{
    import_file *f = TR_REGION_TAKE(&im->memory, import_file, 1);
    if (!f) {
        tr_file_unmap(&file);
        return tr_fail_memory(err);
    }
    *f = (import_file){.file = file, .next = im->files};
    im->files = f;
    return 0;
}

int tr_import_map(tr_import *im, const char *path, tr_file *file, tr_error *err)
{
    const int rc = tr_gz_map(file, path, im->options->output, err);
    return rc ? rc : keep_file(im, *file, err);
}

int tr_import_open_bundle(tr_import *im, const char *path, tr_error *err)
{
    tr_bundle *b = &im->bundle;

    if (b->path && !strcmp(b->path, path)) return 0;
    tr_bundle_close(b);
    return tr_bundle_open(b, path, im->options->output, err);
}

int tr_import_enter_bundle(tr_import *im, const char *name, const char *what, tr_error *err)
{
    const char *input = im->options->input;

    int rc = tr_import_open_bundle(im, input, err);
    if (rc == 0) rc = tr_bundle_enter(&im->bundle, name, err);
    if (rc == 0) return tr_fail(err, TR_EFORMAT, "%s: is not %s: it has no %s", input, what, name);
    return rc < 0 ? rc : 0;
}

int tr_import_look_inside(tr_import *im, tr_error *err)
{
    static const unsigned char zip[] = {'P', 'K', 3, 4};
    const char *input = im->options->input;
    tr_file file;

    int rc = tr_file_kind(input, err);
    if (rc < 0) return rc;
    bool is_bundle = rc == TR_FILE_DIRECTORY;
    if (!is_bundle) {
        rc = tr_file_map(&file, input, err);
        if (rc < 0) return rc;
        is_bundle = file.size >= sizeof zip && !memcmp(file.data, zip, sizeof zip);
        tr_file_unmap(&file);
    }
    rc = is_bundle ? tr_import_open_bundle(im, input, err) : 0;
    return rc < 0 ? rc : is_bundle;
}

/* Returns a file's name for messages. */
static int name_member(tr_import *im, const char *name, const char **path, tr_error *err)
{
    char *full = tr_bundle_name(&im->bundle, name);

    *path = full ? tr_region_copy(&im->memory, full, strlen(full)) : NULL;
    free(full);
    return *path ? 0 : tr_fail_memory(err);
}

int tr_import_map_member(tr_import *im, const char *name, tr_file *file, const char **path,
                         tr_error *err)
{
    int rc = name_member(im, name, path, err);
    if (rc == 0) rc = tr_bundle_map(&im->bundle, name, file, err);
    return rc ? rc : keep_file(im, *file, err);
}

int tr_import_json(tr_import *im, const char *name, cJSON **json, const char **path, tr_error *err)
{
    *json = NULL;
    const int rc = name_member(im, name, path, err);
    return rc ? rc : tr_json_read_member(json, &im->bundle, name, err);
}

int tr_import_take_languages(tr_import *im, size_t n, tr_error *err)
{
    tr_config *c = &im->config;

    c->n_languages = 0;
    c->language_codes = TR_REGION_TAKE(&im->memory, char *, n);
    c->language_ids = TR_REGION_TAKE(&im->memory, int32_t, n);
    return c->language_codes && c->language_ids ? 0 : tr_fail_memory(err);
}

int tr_import_add_language(tr_import *im, const char *code, size_t len, int32_t id, tr_error *err)
{
    tr_config *c = &im->config;

    char *copy = tr_region_copy(&im->memory, code, len);
    if (!copy) return tr_fail_memory(err);
    c->language_codes[c->n_languages] = copy;
    c->language_ids[c->n_languages++] = id;
    return 0;
}

/* The xxx of ">>xxx<<"; 0 for other pieces. */
static size_t code_len(const char *piece)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    if (strncmp(piece, ">>", 2) != 0) return 0;
    const size_t len = strspn(piece + 2, letters);
    return len <= MAX_CODE && !strcmp(piece + 2 + len, "<<") ? len : 0;
}

int tr_import_find_languages(tr_import *im, const char *const *text, size_t n, tr_error *err)
{
    tr_config *c = &im->config;

    int rc = tr_import_take_languages(im, n, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const size_t len = code_len(text[i]);
        if (len) rc = tr_import_add_language(im, text[i] + 2, len, (int32_t)i, err);
    }
    if (c->n_languages) c->source_language_token = TR_LANGUAGE_TARGET;
    return rc;
}

int tr_import_take_folder_name(tr_import *im, tr_error *err)
{
    const char *const path = im->options->input;
    size_t end = strlen(path), begin;

    while (end > 0 && path[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';)
        begin--;
    im->config.name = tr_region_copy(&im->memory, path + begin, end - begin);
    return im->config.name ? 0 : tr_fail_memory(err);
}

bool tr_import_matches(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++) {
        const bool small = *text >= 'a' && *text <= 'z', capital = *text >= 'A' && *text <= 'Z';
        if (*pattern == 'a' ? !small : *pattern == 'A' ? !capital : *text != *pattern) return false;
    }
    return !*text;
}

void tr_import_note(const tr_import *im, const char *fmt, ...)
{
    char text[1024];
    va_list ap;

    if (!im->options->note) return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    im->options->note(im->options->ctx, text);
}

int tr_import_progress(const tr_import *im, double done, tr_error *err)
{
    const tr_convert_options *o = im->options;

    if (!o->progress || !o->progress(o->ctx, done * (o->n_calibration ? 0.5 : 1))) return 0;
    return tr_fail(err, TR_ESTOPPED, "%s: stopped", o->output);
}

tr_import_name tr_import_named(const char *fmt, ...)
{
    tr_import_name out;
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(out.text, sizeof out.text, fmt, ap);
    va_end(ap);
    assert(n >= 0 && (size_t)n < sizeof out.text);
    (void)n;
    return out;
}
