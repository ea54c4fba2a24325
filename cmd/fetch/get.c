#include "get.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "console/signals.h"
#include "fetch/hub/hub_word.h"
#include "find.h"
#include "install.h"
#include "installed.h"
#include "permit.h"
#include "plan.h"
#include "ready.h"

/* ---- What is there ------------------------------------------------------------------------ */

static void tell_present(job *j, const installed *old, const char *name)
{
    if (!j->set.quiet) complain("%s: is there already: %s", name, old->path);
    job_report(j, name, "present", old->path);
}

/* True if the revision is there already, which is then told, and nobody wants it anew. */
static bool is_current(job *j, const installed *old, const index_model *m)
{
    if (!old || j->set.force || strcmp(old->revision, m->revision) != 0) return false;
    if (old->place && m->place && !hub_is_same_file(old->place, m->place)) return false;
    tell_present(j, old, m->name);
    return true;
}

/* A file of that name that fetch has not made is somebody else's. */
static bool is_foreign(const job *j, const index_model *m)
{
    char *path = model_folder_model(&j->folder, m->name);
    const bool exists = !access(path, F_OK);

    if (exists) complain("%s: is there already, and was not fetched; --force replaces it", path);
    free(path);
    return exists;
}

/* ---- One model ----------------------------------------------------------------------------- */

static int fetch_files(const job *j, const index_model *m, download *parts)
{
    int rc = EXIT_OK;

    for (size_t i = 0; i < m->n_files && rc == EXIT_OK; i++) {
        rc = download_file(&parts[i], j, m->name, &m->files[i]);
        if (rc == EXIT_OK && !j->set.quiet && !isatty(STDERR_FILENO))
            complain("%s: %s: complete", m->name, m->files[i].kind);
    }
    return rc;
}

static int fetch_model(const job *j, const index_model *m)
{
    download *const parts = checked_malloc(m->n_files * sizeof *parts);

    for (size_t i = 0; i < m->n_files; i++)
        parts[i] = (download){0};
    int rc = fetch_files(j, m, parts);
    if (rc == EXIT_OK) rc = install_parts(j, m, parts);
    for (size_t i = 0; i < m->n_files; i++)
        download_free(&parts[i]);
    free(parts);
    return rc;
}

/* Another fetch may have brought it while this one waited. */
static bool has_come(job *j, const index_model *m)
{
    installed_list have;

    installed_find(&have, &j->folder);
    const bool current = is_current(j, installed_named(&have, m->name), m);
    installed_free(&have);
    return current;
}

/* Shows it; what cannot be fetched fails as it would. */
static int plan_model(job *j, const index_model *m)
{
    if (!permit_fetch(j, m)) return EXIT_FAILED;
    plan_report(j, m);
    return EXIT_OK;
}

int get_model(job *j, const index_model *m, bool *is_new)
{
    *is_new = false;
    if (j->set.dry_run) return plan_model(j, m);
    if (!permit_fetch(j, m)) return EXIT_FAILED;
    if (!model_folder_take(&j->folder)) return signals_asked() ? EXIT_STOPPED : EXIT_FAILED;
    if (has_come(j, m)) return EXIT_OK;
    if (!permit_has_room(j, m)) return EXIT_FAILED;
    const int rc = fetch_model(j, m);
    *is_new = rc == EXIT_OK;
    return rc;
}

/* ---- All that are asked for ------------------------------------------------------------------ */

/* False for files of a folder. */
static bool needs_server(const job *j, const index_model *m)
{
    const char *const url = m->files[0].urls[0];
    return strstr(url, "://") || (*url != '/' && strstr(j->index.place, "://"));
}

static int get_one(job *j, const installed_list *have, const index_model *m, bool *is_new)
{
    const installed *old = installed_named(have, m->name);
    char size[32] = "an unknown size";

    if (old && !j->set.force && !installed_is_same(old, m)) {
        complain("%s: is there already, from %s; --force replaces it", old->path,
                 old->place ? old->place : "a list of models");
        return EXIT_FAILED;
    }
    if (is_current(j, old, m)) {
        if (model_folder_take_left(&j->folder)) install_remove_parts(j, m);
        return EXIT_OK;
    }
    if (!old && !j->set.force && is_foreign(j, m)) return EXIT_FAILED;
    if (j->set.offline && needs_server(j, m)) {
        if (m->size) printable_bytes(size, sizeof size, m->size);
        complain("%s: is not there, and --offline asks no server for it (%s)", m->name, size);
        return EXIT_FAILED;
    }
    return get_model(j, m, is_new);
}

/* True, which is told, if what a hub would be asked for was fetched, and no server may be asked. */
static bool is_there(job *j, const installed_list *have, const char *word)
{
    const installed *const old =
        j->set.offline && !j->set.force ? installed_from(have, word) : NULL;

    if (!old) return false;
    tell_present(j, old, old->name);
    return true;
}

int get_models(job *j, char **names, int n)
{
    int status = EXIT_OK;
    installed_list have;

    for (int i = 0; i < n && status != EXIT_STOPPED; i++) {
        installed_find(&have, &j->folder); /* which may be what came just now */
        const index_model *m = NULL;
        bool is_new = false;
        int one = EXIT_OK;
        if (!is_there(j, &have, names[i])) one = find_model(j, names[i], &m);
        if (m) one = get_one(j, &have, m, &is_new);
        if (is_new) ready_tell(j, m);
        status = job_worse(status, job_report_failed(j, m ? m->name : names[i], one));
        installed_free(&have);
    }
    return status;
}
