/* mo.c - any bytes as a compiled catalogue, which is made PO: what is written can be read. */
#include "fuzz/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const tr_document_options options = {.format = "mo", .target_language = "pl"};
    const tr_document_options read = {.format = "po"};
    tr_document *d, *again;
    const char *out;
    size_t n;

    if (tr_document_open(&d, "fuzz", data, size, &options, NULL)) return 0;
    put_all(d, 0);
    assert(tr_document_finish(d, &out, &n, NULL, NULL) == 0);
    assert(tr_document_open(&again, "again", out, n, &read, NULL) == 0);
    tr_document_free(again);
    tr_document_free(d);
    return 0;
}
