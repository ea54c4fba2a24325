/* package_epub.c - any bytes as the listings of a book. */
#include "fuzz/package.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const package_member members[] = {
        {"META-INF/container.xml", "<container><rootfile full-path='a/b.opf'/></container>"},
        {"META-INF/encryption.xml", NULL},
        {"a/b.opf", NULL},
        {"a/toc.ncx", NULL},
        {"a/text/chapter one.xhtml", "<html><body><p>A <b>good</b> word</p></body></html>"},
    };
    return run_package("epub", members, sizeof members / sizeof *members, data, size);
}
