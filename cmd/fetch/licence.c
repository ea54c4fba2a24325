#include "licence.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "console/message.h"

bool licence_is_free(const char *id)
{
    static const char *const known[] = {"MPL-2.0", "CC-BY-4.0",  "CC-BY-SA-4.0",
                                        "CC0-1.0", "Apache-2.0", "MIT"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(id, known[i])) return true;
    return false;
}

bool licence_accepted(const index_model *m, const char *accepted)
{
    const char *id = *m->license ? m->license : "unknown";
    char answer[16] = "";

    if (licence_is_free(id) || (accepted && !strcasecmp(accepted, id))) return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        complain("%s: its licence is %s, which may restrict its use: --accept-license %s takes it",
                 m->name, id, id);
        return false;
    }
    tell("%s: its licence is %s, which may restrict its use.  Fetch it? [y/N] ", m->name, id);
    if (fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y')) return true;
    complain("%s: not fetched", m->name);
    return false;
}
