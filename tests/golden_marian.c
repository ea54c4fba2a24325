/* golden_marian.c - Marian's models: its own numbers, in every form of file. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

static void check_lists(const char *folder, const tr_model *m)
{
    golden_best(folder, "input.ids", "out/beam1.txt", m, 1, 0);
    golden_best(folder, "input.ids", "out/beam4.norm0.txt", m, 4, 0);
    golden_best(folder, "input.ids", "out/beam4.norm0.6.txt", m, 4, 0.6f);
    golden_best(folder, "input.ids", "out/beam4.norm1.txt", m, 4, 1);
    golden_nbest(folder, "out/beam1.nbest", m, 1, 0);
    golden_nbest(folder, "out/beam4.norm1.nbest", m, 4, 1);
    golden_nbest(folder, "out/beam6.norm1.pieces.nbest", m, 6, 1);
}

/* `other`: a file of the same weights in another form, or NULL. */
static void check_fixture(const char *folder, const char *source, const char *target,
                          const char *other)
{
    static const char *const levels[] = {"ref", "avx2", "avx512"};

    tr_model *m = golden_import(folder, "model.npz", source, target, "float32");
    for (size_t i = 0; m && i < sizeof levels / sizeof *levels; i++) {
        golden_cpu = tr_cpu_select(levels[i]);
        if (golden_cpu)
            golden_forced(folder, "forced.tsv", m);
        else
            tap_skip(levels[i], "not on this machine");
    }
    golden_cpu = NULL;
    if (m) check_lists(folder, m);
    tr_model_close(m);
    if (!other) return;
    m = golden_import(folder, other, source, target, "float32");
    if (m) {
        golden_forced(folder, "forced.tsv", m);
        check_lists(folder, m);
    }
    tr_model_close(m);
}

/* ---- int8 against float32: the mean |difference| of a reference token's log-probability ---- */

static void check_int8(void)
{
    enum { LINES = 250 };
    char *in[GOLDEN_MAX_LINES], *out[GOLDEN_MAX_LINES];
    const size_t n = golden_lines("../shared/data/test/tatoeba-dev.en", in);
    const size_t n_out = golden_lines("../shared/data/test/tatoeba-dev.de", out);
    tr_model *m[2] = {golden_import("../models/en-de", "model.npz", "vocab.spm", NULL, "float32"),
                      golden_import("../models/en-de", "model.npz", "vocab.spm", NULL, "int8")};
    tr_session *s[2] = {NULL, NULL};
    double sum = 0;
    size_t tokens = 0;

    for (int i = 0; i < 2; i++)
        if (m[i]) s[i] = golden_session(m[i], 1, 0, TR_TEXT, TR_TEXT);
    for (size_t i = 0; s[0] && s[1] && i < LINES && i < n && n == n_out; i++) {
        const tr_translation *t[2];
        tr_error err;
        if (tr_score(s[0], golden_string(in[i]), golden_string(out[i]), &t[0], &err) ||
            tr_score(s[1], golden_string(in[i]), golden_string(out[i]), &t[1], &err))
            break;
        const tr_hypothesis *a = t[0]->hypotheses, *b = t[1]->hypotheses;
        for (size_t k = 0; k < a->n_tokens && a->n_tokens == b->n_tokens; k++, tokens++)
            sum +=
                fabs((double)a->tokens[k].log_probability - (double)b->tokens[k].log_probability);
    }
    const double mean = tokens ? sum / (double)tokens : INFINITY;
    tap_ok(tokens > 2000 && mean <= 0.02,
           "en-de: int8 changes a log-probability by %.4f on average, over %zu tokens", mean,
           tokens);
    for (int i = 0; i < 2; i++) {
        tr_session_free(s[i]);
        tr_model_close(m[i]);
    }
    golden_free_lines(in, n);
    golden_free_lines(out, n_out);
}

int main(void)
{
    if (!golden_start("golden tests of Marian")) return tap_done();
    check_fixture("paper-post-relu-bpe", "vocab.spm", NULL, "model.bin");
    check_fixture("pre-swish-separate-vocab", "source.spm", "target.spm", NULL);
    check_fixture("pre-swish-kv-norm", "source.spm", "target.spm", NULL);
    check_fixture("ssru-student", "vocab.spm", NULL, "model.bin");

    tr_model *m =
        golden_import("paper-post-relu-bpe", "model.f16.npz", "vocab.spm", NULL, "float32");
    if (m) {
        golden_best("paper-post-relu-bpe", "input.ids", "out/f16.beam1.txt", m, 1, 0);
        golden_nbest("paper-post-relu-bpe", "out/f16.beam4.norm1.nbest", m, 4, 1);
    }
    tr_model_close(m);
    m = golden_import("marian-tiny-smoke", "model.npz", "vocab.spm", NULL, "float32");
    if (m) golden_best("marian-tiny-smoke", "input.tok", "out/npz.beam4.txt", m, 4, 1);
    tr_model_close(m);
    m = golden_import("malformed/good", "model.npz", "vocab.spm", NULL, "float32");
    if (m) {
        golden_best("malformed/good", "input.ids", "out/beam4.norm1.txt", m, 4, 1);
        golden_nbest("malformed/good", "out/beam4.norm1.nbest", m, 4, 1);
    }
    tr_model_close(m);
    if (access("../shared/models/en-de/model.npz", R_OK))
        tap_skip("int8 against float32", "no ../shared/models/en-de");
    else
        check_int8();
    return tap_done();
}
