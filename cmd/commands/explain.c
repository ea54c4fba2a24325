/* explain.c - pictures of what network and search did for a text. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"
#include "console/files_in_use.h"
#include "console/given_text.h"
#include "console/input.h"
#include "console/json.h"
#include "console/option_pairs.h"
#include "console/output.h"
#include "explain/explain_page.h"
#include "explain/explain_placeables.h"
#include "explain/explain_svg.h"
#include "explain/explain_text.h"
#include "models/model_choice.h"

enum { MOST_SENTENCES = 64, LONGEST_LINE = 1 << 16 };

typedef struct settings {
    model_choice choice;
    text_list texts;
    const char *output, *svg, *head, *cpu, *keep_file;
    int placeables, beam_size, text, json, view, precision, raw;
    length_penalty penalty;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    OPTION_ROW('e', "sentence", "TEXT", OPTION_LIST, FIELD(texts),
               "explain this text, whatever files there are (may repeat)"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output),
               "write there; the file appears when it is complete"),
    OPTION_FLAG_ROW(
        0, "text", FIELD(text),
        "draw the alignment and a head with shades, for a terminal (the default on one)"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print all numbers as one JSON object"),
    OPTION_FLAG_ROW(0, "placeables", FIELD(placeables),
                    "tell what of the text stays as it is, by which row, and what lost against it; "
                    "needs no model"),
    OPTION_LIBRARY_ROW_OF(0, FIELD(keep_file), TR_ROW_KEEP_FILE),
    OPTION_ROW(0, "svg", "FILE", OPTION_TEXT, FIELD(svg),
               "draw one view of the first sentence there"),
    OPTION_ROW(0, "view", "alignment|head|matrix|model|beam|positions", OPTION_CHOICE, FIELD(view),
               "the view that --svg draws"),
    OPTION_ROW(0, "head", "KIND:LAYER:HEAD", OPTION_TEXT, FIELD(head),
               "the head to begin with: encoder, decoder or cross, and two numbers from 0 "
               "(default: one that tells alignments)"),
    OPTION_RANGE_ROW('b', "beam", "N", OPTION_COUNT, FIELD(beam_size), 1, TR_MAX_BEAM,
                     "hypotheses kept per sentence, 1 = greedy (default: the model's, else 4)"),
    OPTION_ROW('l', "length-penalty", "A", OPTION_PENALTY, FIELD(penalty),
               "as in translate (default: the model's, else 1)"),
    OPTION_CPU_ROW(settings, cpu),
    OPTION_ROW(0, "precision", "auto|int8|float32", OPTION_CHOICE, FIELD(precision),
               "float32 does not round what int8 weights are multiplied by"),
    OPTION_FLAG_ROW(0, "raw", FIELD(raw),
                    "copy nothing, and try no sentence again, as in translate"),
    OPTION_LAST_ROWS,
};

typedef struct run {
    const settings *set;
    const char *operand; /* NULL = standard input */
    record record;
    tr_session *session, *timed;
    head_choice head;
    output told; /* with --placeables */
} run;

/* ---- The head ----------------------------------------------------------------------------- */

static head_choice default_head(const record *r)
{
    const int32_t layer = r->info->alignment_layer;
    return (head_choice){.kind = TR_CROSS,
                         .layer = layer >= 0 ? (size_t)layer : r->layers[TR_CROSS] - 1};
}

/* GO_ON, or EXIT_MISUSE after a sentence. */
static int read_head(const char *text, head_choice *h)
{
    unsigned layer, head;
    char kind[16], rest;

    if (sscanf(text, "%15[a-z]:%4u:%4u%c", kind, &layer, &head, &rest) != 3)
        return options_misuse(&explain_command,
                              "--head %s: it is not KIND:LAYER:HEAD, such as cross:0:0", text);
    *h = (head_choice){.kind = N_KINDS, .layer = layer, .head = head};
    for (int k = 0; k < N_KINDS; k++)
        if (!strcmp(kind, kind_names[k])) h->kind = k;
    if (h->kind < N_KINDS) return GO_ON;
    return options_misuse(&explain_command,
                          "--head %s: \"%s\" is not one of encoder, decoder and cross", text, kind);
}

/* True if the model has the head; else after a sentence. */
static bool has_head(const record *r, const char *text, const head_choice *h)
{
    if (h->layer < r->layers[h->kind] && h->head < r->heads) return true;
    if (r->layers[h->kind] == 0)
        complain("--head %s: the model's decoder is an SSRU, which has no attention to its past",
                 text);
    else
        complain("--head %s: the model has layers 0 to %zu with heads 0 to %zu", text,
                 r->layers[h->kind] - 1, r->heads - 1);
    return false;
}

/* ---- Input -------------------------------------------------------------------------------- */

static int take_line(run *r, const char *text, size_t len)
{
    if (r->set->placeables)
        return explain_placeables(&r->told, text, len, r->set->keep_file, r->set->json) < 0
                   ? EXIT_FAILED
                   : EXIT_OK;
    const int rc = record_line(&r->record, r->session, r->timed, text, len);

    if (rc != EXIT_OK || r->record.n <= MOST_SENTENCES) return rc;
    complain("more than %d sentences are too many for one page", MOST_SENTENCES);
    return EXIT_FAILED;
}

static int take_file(run *r)
{
    line_reader reader;
    char *name = (char *)r->operand;
    const char *text;
    size_t len;
    int more, rc = EXIT_OK;

    if (line_reader_open(&reader, &name, name ? 1 : 0) < 0) return EXIT_FAILED;
    reader.longest = LONGEST_LINE;
    while (rc == EXIT_OK && (more = line_reader_next(&reader, &text, &len)) != 0)
        rc = more < 0 ? EXIT_FAILED : take_line(r, text, len);
    line_reader_close(&reader);
    return rc;
}

static int take_text(run *r, const char *text)
{
    if (strlen(text) > LONGEST_LINE) {
        complain("the text has more than %d bytes", LONGEST_LINE);
        return EXIT_FAILED;
    }
    for (int rc = EXIT_OK;; text++) {
        const size_t len = strcspn(text, "\n");
        rc = take_line(r, text, len);
        text += len;
        if (rc != EXIT_OK || !*text) return rc;
    }
}

/* The operand is a file, if there is one of that name; else it is the text, if it looks like one.
 */
static int take_input(run *r)
{
    const text_list *const texts = &r->set->texts;
    char *operand = (char *)r->operand;
    int rc = EXIT_OK;

    if (!texts->n && (!operand || !given_text_is_absent(operand))) return take_file(r);
    if (!texts->n && given_text_is_likely(&operand, 1)) return take_text(r, operand);
    if (!texts->n) return given_text_refuse(&explain_command, &operand, 1, "");
    for (size_t i = 0; i < texts->n && rc == EXIT_OK; i++)
        rc = take_text(r, texts->items[i]);
    return rc;
}

/* ---- Output ------------------------------------------------------------------------------- */

static void write_main(const run *r, FILE *out)
{
    const settings *set = r->set;
    const bool text = set->text || (!set->json && !set->output && isatty(fileno(out)));

    if (set->json) {
        explain_json(out, &r->record, false, r->head);
        fputc('\n', out);
    } else if (text) {
        explain_text(out, &r->record, r->head, explain_columns(out), explain_utf8());
    } else {
        explain_page(out, &r->record, r->head);
    }
}

static int write_svg(const run *r)
{
    output out;

    if (r->record.n == 0) {
        complain("there is nothing to translate, so nothing to draw");
        return EXIT_FAILED;
    }
    if (output_open(&out, r->set->svg) < 0) return EXIT_FAILED;
    explain_svg(out.stream, &r->record, r->record.sentences, r->set->view, r->head);
    output_close(&out);
    return EXIT_OK;
}

static int write_all(const run *r)
{
    const settings *set = r->set;
    output out;

    if (set->svg && write_svg(r) != EXIT_OK) return EXIT_FAILED;
    if (set->svg && !set->output && !set->text && !set->json) return EXIT_OK;
    if (output_open(&out, set->output) < 0) return EXIT_FAILED;
    write_main(r, out.stream);
    output_close(&out);
    return EXIT_OK;
}

/* ---- Placeables --------------------------------------------------------------------------- */

static int tell_placeables(run *r)
{
    if (r->set->json) json_start();
    if (output_open(&r->told, r->set->output) < 0) return EXIT_FAILED;
    const int rc = take_input(r);
    if (rc == EXIT_OK) output_close(&r->told);
    if (rc != EXIT_OK) output_abandon(&r->told);
    return rc;
}

/* ---- Running ------------------------------------------------------------------------------ */

static bool fill_options(tr_options *o, const settings *set, const tr_model *model)
{
    tr_options_init(o, model);
    model_choose_languages(o, &set->choice);
    if (set->beam_size) o->beam_size = set->beam_size;
    if (set->penalty.a >= 0) {
        o->penalty = set->penalty.kind;
        o->length_penalty = set->penalty.a;
    }
    o->precision = set->precision;
    o->raw = set->raw;
    o->batch_tokens = 1; /* one sentence at a time */
    o->cpu = set->cpu;
    if (tr_cpu_select(o->cpu)) return true;
    complain("--cpu %s: this machine does not have it", o->cpu);
    return false;
}

static int explain_line(run *r, const tr_model *model, const tr_options *plain)
{
    tr_options o = *plain;
    timer t = {.part = -1, .seconds = r->record.seconds};
    const tr_observer recorder = record_observer(&r->record), clock = record_timer(&t);
    tr_error err;
    int rc = EXIT_FAILED;

    o.observer = &recorder;
    if (tr_session_create(&r->session, model, &o, &err)) {
        complain("%s", err.msg);
        return EXIT_FAILED;
    }
    o.observer = &clock;
    if (tr_session_create(&r->timed, model, &o, &err))
        complain("%s", err.msg);
    else
        rc = take_input(r);
    tr_session_free(r->timed);
    tr_session_free(r->session);
    return rc == EXIT_OK ? write_all(r) : rc;
}

static int explain_with(const tr_model *model, void *ctx)
{
    run *const r = ctx;
    tr_options o;
    int rc = EXIT_FAILED;

    if (!fill_options(&o, r->set, model)) return EXIT_FAILED;
    record_init(&r->record, model, &o);
    if (!r->set->head) r->head = default_head(&r->record);
    if (!r->set->head || has_head(&r->record, r->set->head, &r->head))
        rc = explain_line(r, model, &o);
    record_free(&r->record);
    return rc;
}

static const option_pair pairs[] = {
    {"text", OPTION_EXCLUDES, "json", "--text or --json: not both"},
    {"view", OPTION_NEEDS, "svg", NULL},
    {"placeables", OPTION_EXCLUDES, "svg|head", "--placeables draws nothing: leave out --%s"},
    {"keep-file", OPTION_NEEDS, "placeables", NULL},
    OPTION_LAST_PAIR,
};

static int explain_main(int argc, char **argv)
{
    settings set = {.penalty.a = -1, .view = -1};
    const settings usual = set;
    run r = {.set = &set};

    int rc = options_parse(&explain_command, &argc, argv, &set);
    if (rc == GO_ON && set.head) rc = read_head(set.head, &r.head);
    if (rc != GO_ON) return rc;
    if (set.texts.n && argc)
        return options_misuse(&explain_command, "-e gives the text: leave out %s", argv[0]);
    if (argc > 1)
        return options_misuse(&explain_command, "unexpected operand \"%s\"; quote the text",
                              argv[1]);
    if (option_pairs_check(&explain_command, &set, &usual) != GO_ON) return EXIT_MISUSE;
    const bool main_to_stdout = set.output ? !strcmp(set.output, "-") : set.text || set.json;
    if (set.svg && !strcmp(set.svg, "-") && main_to_stdout)
        return options_misuse(&explain_command, "--svg - and the rest cannot both go to standard "
                                                "output");
    if (set.view < 0) set.view = VIEW_ALIGNMENT;
    r.operand = argv[0];
    if (r.operand) files_in_use_add(r.operand, "the text");
    if (set.keep_file) files_in_use_add(set.keep_file, "the file of what is kept");
    return set.placeables ? tell_placeables(&r) : model_use(&set.choice, explain_with, &r);
}

const command explain_command = {
    .name = "explain",
    .summary = "draw what the network attends to, and how the search went",
    .operands = "[OPTIONS] [TEXT|FILE]",
    .operand = "FILE",
    .about =
        "Translates a text, and writes a page that shows how: the attention of every layer and "
        "head, the alignment, the beam with the hypotheses that died, and what else each token "
        "might have been.",
    .options = options,
    .pairs = pairs,
    .run = explain_main,
};
