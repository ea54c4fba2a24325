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
    tr_model *m = golden_import(folder, "model.npz", source, target, "float32");
    for (size_t i = 0; m && golden_next_cpu(&i);)
        golden_forced(folder, "forced.tsv", m);
    if (m) check_lists(folder, m);
    tr_model_close(m);
    if (!other) return;
    m = golden_import(folder, other, source, target, "float32");
    if (m) {
        golden_forced(folder, "forced.tsv", m);
        golden_best(folder, "input.ids", "out/beam4.norm1.txt", m, 4, 1);
    }
    tr_model_close(m);
}

/* ---- files of integers, multiplied out, against tests/peers/integers_peer.py ---- */

enum { FOLDER, MODEL, SOURCE, TARGET, LINE, SCORES, FIELDS };

/* Splits a line at its tabs; false for another number of fields. */
static bool split_fields(char *line, char *field[FIELDS])
{
    for (int i = 0; i < FIELDS; i++) {
        field[i] = line;
        line = strchr(line, '\t');
        if (!line) return i == FIELDS - 1;
        *line++ = '\0';
    }
    return false;
}

/* How far the score of one line's translation is off, as a share of what is allowed. */
static double compare_line(tr_session *s, char *const field[FIELDS])
{
    char *source[GOLDEN_MAX_LINES], *target[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(field[FOLDER], field[SOURCE]), source);
    const size_t n_target = golden_lines(golden_path(field[FOLDER], field[TARGET]), target);
    const size_t line = strtoul(field[LINE], NULL, 10) - 1;
    const tr_translation *t;
    double worst = INFINITY;

    if (line < n && line < n_target &&
        !tr_score(s, golden_string(source[line]), golden_string(target[line]), &t, NULL))
        worst = golden_compare(t->hypotheses, field[SCORES], 2e-5, 2e-4);
    golden_free_lines(source, n);
    golden_free_lines(target, n_target);
    return worst;
}

static void check_integers(const char *folder, const char *model)
{
    char line[GOLDEN_MAX_TEXT], *field[FIELDS];
    FILE *f = fopen("tests/data/marian_integers.tsv", "r");
    tr_model *m = golden_import(folder, model, "vocab.spm", NULL, "float32");
    tr_session *s = m ? golden_session(m, 1, 0, TR_TEXT, TR_TEXT) : NULL;
    double worst = 0;
    size_t n = 0;

    while (f && s && fgets(line, sizeof line, f)) {
        if (!split_fields(line, field) || strcmp(field[FOLDER], folder) != 0 ||
            strcmp(field[MODEL], model) != 0)
            continue;
        worst = fmax(worst, compare_line(s, field));
        n++;
    }
    tap_ok(n == 20 && worst <= 1, "%s/%s: %zu pairs, largest difference %.3f of the tolerance",
           folder, model, n, worst);
    if (f) fclose(f);
    tr_session_free(s);
    tr_model_close(m);
}

/* ---- int8 against float32, beside the integer modes of Marian: best translations, beam 4 ---- */

/* The best translation of each line of a list of n-best lists, or of a file of translations. */
static size_t read_best(const char *folder, const char *file, char **best)
{
    FILE *f = fopen(golden_path(folder, file), "r");
    const bool lists = strstr(file, "nbest") != NULL;
    size_t n = 0;
    char *line;

    while (f && n < GOLDEN_MAX_LINES && (line = golden_next_line(f))) {
        char *text = line;
        if (lists) {
            if (strtoul(line, NULL, 10) < n) continue;
            text = strstr(line, " ||| ") + 5;
            char *end = strstr(text, " ||| ");
            if (end) *end = '\0';
        }
        best[n++] = strdup(text);
    }
    if (f) fclose(f);
    return n;
}

static size_t count_equal(char *const *a, char *const *b, size_t n)
{
    size_t equal = 0;
    for (size_t i = 0; i < n; i++)
        equal += !strcmp(a[i], b[i]);
    return equal;
}

/* How many of Marian's float32 translations those of the list equal. */
static size_t equal_in_file(const char *folder, const char *file, char *const *expected, size_t n)
{
    char *best[GOLDEN_MAX_LINES];
    const size_t n_best = read_best(folder, file, best);
    const size_t equal = n_best == n ? count_equal(best, expected, n) : 0;

    golden_free_lines(best, n_best);
    return equal;
}

static size_t equal_in_ours(const char *folder, const char *model, const char *input,
                            char *const *expected, size_t n)
{
    char *in[GOLDEN_MAX_LINES];
    const size_t n_in = golden_lines(golden_path(folder, input), in);
    tr_model *m = golden_import(folder, model, "vocab.spm", NULL, "int8");
    tr_session *s =
        m ? golden_session(m, 4, 1, strstr(input, ".tok") ? TR_PIECES : TR_IDS, TR_TEXT) : NULL;
    size_t equal = 0;

    for (size_t i = 0; s && i < n && n == n_in; i++) {
        const tr_translation *t;
        if (!tr_translate(s, in[i], strlen(in[i]), &t, NULL))
            equal += !strcmp(t->hypotheses[0].text, expected[i]);
    }
    tr_session_free(s);
    tr_model_close(m);
    golden_free_lines(in, n_in);
    return equal;
}

/* `modes` ends in NULL. */
static void check_closeness(const char *folder, const char *model, const char *input,
                            const char *float32, const char *const *modes)
{
    char *expected[GOLDEN_MAX_LINES];
    const size_t n = read_best(folder, float32, expected);
    size_t theirs = 0;

    for (; *modes; modes++) {
        const size_t equal = equal_in_file(folder, *modes, expected, n);
        theirs = equal > theirs ? equal : theirs;
    }
    const size_t ours = equal_in_ours(folder, model, input, expected, n);
    tap_ok(theirs > 0 && ours >= theirs,
           "%s/%s: int8: %zu of %zu translations are those of float32; Marian's best mode: %zu",
           folder, model, ours, n, theirs);
    golden_free_lines(expected, n);
}

static void check_integer_files(void)
{
    static const char *const student[] = {"out/int8.beam4.norm1.nbest",
                                          "out/int8shift.beam4.norm1.nbest",
                                          "out/int8shiftAll.beam4.norm1.nbest",
                                          "out/int8Alpha.beam4.norm1.nbest",
                                          "out/int8shiftAlpha.beam4.norm1.nbest",
                                          "out/int8shiftAlphaAll.beam4.norm1.nbest",
                                          NULL};
    static const char *const smoke[] = {"out/intgemm8.int8.beam4.txt",
                                        "out/intgemm8.int8shift.beam4.txt",
                                        "out/intgemm8.int8shiftAll.beam4.txt",
                                        "out/intgemm8.int8Alpha.nbest.txt",
                                        "out/intgemm8.int8shiftAlphaAll.nbest.txt",
                                        "out/npz.onthefly-int8.nbest.txt",
                                        NULL};
    static const char *const smoke_ssru[] = {"out/intgemm8.int8shiftAll.nbest.txt",
                                             "out/intgemm8.int8shiftAlphaAll.nbest.txt", NULL};

    check_integers("ssru-student", "model.intgemm8.bin");
    check_integers("marian-tiny-smoke", "model.intgemm8.bin");
    check_integers("marian-tiny-smoke", "model.intgemm16.bin");
    check_integers("marian-tiny-ssru-smoke", "model.intgemm8.bin");
    for (int alphas = 0; alphas < 2; alphas++) {
        const char *model = alphas ? "model.intgemm8.alphas.bin" : "model.intgemm8.bin";
        check_closeness("ssru-student", model, "input.ids", "out/beam4.norm1.txt", student);
        check_closeness("marian-tiny-smoke", model, "input.tok", "out/npz.beam4.txt", smoke);
        check_closeness("marian-tiny-ssru-smoke", model, "../marian-tiny-smoke/input.tok",
                        "out/bin.beam4.txt", smoke_ssru);
    }
    check_closeness("marian-tiny-smoke", "model.intgemm16.bin", "input.tok", "out/npz.beam4.txt",
                    smoke);
}

/* ---- int8 against float32: the mean |difference| of a reference token's log-probability ---- */

static void check_int8(void)
{
    enum { LINES = 170 };
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
    m = golden_import("marian-tiny-ssru-smoke", "model.npz", "vocab.spm", NULL, "float32");
    if (m)
        golden_best("marian-tiny-ssru-smoke", "../marian-tiny-smoke/input.tok", "out/bin.beam4.txt",
                    m, 4, 1);
    tr_model_close(m);
    m = golden_import("malformed/good", "model.npz", "vocab.spm", NULL, "float32");
    if (m) {
        golden_best("malformed/good", "input.ids", "out/beam4.norm1.txt", m, 4, 1);
        golden_nbest("malformed/good", "out/beam4.norm1.nbest", m, 4, 1);
    }
    tr_model_close(m);
    check_integer_files();
    if (access("../shared/models/en-de/model.npz", R_OK))
        tap_skip("int8 against float32", "no ../shared/models/en-de");
    else
        check_int8();
    return tap_done();
}
