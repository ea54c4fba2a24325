/*
 * model_seeds.c - makes tests/fuzz/seeds/model: small model files that together have every key and
 * every kind of tensor.
 *
 *     make build/release/tests/fuzz/replay/model_seeds
 *     build/release/tests/fuzz/replay/model_seeds tests/fuzz/seeds/model
 */
#include "formats/gguf_write.h"
#include "make/make_model.h"

static void put_languages(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "nmt.language_codes", (const char *const[]){"deu_Latn", "en"}, 2);
    tr_gguf_put_u32s(w, "nmt.language_ids", (const uint32_t[]){6, 7}, 2);
    tr_gguf_put_string(w, "nmt.source_language_token", "after");
    tr_gguf_put_bool(w, "nmt.target_language_token", true);
    tr_gguf_put_u32(w, "nmt.source_bos_id", 3);
    tr_gguf_put_u32s(w, "nmt.suppressed_ids", (const uint32_t[]){6, 7}, 2);
    tr_gguf_put_u32(w, "nmt.alignment.layer", 0);
    tr_gguf_put_u32(w, "nmt.alignment.heads", 2);
}

static void put_target_language(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "nmt.language_codes", (const char *const[]){"fra", "pt_BR"}, 2);
    tr_gguf_put_u32s(w, "nmt.language_ids", (const uint32_t[]){6, 7}, 2);
    tr_gguf_put_string(w, "nmt.source_language_token", "target");
    tr_gguf_put_u32(w, "nmt.alignment.layer", 0);
}

static void put_ends(tr_gguf_writer *w)
{
    tr_gguf_put_u32(w, "nmt.forced_first_id", 5);
    tr_gguf_put_bool(w, "nmt.source_eos", false);
    tr_gguf_put_u32(w, "nmt.source_eos_id", 4);
    tr_gguf_put_u32(w, "nmt.source_unk_id", 5);
    tr_gguf_put_u32(w, "nmt.beam_size", 3);
    tr_gguf_put_f32(w, "nmt.length_penalty", 0.5f);
    tr_gguf_put_string(w, "nmt.length_penalty_kind", "gnmt");
    tr_gguf_put_string(w, "tokenizer.normalization", "nfkc");
}

static int make(const char *folder, const char *name, const model_spec *spec)
{
    char path[300];
    tr_error err;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!make_model(path, spec, &err)) return 0;
    fprintf(stderr, "%s\n", err.msg);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    model_spec plain = model_spec_small;
    plain.d_model = plain.encoder_ffn = plain.decoder_ffn = 4;
    plain.source_vocab = plain.target_vocab = 8;
    plain.encoder_layers = 1;
    plain.max_source = 4;
    plain.max_target = 6;
    plain.extra_rows = 2;
    plain.biases = plain.output_bias = false;

    model_spec languages = plain;
    languages.more_keys = put_languages;
    languages.start_id = 2;
    languages.placement = "pre";
    languages.query_only = true;
    languages.activation = "swish";

    model_spec ssru = plain;
    ssru.more_keys = put_target_language;
    ssru.ssru = ssru.lexicon = true;
    ssru.activation = "gelu-erf";

    model_spec full = plain;
    full.more_keys = put_ends;
    full.int8 = false;
    full.start_id = 2;
    full.ties = "none";
    full.biases = full.output_bias = full.two_position_tables = true;
    full.embedding_norms = full.output_norms = true;
    full.position = "learned";
    full.activation = "gelu-sigmoid";

    return make(argv[1], "plain", &plain) || make(argv[1], "languages", &languages) ||
           make(argv[1], "ssru", &ssru) || make(argv[1], "full", &full);
}
