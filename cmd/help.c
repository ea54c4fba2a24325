/* help.c - all commands, told to people and to shells. */
#include "help.h"

#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "completion.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "console/output.h"
#include "help_text.h"
#include "manual.h"
#include "topics.h"

static const command *const all_commands[] = {
    &translate_command,
    &tokenize_command,
    &detokenize_command,
    &inspect_command,
    &convert_command,
    &score_command,
    &evaluate_command,
    &explain_command,
    &train_command,
    &fetch_command,
    &models_command,
    &detect_command,
    &serve_command,
    &segments_command,
    &splice_command,
    &memory_command,
    &glossary_command,
    &define_command,
    &verify_command,
    &help_command,
    &formats_command,
    &completion_command,
    NULL,
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

int help_show(const command *c)
{
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    if (c->name)
        help_text_command(out.stream, c);
    else
        help_text_overview(out.stream, c, all_commands + 1);
    output_close(&out);
    return EXIT_OK;
}

/* ---- The commands ------------------------------------------------------------------------- */

static const option help_options[] = {OPTION_LAST_ROWS};

/* Options of translate: a group, or all. */
static int show_options(const option_group *g)
{
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    if (g)
        help_text_group(out.stream, all_commands[0], g);
    else
        help_text_options(out.stream, all_commands[0]);
    output_close(&out);
    return EXIT_OK;
}

static int list_topics(void)
{
    output out;

    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    help_text_topics(out.stream, all_commands + 1);
    output_close(&out);
    return EXIT_OK;
}

static int refuse_topic(const char *name)
{
    suggestion s = suggest_for(name, strlen(name));
    char hint[HINT_SIZE];

    for (size_t i = 1; all_commands[i]; i++)
        suggest_word(&s, all_commands[i]->name, strlen(all_commands[i]->name));
    for (const subject *t = subjects; t->name; t++)
        suggest_word(&s, t->name, strlen(t->name));
    for (const option_group *g = option_groups; g->topic; g++)
        suggest_word(&s, g->topic, strlen(g->topic));
    suggest_word(&s, "options", strlen("options"));
    return options_misuse(&help_command, "there is no help on \"%s\"%s", name,
                          suggest_hint(&s, "", hint));
}

/* The options of a group, else a page of the manual, else what --help shows. */
static int show_topic(const char *name)
{
    const option_group *const g = topics_find_group(name);
    const char *const page = topics_find_page(name);
    const command *const c = help_find_command(name);

    if (g || !strcmp(name, "options")) return show_options(g);
    if (page && manual_show(page)) return EXIT_OK;
    if (c) return help_show(c);
    if (page) complain("the page %s was not installed with this program", page);
    return page ? EXIT_FAILED : refuse_topic(name);
}

static int help_main(int argc, char **argv)
{
    const int rc = options_parse(&help_command, &argc, argv, NULL);
    if (rc != GO_ON) return rc;
    if (argc > 1) return options_misuse(&help_command, "unexpected operand \"%s\"", argv[1]);
    return argc ? show_topic(argv[0]) : list_topics();
}

const command help_command = {
    .name = "help",
    .summary = "show a page of the manual, or a group of options",
    .operands = "[OPTIONS] [TOPIC]",
    .operand = "TOPIC",
    .about = "Shows a page of the manual: of a subcommand, or on a subject such as documents.  Or "
             "the options of translate that belong together.  Without a topic, lists all topics.",
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

/* Options that need or exclude each other, which a test holds the manual against. */
static int print_pairs(const char *name)
{
    const command *const c = name ? help_find_command(name) : all_commands[0];
    output out;

    if (!c || output_open(&out, NULL) < 0) return EXIT_FAILED;
    if (c->pairs) option_pairs_print(out.stream, c);
    output_close(&out);
    return EXIT_OK;
}

static int completion_main(int argc, char **argv)
{
    const command *const c = &completion_command;

    if (argc > 1 && !strcmp(argv[0], "words")) return print_words(argv + 1, argc - 1);
    if (argc && !strcmp(argv[0], "pairs")) return print_pairs(argv[1]);
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
