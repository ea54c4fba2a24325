#include "python.h"

#include <stdio.h>
#include <string.h>

const char *python_with(const char *module, const char *what)
{
    static char python[100];
    char command[400];

    snprintf(command, sizeof command,
             "for p in $PYTHON python3 /opt/*/bin/python3; do "
             "$p -c 'import %s' >/dev/null 2>&1 && echo $p && break; done",
             module);
    FILE *pipe = popen(command, "r");
    const int found = pipe && fgets(python, sizeof python, pipe) != NULL;
    if (pipe) pclose(pipe);
    python[strcspn(python, "\n")] = '\0';
    if (found) return python;
    fprintf(stderr, "skipped: %s: no Python has the module %s\n", what, module);
    return NULL;
}
