#include "permit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "download.h"

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

/* Bytes that are still to come, and for unpacking and converting them. */
static uint64_t room_for(const job *j, const index_model *m)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < m->n_files; i++) {
        const index_file *f = &m->files[i];
        const uint64_t size = f->size ? f->size : f->unpacked_size, have = download_size(j, f);
        const uint64_t plain = f->unpacked_size ? f->unpacked_size : size;
        bytes += (size > have ? size - have : 0) + 2 * plain;
    }
    return bytes;
}

/* The host that is asked first; of a file that lies beside the index, the index.  The caller frees
 * it. */
static char *first_place(const job *j, const index_model *m)
{
    const char *const url = m->files[0].urls[0], *const host = strstr(url, "://");

    if (host) return checked_format("%.*s", (int)strcspn(host + 3, "/"), host + 3);
    return checked_format("beside %s", j->index.place);
}

/* "25.7 MB", or that it is not known; where it comes from. */
static void announce(const job *j, const index_model *m)
{
    char size[32] = "of unknown size";

    if (j->set.quiet) return;
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
    return model_folder_has_room(&j->folder, room_for(j, m));
}

bool permit_fetch(const job *j, const index_model *m)
{
    if (!may_fetch(j, m)) return false;
    announce(j, m);
    return permit_has_room(j, m);
}
