/* import_opus.c - any bytes as a package of OPUS-MT, unpacked or not. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {
        "opus.zip",   "decoder.yml", "opus.npz",       "opus.vocab.yml",
        "source.spm", "target.spm",  "opus.trg.vocab", "preprocess.sh",
        "README.md",  "LICENSE",     "source.bpe",     "target.bpe",
    };

    folder_make(names, sizeof names / sizeof *names);
    folder_import_any(&tr_opus_importer, data, size);
    return 0;
}
