/* dialects.h - the dialects, each a file. */
#ifndef DIALECTS_H
#define DIALECTS_H

#include "serve/call/call.h"

/* Health, readiness, version, metrics, the page. */
extern const dialect common_dialect;

extern const dialect libretranslate_dialect, deepl_dialect, mtranserver_dialect, deeplx_dialect,
    immersive_dialect, kiss_dialect, hcfy_dialect, google_dialect, nllb_dialect, wikimedia_dialect,
    azure_dialect, openai_dialect, deepl_documents_dialect, deepl_glossaries_dialect,
    deepl_glossaries_v3_dialect, libretranslate_files_dialect;

#endif
