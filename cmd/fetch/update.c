#include "update.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "console/signals.h"
#include "find.h"
#include "get.h"
#include "installed.h"
#include "ready.h"

/* ---- Update -------------------------------------------------------------------------------- */

static const index_model *successor(const model_index *index, const char *name)
{
    for (size_t i = 0; i < index->n; i++)
        if (index_replaces(&index->models[i], name)) return &index->models[i];
    return NULL;
}

static void print_newer(FILE *out, const index_model *m, const installed *old)
{
    printable_text(out, m->name, strlen(m->name), 0);
    fputs(": ", out);
    printable_text(out, m->revision, strlen(m->revision), 0);
    fputs(" is newer than ", out);
    printable_text(out, old->revision, strlen(old->revision), 0);
    fputc('\n', out);
}

/* The entry of what was fetched, as it is now: *m is NULL where there is none. */
static int find_now(job *j, const installed *old, const index_model **m)
{
    if (old->place && j->set.offline) {
        complain("%s: --offline asks no server for %s", old->name, old->place);
        *m = NULL;
        return EXIT_FAILED;
    }
    if (old->place) return find_model(j, old->place, m);
    *m = index_named(&j->index, old->name);
    return EXIT_OK;
}

static int bring_newer(job *j, const index_model *m)
{
    bool is_new;
    const int rc = get_model(j, m, &is_new);

    if (is_new) ready_tell(j, m);
    return job_report_failed(j, m->name, rc);
}

static int update_one(job *j, const installed *old)
{
    const index_model *m;
    const int rc = find_now(j, old, &m);
    if (rc != EXIT_OK) return job_report_failed(j, old->name, rc);
    const index_model *other = m ? NULL : successor(&j->index, old->name);

    if (other) complain("%s: is replaced: translate fetch %s", old->name, other->name);
    const bool current = m && !strcmp(m->revision, old->revision);
    const bool anew = j->set.force && !j->set.check && !j->set.offline;
    if (!m || (current && !anew)) {
        job_report(j, old->name, m ? "current" : other ? "replaced" : "unknown", old->path);
        if (!m && !other && !j->set.quiet)
            complain("%s: this list of models does not have it (--index names another list)",
                     old->name);
        return EXIT_OK;
    }
    if (!j->set.check && !j->set.offline) return bring_newer(j, m);
    if (!j->results) print_newer(j->out.stream, m, old);
    job_report(j, old->name, "older", old->path);
    return EXIT_OK;
}

static bool is_named(const char *name, char **names, int n)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return n == 0;
}

static const installed *find_fetched(job *j, const installed_list *have, const char *name)
{
    const installed *old = installed_named(have, name);

    if (old) return old;
    complain("%s: no model of that name was fetched into %s", name, j->folder.models);
    job_report_failed(j, name, EXIT_FAILED);
    return NULL;
}

int update_models(job *j, char **names, int n)
{
    installed_list have;
    int status = EXIT_OK;

    installed_find(&have, &j->folder);
    for (int i = 0; i < n; i++)
        if (!find_fetched(j, &have, names[i])) status = EXIT_FAILED;
    for (size_t i = 0; i < have.n && status != EXIT_STOPPED; i++)
        if (is_named(have.models[i].name, names, n))
            status = job_worse(status, update_one(j, &have.models[i]));
    if (!have.n && !n && !j->set.quiet) complain("no model was fetched yet");
    installed_free(&have);
    return status;
}

/* ---- Remove -------------------------------------------------------------------------------- */

/* On a terminal, where several models would go. */
static bool is_meant(const job *j, int n)
{
    char answer[16] = "";

    if (n < 2 || j->set.yes || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return true;
    tell("Remove %d models? [y/N] ", n);
    return fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
}

static int remove_one(job *j, const installed *old)
{
    char *folder = checked_format("%s/%s", j->folder.models, old->name), size[32];
    int status = EXIT_OK;

    printable_bytes(size, sizeof size, old->size);
    if (unlink(old->path)) {
        complain("%s: %s", old->path, strerror(errno));
        status = EXIT_FAILED;
    } else {
        rmdir(folder); /* stays if the user has put something beside the model */
        if (!j->set.quiet) complain("%s: removed, %s", old->name, size);
    }
    job_report(j, old->name, status == EXIT_OK ? "removed" : "failed", old->path);
    free(folder);
    return status;
}

int remove_models(job *j, char **names, int n)
{
    installed_list have;
    int status = EXIT_OK;

    if (!is_meant(j, n)) return EXIT_FAILED;
    installed_find(&have, &j->folder);
    if (have.n && !model_folder_take(&j->folder))
        status = signals_asked() ? EXIT_STOPPED : EXIT_FAILED;
    for (int i = 0; i < n && status != EXIT_STOPPED; i++) {
        const installed *old = find_fetched(j, &have, names[i]);
        status = job_worse(status, old ? remove_one(j, old) : EXIT_FAILED);
    }
    installed_free(&have);
    return status;
}
