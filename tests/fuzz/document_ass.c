/* document_ass.c - any bytes as a document of the formats ass and lrc. */
#include "fuzz/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_document("lrc", ANY_NUMBER, data, size);
    return run_document("ass", ANY_NUMBER, data, size);
}
