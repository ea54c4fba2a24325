/* document_markdown.c - any bytes as a document of the format markdown. */
#include "fuzz/document.h"

/* The text of a head of YAML may come to look like an identifier. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t mark = size >= 3 && !memcmp(data, "\xEF\xBB\xBF", 3) ? 3 : 0;
    const int headed = size >= mark + 3 && !memcmp(data + mark, "---", 3);
    return run_document("markdown", headed ? NO_MORE : AS_MANY, data, size);
}
