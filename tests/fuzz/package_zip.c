/* package_zip.c - any bytes as an archive with a document in it. */
#include "fuzz/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_document("docx", NO_MORE, data, size);
    run_document("odt", NO_MORE, data, size);
    return run_document("epub", AS_MANY, data, size);
}
