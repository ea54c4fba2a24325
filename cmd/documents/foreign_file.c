#include "documents/foreign_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "console/message.h"

/* Their lines have keys, which are no text. */
static const char settings[] = "settings";

/* Endings, each with its point and blanks around it. */
static const struct {
    const char *what, *endings;
} kinds[] = {
    {"reStructuredText", " .rst .rest "},
    {"AsciiDoc", " .adoc .asciidoc .asc "},
    {"LaTeX", " .tex .ltx .latex .sty .cls .bib "},
    {"Org", " .org "},
    {"Typst", " .typ "},
    {"MediaWiki", " .wiki .mediawiki "},
    {"Textile", " .textile "},
    {"roff", " .roff .man .mdoc "},
    {"a component of Vue, Svelte or Astro", " .vue .svelte .astro "},
    {"RTF", " .rtf "},
    {"a style sheet", " .css .scss .sass .less "},
    {settings, " .conf .reg .env "},
    {"SQL", " .sql "},
    {"a program",
     " .js .mjs .cjs .ts .tsx .jsx .c .h .cc .cpp .cxx .hpp .cs .java .kt .kts .swift .go .rs "
     ".py .rb .pl .pm .sh .bash .zsh .fish .lua .r .jl .scala .dart .ps1 .bat .cmd .hs .ex .exs "
     ".clj .el .vim .asm .m .mm .awk .sed .tcl .groovy .gradle .cmake .mk "},
};

/* What the first bytes of a file tell. */
static const struct {
    const char *begin, *what;
} beginnings[] = {
    {"<?php", "a program"}, {"\\documentclass", "LaTeX"}, {"{\\rtf", "RTF"},
    {"#!/", "a program"},   {".\\\" ", "roff"},           {".TH ", "roff"},
    {".Dd ", "roff"},       {"#+TITLE:", "Org"},          {"#+title:", "Org"},
};

/* What a program of PHP begins with, and no data does. */
static const char *const php_words[] = {
    "namespace ", "use ",    "class ",  "abstract ", "final ",  "interface ", "trait ",
    "function ",  "require", "include", "echo ",     "foreach", "print",
};

/* True if bytes [n] are code of PHP that is no data; or have no PHP at all. */
static bool is_php_code(const char *bytes, size_t n)
{
    static const char begin[] = "<?php";
    const size_t len = sizeof begin - 1;
    size_t i = len;

    if (n < len || memcmp(bytes, begin, len) != 0) return n > 0;
    while (i < n) {
        const bool block = i + 1 < n && bytes[i] == '/' && bytes[i + 1] == '*';
        if (block || bytes[i] == '#' || (bytes[i] == '/' && !block)) {
            for (i++;
                 i < n && !(block ? bytes[i - 1] == '*' && bytes[i] == '/' : bytes[i] == '\n');)
                i++;
            i++;
        } else if (strchr(" \t\r\n", bytes[i])) {
            i++;
        } else {
            break;
        }
    }
    for (size_t k = 0; i < n && k < sizeof php_words / sizeof *php_words; k++) {
        const size_t word = strlen(php_words[k]);
        if (n - i >= word && !strncasecmp(bytes + i, php_words[k], word)) return true;
    }
    return false;
}

const char *foreign_file_kind(const char *path, const char *bytes, size_t n)
{
    const char *const slash = strrchr(path, '/');
    const char *const point = strrchr(slash ? slash + 1 : path, '.');
    char word[16] = "";

    if (point && point > path && strlen(point) + 3 <= sizeof word)
        snprintf(word, sizeof word, " %s ", point);
    for (char *c = word; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    const bool markup = n && bytes[0] == '<'; /* Qt's ".ts" */
    if (markup && !strcmp(word, " .ts ")) return NULL;
    if (!strcmp(word, " .php ")) return is_php_code(bytes, n) ? "a program" : NULL;
    for (size_t i = 0; *word && i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(kinds[i].endings, word)) return kinds[i].what;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const size_t len = strlen(beginnings[i].begin);
        if (n >= len && !memcmp(bytes, beginnings[i].begin, len)) return beginnings[i].what;
    }
    return NULL;
}

void foreign_file_tell(const char *path, const char *what)
{
    const bool has_keys = !strcmp(what, settings);

    complain("%s: is %s, which is not read%s", path, what,
             has_keys ? "" : ": --format lines translates its lines all the same");
}

bool foreign_file_refuse(const char *path)
{
    char head[4096];
    struct stat st;

    if (!strcmp(path, "-") || stat(path, &st) < 0 || !S_ISREG(st.st_mode)) return false;
    FILE *const f = fopen(path, "rb");
    const size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f) fclose(f);
    const char *const what = f ? foreign_file_kind(path, head, n) : NULL;
    if (!what) return false;
    foreign_file_tell(path, what);
    return true;
}
