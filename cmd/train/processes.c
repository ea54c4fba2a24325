#include "processes.h"

const tr_ranks *processes_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return NULL;
}

void processes_end(bool failed)
{
    (void)failed;
}

bool processes_agree(int status)
{
    return status == 0;
}

int processes_any(int flags)
{
    return flags;
}
