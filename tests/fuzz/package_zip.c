/* package_zip.c - any bytes as an archive with a document in it. */
#include "fuzz/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_document("docx", 0, data, size);
    run_document("odt", 0, data, size);
    return run_document("epub", 0, data, size);
}
