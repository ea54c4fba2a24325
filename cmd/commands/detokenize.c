/* detokenize.c - pieces or ids back to text. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "lines/filter.h"

enum form { FORM_PIECES, FORM_IDS };

typedef struct settings {
    model_choice choice;
    text_list texts;
    int side; /* enum tr_side */
    int form; /* enum form */
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    GIVEN_TEXT_ROW(settings, texts),
    OPTION_ROW(0, "side", "source|target", OPTION_CHOICE, FIELD(side),
               "whose vocabulary (default: target)"),
    OPTION_ROW(0, "input", "pieces|ids", OPTION_CHOICE, FIELD(form),
               "what the lines hold (default: pieces)"),
    OPTION_LAST_ROWS,
};

typedef struct id_list {
    int32_t *ids;
    size_t n, capacity;
} id_list;

static void add_id(id_list *list, int32_t id)
{
    if (list->n == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->ids = checked_realloc(list->ids, list->capacity, sizeof *list->ids);
    }
    list->ids[list->n++] = id;
}

static int32_t parse_id(const char *text)
{
    char *end;

    errno = 0;
    const long id = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : -1;
    return id >= 0 && !*end && !errno && id <= INT32_MAX ? (int32_t)id : -1;
}

/* The library gives an unknown piece the id of <unk>.  Here, only "<unk>" itself has that id. */
static int32_t look_up(const tr_model *model, int side, const char *piece)
{
    const int32_t id = tr_piece_id(model, side, piece, strlen(piece));
    return id == tr_piece_id(model, side, "<unk>", 5) && strcmp(piece, "<unk>") != 0 ? -1 : id;
}

/* Fills `list` from fields with blanks between them.  Returns NULL, or the first wrong field. */
static const char *parse_fields(const tr_model *model, const settings *set, char *fields,
                                id_list *list)
{
    char *rest = NULL;

    list->n = 0;
    for (char *f = strtok_r(fields, " \t", &rest); f; f = strtok_r(NULL, " \t", &rest)) {
        const int32_t id = set->form == FORM_IDS ? parse_id(f) : look_up(model, set->side, f);
        if (id < 0) return f;
        add_id(list, id);
    }
    return NULL;
}

static void complain_of_field(const settings *set, line_reader *r, const char *field)
{
    const char *kind = set->form == FORM_IDS ? "a token id" : "a piece of the vocabulary";
    const bool is_id = set->form != FORM_IDS && parse_id(field) >= 0;
    char *message =
        checked_format("\"%s\" is not %s%s", field, kind, is_id ? "; --input ids reads ids" : "");
    line_reader_complain(r, message);
    free(message);
}

/* Prints the text of `fields` [len], which it changes; EXIT_FAILED, after a sentence, where there
 * is none. */
static int detokenize_line(filter *f, const settings *set, char *fields, size_t len, id_list *list)
{
    char *text;
    tr_error err;

    if (strlen(fields) < len) {
        line_reader_complain(&f->in, "holds a NUL");
        return EXIT_FAILED;
    }
    const char *wrong = parse_fields(f->model, set, fields, list);
    if (wrong) {
        complain_of_field(set, &f->in, wrong);
        return EXIT_FAILED;
    }
    if (tr_detokenize(f->model, set->side, list->ids, list->n, &text, &err)) {
        line_reader_complain(&f->in, err.msg);
        return EXIT_FAILED;
    }
    fputs(text, f->out.stream);
    tr_text_free(text);
    return EXIT_OK;
}

static int detokenize_lines(filter *f, void *ctx)
{
    const settings *const set = ctx;
    const char *text;
    size_t len;
    int more, status = EXIT_OK;
    id_list list = {0};

    while ((more = line_reader_next(&f->in, &text, &len)) > 0) {
        char *fields = checked_malloc(len + 1);
        memcpy(fields, text, len);
        fields[len] = '\0';
        if (detokenize_line(f, set, fields, len, &list) != EXIT_OK) status = EXIT_FAILED;
        fputc('\n', f->out.stream);
        output_flush(&f->out);
        free(fields);
    }
    free(list.ids);
    return more < 0 ? EXIT_FAILED : status;
}

static int detokenize_main(int argc, char **argv)
{
    settings set = {.side = TR_TARGET};

    const int rc = options_parse(&detokenize_command, &argc, argv, &set);
    return rc != GO_ON ? rc
                       : filter_run(&detokenize_command, &set.choice, &set.texts, argc, argv,
                                    detokenize_lines, &set);
}

const command detokenize_command = {
    .name = "detokenize",
    .summary = "join pieces or ids to text",
    .operands = "[OPTIONS] [FILE]...",
    .operand = "FILE",
    .about = "Joins the pieces or ids in each line to text.",
    .options = options,
    .run = detokenize_main,
};
