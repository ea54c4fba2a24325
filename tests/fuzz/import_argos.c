/* import_argos.c - any bytes as a package of Argos Translate, unpacked or not. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"
#include "import/importers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {
        "package.argosmodel",
        "metadata.json",
        "sentencepiece.model",
        "bpe.model",
        "model/model.bin",
        "model/config.json",
        "model/shared_vocabulary.json",
        "model/shared_vocabulary.txt",
        "model/source_vocabulary.json",
        "model/target_vocabulary.txt",
    };

    folder_make(names, sizeof names / sizeof *names);
    folder_import_any(&tr_argos_importer, data, size);
    return 0;
}
