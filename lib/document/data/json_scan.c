#include "document/data/json_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/utf8.h"

char tr_json_peek(const tr_json_scan *j)
{
    return j->at < j->end ? j->text[j->at] : '\0';
}

void tr_json_skip_blanks(tr_json_scan *j)
{
    while (j->at < j->end && strchr(" \t\r\n", j->text[j->at]) && tr_json_peek(j))
        j->at++;
}

bool tr_json_fail(tr_json_scan *j, const char *why)
{
    if (!j->wrong) j->wrong = why;
    return false;
}

static bool read_four_hex(tr_json_scan *j, unsigned *c)
{
    *c = 0;
    for (int i = 0; i < 4; i++, j->at++) {
        const int digit = tr_ascii_hex_digit(tr_json_peek(j));
        if (digit < 0) return tr_json_fail(j, "four hexadecimal digits are missing");
        *c = 16 * *c + (unsigned)digit;
    }
    return true;
}

/* The four digits after "\u". */
static bool read_unicode(tr_json_scan *j, size_t begin, tr_decoded *value)
{
    unsigned c, low;

    if (!read_four_hex(j, &c)) return false;
    const bool high = c >= 0xD800 && c < 0xDC00;
    if (high && j->end - j->at >= 6 && j->text[j->at] == '\\' && j->text[j->at + 1] == 'u') {
        const size_t second = j->at;
        j->at += 2;
        if (!read_four_hex(j, &low)) return false;
        if (low >= 0xDC00 && low < 0xE000)
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        else
            j->at = second;
    }
    tr_decoded_add_character(value, (int32_t)c, begin);
    return true;
}

static bool decode_json_escape(tr_json_scan *j, tr_decoded *value)
{
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const size_t begin = j->at++;
    const char c = tr_json_peek(j);
    const char *const name = c ? strchr(names, c) : NULL;

    if (c == 'u') {
        j->at++;
        return read_unicode(j, begin, value);
    }
    if (!name) return tr_json_fail(j, "no such escape");
    j->at++;
    tr_decoded_add(value, means + (name - names), 1, begin);
    return true;
}

bool tr_json_string(tr_json_scan *j, tr_decoded *value)
{
    tr_decoded_clear(value);
    j->at++;
    for (;;) {
        const char c = tr_json_peek(j);
        if (j->at >= j->end) return tr_json_fail(j, "a string does not end");
        if (c == '"') break;
        if ((unsigned char)c < ' ') return tr_json_fail(j, "a control character in a string");
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
    return !c || strchr(" \t\r\n,]}:", c);
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

bool tr_json_word(tr_json_scan *j)
{
    static const char *const words[] = {"true", "false", "null"};
    const size_t begin = j->at;
    const char *const text = j->text + begin;

    while (j->at < j->end && !ends_word(tr_json_peek(j)))
        j->at++;
    const size_t len = j->at - begin;
    for (size_t i = 0; i < 3; i++)
        if (len == strlen(words[i]) && !memcmp(text, words[i], len)) return true;
    if (is_json_number(text, len)) return true;
    j->at = begin;
    return tr_json_fail(j, "neither a value nor a string");
}

bool tr_json_key(tr_json_scan *j, tr_decoded *key)
{
    if (tr_json_peek(j) != '"') return tr_json_fail(j, "a key is missing");
    if (!tr_json_string(j, key)) return false;
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
    return true;
}

static bool skip_json_value(tr_json_scan *j, tr_decoded *scratch, int depth)
{
    const char open = tr_json_peek(j), close = open == '{' ? '}' : ']';
    bool more;

    if (open == '"') return tr_json_string(j, scratch);
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

static void write_unicode_escape(int32_t c, tr_buf *out)
{
    if (c >= 0x10000)
        tr_buf_printf(out, "\\u%04x\\u%04x", 0xD800 + (((unsigned)c - 0x10000) >> 10),
                      0xDC00 + (((unsigned)c - 0x10000) & 0x3FF));
    else
        tr_buf_printf(out, "\\u%04x", (unsigned)c);
}

void tr_json_write(const char *text, size_t len, bool ascii, tr_buf *out)
{
    static const char controls[] = "\b\f\n\r\t", names[] = "bfnrt";
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        const char *const control = c && c < ' ' ? strchr(controls, (int)c) : NULL;
        if (c == '"' || c == '\\')
            tr_buf_printf(out, "\\%c", (char)c);
        else if (control)
            tr_buf_printf(out, "\\%c", names[control - controls]);
        else if (c < ' ' || (ascii && c >= 0x80))
            write_unicode_escape(c, out);
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
