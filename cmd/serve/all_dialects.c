#include "serve/all_dialects.h"

#include "serve/dialects/dialects.h"
#include "serve/mcp/mcp_http.h"

/* Of several whose fields a request has, the first takes it: a query says more than a body. */
const dialect *const all_dialects[] = {
    &common_dialect,
    &libretranslate_dialect,
    &libretranslate_files_dialect,
    &deepl_dialect,
    &deepl_documents_dialect,
    &deepl_glossaries_dialect,
    &deepl_glossaries_v3_dialect,
    &azure_dialect,
    &mtranserver_dialect,
    &deeplx_dialect,
    &immersive_dialect,
    &kiss_dialect,
    &hcfy_dialect,
    &google_dialect,
    &nllb_dialect,
    &wikimedia_dialect,
    &openai_dialect,
    &mcp_dialect,
    NULL,
};
