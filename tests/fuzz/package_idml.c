/* package_idml.c - any bytes as a story of an InDesign document. */
#include "fuzz/package.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const package_member members[] = {
        {"mimetype", "application/vnd.adobe.indesign-idml-package"},
        {"designmap.xml", "<Document><idPkg:Story src='Stories/Story_u1.xml'/></Document>"},
        {"Stories/Story_u1.xml", NULL},
    };
    return run_package("idml", members, sizeof members / sizeof *members, data, size);
}
