/* hf.c - Hugging Face directories of encoder-decoders in safetensors: which files, and how
 * they are read. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "import/hf_network.h"
#include "import/hf_vocab.h"
#include "import/importers.h"

/* ---- Marian's start ----------------------------------------------------------------------- */

/* True if the last row of a table is all zeros; also when there is no such table. */
static bool ends_in_zeros(const tr_safetensors *file, const char *name, uint32_t rows,
                          uint32_t columns, bool *failed)
{
    const tr_element_layout layout = {columns, columns, 1};
    const tr_safetensor *t = tr_safetensors_find(file, name);
    bool zeros = true;

    if (!t) return true;
    if (t->n != (size_t)rows * columns) return false;
    float *x = malloc(columns * sizeof *x);
    *failed = *failed || !x;
    if (!x || tr_safetensors_floats(t, t->n - columns, columns, &layout, x, NULL) < 0)
        zeros = false;
    for (uint32_t i = 0; zeros && i < columns; i++)
        zeros = x[i] == 0;
    free(x);
    return zeros;
}

/* Marian's decoder starts from a zero vector.  Conversions append <pad> to the vocabulary, which
 * has that as its embedding; its logit, always 0, would take a share of every probability. */
static int find_zero_pad(const tr_config *m, tr_hf_config *c, const tr_safetensors *file,
                         tr_error *err)
{
    static const char *const tables[] = {"model.shared.weight", "model.decoder.embed_tokens.weight",
                                         "lm_head.weight"};
    bool failed = false;

    if (c->family != TR_HF_MARIAN || c->pad < 0 || c->pad != c->start ||
        (uint32_t)c->pad != c->target_vocab - 1 || !c->suppressed[c->pad])
        return 0;
    c->zero_pad = ends_in_zeros(file, "final_logits_bias", c->target_vocab, 1, &failed);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        c->zero_pad =
            c->zero_pad && ends_in_zeros(file, tables[i], c->target_vocab, m->d_model, &failed);
    return failed ? tr_fail_memory(err) : 0;
}

/* ---- Files -------------------------------------------------------------------------------- */

static const char whole_name[] = "model.safetensors";
static const char index_name[] = "model.safetensors.index.json";

/* Files of PyTorch run code when they are read. */
static const char *const pickles[] = {"pytorch_model.bin", "pytorch_model.bin.index.json"};

static bool is_pickle(const char *path)
{
    return tr_ends_in(path, ".pt") || tr_ends_in(path, ".pth") || tr_ends_in(path, ".ckpt") ||
           tr_ends_in(path, "pytorch_model.bin");
}

static int is_hf(const char *input, tr_bundle *inside, tr_error *err)
{
    if (!inside || is_pickle(input)) return tr_ends_in(input, ".safetensors") || is_pickle(input);
    int rc = tr_bundle_enter(inside, "config.json", err);
    if (rc <= 0) return rc;
    rc = 0;
    const bool is = tr_bundle_finds(inside, whole_name, &rc, err) ||
                    tr_bundle_finds(inside, index_name, &rc, err) ||
                    tr_bundle_finds(inside, pickles[0], &rc, err) ||
                    tr_bundle_finds(inside, pickles[1], &rc, err);
    return rc ? rc : is;
}

static int refuse_pickle(const char *path, const char *folder, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: is a pickle, which can run code and is never opened; transformers makes "
                   "safetensors of it: python3 -c \"from transformers import AutoModelForSeq2SeqLM "
                   "as M; M.from_pretrained('%s').save_pretrained('%s')\"",
                   path, folder, folder);
}

static int refuse_member(const tr_bundle *b, const char *name, tr_error *err)
{
    char *path = tr_bundle_name(b, name);
    const int rc = path ? refuse_pickle(path, b->path, err) : tr_fail_memory(err);
    free(path);
    return rc;
}

/* `weights` NULL: those that have the usual names. */
static int open_weights(tr_safetensors *s, const tr_bundle *b, const char *weights, tr_error *err)
{
    int rc = 0;

    if (!weights && tr_bundle_finds(b, whole_name, &rc, err)) weights = whole_name;
    if (weights) return tr_safetensors_open(s, b, weights, err);
    const bool index = tr_bundle_finds(b, index_name, &rc, err);
    for (size_t i = 0; !index && i < sizeof pickles / sizeof *pickles; i++)
        if (tr_bundle_finds(b, pickles[i], &rc, err)) return refuse_member(b, pickles[i], err);
    return rc ? rc : tr_safetensors_open_index(s, b, index_name, err);
}

static void close_file(void *foreign)
{
    tr_safetensors_close(foreign);
    free(foreign);
}

static int describe(tr_import *im, const char *weights, tr_error *err)
{
    tr_config *m = &im->config;
    tr_hf_config c;

    tr_safetensors *file = calloc(1, sizeof *file);
    if (!file) return tr_fail_memory(err);
    im->file = file;
    im->close = close_file;
    int rc = open_weights(file, &im->bundle, weights, err);
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
    if (is_pickle(weights)) return refuse_pickle(weights, folder, err);
    const int rc = tr_import_open_bundle(im, folder, err);
    return rc ? rc : describe(im, slash ? slash + 1 : weights, err);
}

static int open_hf(tr_import *im, tr_error *err)
{
    const char *input = im->options->input;

    const int kind = tr_file_kind(input, err);
    if (kind < 0) return kind;
    if (kind != TR_FILE_DIRECTORY && is_pickle(input)) return open_hf_file(im, input, err);
    int rc = tr_import_look_inside(im, err);
    if (rc == 0) return open_hf_file(im, input, err);
    if (rc > 0) rc = tr_bundle_enter(&im->bundle, "config.json", err);
    return rc < 0 ? rc : describe(im, NULL, err);
}

const tr_importer tr_hf_importer = {.name = "hf", .recognises = is_hf, .open = open_hf};
