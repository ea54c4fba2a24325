#include "document/multipart/encoded_words.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/numbers/base64.h"
#include "base/span.h"
#include "base/utf8.h"
#include "document/multipart/transfer_encoding.h"
#include "document/segment/encoding.h"

enum { LINE = 76, WORD = 75 /* characters */, CHARSET = 64, MOST = 4096 };

/* "=?charset?q?text?=" */
typedef struct encoded_word {
    char charset[CHARSET];
    bool base64;
    const char *text;
    size_t len;
} encoded_word;

/* The encoded word at the beginning of value [len]: its length, or 0. */
static size_t read_encoded_word(const char *value, size_t len, encoded_word *w)
{
    size_t n = 0, i = 2;

    if (len < 8 || value[0] != '=' || value[1] != '?') return 0;
    while (i < len && value[i] != '?' && value[i] > ' ' && n + 1 < CHARSET)
        w->charset[n++] = value[i++];
    w->charset[n] = '\0';
    w->charset[strcspn(w->charset, "*")] = '\0'; /* a language may follow it */
    if (!n || i + 3 > len || value[i] != '?' || value[i + 2] != '?') return 0;
    const char kind = value[i + 1];
    if (!kind || !strchr("bBqQ", kind)) return 0;
    w->base64 = kind == 'b' || kind == 'B';
    w->text = value + i + 3;
    for (i += 3; i + 1 < len && i < MOST && value[i] > ' '; i++) {
        if (value[i] != '?' || value[i + 1] != '=') continue;
        w->len = (size_t)(value + i - w->text);
        return i + 2;
    }
    return 0;
}

static bool decode_word(const encoded_word *w, tr_buf *bytes)
{
    if (w->base64) return tr_base64_decode(w->text, w->len, bytes);
    for (size_t i = 0; i < w->len; i++) {
        const int64_t code = w->text[i] == '=' ? tr_ascii_hex(w->text, i + 1, w->len, 2) : -1;
        const char c = code >= 0 ? (char)code : w->text[i] == '_' ? ' ' : w->text[i];
        tr_buf_add(bytes, &c, 1);
        if (code >= 0) i += 2;
    }
    return true;
}

/* Appends the bytes of words side by side, which are joined first because a character may lie in
 * two of them. */
static bool flush_word(tr_buf *bytes, const char *charset, tr_buf *out)
{
    bool known = true;
    if (bytes->len && tr_encoding_differs(charset))
        known = tr_encoding_to_utf8(charset, tr_buf_text(bytes), bytes->len, out);
    else if (bytes->len && (!strcasecmp(charset, "utf-8") || !strcasecmp(charset, "utf8") ||
                            tr_encoding_is_ascii(charset)))
        tr_buf_add(out, tr_buf_text(bytes), bytes->len);
    else
        known = bytes->len == 0;
    tr_buf_clear(bytes);
    return known;
}

bool tr_encoded_words_decode(const char *value, size_t len, tr_words_form *form, tr_buf *out)
{
    tr_buf bytes = {0};
    char charset[CHARSET] = "";
    bool known = true;
    encoded_word w;

    *form = (tr_words_form){0};
    for (size_t i = 0; i < len && known;) {
        size_t blanks = 0;
        while (i + blanks < len && strchr(" \t\r\n", value[i + blanks]) && value[i + blanks])
            blanks++;
        const size_t n =
            i + blanks < len ? read_encoded_word(value + i + blanks, len - i - blanks, &w) : 0;
        const bool beside = n && bytes.len; /* blanks between two words are none */
        if (!beside || strcasecmp(charset, w.charset) != 0) {
            known = flush_word(&bytes, charset, out);
            if (blanks && !beside) tr_buf_add(out, " ", 1);
        }
        i += blanks;
        if (n) {
            if (!form->encoded) form->base64 = w.base64;
            form->encoded = true;
            strcpy(charset, w.charset);
            known = known && decode_word(&w, &bytes);
            i += n;
        } else if (i < len && !blanks) {
            form->raw = form->raw || (unsigned char)value[i] >= 0x80;
            tr_buf_add(out, value + i, 1);
            i++;
        }
    }
    known = flush_word(&bytes, charset, out) && known;
    out->failed = out->failed || bytes.failed;
    tr_buf_free(&bytes);
    return known;
}

/* ---- Out ---- */

/* Writes ASCII or raw words, folded at blanks. */
static void write_plain(const char *text, size_t len, size_t column, const char *eol, tr_buf *out)
{
    for (size_t at = 0; at < len;) {
        const size_t end = tr_find_byte(text, at, len, ' ');
        if (at && column + 1 + (end - at) > LINE) {
            tr_buf_add_string(out, eol);
            column = 0;
        }
        if (at) tr_buf_add(out, " ", 1);
        tr_buf_add(out, text + at, end - at);
        column += (at > 0) + (end - at);
        at = end + (end < len);
        if (at == len && end < len) tr_buf_add(out, " ", 1);
    }
}

static bool is_safe(char c)
{
    return tr_ascii_is_alnum(c) || (c && strchr("!*+-/", c));
}

static size_t quoted_width(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += is_safe(text[i]) || text[i] == ' ' ? 1 : 3;
    return n;
}

static void write_quoted(const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (is_safe(text[i]))
            tr_buf_add(out, text + i, 1);
        else if (text[i] == ' ')
            tr_buf_add(out, "_", 1);
        else
            tr_buf_printf(out, "=%02X", (unsigned char)text[i]);
    }
}

static void write_words(const char *text, size_t len, bool base64, size_t column, const char *eol,
                        tr_buf *out)
{
    static const char head[] = "=?UTF-8?Q?";
    const size_t around = sizeof head - 1 + 2;

    for (size_t at = 0; at < len;) {
        const size_t room = column + around + 12 < WORD ? WORD - column - around : WORD - around;
        size_t end = at, n;
        int32_t c;
        if (at || room == WORD - around) {
            tr_buf_printf(out, "%s ", eol);
            column = 1;
        }
        for (; end < len; end += n) {
            n = tr_utf8_decode(text + end, len - end, &c);
            const size_t width =
                base64 ? (end + n - at + 2) / 3 * 4 : quoted_width(text + at, end + n - at);
            if (end > at && width > room - 1) break;
        }
        tr_buf_printf(out, "=?UTF-8?%c?", base64 ? 'B' : 'Q');
        if (base64)
            tr_base64_encode(text + at, end - at, out);
        else
            write_quoted(text + at, end - at, out);
        tr_buf_add_string(out, "?=");
        at = end;
        column = 1;
    }
}

void tr_encoded_words_encode(const char *text, size_t len, const tr_words_form *form, size_t column,
                             const char *eol, tr_buf *out)
{
    bool plain = true;

    for (size_t i = 0; i < len && plain; i++)
        plain = ((unsigned char)text[i] < 0x80 || (form->raw && !form->encoded)) &&
                !(text[i] == '=' && i + 1 < len && text[i + 1] == '?');
    if (plain)
        write_plain(text, len, column, eol, out);
    else
        write_words(text, len, form->base64, column, eol, out);
}
