#include "permit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "plan.h"

/* ---- The licence ----------------------------------------------------------------------------- */

/* True if a licence leaves every use free, but for naming the authors and sharing alike. */
static bool licence_is_free(const char *id)
{
    static const char *const known[] = {"MPL-2.0", "CC-BY-4.0",  "CC-BY-SA-4.0",
                                        "CC0-1.0", "Apache-2.0", "MIT"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(id, known[i])) return true;
    return false;
}

/* A free licence needs no question.  Any other is accepted by name, or the user is asked on a
 * terminal.  False after a sentence. */
static bool licence_accepted(const index_model *m, const char *accepted)
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

/* ---- The model ------------------------------------------------------------------------------- */

/* False after a sentence. */
static bool may_fetch(const job *j, const index_model *m)
{
    if (*m->refused) {
        complain("%s: cannot be converted: %s", m->name, m->refused);
        return false;
    }
    if (!m->is_pinned && !j->set.unverified) {
        complain("%s: nobody says the SHA-256 of its files; --unverified fetches them all the same",
                 m->name);
        return false;
    }
    return licence_accepted(m, j->set.accept);
}

/* The mirror of a file at MIRROR/OWNER/NAME/resolve/COMMIT/FILE. */
static char *folder_of(const char *path)
{
    char *const folder = checked_format("%s", path);

    for (int i = 0; i < 5; i++) {
        char *const slash = strrchr(folder, '/');
        if (slash && slash > folder) *slash = '\0';
    }
    return folder;
}

/* The host that is asked first, or the folder; of a file that lies beside the index, the index. The
 * caller frees it. */
static char *first_place(const job *j, const index_model *m)
{
    const char *const url = m->files[0].urls[0], *const host = strstr(url, "://");

    if (*url == '/') return folder_of(url);
    if (host) return checked_format("%.*s", (int)strcspn(host + 3, "/"), host + 3);
    return checked_format("beside %s", j->index.place);
}

/* "25.7 MB", or that it is not known; where it comes from. */
static void announce(const job *j, const index_model *m)
{
    char size[32] = "of unknown size";

    if (m->size) printable_bytes(size, sizeof size, m->size);
    char *const place = first_place(j, m);
    const char *const licence = *m->license ? m->license : "licence not known";
    if (m->place)
        complain("%s: %s, %s, %s, from %s", m->name, m->place, licence, size, place);
    else
        complain("%s: %s to %s, %s, %s, from %s", m->name, m->source, m->target, licence, size,
                 place);
    free(place);
}

bool permit_has_room(const job *j, const index_model *m)
{
    plan p;

    plan_make(&p, j, m);
    return model_folder_has_room(&j->folder, p.needed);
}

bool permit_fetch(const job *j, const index_model *m)
{
    if (!may_fetch(j, m)) return false;
    if (!j->set.quiet) announce(j, m);
    if (j->set.dry_run ? !j->results : !j->set.quiet) plan_show(j, m);
    return permit_has_room(j, m);
}
