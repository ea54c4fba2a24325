/*
 * import_hf.c - any bytes as the files of a Hugging Face directory: described, and every array
 * read.
 *
 * The input is a list of files: the number of the name, three bytes of size, and the bytes.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../lib/cursor.h"
#include "../../lib/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"config.json",
                                    "model.safetensors",
                                    "tokenizer_config.json",
                                    "vocab.json",
                                    "sentencepiece.bpe.model",
                                    "source.spm",
                                    "target.spm",
                                    "target_vocab.json",
                                    "generation_config.json",
                                    "added_tokens.json",
                                    "tokenizer.json",
                                    "model.safetensors.index.json",
                                    "model-00001-of-00001.safetensors",
                                    "merges.txt"};

enum { N_NAMES = sizeof names / sizeof *names };

static char folder[64];

static const char *path_of(size_t name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, names[name]);
    return path;
}

static void remove_folder(void)
{
    for (size_t i = 0; i < N_NAMES; i++)
        unlink(path_of(i));
    rmdir(folder);
}

/* In memory, where that can be had. */
static void make_folder(void)
{
    if (*folder) return;
    strcpy(folder, "/dev/shm/translate-fuzz-XXXXXX");
    if (!mkdtemp(folder)) {
        strcpy(folder, "/tmp/translate-fuzz-XXXXXX");
        if (!mkdtemp(folder)) abort();
    }
    atexit(remove_folder);
}

static void write_files(const uint8_t *data, size_t size)
{
    tr_cursor c = tr_cursor_at(data, size, 0);

    for (size_t i = 0; i < N_NAMES; i++)
        unlink(path_of(i));
    while (c.left) {
        const size_t name = tr_cursor_u8(&c) % N_NAMES;
        const uint64_t n = tr_cursor_number(&c, 3);
        const unsigned char *bytes = tr_cursor_take(&c, n);
        FILE *f = bytes ? fopen(path_of(name), "wb") : NULL;
        if (!f) return;
        fwrite(bytes, 1, (size_t)n, f);
        fclose(f);
    }
}

static void read_tensor(const tr_import *im, const tr_import_tensor *t)
{
    enum { MOST = 1 << 20 };
    const size_t n = t->n_out * t->n_in;

    if (n > MOST) return;
    float *x = calloc(n, sizeof *x);
    for (size_t i = 0; x && i < t->n_parts && t->kind != TR_IMPORT_BYTES; i++)
        im->read(im->foreign, t->part[i].array, t->n_in, t->n_in, 1, x, NULL);
    if (x && t->compute) t->compute(t, x);
    free(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_convert_options options;
    tr_import im;
    tr_error err;

    make_folder();
    write_files(data, size);
    tr_convert_options_init(&options);
    options.input = folder;
    options.max_source = 64;
    tr_import_init(&im, &options);
    if (tr_hf_importer.open(&im, &options, &err) == 0)
        for (size_t i = 0; i < im.n_tensors; i++)
            read_tensor(&im, &im.tensors[i]);
    tr_import_close(&im);
    return 0;
}
