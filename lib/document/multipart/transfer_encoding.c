#include "document/multipart/transfer_encoding.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/numbers/base64.h"
#include "base/span.h"
#include "base/word_list.h"

enum { NEAR = 64 /* lines */ };
static const size_t LINE = 76; /* characters */

enum tr_transfer_encoding tr_transfer_find(const char *name, size_t len)
{
    if (len && tr_list_beginning(" 7bit 8bit binary 7-bit 8-bit ", name, len) == len)
        return TR_TRANSFER_PLAIN;
    if (len == 6 && !strncasecmp(name, "base64", len)) return TR_TRANSFER_BASE64;
    if (len == 16 && !strncasecmp(name, "quoted-printable", len)) return TR_TRANSFER_QUOTED;
    return TR_TRANSFER_UNKNOWN;
}

/* The length of the line end at the beginning of text [size]: 0, 1 or 2. */
static size_t quoted_line_end(const char *text, size_t size)
{
    if (size >= 2 && text[0] == '\r' && text[1] == '\n') return 2;
    return size && text[0] == '\n';
}

/* The first line end of text [size], a line feed if it has none; *begin: where it is. */
static const char *find_line_end(const char *text, size_t size, size_t *begin)
{
    const char *const feed = size ? memchr(text, '\n', size) : NULL;
    *begin = feed ? (size_t)(feed - text) : size;
    if (*begin && feed && feed[-1] == '\r') {
        --*begin;
        return "\r\n";
    }
    return "\n";
}

/* ---- base64 ---- */

/* In lines as long as the first one of `raw`. */
static void encode_base64(const char *raw, size_t size, const char *bytes, size_t n, tr_buf *out)
{
    size_t width, end = size;
    const char *const eol = find_line_end(raw, size, &width);
    size_t tail = 0; /* line ends after the last line */

    while (end > 0 && strchr(" \t\r\n", raw[end - 1]) && raw[end - 1])
        end--;
    tail = size - end;
    if (width < 4 || width >= end) width = LINE;
    width -= width % 4;
    for (size_t at = 0; at < n; at += width / 4 * 3) {
        const size_t left = n - at < width / 4 * 3 ? n - at : width / 4 * 3;
        if (at) tr_buf_add_string(out, eol);
        tr_base64_encode(bytes + at, left, out);
    }
    tr_buf_add(out, raw + end, tail);
}

/* ---- Quoted-printable ---- */

/* Appends the text of the line that begins at byte `at` of `raw`, which soft line breaks may part;
 * returns where its line end is. */
static size_t decode_quoted_line(const char *raw, size_t size, size_t at, tr_buf *out)
{
    while (at < size && !quoted_line_end(raw + at, size - at)) {
        size_t soft = at + 1;
        while (raw[at] == '=' && soft < size && (raw[soft] == ' ' || raw[soft] == '\t'))
            soft++;
        const size_t end = raw[at] == '=' ? quoted_line_end(raw + soft, size - soft) : 0;
        const int64_t code = raw[at] == '=' ? tr_ascii_hex(raw, at + 1, size, 2) : -1;
        const char c = code >= 0 ? (char)code : raw[at];
        if (raw[at] == '=' && (end || soft == size)) {
            at = soft + end;
            continue;
        }
        tr_buf_add(out, &c, 1);
        at += code >= 0 ? 3 : 1;
    }
    return at;
}

static void decode_quoted(const char *raw, size_t size, tr_buf *out)
{
    for (size_t at = 0; at < size;) {
        at = decode_quoted_line(raw, size, at, out);
        const size_t end = quoted_line_end(raw + at, size - at);
        tr_buf_add(out, raw + at, end);
        at += end;
    }
}

/* A line of text [len] in lines of at most LINE characters, with soft breaks between them. */
static void encode_quoted_line(const char *text, size_t len, const char *eol, tr_buf *out)
{
    size_t column = 0;

    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool last = i + 1 == len;
        const bool blank = c == ' ' || c == '\t';
        const bool from = column == 0 && len - i >= 5 && !memcmp(text + i, "From ", 5);
        const bool plain = ((c > 32 && c < 127 && c != '=') || (blank && !last)) &&
                           !(column == 0 && c == '.') && !from;
        const size_t width = plain ? 1 : 3;
        if (column + width > LINE - !last) {
            tr_buf_printf(out, "=%s", eol);
            column = 0;
            i--;
            continue;
        }
        if (plain)
            tr_buf_add(out, text + i, 1);
        else
            tr_buf_printf(out, "=%02X", c);
        column += width;
    }
}

/* A line that is encoded: its bytes, and its text in a buffer. */
typedef struct quoted_line {
    tr_span raw, text;
} quoted_line;

typedef struct quoted_lines {
    const char *raw;
    tr_buf text;
    quoted_line *lines; /* [n] */
    size_t n, capacity, next;
} quoted_lines;

static void read_quoted_lines(quoted_lines *c, size_t size)
{
    for (size_t at = 0; at < size && !c->text.failed;) {
        void *lines = c->lines;
        quoted_line line = {{at, at}, {c->text.len, 0}};
        line.raw.end = decode_quoted_line(c->raw, size, at, &c->text);
        line.text.end = c->text.len;
        if (tr_reserve(&lines, &c->capacity, c->n + 1, sizeof *c->lines) < 0) return;
        c->lines = lines;
        c->lines[c->n++] = line;
        at = line.raw.end + quoted_line_end(c->raw + line.raw.end, size - line.raw.end);
    }
}

/* Finds a line of text among the next ones that the source has encoded; NULL if there is none. */
static const quoted_line *find_quoted_line(quoted_lines *c, const char *text, size_t len)
{
    for (size_t k = c->next; k < c->n && k < c->next + NEAR; k++) {
        const tr_span own = c->lines[k].text;
        if (own.end - own.begin != len || memcmp(tr_buf_text(&c->text) + own.begin, text, len) != 0)
            continue;
        c->next = k + 1;
        return &c->lines[k];
    }
    return NULL;
}

static void encode_quoted_printable(const char *raw, size_t size, const char *bytes, size_t n,
                                    tr_buf *out)
{
    quoted_lines c = {.raw = raw};
    size_t first;
    const char *const eol = find_line_end(raw, size, &first);
    const size_t eol_len = strlen(eol);

    read_quoted_lines(&c, size);
    for (size_t at = 0; at < n;) {
        size_t end = at;
        while (end < n && (n - end < eol_len || memcmp(bytes + end, eol, eol_len) != 0))
            end++;
        const quoted_line *const same = find_quoted_line(&c, bytes + at, end - at);
        if (same)
            tr_buf_add(out, raw + same->raw.begin, same->raw.end - same->raw.begin);
        else
            encode_quoted_line(bytes + at, end - at, eol, out);
        if (end < n) tr_buf_add_string(out, eol);
        at = end + (end < n ? eol_len : 0);
    }
    out->failed = out->failed || c.text.failed;
    free(c.lines);
    tr_buf_free(&c.text);
}

/* ---- All ---- */

bool tr_transfer_decode(enum tr_transfer_encoding transfer, const char *raw, size_t size,
                        tr_buf *out)
{
    if (transfer == TR_TRANSFER_BASE64) return tr_base64_decode(raw, size, out);
    if (transfer == TR_TRANSFER_QUOTED) decode_quoted(raw, size, out);
    if (transfer == TR_TRANSFER_PLAIN) tr_buf_add(out, raw, size);
    return transfer != TR_TRANSFER_UNKNOWN;
}

void tr_transfer_encode(enum tr_transfer_encoding transfer, const char *raw, size_t size,
                        const char *bytes, size_t n, tr_buf *out)
{
    if (transfer == TR_TRANSFER_BASE64)
        encode_base64(raw, size, bytes, n, out);
    else if (transfer == TR_TRANSFER_QUOTED)
        encode_quoted_printable(raw, size, bytes, n, out);
    else
        tr_buf_add(out, bytes, n);
}
