#include "text/placeables/template_tags.h"

#include <string.h>

#include "base/ascii.h"

enum { LONGEST = 2000 /* bytes of a tag */, WORD = 24 };

/* Words that begin a block or part one; their ends begin with "end". */
static const char blocks[] =
    " if elif elsif elseif else unless for foreach forelse while case when switch default empty "
    "block "
    "with macro call filter autoescape comment raw verbatim cache blocktrans blocktranslate trans "
    "ifchanged spaceless section each set isset auth guest can cannot push error php break "
    "continue ";

/* Words of Blade that do without an end. */
static const char lone[] = " extends include yield csrf method stack endsection stop show parent ";

/* Words of a template's head, in braces. */
static const char heads[] = " extends load import from ";

static bool begins(const char *text, size_t at, size_t end, const char *with)
{
    const size_t n = strlen(with);
    return end - at >= n && !memcmp(text + at, with, n);
}

/* The byte after the next `close` from `at` on; 0 if there is none before the next `open`: so a row
 * of these takes no time. */
static size_t behind(const char *text, size_t at, size_t end, const char *open, const char *close)
{
    for (; at < end; at++) {
        if (begins(text, at, end, close)) return at + strlen(close);
        if (begins(text, at, end, open)) return 0;
    }
    return 0;
}

/* The word at `at`, in blanks before and after; empty if it is too long. */
static void read_word(const char *text, size_t at, size_t end, char word[WORD])
{
    size_t n = 0;

    word[n++] = ' ';
    while (at < end && tr_ascii_is_letter(text[at]) && n + 2 < WORD)
        word[n++] = text[at++];
    if (at < end && tr_ascii_is_alnum(text[at])) n = 1;
    word[n] = '\0';
}

/* True if `list` has a word, with a blank before and after it. */
static bool lists_word(const char *list, const char word[WORD])
{
    char wanted[WORD + 2];
    const size_t n = strlen(word);

    memcpy(wanted, word, n);
    wanted[n] = ' ';
    wanted[n + 1] = '\0';
    return strstr(list, wanted) != NULL;
}

static bool is_block_word(char word[WORD], bool with_lone)
{
    const size_t n = strlen(word);

    if (n < 2) return false;
    if (!strncmp(word, " end", 4)) return true;
    return lists_word(blocks, word) || lists_word(with_lone ? lone : heads, word);
}

/* "@if (x)", "@endif": a word of Blade behind a blank, and what is in brackets behind it. */
static size_t directive_end(const char *text, size_t at, size_t end)
{
    char word[WORD];
    size_t depth = 0;

    read_word(text, at + 1, end, word);
    if (!is_block_word(word, true)) return 0;
    const size_t name = at + strlen(word);
    size_t i = name;
    while (i < end && text[i] == ' ')
        i++;
    if (i == end || text[i] != '(') return name;
    for (; i < end; i++) {
        depth += text[i] == '(';
        if (text[i] == ')' && --depth == 0) return i + 1;
    }
    return name;
}

/* "{{#if x}}", "{{/if}}", "{{else}}", "{{^x}}" of Handlebars; "{% if x %}". */
static bool is_block_tag(const char *text, size_t at, size_t end)
{
    const bool handlebars = text[at + 1] == '{';
    char word[WORD];

    at += 2;
    if (at < end && (text[at] == '-' || text[at] == '~' || text[at] == '+')) at++;
    if (handlebars && at < end && strchr("#/^", text[at])) return true;
    while (at < end && tr_ascii_is_html_space(text[at]))
        at++;
    read_word(text, at, end, word);
    return handlebars ? !strcmp(word, " else") : is_block_word(word, false);
}

/* "*|IF:VIP|*", "*|ELSE:|*", "*|END:IF|*" of mailers. */
static bool is_mailers_block(const char *text, size_t at, size_t end)
{
    return begins(text, at, end, "*|IF") || begins(text, at, end, "*|ELSE") ||
           begins(text, at, end, "*|END:");
}

/* The byte after a tag in single braces; 0 if there is none.  Smarty's are "{if $x > 3}", "{else}",
 * "{/if}" and "{$name|upper}", Svelte's "{#if x}", "{:else}", "{@html x}".  A word alone is the
 * name of a placeholder, and so may be one behind a slash. */
static size_t single_end(const char *text, size_t at, size_t end, bool *parts)
{
    const char sign = at + 1 < end ? text[at + 1] : '\0';
    const bool signs = sign && strchr("#:/@", sign);
    size_t i = at + 1;
    char word[WORD];

    read_word(text, at + 1 + signs, end, word);
    const size_t behind_word = at + 1 + signs + strlen(word) - 1;
    const bool alone = behind_word < end && text[behind_word] == '}';
    const bool smarty = lists_word(" if elseif foreach ", word)
                            ? !alone
                            : lists_word(" else foreachelse ", word) && alone;
    static const char words[] =
        " if else elseif foreach foreachelse section while for each await then catch key snippet ";
    *parts = signs ? sign != '@' && lists_word(words, word) : smarty;
    if (!*parts && sign != '$' && !(sign == '@' && lists_word(" html debug const ", word)))
        return 0;
    while (i < end && !strchr("{}\r\n", text[i]))
        i++;
    return i < end && text[i] == '}' ? i + 1 : 0;
}

bool tr_template_parts(const char *text, size_t at, size_t end)
{
    bool parts = false;

    if (end - at < 4) return false;
    if (text[at] == '*') return is_mailers_block(text, at, end);
    if (text[at] != '{') return false;
    if (text[at + 1] == '{' || text[at + 1] == '%') return is_block_tag(text, at, end);
    return single_end(text, at, end, &parts) == end && parts;
}

bool tr_template_is_comment(const char *text, size_t at, size_t end)
{
    return end > at && (begins(text, at, end, "{#") || begins(text, at, end, "{{!"));
}

size_t tr_template_end(const char *text, size_t at, size_t end, bool *parts)
{
    static const char *const pairs[][2] = {{"{{{", "}}}"}, {"{{!--", "--}}"}, {"{{", "}}"},
                                           {"{%", "%}"},   {"{!!", "!!}"},    {"{#", "#}"}};
    const size_t most = end - at < LONGEST ? end : at + LONGEST;

    *parts = false;
    if (at >= end) return 0;
    if (text[at] == '@') {
        *parts = true;
        return at > 0 && !tr_ascii_is_html_space(text[at - 1]) && text[at - 1] != '>'
                   ? 0
                   : directive_end(text, at, most);
    }
    if (text[at] == '*') {
        *parts = is_mailers_block(text, at, end);
        return *parts ? behind(text, at + 2, most, "*|", "|*") : 0;
    }
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!begins(text, at, most, pairs[i][0])) continue;
        const size_t stop = behind(text, at + strlen(pairs[i][0]), most, pairs[i][0], pairs[i][1]);
        if (!stop) continue;
        if (i == 2 || i == 3) *parts = is_block_tag(text, at, stop);
        return stop;
    }
    return text[at] == '{' ? single_end(text, at, most, parts) : 0;
}
