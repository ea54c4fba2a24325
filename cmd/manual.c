#include "manual.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/output.h"
#include "console/self_path.h"

/* ---- Plain text ---------------------------------------------------------------------------- */

/* True for "Fl", "Ar", "Xr" and the like, which say what the next word of a line is. */
static bool is_macro(const char *word, size_t len)
{
    return len == 2 && isupper((unsigned char)word[0]) && islower((unsigned char)word[1]);
}

/* The characters of a word; escapes are the signs they stand for, or left out. */
static void print_word(FILE *out, const char *word, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (word[i] == '"') continue;
        if (word[i] != '\\') {
            fputc(word[i], out);
            continue;
        }
        if (word[++i] == 'e') fputc('\\', out);
        if (word[i] == '-') fputc('-', out);
        if (word[i] == '(' && !strncmp(word + i, "(dq", 3)) {
            fputc('"', out);
            i += 2;
        }
    }
}

/* The words of a macro's line, without macros. */
static void print_arguments(FILE *out, const char *text)
{
    bool first = true;

    for (text += strspn(text, " "); *text && *text != '\n'; text += strspn(text, " ")) {
        const size_t len = strcspn(text, " \n");
        const bool option = !strncmp(text, "Fl ", 3);
        if (!is_macro(text, len)) {
            if (!first && !strchr(".,:;!?)]", *text)) fputc(' ', out);
            print_word(out, text, len);
            first = false;
        } else if (option) {
            fputs(first ? "-" : " -", out);
            first = true;
        }
        text += len;
    }
    fputc('\n', out);
}

static bool begins(const char *line, const char *macro)
{
    return line[0] == '.' && !strncmp(line + 1, macro, 2);
}

static void print_line(FILE *out, const char *line)
{
    static const char *const silent[] = {"Dd", "Dt", "Os", "Bl", "El", "Bd", "Ed"};

    if (*line != '.') {
        print_word(out, line, strlen(line));
        return;
    }
    if (begins(line, "Nm") && !strchr(line, ' ')) fputs("translate\n", out);
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (begins(line, silent[i])) return;
    if (begins(line, "Sh") || begins(line, "Ss") || begins(line, "It") || begins(line, "Pp"))
        fputc('\n', out);
    if (!begins(line, "Pp") && line[1] != '\\') print_arguments(out, line + 1);
}

static bool print_plainly(const char *path)
{
    FILE *const in = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    output out;

    if (!in) return false;
    const bool open = output_open(&out, NULL) == 0;
    while (open && getline(&line, &size, in) > 0)
        print_line(out.stream, line);
    if (open) output_close(&out);
    free(line);
    fclose(in);
    return open;
}

/* ---- Pages --------------------------------------------------------------------------------- */

/* The path of a page; the caller frees it.  NULL where it is not there. */
static char *find_page(const char *page)
{
    const char section = page[strlen(page) - 1];
    char *const installed = checked_format("share/man/man%c/%s", section, page);
    char *const in_tree = checked_format("man/%s", page);
    char *path = self_path_file(installed, in_tree);

    free(installed);
    free(in_tree);
    if (path && access(path, R_OK) < 0) {
        char *const packed = checked_format("%s.gz", path);
        free(path);
        path = packed;
    }
    if (!path || access(path, R_OK) == 0) return path;
    free(path);
    return NULL;
}

bool manual_show(const char *page)
{
    char *const path = find_page(page);

    if (!path) return false;
    execlp("man", "man", path, (char *)NULL);
    if (isatty(STDOUT_FILENO))
        execlp("mandoc", "mandoc", "-a", path, (char *)NULL);
    else
        execlp("mandoc", "mandoc", path, (char *)NULL);
    complain("neither man nor mandoc is here: this is %s without its layout", path);
    const bool shown = print_plainly(path);
    free(path);
    return shown;
}
