#include "hub_choice.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

static bool is_chosen(const hub_choice *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->file[i]->name, name)) return true;
    return false;
}

static void add(hub_choice *c, const hub_file *f)
{
    c->file = checked_realloc(c->file, c->n + 1, sizeof *c->file);
    c->file[c->n++] = f;
}

/* The names, which end in NULL, of files that are there; an empty file says nothing. */
static void add_all(hub_choice *c, const hub_repository *r, const char *const *names)
{
    for (; *names; names++) {
        const hub_file *const f = hub_find_file(r, *names);
        if (f && f->size) add(c, f);
    }
}

static bool has_any(const hub_repository *r, const char *const *names)
{
    while (*names && !hub_find_file(r, *names))
        names++;
    return *names != NULL;
}

/* The weights that the importer takes where there are several: the first in the list. */
static const hub_file *find_weights(const hub_repository *r, bool *is_index)
{
    static const struct {
        const char *name;
        bool is_index;
    } usual[] = {{"model.safetensors", false},
                 {"model.safetensors.index.json", true},
                 {"pytorch_model.bin", false},
                 {"pytorch_model.bin.index.json", true}};
    const hub_file *f = NULL;

    for (size_t i = 0; !f && i < sizeof usual / sizeof *usual; i++) {
        f = hub_find_file(r, usual[i].name);
        *is_index = usual[i].is_index;
    }
    return f;
}

static const char *choose_ct2(hub_choice *c, const hub_repository *r)
{
    static const char *const names[] = {"config.json",
                                        "shared_vocabulary.json",
                                        "shared_vocabulary.txt",
                                        "source_vocabulary.json",
                                        "source_vocabulary.txt",
                                        "target_vocabulary.json",
                                        "target_vocabulary.txt",
                                        "source.spm",
                                        "target.spm",
                                        "src.spm.model",
                                        "tgt.spm.model",
                                        "joint.spm.model",
                                        "sentencepiece.model",
                                        "sentencepiece.bpe.model",
                                        "model.bin",
                                        NULL};

    c->format = "ct2";
    add_all(c, r, names);
    return NULL;
}

static const char *choose_hf(hub_choice *c, const hub_repository *r)
{
    static const char *const names[] = {"config.json",
                                        "generation_config.json",
                                        "tokenizer_config.json",
                                        "added_tokens.json",
                                        "tokenizer.json",
                                        "tokenization_small100.py",
                                        "vocab.json",
                                        "target_vocab.json",
                                        "merges.txt",
                                        "source.spm",
                                        "target.spm",
                                        "source.bpe",
                                        "target.bpe",
                                        "sentencepiece.bpe.model",
                                        "spiece.model",
                                        NULL};
    bool is_index;
    const hub_file *const weights = find_weights(r, &is_index);

    c->format = "hf";
    add_all(c, r, names);
    if (!weights->size) return "its weights are empty";
    add(c, weights);
    if (is_index) c->index = weights;
    return NULL;
}

const char *hub_choose(hub_choice *c, const hub_repository *r)
{
    static const char *const lists[] = {"shared_vocabulary.json", "shared_vocabulary.txt",
                                        "target_vocabulary.json", "target_vocabulary.txt", NULL};
    static const char *const others[] = {"tf_model.h5", "flax_model.msgpack", "rust_model.ot",
                                         NULL};
    static const char *const adapters[] = {"adapter_model.safetensors", "adapter_model.bin", NULL};
    bool is_index;

    *c = (hub_choice){0};
    if (hub_find_file(r, "model.bin") && has_any(r, lists)) return choose_ct2(c, r);
    if (hub_find_file(r, "config.json") && find_weights(r, &is_index)) return choose_hf(c, r);
    if (has_any(r, adapters)) return "changes another model (it is an adapter)";
    if (has_any(r, others))
        return "its weights are for other programs, and neither model.safetensors nor "
               "pytorch_model.bin";
    return "has no model that convert reads: neither config.json with model.safetensors or "
           "pytorch_model.bin, nor CTranslate2's model.bin with its vocabulary";
}

const char *hub_choose_shards(hub_choice *c, const hub_repository *r, const cJSON *index)
{
    const cJSON *const map = cJSON_GetObjectItemCaseSensitive(index, "weight_map");
    const cJSON *item;

    if (!cJSON_IsObject(map)) return "the index of its weights has no weight_map";
    cJSON_ArrayForEach(item, map)
    {
        const char *const name = cJSON_GetStringValue(item);
        if (name && is_chosen(c, name)) continue;
        const hub_file *const f = name ? hub_find_file(r, name) : NULL;
        if (!f || !f->size) return "the index of its weights names a file that is not beside it";
        if (c->n == HUB_MAX_CHOSEN) return "its weights are in too many files";
        add(c, f);
    }
    return NULL;
}

void hub_choice_free(hub_choice *c)
{
    free(c->file);
    *c = (hub_choice){0};
}
