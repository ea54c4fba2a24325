#include "make_marian.h"

#include <float.h>
#include <math.h>

/* The file as it grows, in either container. */
typedef struct marian_maker {
    zip_maker zip;
    bin_maker bin;
} marian_maker;

const marian_spec marian_small = {.d = 12,
                                  .heads = 3,
                                  .encoder_layers = 2,
                                  .decoder_layers = 2,
                                  .ffn = 20,
                                  .decoder_ffn = 20,
                                  .source_vocab = 9,
                                  .target_vocab = 9,
                                  .pre = "",
                                  .post = "dan",
                                  .top = "",
                                  .embedding = "d",
                                  .activation = "relu",
                                  .version = "v1.9.56",
                                  .source_table = "Wemb",
                                  .options = ""};

float marian_value(const char *name, size_t i)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    h = (h ^ (uint32_t)i) * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    return (float)(int32_t)(h ^ h >> 13) / 2147483648.0f;
}

/* Arrays that marian-conv turns into integers: names that end in _W and at most one letter, and, in
 * the browser's fork, embeddings. */
static bool marian_is_scaled(const char *name)
{
    const char *w = strstr(name, "_W");
    return (w && strlen(w) <= 3) || strstr(name, "Wemb");
}

float marian_factor(int form, const char *name, size_t n)
{
    float max = 0;

    for (size_t i = 0; i < n; i++)
        max = fmaxf(max, fabsf(marian_value(name, i)));
    return form == MARIAN_INTGEMM8 ? 127.0f / max : 1024.0f;
}

/* Transposed, but for embeddings. */
static void marian_add_scaled(bin_maker *m, int form, const char *name, size_t rows, size_t columns)
{
    const float factor = marian_factor(form, name, rows * columns);
    const bool embedding = strstr(name, "Wemb") != NULL;
    const int width = form == MARIAN_INTGEMM8 ? 1 : 2;
    tr_buf data = {0};

    for (size_t i = 0; i < rows * columns; i++) {
        const size_t at = embedding ? i : i % rows * columns + i / rows;
        bin_put(&data, (uint64_t)(int64_t)lrintf(marian_value(name, at) * factor), width);
    }
    tr_buf_add(&data, &factor, sizeof factor);
    bin_add(m, name, form == MARIAN_INTGEMM8 ? BIN_FORK_INTGEMM8 : BIN_INTGEMM16, rows, columns,
            data.data, data.len, 256);
    tr_buf_free(&data);
}

static void marian_add(marian_maker *z, const marian_spec *s, const char *name, size_t rows,
                       size_t columns)
{
    if (s->without && !strcmp(s->without, name)) return;
    if (s->form > MARIAN_BIN && marian_is_scaled(name)) {
        marian_add_scaled(&z->bin, s->form, name, rows, columns);
        return;
    }
    float *x = malloc(rows * columns * sizeof *x);
    for (size_t i = 0; i < rows * columns; i++)
        x[i] = marian_value(name, i);
    for (size_t i = 0; s->huge && !strcmp(s->huge, name) && i < rows * columns; i++)
        x[i] = FLT_MAX;
    if (s->wrong && !strcmp(s->wrong, name)) memset(x, 0xff, sizeof *x);
    if (s->form == MARIAN_NPZ)
        npz_add_floats(&z->zip, name, rows, columns, x);
    else
        bin_add(&z->bin, name, BIN_F32, rows, columns, x, rows * columns * sizeof *x, 256);
    free(x);
}

static void marian_add_norm(marian_maker *z, const marian_spec *s, const char *stem,
                            const char *suffix)
{
    char name[100];
    snprintf(name, sizeof name, "%s_ln_scale%s", stem, suffix);
    marian_add(z, s, name, 1, s->d);
    snprintf(name, sizeof name, "%s_ln_bias%s", stem, suffix);
    marian_add(z, s, name, 1, s->d);
}

static void marian_add_dense(marian_maker *z, const marian_spec *s, const char *stem, char which,
                             size_t n_in, size_t n_out)
{
    char name[100];
    snprintf(name, sizeof name, "%s_W%c", stem, which);
    marian_add(z, s, name, n_in, n_out);
    snprintf(name, sizeof name, "%s_b%c", stem, which);
    marian_add(z, s, name, 1, n_out);
}

static void marian_add_attention(marian_maker *z, const marian_spec *s, const char *stem)
{
    char norm[60];
    for (const char *which = "qkvo"; *which; which++)
        marian_add_dense(z, s, stem, *which, s->d, s->d);
    snprintf(norm, sizeof norm, "%s_Wo", stem);
    marian_add_norm(z, s, norm, *s->pre ? "_pre" : "");
}

static void marian_add_ssru(marian_maker *z, const marian_spec *s, size_t i)
{
    char name[40];

    snprintf(name, sizeof name, "decoder_l%zu_rnn_W", i);
    marian_add(z, s, name, s->d, s->d);
    snprintf(name, sizeof name, "decoder_l%zu_rnn_Wf", i);
    marian_add(z, s, name, s->d, s->d);
    snprintf(name, sizeof name, "decoder_l%zu_rnn_bf", i);
    marian_add(z, s, name, 1, s->d);
    snprintf(name, sizeof name, "decoder_l%zu_rnn%s", i, *s->pre ? "" : "_ffn");
    marian_add_norm(z, s, name, *s->pre ? "_pre" : "");
}

static void marian_add_layer(marian_maker *z, const marian_spec *s, const char *side, size_t i)
{
    char stem[40], norm[60];
    const bool decoder = side[0] == 'd';
    const size_t ffn = decoder ? s->decoder_ffn : s->ffn;

    snprintf(stem, sizeof stem, "%s_l%zu_self", side, i);
    if (decoder && s->ssru)
        marian_add_ssru(z, s, i);
    else
        marian_add_attention(z, s, stem);
    snprintf(stem, sizeof stem, "%s_l%zu_context", side, i);
    if (decoder) marian_add_attention(z, s, stem);
    snprintf(stem, sizeof stem, "%s_l%zu_ffn", side, i);
    marian_add_dense(z, s, stem, '1', s->d, ffn);
    marian_add_dense(z, s, stem, '2', ffn, s->d);
    snprintf(norm, sizeof norm, "%s_ffn", stem);
    marian_add_norm(z, s, norm, *s->pre ? "_pre" : "");
}

static void marian_add_options(marian_maker *z, const marian_spec *s)
{
    tr_buf text = {0};

    tr_buf_printf(&text, "type: transformer\ndim-emb: %zu\ntransformer-heads: %zu\n", s->d,
                  s->heads);
    tr_buf_printf(&text, "enc-depth: %zu\ndec-depth: %zu\n", s->encoder_layers, s->decoder_layers);
    tr_buf_printf(&text, "dim-vocabs:\n  - %zu\n  - %zu\n", s->source_vocab, s->target_vocab);
    tr_buf_printf(&text, "transformer-dim-ffn: %zu\ntransformer-decoder-dim-ffn: %zu\n", s->ffn,
                  s->decoder_ffn == s->ffn ? 0 : s->decoder_ffn);
    tr_buf_printf(&text, "transformer-ffn-activation: %s\nversion: %s\n", s->activation,
                  s->version);
    tr_buf_printf(&text, "transformer-preprocess: \"%s\"\ntransformer-postprocess: %s\n", s->pre,
                  s->post);
    tr_buf_printf(&text, "transformer-postprocess-emb: %s\ntransformer-postprocess-top: \"%s\"\n",
                  s->embedding, s->top);
    tr_buf_printf(&text, "tied-embeddings-all: %s\ntied-embeddings-src: %s\ntied-embeddings: %s\n",
                  s->target_table || s->output ? "false" : "true",
                  s->target_table ? "false" : "true", s->output ? "false" : "true");
    tr_buf_printf(&text, "output-omit-bias: %s\n", s->no_output_bias ? "true" : "false");
    tr_buf_add_string(&text, s->options);
    if (s->ssru) tr_buf_add_string(&text, "transformer-decoder-autoreg: rnn\ndec-cell: ssru\n");
    if (s->form == MARIAN_NPZ)
        npz_add_text(&z->zip, "special:model.yml", text.data);
    else
        bin_add(&z->bin, "special:model.yml", BIN_S8, 0, text.len + 1, text.data, text.len + 1,
                256);
    tr_buf_free(&text);
}

void write_marian(const char *path, const marian_spec *s)
{
    marian_maker z = {0};
    const size_t n_decoder =
        s->stored_decoder_layers ? s->stored_decoder_layers : s->decoder_layers;

    marian_add(&z, s, s->source_table, s->source_vocab, s->d);
    if (s->target_table) marian_add(&z, s, s->target_table, s->target_vocab, s->d);
    if (s->output && s->legacy_output) marian_add(&z, s, s->output, s->d, s->target_vocab);
    if (s->output && !s->legacy_output) marian_add(&z, s, s->output, s->target_vocab, s->d);
    if (!s->no_output_bias) marian_add(&z, s, "decoder_ff_logit_out_b", 1, s->target_vocab);
    if (s->learned_positions) marian_add(&z, s, "Wpos", s->learned_positions, s->d);
    for (size_t i = 1; i <= s->encoder_layers; i++)
        marian_add_layer(&z, s, "encoder", i);
    for (size_t i = 1; i <= n_decoder; i++)
        marian_add_layer(&z, s, "decoder", i);
    for (size_t i = 0; i < 2; i++) {
        if (strchr(s->embedding, 'n'))
            marian_add_norm(&z, s, i ? "decoder_emb" : "encoder_emb", "_pre");
        if (strchr(s->top, 'n')) marian_add_norm(&z, s, i ? "decoder_top" : "encoder_top", "");
    }
    if (s->more) marian_add(&z, s, s->more, 1, 3);
    marian_add_options(&z, s);
    const bool npz = s->form == MARIAN_NPZ;
    if (npz)
        zip_end(&z.zip, "");
    else
        bin_end(&z.bin);
    tr_buf *bytes = npz ? &z.zip.bytes : &z.bin.bytes;
    write_file(path, bytes->data, bytes->len);
    tr_buf_free(bytes);
}

void write_vocab(const char *path, size_t n, bool swapped)
{
    tr_buf b = {0};

    if (!swapped) put_piece(&b, "</s>", 0, TR_SPM_CONTROL);
    put_piece(&b, "<unk>", 0, TR_SPM_UNKNOWN);
    if (swapped) put_piece(&b, "</s>", 0, TR_SPM_CONTROL);
    put_piece(&b, "\xE2\x96\x81", -3, TR_SPM_NORMAL);
    for (size_t i = 3; i < n; i++)
        put_piece(&b, (char[]){(char)('a' + i), '\0'}, -(float)i, TR_SPM_NORMAL);
    put_trainer(&b, ALGORITHM_UNIGRAM, false);
    write_file(path, b.data, b.len);
    tr_buf_free(&b);
}
