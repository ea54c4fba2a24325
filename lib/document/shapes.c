#include "document/shapes.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/span.h"
#include "document/markup/markup.h"
#include "document/multipart/mail_header.h"
#include "document/plain/read_lrc.h"

enum { HEAD = 4096 };

static bool begins_with_string(const char *bytes, size_t size, const char *with)
{
    return size >= strlen(with) && !memcmp(bytes, with, strlen(with));
}

/* Where the first byte stands that is no blank. */
static size_t skip_blanks(const char *bytes, size_t size)
{
    return tr_span_skip(bytes, 0, size, " \t\r\n");
}

/* ---- Markup */

bool tr_is_html(const char *bytes, size_t size)
{
    const size_t at = skip_blanks(bytes, size);
    char root[TR_NAME_SIZE];

    if (size - at >= 14 && !strncasecmp(bytes + at, "<!doctype html", 14)) return true;
    tr_markup_root(bytes, size, root);
    if (!strcasecmp(root, "html")) return !begins_with_string(bytes + at, size - at, "<?xml");
    return !strcasecmp(root, "head") || !strcasecmp(root, "body");
}

static bool is_declared_xml(const char *bytes, size_t size)
{
    const size_t at = skip_blanks(bytes, size);
    return begins_with_string(bytes + at, size - at, "<?xml");
}

/* True if the first tag, behind comments, has a namespace, or if its element ends where the bytes
 * do. */
static bool has_root(const char *bytes, size_t size)
{
    tr_markup m = {.text = bytes, .size = size, .xml = true};
    tr_markup_token t;
    tr_markup_attribute a;
    char end[TR_NAME_SIZE + 4];
    size_t at = 0;

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START)
        if (t.kind == TR_MARKUP_TEXT &&
            tr_skip(bytes, t.raw.begin, t.raw.end, tr_ascii_is_space) < t.raw.end)
            return false;
    if (m.at > size || t.kind != TR_MARKUP_START) return false;
    while (tr_markup_attribute_next(&m, &t, &at, &a))
        if (tr_starts_with(bytes, a.name.begin, a.name.end, "xmlns")) return true;
    const size_t n = (size_t)snprintf(end, sizeof end, "</%s>", t.name);
    size = tr_skip_back(bytes, 0, size, tr_ascii_is_space);
    return size >= n && !memcmp(bytes + size - n, end, n);
}

bool tr_is_xml(const char *bytes, size_t size)
{
    return is_declared_xml(bytes, size) || has_root(bytes, size);
}

bool tr_is_xhtml(const char *bytes, size_t size)
{
    char root[TR_NAME_SIZE];

    tr_markup_root(bytes, size, root);
    return is_declared_xml(bytes, size) && !strcasecmp(root, "html");
}

/* ---- Lines */

bool tr_is_vtt(const char *bytes, size_t size)
{
    return begins_with_string(bytes, size, "WEBVTT") && (size == 6 || tr_ascii_is_space(bytes[6]));
}

/* A number, and a line of times below it. */
bool tr_is_srt(const char *bytes, size_t size)
{
    const size_t n = tr_span_skip(bytes, 0, size, "0123456789");
    const size_t line = tr_span_next_line(bytes, 0, size);
    const size_t arrow = tr_span_skip(bytes, line, size, "0123456789:,. ");

    if (!n || n > 9 || n == size || !tr_ascii_is_space(bytes[n])) return false;
    return arrow >= line + 5 && begins_with_string(bytes + arrow, size - arrow, "-->");
}

bool tr_is_po(const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size && (bytes[at] == '#' || tr_ascii_is_space(bytes[at])))
        at = bytes[at] == '#' ? tr_span_next_line(bytes, at, size) : at + 1;
    return begins_with_string(bytes + at, size - at, "msgid \"") ||
           begins_with_string(bytes + at, size - at, "msgctxt \"");
}

/* True if line [len] begins with a key of YAML. */
static bool begins_with_key(const char *line, size_t len)
{
    size_t n = 0;
    while (n < len && (tr_byte_is_word(line[n]) || line[n] == '-'))
        n++;
    return n && n < len && line[n] == ':';
}

/* The front matter is YAML: three hyphens, a line with a key, and hyphens again. */
bool tr_is_markdown(const char *bytes, size_t size)
{
    const size_t most = size < HEAD ? size : HEAD;
    size_t at = tr_span_next_line(bytes, 0, most);

    if (!begins_with_string(bytes, size, "---") || size < 4 || !tr_ascii_is_line_end(bytes[3]))
        return false;
    if (!begins_with_key(bytes + at, most - at)) return false;
    while (at < most && !begins_with_string(bytes + at, most - at, "---"))
        at = tr_span_next_line(bytes, at, most);
    return at + 3 < most && tr_ascii_is_line_end(bytes[at + 3]);
}

/* A name such as "[ti:...]", or a time with a part of a second, which logs rarely have, in the
 * first line. */
bool tr_is_lyrics(const char *bytes, size_t size)
{
    static const char *const names[] = {
        "[ti:", "[ar:", "[al:", "[au:", "[by:", "[length:", "[offset:"};
    const size_t at = skip_blanks(bytes, size);
    bool exact;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins_with_string(bytes + at, size - at, names[i])) return true;
    return tr_lrc_time(bytes + at, size - at, '[', ']', &exact) && exact;
}

/* Several headers that mails have. */
bool tr_is_mail(const char *bytes, size_t size)
{
    static const char *const names[] = {"from",     "to",         "subject",      "date",
                                        "received", "message-id", "mime-version", "return-path"};
    const tr_span header = tr_header_span(bytes, size, tr_header_begin(bytes, size, 0));
    char value[8];
    size_t n = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        n += tr_header_find(bytes, header, names[i], value, sizeof value);
    return n >= 3 && !strchr("<{[", *bytes);
}

static bool holds_string(const char *bytes, size_t size, const char *what)
{
    return tr_span_find(bytes, 0, size, what) < size;
}

/* The keys that all notebooks have. */
bool tr_is_notebook(const char *bytes, size_t size)
{
    const size_t at = skip_blanks(bytes, size);
    return at < size && bytes[at] == '{' && holds_string(bytes, size, "\"nbformat\"") &&
           holds_string(bytes, size, "\"cells\"") && holds_string(bytes, size, "\"cell_type\"");
}

/* Several objects, each on a line. */
bool tr_is_jsonl(const char *bytes, size_t size)
{
    const size_t at = skip_blanks(bytes, size), line = tr_span_next_line(bytes, at, size);
    size_t end = line;

    end = tr_skip_back(bytes, at, end, tr_ascii_is_space);
    return at < size && bytes[at] == '{' && bytes[end - 1] == '}' && line < size &&
           bytes[line] == '{' && tr_is_json(bytes, size);
}

/* An object, or a list of objects or strings. */
bool tr_is_json(const char *bytes, size_t size)
{
    const size_t at = skip_blanks(bytes, size);
    const size_t next = tr_span_skip(bytes, at + 1, size, " \t\r\n");

    if (next >= size || !bytes[next]) return false;
    if (bytes[at] == '{') return strchr("\"}", bytes[next]);
    return bytes[at] == '[' && strchr("{\"[", bytes[next]) &&
           (bytes[next] == '{' || memchr(bytes + at, ']', size - at));
}

/* The byte behind white space and comments of PHP at byte `at`. */
static size_t skip_php_blanks(const char *bytes, size_t at, size_t size)
{
    for (;;) {
        at = tr_skip(bytes, at, size, tr_ascii_is_space);
        if (tr_starts_with(bytes, at, size, "//") || tr_starts_with(bytes, at, size, "#"))
            at = tr_line_end(bytes, at, size);
        else if (tr_starts_with(bytes, at, size, "/*"))
            at = tr_span_find(bytes, at + 2, size, "*/") + 1;
        else
            return at < size ? at : size;
        if (at >= size) return size;
        at += bytes[at] == '/';
    }
}

/* True if an array or a string begins at byte `at`. */
static bool is_php_value(const char *bytes, size_t at, size_t size)
{
    at = skip_php_blanks(bytes, at, size);
    return at < size && (strchr("['\"", bytes[at]) || tr_starts_with(bytes, at, size, "<<<") ||
                         tr_starts_with(bytes, at, size, "array"));
}

static bool is_php_word(char c)
{
    return tr_ascii_is_alnum(c) || c == '_';
}

bool tr_is_php_data(const char *bytes, size_t size)
{
    static const char begin[] = "<?php", go_on[] = "return";
    static const char *const guards[] = {"define(",        "defined(",     "if (!defined(",
                                         "if (! defined(", "if(!defined(", "declare(",
                                         "const "};
    size_t at = tr_skip(bytes, 0, size, tr_ascii_is_space);

    if (!tr_starts_with(bytes, at, size, begin)) return false;
    at = skip_php_blanks(bytes, at + strlen(begin), size);
    for (size_t i = 0; i < sizeof guards / sizeof *guards; i++)
        if (tr_starts_with(bytes, at, size, guards[i])) return true;
    if (tr_starts_with(bytes, at, size, go_on))
        return is_php_value(bytes, at + strlen(go_on), size);
    if (at == size || bytes[at] != '$') return false;
    at = skip_php_blanks(bytes, tr_skip(bytes, at + 1, size, is_php_word), size);
    if (at < size && bytes[at] == '[') return true;
    return at < size && bytes[at] == '=' && is_php_value(bytes, at + 1, size);
}
