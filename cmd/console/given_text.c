#include "console/given_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"

bool given_text_is_absent(const char *operand)
{
    return strcmp(operand, "-") != 0 && access(operand, F_OK) < 0 &&
           (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
}

bool given_text_ends_sentence(const char *operand)
{
    const size_t len = strlen(operand);
    return len > 1 && strchr(".!?", operand[len - 1]);
}

static bool is_like_word(const char *operand)
{
    return *operand && (strchr(operand, ' ') || !strpbrk(operand, "./") ||
                        (given_text_ends_sentence(operand) && !strchr(operand, '/')));
}

bool given_text_is_likely(char **operands, int n)
{
    for (int i = 0; i < n; i++)
        if (!given_text_is_absent(operands[i]) || !is_like_word(operands[i])) return false;
    return n > 0;
}

/* The text as an example, cut after a word where it is long; the caller frees it. */
static char *join(char **operands, int n)
{
    enum { LONG = 60 };
    char *text = checked_format("%s", operands[0]);

    for (int i = 1; i < n; i++) {
        char *longer = checked_format("%s %s", text, operands[i]);
        free(text);
        text = longer;
    }
    if (strlen(text) <= LONG) return text;
    size_t len = LONG;
    while (len > 0 && text[len] != ' ')
        len--;
    char *const cut = checked_format("%.*s...", (int)len, text);
    free(text);
    return cut;
}

int given_text_refuse(const command *c, char **operands, int n, const char *more)
{
    char *const text = join(operands, n);

    complain("%s: No such file or directory; text itself is given with -e: translate %s%s-e "
             "\"%s\"%s",
             text, c->name ? c->name : "", c->name ? " " : "", text, more);
    free(text);
    return EXIT_FAILED;
}

int given_text_check(const command *c, const text_list *texts, char **files, int n)
{
    if (texts->n && n) return options_misuse(c, "-e gives the text: leave out %s", files[0]);
    return given_text_is_likely(files, n) ? given_text_refuse(c, files, n, "") : GO_ON;
}
