/* package_odf.c - any bytes as the text of an OpenDocument file. */
#include "fuzz/package.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const package_member members[] = {{"content.xml", NULL}, {"meta.xml", NULL}};
    return run_package("odt", members, sizeof members / sizeof *members, data, size);
}
