#include "version.h"

#include "message.h"
#include "output.h"
#include "translate.h"

int version_show(int verbose)
{
    output out;

    (void)verbose;
    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    fprintf(out.stream, "translate %s\n", tr_version());
    output_close(&out);
    return EXIT_OK;
}
