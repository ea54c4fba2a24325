/*
 * golden_bergamot.c - small students with their lexical shortlists, against Marian's fork that
 * they were trained with.
 */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <zlib.h>

#include "golden.h"

#define STUDENT "ssru-student"

/* Lists of 50 first and 50 best words, of the text or the binary file `lexicon`; `list`: the
 * vocabulary as a list of pieces, or NULL. */
static tr_model *import_student(const char *input, const char *list, const char *lexicon,
                                const char *type)
{
    tr_convert_options o;
    char name[200];

    tr_convert_options_init(&o);
    o.input = golden_path(STUDENT, input);
    o.source_vocab = golden_path(STUDENT, list ? list : "vocab.spm");
    o.source_spm = list ? golden_path(STUDENT, "vocab.spm") : NULL;
    o.source_language = "en";
    o.target_language = "de";
    o.type = type;
    o.shortlist = golden_path(STUDENT, lexicon);
    o.shortlist_first = o.shortlist_best = 50;
    snprintf(name, sizeof name, STUDENT "/%s with %s", input, lexicon);
    return golden_convert(&o, name);
}

/* Probabilities are among the candidates: a list that agrees was made of the same ones. */
static void check_float32(void)
{
    tr_model *m = import_student("model.bin", NULL, "lex.50.50.ende.s2t.bin", "float32");
    if (m) {
        golden_nbest(STUDENT, "out/float32.lex-bin.beam1.nbest", m, 1, 0);
        golden_nbest(STUDENT, "out/float32.lex-bin.beam4.norm1.nbest", m, 4, 1);
    }
    tr_model_close(m);
    m = import_student("model.npz", NULL, "lex.s2t", "float32");
    if (m) golden_nbest(STUDENT, "out/float32.lex-text.beam4.norm1.nbest", m, 4, 1);
    tr_model_close(m);
}

static const char *metadata(const tr_model *m, const char *key)
{
    static char value[200];
    for (size_t i = 0; m && i < tr_model_metadata_count(m); i++)
        if (!strcmp(tr_model_metadata(m, i, value, sizeof value), key)) return value;
    return "";
}

/* A text read by a list of pieces makes the tensors that one read by SentencePiece makes. */
static void check_list(void)
{
    char digest[2][200];
    for (int i = 0; i < 2; i++) {
        tr_model *m = import_student("model.npz", i ? "vocab.yml" : NULL, "lex.s2t", "int8");
        snprintf(digest[i], sizeof digest[i], "%s", metadata(m, "nmt.sha256"));
        tr_model_close(m);
    }
    tap_ok(*digest[0] && !strcmp(digest[0], digest[1]),
           STUDENT "/lex.s2t: the same by vocab.yml as by vocab.spm");
}

/* ---- int8: how many best translations are those of float32 and the whole vocabulary ---- */

static const char exact[] = "out/beam4.norm1.txt";

static size_t count_equal(char **a, char **b, size_t n)
{
    size_t equal = 0;
    for (size_t i = 0; i < n; i++)
        equal += !strcmp(a[i], b[i]);
    return equal;
}

/* The best of each line of an n-best list, in out [n]. */
static size_t read_best(const char *file, char **out)
{
    FILE *f = fopen(golden_path(STUDENT, file), "r");
    char *line, *field[5];
    size_t n = 0;
    while (f && n < GOLDEN_MAX_LINES && (line = golden_next_line(f)))
        if (golden_split_nbest(line, field) && strtoul(field[0], NULL, 10) == n)
            out[n++] = strdup(field[1]);
    if (f) fclose(f);
    return n;
}

/* In the mode of Marian's that changes the fewest. */
static size_t marians_best(char **expected, size_t n)
{
    static const char *const modes[] = {"int8",      "int8shift",      "int8shiftAll",
                                        "int8Alpha", "int8shiftAlpha", "int8shiftAlphaAll"};
    size_t most = 0;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char file[100], *best[GOLDEN_MAX_LINES];
        snprintf(file, sizeof file, "out/%s.lex-bin.beam4.norm1.nbest", modes[i]);
        const size_t n_best = read_best(file, best);
        const size_t equal = n_best == n ? count_equal(expected, best, n) : n;
        golden_free_lines(best, n_best);
        most = equal > most ? equal : most;
    }
    return most;
}

static size_t ours(const tr_model *m, char **in, char **expected, size_t n)
{
    tr_session *s = golden_session(m, 4, 1, TR_IDS, TR_TEXT);
    const tr_translation *t;
    size_t equal = 0;
    for (size_t i = 0; s && i < n; i++)
        if (!tr_translate(s, in[i], strlen(in[i]), &t, NULL))
            equal += !strcmp(t->hypotheses[0].text, expected[i]);
    tr_session_free(s);
    return equal;
}

static void check_int8(const char *input)
{
    char *in[GOLDEN_MAX_LINES], *expected[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(STUDENT, "input.ids"), in);
    const size_t n_expected = golden_lines(golden_path(STUDENT, exact), expected);
    tr_model *m = import_student(input, NULL, "lex.50.50.ende.s2t.bin", "int8");

    if (m && n == n_expected) {
        const size_t equal = ours(m, in, expected, n), theirs = marians_best(expected, n);
        tap_ok(n > 0 && equal >= theirs,
               STUDENT
               "/%s: %zu of %zu lines as with float32 and all words; Marian's best mode %zu",
               input, equal, n, theirs);
    } else {
        tap_ok(false, STUDENT "/%s: %zu lines and %zu translations", input, n, n_expected);
    }
    tr_model_close(m);
    golden_free_lines(in, n);
    golden_free_lines(expected, n_expected);
}

/* ---- Directories --------------------------------------------------------------------------- */

/* As config.float.yml says, which sets beam, normalisation and lengths, too: what bergamot prints
 * for each line. */
static void check_config(void)
{
    char *in[GOLDEN_MAX_LINES], *out[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(STUDENT, "input.txt"), in);
    const size_t n_out = golden_lines(golden_path(STUDENT, "out/bergamot.float.txt"), out);
    tr_convert_options c;
    tr_options o;
    tr_session *s = NULL;
    const tr_translation *t;
    size_t equal = 0;

    tr_convert_options_init(&c);
    c.input = golden_path(STUDENT, "config.float.yml");
    c.source_language = "en";
    c.target_language = "de";
    c.type = "float32";
    tr_model *m = golden_convert(&c, STUDENT "/config.float.yml");
    tr_options_init(&o, m);
    o.split = TR_SPLIT_NONE;
    o.raw = 1;
    if (m) tr_session_create(&s, m, &o, NULL);
    for (size_t i = 0; s && i < n && n == n_out; i++) {
        const int rc = tr_translate(s, in[i], strlen(in[i]), &t, NULL);
        if (rc == 0 && !strcmp(t->hypotheses[0].text, out[i]))
            equal++;
        else
            printf("# line %zu: %s\n#   %s\n", i + 1, rc ? "" : t->hypotheses[0].text, out[i]);
    }
    tap_ok(n > 0 && equal == n, STUDENT "/config.float.yml: %zu of %zu lines as bergamot", equal,
           n);
    tr_session_free(s);
    tr_model_close(m);
    golden_free_lines(in, n);
    golden_free_lines(out, n_out);
}

/* Copies a file of the student's, compressed, into a directory. */
static bool pack(const char *from, const char *folder, const char *to)
{
    static char bytes[1 << 20];
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, to);
    FILE *in = fopen(golden_path(STUDENT, from), "rb");
    gzFile out = gzopen(path, "wb");
    bool good = in && out;
    for (size_t n; good && (n = fread(bytes, 1, sizeof bytes, in));)
        good = gzwrite(out, bytes, (unsigned)n) == (int)n;
    if (in) fclose(in);
    if (out) good = gzclose(out) == Z_OK && good;
    return good;
}

static void remove_packed(const char *folder, const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

/* Under the names that Firefox gives its files, and compressed, they make the same model. */
static void check_firefox(void)
{
    static const char *const files[][2] = {
        {"model.intgemm8.alphas.bin", "model.ende.intgemm.alphas.bin.gz"},
        {"lex.50.50.ende.s2t.bin", "lex.50.50.ende.s2t.bin.gz"},
        {"vocab.spm", "vocab.ende.spm.gz"}};
    char folder[600], expected[200] = "";
    tr_convert_options c;
    bool packed = true;

    tr_convert_options_init(&c);
    c.input = golden_path(STUDENT, files[0][0]);
    c.source_vocab = golden_path(STUDENT, "vocab.spm");
    c.shortlist = golden_path(STUDENT, files[1][0]);
    c.source_language = "en";
    c.target_language = "de";
    c.max_source = 128; /* where Firefox splits sentences */
    tr_model *plain = golden_convert(&c, STUDENT "/model.intgemm8.alphas.bin");
    snprintf(expected, sizeof expected, "%s", metadata(plain, "nmt.sha256"));
    tr_model_close(plain);

    snprintf(folder, sizeof folder, "%s.d", golden_temporary);
    packed = mkdir(folder, 0777) == 0;
    for (size_t i = 0; i < 3; i++)
        packed = packed && pack(files[i][0], folder, files[i][1]);
    tr_convert_options_init(&c);
    c.input = folder;
    tr_model *m = packed ? golden_convert(&c, "files named as Firefox'") : NULL;
    tap_ok(*expected && !strcmp(metadata(m, "nmt.sha256"), expected),
           "files named as Firefox' make the same model");
    const tr_model_info *info = m ? tr_model_get_info(m) : NULL;
    tap_ok(info && !strcmp(info->source_language, "en") && !strcmp(info->target_language, "de") &&
               info->beam_size == 1 && info->length_penalty == 1,
           "and tell languages and search");
    tr_model_close(m);
    for (size_t i = 0; i < 3; i++)
        remove_packed(folder, files[i][1]);
    rmdir(folder);
}

int main(void)
{
    if (!golden_start("golden tests of Bergamot")) return tap_done();
    check_float32();
    check_list();
    check_int8("model.intgemm8.bin");
    check_int8("model.intgemm8.alphas.bin");
    check_config();
    check_firefox();
    return tap_done();
}
