#include "mistaken_command.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/given_text.h"
#include "console/message.h"
#include "help.h"

/* ---- Operands ------------------------------------------------------------------------------ */

/* What stands between the options of a command line. */
typedef struct operands {
    char **items; /* [n] */
    int n;
    bool help;        /* is asked for, or the version: nothing else matters */
    bool has_options; /* of any kind */
    bool has_unknown; /* options, which are told first */
} operands;

static const option *find_option(const char *word, size_t len)
{
    return options_find(&translate_command, word, len);
}

static void note_option(operands *o, const option *found)
{
    o->has_options = true;
    if (!found) o->has_unknown = true;
    if (found && (found->kind == OPTION_HELP || !strcmp(found->name, "version"))) o->help = true;
}

/* Words of argv that an option at argv[0] takes: 1, or 2 where its value is the next. */
static int pass_option(operands *o, const char *word)
{
    const option *found = NULL;

    if (word[1] == '-') {
        found = find_option(word + 2, strcspn(word + 2, "="));
        note_option(o, found);
        return found && found->argument && !strchr(word, '=') ? 2 : 1;
    }
    for (const char *letter = word + 1; *letter; letter++) {
        found = options_find_letter(&translate_command, *letter);
        note_option(o, found);
        if (found && found->argument) return letter[1] ? 1 : 2;
    }
    return 1;
}

static operands find_operands(int argc, char **argv)
{
    operands o = {.items = checked_realloc(NULL, (size_t)argc + 1, sizeof *o.items)};
    bool options = true;

    for (int i = 0; i < argc;) {
        char *const word = argv[i];
        const bool ends = options && !strcmp(word, "--");
        if (options && !ends && word[0] == '-' && word[1]) {
            i += pass_option(&o, word);
            continue;
        }
        if (ends) options = false;
        if (!ends) o.items[o.n++] = word;
        i++;
    }
    return o;
}

/* ---- Subcommands --------------------------------------------------------------------------- */

static int refuse_late_subcommand(const char *name)
{
    return options_misuse(&translate_command,
                          "%s is a subcommand, which comes before its options: translate %s ...",
                          name, name);
}

/* A subcommand's name among operands, where no file has it. */
static const char *find_late_subcommand(const operands *o)
{
    for (int i = 0; i < o->n; i++)
        if (help_find_command(o->items[i]) && given_text_is_absent(o->items[i])) return o->items[i];
    return NULL;
}

/* A word of lower-case letters and hyphens that is no file's name may have been meant to be a
 * subcommand. */
static bool may_be_subcommand(const char *word)
{
    return *word && *word != '-' && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz-")] &&
           given_text_is_absent(word);
}

static int refuse_subcommand(const char *word)
{
    complain("%s: No such file or directory, and no such subcommand (see translate --help); text "
             "itself is given with -e: translate -e \"%s\"",
             word, word);
    return EXIT_FAILED;
}

/* ---- Text ---------------------------------------------------------------------------------- */

/* True if no operand is a file, and they look like words of a text.  Options tell of files: behind
 * them, it has to look like a sentence. */
static bool may_be_text(const operands *o)
{
    bool is_sentence = !o->has_options;

    for (int i = 0; i < o->n; i++)
        if (strchr(o->items[i], ' ') || given_text_ends_sentence(o->items[i])) is_sentence = true;
    return !o->has_unknown && is_sentence && given_text_is_likely(o->items, o->n);
}

/* Two small letters, or three: "de", "ast". */
static size_t language_length(const char *word)
{
    const size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    return n == 2 || n == 3 ? n : 0;
}

/* What other programs take for languages: "en de ...", ":de ...", "en:de ..."; "" if it is not so.
 * The caller frees it. */
static char *language_hint(const operands *o)
{
    const char *const first = o->items[0];
    const size_t n = language_length(first);
    const char *const colon = *first == ':' ? first : n && first[n] == ':' ? first + n : NULL;
    const char *const from = "; languages are given with ";

    if (colon && language_length(colon + 1) == strlen(colon + 1) && colon > first)
        return checked_format("%s-f %.*s -t %s", from, (int)n, first, colon + 1);
    if (colon && language_length(colon + 1) && !colon[1 + language_length(colon + 1)])
        return checked_format("%s-t %s", from, colon + 1);
    if (o->n > 1 && n && !first[n] && strlen(o->items[1]) == language_length(o->items[1]) &&
        *o->items[1])
        return checked_format("%s-f %s -t %s", from, first, o->items[1]);
    return checked_format("%s", "");
}

static int refuse_text(const operands *o)
{
    char *const languages = language_hint(o);
    const int status = given_text_refuse(&translate_command, o->items, o->n, languages);

    free(languages);
    return status;
}

/* ---- All ----------------------------------------------------------------------------------- */

/* `first` is the first word of all, an operand or not. */
static int refuse_operands(const operands *o, const char *first)
{
    char hint[HINT_SIZE] = "";

    if (o->help || !o->n) return GO_ON;
    const char *const late = find_late_subcommand(o);
    if (late) return refuse_late_subcommand(late);
    const bool is_word = may_be_subcommand(first);
    if (is_word && *help_hint(first, hint))
        return options_misuse(&translate_command, "no subcommand is named \"%s\"%s", first, hint);
    if (is_word && o->n == 1) return refuse_subcommand(first);
    if (may_be_text(o)) return refuse_text(o);
    return is_word ? refuse_subcommand(first) : GO_ON;
}

int mistaken_command_refuse(int argc, char **argv)
{
    operands o = find_operands(argc, argv);
    const int status = argc ? refuse_operands(&o, argv[0]) : GO_ON;

    free(o.items);
    return status;
}
