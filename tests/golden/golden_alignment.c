/* golden_alignment.c - alignments as marian-decoder printed them, --alignment soft and hard.
 *
 * Marian tells those of the first head.  Imported models tell the mean of all: those here are made
 * to tell as Marian does.  golden_attention.c has the mean.
 */
#define _POSIX_C_SOURCE 200809L
#include <zlib.h>

#include "golden.h"

#include "setup/handle.h"

enum { MAX_LINE = 1 << 20, MAX_FIELDS = 6 };

/* Fields between " ||| "; how many there are. */
static int split_fields(char *line, char *field[MAX_FIELDS])
{
    int n = 0;

    line[strcspn(line, "\n")] = '\0';
    while (n < MAX_FIELDS) {
        field[n++] = line;
        char *bar = strstr(line, " ||| ");
        if (!bar) break;
        *bar = '\0';
        line = bar + 5;
    }
    return n;
}

/* "w,w,w w,w,w": the largest difference as a share of what is allowed. */
static double compare_soft(const tr_hypothesis *h, const char *list)
{
    double worst = 0;
    char *end;

    for (size_t i = 0; i < h->n_tokens; i++) {
        for (size_t k = 0; k <= h->alignment[i].n; k++) {
            const double ref = strtod(list, &end);
            const double delta = fabs((double)h->alignment[i].weight[k] - ref);
            const bool last = k == h->alignment[i].n;
            if (end == list || !(delta < INFINITY)) return INFINITY;
            worst = fmax(worst, delta / (1e-4 + 2e-4 * ref));
            if (*end && *end != (last ? ' ' : ',')) return INFINITY;
            list = end + (*end != '\0');
        }
    }
    return *list ? INFINITY : worst;
}

/* "s-t s-t": how many pairs are not ours; there is one for each target token. */
static double compare_hard(const tr_hypothesis *h, const char *list)
{
    size_t n = 0, wrong = 0;
    char *end;

    for (; *list; n++) {
        const size_t s = strtoul(list, &end, 10), t = strtoul(end + 1, &end, 10);
        if (t >= h->n_tokens || h->alignment[t].best != s) wrong++;
        list = end + (*end == ' ');
    }
    return n == h->n_tokens && !wrong ? 0 : INFINITY;
}

static size_t count_rows(const char *list)
{
    size_t n = 1;
    while ((list = strchr(list, ' ')))
        list++, n++;
    return n;
}

typedef struct tally {
    size_t found, missing;
    double worst;
} tally;

static void compare_line(tally *all, const tr_translation *t, const char *text, const char *list)
{
    const tr_hypothesis *h = golden_find(t, text, count_rows(list));
    const double d = !h                  ? INFINITY
                     : strchr(list, ',') ? compare_soft(h, list)
                                         : compare_hard(h, list);

    if (h && d <= 1) {
        all->found++;
        all->worst = fmax(all->worst, d);
    } else {
        all->missing++;
        printf("# line %zu: %s: %s\n", t->line, h ? "differs" : "not found", text);
    }
}

/* A file of one translation a line, "text ||| alignment", or of n-best lists, "line ||| text |||
 * alignment ...". */
static void check_file(const char *folder, const char *input, const char *file, const tr_model *m,
                       int beam, int output)
{
    static char line[MAX_LINE];
    char *in[GOLDEN_MAX_LINES], *field[MAX_FIELDS];
    const size_t n = golden_lines(golden_path(folder, input), in);
    const bool pieces = strstr(input, ".tok") != NULL;
    tr_options o = golden_options(m, beam, 1, pieces ? TR_PIECES : TR_IDS, output);
    tally all = {0};
    const tr_translation *t = NULL;
    size_t i = 0, last = SIZE_MAX;
    tr_error err;

    o.alignment = 1;
    tr_session *s = golden_create(m, &o);
    gzFile f = gzopen(golden_path(folder, file), "r");
    for (; s && f && gzgets(f, line, sizeof line); i++) {
        const bool list = split_fields(line, field) > 2;
        if (list) i = strtoul(field[0], NULL, 10);
        if (i >= n || !*in[i]) continue; /* an empty line: nothing is translated */
        if (i != last && tr_translate(s, in[i], strlen(in[i]), &t, &err)) break;
        last = i;
        compare_line(&all, t, field[list], field[list + 1]);
    }
    tap_ok(all.found > 0 && all.missing == 0,
           "%s/%s: %zu alignments, %zu not, largest difference %.3f of the tolerance", folder, file,
           all.found, all.missing, all.worst);
    if (f) gzclose(f);
    tr_session_free(s);
    golden_free_lines(in, n);
}

/* An imported model that tells alignments as Marian does. */
static tr_model *import_marian(const char *folder, const char *input, const char *source,
                               const char *target)
{
    tr_model *const m = golden_import(folder, input, source, target, "float32");
    if (m) ((tr_nmt *)tr_model_nmt(m))->config.alignment_heads = 1;
    return m;
}

static void check_model(const char *folder, const tr_model *m, int output)
{
    check_file(folder, "input.ids", "out/beam4.norm1.hard.txt", m, 4, output);
    check_file(folder, "input.ids", "out/beam6.norm1.nbest.soft.gz", m, 6, output);
}

static void check_fixture(const char *folder, const char *source, const char *target)
{
    tr_model *m = import_marian(folder, "model.npz", source, target);
    if (m) check_model(folder, m, TR_TEXT);
    tr_model_close(m);
}

/* Marian knows its list of pieces only, and prints them. */
static void check_package(void)
{
    tr_model *m = import_marian("opus-style", "package", NULL, NULL);
    if (m) check_model("opus-style", m, TR_PIECES);
    tr_model_close(m);
}

/* The two models of made-up text share their input. */
static void check_smoke(void)
{
    tr_model *m = import_marian("marian-tiny-smoke", "model.npz", "vocab.spm", NULL);
    if (m) {
        check_file("marian-tiny-smoke", "input.tok", "out/bin.beam4.align-hard.txt", m, 4, TR_TEXT);
        check_file("marian-tiny-smoke", "input.tok", "out/bin.beam4.align-soft.txt", m, 4, TR_TEXT);
        check_file("marian-tiny-smoke", "input.tok", "out/bin.nbest.align.txt", m, 4, TR_TEXT);
    }
    tr_model_close(m);
    m = import_marian("marian-tiny-ssru-smoke", "model.npz", "vocab.spm", NULL);
    if (m) {
        const char *input = "../marian-tiny-smoke/input.tok";
        check_file("marian-tiny-ssru-smoke", input, "out/bin.beam1.align.txt", m, 1, TR_TEXT);
        check_file("marian-tiny-ssru-smoke", input, "out/bin.nbest.align.txt", m, 4, TR_TEXT);
    }
    tr_model_close(m);
}

int main(void)
{
    if (!golden_start("alignments")) return tap_done();
    check_fixture("paper-post-relu-bpe", "vocab.spm", NULL);
    check_fixture("pre-swish-separate-vocab", "source.spm", "target.spm");
    check_fixture("pre-swish-kv-norm", "source.spm", "target.spm");
    check_fixture("ssru-student", "vocab.spm", NULL);
    check_package();
    check_smoke();
    return tap_done();
}
