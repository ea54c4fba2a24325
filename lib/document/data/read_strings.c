#include "document/data/read_strings.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/data/keyed_values.h"

/* The way that a string is written. */
typedef struct style {
    char quote;
    bool ascii; /* other characters as \UXXXX */
} style;

/* A catalogue that is being read. */
typedef struct catalogue {
    tr_keyed_values k;
    tr_content *content;
    size_t at;
    tr_decoded key, value;
    bool is_plain;       /* the string read last has no quotes */
    const style *styles; /* in double and in single quotes */
    const char *wrong;
} catalogue;

/* ---- Out ---- */

static void encode_string(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const style *const s = to->segment->extra;
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c == s->quote || c == '\\') tr_buf_add(out, "\\", 1);
        if (!s->ascii || c < 0x80)
            tr_buf_add(out, text + i, n);
        else if (c < 0x10000)
            tr_buf_printf(out, "\\U%04X", (unsigned)c);
        else
            tr_buf_printf(out, "\\U%04X\\U%04X", 0xD800 + (((unsigned)c - 0x10000) >> 10),
                          0xDC00 + ((unsigned)c & 0x3FF));
    }
}

static const tr_writing quoted = {.encode = encode_string};

/* ---- In ---- */

static char peek(const catalogue *c)
{
    return c->at < c->content->size ? c->content->bytes[c->at] : '\0';
}

/* Goes past white space and comments. */
static bool skip_blanks(catalogue *c)
{
    const tr_content *const d = c->content;

    for (;;) {
        c->at = tr_skip(d->bytes, c->at, d->size, tr_ascii_is_space);
        if (tr_starts_with(d->bytes, c->at, d->size, "//")) {
            c->at = tr_line_end(d->bytes, c->at, d->size);
        } else if (tr_starts_with(d->bytes, c->at, d->size, "/*")) {
            const size_t end = tr_span_find(d->bytes, c->at + 2, d->size, "*/");
            if (end == d->size) return tr_note_wrong(&c->wrong, "a comment does not end");
            c->at = end + 2;
        } else {
            return true;
        }
    }
}

/* The digits of an escape at byte `at`, which are UTF-16: "\U00e9". */
static size_t read_unit(const catalogue *c, size_t at, int64_t *unit)
{
    const tr_content *const d = c->content;
    const bool is_one = tr_starts_with(d->bytes, at, d->size, "\\U") ||
                        tr_starts_with(d->bytes, at, d->size, "\\u");

    *unit = is_one ? tr_ascii_hex(d->bytes, at + 2, d->size, 4) : -1;
    return *unit < 0 ? 0 : at + 6;
}

/* The escape at c->at. */
static void read_escape(catalogue *c, tr_decoded *v)
{
    static const char names[] = "abfnrtv", means[] = "\a\b\f\n\r\t\v";
    const size_t begin = c->at;
    int64_t first, second;
    const size_t end = read_unit(c, begin, &first);

    if (end) {
        const size_t other = first >= 0xD800 && first < 0xDC00 ? read_unit(c, end, &second) : 0;
        const bool two = other && second >= 0xDC00 && second < 0xE000;
        const int64_t all = two ? 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00) : first;
        tr_decoded_add_character(v, (int32_t)all, begin);
        c->at = two ? other : end;
        return;
    }
    c->at++;
    const char x = peek(c);
    const char *const name = x ? strchr(names, x) : NULL;
    if (c->at == c->content->size) return;
    if (x >= '0' && x <= '7') /* a byte of NeXTSTEP: the string stays */
        tr_decoded_add(v, "\0", 1, begin);
    else
        tr_decoded_add(v, name ? means + (name - names) : &x, 1, begin);
    c->at++;
}

static bool is_plain_byte(char c)
{
    return tr_ascii_is_alnum(c) || (unsigned char)c >= 0x80 || (c && strchr("_$/:.-", c));
}

/* The string at c->at. */
static bool read_string(catalogue *c, tr_decoded *v)
{
    const tr_content *const d = c->content;
    const char quote = peek(c);

    tr_decoded_clear(v);
    c->is_plain = quote != '"' && quote != '\'';
    if (c->is_plain) {
        const size_t begin = c->at;
        c->at = tr_skip(d->bytes, begin, d->size, is_plain_byte);
        if (c->at == begin)
            return tr_note_wrong(&c->wrong, "neither a string nor the end of a list");
        tr_decoded_add(v, d->bytes + begin, c->at - begin, begin);
        tr_decoded_end(v, c->at);
        return true;
    }
    const size_t begin = c->at++;
    while (c->at < d->size && peek(c) != quote) {
        if (peek(c) == '\\') {
            read_escape(c, v);
        } else {
            tr_decoded_add(v, d->bytes + c->at, 1, c->at);
            c->at++;
        }
    }
    tr_decoded_end(v, c->at);
    if (c->at == d->size) {
        c->at = begin;
        return tr_note_wrong(&c->wrong, "a string does not end");
    }
    c->at++;
    return true;
}

/* The value at c->at; a dictionary or a list is a level that begins. */
static bool read_value(catalogue *c)
{
    const char first = peek(c);

    if (first == '{' || first == '(') {
        c->at++;
        return tr_keyed_open(&c->k, first == '{' ? '}' : ')') ||
               tr_note_wrong(&c->wrong, "too many levels");
    }
    if (first == '<') { /* data */
        c->at = tr_find_byte(c->content->bytes, c->at, c->content->size, '>');
        c->at += c->at < c->content->size;
        return true;
    }
    if (!read_string(c, &c->value)) return false;
    c->k.b.extra = &c->styles[first == '\''];
    if (!c->is_plain) tr_keyed_take(&c->k, &c->value); /* else a translation would need quotes */
    return true;
}

/* A key and what stands before its value; one without a value is its own. */
static bool read_key(catalogue *c)
{
    if (!read_string(c, &c->key) || !skip_blanks(c)) return false;
    tr_keyed_set_key(&c->k, tr_buf_text(&c->key.text), c->key.text.len);
    if (peek(c) == ';') return true;
    if (peek(c) != '=') return tr_note_wrong(&c->wrong, "an equals sign is missing");
    c->at++;
    return skip_blanks(c) && read_value(c);
}

/* Goes past the ends of levels, and what stands between two values. */
static bool read_ends(catalogue *c)
{
    while (skip_blanks(c)) {
        const char close = tr_keyed_closing(&c->k), next = peek(c);
        if (close && next == close) {
            c->at++;
            tr_keyed_close(&c->k);
        } else if (next == (close == ')' ? ',' : ';')) {
            c->at++;
        } else {
            return true;
        }
    }
    return false;
}

/* True if what was read last is parted from what comes next. */
static bool is_parted(const catalogue *c, size_t end)
{
    return memchr(c->content->bytes + end, tr_keyed_closing(&c->k) == ')' ? ',' : ';',
                  c->at - end) != NULL;
}

static bool read_catalogue(catalogue *c, bool counting)
{
    tr_content *const d = c->content;

    c->at = d->begin;
    tr_keyed_start(&c->k, counting);
    if (!skip_blanks(c)) return false;
    if (peek(c) == '{' && !read_value(c)) return false;
    if (!read_ends(c)) return false;
    while (c->at < d->size && !c->k.b.failed) {
        const size_t depth = c->k.depth;
        if (!(tr_keyed_closing(&c->k) == ')' ? read_value(c) : read_key(c))) return false;
        const size_t end = c->at;
        const bool opened = c->k.depth > depth;
        if (!read_ends(c)) return false;
        if (!opened && c->at < d->size && !is_parted(c, end)) {
            c->at = end;
            return tr_note_wrong(&c->wrong, tr_keyed_closing(&c->k) == ')'
                                                ? "a comma is missing"
                                                : "a semicolon is missing");
        }
    }
    return !c->k.depth || tr_note_wrong(&c->wrong, "a list does not end");
}

int tr_read_strings(tr_content *d, tr_error *err)
{
    catalogue *const c = calloc(1, sizeof *c);
    style *const styles = TR_REGION_TAKE(&d->region, style, 2);

    if (!c || !styles) {
        free(c);
        return tr_fail_memory(err);
    }
    const bool escaped = tr_span_find(d->bytes, 0, d->size, "\\U") < d->size;
    const bool ascii = d->is_latin1 || (escaped && tr_ascii_only(d->bytes, d->size));
    styles[0] = (style){'"', ascii};
    styles[1] = (style){'\'', ascii};
    c->content = d;
    tr_keyed_begin(&c->k, d, &quoted);
    c->styles = styles;
    if (read_catalogue(c, true)) read_catalogue(c, false);
    const int rc = c->wrong ? tr_content_refuse(d, c->at, c->wrong, err) : TR_OK;
    tr_decoded_free(&c->key);
    tr_decoded_free(&c->value);
    const int built = tr_keyed_end(&c->k, rc ? NULL : err);
    free(c);
    return rc ? rc : built;
}
