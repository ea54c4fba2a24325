#include "golden.h"

char golden_temporary[512];

char *golden_path(const char *folder, const char *name)
{
    static char paths[8][512];
    static int next;
    char *p = paths[next++ % 8];
    snprintf(p, sizeof paths[0], GOLDEN_FIXTURES "/%.200s/%.200s", folder, name);
    return p;
}

char *golden_next_line(FILE *f)
{
    static char line[GOLDEN_MAX_TEXT];
    if (!fgets(line, sizeof line, f)) return NULL;
    line[strcspn(line, "\n")] = '\0';
    return line;
}

size_t golden_lines(const char *path, char **lines)
{
    FILE *f = fopen(path, "r");
    size_t n = 0;
    char *line;
    if (!f) return 0;
    while (n < GOLDEN_MAX_LINES && (line = golden_next_line(f)))
        lines[n++] = strdup(line);
    fclose(f);
    return n;
}

void golden_free_lines(char **lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(lines[i]);
}

tr_model *golden_convert(tr_convert_options *o, const char *name)
{
    tr_model *m = NULL;
    tr_error err = {0};

    o->output = golden_temporary;
    const int rc = tr_convert(o, &err) || tr_model_open(&m, golden_temporary, &err);
    tap_ok(rc == 0, "%s: imports as %s %s", name, o->type ? o->type : "what it is", err.msg);
    unlink(golden_temporary);
    return m;
}

tr_model *golden_import(const char *folder, const char *input, const char *source,
                        const char *target, const char *type)
{
    tr_convert_options o;
    char name[200];

    tr_convert_options_init(&o);
    o.input = golden_path(folder, input);
    o.source_vocab = source ? golden_path(folder, source) : NULL;
    o.target_vocab = target ? golden_path(folder, target) : NULL;
    o.source_language = "en";
    o.target_language = "de";
    o.type = type;
    snprintf(name, sizeof name, "%s/%s", folder, input);
    return golden_convert(&o, name);
}

const char *golden_cpu; /* the instruction set of the sessions; NULL = best */

bool golden_next_cpu(size_t *i)
{
    static const char *const levels[] = {"ref",  "neon",    "dotprod", "i8mm",
                                         "avx2", "avxvnni", "avx512"};

    static bool told[sizeof levels / sizeof *levels];

    for (; *i < sizeof levels / sizeof *levels; ++*i) {
        golden_cpu = tr_cpu_select(levels[*i]);
        if (golden_cpu) {
            ++*i;
            return true;
        }
        if (!told[*i]) tap_skip(levels[*i], "not on this machine");
        told[*i] = true;
    }
    golden_cpu = NULL;
    return false;
}

tr_options golden_options(const tr_model *m, int beam, float alpha, int input, int output)
{
    tr_options o;

    tr_options_init(&o, m);
    o.beam_size = o.n_best = beam;
    o.length_penalty = alpha;
    o.max_length_factor = 10; /* Marian's --max-length-factor, where the source's </s> counts */
    o.max_length = 10;
    o.input = input;
    o.output = output;
    o.raw = 1;
    o.cpu = golden_cpu;
    return o;
}

tr_session *golden_create(const tr_model *m, const tr_options *o)
{
    tr_session *s = NULL;
    tr_error err = {0};

    if (tr_session_create(&s, m, o, &err)) fprintf(stderr, "# %s\n", err.msg);
    return s;
}

tr_session *golden_session(const tr_model *m, int beam, float alpha, int input, int output)
{
    const tr_options o = golden_options(m, beam, alpha, input, output);
    return golden_create(m, &o);
}

tr_string golden_string(const char *s)
{
    return (tr_string){s, strlen(s)};
}

/* ---- forced.tsv ---- */

double golden_compare(const tr_hypothesis *h, const char *list, double absolute, double relative)
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

void golden_forced(const char *folder, const char *file, const tr_model *m)
{
    tr_session *s = golden_session(m, 1, 0, TR_IDS, TR_IDS);
    FILE *f = fopen(golden_path(folder, file), "r");
    /* Plain C is slow. */
    const bool few = golden_cpu && !strcmp(golden_cpu, "ref") && !getenv("TEST_LONG");
    double worst = 0;
    size_t n = 0, n_lines = 0;
    char *line;

    while (s && f && (line = golden_next_line(f))) {
        if (*line == '#' || (few && n_lines++ % 4)) continue;
        strtok(line, "\t");
        strtok(NULL, "\t");
        const char *source = strtok(NULL, "\t"), *target = strtok(NULL, "\t");
        const char *list = strtok(NULL, "\t");
        const tr_translation *t;
        tr_error err;
        if (!strcmp(source, "0")) continue; /* an empty line: nothing is translated */
        if (tr_score(s, golden_string(source), golden_string(target), &t, &err) || t->status) {
            worst = INFINITY;
            break;
        }
        worst = fmax(worst, golden_compare(&t->hypotheses[0], list, 2e-5, 2e-4));
        n++;
    }
    tap_ok(worst <= 1 && n > 0, "%s/%s, %s: %zu pairs, largest difference %.3f of the tolerance",
           folder, file, golden_cpu ? golden_cpu : "best", n, worst);
    if (f) fclose(f);
    tr_session_free(s);
}

/* ---- translations ---- */

void golden_best_as(const char *folder, const char *input, int in_form, const char *file,
                    int out_form, const tr_model *m, int beam, float alpha)
{
    char *in[GOLDEN_MAX_LINES], *out[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(folder, input), in);
    const size_t n_out = golden_lines(golden_path(folder, file), out);
    tr_session *s = golden_session(m, beam, alpha, in_form, out_form);
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
    golden_free_lines(in, n);
    golden_free_lines(out, n_out);
}

void golden_best(const char *folder, const char *input, const char *file, const tr_model *m,
                 int beam, float alpha)
{
    const int form = strstr(input, ".tok") ? TR_PIECES : TR_IDS;
    golden_best_as(folder, input, form, file, TR_TEXT, m, beam, alpha);
}

/* ---- n-best lists: LINE ||| text ||| WordScores= .. ||| F0= sum ||| score ---- */

static size_t golden_count_words(const char *list)
{
    size_t n = 0;
    for (char *end; strtod(list, &end), end != list; list = end)
        n++;
    return n;
}

const tr_hypothesis *golden_find(const tr_translation *t, const char *text, size_t n_tokens)
{
    for (size_t k = 0; k < t->n_hypotheses; k++)
        if (!strcmp(t->hypotheses[k].text, text) && t->hypotheses[k].n_tokens == n_tokens)
            return &t->hypotheses[k];
    return NULL;
}

bool golden_split_nbest(char *line, char *field[5])
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

static double golden_nbest_line(const tr_translation *t, char *field[5], float alpha)
{
    const char *list = field[2] + strlen("WordScores=");
    const tr_hypothesis *h = golden_find(t, field[1], golden_count_words(list));
    if (!h) return INFINITY;
    double worst = golden_compare(h, list, 1e-4, 2e-4);
    const double score = atof(alpha == 0 ? field[3] + strlen("F0=") : field[4]);
    return fmax(worst, fabs((double)h->score - score) / (1e-4 + 2e-4 * fabs(score)));
}

void golden_nbest_as(const char *folder, const char *file, int output, const tr_model *m, int beam,
                     float alpha)
{
    char *in[GOLDEN_MAX_LINES], *field[5], *line;
    const size_t n = golden_lines(golden_path(folder, "input.ids"), in);
    tr_session *s = golden_session(m, beam, alpha, TR_IDS, output);
    FILE *f = fopen(golden_path(folder, file), "r");
    const tr_translation *t = NULL;
    size_t last = SIZE_MAX, hypotheses = 0, missing = 0;
    double worst = 0;
    tr_error err;

    while (s && f && (line = golden_next_line(f))) {
        const bool readable = golden_split_nbest(line, field);
        const size_t i = readable ? strtoul(field[0], NULL, 10) : n;
        if (i < n && !*in[i]) continue; /* an empty line: nothing is translated */
        if (i >= n || (i != last && tr_translate(s, in[i], strlen(in[i]), &t, &err))) {
            missing++;
            break;
        }
        last = i;
        const double w = golden_nbest_line(t, field, alpha);
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
    golden_free_lines(in, n);
}

void golden_nbest(const char *folder, const char *file, const tr_model *m, int beam, float alpha)
{
    const int output = strstr(file, "pieces") ? TR_PIECES : TR_TEXT;
    golden_nbest_as(folder, file, output, m, beam, alpha);
}

bool golden_start(const char *name)
{
    const char *dir = getenv("BUILD");

    snprintf(golden_temporary, sizeof golden_temporary, "%s/golden-%ld.gguf", dir ? dir : "/tmp",
             (long)getpid());
    if (!access(GOLDEN_FIXTURES, R_OK)) return true;
    tap_skip(name, "no " GOLDEN_FIXTURES);
    return false;
}
