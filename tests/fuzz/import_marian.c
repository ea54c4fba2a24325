/*
 * import_marian.c - any bytes as a model of Marian, in either container: described, and written as
 * a model file of either type, which is then thrown away.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "formats/gguf_write.h"
#include "import/marian/marian.h"
#include "import/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *scratch_path(void)
{
    static char path[256];
    const char *parent = getenv("TMPDIR");
    if (!*path)
        snprintf(path, sizeof path, "%s/translate-fuzz-%ld.gguf", parent ? parent : "/tmp",
                 (long)getpid());
    return path;
}

static size_t count_elements(const tr_import *im)
{
    size_t n = 0;
    for (size_t i = 0; i < im->n_tensors; i++)
        n += im->tensors[i].n_out * im->tensors[i].n_in;
    return n;
}

static void write_model(tr_import *im, bool int8)
{
    enum { MOST = 1 << 20 };
    tr_gguf_writer *w;
    tr_error err;

    if (count_elements(im) > MOST || tr_gguf_create(&w, scratch_path(), &err) < 0) return;
    im->config.int8 = int8;
    tr_import_declare(im, w);
    if (tr_gguf_begin_data(w, &err) < 0) abort(); /* the importer chose every name and shape */
    tr_import_write(im, w, 1, &err);
    tr_gguf_abandon(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_convert_options options;
    tr_import im;
    tr_error err;

    if (!size) return 0;
    tr_convert_options_init(&options);
    options.input = "fuzz.bin";
    options.max_source = 16;
    tr_import_init(&im, &options);
    if (tr_import_marian_bytes(&im, data, size, options.input, &err) == 0) {
        write_model(&im, true);
        write_model(&im, false);
    }
    tr_import_close(&im);
    return 0;
}
