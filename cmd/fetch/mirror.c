#include "mirror.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/signals.h"
#include "fetch/mirror/mirror_files.h"
#include "fetch/mirror/mirror_index.h"
#include "fetch/parts/check.h"
#include "fetch/parts/download.h"
#include "find.h"
#include "permit.h"
#include "plan.h"

/* ---- One file ------------------------------------------------------------------------------ */

/* EXIT_OK if the right bytes are in place; *has tells. */
static int look_at_place(const char *place, const index_file *f, bool *has)
{
    char why[CHECK_WHY_SIZE];
    bool is_packed;

    *has = false;
    if (access(place, F_OK)) return EXIT_OK;
    const int result = check_file(place, f, &is_packed, why);
    *has = result == CHECK_GOOD;
    return result == CHECK_STOPPED ? EXIT_STOPPED : result == CHECK_FAILED ? EXIT_FAILED : EXIT_OK;
}

/* Renames what has come to its place. */
static int put_in_place(const char *part, const char *place)
{
    char *const folder = checked_copy(place, (size_t)(strrchr(place, '/') - place));
    bool put = model_folder_make(folder);

    if (put && rename(part, place)) {
        complain("%s: %s", place, strerror(errno));
        put = false;
    }
    free(folder);
    return put ? EXIT_OK : EXIT_FAILED;
}

static int mirror_file(const job *j, const index_model *m, const index_file *f, bool *is_new)
{
    char *const path = mirror_file_path(m, f);
    char *const place = checked_format("%s/%s", j->folder.models, path);
    download d = {0};
    bool has;

    int rc = look_at_place(place, f, &has);
    if (rc == EXIT_OK && !has) {
        rc = download_file(&d, j, m->name, f);
        if (rc == EXIT_OK) rc = put_in_place(d.path, place);
        if (rc == EXIT_OK) download_remove(j, f);
        *is_new = true;
    }
    download_free(&d);
    free(place);
    free(path);
    return rc;
}

/* ---- One model ----------------------------------------------------------------------------- */

static int mirror_one(job *j, cJSON *index, const index_model *m)
{
    bool is_new = false;

    if (!permit_fetch(j, m)) return EXIT_FAILED;
    if (j->set.dry_run) {
        plan_report(j, m);
        return EXIT_OK;
    }
    if (!model_folder_take(&j->folder)) return signals_asked() ? EXIT_STOPPED : EXIT_FAILED;
    for (size_t i = 0; i < m->n_files; i++) {
        const int rc = mirror_file(j, m, &m->files[i], &is_new);
        if (rc != EXIT_OK) return rc;
    }
    if (m->place && !mirror_write_hub(j, m)) return EXIT_FAILED;
    if (!m->place) mirror_index_add(index, j, m);
    if (!mirror_index_write(j, index)) return EXIT_FAILED;
    const char *const name = m->place ? m->place : m->name;
    if (!j->set.quiet)
        complain("%s: %s: translate fetch --index %s %s gets it from there", m->name,
                 is_new ? "mirrored" : "is mirrored already", j->folder.models, name);
    job_report(j, m->name, is_new ? "fetched" : "present", j->folder.models);
    return EXIT_OK;
}

static int mirror_all(job *j, cJSON *index, char **names, int n)
{
    int status = EXIT_OK;

    for (int i = 0; i < n && status != EXIT_STOPPED; i++) {
        const index_model *m;
        int one = find_model(j, names[i], &m);
        if (m) one = mirror_one(j, index, m);
        status = job_worse(status, job_report_failed(j, m ? m->name : names[i], one));
    }
    return status;
}

int mirror_models(job *j, char **names, int n)
{
    if (!model_folder_at(&j->folder, j->set.mirror, !j->set.dry_run)) return EXIT_FAILED;
    cJSON *const index = mirror_index_read(j);
    const int status = index ? mirror_all(j, index, names, n) : EXIT_FAILED;
    cJSON_Delete(index);
    return status;
}
