/* hf.c - Hugging Face directories of encoder-decoders: which files, and how they are read. */
#include "import/hf/hf.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/safetensors.h"
#include "formats/torch/torch.h"
#include "import/hf/hf_adapter.h"
#include "import/hf/hf_network.h"
#include "import/hf/hf_vocab.h"
#include "import/hf/t5.h"
#include "import/shared/missing_files.h"

/* ---- Marian's start ----------------------------------------------------------------------- */

/* True if the last row of a table is all zeros; also when there is no such table. */
static bool ends_in_zeros(const tr_arrays *file, const char *name, uint32_t rows, uint32_t columns,
                          bool *failed)
{
    const tr_element_layout layout = {columns, columns, 1};
    const tr_array *t = tr_arrays_find(file, name);
    bool zeros = true;

    if (!t) return true;
    if (t->n != (size_t)rows * columns) return false;
    float *x = malloc(columns * sizeof *x);
    *failed = *failed || !x;
    if (!x || tr_arrays_floats(t, t->n - columns, columns, &layout, x, NULL) < 0) zeros = false;
    for (uint32_t i = 0; zeros && i < columns; i++)
        zeros = x[i] == 0;
    free(x);
    return zeros;
}

/* Marian's decoder starts from a zero vector.  Conversions append <pad> to the vocabulary, which
 * has that as its embedding; its logit, always 0, would take a share of every probability. */
static int find_zero_pad(const tr_config *m, tr_hf_config *c, const tr_arrays *file, tr_error *err)
{
    static const char *const tables[] = {"model.shared.weight", "model.decoder.embed_tokens.weight",
                                         "lm_head.weight"};
    bool failed = false;

    if (c->family != TR_HF_MARIAN || c->pad < 0 || c->pad != c->start ||
        (uint32_t)c->pad != c->target_vocab - 1 || !c->suppressed[c->pad])
        return 0;
    c->zero_pad = ends_in_zeros(file, "final_logits_bias", c->target_vocab, 1, &failed) &&
                  ends_in_zeros(file, "lm_head.bias", c->target_vocab, 1, &failed);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        c->zero_pad =
            c->zero_pad && ends_in_zeros(file, tables[i], c->target_vocab, m->d_model, &failed);
    return failed ? tr_fail_memory(err) : 0;
}

/* ---- Files -------------------------------------------------------------------------------- */

/* The names of weights, the best first. */
static const struct {
    const char *name;
    const tr_arrays_format *format;
    bool is_index;
} usual[] = {{"model.safetensors", &tr_safetensors, false},
             {"model.safetensors.index.json", &tr_safetensors, true},
             {"pytorch_model.bin", &tr_torch, false},
             {"pytorch_model.bin.index.json", &tr_torch, true}};

enum { N_USUAL = sizeof usual / sizeof *usual };

/* PyTorch's are archives or not. */
static bool is_torch(const char *path)
{
    return tr_ends_in(path, ".pt") || tr_ends_in(path, ".pth") || tr_ends_in(path, ".ckpt") ||
           tr_ends_in(path, "pytorch_model.bin");
}

/* Returns the number of the first that is there, or N_USUAL. */
static size_t find_usual(const tr_bundle *b, int *rc, tr_error *err)
{
    size_t i = 0;

    while (i < N_USUAL && !tr_bundle_finds(b, usual[i].name, rc, err))
        i++;
    return i;
}

static int is_hf(const char *input, tr_bundle *inside, tr_error *err)
{
    if (!inside || is_torch(input)) return tr_ends_in(input, ".safetensors") || is_torch(input);
    int rc = tr_bundle_enter(inside, "config.json", err);
    if (rc <= 0) return rc;
    rc = 0;
    const bool is = find_usual(inside, &rc, err) < N_USUAL;
    return rc ? rc : is;
}

/* `weights` NULL: files with the usual names. */
static int open_weights(tr_arrays *s, const tr_bundle *b, const char *weights, tr_error *err)
{
    int rc = 0;

    if (weights)
        return tr_arrays_open(s, b, is_torch(weights) ? &tr_torch : &tr_safetensors, weights, err);
    const size_t i = find_usual(b, &rc, err);
    if (rc < 0) return rc;
    if (i == N_USUAL) return tr_arrays_open(s, b, &tr_safetensors, usual[0].name, err);
    return (usual[i].is_index ? tr_arrays_open_index : tr_arrays_open)(s, b, usual[i].format,
                                                                       usual[i].name, err);
}

/* What PyTorch puts before the names of a model that is trained on several devices (DataParallel),
 * and of one that was compiled. */
static void unwrap(tr_arrays *s)
{
    static const char *const wraps[] = {"module.", "_orig_mod."};
    bool any = true;

    while (any) {
        any = false;
        for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++)
            any = tr_arrays_drop_prefix(s, wraps[i]) || any;
    }
}

/* im->file: the model's arrays first. */
typedef struct hf_files {
    tr_arrays weights, adapter;
} hf_files;

static void close_files(void *foreign)
{
    hf_files *const files = foreign;

    tr_arrays_close(&files->weights);
    tr_arrays_close(&files->adapter);
    free(files);
}

static int describe(tr_import *im, const char *weights, tr_error *err)
{
    tr_config *m = &im->config;
    tr_hf_config c;

    hf_files *const files = calloc(1, sizeof *files);
    if (!files) return tr_fail_memory(err);
    tr_arrays *const file = &files->weights;
    im->file = files;
    im->close = close_files;
    int rc = weights ? tr_missing_files_refuse_weights(&im->bundle, weights, err) : 0;
    if (rc == 0) rc = open_weights(file, &im->bundle, weights, err);
    if (rc == 0) unwrap(file);
    if (rc == 0) rc = tr_hf_list_arrays(im, file, err);
    if (rc == 0) rc = tr_hf_adapter_merge(im, &files->adapter, err);
    if (rc == 0) rc = tr_t5_is(im, err);
    if (rc > 0) return tr_t5_describe(im, err);
    if (rc == 0) rc = tr_hf_config_read(&c, im, err);
    if (rc == 0) rc = find_zero_pad(m, &c, file, err);
    if (rc < 0) return rc;
    m->source_vocab = c.source_vocab - (c.zero_pad && c.shared_table);
    m->target_vocab = c.target_vocab - c.zero_pad;
    m->start_id = c.zero_pad ? -1 : c.start;
    rc = tr_hf_read_vocab(im, &c, err);
    return rc ? rc : tr_hf_add_tensors(im, &c, file, err);
}

/* A file of weights, with the others beside it. */
static int open_hf_file(tr_import *im, const char *weights, tr_error *err)
{
    const char *slash = strrchr(weights, '/');
    const size_t len = slash ? (size_t)(slash - weights) : 1;

    const char *folder = tr_region_copy(&im->memory, slash ? weights : ".", len);
    if (!folder) return tr_fail_memory(err);
    const int rc = tr_import_open_bundle(im, folder, err);
    return rc ? rc : describe(im, slash ? slash + 1 : weights, err);
}

static int open_hf(tr_import *im, tr_error *err)
{
    const char *input = im->options->input;

    const int kind = tr_file_kind(input, err);
    if (kind < 0) return kind;
    if (kind != TR_FILE_DIRECTORY && is_torch(input)) return open_hf_file(im, input, err);
    int rc = tr_import_look_inside(im, err);
    if (rc == 0) return open_hf_file(im, input, err);
    if (rc > 0) rc = tr_bundle_enter(&im->bundle, "config.json", err);
    return rc < 0 ? rc : describe(im, NULL, err);
}

const tr_importer tr_hf_importer = {.name = "hf", .recognises = is_hf, .open = open_hf};
