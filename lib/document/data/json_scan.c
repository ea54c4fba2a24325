#include "document/data/json_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/utf8.h"
#include "base/word_list.h"

char tr_json_peek(const tr_json_scan *j)
{
    return j->at < j->end ? j->text[j->at] : '\0';
}

bool tr_json_fail(tr_json_scan *j, const char *why)
{
    return tr_note_wrong(&j->wrong, why);
}

/* The length of white space that JSON5 has beside JSON's, or of a comment; 0: there is none. */
static size_t more_blanks(tr_json_scan *j)
{
    static const char *const spaces[] = {"\v", "\f", "\u00A0", "\uFEFF", "\u2028", "\u2029"};
    const char *const text = j->text;

    for (size_t i = 0; j->five && i < sizeof spaces / sizeof *spaces; i++)
        if (tr_starts_with(text, j->at, j->end, spaces[i])) return strlen(spaces[i]);
    if (tr_starts_with(text, j->at, j->end, "//")) return tr_line_end(text, j->at, j->end) - j->at;
    if (!tr_starts_with(text, j->at, j->end, "/*")) return 0;
    const size_t end = tr_span_find(text, j->at + 2, j->end, "*/");
    if (end < j->end) return end + 2 - j->at;
    tr_json_fail(j, "a comment does not end");
    return 0;
}

void tr_json_skip_blanks(tr_json_scan *j)
{
    for (;;) {
        while (j->at < j->end && strchr(" \t\r\n", j->text[j->at]) && tr_json_peek(j))
            j->at++;
        const size_t n = j->five || j->comments ? more_blanks(j) : 0;
        if (!n) return;
        j->at += n;
    }
}

bool tr_json_begins_string(const tr_json_scan *j)
{
    const char c = tr_json_peek(j);
    return c == '"' || (j->five && c == '\'');
}

/* An escape that JSON5 has beside JSON's: of one byte, of a line end, or of a sign that means
 * itself. */
static bool decode_more_escapes(tr_json_scan *j, tr_decoded *value, size_t begin)
{
    const char c = tr_json_peek(j);
    const bool is_byte = c == 'x';
    const int64_t byte = is_byte ? tr_ascii_hex(j->text, j->at + 1, j->end, 2) : -1;
    const size_t line = tr_after_line_end(j->text, j->at, j->end);

    if (line > j->at) {
        j->at = line;
        return true;
    }
    if (j->at == j->end || tr_ascii_is_digit(c) || (is_byte && byte < 0))
        return tr_json_fail(j, "no such escape");
    if (is_byte)
        tr_decoded_add_character(value, (int32_t)byte, begin);
    else
        tr_decoded_add(value, c == 'v' ? "\v" : j->text + j->at, 1, begin);
    j->at += is_byte ? 3 : 1;
    return true;
}

static bool decode_json_escape(tr_json_scan *j, tr_decoded *value)
{
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const size_t begin = j->at++;
    const char c = tr_json_peek(j);
    const char *const name = c ? strchr(names, c) : NULL;

    if (c == 'u') {
        const size_t digits = j->at + 1;
        j->at = tr_decoded_add_utf16(value, j->text, digits, j->end, begin);
        if (j->at) return true;
        for (j->at = digits; tr_ascii_hex_digit(tr_json_peek(j)) >= 0;)
            j->at++;
        return tr_json_fail(j, "four hexadecimal digits are missing");
    }
    if (!name && j->five) return decode_more_escapes(j, value, begin);
    if (!name) return tr_json_fail(j, "no such escape");
    j->at++;
    tr_decoded_add(value, means + (name - names), 1, begin);
    return true;
}

bool tr_json_string(tr_json_scan *j, tr_decoded *value)
{
    const char quote = tr_json_peek(j);

    tr_decoded_clear(value);
    j->at++;
    for (;;) {
        const char c = tr_json_peek(j);
        if (j->at >= j->end) return tr_json_fail(j, "a string does not end");
        if (c == quote) break;
        if ((unsigned char)c < ' ' && (!j->five || tr_ascii_is_line_end(c)))
            return tr_json_fail(j, "a control character in a string");
        if (c == '\\') {
            if (!decode_json_escape(j, value)) return false;
        } else {
            tr_decoded_add(value, &c, 1, j->at);
            j->at++;
        }
    }
    tr_decoded_end(value, j->at);
    j->at++;
    return true;
}

static bool ends_word(char c)
{
    return !c || strchr(" \t\r\n,]}:/", c);
}

/* True if text [len] is a number (RFC 8259, section 6). */
static bool is_json_number(const char *text, size_t len)
{
    const size_t begin = len && text[0] == '-';
    size_t i = tr_skip(text, begin, len, tr_ascii_is_digit);

    if (i == begin || (text[begin] == '0' && i > begin + 1)) return false;
    if (i < len && text[i] == '.') {
        const size_t point = i++;
        i = tr_skip(text, i, len, tr_ascii_is_digit);
        if (i == point + 1) return false;
    }
    if (i < len && (text[i] == 'e' || text[i] == 'E')) {
        i += 1 + (i + 1 < len && (text[i + 1] == '+' || text[i + 1] == '-'));
        const size_t exponent = i;
        i = tr_skip(text, i, len, tr_ascii_is_digit);
        if (i == exponent) return false;
    }
    return i == len;
}

/* True if text [len] is a number of JSON5 that JSON does not have. */
static bool is_json5_number(const char *text, size_t len)
{
    char plain[64] = "";
    size_t i = len && (text[0] == '-' || text[0] == '+'), n = 0;

    if (tr_list_has(" Infinity NaN ", text + i, len - i)) return true;
    if (len > i + 2 && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X')) {
        for (i += 2; i < len && tr_ascii_hex_digit(text[i]) >= 0;)
            i++;
        return i == len;
    }
    const size_t point = tr_find_byte(text, i, len, '.');
    if (len >= sizeof plain - 4 || (len == i + 1 && text[i] == '.'))
        return is_json_number(text + i, len - i);
    for (; i < len; i++) { /* with the digits that JSON wants beside a point */
        if (i == point && !n) plain[n++] = '0';
        plain[n++] = text[i];
        if (i == point && (i + 1 == len || !tr_ascii_is_digit(text[i + 1]))) plain[n++] = '0';
    }
    return is_json_number(plain, n);
}

bool tr_json_word(tr_json_scan *j)
{
    const size_t begin = j->at;
    const char *const text = j->text + begin;

    while (j->at < j->end && !ends_word(tr_json_peek(j)) && (!j->five || tr_json_peek(j) != '/'))
        j->at++;
    const size_t len = j->at - begin;
    if (tr_list_has(" true false null ", text, len) || is_json_number(text, len)) return true;
    if (j->five && is_json5_number(text, len)) return true;
    j->at = begin;
    return tr_json_fail(j, "neither a value nor a string");
}

/* A key without quotes. */
static bool read_identifier(tr_json_scan *j, tr_decoded *key)
{
    const size_t begin = j->at;

    tr_decoded_clear(key);
    while (j->at < j->end) {
        const char c = tr_json_peek(j);
        if (c == '\\') {
            const size_t end = j->at + 2 <= j->end && j->text[j->at + 1] == 'u'
                                   ? tr_decoded_add_utf16(key, j->text, j->at + 2, j->end, j->at)
                                   : 0;
            if (!end) return tr_json_fail(j, "no such escape");
            j->at = end;
        } else if (tr_ascii_is_letter(c) || c == '$' || c == '_' || (unsigned char)c >= 0x80 ||
                   (j->at > begin && tr_ascii_is_digit(c))) {
            tr_decoded_add(key, &c, 1, j->at);
            j->at++;
        } else {
            break;
        }
    }
    tr_decoded_end(key, j->at);
    return j->at > begin || tr_json_fail(j, "a key is missing");
}

bool tr_json_key(tr_json_scan *j, tr_decoded *key)
{
    const bool quoted = tr_json_begins_string(j);

    if (!quoted && !j->five) return tr_json_fail(j, "a key is missing");
    if (!(quoted ? tr_json_string : read_identifier)(j, key)) return false;
    tr_json_skip_blanks(j);
    if (tr_json_peek(j) != ':') return tr_json_fail(j, "a colon is missing");
    j->at++;
    tr_json_skip_blanks(j);
    return true;
}

bool tr_json_next(tr_json_scan *j, char close, bool first, bool *more)
{
    tr_json_skip_blanks(j);
    *more = tr_json_peek(j) != close;
    if (!*more) {
        j->at++;
        return true;
    }
    if (first) return true;
    if (tr_json_peek(j) != ',')
        return tr_json_fail(j, "neither a comma nor the end of a list or object");
    j->at++;
    tr_json_skip_blanks(j);
    if ((j->five || j->comments) && tr_json_peek(j) == close) {
        *more = false;
        j->at++;
    }
    return true;
}

static bool skip_json_value(tr_json_scan *j, tr_decoded *scratch, int depth)
{
    const char open = tr_json_peek(j), close = open == '{' ? '}' : ']';
    bool more;

    if (tr_json_begins_string(j)) return tr_json_string(j, scratch);
    if (open != '{' && open != '[') return tr_json_word(j);
    if (depth == TR_JSON_DEPTH) return tr_json_fail(j, "deeper than 1000 levels");
    j->at++;
    for (bool first = true; tr_json_next(j, close, first, &more); first = false) {
        if (!more) return true;
        if (open == '{' && !tr_json_key(j, scratch)) return false;
        if (!skip_json_value(j, scratch, depth + 1)) return false;
    }
    return false;
}

bool tr_json_skip(tr_json_scan *j, tr_decoded *scratch)
{
    return skip_json_value(j, scratch, 0);
}

/* ---- Out ---- */

void tr_json_write(const char *text, size_t len, bool ascii, tr_buf *out)
{
    tr_json_write_in('"', text, len, ascii, out);
}

void tr_json_write_in(char quote, const char *text, size_t len, bool ascii, tr_buf *out)
{
    static const char controls[] = "\b\f\n\r\t", names[] = "bfnrt";
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        const char *const control = c && c < ' ' ? strchr(controls, (int)c) : NULL;
        if (c == quote || c == '\\')
            tr_buf_printf(out, "\\%c", (char)c);
        else if (control)
            tr_buf_printf(out, "\\%c", names[control - controls]);
        else if (c < ' ' || (ascii && c >= 0x80))
            tr_utf16_write(c, false, out);
        else
            tr_buf_add(out, text + i, n);
    }
}

bool tr_json_is_ascii(const char *json, size_t len)
{
    bool escaped = false;
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)json[i] >= 0x80) return false;
        escaped |= json[i] == '\\' && i + 1 < len && json[i + 1] == 'u';
    }
    return escaped;
}

/* ---- Comments ---- */

/* Behind the string that begins at byte `at`, or the end where none ends it. */
static size_t end_of_string(const char *json, size_t at, size_t len)
{
    for (const char quote = json[at++]; at < len && json[at] != quote; at++)
        at += json[at] == '\\';
    return at < len ? at + 1 : len;
}

/* Behind the comment that begins at byte `at`; `at` if none does. */
static size_t end_of_comment(const char *json, size_t at, size_t len)
{
    if (tr_starts_with(json, at, len, "//")) return tr_line_end(json, at, len);
    if (!tr_starts_with(json, at, len, "/*")) return at;
    const size_t end = tr_span_find(json, at + 2, len, "*/");
    return end < len ? end + 2 : len;
}

bool tr_json_has_comments(const char *json, size_t len)
{
    for (size_t at = 0; at < len;) {
        if (end_of_comment(json, at, len) > at) return true;
        at = json[at] == '"' ? end_of_string(json, at, len) : at + 1;
    }
    return false;
}

static void cut(tr_buf *out, size_t len)
{
    if (out->data) out->data[out->len = len] = '\0';
}

/* Goes past a comment, and past its line where that has nothing else. */
static size_t leave_comment(const char *json, size_t end, size_t len, size_t from, tr_buf *out)
{
    const char *const written = tr_buf_text(out);
    const size_t space = tr_skip_back(written, from, out->len, tr_ascii_is_blank);
    const bool begins = space == from || tr_ascii_is_line_end(written[space - 1]);
    const size_t next = tr_skip(json, end, len, tr_ascii_is_blank);
    const size_t line = tr_after_line_end(json, next, len);

    if (begins && line > next) {
        cut(out, space);
        return line;
    }
    const bool ends = line > next || next == len;
    if (ends) cut(out, space);
    return begins || !ends ? next : end;
}

void tr_json_write_plain(const char *json, size_t len, tr_buf *out)
{
    const size_t from = out->len;

    for (size_t at = 0, end; at < len; at = end) {
        const size_t comment = end_of_comment(json, at, len);
        if (comment > at) {
            end = leave_comment(json, comment, len, from, out);
            continue;
        }
        end = json[at] == '"' ? end_of_string(json, at, len) : at + 1;
        tr_json_scan rest = {.text = json, .at = end, .end = len, .comments = true};
        if (json[at] == ',') tr_json_skip_blanks(&rest);
        if (json[at] != ',' || !tr_ascii_is_one_of(tr_json_peek(&rest), "]}"))
            tr_buf_add(out, json + at, end - at);
    }
}
