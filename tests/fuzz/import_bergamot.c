/* import_bergamot.c - any bytes as the files of a directory of Bergamot's. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {
        "config.yml",
        "model.ende.intgemm.alphas.bin",
        "vocab.ende.spm",
        "lex.50.50.ende.s2t.bin",
        "model_info.json",
        "metadata.json",
        "model.ende.intgemm.alphas.bin.gz",
        "vocab.ende.spm.gz",
        "lex.50.50.ende.s2t.bin.gz",
        "srcvocab.ende.spm",
        "trgvocab.ende.spm",
        "vocab.yml",
        "lex.txt",
        "config.other.yml",
    };

    folder_make(names, sizeof names / sizeof *names);
    folder_write(data, size);
    folder_import(&tr_bergamot_importer);
    return 0;
}
