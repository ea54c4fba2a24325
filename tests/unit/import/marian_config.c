#include "import/marian/marian_config.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "formats/flat_yaml.h"
#include "kernels/kernels.h"
#include "unit/unit.h"

/* As Marian writes them: post-norm, one table for all. */
static const char paper[] = "bert-train-type-embeddings: true\n"
                            "dec-cell: gru\n"
                            "dec-depth: 2\n"
                            "dim-emb: 64\n"
                            "dim-vocabs:\n"
                            "  - 1200\n"
                            "  - 1200\n"
                            "enc-depth: 3\n"
                            "input-types:\n"
                            "  []\n"
                            "layer-normalization: false\n"
                            "lemma-dim-emb: 0\n"
                            "output-omit-bias: false\n"
                            "right-left: false\n"
                            "tied-embeddings: false\n"
                            "tied-embeddings-all: true\n"
                            "tied-embeddings-src: false\n"
                            "transformer-decoder-autoreg: self-attention\n"
                            "transformer-dim-ffn: 256\n"
                            "transformer-ffn-activation: relu\n"
                            "transformer-ffn-depth: 2\n"
                            "transformer-heads: 4\n"
                            "transformer-no-projection: false\n"
                            "transformer-postprocess: dan\n"
                            "transformer-postprocess-emb: d\n"
                            "transformer-postprocess-top: \"\"\n"
                            "transformer-preprocess: \"\"\n"
                            "transformer-tied-layers:\n"
                            "  []\n"
                            "transformer-train-position-embeddings: false\n"
                            "type: transformer\n"
                            "ulr: false\n"
                            "version: v1.9.56 2781d735 2024-05-12 09:38:56 +0100\n";

/* `paper` without the options that `with` sets, each on a line of its own, and with it; a line
 * "KEY" alone only takes the option away. */
static void edit(tr_buf *out, const char *with)
{
    for (const char *line = paper; *line;) {
        const char *next = strchr(line, '\n') + 1;
        while (*next == ' ')
            next = strchr(next, '\n') + 1;
        const size_t key_len = strcspn(line, ":");
        bool keep = true;
        for (const char *w = with; *w; w += strcspn(w, "\n"), w += *w == '\n')
            keep = keep && (strcspn(w, ":\n") != key_len || memcmp(w, line, key_len) != 0);
        if (keep) tr_buf_add(out, line, (size_t)(next - line));
        line = next;
    }
    for (const char *w = with; *w; w += strcspn(w, "\n"), w += *w == '\n')
        if (strcspn(w, ":") < strcspn(w, "\n")) {
            tr_buf_add(out, w, strcspn(w, "\n"));
            tr_buf_add_string(out, "\n");
        }
}

typedef struct configs {
    tr_config m;
    tr_marian_config c;
} configs;

static int read_with(configs *c, const char *with, tr_error *err)
{
    tr_buf text = {0};

    edit(&text, with);
    const int rc = tr_marian_config_read(&c->m, &c->c, tr_buf_text(&text), text.len, "x.npz", err);
    tr_buf_free(&text);
    return rc;
}

static configs good(const char *with)
{
    configs c = {0};
    tr_error err = {.msg = ""};
    const int rc = read_with(&c, with, &err);
    ck_assert_msg(rc == 0, "%s", err.msg);
    return c;
}

static void check_refused(const char *with, int code, const char *message)
{
    configs c = {0};
    tr_error err;

    ck_assert_int_eq(read_with(&c, with, &err), code);
    ck_assert_str_eq(err.msg, message);
}

START_TEST(reads_what_marian_writes)
{
    const configs c = good("");

    ck_assert_uint_eq(c.m.d_model, 64);
    ck_assert_uint_eq(c.m.heads, 4);
    ck_assert_uint_eq(c.m.encoder_ffn, 256);
    ck_assert_uint_eq(c.m.decoder_ffn, 256);
    ck_assert_uint_eq(c.m.n_encoder_layers, 3);
    ck_assert_uint_eq(c.m.n_decoder_layers, 2);
    ck_assert_uint_eq(c.m.source_vocab, 1200);
    ck_assert_uint_eq(c.m.target_vocab, 1200);
    ck_assert_uint_eq(c.c.layer[0], 1);
    ck_assert_uint_eq(c.c.layer[1], 2);
    ck_assert(!c.m.pre_norm && !c.m.norm_query_only && !c.c.embedding_norm && !c.c.top_norm);
    ck_assert_int_eq(c.m.activation, TR_RELU);
    ck_assert(c.c.shared_table && c.c.tied_output && c.c.output_bias);
}
END_TEST

/* Marian's src/common/config_parser.cpp. */
START_TEST(takes_marians_defaults_for_missing_options)
{
    const configs c =
        good("dim-emb\nenc-depth\ndec-depth\ntransformer-dim-ffn\ntransformer-ffn-activation\n"
             "transformer-preprocess\ntransformer-postprocess\ntransformer-postprocess-emb\n"
             "transformer-postprocess-top\ntied-embeddings-all\noutput-omit-bias\nversion\n"
             "transformer-decoder-autoreg\ntransformer-ffn-depth\n");

    ck_assert_uint_eq(c.m.d_model, 512);
    ck_assert_uint_eq(c.m.n_encoder_layers, 1);
    ck_assert_uint_eq(c.m.n_decoder_layers, 1);
    ck_assert_uint_eq(c.m.encoder_ffn, 2048);
    ck_assert_int_eq(c.m.activation, TR_SWISH);
    ck_assert(!c.m.pre_norm && !c.c.embedding_norm && !c.c.top_norm);
    ck_assert(!c.c.shared_table && !c.c.tied_output && c.c.output_bias);
}
END_TEST

START_TEST(understands_each_way_to_tie_embeddings)
{
    static const struct {
        const char *with;
        bool shared, output;
    } cases[] = {
        {"tied-embeddings-all: false", false, false},
        {"tied-embeddings-all: false\ntied-embeddings: true", false, true},
        {"tied-embeddings-all: false\ntied-embeddings-src: true", true, false},
        {"tied-embeddings-all: false\ntied-embeddings-src: true\ntied-embeddings: true", true,
         true},
        {"tied-embeddings-all: true\ntied-embeddings: false", true, true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const configs c = good(cases[i].with);
        ck_assert_int_eq(c.c.shared_table, cases[i].shared);
        ck_assert_int_eq(c.c.tied_output, cases[i].output);
    }
    ck_assert(!good("output-omit-bias: true").c.output_bias);
    ck_assert_uint_eq(good("tied-embeddings-all: false\ndim-vocabs: [30, 40]").m.target_vocab, 40);
    check_refused("dim-vocabs: [30, 40]", TR_EFORMAT,
                  "x.npz: dim-vocabs: is not one size, though one table serves both languages");
}
END_TEST

START_TEST(understands_operations_whatever_their_dropout)
{
    static const char pre[] = "transformer-preprocess: %s\ntransformer-postprocess: %s\n";
    static const char *const ops[][2] = {{"n", "da"}, {"nd", "a"}, {"dn", "ad"}};
    char with[200];

    for (size_t i = 0; i < 3; i++) {
        snprintf(with, sizeof with, pre, ops[i][0], ops[i][1]);
        ck_assert(good(with).m.pre_norm);
    }
    ck_assert(!good("transformer-preprocess: d\ntransformer-postprocess: andd").m.pre_norm);
    ck_assert(good("transformer-postprocess-emb: nd").c.embedding_norm);
    ck_assert(good("transformer-postprocess-emb: n").c.embedding_norm);
    ck_assert(!good("transformer-postprocess-emb: \"\"").c.embedding_norm);
    ck_assert(good("transformer-postprocess-top: n").c.top_norm);
    ck_assert(good("transformer-postprocess-top: dn").c.top_norm);
}
END_TEST

static void check_unsupported(const char *key, const char *value)
{
    char with[200], message[200];

    snprintf(with, sizeof with, "%s: %s", key, value);
    snprintf(message, sizeof message, "x.npz: %s: '%s' is not supported", key, value);
    check_refused(with, TR_EUNSUPPORTED, message);
}

START_TEST(refuses_other_operations_by_name)
{
    static const char *const cases[][2] = {
        {"transformer-postprocess", "dar"},     {"transformer-postprocess", "dhn"},
        {"transformer-postprocess", "n"},       {"transformer-postprocess", "na"},
        {"transformer-postprocess", "da"},      {"transformer-preprocess", "r"},
        {"transformer-preprocess", "nn"},       {"transformer-postprocess-emb", "a"},
        {"transformer-postprocess-emb", "r"},   {"transformer-postprocess-top", "a"},
        {"transformer-postprocess-top", "nan"}, {"transformer-postprocess-top", "r"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_unsupported(cases[i][0], cases[i][1]);
    check_refused("transformer-preprocess: n", TR_EUNSUPPORTED,
                  "x.npz: transformer-postprocess: 'dan' is not supported");
}
END_TEST

START_TEST(chooses_the_rule_of_pre_norm_by_version)
{
    static const struct {
        const char *version;
        bool query_only;
    } cases[] = {
        {"v1.9.56 2781d735 2024-05-12", true},
        {"v1.10.27", true},
        {"v1.10.28", false},
        {"v1.11.0 relabelled", false},
        {"v1.12.14 2d0", false},
        {"v2.0.0", false},
        {"v1.2.99", true},
        {"v0.11.30", true},
    };
    char with[200];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(with, sizeof with,
                 "transformer-preprocess: n\ntransformer-postprocess: da\nversion: %s",
                 cases[i].version);
        ck_assert_int_eq(good(with).m.norm_query_only, cases[i].query_only);
    }
    check_refused("transformer-preprocess: n\ntransformer-postprocess: da\nversion: unknown",
                  TR_EUNSUPPORTED,
                  "x.npz: version: what transformer-preprocess means depends on it, and 'unknown' "
                  "is not a version");
}
END_TEST

START_TEST(chooses_the_form_of_gelu_by_version)
{
    static const char gelu[] = "transformer-ffn-activation: gelu\nversion: ";
    char with[200];

    snprintf(with, sizeof with, "%s%s", gelu, "v1.9.56");
    ck_assert_int_eq(good(with).m.activation, TR_GELU_SIGMOID);
    snprintf(with, sizeof with, "%s%s", gelu, "v1.12.0 65bf82f 2023-02-21");
    ck_assert_int_eq(good(with).m.activation, TR_GELU_SIGMOID);
    snprintf(with, sizeof with, "%s%s", gelu, "v1.12.14 2d067af 2024-02-16");
    ck_assert_int_eq(good(with).m.activation, TR_GELU_ERF);
    ck_assert_int_eq(good("transformer-ffn-activation: swish\nversion").m.activation, TR_SWISH);
    check_refused("transformer-ffn-activation: gelu\nversion", TR_EUNSUPPORTED,
                  "x.npz: version: what transformer-ffn-activation means depends on it, and '' is "
                  "not a version");
}
END_TEST

START_TEST(follows_tied_layers)
{
    const configs c = good("dec-depth: 4\ntransformer-tied-layers: [1, 1, 2, 1]");

    ck_assert_uint_eq(c.c.layer[0], 1);
    ck_assert_uint_eq(c.c.layer[1], 1);
    ck_assert_uint_eq(c.c.layer[2], 2);
    ck_assert_uint_eq(c.c.layer[3], 1);
    check_refused("transformer-tied-layers: [1]", TR_EFORMAT,
                  "x.npz: transformer-tied-layers: is not as long as dec-depth says");
    check_refused("transformer-tied-layers: [1, 3]", TR_EFORMAT,
                  "x.npz: transformer-tied-layers: is not a list of numbers in their range");
    check_refused("transformer-tied-layers: [1, 0]", TR_EFORMAT,
                  "x.npz: transformer-tied-layers: is not a list of numbers in their range");
}
END_TEST

START_TEST(gives_the_decoder_a_width_of_its_own)
{
    ck_assert_uint_eq(good("transformer-decoder-dim-ffn: 128").m.decoder_ffn, 128);
    ck_assert_uint_eq(good("transformer-decoder-dim-ffn: 128").m.encoder_ffn, 256);
    ck_assert_uint_eq(good("transformer-decoder-dim-ffn: 0").m.decoder_ffn, 256);
    good("transformer-decoder-ffn-depth: 0");
    good("transformer-decoder-ffn-depth: 2");
}
END_TEST

START_TEST(knows_the_recurrent_decoder_of_students)
{
    static const char with[] = "transformer-decoder-autoreg: rnn\ndec-cell: ssru\n";
    static const struct {
        const char *more, *message;
    } cases[] = {
        {"dec-cell: gru", "x.npz: dec-cell: 'gru' is not supported"},
        {"dec-cell: lstm", "x.npz: dec-cell: 'lstm' is not supported"},
        {"dec-cell: ssru\nlayer-normalization: true",
         "x.npz: layer-normalization: 'true' is not supported"},
        {"dec-cell: ssru\ntransformer-rnn-projection: true",
         "x.npz: transformer-rnn-projection: 'true' is not supported"},
    };
    char text[200];

    ck_assert(good(with).m.ssru);
    ck_assert(!good("").m.ssru);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "transformer-decoder-autoreg: rnn\n%s", cases[i].more);
        check_refused(text, TR_EUNSUPPORTED, cases[i].message);
    }
    check_refused("transformer-decoder-autoreg: rnn\ndec-cell", TR_EFORMAT,
                  "x.npz: special:model.yml: dec-cell is missing");
}
END_TEST

START_TEST(finds_the_layer_that_aligns)
{
    static const char key[] = "transformer-guided-alignment-layer";
    char text[200];

    ck_assert_uint_eq(good("dec-depth: 4").m.alignment_layer, 3);
    snprintf(text, sizeof text, "dec-depth: 4\n%s: last", key);
    ck_assert_uint_eq(good(text).m.alignment_layer, 3);
    snprintf(text, sizeof text, "dec-depth: 4\n%s: 2", key);
    ck_assert_uint_eq(good(text).m.alignment_layer, 1);
    snprintf(text, sizeof text, "dec-depth: 4\n%s: 5", key);
    check_refused(text, TR_EFORMAT,
                  "x.npz: transformer-guided-alignment-layer: is not a number from 1 to 4");
}
END_TEST

START_TEST(refuses_networks_it_does_not_know_by_name)
{
    static const char *const cases[][2] = {
        {"type", "s2s"},
        {"type", "transformer-new"},
        {"transformer-decoder-autoreg", "average-attention"},
        {"transformer-ffn-depth", "3"},
        {"transformer-decoder-ffn-depth", "1"},
        {"transformer-no-projection", "true"},
        {"transformer-no-bias", "true"},
        {"transformer-no-affine", "true"},
        {"transformer-pool", "true"},
        {"transformer-disable-position-embeddings", "true"},
        {"transformer-attention-mask", "alibi"},
        {"transformer-alibi-shift", "true"},
        {"transformer-alibi-trainable", "true"},
        {"right-left", "true"},
        {"ulr", "true"},
        {"lemma-dim-emb", "64"},
        {"lemma-dependency", "soft-transformer-layer"},
        {"factors-dim-emb", "8"},
        {"factors-combine", "concat"},
        {"transformer-ffn-activation", "tanh"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_unsupported(cases[i][0], cases[i][1]);
    check_refused("input-types: [sequence, class]", TR_EUNSUPPORTED,
                  "x.npz: input-types: 'sequence class' is not supported");
    check_refused("dim-vocabs: [10, 10, 10]", TR_EUNSUPPORTED,
                  "x.npz: dim-vocabs: '10 10 10' is not supported");
}
END_TEST

START_TEST(ignores_options_that_change_nothing_here)
{
    good("layer-normalization: true");
    good("dec-cell: ssru");
    good("transformer-train-position-embeddings: true");
    good("transformer-guided-alignment-layer: 1");
    good("transformer-depth-scaling: true");
    good("something-new: {nested: [1, {2: 3}]}");
    good("an-alias: &a [1]\nanother: *a");
}
END_TEST

START_TEST(refuses_values_that_make_no_sense)
{
    check_refused("type", TR_EFORMAT, "x.npz: special:model.yml: type is missing");
    check_refused("transformer-heads", TR_EFORMAT,
                  "x.npz: special:model.yml: transformer-heads is missing");
    check_refused("transformer-heads: 3", TR_EFORMAT,
                  "x.npz: dim-emb: is not even and a multiple of the heads");
    check_refused("dim-emb: 65\ntransformer-heads: 5", TR_EFORMAT,
                  "x.npz: dim-emb: is not even and a multiple of the heads");
    check_refused("transformer-heads: 0", TR_EFORMAT,
                  "x.npz: transformer-heads: is not a number from 1 to 65536");
    check_refused("enc-depth: -1", TR_EFORMAT, "x.npz: enc-depth: is not a number from 1 to 256");
    check_refused("dim-emb: 64x", TR_EFORMAT, "x.npz: dim-emb: is not a number from 4 to 65536");
    check_refused("dim-emb: 99999999999999999999999", TR_EFORMAT,
                  "x.npz: dim-emb: is not a number from 4 to 65536");
    check_refused("dim-emb: [64]", TR_EFORMAT, "x.npz: dim-emb: is not a single value");
    check_refused("tied-embeddings-all: perhaps", TR_EFORMAT,
                  "x.npz: tied-embeddings-all: is not true or false");
    check_refused("dim-vocabs: 1200", TR_EFORMAT,
                  "x.npz: dim-vocabs: is not a list of numbers in their range");
    check_refused("dim-vocabs: [1200]", TR_EFORMAT, "x.npz: dim-vocabs: is not a pair of sizes");
    check_refused("dim-vocabs", TR_EFORMAT, "x.npz: dim-vocabs: is not a pair of sizes");
    check_refused("dim-vocabs: [1200, 4294967297]", TR_EFORMAT,
                  "x.npz: dim-vocabs: is not a list of numbers in their range");
}
END_TEST

static void check_yaml(const char *text, size_t len, const char *what)
{
    configs c = {0};
    tr_error err;

    ck_assert_int_eq(tr_marian_config_read(&c.m, &c.c, text, len, "x.npz", &err), TR_EFORMAT);
    ck_assert_ptr_nonnull(strstr(err.msg, "x.npz: special:model.yml: "));
    ck_assert_ptr_nonnull(strstr(err.msg, what));
}

START_TEST(refuses_text_that_is_not_a_list_of_options)
{
    static const char *const texts[] = {"# nothing",  "scalar",        "- a\n- b\n",
                                        "[1]: 2\n",   "{1: 2}: 3\n",   "a: 1\n---\nb: 2\n",
                                        "? [a]\n: b", "*unknown : 1\n"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_yaml(texts[i], strlen(texts[i]), "is not a list of options");
    check_yaml("", 0, "is empty");
    check_yaml("a: 1\na: 2\n", 10, "a is there twice");
    check_yaml("a: \"unfinished\n", 15, "line ");
    check_yaml("a: [1, 2\n", 9, "line ");
    check_yaml("a: \xff\xfe\n", 6, "line ");
}
END_TEST

START_TEST(is_not_impressed_by_size_or_depth)
{
    enum { N = 1 << 18 };
    char *text = malloc(N + 1);
    tr_buf options = {0};

    ck_assert_ptr_nonnull(text);
    memset(text, '[', N + 1);
    memcpy(text, "a: ", 3);
    check_yaml(text, N, "nested too deeply");
    check_yaml(text, N + 1, "is too long");
    free(text);
    for (int i = 0; i < 1001; i++)
        tr_buf_printf(&options, "key-%d: 1\n", i);
    check_yaml(options.data, options.len, "too many options");
    tr_buf_free(&options);
}
END_TEST

/* Messages are printed on terminals. */
START_TEST(shows_no_control_characters)
{
    check_refused("type: \"a\\e[31m\\n\"", TR_EUNSUPPORTED,
                  "x.npz: type: 'a?[31m?' is not supported");
}
END_TEST

UNIT_MAIN("marian_config", reads_what_marian_writes, takes_marians_defaults_for_missing_options,
          understands_each_way_to_tie_embeddings, understands_operations_whatever_their_dropout,
          refuses_other_operations_by_name, chooses_the_rule_of_pre_norm_by_version,
          chooses_the_form_of_gelu_by_version, follows_tied_layers,
          gives_the_decoder_a_width_of_its_own, knows_the_recurrent_decoder_of_students,
          finds_the_layer_that_aligns, refuses_networks_it_does_not_know_by_name,
          ignores_options_that_change_nothing_here, refuses_values_that_make_no_sense,
          refuses_text_that_is_not_a_list_of_options, is_not_impressed_by_size_or_depth,
          shows_no_control_characters)
