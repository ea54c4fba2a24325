/* tokenize.c - text to pieces, for people and for programs. */
#include <stdbool.h>
#include <string.h>

#include "commands/commands.h"
#include "console/json.h"
#include "console/message.h"
#include "console/printable.h"
#include "lines/filter.h"

enum view { VIEW_AUTO, VIEW_PIECES, VIEW_IDS, VIEW_OFFSETS, VIEW_JSON, VIEW_COLOUR };

typedef struct settings {
    model_choice choice;
    text_list texts;
    int side; /* enum tr_side */
    int view; /* enum view */
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    GIVEN_TEXT_ROW(settings, texts),
    OPTION_ROW(0, "side", "source|target", OPTION_CHOICE, FIELD(side),
               "whose vocabulary (default: source)"),
    OPTION_RANGE_ROW(0, "pieces", NULL, OPTION_SET, FIELD(view), VIEW_PIECES, 0,
                     "print the pieces, separated by blanks (the default)"),
    OPTION_RANGE_ROW(0, "ids", NULL, OPTION_SET, FIELD(view), VIEW_IDS, 0, "print the pieces' ids"),
    OPTION_RANGE_ROW(0, "offsets", NULL, OPTION_SET, FIELD(view), VIEW_OFFSETS, 0,
                     "print which bytes of the line each piece covers, as BEGIN:END"),
    OPTION_RANGE_ROW(0, "json", NULL, OPTION_SET, FIELD(view), VIEW_JSON, 0,
                     "print one JSON object a line, with all of these"),
    OPTION_LAST_ROWS,
};

/* Alternating backgrounds show where one piece ends and the next begins. */
static void print_coloured(FILE *out, const tr_tokens *tokens)
{
    static const char *const backgrounds[] = {"\033[30;46m", "\033[30;47m"};

    for (size_t i = 0; i < tokens->n; i++) {
        const char *piece = tokens->token[i].piece;
        fputs(backgrounds[i % 2], out);
        printable_text(out, piece, strlen(piece), 0);
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

static void print_tokens_json(output *out, const tr_tokens *tokens, size_t line, const char *text,
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

static void print_line(filter *f, const tr_tokens *tokens, int view, tr_string line)
{
    if (view == VIEW_JSON)
        print_tokens_json(&f->out, tokens, f->in.line, line.text, line.len);
    else if (view == VIEW_COLOUR)
        print_coloured(f->out.stream, tokens);
    else
        print_fields(f->out.stream, tokens, view);
    if (view != VIEW_JSON) fputc('\n', f->out.stream);
    output_flush(&f->out);
}

/* EXIT_OK, or EXIT_FAILED after a sentence for each line that failed. */
static int tokenize_lines(filter *f, void *ctx)
{
    const settings *const set = ctx;
    const int view = set->view != VIEW_AUTO                 ? set->view
                     : printable_has_colours(f->out.stream) ? VIEW_COLOUR
                                                            : VIEW_PIECES;
    tr_string line;
    int more, status = EXIT_OK;

    while ((more = line_reader_next(&f->in, &line.text, &line.len)) > 0) {
        const tr_tokens none = {0};
        tr_tokens *tokens = NULL;
        tr_error err;
        if (tr_tokenize(f->model, set->side, line.text, line.len, &tokens, &err)) {
            line_reader_complain(&f->in, err.msg);
            status = EXIT_FAILED;
        }
        print_line(f, tokens ? tokens : &none, view, line);
        tr_tokens_free(tokens);
    }
    return more < 0 ? EXIT_FAILED : status;
}

static int tokenize_main(int argc, char **argv)
{
    settings set = {0};

    const int rc = options_parse(&tokenize_command, &argc, argv, &set);
    return rc != GO_ON ? rc
                       : filter_run(&tokenize_command, &set.choice, &set.texts, argc, argv,
                                    tokenize_lines, &set);
}

const command tokenize_command = {
    .name = "tokenize",
    .summary = "split text into a model's pieces",
    .operands = "[OPTIONS] [FILE]...",
    .operand = "FILE",
    .about = "Splits each line into the pieces of a model's vocabulary.  On a terminal the pieces "
             "are coloured.",
    .options = options,
    .run = tokenize_main,
};
