#include "programs/other_program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/self_path.h"

/* Returns only if it cannot be started. */
static int become(const other_program *p, int argc, char **argv)
{
    self_path_become(p->name, argc, argv);
    if (errno == ENOENT && p->missing)
        complain("%s: %s is not there", p->missing, p->name);
    else
        complain("%s, %s, cannot be started: %s", p->name, p->what, strerror(errno));
    return EXIT_FAILED;
}

int other_program_run(const other_program *p, const command *c, void *set, int argc, char **argv)
{
    char **given = checked_malloc(((size_t)argc + 1) * sizeof *given);
    int n = argc;

    memcpy(given, argv, (size_t)argc * sizeof *given);
    const int rc = options_parse(c, &n, argv, set);
    const bool other = rc == GO_ON && p->gives_way && p->gives_way(set);
    const int status = rc == GO_ON ? become(other ? p->other : p, argc, given) : rc;
    free(given);
    return status;
}
