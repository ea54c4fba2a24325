#include "commands/version.h"

#include "console/message.h"
#include "console/output.h"
#include "translate.h"

int version_show(int verbose)
{
    char value[512];
    const char *name;
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    fprintf(out.stream, "translate %s\n", tr_version());
    for (size_t i = 0; verbose && (name = tr_build_info(i, value, sizeof value)); i++)
        fprintf(out.stream, "%-20s %s\n", name, value);
    output_close(&out);
    return EXIT_OK;
}
