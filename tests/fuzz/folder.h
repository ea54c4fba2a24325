/*
 * folder.h - any bytes as the files of a folder, for targets that read directories.
 *
 * The input is a list of files: the number of the name, three bytes of size, and the bytes.  For
 * kinds that come in archives, one that begins as a zip archive does is the archive instead.
 */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "formats/cursor.h"
#include "import/importers.h"
#include "import/shared/foreign.h"
#include "import/shared/vocabs.h"
#include "import/shortlists.h"

static char folder[256];
static const char *const *folder_names; /* [folder_n_names] */
static size_t folder_n_names;

static inline const char *folder_path(size_t name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, folder_names[name]);
    return path;
}

static inline void folder_empty(void)
{
    for (size_t i = 0; i < folder_n_names; i++)
        unlink(folder_path(i));
}

/* The folder that a name is in, if it is in one of the folder's. */
static inline const char *folder_inner(size_t name)
{
    static char path[400];
    const char *slash = strrchr(folder_names[name], '/');
    if (!slash) return NULL;
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)(slash - folder_names[name]),
             folder_names[name]);
    return path;
}

static inline void folder_remove(void)
{
    folder_empty();
    for (size_t i = 0; i < folder_n_names; i++)
        if (folder_inner(i)) rmdir(folder_inner(i));
    rmdir(folder);
}

/* In memory, where that can be had.  `names` outlive the process; one may be in a folder. */
static inline void folder_make(const char *const *names, size_t n)
{
    if (*folder) return;
    folder_names = names;
    folder_n_names = n;
    strcpy(folder, "/dev/shm/translate-fuzz-XXXXXX");
    if (!mkdtemp(folder)) {
        const char *parent = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/translate-fuzz-XXXXXX", parent ? parent : "/tmp");
        if (!mkdtemp(folder)) abort();
    }
    for (size_t i = 0; i < n; i++)
        if (folder_inner(i)) mkdir(folder_inner(i), 0700);
    atexit(folder_remove);
}

static inline bool folder_put(size_t name, const void *bytes, size_t n)
{
    FILE *f = fopen(folder_path(name), "wb");
    if (!f) return false;
    fwrite(bytes, 1, n, f);
    fclose(f);
    return true;
}

static inline void folder_write(const uint8_t *data, size_t size)
{
    tr_cursor c = tr_cursor_at(data, size, 0);

    folder_empty();
    while (c.left) {
        const size_t name = tr_cursor_u8(&c) % folder_n_names;
        const uint64_t n = tr_cursor_number(&c, 3);
        const unsigned char *bytes = tr_cursor_take(&c, n);
        if (!bytes || !folder_put(name, bytes, (size_t)n)) return;
    }
}

static inline void folder_read_part(const tr_import *im, const tr_import_tensor *t,
                                    const tr_import_part *p)
{
    const size_t share = t->n_out / t->n_parts, n = share * t->n_in;
    const tr_element_layout layout = p->by_input ? (tr_element_layout){share, 1, t->n_in}
                                                 : (tr_element_layout){t->n_in, t->n_in, 1};
    float *x = calloc(n, sizeof *x);
    float *scale = calloc(share, sizeof *scale);
    int8_t *values = calloc(n, 1);

    if (x && scale && values && p->array) {
        im->foreign->read(im->file, p->array, p->first, n, &layout, x, NULL);
        if (p->array->is_s8 && t->kind == TR_IMPORT_MATRIX)
            im->foreign->read_s8(im->file, p->array, p->by_input, share, t->n_in, values, scale,
                                 NULL);
    }
    free(x);
    free(scale);
    free(values);
}

static inline void folder_read_tensor(const tr_import *im, const tr_import_tensor *t)
{
    enum { MOST = 1 << 20 };

    if (t->kind == TR_IMPORT_BYTES || t->kind == TR_IMPORT_INTEGERS) return;
    if (tr_size_mul(t->n_out, t->n_in) > MOST) return;
    for (size_t i = 0; i < t->n_parts; i++)
        folder_read_part(im, t, &t->part[i]);
    float *x = t->compute ? calloc(t->n_out * t->n_in, sizeof *x) : NULL;
    if (x) t->compute(t, x);
    free(x);
}

/* Describes the model at `input` as convert does, with its vocabularies and its shortlist, and
 * reads every array that it asks for. */
static inline void folder_import_path(const tr_importer *importer, const char *input)
{
    tr_convert_options options;
    tr_import im;
    tr_error err;
    char scratch[300];

    snprintf(scratch, sizeof scratch, "%s/out", folder);
    tr_convert_options_init(&options);
    options.input = input;
    options.output = scratch;
    options.max_source = 64;
    tr_import_init(&im, &options);
    const int inside = tr_import_look_inside(&im, &err);
    importer->recognises(input, inside > 0 ? &im.bundle : NULL, &err);
    if (importer->open(&im, &err) == 0) {
        if (tr_import_add_vocabs(&im, &err) == 0) tr_import_add_lexicon(&im, &err);
        for (size_t i = 0; i < im.n_tensors; i++)
            folder_read_tensor(&im, &im.tensors[i]);
    }
    tr_import_close(&im);
}

static inline void folder_import(const tr_importer *importer)
{
    folder_import_path(importer, folder);
}

/* Where the kind may be an archive, which is the first of the names. */
static inline void folder_import_any(const tr_importer *importer, const uint8_t *data, size_t size)
{
    if (size >= 2 && data[0] == 'P' && data[1] == 'K') {
        folder_empty();
        if (folder_put(0, data, size)) folder_import_path(importer, folder_path(0));
    } else {
        folder_write(data, size);
        folder_import(importer);
    }
}

#endif
