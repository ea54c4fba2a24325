/* hf.c - Hugging Face directories of encoder-decoders in safetensors: which files, and how
 * they are read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "import/hf.h"

/* ---- Marian's start ----------------------------------------------------------------------- */

/* Whether the last row of a table is all zeros; also when there is no such table. */
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
static int find_zero_pad(tr_hf_config *c, const tr_safetensors *file, tr_error *err)
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
            c->zero_pad && ends_in_zeros(file, tables[i], c->target_vocab, c->dim, &failed);
    return failed ? tr_fail_memory(err) : 0;
}

/* ---- Files -------------------------------------------------------------------------------- */

static const char whole_name[] = "model.safetensors";
static const char index_name[] = "model.safetensors.index.json";

static bool is_directory(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *tr_hf_path(tr_import *im, const char *folder, const char *name)
{
    const size_t folder_len = strlen(folder), name_len = strlen(name);

    char *path = TR_REGION_TAKE(&im->memory, char, folder_len + name_len + 2);
    if (path) snprintf(path, folder_len + name_len + 2, "%s/%s", folder, name);
    return path;
}

bool tr_hf_has_file(const char *folder, const char *name)
{
    struct stat st;
    tr_buf path = {0};

    tr_buf_printf(&path, "%s/%s", folder, name);
    const bool has = !path.failed && stat(path.data, &st) == 0 && S_ISREG(st.st_mode);
    tr_buf_free(&path);
    return has;
}

/* What PyTorch writes runs code when it is read. */
static const char *const pickles[] = {"pytorch_model.bin", "pytorch_model.bin.index.json"};

static bool is_pickle(const char *path)
{
    return tr_ends_in(path, ".pt") || tr_ends_in(path, ".pth") || tr_ends_in(path, ".ckpt") ||
           tr_ends_in(path, "pytorch_model.bin");
}

static bool is_hf(const char *input)
{
    if (!is_directory(input)) return tr_ends_in(input, ".safetensors") || is_pickle(input);
    return tr_hf_has_file(input, "config.json") &&
           (tr_hf_has_file(input, whole_name) || tr_hf_has_file(input, index_name) ||
            tr_hf_has_file(input, pickles[0]) || tr_hf_has_file(input, pickles[1]));
}

static int refuse_pickle(const char *path, const char *folder, tr_error *err)
{
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s: is a pickle, which can run code and is never opened; transformers makes "
                   "safetensors of it: python3 -c \"from transformers import AutoModelForSeq2SeqLM "
                   "as M; M.from_pretrained('%s').save_pretrained('%s')\"",
                   path, folder, folder);
}

static int open_file(tr_import *im, const char *folder, tr_safetensors *s, tr_error *err)
{
    const bool whole = tr_hf_has_file(folder, whole_name);
    const char *path = tr_hf_path(im, folder, whole ? whole_name : index_name);

    if (!path) return tr_fail_memory(err);
    for (size_t i = 0; !whole && i < sizeof pickles / sizeof *pickles; i++)
        if (!tr_hf_has_file(folder, index_name) && tr_hf_has_file(folder, pickles[i]))
            return refuse_pickle(tr_hf_path(im, folder, pickles[i]), folder, err);
    return whole ? tr_safetensors_open(s, path, err) : tr_safetensors_open_index(s, path, err);
}

static void close_file(void *foreign)
{
    tr_safetensors_close(foreign);
    free(foreign);
}

/* `weights` NULL: those that have the usual names. */
static int open_folder(tr_import *im, const char *folder, const char *weights, tr_error *err)
{
    tr_hf_config config;

    tr_safetensors *file = calloc(1, sizeof *file);
    if (!file) return tr_fail_memory(err);
    im->foreign = file;
    im->read = tr_hf_read_slice;
    im->close = close_file;
    int rc = weights ? tr_safetensors_open(file, weights, err) : open_file(im, folder, file, err);
    if (rc == 0) rc = tr_hf_config_read(&config, im, folder, err);
    if (rc == 0) rc = find_zero_pad(&config, file, err);
    if (rc < 0) return rc;
    tr_hf_describe(&im->config, &config, (uint32_t)im->options->max_source);
    rc = tr_hf_read_vocab(im, &config, folder, err);
    return rc ? rc : tr_hf_add_tensors(im, &config, file, err);
}

static int open_hf(tr_import *im, tr_error *err)
{
    const char *input = im->options->input;
    const char *slash = strrchr(input, '/');

    if (is_directory(input)) return open_folder(im, input, NULL, err);
    const char *folder = slash ? tr_region_copy(&im->memory, input, (size_t)(slash - input)) : ".";
    if (!folder) return tr_fail_memory(err);
    if (is_pickle(input)) return refuse_pickle(input, folder, err);
    return open_folder(im, folder, input, err);
}

const tr_importer tr_hf_importer = {.name = "hf", .recognises = is_hf, .open = open_hf};
