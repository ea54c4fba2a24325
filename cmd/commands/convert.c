/* convert.c - a foreign model becomes a model file. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/files_in_use.h"
#include "console/input.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "console/progress.h"
#include "console/signals.h"
#include "translate.h"

typedef struct settings {
    const char *vocab, *target_vocab, *spm, *target_spm, *from, *to, *output;
    const char *shortlist, *name, *license, *origin;
    const char *format, *type, *normalization, *adapter;
    const char *calibrate[2];
    int shortlist_first, shortlist_best, max_source, beam, progress;
    length_penalty penalty;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    OPTION_ROW(0, "format", "marian|bergamot|opus|comet|hf|fairseq|ct2|argos|gguf", OPTION_WORD,
               FIELD(format), "kind of the foreign model (default: by its files)"),
    OPTION_ROW(0, "vocab", "FILE", OPTION_TEXT, FIELD(vocab),
               "its vocabulary (default: the one beside it)"),
    OPTION_ROW(0, "target-vocab", "FILE", OPTION_TEXT, FIELD(target_vocab),
               "that of the target side (default: the same)"),
    OPTION_ROW(0, "spm", "FILE", OPTION_TEXT, FIELD(spm),
               "the SentencePiece model of a vocabulary that lists pieces"),
    OPTION_ROW(0, "target-spm", "FILE", OPTION_TEXT, FIELD(target_spm),
               "that of the target side (default: the same)"),
    OPTION_ROW(0, "normalization", "none|nfc|nfkc|opus-mt|opus-mt-faithful", OPTION_WORD,
               FIELD(normalization),
               "what becomes of text first (default: what the model was trained with)"),
    OPTION_ROW(0, "shortlist", "FILE", OPTION_TEXT, FIELD(shortlist), "its lexical shortlist"),
    OPTION_RANGE_ROW(
        0, "shortlist-first", "N", OPTION_COUNT, FIELD(shortlist_first), 1, 1000000,
        "of a text shortlist: words of the vocabulary that any sentence may use (default: 100)"),
    OPTION_RANGE_ROW(0, "shortlist-best", "N", OPTION_COUNT, FIELD(shortlist_best), 1, 10000,
                     "likewise: words for each of the source's (default: 100)"),
    OPTION_ROW(0, "adapter", "FOLDER", OPTION_TEXT, FIELD(adapter),
               "an adapter of PEFT's to merge in (default: the one beside it, if any)"),
    OPTION_ROW('f', "from", "LANG", OPTION_TEXT, FIELD(from), "language of the source (BCP 47)"),
    OPTION_ROW('t', "to", "LANG", OPTION_TEXT, FIELD(to), "language of the translation"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output), "the model file to write"),
    OPTION_ROW(0, "type", "int8|float32", OPTION_WORD, FIELD(type),
               "type of the weights (default: int8, or as fine as the model's)"),
    OPTION_RANGE_ROW(
        0, "max-source", "N", OPTION_COUNT, FIELD(max_source), 1, 65536,
        "longest source in tokens; longer sentences are split (default: the input's, else 512)"),
    OPTION_RANGE_ROW(0, "beam", "N", OPTION_COUNT, FIELD(beam), 1, TR_MAX_BEAM,
                     "the model's default beam"),
    OPTION_ROW('l', "length-penalty", "A", OPTION_PENALTY, FIELD(penalty),
               "the model's default length penalty: A or gnmt:A"),
    OPTION_ROW(0, "name", "TEXT", OPTION_TEXT, FIELD(name), "name of the model"),
    OPTION_ROW(0, "license", "TEXT", OPTION_TEXT, FIELD(license), "licence of the weights (SPDX)"),
    OPTION_ROW(0, "origin", "TEXT", OPTION_TEXT, FIELD(origin), "where the weights come from"),
    OPTION_ROW(0, "calibrate", "SOURCE REFERENCE", OPTION_TWO, FIELD(calibrate),
               "fit the estimate of quality on this text and its translation, 200 lines or more"),
    PROGRESS_OPTION_ROWS(settings, progress),
    OPTION_LAST_ROWS,
};

static void note(void *ctx, const char *text)
{
    (void)ctx;
    complain("%s", text);
}

static int show_conversion(void *ctx, double done)
{
    if (signals_asked()) return 1;
    if (progress_is_due(ctx, done, 0)) progress_show(ctx, NULL, done, 0);
    return 0;
}

/* ---- Text to fit quality on ---------------------------------------------------------------- */

typedef struct text_lines {
    tr_string *lines; /* [n] */
    size_t n, capacity;
} text_lines;

static void free_lines(text_lines *t)
{
    for (size_t i = 0; i < t->n; i++)
        free((char *)t->lines[i].text);
    free(t->lines);
}

static int read_lines(text_lines *t, const char *path)
{
    char *name = (char *)path;
    line_reader reader;
    const char *text;
    size_t len;
    int more;

    if (line_reader_open(&reader, &name, 1) < 0) return -1;
    while ((more = line_reader_next(&reader, &text, &len)) > 0) {
        if (t->n == t->capacity) {
            t->capacity += t->capacity / 2 + 1024;
            t->lines = checked_realloc(t->lines, t->capacity, sizeof *t->lines);
        }
        t->lines[t->n++] = (tr_string){.text = checked_copy(text, len), .len = len};
    }
    line_reader_close(&reader);
    return more;
}

/* Reads both texts: EXIT_OK, or another status after a sentence. */
static int read_calibration(const settings *s, text_lines texts[2])
{
    for (int i = 0; i < 2 && s->calibrate[i]; i++) {
        if (read_lines(&texts[i], s->calibrate[i]) < 0) return EXIT_FAILED;
        files_in_use_add(s->calibrate[i], "a text to calibrate by");
    }
    if (texts[0].n == texts[1].n) return EXIT_OK;
    complain("%s has %zu lines, and %s %zu", s->calibrate[0], texts[0].n, s->calibrate[1],
             texts[1].n);
    return EXIT_FAILED;
}

/* ---- Running ------------------------------------------------------------------------------- */

static int convert_file(const settings *s, const char *model, const text_lines texts[2])
{
    tr_convert_options o;
    tr_error err;
    progress p;

    signals_catch();
    progress_begin(&p, s->progress, NULL, false);
    tr_convert_options_init(&o);
    o.format = s->format;
    o.input = model;
    o.source_vocab = s->vocab;
    o.target_vocab = s->target_vocab;
    o.source_spm = s->spm;
    o.target_spm = s->target_spm;
    o.normalization = s->normalization;
    o.shortlist = s->shortlist;
    o.shortlist_first = s->shortlist_first;
    o.shortlist_best = s->shortlist_best;
    o.output = s->output;
    o.source_language = s->from;
    o.target_language = s->to;
    o.type = s->type;
    o.adapter = s->adapter;
    o.name = s->name;
    o.license = s->license;
    o.origin = s->origin;
    o.max_source = s->max_source;
    o.beam_size = s->beam;
    o.penalty = s->penalty.kind;
    o.length_penalty = s->penalty.a;
    o.note = note;
    o.progress = show_conversion;
    o.ctx = &p;
    o.calibration_source = texts[0].lines;
    o.calibration_reference = texts[1].lines;
    o.n_calibration = texts[0].n;
    const int rc = tr_convert(&o, &err);
    if (rc < 0) hide_line();
    if (rc == TR_OK) progress_end(&p, model, 0);
    if (rc == TR_ESTOPPED) signals_end();
    if (rc == TR_EINVAL) return options_misuse(&convert_command, "%s", err.msg);
    if (rc < 0) complain("%s", err.msg);
    return rc < 0 ? EXIT_FAILED : EXIT_OK;
}

/* ---- Checkpoints --------------------------------------------------------------------------- */

/* True if a file is a checkpoint of translate train: it begins with the key that says so. */
static bool is_checkpoint(const char *path)
{
    static const char first[] = "\x14\0\0\0\0\0\0\0general.architecture"
                                "\x08\0\0\0"
                                "\x09\0\0\0\0\0\0\0nmt-train";
    enum { HEADER = 24, N = sizeof first - 1 };
    char bytes[HEADER + N];
    FILE *const f = fopen(path, "re");
    const bool is = f && fread(bytes, 1, sizeof bytes, f) == sizeof bytes &&
                    !memcmp(bytes, "GGUF", 4) && !memcmp(bytes + HEADER, first, N);

    if (f) fclose(f);
    return is;
}

/* An option that has no meaning for a checkpoint; NULL: none was given. */
static const char *find_misplaced(const settings *s)
{
    const struct {
        const char *name;
        bool given;
    } all[] = {{"format", s->format},
               {"vocab", s->vocab},
               {"target-vocab", s->target_vocab},
               {"spm", s->spm},
               {"target-spm", s->target_spm},
               {"normalization", s->normalization},
               {"shortlist", s->shortlist},
               {"from", s->from},
               {"to", s->to},
               {"max-source", s->max_source},
               {"beam", s->beam},
               {"calibrate", s->calibrate[0]},
               {"adapter", s->adapter}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given) return all[i].name;
    return NULL;
}

/* The trainer writes the model of a checkpoint. */
static int export_checkpoint(const settings *s, char *model)
{
    enum { MOST = 20 };
    const char *const given[][2] = {{"--resume", model},       {"--export", s->output},
                                    {"--type", s->type},       {"--name", s->name},
                                    {"--license", s->license}, {"--origin", s->origin}};
    const char *const misplaced = find_misplaced(s);
    char *args[MOST] = {NULL}, *parsed[MOST];
    int n = 0;

    if (misplaced)
        return options_misuse(&convert_command,
                              "%s: is a checkpoint of this program's training, which has its own: "
                              "leave out --%s",
                              model, misplaced);
    args[n++] = checked_format("--force");
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i][1]) args[n++] = checked_format("%s=%s", given[i][0], given[i][1]);
    if (s->penalty.a >= 0)
        args[n++] =
            checked_format("--length-penalty=%s%.9g",
                           s->penalty.kind == TR_PENALTY_GNMT ? "gnmt:" : "", (double)s->penalty.a);
    memcpy(parsed, args, sizeof parsed);
    const int status = train_command.run(n, parsed);
    while (n)
        free(args[--n]);
    return status;
}

static const option_pair pairs[] = {
    {"shortlist-first", OPTION_NEEDS, "shortlist", NULL},
    {"shortlist-best", OPTION_NEEDS, "shortlist", NULL},
    OPTION_LAST_PAIR,
};

static int convert_main(int argc, char **argv)
{
    const command *const c = &convert_command;
    settings set = {.penalty.a = -1};
    const settings usual = set;

    const int rc = options_parse(c, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (!argc) return options_misuse(c, "no model to convert is named");
    if (argc > 1) return options_misuse(c, "unexpected operand \"%s\"", argv[1]);
    if (option_pairs_check(c, &set, &usual) != GO_ON) return EXIT_MISUSE;
    if (!set.output) return options_misuse(c, "--output is missing");
    if (is_checkpoint(argv[0])) return export_checkpoint(&set, argv[0]);
    text_lines texts[2] = {{0}};
    int status = read_calibration(&set, texts);
    if (status == EXIT_OK) status = convert_file(&set, argv[0], texts);
    free_lines(&texts[0]);
    free_lines(&texts[1]);
    return status;
}

const command convert_command = {
    .name = "convert",
    .summary = "make a model file from another engine's model",
    .operands = "[OPTIONS] -o FILE MODEL",
    .operand = "FILE",
    .about = "Reads a model of another engine and writes a model file.",
    .options = options,
    .pairs = pairs,
    .run = convert_main,
};
