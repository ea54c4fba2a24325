#include "import/fairseq/fairseq_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The norms of a layer, as they once were counted. */
static const char *const encoder_norms[] = {"self_attn_layer_norm", "final_layer_norm"};
static const char *const decoder_norms[] = {"self_attn_layer_norm", "encoder_attn_layer_norm",
                                            "final_layer_norm"};

/* A number at *text, which moves behind it and the dot that has to follow; -1 for none. */
static long take_number(const char **text)
{
    char *end;

    if (**text < '0' || **text > '9') return -1;
    const long n = strtol(*text, &end, 10);
    if (*end != '.') return -1;
    *text = end + 1;
    return n;
}

/* Ascending: the place of layer n among the kept ones; -1 for none. */
static long kept_place(const char *const *kept, size_t n_kept, long n)
{
    bool found = false;
    long place = 0;

    for (size_t i = 0; i < n_kept; i++) {
        const long other = strtol(kept[i], NULL, 10);
        place += other < n;
        found |= other == n;
    }
    return found ? place : -1;
}

/* True for what fairseq 0.12 saves twice: in the layer itself, for PyTorch's own layer. */
static bool is_copy(const char *rest)
{
    static const char *const names[] = {"in_proj", "out_proj", "fc1", "fc2"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t n = strlen(names[i]);
        if (!strncmp(rest, names[i], n) &&
            (!strcmp(rest + n, "_weight") || !strcmp(rest + n, "_bias")))
            return true;
    }
    return false;
}

/* What follows "encoder.layers.7.". */
static void rename_in_layer(bool decoder, const char *half, long n, const char *rest,
                            tr_import_name *out)
{
    static const char old[] = "layer_norms.";
    const char *after = rest + sizeof old - 1;
    const char *norm = NULL;

    if (!strncmp(rest, old, sizeof old - 1)) {
        const long i = take_number(&after);
        if (i >= 0 && i < (decoder ? 3 : 2)) norm = (decoder ? decoder_norms : encoder_norms)[i];
    }
    *out = norm ? tr_import_named("%s.layers.%ld.%s.%.190s", half, n, norm, after)
                : tr_import_named("%s.layers.%ld.%.190s", half, n, rest);
}

bool tr_fairseq_rename(const tr_fairseq_config *c, const tr_config *m, const char *name,
                       tr_import_name *out)
{
    static const char *const passed[] = {".version", ".embed_positions._float_tensor",
                                         ".embed_positions.weights"};
    const bool decoder = !strncmp(name, "decoder.", 8);
    const char *half = decoder ? "decoder" : "encoder";

    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (!strncmp(name, half, 7) && !strcmp(name + 7, passed[i])) return false;
    *out = tr_import_named(
        "%s", strcmp(name, "decoder.embed_out") != 0 ? name : "decoder.output_projection.weight");
    if (strncmp(name, half, 7) != 0 || strncmp(name + 7, ".layers.", 8) != 0) return true;
    const char *rest = name + 15;
    long n = take_number(&rest);
    if (n < 0) return true;
    const char *const *kept = decoder ? c->decoder_layers : c->encoder_layers;
    if (kept) n = kept_place(kept, decoder ? m->n_decoder_layers : m->n_encoder_layers, n);
    if (n < 0 || (!decoder && is_copy(rest))) return false;
    rename_in_layer(decoder, half, n, rest, out);
    return true;
}

size_t tr_fairseq_in_proj(const char *name)
{
    static const char *const ends[] = {"_attn.in_proj_weight", "_attn.in_proj_bias"};

    for (size_t i = 0; i < 2; i++)
        if (tr_ends_in(name, ends[i])) return (size_t)(strrchr(name, '.') + 1 - name);
    return 0;
}
