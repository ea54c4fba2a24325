/* tokenize.c - text to pieces, for people and for programs. */
#include <stdbool.h>
#include <string.h>

#include "commands.h"
#include "find.h"
#include "input.h"
#include "json.h"
#include "message.h"
#include "screen.h"

enum view { VIEW_AUTO, VIEW_PIECES, VIEW_IDS, VIEW_OFFSETS, VIEW_JSON, VIEW_COLOUR };

typedef struct settings {
    model_choice choice;
    int side; /* enum tr_side */
    int view; /* enum view */
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    {0, "side", "source|target", "whose vocabulary (default: source)", OPTION_CHOICE, FIELD(side),
     0, 0},
    {0, "pieces", NULL, "print the pieces, separated by blanks (the default)", OPTION_SET,
     FIELD(view), VIEW_PIECES, 0},
    {0, "ids", NULL, "print the pieces' ids", OPTION_SET, FIELD(view), VIEW_IDS, 0},
    {0, "offsets", NULL, "print which bytes of the line each piece covers, as BEGIN:END",
     OPTION_SET, FIELD(view), VIEW_OFFSETS, 0},
    {0, "json", NULL, "print one JSON object a line, with all of these", OPTION_SET, FIELD(view),
     VIEW_JSON, 0},
    OPTION_HELP_ROW,
};

/* Alternating backgrounds show where one piece ends and the next begins. */
static void print_coloured(FILE *out, const tr_tokens *tokens)
{
    static const char *const backgrounds[] = {"\033[30;46m", "\033[30;47m"};

    for (size_t i = 0; i < tokens->n; i++) {
        const char *piece = tokens->token[i].piece;
        fputs(backgrounds[i % 2], out);
        screen_text(out, piece, strlen(piece), 0);
    }
    if (tokens->n) fputs("\033[0m", out);
}

static void print_fields(FILE *out, const tr_tokens *tokens, int view)
{
    for (size_t i = 0; i < tokens->n; i++) {
        const tr_token *t = &tokens->token[i];
        if (i) fputc(' ', out);
        if (view == VIEW_IDS)
            fprintf(out, "%d", (int)t->id);
        else if (view == VIEW_OFFSETS)
            fprintf(out, "%zu:%zu", t->begin, t->end);
        else
            fputs(t->piece, out);
    }
}

static void print_json(output *out, const tr_tokens *tokens, size_t line, const char *text,
                       size_t len)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "line", (double)line);
    json_add_text(object, "text", text, len);
    cJSON *array = cJSON_AddArrayToObject(object, "tokens");
    for (size_t i = 0; i < tokens->n; i++) {
        cJSON *token = json_add_token(array, &tokens->token[i]);
        cJSON_AddNumberToObject(token, "begin", (double)tokens->token[i].begin);
        cJSON_AddNumberToObject(token, "end", (double)tokens->token[i].end);
    }
    json_print(out, object);
}

/* The lines of the reader: EXIT_OK, or EXIT_FAILED after a sentence for each that failed. */
static int tokenize_lines(const tr_model *model, const settings *set, line_reader *r, output *out)
{
    const char *text;
    size_t len;
    int more, status = EXIT_OK;

    while ((more = line_reader_next(r, &text, &len)) > 0) {
        tr_tokens *tokens = NULL;
        const tr_tokens none = {0};
        tr_error err;
        if (tr_tokenize(model, set->side, text, len, &tokens, &err)) {
            line_reader_complain(r, err.msg);
            status = EXIT_FAILED;
        }
        const tr_tokens *shown = tokens ? tokens : &none;
        if (set->view == VIEW_JSON)
            print_json(out, shown, r->line, text, len);
        else if (set->view == VIEW_COLOUR)
            print_coloured(out->stream, shown);
        else
            print_fields(out->stream, shown, set->view);
        if (set->view != VIEW_JSON) fputc('\n', out->stream);
        output_flush(out);
        tr_tokens_free(tokens);
    }
    return more < 0 ? EXIT_FAILED : status;
}

static int tokenize_main(int argc, char **argv)
{
    settings set = {0};
    line_reader reader;
    output out;

    int rc = options_parse(&tokenize_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    tr_model *model = model_open(&set.choice);
    if (!model) return EXIT_FAILED;
    rc = EXIT_FAILED;
    if (!output_open(&out, NULL) && !line_reader_open(&reader, argv, (size_t)argc)) {
        if (set.view == VIEW_AUTO)
            set.view = screen_has_colours(out.stream) ? VIEW_COLOUR : VIEW_PIECES;
        rc = tokenize_lines(model, &set, &reader, &out);
        line_reader_close(&reader);
        output_close(&out);
    }
    tr_model_close(model);
    return rc;
}

const command tokenize_command = {
    .name = "tokenize",
    .summary = "split text into a model's pieces",
    .operands = "[OPTIONS] [FILE]...",
    .about = "Splits each line into the pieces of a model's vocabulary.  On a terminal the pieces "
             "are coloured.",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = tokenize_main,
};
