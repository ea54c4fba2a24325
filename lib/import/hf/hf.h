/* hf.h - Hugging Face directories, and T5 of llama.cpp's GGUF. */
#ifndef TR_HF_H
#define TR_HF_H

#include "import/shared/importer.h"

extern const tr_importer tr_gguf_importer;
extern const tr_importer tr_hf_importer;

#endif
