#include "document/data/read_mo.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/data/read_po.h"
#include "document/markup/language_code.h"
#include "document/segment/encoding.h"
#include "language/language_data.h"

static const char not_one[] = "this is no compiled catalogue of gettext's";

/* A catalogue that is being read. */
typedef struct compiled {
    const char *bytes; /* [size] */
    size_t size;
    bool is_big;       /* the most significant byte of a number comes first */
    size_t n;          /* messages */
    size_t ids, texts; /* where their tables are */
    char charset[64];
    const char *target;  /* the language that is translated into; NULL: not known */
    bool is_target;      /* the catalogue is in it */
    const char *plurals; /* the field of the target language; NULL: not known */
    const char *wrong;
} compiled;

/* ---- In ---- */

/* The number of four bytes at byte `at`, which are there. */
static size_t number_at(const compiled *c, size_t at)
{
    const unsigned char *const b = (const unsigned char *)c->bytes + at;
    return c->is_big ? (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3]
                     : (size_t)b[3] << 24 | (size_t)b[2] << 16 | (size_t)b[1] << 8 | b[0];
}

static bool has_table(const compiled *c, size_t at)
{
    return at <= c->size && (c->size - at) / 8 >= c->n;
}

/* String i of a table, which has a NUL behind it. */
static bool string_at(const compiled *c, size_t table, size_t i, tr_span *s)
{
    const size_t len = number_at(c, table + 8 * i), at = number_at(c, table + 8 * i + 4);

    *s = (tr_span){at, at + len};
    return at < c->size && len < c->size - at && !c->bytes[at + len];
}

static bool open_compiled(compiled *c)
{
    enum { HEADER = 28, WITH_SYSTEM = 40, SYSTEM_STRINGS = 36 };
    static const char little[] = "\xDE\x12\x04\x95", big[] = "\x95\x04\x12\xDE";

    c->wrong = not_one;
    if (c->size < HEADER) return false;
    c->is_big = !memcmp(c->bytes, big, 4);
    if (!c->is_big && memcmp(c->bytes, little, 4) != 0) return false;
    const size_t revision = number_at(c, 4);
    c->n = number_at(c, 8);
    c->ids = number_at(c, 12);
    c->texts = number_at(c, 16);
    c->wrong = "the catalogue has a revision that is not known";
    if (revision >> 16 > 1 || (revision & 0xFFFF) > 1) return false;
    c->wrong = "some messages depend on the system: msgunfmt makes PO of them";
    if (revision & 1 && (c->size < WITH_SYSTEM || number_at(c, SYSTEM_STRINGS))) return false;
    c->wrong = "a table of the catalogue lies behind its end";
    return has_table(c, c->ids) && has_table(c, c->texts);
}

/* The value of a field of the header [len], behind its name. */
static tr_span find_field(const char *header, size_t len, const char *name)
{
    for (size_t at = 0; at < len; at = tr_span_next_line(header, at, len)) {
        if (len - at < strlen(name) || strncasecmp(header + at, name, strlen(name)) != 0) continue;
        const size_t end = tr_line_end(header, at, len);
        const tr_span value = {at + strlen(name), end};
        return tr_skip_around(header, value, tr_ascii_is_blank);
    }
    return (tr_span){len, len};
}

/* The header, which is the text of the empty message, the first in the order of ids. */
static bool find_header(const compiled *c, tr_span *s)
{
    tr_span id;
    return c->n && string_at(c, c->ids, 0, &id) && id.begin == id.end &&
           string_at(c, c->texts, 0, s);
}

/* Reads what the header says. */
static void read_header(compiled *c)
{
    static const char charset[] = "charset=";
    tr_span s;

    if (!find_header(c, &s)) return;
    const char *const header = c->bytes + s.begin;
    const size_t len = s.end - s.begin;
    const tr_span type = find_field(header, len, "Content-Type:");
    const size_t at = tr_span_find(header, type.begin, type.end, charset);
    if (at < type.end)
        snprintf(c->charset, sizeof c->charset, "%.*s", (int)(type.end - at - strlen(charset)),
                 header + at + strlen(charset));
    const tr_span language = find_field(header, len, "Language:");
    c->is_target = c->target && tr_language_matches(header + language.begin,
                                                    language.end - language.begin, c->target);
}

/* ---- Out ---- */

/* Adds text [len] in quotation marks, a string for each line. */
static void add_quoted(const char *text, size_t len, tr_buf *out)
{
    const size_t first = tr_find_byte(text, 0, len, '\n');
    const char *sign;

    tr_buf_add_string(out, first + 1 < len ? "\"\"\n\"" : "\"");
    for (size_t i = 0; i < len; i++) {
        static const char signs[] = "\n\t\r\"\\", names[] = "ntr\"\\";
        sign = text[i] ? strchr(signs, text[i]) : NULL;
        if (sign)
            tr_buf_printf(out, "\\%c", names[sign - signs]);
        else
            tr_buf_add(out, text + i, 1);
        if (text[i] == '\n' && i + 1 < len) tr_buf_add_string(out, "\"\n\"");
    }
    tr_buf_add_string(out, "\"\n");
}

/* Adds a string under its keyword.  False if it is not of the charset. */
static bool add_string(const compiled *c, const char *keyword, const char *text, size_t len,
                       tr_buf *out)
{
    tr_buf utf8 = {0};
    const bool differs = tr_encoding_differs(c->charset);
    const bool right = !differs || tr_encoding_to_utf8(c->charset, text, len, &utf8);

    tr_buf_printf(out, "%s ", keyword);
    add_quoted(differs ? tr_buf_text(&utf8) : text, differs ? utf8.len : len, out);
    out->failed = out->failed || utf8.failed;
    tr_buf_free(&utf8);
    return right;
}

static const char in_utf8[] = "Content-Type: text/plain; charset=UTF-8\n";

/* Adds a field of the header, or one that is to be there instead. */
static void add_field(const compiled *c, const char *line, size_t len, tr_buf *header)
{
    static const char type[] = "Content-Type:", language[] = "Language:", forms[] = "Plural-Forms:";

    if (!strncasecmp(line, type, sizeof type - 1))
        tr_buf_add_string(header, in_utf8);
    else if (!strncasecmp(line, language, sizeof language - 1) && c->target && !c->is_target)
        tr_buf_printf(header, "Language: %s\n", c->target);
    else if (!strncasecmp(line, forms, sizeof forms - 1) && c->plurals && !c->is_target)
        tr_buf_printf(header, "Plural-Forms: %s\n", c->plurals);
    else
        tr_buf_add(header, line, len);
}

/* A catalogue without a field of the encoding gets one: else a message that looks like one would
 * say what the encoding is. */
static bool add_header(const compiled *c, const char *text, size_t len, tr_buf *out)
{
    tr_buf header = {0};

    if (find_field(text, len, "Content-Type:").begin == len) tr_buf_add_string(&header, in_utf8);
    for (size_t at = 0, end; at < len; at = end) {
        end = tr_span_next_line(text, at, len);
        add_field(c, text + at, end - at, &header);
    }
    if (c->target && find_field(text, len, "Language:").begin == len)
        tr_buf_printf(&header, "Language: %s\n", c->target);
    tr_buf_add_string(out, "msgid \"\"\n");
    const bool right = add_string(c, "msgstr", tr_buf_text(&header), header.len, out);
    out->failed = out->failed || header.failed;
    tr_buf_free(&header);
    return right;
}

/* Adds the forms of a plural, text [len] with a NUL between two, or as many empty ones. */
static bool add_forms(const compiled *c, const char *text, size_t len, tr_buf *out)
{
    const bool stays = c->is_target;
    const size_t wanted = c->plurals ? (size_t)(c->plurals[strlen("nplurals=")] - '0') : 2;
    char keyword[32];
    bool right = true;

    for (size_t i = 0, at = 0; stays ? at <= len : i < wanted; i++) {
        const size_t end = stays ? tr_find_byte(text, at, len, '\0') : at;
        snprintf(keyword, sizeof keyword, "msgstr[%zu]", i);
        right = right && add_string(c, keyword, text + at, stays ? end - at : 0, out);
        at = stays ? end + 1 : at;
    }
    return right;
}

static bool add_message(const compiled *c, size_t i, tr_buf *out)
{
    tr_span id, s;

    if (!string_at(c, c->ids, i, &id) || !string_at(c, c->texts, i, &s)) return false;
    if (out->len) tr_buf_add_string(out, "\n");
    if (id.begin == id.end) return add_header(c, c->bytes + s.begin, s.end - s.begin, out);
    const size_t end = tr_find_byte(c->bytes, id.begin, id.end, '\0');
    const size_t context = tr_find_byte(c->bytes, id.begin, end, '\4');
    const size_t begin = context < end ? context + 1 : id.begin;
    bool right =
        context == end || add_string(c, "msgctxt", c->bytes + id.begin, context - id.begin, out);
    right = right && add_string(c, "msgid", c->bytes + begin, end - begin, out);
    if (end == id.end)
        return right &&
               add_string(c, "msgstr", c->bytes + s.begin, c->is_target ? s.end - s.begin : 0, out);
    return right && add_string(c, "msgid_plural", c->bytes + end + 1, id.end - end - 1, out) &&
           add_forms(c, c->bytes + s.begin, s.end - s.begin, out);
}

/* What is wrong with the bytes; NULL if they were made PO. */
static const char *make_po(const tr_content *d, tr_buf *out)
{
    enum { MOST_GROWTH = 16 };
    compiled c = {.bytes = d->bytes, .size = d->size, .target = d->options->target_language};
    tr_span header;

    if (!open_compiled(&c)) return c.wrong;
    if (c.target) c.plurals = tr_language_data(c.target)->plurals.gettext;
    read_header(&c);
    if (!find_header(&c, &header)) add_header(&c, "", 0, out);
    for (size_t i = 0; i < c.n; i++) {
        if (!add_message(&c, i, out))
            return "a message of the catalogue lies behind its end, or is not of its charset";
        if (out->len / MOST_GROWTH > c.size) return "the messages of the catalogue overlap";
    }
    return NULL;
}

bool tr_mo_to_po(const tr_content *d, tr_buf *out)
{
    return !make_po(d, out);
}

int tr_read_mo(tr_content *d, tr_error *err)
{
    tr_buf ignored = {0};
    const char *const wrong = d->is_made ? NULL : make_po(d, &ignored);

    tr_buf_free(&ignored);
    if (wrong) return tr_content_refuse(d, d->begin, wrong, err);
    return tr_read_po(d, err);
}
