/* import_fairseq.c - any bytes as the files of a checkpoint of fairseq. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"model.pt", "dict.en.txt", "dict.de.txt", "dict.txt",
                                        "spm.128k.model"};

    folder_make(names, sizeof names / sizeof *names);
    folder_write(data, size);
    folder_import(&tr_fairseq_importer);
    return 0;
}
