/* fairseq.c - checkpoints of fairseq: which files, and how they are read. */
#include "import/fairseq/fairseq.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/torch/torch.h"
#include "import/fairseq/fairseq_dict.h"
#include "import/fairseq/fairseq_network.h"

/* ---- Recognising -------------------------------------------------------------------------- */

static bool is_checkpoint(const char *name)
{
    return tr_ends_in(name, ".pt");
}

/* The folder that a file lies in: the caller's to free, NULL out of memory. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : strdup(".");
}

/* config.json beside makes it Hugging Face's. */
static int has_dict_alone(const char *folder, tr_error *err)
{
    char found[TR_FAIRSEQ_MAX_FILE + 1];
    tr_bundle b;

    if (!tr_fairseq_list_files(folder, "", tr_fairseq_is_dict, found)) return 0;
    int rc = tr_bundle_open(&b, folder, "", err);
    if (rc < 0) return rc;
    rc = tr_bundle_has(&b, "config.json", err);
    tr_bundle_close(&b);
    return rc < 0 ? rc : !rc;
}

static int is_fairseq(const char *input, tr_bundle *inside, tr_error *err)
{
    char found[TR_FAIRSEQ_MAX_FILE + 1];

    if (is_checkpoint(input)) {
        char *folder = folder_of(input);
        const int is = folder ? has_dict_alone(folder, err) : tr_fail_memory(err);
        free(folder);
        return is;
    }
    if (!inside || tr_bundle_is_archive(inside)) return 0;
    const int is = has_dict_alone(inside->path, err);
    return is <= 0 ? is : tr_fairseq_list_files(inside->path, "", is_checkpoint, found) > 0;
}

/* ---- Reading ------------------------------------------------------------------------------ */

typedef struct opened {
    tr_arrays arrays;
    tr_torch_pickle pickle; /* settings refer to it */
} opened;

static void close_opened(void *file)
{
    opened *o = file;

    tr_torch_pickle_close(&o->pickle);
    tr_arrays_close(&o->arrays);
    free(o);
}

/* Networks that are normed before their blocks were not normed after their stacks once, and the
 * settings do not tell; a counter does. */
static int check_version(const tr_import *im, const tr_arrays *file, tr_error *err)
{
    static const char *const names[] = {"encoder.version", "decoder.version"};
    static const float least[] = {2, 3};
    const tr_element_layout layout = {1, 1, 1};

    for (size_t i = 0; im->config.pre_norm && i < 2; i++) {
        const tr_array *t = tr_arrays_find(file, names[i]);
        float version = 1;
        const int rc =
            t && t->n && t->element >= 0 ? tr_arrays_floats(t, 0, 1, &layout, &version, err) : 0;
        if (rc < 0) return rc;
        if (version < least[i])
            return tr_fail(err, TR_EUNSUPPORTED,
                           "%s: %s is of a network that has no norm behind its layers but before "
                           "its blocks (normalize_before), which is not supported",
                           im->options->input, names[i]);
    }
    return 0;
}

static int describe_opened(tr_import *im, const opened *o, tr_error *err)
{
    const char *path = o->arrays.shards[0].path;
    tr_fairseq_config c;
    tr_fairseq_args args;

    int rc = tr_fairseq_args_open(&args, &o->pickle, path, err);
    if (rc == 0) rc = tr_fairseq_config_read(&c, im, &args);
    if (rc == 0) rc = check_version(im, &o->arrays, err);
    if (rc == 0) rc = tr_fairseq_list_arrays(im, &c, &o->arrays, err);
    if (rc == 0) rc = tr_fairseq_count_ids(im, &c, err);
    if (rc == 0) rc = tr_fairseq_read_dicts(&c, im, err);
    return rc ? rc : tr_fairseq_add_tensors(im, &c, err);
}

static int describe(tr_import *im, const char *name, tr_error *err)
{
    opened *o = calloc(1, sizeof *o);

    if (!o) return tr_fail_memory(err);
    im->file = o;
    im->close = close_opened;
    int rc = tr_arrays_open(&o->arrays, &im->bundle, &tr_torch, name, err);
    if (rc < 0) return rc;
    const tr_arrays_shard *shard = &o->arrays.shards[0];
    rc = tr_torch_pickle_open(&o->pickle, &shard->file, shard->path, err);
    return rc ? rc : describe_opened(im, o, err);
}

/* ---- Files -------------------------------------------------------------------------------- */

/* The checkpoint of a folder: one of the usual names, or the only one. */
static int choose_checkpoint(const tr_import *im, char name[TR_FAIRSEQ_MAX_FILE + 1], tr_error *err)
{
    static const char *const usual[] = {"model.pt", "checkpoint_best.pt", "checkpoint_last.pt"};
    const tr_bundle *b = &im->bundle;
    int rc = 0;

    for (size_t i = 0; i < sizeof usual / sizeof *usual && rc == 0; i++) {
        strcpy(name, usual[i]);
        if (tr_bundle_finds(b, name, &rc, err)) return 0;
    }
    if (rc < 0) return rc;
    const size_t n = tr_fairseq_list_files(b->path, "", is_checkpoint, name);
    if (n == 1) return 0;
    if (!n) return tr_fail(err, TR_EUNSUPPORTED, "%s: has no model.pt (fairseq)", b->path);
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: has %zu checkpoints, each a model of its own; name one, such as %s",
                   b->path, n, name);
}

/* Dictionaries lie beside the checkpoint. */
static int refuse_options(const tr_import *im, tr_error *err)
{
    const tr_convert_options *o = im->options;

    if (!o->source_vocab && !o->target_vocab) return 0;
    return tr_fail(err, TR_EINVAL,
                   "%s: a vocabulary cannot be given; the dictionaries of fairseq are those that "
                   "lie beside the checkpoint",
                   o->input);
}

static int open_checkpoint(tr_import *im, const char *path, tr_error *err)
{
    const char *slash = strrchr(path, '/');
    char *folder = folder_of(path);

    if (!folder) return tr_fail_memory(err);
    const int rc = tr_import_open_bundle(im, folder, err);
    free(folder);
    return rc ? rc : describe(im, slash ? slash + 1 : path, err);
}

static int open_fairseq(tr_import *im, tr_error *err)
{
    const char *input = im->options->input;
    char name[TR_FAIRSEQ_MAX_FILE + 1];

    int rc = refuse_options(im, err);
    if (rc < 0) return rc;
    const int kind = tr_file_kind(input, err);
    if (kind < 0) return kind;
    if (kind != TR_FILE_DIRECTORY) return open_checkpoint(im, input, err);
    rc = tr_import_open_bundle(im, input, err);
    if (rc == 0) rc = choose_checkpoint(im, name, err);
    return rc ? rc : describe(im, name, err);
}

const tr_importer tr_fairseq_importer = {
    .name = "fairseq", .recognises = is_fairseq, .open = open_fairseq};
