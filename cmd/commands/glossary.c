/* glossary.c - `translate glossary`: what is doubtful in a glossary, before it is used. */
#include <string.h>

#include "commands/commands.h"
#include "console/json.h"
#include "console/message.h"
#include "console/output.h"
#include "console/printable.h"
#include "models/model_choice.h"

typedef struct settings {
    const char *from, *to;
    int json;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    OPTION_ROW('f', "from", "LANG", OPTION_TEXT, FIELD(from),
               "language of the terms (default: as the file says, else English)"),
    OPTION_ROW('t', "to", "LANG", OPTION_TEXT, FIELD(to),
               "language of the translations (default: as the file says, else German)"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print a JSON object for each file"),
    OPTION_LAST_ROWS,
};

/* A file that is being checked. */
typedef struct checking {
    const settings *set;
    const char *path;
    output *out;
    cJSON *doubts; /* NULL: sentences are printed */
    size_t n_doubts;
} checking;

static void add_doubt(cJSON *array, const tr_glossary_doubt *d)
{
    cJSON *const one = cJSON_CreateObject();

    cJSON_AddNumberToObject(one, "line", (double)d->line);
    cJSON_AddStringToObject(one, "kind", d->kind);
    json_add_text(one, "source", d->source, strlen(d->source));
    json_add_text(one, "target", d->target, strlen(d->target));
    if (d->other_line) cJSON_AddNumberToObject(one, "other_line", (double)d->other_line);
    cJSON_AddStringToObject(one, "text", d->text);
    cJSON_AddItemToArray(array, one);
}

static void print_doubt(const checking *c, const tr_glossary_doubt *d)
{
    FILE *const out = c->out->stream;

    printable_text(out, c->path, strlen(c->path), 0);
    fprintf(out, ":%zu: \"", d->line);
    printable_text(out, d->source, strlen(d->source), 0);
    if (*d->target) fputs("\" = \"", out);
    printable_text(out, d->target, strlen(d->target), 0);
    fprintf(out, "\" %s", d->text);
    if (d->other_line) fprintf(out, " (line %zu)", d->other_line);
    fprintf(out, " [%s]\n", d->kind);
}

/* True if the doubt is about the languages of the file, which it names. */
static bool is_of_languages(const tr_glossary_doubt *d)
{
    return !strcmp(d->kind, "languages");
}

/* A file may name other languages than the usual ones, unless the user names some. */
static bool is_asked(const settings *s, const tr_glossary_doubt *d)
{
    return (s->from && !tr_language_fit(d->source, s->from)) ||
           (s->to && !tr_language_fit(d->target, s->to));
}

static void take_doubt(void *ctx, const tr_glossary_doubt *d)
{
    checking *const c = ctx;

    if (is_of_languages(d) && !is_asked(c->set, d)) return;
    c->n_doubts++;
    if (c->doubts)
        add_doubt(c->doubts, d);
    else
        print_doubt(c, d);
}

static void print_object(checking *c, size_t n_terms)
{
    cJSON *const object = cJSON_CreateObject();

    json_add_text(object, "file", c->path, strlen(c->path));
    cJSON_AddNumberToObject(object, "terms", (double)n_terms);
    cJSON_AddItemToObject(object, "doubts", c->doubts);
    json_print(c->out, object);
}

/* EXIT_OK, EXIT_SOME_LINES if something is doubtful, or EXIT_FAILED after a sentence. */
static int check_file(const settings *s, output *out, const char *path)
{
    const char *const from = s->from ? s->from : model_default_pair.from,
                      *const to = s->to ? s->to : model_default_pair.to;
    checking c = {
        .set = s, .path = path, .out = out, .doubts = s->json ? cJSON_CreateArray() : NULL};
    size_t n_terms;
    tr_error err;

    if (tr_glossary_check(path, from, to, take_doubt, &c, &n_terms, &err) < 0) {
        cJSON_Delete(c.doubts);
        complain("%s", err.msg);
        return EXIT_FAILED;
    }
    if (s->json) {
        print_object(&c, n_terms);
    } else {
        printable_text(out->stream, path, strlen(path), 0);
        fprintf(out->stream, ": %zu %s, %zu %s\n", n_terms, n_terms == 1 ? "term" : "terms",
                c.n_doubts, c.n_doubts == 1 ? "doubt" : "doubts");
    }
    output_flush(out);
    return c.n_doubts ? EXIT_SOME_LINES : EXIT_OK;
}

static int glossary_main(int argc, char **argv)
{
    settings s = {0};
    output out;
    int status = EXIT_OK;

    const int rc = options_parse(&glossary_command, &argc, argv, &s);
    if (rc != GO_ON) return rc;
    if (!argc || strcmp(argv[0], "check") != 0)
        return argc ? options_misuse(&glossary_command, "there is no \"%s\": check", argv[0])
                    : options_misuse(&glossary_command, "name check, and a glossary");
    if (argc < 2) return options_misuse(&glossary_command, "check needs a glossary");
    json_start();
    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    for (int i = 1; i < argc; i++) {
        const int of_file = check_file(&s, &out, argv[i]);
        if (status != EXIT_FAILED && of_file != EXIT_OK) status = of_file;
    }
    output_close(&out);
    return status;
}

const command glossary_command = {
    .name = "glossary",
    .summary = "tell what is doubtful in a glossary",
    .operands = "check [OPTIONS] FILE...",
    .operand = "FILE",
    .verbs = "check",
    .about = "Tells which entries of a glossary are doubtful, before anything is translated: two "
             "translations for a term, words that are too common, verbs, genders that are not "
             "known, and the like.  No model is needed.  The status is 3 if anything is doubtful.",
    .options = options,
    .run = glossary_main,
};
