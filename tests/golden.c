/*
 * golden.c - our numbers against those of the engine the weights were trained for.
 *
 * The fixtures' READMEs say which marian-decoder command printed each file.  forced.tsv is a
 * float64 computation.  Tolerances for float32: 2e-5 + 2e-4 |ref| a token against forced.tsv,
 * 1e-4 + 2e-4 |ref| against printed lists.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "../lib/translate.h"
#include "tap.h"

#define FIXTURES "../shared/fixtures"

enum { MAX_LINES = 256, MAX_TEXT = 1 << 16 };

static char temporary[512];

static char *path_of(const char *folder, const char *name)
{
    static char paths[8][512];
    static int next;
    char *p = paths[next++ % 8];
    snprintf(p, sizeof paths[0], FIXTURES "/%s/%s", folder, name);
    return p;
}

static char *next_line(FILE *f)
{
    static char line[MAX_TEXT];
    if (!fgets(line, sizeof line, f)) return NULL;
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static size_t read_lines(const char *path, char **lines)
{
    FILE *f = fopen(path, "r");
    size_t n = 0;
    char *line;
    if (!f) return 0;
    while (n < MAX_LINES && (line = next_line(f)))
        lines[n++] = strdup(line);
    fclose(f);
    return n;
}

static void free_lines(char **lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(lines[i]);
}

/* Converts a fixture and opens it; NULL, and a failed test, when it cannot. */
static tr_model *import(const char *folder, const char *npz, const char *source, const char *target,
                        const char *type)
{
    tr_convert_options o;
    tr_model *m = NULL;
    tr_error err = {0};

    tr_convert_options_init(&o);
    o.format = "marian";
    o.input = path_of(folder, npz);
    o.source_vocab = path_of(folder, source);
    o.target_vocab = target ? path_of(folder, target) : NULL;
    o.output = temporary;
    o.source_language = "en";
    o.target_language = "de";
    o.type = type;
    const int rc = tr_convert(&o, &err) || tr_model_open(&m, temporary, &err);
    tap_ok(rc == 0, "%s/%s: imports as %s %s", folder, npz, type, err.msg);
    unlink(temporary);
    return m;
}

static const char *cpu; /* the instruction set of the sessions; NULL = best */

static tr_session *session(const tr_model *m, int beam, float alpha, int input, int output)
{
    tr_options o;
    tr_session *s = NULL;
    tr_error err = {0};

    tr_options_init(&o, m);
    o.beam_size = o.n_best = beam;
    o.length_penalty = alpha;
    o.max_length_factor = 10;
    o.max_length = 20;
    o.input = input;
    o.output = output;
    o.cpu = cpu;
    if (tr_session_create(&s, m, &o, &err)) fprintf(stderr, "# %s\n", err.msg);
    return s;
}

static tr_string string_of(const char *s)
{
    return (tr_string){s, strlen(s)};
}

/* ---- forced.tsv ---- */

/* The largest |difference| as a share of what is allowed; above 1 is too much. */
static double compare(const tr_hypothesis *h, const char *list, double absolute, double relative)
{
    double worst = 0;
    size_t i = 0;
    char *end;
    for (double ref; ref = strtod(list, &end), end != list; list = end, i++) {
        if (i == h->n_tokens) return INFINITY;
        const double delta = fabs((double)h->tokens[i].log_probability - ref);
        if (!(delta < INFINITY)) return INFINITY; /* NaN too */
        worst = fmax(worst, delta / (absolute + relative * fabs(ref)));
    }
    return i == h->n_tokens ? worst : INFINITY;
}

static void check_forced(const char *folder, const char *file, const tr_model *m)
{
    tr_session *s = session(m, 1, 0, TR_IDS, TR_IDS);
    FILE *f = fopen(path_of(folder, file), "r");
    double worst = 0;
    size_t n = 0;
    char *line;

    while (s && f && (line = next_line(f))) {
        if (*line == '#') continue;
        strtok(line, "\t");
        strtok(NULL, "\t");
        const char *source = strtok(NULL, "\t"), *target = strtok(NULL, "\t");
        const char *list = strtok(NULL, "\t");
        const tr_translation *t;
        tr_error err;
        if (!strcmp(source, "0")) continue; /* an empty line: nothing is translated */
        if (tr_score(s, string_of(source), string_of(target), &t, &err) || t->status) {
            worst = INFINITY;
            break;
        }
        worst = fmax(worst, compare(&t->hypotheses[0], list, 2e-5, 2e-4));
        n++;
    }
    tap_ok(worst <= 1 && n > 0, "%s/%s, %s: %zu pairs, largest difference %.3f of the tolerance",
           folder, file, cpu ? cpu : "best", n, worst);
    if (f) fclose(f);
    tr_session_free(s);
}

/* ---- translations ---- */

static void check_best(const char *folder, const char *input, const char *file, const tr_model *m,
                       int beam, float alpha)
{
    char *in[MAX_LINES], *out[MAX_LINES];
    const size_t n = read_lines(path_of(folder, input), in);
    const size_t n_out = read_lines(path_of(folder, file), out);
    const bool pieces = strstr(input, ".tok") != NULL;
    tr_session *s = session(m, beam, alpha, pieces ? TR_PIECES : TR_IDS, TR_TEXT);
    size_t differ = 0;

    for (size_t i = 0; s && i < n && n == n_out; i++) {
        const tr_translation *t;
        tr_error err;
        if (tr_translate(s, in[i], strlen(in[i]), &t, &err)) {
            differ = n;
            break;
        }
        if (strcmp(t->hypotheses[0].text, out[i])) {
            differ++;
            printf("# %s/%s line %zu:\n#   %s\n#   %s\n", folder, file, i + 1,
                   t->hypotheses[0].text, out[i]);
        }
    }
    tap_ok(s && n > 0 && n == n_out && differ == 0, "%s/%s: %zu lines, %zu differ", folder, file, n,
           differ);
    tr_session_free(s);
    free_lines(in, n);
    free_lines(out, n_out);
}

/* ---- n-best lists: LINE ||| text ||| WordScores= .. ||| F0= sum ||| score ---- */

static size_t count_words(const char *list)
{
    size_t n = 0;
    for (char *end; strtod(list, &end), end != list; list = end)
        n++;
    return n;
}

/* Different pieces may spell the same text: the number of tokens tells them apart. */
static const tr_hypothesis *find(const tr_translation *t, const char *text, size_t n_tokens)
{
    for (size_t k = 0; k < t->n_hypotheses; k++)
        if (!strcmp(t->hypotheses[k].text, text) && t->hypotheses[k].n_tokens == n_tokens)
            return &t->hypotheses[k];
    return NULL;
}

static bool split_nbest(char *line, char *field[5])
{
    for (int i = 0; i < 5; i++) {
        field[i] = line;
        char *bar = strstr(line, " ||| ");
        if (!bar && i < 4) return false;
        if (i == 4) break;
        *bar = '\0';
        line = bar + 5;
    }
    return true;
}

static double nbest_line(const tr_translation *t, char *field[5], float alpha)
{
    const char *list = field[2] + strlen("WordScores=");
    const tr_hypothesis *h = find(t, field[1], count_words(list));
    if (!h) return INFINITY;
    double worst = compare(h, list, 1e-4, 2e-4);
    const double score = atof(alpha == 0 ? field[3] + strlen("F0=") : field[4]);
    return fmax(worst, fabs((double)h->score - score) / (1e-4 + 2e-4 * fabs(score)));
}

static void check_nbest(const char *folder, const char *file, const tr_model *m, int beam,
                        float alpha)
{
    char *in[MAX_LINES], *field[5], *line;
    const size_t n = read_lines(path_of(folder, "input.ids"), in);
    const int output = strstr(file, "pieces") ? TR_PIECES : TR_TEXT;
    tr_session *s = session(m, beam, alpha, TR_IDS, output);
    FILE *f = fopen(path_of(folder, file), "r");
    const tr_translation *t = NULL;
    size_t last = SIZE_MAX, hypotheses = 0, missing = 0;
    double worst = 0;
    tr_error err;

    while (s && f && (line = next_line(f))) {
        const bool readable = split_nbest(line, field);
        const size_t i = readable ? strtoul(field[0], NULL, 10) : n;
        if (i < n && !*in[i]) continue; /* an empty line: nothing is translated */
        if (i >= n || (i != last && tr_translate(s, in[i], strlen(in[i]), &t, &err))) {
            missing++;
            break;
        }
        last = i;
        const double w = nbest_line(t, field, alpha);
        hypotheses++;
        if (w <= 1) {
            worst = fmax(worst, w);
        } else {
            missing++;
            printf("# %s/%s line %zu: not found: %s\n", folder, file, i + 1, field[1]);
        }
    }
    tap_ok(hypotheses > 0 && missing == 0,
           "%s/%s: %zu hypotheses, %zu missing, largest difference %.3f of the tolerance", folder,
           file, hypotheses, missing, worst);
    if (f) fclose(f);
    tr_session_free(s);
    free_lines(in, n);
}

static void check_fixture(const char *folder, const char *source, const char *target)
{
    tr_model *m = import(folder, "model.npz", source, target, "float32");
    if (!m) return;
    const char *const levels[] = {"ref", "avx2", "avx512"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        cpu = tr_cpu_select(levels[i]);
        if (cpu)
            check_forced(folder, "forced.tsv", m);
        else
            tap_skip(levels[i], "not on this machine");
    }
    cpu = NULL;
    check_best(folder, "input.ids", "out/beam1.txt", m, 1, 0);
    check_best(folder, "input.ids", "out/beam4.norm0.txt", m, 4, 0);
    check_best(folder, "input.ids", "out/beam4.norm0.6.txt", m, 4, 0.6f);
    check_best(folder, "input.ids", "out/beam4.norm1.txt", m, 4, 1);
    check_nbest(folder, "out/beam1.nbest", m, 1, 0);
    check_nbest(folder, "out/beam4.norm1.nbest", m, 4, 1);
    check_nbest(folder, "out/beam6.norm1.pieces.nbest", m, 6, 1);
    tr_model_close(m);
}

/* ---- int8 against float32: the mean |difference| of a reference token's log-probability ---- */

static void check_int8(void)
{
    enum { LINES = 250 };
    char *in[MAX_LINES], *out[MAX_LINES];
    const size_t n = read_lines("../shared/data/test/tatoeba-dev.en", in);
    const size_t n_out = read_lines("../shared/data/test/tatoeba-dev.de", out);
    tr_model *m[2] = {import("../models/en-de", "model.npz", "vocab.spm", NULL, "float32"),
                      import("../models/en-de", "model.npz", "vocab.spm", NULL, "int8")};
    tr_session *s[2] = {NULL, NULL};
    double sum = 0;
    size_t tokens = 0;

    for (int i = 0; i < 2; i++)
        if (m[i]) s[i] = session(m[i], 1, 0, TR_TEXT, TR_TEXT);
    for (size_t i = 0; s[0] && s[1] && i < LINES && i < n && n == n_out; i++) {
        const tr_translation *t[2];
        tr_error err;
        if (tr_score(s[0], string_of(in[i]), string_of(out[i]), &t[0], &err) ||
            tr_score(s[1], string_of(in[i]), string_of(out[i]), &t[1], &err))
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
    free_lines(in, n);
    free_lines(out, n_out);
}

int main(void)
{
    const char *dir = getenv("BUILD");
    snprintf(temporary, sizeof temporary, "%s/golden-%ld.gguf", dir ? dir : "/tmp", (long)getpid());
    if (access(FIXTURES, R_OK)) {
        tap_skip("golden tests", "no " FIXTURES);
        return tap_done();
    }
    check_fixture("paper-post-relu-bpe", "vocab.spm", NULL);
    check_fixture("pre-swish-separate-vocab", "source.spm", "target.spm");
    check_fixture("pre-swish-kv-norm", "source.spm", "target.spm");

    tr_model *m = import("paper-post-relu-bpe", "model.f16.npz", "vocab.spm", NULL, "float32");
    if (m) {
        check_best("paper-post-relu-bpe", "input.ids", "out/f16.beam1.txt", m, 1, 0);
        check_nbest("paper-post-relu-bpe", "out/f16.beam4.norm1.nbest", m, 4, 1);
    }
    tr_model_close(m);
    m = import("marian-tiny-smoke", "model.npz", "vocab.spm", NULL, "float32");
    if (m) check_best("marian-tiny-smoke", "input.tok", "out/npz.beam4.txt", m, 4, 1);
    tr_model_close(m);
    m = import("malformed/good", "model.npz", "vocab.spm", NULL, "float32");
    if (m) {
        check_best("malformed/good", "input.ids", "out/beam4.norm1.txt", m, 4, 1);
        check_nbest("malformed/good", "out/beam4.norm1.nbest", m, 4, 1);
    }
    tr_model_close(m);
    if (access("../shared/models/en-de/model.npz", R_OK))
        tap_skip("int8 against float32", "no ../shared/models/en-de");
    else
        check_int8();
    return tap_done();
}
