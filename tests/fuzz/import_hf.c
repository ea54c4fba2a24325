/* import_hf.c - any bytes as the files of a Hugging Face directory. */
#define _POSIX_C_SOURCE 200809L
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
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

    folder_make(names, sizeof names / sizeof *names);
    folder_write(data, size);
    folder_import(&tr_hf_importer);
    return 0;
}
