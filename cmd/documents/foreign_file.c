#include "documents/foreign_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "console/message.h"

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
    {"settings", " .toml .conf .reg .env "},
    {"SQL", " .sql "},
    {"a program",
     " .php .js .mjs .cjs .ts .tsx .jsx .c .h .cc .cpp .cxx .hpp .cs .java .kt .kts .swift .go .rs "
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
    for (size_t i = 0; *word && i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(kinds[i].endings, word)) return kinds[i].what;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const size_t len = strlen(beginnings[i].begin);
        if (n >= len && !memcmp(bytes, beginnings[i].begin, len)) return beginnings[i].what;
    }
    return NULL;
}

bool foreign_file_refuse(const char *path)
{
    char head[64];
    struct stat st;

    if (!strcmp(path, "-") || stat(path, &st) < 0 || !S_ISREG(st.st_mode)) return false;
    FILE *const f = fopen(path, "rb");
    const size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f) fclose(f);
    const char *const what = f ? foreign_file_kind(path, head, n) : NULL;
    if (!what) return false;
    complain("%s: is %s, which is not read: --format lines translates its lines all the same", path,
             what);
    return true;
}
