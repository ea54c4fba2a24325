#include "help_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { HELP_COLUMN = 28, HELP_WIDTH = 79, TOPIC_COLUMN = 15, LONGEST_CHOICE = 18 };

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

static void print_option(FILE *out, const option *o, const char *argument, const char *help)
{
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
    print_wrapped(out, help, HELP_COLUMN, HELP_COLUMN);
}

static void print_whole_option(FILE *out, const option *o)
{
    print_option(out, o, option_argument(o), o->help);
}

/* The beginning of a help that fits one line: up to a colon, a semicolon or a bracket. */
static void shorten(char *text, size_t size, const char *help)
{
    snprintf(text, size, "%s", help);
    if (strlen(help) <= HELP_WIDTH - HELP_COLUMN) return;
    for (char *c = text; *c; c++)
        if (!strncmp(c, ": ", 2) || !strncmp(c, "; ", 2) || !strncmp(c, " (", 2)) {
            *c = '\0';
            return;
        }
}

/* With the option's name for a long list of choices. */
static void print_short_option(FILE *out, const option *o)
{
    const char *argument = option_argument(o);
    char word[32], help[256];
    size_t n = 0;

    if (argument && strlen(argument) > LONGEST_CHOICE) {
        for (; o->name[n] && n + 1 < sizeof word; n++)
            word[n] = (char)toupper((unsigned char)o->name[n]);
        word[n] = '\0';
        argument = word;
    }
    shorten(help, sizeof help, o->help);
    print_option(out, o, argument, help);
}

static void print_usage(FILE *out, const command *c)
{
    fprintf(out, "Usage: translate%s%s %s\n\n", c->name ? " " : "", c->name ? c->name : "",
            c->operands);
    print_wrapped(out, c->about, 0, 0);
}

void help_text_command(FILE *out, const command *c)
{
    print_usage(out, c);
    fputs("\nOptions:\n", out);
    for (const option *o = c->options; o->name; o++)
        print_whole_option(out, o);
}

/* ---- translate itself ---------------------------------------------------------------------- */

static void add_word(char *text, size_t size, const char *before, const char *word)
{
    const size_t n = strlen(text);
    snprintf(text + n, size - n, "%s%s%s", n ? ", " : "", before, word);
}

static void print_names(FILE *out, const command *c, const char *names)
{
    static const char also[] = "  also: ";
    char text[1024] = "";

    for (const option *o; (o = topics_next_option(c, &names));)
        add_word(text, sizeof text, "--", o->name);
    if (!*text) return;
    fputs(also, out);
    print_wrapped(out, text, sizeof also - 1, sizeof also - 1);
}

static const char examples[] =
    "  echo \"Good morning.\" | translate                 English to German\n"
    "  translate -f de -t en -o letter.txt brief.txt    a file of lines\n"
    "  translate --output-dir de page.html memo.docx    documents, as they are\n";

void help_text_overview(FILE *out, const command *c, const command *const *subcommands)
{
    static const char before[] = "\nSubcommands: ";
    char names[1024] = "";

    print_usage(out, c);
    fprintf(out, "\n%s", examples);
    for (const option_group *g = option_groups; g->topic; g++) {
        const char *common = g->common;
        fprintf(out, "\n%s:\n", g->title);
        for (const option *o; (o = topics_next_option(c, &common));)
            print_short_option(out, o);
        print_names(out, c, g->rest);
    }
    for (; *subcommands; subcommands++)
        add_word(names, sizeof names, "", (*subcommands)->name);
    fputs(before, out);
    print_wrapped(out, names, sizeof before - 2, sizeof before - 2);
    fputs("\ntranslate help options: all of the options.  translate help: all topics.\n", out);
}

static void print_whole_options(FILE *out, const command *c, const char *names)
{
    for (const option *o; (o = topics_next_option(c, &names));)
        print_whole_option(out, o);
}

void help_text_group(FILE *out, const command *c, const option_group *g)
{
    fprintf(out, "%s:\n", g->title);
    print_whole_options(out, c, g->common);
    print_whole_options(out, c, g->rest);
}

static bool is_among(const command *c, const option *wanted, const char *names)
{
    for (const option *o; (o = topics_next_option(c, &names));)
        if (o == wanted) return true;
    return false;
}

static bool is_grouped(const command *c, const option *o)
{
    for (const option_group *g = option_groups; g->topic; g++)
        if (is_among(c, o, g->common) || is_among(c, o, g->rest)) return true;
    return false;
}

void help_text_options(FILE *out, const command *c)
{
    for (const option_group *g = option_groups; g->topic; g++) {
        help_text_group(out, c, g);
        if (g[1].topic) fputc('\n', out);
    }
    for (const option *o = c->options; o->name; o++)
        if (!is_grouped(c, o)) print_whole_option(out, o);
}

/* ---- Topics -------------------------------------------------------------------------------- */

static void print_topic(FILE *out, const char *name, const char *summary)
{
    fprintf(out, "  %-*s", TOPIC_COLUMN - 2, name);
    print_wrapped(out, summary, TOPIC_COLUMN, TOPIC_COLUMN);
}

void help_text_topics(FILE *out, const command *const *subcommands)
{
    fputs("Usage: translate help [TOPIC]\n\nPages of the manual:\n", out);
    for (const subject *s = subjects; s->name; s++)
        if (s->summary) print_topic(out, s->name, s->summary);
    fputs("\nSubcommands, which have pages, too:\n", out);
    for (; *subcommands; subcommands++)
        print_topic(out, (*subcommands)->name, (*subcommands)->summary);
    fputs("\nOptions of translate, in groups:\n", out);
    print_topic(out, "options", "all of them");
    for (const option_group *g = option_groups; g->topic; g++)
        print_topic(out, g->topic, g->title);
}
