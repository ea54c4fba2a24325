/* help.c - all commands, told to people and to shells. */
#include "help.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "completion.h"
#include "console/output.h"

static const command *const all_commands[] = {
    &translate_command, &tokenize_command,   &detokenize_command,
    &inspect_command,   &convert_command,    &score_command,
    &evaluate_command,  &explain_command,    &train_command,
    &fetch_command,     &models_command,     &detect_command,
    &segments_command,  &splice_command,     &memory_command,
    &help_command,      &completion_command, NULL,
};

const command *help_find_command(const char *name)
{
    for (size_t i = 1; all_commands[i]; i++)
        if (!strcmp(all_commands[i]->name, name)) return all_commands[i];
    return NULL;
}

const char *help_hint(const char *name, char hint[HINT_SIZE])
{
    suggestion s = suggest_for(name, strlen(name));

    for (size_t i = 1; all_commands[i]; i++)
        suggest_word(&s, all_commands[i]->name, strlen(all_commands[i]->name));
    return suggest_hint(&s, "", hint);
}

enum { HELP_COLUMN = 28, HELP_WIDTH = 79 };

/* Words from column `column` on, each further line indented by `indent`.  A list of choices is cut
 * after one where it does not fit a line. */
static void print_wrapped(FILE *out, const char *text, size_t column, size_t indent)
{
    bool after_blank = false;

    while (*text) {
        size_t n = strcspn(text, " ");
        const size_t choice = strcspn(text, " |");
        if (column + after_blank + n > HELP_WIDTH && choice && choice < n) n = choice + 1;
        if (column > indent && column + after_blank + n > HELP_WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (after_blank && column > indent) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, n, out);
        column += n;
        text += n;
        after_blank = *text == ' ';
        text += after_blank;
    }
    fputc('\n', out);
}

static void print_option(FILE *out, const option *o)
{
    const char *const argument = option_argument(o);
    char head[80];

    snprintf(head, sizeof head, "  %c%c%s --%s%s", o->letter ? '-' : ' ',
             o->letter ? o->letter : ' ', o->letter ? "," : " ", o->name, argument ? " " : "");
    const size_t len = strlen(head) + (argument ? strlen(argument) : 0);
    fputs(head, out);
    if (len + 2 > HELP_COLUMN) {
        print_wrapped(out, argument ? argument : "", strlen(head), strlen(head));
        fprintf(out, "%*s", HELP_COLUMN, "");
    } else {
        fprintf(out, "%s%*s", argument ? argument : "", (int)(HELP_COLUMN - len), "");
    }
    print_wrapped(out, o->help, HELP_COLUMN, HELP_COLUMN);
}

static void list_subcommands(FILE *out)
{
    fputs("\nSubcommands, as the first argument (\"translate help SUBCOMMAND\" tells more):\n",
          out);
    for (size_t i = 1; all_commands[i]; i++)
        fprintf(out, "  %-12s %s\n", all_commands[i]->name, all_commands[i]->summary);
}

int help_show(const command *c)
{
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    fprintf(out.stream, "Usage: translate%s%s %s\n\n", c->name ? " " : "", c->name ? c->name : "",
            c->operands);
    print_wrapped(out.stream, c->about, 0, 0);
    fputs("\nOptions:\n", out.stream);
    for (const option *o = c->options; o->name; o++)
        print_option(out.stream, o);
    if (!c->name) list_subcommands(out.stream);
    output_close(&out);
    return EXIT_OK;
}

/* ---- The commands ------------------------------------------------------------------------- */

static const option help_options[] = {OPTION_LAST_ROWS};

static int help_main(int argc, char **argv)
{
    char hint[HINT_SIZE];

    const int rc = options_parse(&help_command, &argc, argv, NULL);
    if (rc != GO_ON) return rc;
    if (argc > 1) return options_misuse(&help_command, "unexpected operand \"%s\"", argv[1]);
    if (!argc) return help_show(all_commands[0]);
    const command *c = help_find_command(argv[0]);
    if (c) return help_show(c);
    return options_misuse(&help_command, "no subcommand is named \"%s\"%s", argv[0],
                          help_hint(argv[0], hint));
}

const command help_command = {
    .name = "help",
    .summary = "show the help of a subcommand",
    .operands = "[OPTIONS] [SUBCOMMAND]",
    .operand = "SUBCOMMAND",
    .about = "Shows the help of translate, or of a subcommand.",
    .options = help_options,
    .run = help_main,
};

static const option completion_options[] = {OPTION_LAST_ROWS};

static int print_script(const char *shell)
{
    const char *const script = completion_script(shell);
    suggestion s = suggest_for(shell, strlen(shell));
    char hint[HINT_SIZE];
    output out;

    suggest_words(&s, completion_command.operand, '|');
    if (!script)
        return options_misuse(&completion_command, "\"%s\" is not one of %s%s", shell,
                              completion_command.operand, suggest_hint(&s, "", hint));
    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    fputs(script, out.stream);
    output_close(&out);
    return EXIT_OK;
}

/* Answers the scripts: words [n] as completion_print() takes them. */
static int print_words(char **words, int n)
{
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    completion_print(out.stream, all_commands, words, n);
    output_close(&out);
    return EXIT_OK;
}

static int completion_main(int argc, char **argv)
{
    const command *const c = &completion_command;

    if (argc > 1 && !strcmp(argv[0], "words")) return print_words(argv + 1, argc - 1);
    const int rc = options_parse(c, &argc, argv, NULL);
    if (rc != GO_ON) return rc;
    if (!argc) return options_misuse(c, "which shell?  One of %s", c->operand);
    if (argc > 1) return options_misuse(c, "unexpected operand \"%s\"", argv[1]);
    return print_script(argv[0]);
}

const command completion_command = {
    .name = "completion",
    .summary = "print what makes a shell complete command lines",
    .operands = "[OPTIONS] bash|zsh|fish",
    .operand = "bash|zsh|fish",
    .about = "Prints a script that makes the shell complete translate's subcommands, options, and "
             "their values: formats, instruction sets, models, languages, files.",
    .options = completion_options,
    .run = completion_main,
};
