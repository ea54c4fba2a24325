/* package_ooxml.c - any bytes as the text of a docx document, or of another one that has runs. */
#include "fuzz/package.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const package_member members[] = {
        {"[Content_Types].xml",
         "<Types><Override PartName='/word/document.xml' ContentType='application/"
         "vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>"},
        {"word/document.xml", NULL},
    };
    return run_package("docx", members, sizeof members / sizeof *members, data, size);
}
