#include "document/unread_formats.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "document/markup/markup.h"

#define NOT_READ(what) "is " what ", which is not read"

/* Endings of names, each with its point and blanks around it. */
static const struct {
    const char *what, *endings;
} by_ending[] = {
    {NOT_READ("a style of LaTeX or a bibliography"), " .sty .cls .bib "},
    {NOT_READ("Texinfo"), " .texi .texinfo .txi "},
    {NOT_READ("Typst"), " .typ "},
    {NOT_READ("Textile"), " .textile "},
    {NOT_READ("BBCode"), " .bbcode "},
    {NOT_READ("Perl's documentation"), " .pod "},
    {NOT_READ("roff"), " .roff "},
    {NOT_READ("FrameMaker's interchange format"), " .mif "},
    {NOT_READ("a catalogue of Minecraft's"), " .lang "},
    {NOT_READ("a compiled catalogue of gettext's (--format mo makes PO of it)"), " .mo .gmo "},
    {NOT_READ("a compiled catalogue of Qt's (lconvert makes XLIFF of it)"), " .qm "},
    {NOT_READ("a component of Vue, Svelte or Astro"), " .vue .svelte .astro "},
    {NOT_READ("a subtitle of another kind than MicroDVD"), " .sub "},
    {NOT_READ("SAMI"), " .smi .sami "},
    {NOT_READ("a style sheet"), " .css .scss .sass .less .styl "},
    {NOT_READ("Hjson"), " .hjson "},
    {NOT_READ("Gherkin"), " .feature "},
    {NOT_READ("GEDCOM"), " .ged "},
    {NOT_READ("a list of references"), " .ris .nbib .enw "},
    {NOT_READ("a screenplay"), " .fountain .fdx "},
    {NOT_READ("a diagram"), " .puml .plantuml .mmd .dot .gv "},
    {NOT_READ("a file of settings"),
     " .conf .reg .env .editorconfig .inf .service .socket .timer .rules "},
    {NOT_READ("SQL"), " .sql "},
    {NOT_READ("a list of differences"), " .diff .patch "},
    {NOT_READ("keys or certificates"), " .pem .crt .key .csr .gpg .sig "},
    {NOT_READ("a template"), " .j2 .jinja .jinja2 .hbs .handlebars .mustache .ejs .erb .haml .pug "
                             ".jade .slim .liquid .twig "
                             ".tmpl .tpl .njk .razor .cshtml .jsp .asp .aspx "},
    {NOT_READ("a program"),
     " .php .js .mjs .cjs .ts .tsx .jsx .c .h .cc .cpp .cxx .hpp .hh .cs .java .kt .kts .swift .go "
     ".rs .py .pyi .rb .pl .pm .sh .bash .zsh .fish .lua .r .jl .scala .dart .ps1 .bat .cmd .hs "
     ".ex "
     ".exs .clj .cljs .el .lisp .scm .vim .asm .m .mm .awk .sed .tcl .groovy .gradle .cmake .mk "
     ".ml .mli .fs .fsx .vb .vbs .pas .f90 .f95 .ada .adb .erl .hrl .nim .zig .sv .vhd "
     ".coffee .rpy .applescript .cob .cbl .cpy .abap .bas .proto .thrift .graphql .gql .tf .nix "
     ".bzl .ninja .wat .glsl .hlsl .cu .ipp "},
};

/* Names of files that programs read, each with blanks around it. */
static const struct {
    const char *what, *names;
} by_name[] = {
    {NOT_READ("a program"),
     " makefile gnumakefile bsdmakefile justfile rakefile gemfile guardfile vagrantfile "
     "jenkinsfile "
     "procfile brewfile podfile fastfile dockerfile containerfile cmakelists.txt meson.build "
     "sconstruct "},
    {NOT_READ("a file of settings"),
     " .gitignore .gitattributes .gitmodules .gitconfig .editorconfig .htaccess .npmrc .bashrc "
     ".bash_profile .profile .zshrc .vimrc .inputrc .screenrc .dockerignore sshd_config ssh_config "
     "inputrc fstab crontab passwd sudoers hosts requirements.txt robots.txt codeowners "},
};

/* What files begin with. */
static const struct {
    const char *begin, *what;
} by_beginning[] = {
    {"<?php", NOT_READ("a program")},
    {"#!", NOT_READ("a program")},
    {"\\input texinfo", NOT_READ("Texinfo")},
    {".\\\" ", NOT_READ("roff")},
    {"'\\\" ", NOT_READ("roff")},
    {".TH ", NOT_READ("roff")},
    {".Dd ", NOT_READ("roff")},
    {"\xDE\x12\x04\x95",
     NOT_READ("a compiled catalogue of gettext's (--format mo makes PO of it)")},
    {"\x95\x04\x12\xDE",
     NOT_READ("a compiled catalogue of gettext's (--format mo makes PO of it)")},
    {"\x3C\xB8\x64\x18", NOT_READ("a compiled catalogue of Qt's (lconvert makes XLIFF of it)")},
    {"-----BEGIN ", NOT_READ("keys or certificates")},
    {"diff --git ", NOT_READ("a list of differences")},
    {"%!PS", NOT_READ("PostScript")},
    {"<MIFFile", NOT_READ("FrameMaker's interchange format")},
};

/* What the types of an archive have in them. */
static const struct {
    const char *type, *what;
} by_type[] = {
    {"vnd.oasis.opendocument.graphics", NOT_READ("a drawing of OpenDocument")},
    {"vnd.oasis.opendocument.formula", NOT_READ("a formula of OpenDocument")},
    {"vnd.oasis.opendocument.base", NOT_READ("a database of OpenDocument")},
};

/* ---- XML ---- */

/* Programs and settings in XML: by the namespace of the first element, or by its name, where one of
 * some attributes or of the elements in it is there; NULL: none has to be. */
static const struct {
    const char *space; /* how it begins */
    const char *roots, *attributes, *holds;
    const char *what;
} by_root[] = {
    {.space = "http://maven.apache.org/", .what = NOT_READ("a program")},
    {.space = "http://schemas.microsoft.com/developer/msbuild/", .what = NOT_READ("a program")},
    {.space = "http://www.w3.org/1999/XSL/Transform", .what = NOT_READ("a program")},
    {.space = "http://schemas.microsoft.com/wix/", .roots = " Wix ", .what = NOT_READ("a program")},
    {.space = "http://wixtoolset.org/schemas/", .roots = " Wix ", .what = NOT_READ("a program")},
    {.space = "http://relaxng.org/ns/structure/", .what = NOT_READ("a schema")},
    {.space = "http://schemas.xmlsoap.org/wsdl/", .what = NOT_READ("a schema")},
    {.space = "http://www.springframework.org/schema/", .what = NOT_READ("a file of settings")},
    {.space = "http://java.sun.com/xml/ns/", .what = NOT_READ("a file of settings")},
    {.space = "http://xmlns.jcp.org/xml/ns/", .what = NOT_READ("a file of settings")},
    {.space = "https://jakarta.ee/xml/ns/", .what = NOT_READ("a file of settings")},
    {.space = "http://symfony.com/schema/", .what = NOT_READ("a file of settings")},
    {.space = "http://doctrine-project.org/schemas/", .what = NOT_READ("a file of settings")},
    {.space = "urn:schemas-microsoft-com:asm.", .what = NOT_READ("a file of settings")},
    {.space = "http://schemas.microsoft.com/packaging/", .what = NOT_READ("a file of settings")},
    {.roots = " Project ",
     .attributes = " Sdk ToolsVersion DefaultTargets ",
     .holds = " PropertyGroup ItemGroup Import Target ",
     .what = NOT_READ("a program")},
    {.roots = " project ",
     .attributes = " default basedir ",
     .holds = " target modelVersion taskdef macrodef ",
     .what = NOT_READ("a program")},
    {.roots = " configuration ",
     .holds = " appSettings configSections connectionStrings runtime startup system.web "
              "system.webServer packageSources userSettings applicationSettings ",
     .what = NOT_READ("a file of settings")},
    {.roots = " beans ", .holds = " bean ", .what = NOT_READ("a file of settings")},
    {.roots = " manifest ", .attributes = " package ", .what = NOT_READ("a file of settings")},
    {.roots =
         " web-app hibernate-mapping hibernate-configuration ivy-module ivysettings ivy-settings "
         "phpunit fontconfig busconfig VisualStudioProject ",
     .what = NOT_READ("a file of settings")},
};

/* What is looked at of a document: what is before its first element may be a licence. */
enum { XML_HEAD = 1 << 16 };

static bool has_attribute(const tr_markup *m, const tr_markup_token *root, const char *names)
{
    char name[TR_NAME_SIZE];
    tr_markup_attribute a;

    for (size_t at = 0; names && tr_markup_attribute_next(m, root, &at, &a);) {
        const size_t n = a.name.end - a.name.begin;
        if (n >= sizeof name) continue;
        memcpy(name, m->text + a.name.begin, n);
        name[n] = '\0';
        if (tr_markup_listed(names, name)) return true;
    }
    return false;
}

static bool has_element(tr_markup m, const char *names)
{
    tr_markup_token t;

    while (names && tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && tr_markup_listed(names, t.name)) return true;
    return false;
}

/* The namespace of an element: "xmlns:a" of "a:b". */
static tr_span find_space(const tr_markup *m, const tr_markup_token *root)
{
    const char *const colon = strchr(root->name, ':');
    char name[TR_NAME_SIZE + 8];
    tr_span space = {0};

    snprintf(name, sizeof name, "xmlns%s%.*s", colon ? ":" : "",
             colon ? (int)(colon - root->name) : 0, root->name);
    tr_markup_find(m, root, name, &space);
    return space;
}

const char *tr_unread_xml(const char *bytes, size_t size)
{
    const size_t at = tr_skip(bytes, 0, size, tr_ascii_is_html_space);
    tr_markup m = {.text = bytes, .size = size < XML_HEAD ? size : XML_HEAD, .at = at, .xml = true};
    tr_markup_token root = {.kind = TR_MARKUP_TEXT};

    if (at >= m.size || bytes[at] != '<') return NULL;
    while (root.kind != TR_MARKUP_START)
        if (!tr_markup_next(&m, &root)) return NULL;
    const tr_span space = find_space(&m, &root);
    for (size_t i = 0; i < sizeof by_root / sizeof *by_root; i++) {
        if (by_root[i].space && !tr_starts_with(bytes, space.begin, space.end, by_root[i].space))
            continue;
        if (by_root[i].roots && !tr_markup_listed(by_root[i].roots, tr_markup_local(&root)))
            continue;
        if ((!by_root[i].attributes && !by_root[i].holds) ||
            has_attribute(&m, &root, by_root[i].attributes) || has_element(m, by_root[i].holds))
            return by_root[i].what;
    }
    return NULL;
}

/* ---- Names ---- */

/* A name in small letters, "" if it is longer than any that is known. */
static void lower(const char *name, char small[TR_NAME_SIZE])
{
    const size_t len = strlen(name);

    small[0] = '\0';
    if (len >= TR_NAME_SIZE) return;
    for (size_t i = 0; i <= len; i++)
        small[i] = tr_ascii_lower(name[i]);
}

const char *tr_unread_name(const char *name)
{
    const char *const slash = strrchr(name, '/');
    const char *const base = slash ? slash + 1 : name, *const point = strrchr(base, '.');
    char small[TR_NAME_SIZE];

    lower(base, small);
    for (size_t i = 0; *small && i < sizeof by_name / sizeof *by_name; i++)
        if (tr_markup_listed(by_name[i].names, small)) return by_name[i].what;
    if (!point || point == base) return NULL;
    lower(point, small);
    for (size_t i = 0; *small && i < sizeof by_ending / sizeof *by_ending; i++)
        if (tr_markup_listed(by_ending[i].endings, small)) return by_ending[i].what;
    return NULL;
}

const char *tr_unread_beginning(const char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof by_beginning / sizeof *by_beginning; i++) {
        const size_t len = strlen(by_beginning[i].begin);
        if (size >= len && !memcmp(bytes, by_beginning[i].begin, len)) return by_beginning[i].what;
    }
    return NULL;
}

const char *tr_unread_types(const char *types)
{
    for (size_t i = 0; i < sizeof by_type / sizeof *by_type; i++)
        if (strstr(types, by_type[i].type)) return by_type[i].what;
    return NULL;
}
