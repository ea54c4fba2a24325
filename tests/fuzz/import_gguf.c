/* import_gguf.c - any bytes as a GGUF file of llama.cpp with a model of T5's kind. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"model.gguf"};

    folder_make(names, 1);
    if (folder_put(0, data, size)) folder_import_path(&tr_gguf_importer, folder_path(0));
    return 0;
}
