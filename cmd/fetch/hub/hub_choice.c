#include "hub_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "hub_gguf.h"

/* ---- Lists of files ------------------------------------------------------------------------ */

/* The names, which end in NULL, of files that are there; an empty file says nothing. */
static void add_all(hub_choice *c, const hub_repository *r, const char *const *names)
{
    for (; *names; names++)
        hub_choice_add(c, hub_find_file(r, *names));
}

static const hub_file *find_any(const hub_repository *r, const char *const *names)
{
    const hub_file *f = NULL;

    while (*names && !(f = hub_find_file(r, *names)))
        names++;
    return f;
}

/* The smallest file whose name begins and ends so; of several as small, the first in the order of
 * names.  *n: how many there are. */
static const hub_file *find_smallest(const hub_repository *r, const char *begin, const char *end,
                                     size_t *n)
{
    const hub_file *best = NULL;

    *n = 0;
    for (size_t i = 0; i < r->n_files; i++) {
        const hub_file *const f = &r->files[i];
        if (strncmp(f->name, begin, strlen(begin)) != 0 || !hub_name_ends(f->name, end)) continue;
        ++*n;
        if (!best || f->size < best->size ||
            (f->size == best->size && strcmp(f->name, best->name) < 0))
            best = f;
    }
    return best;
}

/* ---- Hugging Face -------------------------------------------------------------------------- */

/* The weights that the importer takes where there are several: the first in the list.  Where there
 * are none of these names, the smallest of their variants (model.fp16.safetensors). */
static const hub_file *find_weights(const hub_repository *r, bool *is_index, bool *is_variant)
{
    static const struct {
        const char *name;
        bool is_index;
    } usual[] = {{"model.safetensors", false},
                 {"model.safetensors.index.json", true},
                 {"pytorch_model.bin", false},
                 {"pytorch_model.bin.index.json", true}};
    const hub_file *f = NULL;
    size_t n;

    for (size_t i = 0; !f && i < sizeof usual / sizeof *usual; i++) {
        f = hub_find_file(r, usual[i].name);
        *is_index = usual[i].is_index;
    }
    *is_variant = !f;
    if (f) return f;
    *is_index = false;
    f = find_smallest(r, "model.", ".safetensors", &n);
    return f;
}

static const char *choose_hf(hub_choice *c, const hub_repository *r, const hub_file *wanted)
{
    static const char *const names[] = {"config.json",
                                        "generation_config.json",
                                        "tokenizer_config.json",
                                        "added_tokens.json",
                                        "tokenizer.json",
                                        "tokenization_small100.py",
                                        "vocab.json",
                                        "target_vocab.json",
                                        "vocab-src.json",
                                        "vocab-tgt.json",
                                        "dict.SRC.json",
                                        "dict.TGT.json",
                                        "model.SRC",
                                        "model.TGT",
                                        "merges.txt",
                                        "source.spm",
                                        "target.spm",
                                        "source.bpe",
                                        "target.bpe",
                                        "sentencepiece.bpe.model",
                                        "spiece.model",
                                        "adapter_config.json",
                                        NULL};
    static const char *const adapters[] = {"adapter_model.safetensors", "adapter_model.bin", NULL};
    bool is_index = false, is_variant = true;
    const hub_file *const weights = wanted ? wanted : find_weights(r, &is_index, &is_variant);

    c->format = "hf";
    add_all(c, r, names);
    if (!weights->size) return "its weights are empty";
    hub_choice_add(c, weights);
    if (hub_is_chosen(c, "adapter_config.json")) hub_choice_add(c, find_any(r, adapters));
    if (is_index) c->index = weights;
    if (is_variant) c->input = weights;
    return NULL;
}

/* ---- CTranslate2 --------------------------------------------------------------------------- */

static const char *choose_ct2(hub_choice *c, const hub_repository *r)
{
    static const char *const lists[] = {"config.json",
                                        "shared_vocabulary.json",
                                        "shared_vocabulary.txt",
                                        "source_vocabulary.json",
                                        "source_vocabulary.txt",
                                        "target_vocabulary.json",
                                        "target_vocabulary.txt",
                                        "model.bin",
                                        NULL};
    static const char *const tokenizers[] = {"source.spm",
                                             "target.spm",
                                             "src.spm.model",
                                             "tgt.spm.model",
                                             "joint.spm.model",
                                             "sentencepiece.model",
                                             "spiece.model",
                                             "sentencepiece.bpe.model",
                                             NULL};

    c->format = "ct2";
    add_all(c, r, lists);
    add_all(c, r, tokenizers);
    if (find_any(r, tokenizers)) return NULL;
    return "has no SentencePiece model beside CTranslate2's model.bin, and no text can be cut "
           "without: get source.spm, spiece.model or sentencepiece.bpe.model of the model that it "
           "was made of, and give it to translate convert with --spm";
}

/* ---- Marian -------------------------------------------------------------------------------- */

static const char *choose_opus(hub_choice *c, const hub_repository *r)
{
    static const char *const names[] = {"decoder.yml", "source.spm", "target.spm",
                                        "source.bpe",  "target.bpe", "preprocess.sh",
                                        "README.md",   "LICENSE",    NULL};

    c->format = "opus";
    add_all(c, r, names);
    c->settings = hub_find_file(r, "decoder.yml");
    return NULL;
}

static const char *choose_bergamot(hub_choice *c, const hub_repository *r, const hub_file *config)
{
    static const char *const names[] = {"model_info.json", "metadata.json", NULL};

    c->format = "bergamot";
    hub_choice_add(c, config);
    add_all(c, r, names);
    c->settings = config;
    return NULL;
}

/* Bergamot's names, without a configuration: model.*.bin, vocab.*.spm, lex.*.bin. */
static const char *choose_by_names(hub_choice *c, const hub_repository *r)
{
    static const char *const begins[] = {"model.", "vocab.", "srcvocab.", "trgvocab.", "lex."};

    c->format = "bergamot";
    for (size_t i = 0; i < r->n_files; i++)
        for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
            if (!strncmp(r->files[i].name, begins[k], strlen(begins[k])) &&
                (hub_name_ends(r->files[i].name, ".bin") ||
                 hub_name_ends(r->files[i].name, ".spm")))
                hub_choice_add(c, &r->files[i]);
    return NULL;
}

/* A model of Marian's alone, beside the SentencePiece models of its sides. */
static const char *choose_marian(hub_choice *c, const hub_repository *r, const hub_file *model)
{
    size_t n;

    c->format = "marian";
    c->input = model;
    hub_choice_add(c, model);
    c->vocab[0] = hub_find_file(r, "source.spm");
    c->vocab[1] = hub_find_file(r, "target.spm");
    if (!c->vocab[0] || !c->vocab[1]) {
        c->vocab[0] = find_smallest(r, "", ".spm", &n);
        c->vocab[1] = NULL;
        if (n != 1)
            return n ? "has several SentencePiece models (.spm) beside Marian's weights, and none "
                       "is source.spm: get its files, and give them to translate convert with "
                       "--vocab and --target-vocab"
                     : "has Marian's weights, but no SentencePiece model (.spm) beside them, and "
                       "no decoder.yml or config.yml that names its vocabulary";
    }
    hub_choice_add(c, c->vocab[0]);
    hub_choice_add(c, c->vocab[1]);
    return NULL;
}

/* Of several checkpoints, the one that did best on its development set: as many bytes have all. */
static const hub_file *find_marian(const hub_repository *r)
{
    static const char *const ends[] = {".best-chrf.npz", ".best-bleu-detok.npz", ".best-bleu.npz",
                                       ".best-perplexity.npz", ".npz"};
    const hub_file *f = NULL;
    size_t n;

    for (size_t i = 0; !f && i < sizeof ends / sizeof *ends; i++)
        f = find_smallest(r, "", ends[i], &n);
    return f;
}

/* True if the repository is of one of Marian's forms: then *why tells what is wrong. */
static bool is_marian(hub_choice *c, const hub_repository *r, const char **why)
{
    static const char *const configs[] = {"config.intgemm8bitalpha.yml", "config.yml", NULL};
    const hub_file *const config = find_any(r, configs), *const npz = find_marian(r);
    size_t n;
    const hub_file *const student = find_smallest(r, "model.", ".bin", &n);
    const bool has_opus = hub_find_file(r, "decoder.yml") &&
                          (hub_find_file(r, "source.spm") || hub_find_file(r, "source.bpe"));

    if (has_opus)
        *why = choose_opus(c, r);
    else if (config && (npz || student))
        *why = choose_bergamot(c, r, config);
    else if (student && find_smallest(r, "", ".spm", &n))
        *why = choose_by_names(c, r);
    else if (npz)
        *why = choose_marian(c, r, npz);
    return has_opus || npz || (config && student) || (student && n);
}

/* ---- What is not there --------------------------------------------------------------------- */

static const char *other_programs(const hub_repository *r)
{
    static const struct {
        const char *file, *why;
    } others[] = {
        {"tf_model.h5",
         "its weights are for TensorFlow alone (tf_model.h5): transformers writes others, with "
         "from_pretrained(NAME, from_tf=True).save_pretrained(FOLDER), which convert reads"},
        {"flax_model.msgpack",
         "its weights are for Flax alone (flax_model.msgpack): transformers writes others, with "
         "from_pretrained(NAME, from_flax=True).save_pretrained(FOLDER), which convert reads"},
        {"rust_model.ot",
         "its weights are for rust-bert alone (rust_model.ot): look for the repository that it was "
         "made of, with model.safetensors or pytorch_model.bin"},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (hub_find_file(r, others[i].file)) return others[i].why;
    if (!r->has_onnx) return NULL;
    return "its weights are for ONNX alone: look for the repository that it was made of, with "
           "model.safetensors or pytorch_model.bin";
}

static const char *tell_lack(const hub_repository *r)
{
    const char *const others = other_programs(r);

    if (others) return others;
    if (hub_find_file(r, "config.json"))
        return "has no weights: beside config.json, neither model.safetensors nor "
               "pytorch_model.bin is there";
    return "has no model that convert reads: neither config.json with model.safetensors or "
           "pytorch_model.bin, nor CTranslate2's model.bin with its vocabulary, nor Marian's .npz, "
           "nor a .gguf";
}

/* ---- COMET --------------------------------------------------------------------------------- */

static const char *choose_comet(hub_choice *c, const hub_repository *r)
{
    static const char *const names[] = {"hparams.yaml", "config.json", "sentencepiece.bpe.model",
                                        "checkpoints/model.ckpt", NULL};

    c->format = "comet";
    add_all(c, r, names);
    if (!hub_is_chosen(c, "checkpoints/model.ckpt"))
        return "is a metric, COMET, whose checkpoints/model.ckpt is not there";
    if (hub_is_chosen(c, "sentencepiece.bpe.model")) return NULL;
    c->hparams = hub_find_file(r, "hparams.yaml");
    c->tokenizer = "sentencepiece.bpe.model";
    return NULL;
}

/* ---- The choice ---------------------------------------------------------------------------- */

static const char *choose_adapter(hub_choice *c, const hub_repository *r, const hub_file *weights)
{
    c->format = "hf";
    c->is_adapter = true;
    hub_choice_add(c, hub_find_file(r, "adapter_config.json"));
    hub_choice_add(c, weights);
    if (c->n == 2) return NULL;
    return "changes another model (it is an adapter), and no adapter_config.json says which";
}

/* A file that was asked for by its name. */
static const char *choose_wanted(hub_choice *c, const hub_repository *r, const char *wanted)
{
    const hub_file *const f = hub_find_file(r, wanted);

    if (!f || !f->size) {
        snprintf(c->why, sizeof c->why, "has no file %.200s", wanted);
        return c->why;
    }
    if (hub_name_ends(wanted, ".gguf")) return hub_choose_gguf(c, r, f);
    if (hub_name_ends(wanted, ".npz")) return choose_marian(c, r, f);
    if (hub_name_ends(wanted, ".safetensors") || !strcmp(wanted, "pytorch_model.bin")) {
        if (hub_find_file(r, "config.json")) return choose_hf(c, r, f);
        return "has no config.json, which describes its weights";
    }
    snprintf(c->why, sizeof c->why,
             "%.200s is no file of weights: .gguf, .npz, .safetensors and pytorch_model.bin are",
             wanted);
    return c->why;
}

const char *hub_choose(hub_choice *c, const hub_repository *r, const char *wanted)
{
    static const char *const lists[] = {"shared_vocabulary.json", "shared_vocabulary.txt",
                                        "target_vocabulary.json", "target_vocabulary.txt", NULL};
    static const char *const adapters[] = {"adapter_model.safetensors", "adapter_model.bin", NULL};
    const char *why = NULL;
    bool is_index, is_variant;

    *c = (hub_choice){.format = ""};
    if (*wanted) return choose_wanted(c, r, wanted);
    if (hub_find_file(r, "model.bin") && find_any(r, lists)) return choose_ct2(c, r);
    if (hub_find_file(r, "config.json") && find_weights(r, &is_index, &is_variant))
        return choose_hf(c, r, NULL);
    if (hub_find_file(r, "hparams.yaml")) return choose_comet(c, r);
    if (find_any(r, adapters)) return choose_adapter(c, r, find_any(r, adapters));
    if (is_marian(c, r, &why)) return why;
    if (hub_has_gguf(r)) return hub_choose_gguf(c, r, NULL);
    return tell_lack(r);
}

/* ---- Files that others name ---------------------------------------------------------------- */

const char *hub_choose_shards(hub_choice *c, const hub_repository *r, const cJSON *index)
{
    const cJSON *const map = cJSON_GetObjectItemCaseSensitive(index, "weight_map");
    const cJSON *item;

    if (!cJSON_IsObject(map)) return "the index of its weights has no weight_map";
    cJSON_ArrayForEach(item, map)
    {
        const char *const name = cJSON_GetStringValue(item);
        if (name && hub_is_chosen(c, name)) continue;
        const hub_file *const f = name ? hub_find_file(r, name) : NULL;
        if (!f || !f->size) return "the index of its weights names a file that is not beside it";
        if (c->n == HUB_MAX_CHOSEN) return "its weights are in too many files";
        hub_choice_add(c, f);
    }
    return NULL;
}

/* True for a sign that names of files have. */
static bool is_of_name(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           strchr("._-+", c);
}

const char *hub_choose_named(hub_choice *c, const hub_repository *r, const char *text, size_t len)
{
    const size_t n_before = c->n;
    bool has_weights = false;

    for (size_t i = 0, n; i < len; i += n + 1) {
        for (n = 0; i + n < len && text[i + n] && is_of_name(text[i + n]);)
            n++;
        if (!n) continue;
        char *const name = checked_format("%.*s", (int)n, text + i);
        const hub_file *const f = c->n < HUB_MAX_CHOSEN ? hub_find_file(r, name) : NULL;
        has_weights |= f && (hub_name_ends(name, ".npz") || hub_name_ends(name, ".bin"));
        hub_choice_add(c, f);
        free(name);
    }
    if (has_weights) return NULL;
    c->n = n_before;
    snprintf(c->why, sizeof c->why, "%.100s names no weights that are beside it",
             c->settings->name);
    return c->why;
}
