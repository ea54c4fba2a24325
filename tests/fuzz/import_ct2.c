/* import_ct2.c - any bytes as the files of a CTranslate2 directory. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"
#include "import/importers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {
        "model.bin",
        "config.json",
        "shared_vocabulary.json",
        "shared_vocabulary.txt",
        "source_vocabulary.json",
        "target_vocabulary.txt",
        "source.spm",
        "target.spm",
        "sentencepiece.model",
        "vmap.txt",
    };

    folder_make(names, sizeof names / sizeof *names);
    folder_write(data, size);
    folder_import(&tr_ct2_importer);
    return 0;
}
