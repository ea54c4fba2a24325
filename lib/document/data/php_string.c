#include "document/data/php_string.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/utf8.h"

static bool is_name_byte(char c)
{
    return tr_ascii_is_alnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* ---- Out ---- */

/* The length of "$name" at byte i of text [len]; 0: there is no name. */
static size_t name_at(const char *text, size_t i, size_t len)
{
    if (text[i] != '$' || i + 1 == len || !is_name_byte(text[i + 1]) ||
        tr_ascii_is_digit(text[i + 1]))
        return 0;
    return tr_skip(text, i + 1, len, is_name_byte) - i;
}

/* True if the document has that name [len] in the place of a segment. */
static bool has_name(const tr_text_place *to, const char *name, size_t len)
{
    const tr_span at = to->segment->at;
    const char *const text = to->content->bytes;

    for (size_t i = at.begin; i + len <= at.end; i++)
        if (!memcmp(text + i, name, len) && (i + len == at.end || !is_name_byte(text[i + len])))
            return true;
    return false;
}

static void encode_php(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_php_style *const s = to->segment->extra;

    for (size_t i = 0; i < len; i++) {
        const size_t n = s->has_names ? name_at(text, i, len) : 0;
        if (n && has_name(to, text + i, n)) {
            tr_buf_add(out, text + i, n);
            i += n - 1;
            continue;
        }
        const bool opens =
            text[i] == '$' && i + 1 < len && (is_name_byte(text[i + 1]) || text[i + 1] == '{');
        if (text[i] == '\\' ? s->quote || s->has_escapes
                            : (s->quote && text[i] == s->quote) || (s->has_escapes && opens))
            tr_buf_add(out, "\\", 1);
        tr_buf_add(out, text + i, 1);
    }
}

const tr_writing tr_php_text = {.encode = encode_php};

/* ---- In ---- */

/* A string that is being decoded, up to byte `end`. */
typedef struct decoding {
    const char *text;
    size_t at, end;
    tr_decoded *value;
    tr_php_string *string;
    bool has_sign; /* a "$" that is one */
} decoding;

static void add_char(decoding *d, char c, size_t len)
{
    tr_decoded_add(d->value, &c, 1, d->at);
    d->at += len;
}

/* The number of an escape in digits of base 8 or 16 at byte i, of `most` digits; *n is their
 * number. */
static int64_t read_number(const decoding *d, size_t i, int base, size_t most, size_t *n)
{
    int64_t c = 0;

    for (*n = 0; *n < most && i + *n < d->end; ++*n) {
        const int digit = tr_ascii_hex_digit(d->text[i + *n]);
        if (digit < 0 || digit >= base) break;
        c = c * base + digit;
    }
    return c;
}

/* An escape of double quotes; a backslash before anything else is one. */
static void decode_escape(decoding *d)
{
    static const char names[] = "nrtvef\\", means[] = "\n\r\t\v\033\f\\";
    const size_t at = d->at;
    const char c = at + 1 < d->end ? d->text[at + 1] : '\0';
    const char *const name = c ? strchr(names, c) : NULL;
    size_t n;

    if (name) {
        add_char(d, means[name - names], 2);
    } else if (c == '$' || (d->string->style.quote && c == d->string->style.quote)) {
        d->has_sign = d->has_sign || c == '$';
        add_char(d, c, 2);
    } else if (c >= '0' && c <= '7') {
        const int64_t byte = read_number(d, at + 1, 8, 3, &n);
        add_char(d, (char)byte, 1 + n);
    } else if (c == 'x' && at + 2 < d->end && tr_ascii_hex_digit(d->text[at + 2]) >= 0) {
        const int64_t byte = read_number(d, at + 2, 16, 2, &n);
        add_char(d, (char)byte, 2 + n);
    } else if (c == 'u' && at + 2 < d->end && d->text[at + 2] == '{') {
        const int64_t character = read_number(d, at + 3, 16, 6, &n);
        if (n && at + 3 + n < d->end && d->text[at + 3 + n] == '}' && character <= 0x10FFFF)
            tr_decoded_add_character(d->value, (int32_t)character, at);
        else
            d->string->is_read = false;
        d->at = d->at + 4 + n < d->end ? d->at + 4 + n : d->end;
    } else {
        add_char(d, '\\', 1);
    }
}

/* The name of a variable, or what is an expression and is not read. */
static void decode_name(decoding *d)
{
    const size_t n = name_at(d->text, d->at, d->end), behind = d->at + n;

    if (!n) {
        const bool opens = d->at + 1 < d->end && d->text[d->at + 1] == '{';
        d->string->is_read = d->string->is_read && !opens;
        d->has_sign = true;
        add_char(d, '$', 1);
        return;
    }
    const bool more = behind < d->end &&
                      (d->text[behind] == '[' || tr_starts_with(d->text, behind, d->end, "->") ||
                       tr_starts_with(d->text, behind, d->end, "?->"));
    d->string->is_read = d->string->is_read && !more;
    d->string->style.has_names = true;
    tr_decoded_add(d->value, d->text + d->at, n, d->at);
    d->at = behind;
}

/* In a longer string with names, which are looked for in it when it is written, nothing is read. */
enum { LONGEST_WITH_NAMES = 8192 };

static void decode_all(decoding *d)
{
    const tr_php_style *const s = &d->string->style;
    const bool is_long = d->end - d->at > LONGEST_WITH_NAMES;

    while (d->at < d->end) {
        const char c = d->text[d->at];
        const char next = d->at + 1 < d->end ? d->text[d->at + 1] : '\0';
        if (s->has_escapes && c == '\\')
            decode_escape(d);
        else if (s->has_escapes && c == '$')
            decode_name(d);
        else if (!s->has_escapes && s->quote && c == '\\' && (next == '\\' || next == s->quote))
            add_char(d, next, 2);
        else
            add_char(d, c, 1);
    }
    tr_decoded_end(d->value, d->end);
    if (s->has_names && (d->has_sign || is_long)) d->string->is_read = false;
}

/* The byte of the quote that ends a string. */
static size_t end_of_quoted(const char *text, size_t at, size_t end)
{
    const char quote = text[at];

    for (at++; at < end && text[at] != quote; at++)
        at += text[at] == '\\';
    return at < end ? at : end;
}

/* Where the label of a heredoc begins, and the quote around it; false if there is none. */
static bool find_label(const char *text, size_t at, size_t end, tr_span *label, char *quote)
{
    size_t i = tr_skip(text, at + 3, end, tr_ascii_is_blank);

    *quote = i < end && (text[i] == '\'' || text[i] == '"') ? text[i] : '\0';
    i += *quote != 0;
    label->begin = i;
    label->end = tr_skip(text, i, end, is_name_byte);
    return label->end > i && label->end < end && (!*quote || text[label->end] == *quote);
}

static bool read_heredoc(decoding *d, size_t end)
{
    tr_span label;
    char quote;

    if (!find_label(d->text, d->at, end, &label, &quote)) return false;
    const size_t len = label.end - label.begin;
    size_t line = tr_span_next_line(d->text, label.end, end);
    d->string->style = (tr_php_style){.has_escapes = quote != '\''};
    d->at = line;
    for (; line < end; line = tr_span_next_line(d->text, line, end)) {
        const size_t first = tr_skip(d->text, line, end, tr_ascii_is_blank);
        if (end - first < len || memcmp(d->text + first, d->text + label.begin, len) != 0) continue;
        if (first + len < end && is_name_byte(d->text[first + len])) continue;
        d->end = line > d->at ? line - 1 : line; /* the last line end is none of it */
        d->string->end = first + len;
        return true;
    }
    return false;
}

bool tr_php_begins_string(const char *text, size_t at, size_t end)
{
    return text[at] == '\'' || text[at] == '"' || tr_starts_with(text, at, end, "<<<");
}

bool tr_php_string_read(const char *text, size_t at, size_t end, tr_decoded *v, tr_php_string *s)
{
    decoding d = {.text = text, .at = at, .value = v, .string = s};

    tr_decoded_clear(v);
    *s = (tr_php_string){.is_read = true};
    if (text[at] == '<') {
        if (!read_heredoc(&d, end)) return false;
    } else {
        s->style = (tr_php_style){.quote = text[at], .has_escapes = text[at] == '"'};
        d.end = end_of_quoted(text, at, end);
        if (d.end == end) return false;
        d.at = at + 1;
        s->end = d.end + 1;
    }
    decode_all(&d);
    return true;
}
