#include "install.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/signals.h"
#include "fetch/hub/hub_word.h"
#include "installed.h"
#include "stamp.h"

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

/* Makes a link of that name to the part, in a folder below if the name says so. */
static bool link_part(const job *j, const char *name, const char *part)
{
    char *const path = checked_format("%s/%s", j->folder.work, name);
    char *const folder = checked_format("%s/%.*s", j->folder.work, (int)strcspn(name, "/"), name);
    const bool below = strchr(name, '/');
    char *const target = checked_format("%s../%s", below ? "../" : "", strrchr(part, '/') + 1);
    const bool linked =
        (!below || !mkdir(folder, 0777) || errno == EEXIST) && !symlink(target, path);

    if (!linked) complain("%s: cannot be made", path);
    free(target);
    free(folder);
    free(path);
    return linked;
}

/* The parts keep their names, so that a conversion that is broken off loses none. */
static bool link_parts(const job *j, const index_model *m, const download *parts)
{
    for (size_t i = 0; i < m->n_files; i++) {
        const char *name = file_name(m, &m->files[i]);
        const bool packed = parts[i].is_packed && strcmp(m->files[i].kind, "archive") != 0;
        char *const full = checked_format("%s%s", name, packed ? ".gz" : "");
        const bool linked = link_part(j, full, parts[i].path);
        free(full);
        if (!linked) return false;
    }
    return true;
}

static int check_stop(void *ctx, double done)
{
    (void)ctx, (void)done;
    return signals_asked();
}

/* The caller frees it; NULL of none. */
static char *in_work(const job *j, const char *name)
{
    return name ? checked_format("%s/%s", j->folder.work, name) : NULL;
}

/* The file it makes is `made`. */
static int convert(const job *j, const index_model *m, const char *origin, const char *made,
                   tr_error *err)
{
    static const char *const types[] = {NULL, "int8", "float32"};
    const bool is_folder = m->files[0].is_of_hub || strcmp(m->files[0].kind, "archive") != 0;
    tr_convert_options o;

    const char *const only = m->input ? m->input : is_folder ? "" : file_name(m, &m->files[0]);
    char *const input = checked_format("%s%s%s", j->folder.work, *only ? "/" : "", only);
    char *const source = in_work(j, m->vocab[0]), *const target = in_work(j, m->vocab[1]);
    tr_convert_options_init(&o);
    o.format = *m->format ? m->format : NULL;
    o.source_vocab = source;
    o.target_vocab = target;
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
    free(source);
    free(target);
    return rc;
}

static bool fits(const char *language, const char *wanted)
{
    return !*wanted || tr_language_fit(language, wanted);
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
    if (rc == 0 &&
        !(fits(info->source_language, m->source) && fits(info->target_language, m->target))) {
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

void install_remove_parts(const job *j, const index_model *m)
{
    for (size_t i = 0; i < m->n_files; i++)
        download_remove(j, &m->files[i]);
}

int install_parts(const job *j, const index_model *m, const download *parts)
{
    if (!model_folder_clear_work(&j->folder) || !link_parts(j, m, parts)) return EXIT_FAILED;
    char *made = checked_format("%s/%s.gguf", j->folder.work, m->name);
    bool useless;
    int rc = make_file(j, m, parts, made, &useless);
    if (rc == EXIT_FAILED && useless) install_remove_parts(j, m);
    if (rc == EXIT_OK && !model_folder_arrive(&j->folder, made, m->name)) rc = EXIT_FAILED;
    if (rc == EXIT_OK) install_remove_parts(j, m);
    model_folder_clear_work(&j->folder);
    free(made);
    return rc;
}
