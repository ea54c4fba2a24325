/*
 * folder.h - any bytes as the files of a folder, for targets that read directories.
 *
 * The input is a list of files: the number of the name, three bytes of size, and the bytes.
 */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../lib/buf.h"
#include "../../lib/cursor.h"
#include "../../lib/import.h"

static char folder[64];
static const char *const *folder_names; /* [folder_n_names] */
static size_t folder_n_names;

static inline const char *folder_path(size_t name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, folder_names[name]);
    return path;
}

static inline void folder_remove(void)
{
    for (size_t i = 0; i < folder_n_names; i++)
        unlink(folder_path(i));
    rmdir(folder);
}

/* In memory, where that can be had.  `names` outlive the process. */
static inline void folder_make(const char *const *names, size_t n)
{
    if (*folder) return;
    folder_names = names;
    folder_n_names = n;
    strcpy(folder, "/dev/shm/translate-fuzz-XXXXXX");
    if (!mkdtemp(folder)) {
        strcpy(folder, "/tmp/translate-fuzz-XXXXXX");
        if (!mkdtemp(folder)) abort();
    }
    atexit(folder_remove);
}

static inline void folder_write(const uint8_t *data, size_t size)
{
    tr_cursor c = tr_cursor_at(data, size, 0);

    for (size_t i = 0; i < folder_n_names; i++)
        unlink(folder_path(i));
    while (c.left) {
        const size_t name = tr_cursor_u8(&c) % folder_n_names;
        const uint64_t n = tr_cursor_number(&c, 3);
        const unsigned char *bytes = tr_cursor_take(&c, n);
        FILE *f = bytes ? fopen(folder_path(name), "wb") : NULL;
        if (!f) return;
        fwrite(bytes, 1, (size_t)n, f);
        fclose(f);
    }
}

static inline void folder_read_part(const tr_import *im, const tr_import_tensor *t,
                                    const tr_import_part *p)
{
    const size_t share = t->n_out / t->n_parts;
    float *x = calloc(share * t->n_in, sizeof *x);
    float *scale = calloc(share, sizeof *scale);
    int8_t *values = calloc(share * t->n_in, 1);

    if (x && scale && values && p->array) {
        if (p->by_input)
            im->read(im->foreign, p->array, share, 1, t->n_in, x, NULL);
        else
            im->read(im->foreign, p->array, t->n_in, t->n_in, 1, x, NULL);
        if (p->is_s8) im->read_s8(im->foreign, p, share, t->n_in, values, scale, NULL);
    }
    free(x);
    free(scale);
    free(values);
}

static inline void folder_read_tensor(const tr_import *im, const tr_import_tensor *t)
{
    enum { MOST = 1 << 20 };

    if (tr_size_mul(t->n_out, t->n_in) > MOST || t->kind == TR_IMPORT_BYTES) return;
    for (size_t i = 0; i < t->n_parts; i++)
        folder_read_part(im, t, &t->part[i]);
    float *x = t->compute ? calloc(t->n_out * t->n_in, sizeof *x) : NULL;
    if (x) t->compute(t, x);
    free(x);
}

/* Describes the folder's model, and reads every array that it asks for. */
static inline void folder_import(const tr_importer *importer)
{
    tr_convert_options options;
    tr_import im;
    tr_error err;

    tr_convert_options_init(&options);
    options.input = folder;
    options.output = "";
    options.max_source = 64;
    tr_import_init(&im, &options);
    importer->recognises(folder);
    if (importer->open(&im, &options, &err) == 0)
        for (size_t i = 0; i < im.n_tensors; i++)
            folder_read_tensor(&im, &im.tensors[i]);
    tr_import_close(&im);
}

#endif
