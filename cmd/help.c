/* help.c - help on a command, and the shell's completion. */
#include "commands.h"
#include "message.h"
#include "output.h"

typedef struct settings {
    int completion;
} settings;

static const option options[] = {
    {0, "completion", NULL, "print a completion script for bash", OPTION_FLAG,
     offsetof(settings, completion), 0, 0},
    OPTION_HELP_ROW,
};

static void print_option_words(FILE *out, const command *c)
{
    for (size_t i = 0; i < c->n_options; i++)
        fprintf(out, " --%s", c->options[i].name);
}

/* bash's `complete -W` would not know commands from files: a function looks at word 1. */
static int print_completion(void)
{
    output o;

    if (output_open(&o, NULL) < 0) return EXIT_FAILED;
    fputs("_translate()\n{\n    local words\n    case ${COMP_WORDS[1]} in\n", o.stream);
    for (size_t i = 1; all_commands[i]; i++) {
        fprintf(o.stream, "    %s) words=\"", all_commands[i]->name);
        print_option_words(o.stream, all_commands[i]);
        fputs("\" ;;\n", o.stream);
    }
    fputs("    *) words=\"", o.stream);
    print_option_words(o.stream, all_commands[0]);
    fputs("\" ;;\n    esac\n    [ \"$COMP_CWORD\" -eq 1 ] && words=\"$words", o.stream);
    for (size_t i = 1; all_commands[i]; i++)
        fprintf(o.stream, " %s", all_commands[i]->name);
    fputs("\"\n    COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\n"
          "complete -o default -F _translate translate\n",
          o.stream);
    output_close(&o);
    return EXIT_OK;
}

static int help_main(int argc, char **argv)
{
    settings set = {0};

    const int rc = options_parse(&help_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (set.completion) return print_completion();
    if (argc > 1) return options_misuse(&help_command, "unexpected operand \"%s\"", argv[1]);
    if (!argc) return options_help(all_commands[0]);
    const command *c = command_find(argv[0]);
    if (!c) return options_misuse(&help_command, "no subcommand is named \"%s\"", argv[0]);
    return options_help(c);
}

const command help_command = {
    .name = "help",
    .summary = "show the help of a subcommand",
    .operands = "[OPTIONS] [SUBCOMMAND]",
    .about = "Shows the help of translate, or of a subcommand.",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .run = help_main,
};
