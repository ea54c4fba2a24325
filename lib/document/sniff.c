#include "document/sniff.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/markup/markup.h"
#include "document/multipart/mail_header.h"
#include "document/plain/read_lrc.h"
#include "formats/zip.h"

enum { HEAD = 4096, MOST = 1 << 20 /* bytes */ };

static bool begins_with_string(const char *bytes, size_t size, const char *with)
{
    return size >= strlen(with) && !memcmp(bytes, with, strlen(with));
}

/* The byte after those from `at` on that are of a set. */
static size_t skip_to_markup(const char *bytes, size_t size, size_t at, const char *set)
{
    while (at < size && bytes[at] && strchr(set, bytes[at]))
        at++;
    return at;
}

/* ---- Archives */

/* The text of a small member, with a NUL after it, which the caller frees; NULL if there is none.
 */
static char *read_first_member(const tr_zip *z, const char *name)
{
    const tr_zip_member *const m = tr_zip_find(z, name);
    tr_zip_stream s;
    char *const text = m && m->size < MOST ? malloc((size_t)m->size + 1) : NULL;

    if (!text) return NULL;
    bool read = tr_zip_stream_open(&s, z, m, NULL) == 0;
    if (read) {
        read = tr_zip_stream_read(&s, text, (size_t)m->size, NULL) == 0;
        tr_zip_stream_close(&s);
    }
    text[read ? m->size : 0] = '\0';
    return text;
}

static const char *mime_format(const tr_zip *z)
{
    static const struct {
        const char *end, *format;
    } types[] = {{"application/epub+zip", "epub"},
                 {"opendocument.text", "odt"},
                 {"opendocument.presentation", "odp"},
                 {"opendocument.spreadsheet", "ods"}};
    char *const text = read_first_member(z, "mimetype");
    const char *format = NULL;

    for (size_t i = 0; text && i < sizeof types / sizeof *types; i++)
        if (strstr(text, types[i].end)) format = types[i].format;
    free(text);
    return format;
}

/* By the type of its main part. */
static const char *office_format(const tr_zip *z)
{
    static const struct {
        const char *word, *format;
    } types[] = {{"wordprocessingml", "docx"}, {"ms-word", "docx"},
                 {"presentationml", "pptx"},   {"ms-powerpoint", "pptx"},
                 {"spreadsheetml", "xlsx"},    {"ms-excel", "xlsx"}};
    char *const text = read_first_member(z, "[Content_Types].xml");
    char *const end = text ? strstr(text, ".main+xml") : NULL;
    const char *type = end, *format = NULL;

    if (end) *end = '\0';
    while (type > text && type[-1] != '"' && type[-1] != '\'')
        type--;
    for (size_t i = 0; end && i < sizeof types / sizeof *types; i++)
        if (strstr(type, types[i].word)) format = types[i].format;
    free(text);
    return format;
}

static const char *archive_format(const char *bytes, size_t size)
{
    tr_zip z;

    if (tr_zip_open(&z, (const unsigned char *)bytes, size, "", NULL) < 0) return NULL;
    const char *format = mime_format(&z);
    if (!format) format = office_format(&z);
    if (!format && tr_zip_find(&z, "META-INF/container.xml")) format = "epub";
    tr_zip_close(&z);
    return format;
}

/* ---- Markup */

/* A document that begins with "<". */
static const char *markup_format(const char *bytes, size_t size, bool *sure)
{
    const bool xml = begins_with_string(bytes, size, "<?xml");
    tr_markup m = {.text = bytes, .size = size < HEAD ? size : HEAD, .xml = true};
    tr_markup_token t = {0};

    if (size >= 14 && !strncasecmp(bytes, "<!doctype html", 14)) return "html";
    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    if (t.kind != TR_MARKUP_START) return xml ? "xml" : NULL;
    *sure = true;
    if (!strcmp(t.name, "xliff")) return "xliff";
    if (!strcmp(t.name, "tmx")) return "tmx";
    if (!strcmp(t.name, "TS")) return "xml"; /* of Qt, whose reader refuses it */
    *sure = false;
    if (!strcasecmp(t.name, "html")) return xml ? "xhtml" : "html";
    if (!strcasecmp(t.name, "head") || !strcasecmp(t.name, "body")) return "html";
    return xml ? "xml" : NULL;
}

/* ---- Lines */

static size_t next_sniffed_line(const char *bytes, size_t size, size_t at)
{
    const char *const feed = at < size ? memchr(bytes + at, '\n', size - at) : NULL;
    return feed ? (size_t)(feed - bytes) + 1 : size;
}

/* A number, and a line of times below it. */
static bool is_srt(const char *bytes, size_t size)
{
    const size_t n = skip_to_markup(bytes, size, 0, "0123456789");
    const size_t line = next_sniffed_line(bytes, size, 0);
    const size_t arrow = skip_to_markup(bytes, size, line, "0123456789:,. ");

    if (!n || n > 9 || n == size || !tr_ascii_is_space(bytes[n])) return false;
    return arrow >= line + 5 && begins_with_string(bytes + arrow, size - arrow, "-->");
}

static bool is_po(const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size && (bytes[at] == '#' || tr_ascii_is_space(bytes[at])))
        at = bytes[at] == '#' ? next_sniffed_line(bytes, size, at) : at + 1;
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

/* Markdown whose front matter is YAML: three hyphens, a line with a key, and hyphens again. */
static bool has_front_matter(const char *bytes, size_t size)
{
    const size_t most = size < HEAD ? size : HEAD;
    size_t at = next_sniffed_line(bytes, most, 0);

    if (!begins_with_string(bytes, size, "---") || size < 4 || !tr_ascii_is_line_end(bytes[3]))
        return false;
    if (!begins_with_key(bytes + at, most - at)) return false;
    while (at < most && !begins_with_string(bytes + at, most - at, "---"))
        at = next_sniffed_line(bytes, most, at);
    return at + 3 < most && tr_ascii_is_line_end(bytes[at + 3]);
}

/* A name such as "[ti:...]", or a time with a part of a second, which logs rarely have, in the
 * first line. */
static bool is_lyrics(const char *bytes, size_t size)
{
    static const char *const names[] = {
        "[ti:", "[ar:", "[al:", "[au:", "[by:", "[length:", "[offset:"};
    bool exact;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins_with_string(bytes, size, names[i])) return true;
    return tr_lrc_time(bytes, size, '[', ']', &exact) && exact;
}

/* Several headers that mails have. */
static bool is_mail(const char *bytes, size_t size)
{
    static const char *const names[] = {"from",     "to",         "subject",      "date",
                                        "received", "message-id", "mime-version", "return-path"};
    const tr_span header = tr_header_span(bytes, size, tr_header_begin(bytes, size, 0));
    char value[8];
    size_t n = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        n += tr_header_find(bytes, header, names[i], value, sizeof value);
    return n >= 3;
}

static bool holds_string(const char *bytes, size_t size, const char *what)
{
    const size_t n = strlen(what);
    for (const char *at = bytes; (at = memchr(at, what[0], size - (size_t)(at - bytes))); at++) {
        if (size - (size_t)(at - bytes) < n) return false;
        if (!memcmp(at, what, n)) return true;
    }
    return false;
}

/* The keys that all notebooks have. */
static bool is_notebook(const char *bytes, size_t size)
{
    return bytes[0] == '{' && holds_string(bytes, size, "\"nbformat\"") &&
           holds_string(bytes, size, "\"cells\"") && holds_string(bytes, size, "\"cell_type\"");
}

/* An object, or a list of objects or strings; of several objects, each on a line. */
static const char *json_format(const char *bytes, size_t size)
{
    const size_t at = skip_to_markup(bytes, size, 1, " \t\r\n");

    if (at == size || !bytes[at] || (bytes[0] == '{' && !strchr("\"}", bytes[at]))) return NULL;
    if (bytes[0] == '[' && !strchr("{\"[", bytes[at])) return NULL;
    if (bytes[0] == '[' && bytes[at] != '{' && !memchr(bytes, ']', size)) return NULL;
    const size_t line = next_sniffed_line(bytes, size, 0);
    size_t end = line;
    while (end && tr_ascii_is_space(bytes[end - 1]))
        end--;
    const bool lines =
        bytes[0] == '{' && bytes[end - 1] == '}' && line < size && bytes[line] == '{';
    return lines ? "jsonl" : "json";
}

const char *tr_sniff_format(const char *bytes, size_t size, bool *sure)
{
    *sure = true;
    if (begins_with_string(bytes, size, "PK\3\4")) return archive_format(bytes, size);
    const size_t mark = tr_utf8_mark(bytes, size);
    bytes += mark;
    size -= mark;
    if (begins_with_string(bytes, size, "WEBVTT") && (size == 6 || tr_ascii_is_space(bytes[6])))
        return "vtt";
    if (begins_with_string(bytes, size, "[Script Info]")) return "ass";
    *sure = false;
    const size_t at = skip_to_markup(bytes, size, 0, " \t\r\n");
    if (at < size && bytes[at] == '<') return markup_format(bytes + at, size - at, sure);
    if (at < size && is_notebook(bytes + at, size - at)) {
        *sure = true;
        return "notebook";
    }
    if (is_lyrics(bytes + at, size - at)) return "lrc";
    if (at < size && (bytes[at] == '{' || bytes[at] == '['))
        return json_format(bytes + at, size - at);
    if (begins_with_string(bytes, size, "%YAML ")) return "yaml";
    if (is_srt(bytes, size)) return "srt";
    if (is_po(bytes, size)) return "po";
    if (has_front_matter(bytes, size)) return "markdown";
    return is_mail(bytes, size) ? "mail" : NULL;
}
