#include "import/shared/missing_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* A file that tells what a model is, and what it needs beside it.  The first that fits is told. */
typedef struct sign {
    const char *file, *lacks;
} sign;

/* Weights in other forms come first: they lie beside config.json. */
static const sign signs[] = {
    {"adapter_model.safetensors",
     "changes another model (it is an adapter): convert that one, with --adapter and this folder"},
    {"adapter_model.bin",
     "changes another model (it is an adapter): convert that one, with --adapter and this folder"},
    {"tf_model.h5", "is for TensorFlow; model.safetensors, the weights to be read, is missing"},
    {"flax_model.msgpack", "is for Flax; model.safetensors, the weights to be read, is missing"},
    {"rust_model.ot", "is for rust-bert; model.safetensors, the weights to be read, is missing"},
    {"model.bin", "is there, but no vocabulary: shared_vocabulary.json, or "
                  "source_vocabulary.json and target_vocabulary.json (CTranslate2), is missing"},
    {"shared_vocabulary.json", "is there, but no weights: model.bin (CTranslate2) is missing"},
    {"shared_vocabulary.txt", "is there, but no weights: model.bin (CTranslate2) is missing"},
    {"target_vocabulary.json", "is there, but no weights: model.bin (CTranslate2) is missing"},
    {"target_vocabulary.txt", "is there, but no weights: model.bin (CTranslate2) is missing"},
    {"decoder.yml", "is there, but no tokenizer: source.spm or source.bpe (OPUS-MT) is missing"},
    {"config.json", "is there, but no weights: model.safetensors (Hugging Face) is missing"},
    {"tokenizer_config.json",
     "is there, but neither config.json nor model.safetensors (Hugging Face)"},
};

static int refuse_sign(const tr_bundle *b, const sign *s, tr_error *err)
{
    char *const name = tr_bundle_name(b, s->file);
    const int rc =
        name ? tr_fail(err, TR_EUNSUPPORTED, "%s: %s", name, s->lacks) : tr_fail_memory(err);

    free(name);
    return rc;
}

/* True if a file of this name may be a whole model. */
static bool may_be_model(const char *name)
{
    static const char *const ends[] = {".npz", ".argosmodel", ".zip",      ".safetensors",
                                       ".pt",  ".tar.gz",     ".model.bin"};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (tr_ends_in(name, ends[i])) return true;
    return false;
}

/* fairseq's vocabularies: dict.en.txt. */
static bool is_dict(const char *name)
{
    return !strncmp(name, "dict.", 5) && tr_ends_in(name, ".txt");
}

/* The name, in `found`, of what in a directory fits; the first in the order of names, so that the
 * sentence is the same on each file system. */
static void find_inside(const char *path, bool (*fits)(const char *), char *found, size_t size)
{
    DIR *const dir = opendir(path);

    *found = '\0';
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        if (strlen(e->d_name) >= size || (*found && strcmp(e->d_name, found) >= 0)) continue;
        if (fits(e->d_name)) strcpy(found, e->d_name);
    }
    if (dir) closedir(dir);
}

/* The cache of huggingface_hub: models--OWNER--NAME/snapshots/COMMIT/config.json. */
static bool is_hub_cache(const tr_bundle *b, int *rc, tr_error *err)
{
    return tr_bundle_finds(b, "refs/main", rc, err);
}

/* A folder with dictionaries of fairseq's; 0 for others. */
static int refuse_fairseq(const tr_bundle *b, tr_error *err)
{
    char dict[256];

    find_inside(b->path, is_dict, dict, sizeof dict);
    if (!*dict) return 0;
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s/%s: is there, but no weights: model.pt (fairseq) is missing", b->path, dict);
}

static int refuse_directory(const tr_bundle *b, tr_error *err)
{
    char found[256];
    int rc = 0;

    if (is_hub_cache(b, &rc, err))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is a cache of Hugging Face: the model is the folder in its snapshots",
                       b->path);
    if (rc == 0) rc = refuse_fairseq(b, err);
    if (rc < 0) return rc;
    find_inside(b->path, may_be_model, found, sizeof found);
    if (!*found) return 0;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: is a folder; name the model in it, such as %s",
                   b->path, found);
}

int tr_missing_files_refuse(tr_bundle *b, tr_error *err)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const int has = tr_bundle_enter(b, signs[i].file, err);
        if (has < 0) return has;
        if (has) return refuse_sign(b, &signs[i], err);
    }
    return tr_bundle_is_archive(b) ? 0 : refuse_directory(b, err);
}

int tr_missing_files_refuse_weights(const tr_bundle *b, const char *weights, tr_error *err)
{
    int rc = 0;

    if (tr_bundle_finds(b, "config.json", &rc, err) || rc < 0) return rc;
    return tr_fail(err, TR_EUNSUPPORTED,
                   "%s/%s: has weights alone: config.json (Hugging Face), which describes them, is "
                   "missing, or dict.LANGUAGE.txt (fairseq)",
                   b->path, weights);
}
