/* import_comet.c - any bytes as the files of a COMET. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"hparams.yaml", "checkpoints/model.ckpt",
                                        "sentencepiece.bpe.model", "config.json"};

    folder_make(names, sizeof names / sizeof *names);
    folder_write(data, size);
    folder_import(&tr_comet_importer);
    return 0;
}
