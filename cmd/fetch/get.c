#include "get.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "console/signals.h"
#include "console/suggest.h"
#include "download.h"
#include "fetch/hub/hub_word.h"
#include "find.h"
#include "installed.h"
#include "job.h"
#include "licence.h"
#include "models/model_choice.h"
#include "models/model_search.h"
#include "stamp.h"

/* ---- What may be fetched ------------------------------------------------------------------- */

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

/* ---- Converting ---------------------------------------------------------------------------- */

/* Names of files that the importers look for. */
static const char *file_name(const index_model *m, const index_file *f)
{
    static const struct {
        const char *kind, *name;
    } names[] = {
        {"model", "model.intgemm.alphas.bin"}, {"lex", "lex.s2t.bin"},
        {"vocab", "vocab.both.spm"},           {"srcvocab", "srcvocab.source.spm"},
        {"trgvocab", "trgvocab.target.spm"},
    };

    if (f->is_of_hub) return f->kind;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(f->kind, names[i].kind)) return names[i].name;
    return !strcmp(m->format, "argos")  ? "package.argosmodel"
           : !strcmp(m->format, "opus") ? "package.zip"
           : !strcmp(m->format, "gguf") ? "model.gguf"
                                        : "package.tar.gz";
}

/* The parts keep their names, so that a conversion that is broken off loses none. */
static bool link_parts(const job *j, const index_model *m, const download *parts)
{
    for (size_t i = 0; i < m->n_files; i++) {
        const char *name = file_name(m, &m->files[i]);
        const bool packed = parts[i].is_packed && strcmp(m->files[i].kind, "archive") != 0;
        char *path = checked_format("%s/%s%s", j->folder.work, name, packed ? ".gz" : "");
        char *target = checked_format("../%s", strrchr(parts[i].path, '/') + 1);
        const bool linked = !symlink(target, path);
        if (!linked) complain("%s: cannot be made", path);
        free(path);
        free(target);
        if (!linked) return false;
    }
    return true;
}

static int check_stop(void *ctx, double done)
{
    (void)ctx, (void)done;
    return signals_asked();
}

/* The file it makes is `made`. */
static int convert(const job *j, const index_model *m, const char *origin, const char *made,
                   tr_error *err)
{
    static const char *const types[] = {NULL, "int8", "float32"};
    const bool is_folder = strcmp(m->files[0].kind, "archive") != 0;
    tr_convert_options o;

    char *input = is_folder ? checked_format("%s", j->folder.work)
                            : checked_format("%s/%s", j->folder.work, file_name(m, &m->files[0]));
    tr_convert_options_init(&o);
    o.format = m->format;
    o.input = input;
    o.output = made;
    o.source_language = *m->source ? m->source : NULL; /* else the model's own */
    o.target_language = *m->target ? m->target : NULL;
    o.name = m->name;
    o.license = *m->license ? m->license : NULL;
    o.origin = origin;
    o.type = types[j->set.type];
    o.progress = check_stop;
    const int rc = tr_convert(&o, err);
    free(input);
    return rc;
}

/* A file of our own kind is not converted: it has to be whole, and of the languages of the index.
 */
static int verify_copy(const index_model *m, const char *path, tr_error *err)
{
    tr_model *model;

    int rc = tr_model_open(&model, path, err);
    if (rc < 0) return rc;
    const tr_model_info *info = tr_model_get_info(model);
    rc = tr_model_verify(model, err);
    if (rc == 0 && !(tr_language_fit(info->source_language, m->source) &&
                     tr_language_fit(info->target_language, m->target))) {
        rc = TR_EFORMAT;
        snprintf(err->msg, sizeof err->msg, "it translates from %s to %s, not from %s to %s",
                 info->source_language, info->target_language, m->source, m->target);
    }
    tr_model_close(model);
    return rc;
}

static bool lacks_languages(const index_model *m)
{
    return m->place && !(*m->source && *m->target);
}

/* A model whose languages its files do not tell may tell them in its name. */
static int convert_by_name(const job *j, const index_model *m, const char *origin, const char *made,
                           tr_error *err)
{
    char from[HUB_LANGUAGE_SIZE], to[HUB_LANGUAGE_SIZE];
    index_model named = *m;

    const int rc = convert(j, m, origin, made, err);
    if (rc != TR_EINVAL || !lacks_languages(m)) return rc;
    if (!hub_languages_of_name(m->name, from, to)) return rc;
    named.source = *m->source ? m->source : from;
    named.target = *m->target ? m->target : to;
    if (!j->set.quiet)
        complain("%s: from %s to %s, as its name says", m->name, named.source, named.target);
    return convert(j, &named, origin, made, err);
}

/* Says why, without the folder that nobody knows. */
static void tell_unconverted(const job *j, const index_model *m, int rc, tr_error *err)
{
    const size_t len = strlen(j->folder.work);
    const char *why = err->msg;

    char *const kept = strstr(err->msg, "; all that was written is in ");
    if (kept) *kept = '\0'; /* not here */
    if (m->place && !strncmp(why, j->folder.work, len)) why += len + strspn(why + len, "/: ");
    complain("%s: cannot be converted: %s%s", m->name, why,
             rc == TR_EINVAL && lacks_languages(m)
                 ? "; -f and -t tell them, and what has come is kept"
                 : "");
}

/* *useless: what was fetched cannot be converted, and will not be the next time. */
static int make_file(const job *j, const index_model *m, const download *parts, const char *made,
                     bool *useless)
{
    char *origin = installed_origin(m, m->place ? m->place : parts[0].url);
    tr_error err;
    int rc;

    if (!strcmp(m->format, "gguf")) {
        rc = stamp_copy(parts[0].path, made, origin, &err);
        if (rc == 0) rc = verify_copy(m, made, &err);
    } else {
        rc = convert_by_name(j, m, origin, made, &err);
    }
    free(origin);
    *useless = rc != TR_EIO && rc != TR_ENOMEM && rc != TR_EINVAL;
    if (rc == 0) return EXIT_OK;
    if (rc == TR_ESTOPPED || signals_asked()) return EXIT_STOPPED;
    tell_unconverted(j, m, rc, &err);
    return EXIT_FAILED;
}

static void remove_parts(const job *j, const index_model *m)
{
    for (size_t i = 0; i < m->n_files; i++)
        download_remove(j, &m->files[i]);
}

static int install(const job *j, const index_model *m, const download *parts)
{
    if (!model_folder_clear_work(&j->folder) || !link_parts(j, m, parts)) return EXIT_FAILED;
    char *made = checked_format("%s/%s.gguf", j->folder.work, m->name);
    bool useless;
    int rc = make_file(j, m, parts, made, &useless);
    if (rc == EXIT_FAILED && useless) remove_parts(j, m);
    if (rc == EXIT_OK && !model_folder_arrive(&j->folder, made, m->name)) rc = EXIT_FAILED;
    if (rc == EXIT_OK) remove_parts(j, m);
    model_folder_clear_work(&j->folder);
    free(made);
    return rc;
}

/* ---- What is there ------------------------------------------------------------------------ */

/* True if the revision is there already, which is then told, and nobody wants it anew. */
static bool is_current(job *j, const installed *old, const index_model *m)
{
    if (!old || j->set.force || strcmp(old->revision, m->revision) != 0) return false;
    if (!j->set.quiet) complain("%s: is there already: %s", m->name, old->path);
    job_report(j, m->name, "present", old->path);
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

static int print_path(const tr_model *model, void *ctx)
{
    char **path = ctx;
    *path = checked_format("%s", tr_model_get_info(model)->path);
    return EXIT_OK;
}

/* True if a choice takes the model of that path. */
static bool takes(const model_choice *choice, const char *path)
{
    char *used = NULL;

    model_use(choice, print_path, &used);
    const bool is = used && !strcmp(used, path);
    free(used);
    return is;
}

/* A hub does not tell the languages; the model does, or is told them. */
static int tell_ready_of_hub(const tr_model *model, void *ctx)
{
    const tr_model_info *const info = tr_model_get_info(model);
    const index_model *const m = ctx;

    if (info->n_languages)
        complain("%s: ready: translate -m %s%s%s, of %zu languages (translate inspect %s lists "
                 "them)",
                 m->name, m->name, info->source_is_chosen ? " -f LANG" : "",
                 info->target_is_chosen ? " -t LANG" : "", info->n_languages, m->name);
    else if (*info->source_language && *info->target_language)
        complain("%s: ready: translate -m %s translates from %s to %s", m->name, m->name,
                 info->source_language, info->target_language);
    else
        complain("%s: ready: translate -m %s", m->name, m->name);
    return EXIT_OK;
}

/* Ends with what is used from now on. */
static void tell_ready(const job *j, const index_model *m, const char *path)
{
    const model_choice choice = {.from = m->source, .to = m->target}, none = {0};
    const bool is_default = tr_language_fit(m->source, model_default_pair.from) &&
                            tr_language_fit(m->target, model_default_pair.to);
    char *used = NULL;

    if (j->set.quiet) return;
    if (m->place) {
        model_use(&(model_choice){.model = path}, tell_ready_of_hub, (void *)m);
        return;
    }
    model_use(&choice, print_path, &used);
    if (!used || strcmp(used, path) != 0)
        complain("%s: ready: translate -m %s; -f %s -t %s goes on with %s", m->name, m->name,
                 m->source, m->target, used ? used : "another");
    else
        complain("%s: ready: translate -f %s -t %s uses it from now on%s", m->name, m->source,
                 m->target,
                 is_default && takes(&none, path) ? ", and so does translate alone" : "");
    free(used);
}

static int fetch_model(job *j, const index_model *m, char *path)
{
    download *const parts = checked_malloc(m->n_files * sizeof *parts);

    for (size_t i = 0; i < m->n_files; i++)
        parts[i] = (download){0};
    int rc = fetch_files(j, m, parts);
    if (rc == EXIT_OK) rc = install(j, m, parts);
    for (size_t i = 0; i < m->n_files; i++)
        download_free(&parts[i]);
    free(parts);
    if (rc != EXIT_OK) return rc;
    tell_ready(j, m, path);
    job_report(j, m->name, "fetched", path);
    return EXIT_OK;
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

int get_model(job *j, const index_model *m)
{
    if (!may_fetch(j, m)) return EXIT_FAILED;
    announce(j, m);
    if (!model_folder_has_room(&j->folder, room_for(j, m))) return EXIT_FAILED;
    if (!model_folder_take(&j->folder)) return signals_asked() ? EXIT_STOPPED : EXIT_FAILED;
    if (has_come(j, m)) return EXIT_OK;
    if (!model_folder_has_room(&j->folder, room_for(j, m))) return EXIT_FAILED;
    char *path = model_folder_model(&j->folder, m->name);
    const int rc = fetch_model(j, m, path);
    free(path);
    return rc;
}

/* ---- All that are asked for ------------------------------------------------------------------ */

static int get_one(job *j, const installed_list *have, const index_model *m)
{
    const installed *old = installed_named(have, m->name);
    char size[32] = "an unknown size";

    if (old && !j->set.force && !installed_is_same(old, m)) {
        complain("%s: is there already, from %s; --force replaces it", old->path,
                 old->place ? old->place : "a list of models");
        return EXIT_FAILED;
    }
    if (is_current(j, old, m)) {
        if (model_folder_take_left(&j->folder)) remove_parts(j, m);
        return EXIT_OK;
    }
    if (!old && !j->set.force && is_foreign(j, m)) return EXIT_FAILED;
    if (j->set.offline) {
        if (m->size) printable_bytes(size, sizeof size, m->size);
        complain("%s: is not there, and --offline asks no server for it (%s)", m->name, size);
        return EXIT_FAILED;
    }
    return get_model(j, m);
}

/* True, which is told, if what a hub would be asked for was fetched, and no server may be asked. */
static bool is_there(job *j, const installed_list *have, const char *word)
{
    const installed *const old =
        j->set.offline && !j->set.force ? installed_from(have, word) : NULL;

    if (!old) return false;
    if (!j->set.quiet) complain("%s: is there already: %s", old->name, old->path);
    job_report(j, old->name, "present", old->path);
    return true;
}

int get_models(job *j, char **names, int n)
{
    int status = EXIT_OK;
    installed_list have;

    for (int i = 0; i < n && status != EXIT_STOPPED; i++) {
        installed_find(&have, &j->folder); /* which may be what came just now */
        const index_model *m = NULL;
        int one = EXIT_OK;
        if (!is_there(j, &have, names[i])) one = find_model(j, names[i], &m);
        if (m) one = get_one(j, &have, m);
        status = job_worse(status, job_report_failed(j, m ? m->name : names[i], one));
        installed_free(&have);
    }
    return status;
}
