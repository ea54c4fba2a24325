#include "import/importers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/failed_download.h"
#include "import/shared/missing_files.h"
#include "translate.h"

/* In the order in which they are asked. */
static const tr_importer *const importers[] = {
    &tr_argos_importer, &tr_ct2_importer,   &tr_bergamot_importer,
    &tr_opus_importer,  &tr_comet_importer, &tr_fairseq_importer,
    &tr_hf_importer,    &tr_gguf_importer,  &tr_marian_importer};

enum { N_IMPORTERS = sizeof importers / sizeof *importers };

/* "marian, opus or ct2". */
static const char *list_importers(char *text, size_t size)
{
    size_t n = 0;

    for (size_t i = 0; i < N_IMPORTERS && n < size; i++) {
        const char *between = !i ? "" : i + 1 < N_IMPORTERS ? ", " : " or ";
        n += (size_t)snprintf(text + n, size - n, "%s%s", between, importers[i]->name);
    }
    return text;
}

static int fail_unknown(const tr_convert_options *o, tr_error *err)
{
    char known[200];
    tr_model *own;
    tr_error why;

    list_importers(known, sizeof known);
    if (o->format)
        return tr_fail(err, TR_EINVAL, "format '%.100s' is not known, only %s", o->format, known);
    if (tr_model_open(&own, o->input, &why) == 0) {
        tr_model_close(own);
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is a model of this program already; of one that was trained here, "
                       "\"translate train --resume MODEL.train --export FILE --type int8\" writes "
                       "another type",
                       o->input);
    }
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: is not recognised as a model of another engine; --format %s forces it",
                   o->input, known);
}

static int find_by_name(const tr_importer **importer, const tr_convert_options *o, tr_error *err)
{
    for (size_t i = 0; i < N_IMPORTERS; i++) {
        *importer = importers[i];
        if (!strcmp(o->format, (*importer)->name)) return 0;
    }
    return fail_unknown(o, err);
}

/* No importer reads such a file, whatever its name says. */
static int refuse_impostor(const char *input, tr_error *err)
{
    tr_file file;

    if (tr_file_map(&file, input, NULL) < 0) return 0;
    const int rc = tr_failed_download_refuse(&file, input, err);
    tr_file_unmap(&file);
    return rc;
}

/* A name may tell what a file is that cannot be opened. */
int tr_importer_find(const tr_importer **importer, tr_import *im, tr_error *err)
{
    const tr_convert_options *o = im->options;
    struct stat st;
    tr_error why;

    if (stat(o->input, &st) < 0) return tr_fail(err, TR_EIO, "%s: %s", o->input, strerror(errno));
    if (refuse_impostor(o->input, err) < 0) return TR_EFORMAT;
    if (o->format) return find_by_name(importer, o, err);
    const int inside = tr_import_look_inside(im, &why);
    for (size_t i = 0; i < N_IMPORTERS; i++) {
        *importer = importers[i];
        const int is = (*importer)->recognises(o->input, inside > 0 ? &im->bundle : NULL, err);
        if (is) return is < 0 ? is : 0;
    }
    if (inside < 0) return tr_fail(err, inside, "%s", why.msg);
    const int lacks = inside ? tr_missing_files_refuse(&im->bundle, err) : 0;
    return lacks < 0 ? lacks : fail_unknown(o, err);
}
