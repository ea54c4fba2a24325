#include "document/segment/encoding.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/utf8.h"
#include "document/segment/transliterate.h"

enum { NAME = 64, HEAD = 2048 };

static bool begins_with_bytes(const char *bytes, size_t size, const char *with, size_t n)
{
    return size >= n && !memcmp(bytes, with, n);
}

static size_t skip_encoding_blanks(const char *bytes, size_t at, size_t end)
{
    at = tr_skip(bytes, at, end, tr_ascii_is_html_space);
    return at;
}

/* Reads what is equal to the word [n] at byte `at`: `="NAME"`; false if there is no name. */
static bool read_encoding_name(const char *bytes, size_t at, size_t end, char *name)
{
    static const char ends[] = " \t\r\n\"';>\\/?";
    size_t len = 0;

    at = skip_encoding_blanks(bytes, at, end);
    if (at == end || bytes[at] != '=') return false;
    at = skip_encoding_blanks(bytes, at + 1, end);
    at += at < end && (bytes[at] == '"' || bytes[at] == '\'');
    at = skip_encoding_blanks(bytes, at, end);
    while (at + len < end && len + 1 < NAME && bytes[at + len] && !strchr(ends, bytes[at + len]))
        len++;
    memcpy(name, bytes + at, len);
    name[len] = '\0';
    return len > 0;
}

/* The name that `word` has in bytes [begin, end). */
static bool find_encoding_name(const char *bytes, size_t begin, size_t end, const char *word,
                               char *name)
{
    const size_t n = strlen(word);

    for (size_t i = begin; i + n < end; i++)
        if (!strncasecmp(bytes + i, word, n) && (i == begin || !tr_byte_is_word(bytes[i - 1])) &&
            read_encoding_name(bytes, i + n, end, name))
            return true;
    return false;
}

/* The byte after `mark` from byte `at` on; `end` if there is none. */
static size_t behind_mark(const char *bytes, size_t at, size_t end, const char *mark)
{
    const size_t n = strlen(mark);

    for (; at + n <= end; at++)
        if (!memcmp(bytes + at, mark, n)) return at + n;
    return end;
}

/* The encoding that an element "meta" says, or a header "Content-Type:", as in catalogues. */
static bool find_charset(const char *bytes, size_t size, char *name)
{
    static const char meta[] = "<meta", type[] = "content-type:";
    const size_t n = strlen(meta), n_type = strlen(type), end = size < HEAD ? size : HEAD;

    for (size_t i = 0; i < end; i++) {
        const size_t left = end - i;
        if (left >= 4 && !memcmp(bytes + i, "<!--", 4)) {
            i = behind_mark(bytes, i + 4, end, "-->") - 1;
        } else if (left > n && !strncasecmp(bytes + i, meta, n) && !tr_byte_is_word(bytes[i + n])) {
            const size_t behind = behind_mark(bytes, i, end, ">");
            if (find_encoding_name(bytes, i, behind, "charset", name)) return true;
            i = behind - 1;
        } else if (left > n_type && !strncasecmp(bytes + i, type, n_type)) {
            const size_t behind = behind_mark(bytes, i, end, "\n");
            if (find_encoding_name(bytes, i, behind, "charset", name)) return true;
        }
    }
    return false;
}

/* True if an encoding takes two bytes for each letter: what has such a name in single bytes is not
 * in it, and HTML reads UTF-8. */
static bool is_wide_encoding(const char *name)
{
    return !strncasecmp(name, "utf-16", 6) || !strcasecmp(name, "unicode");
}

/* The encoding that HTML reads ISO-8859-1 as. */
static const char as_html[] = "WINDOWS-1252";

const char *tr_encoding_find(const char *bytes, size_t size, bool declares, char *name)
{
    static const char zeros[] = "<\0?\0";
    if (tr_utf8_mark(bytes, size)) return NULL;
    if (begins_with_bytes(bytes, size, "\xFF\xFE", 2)) return "UTF-16LE";
    if (begins_with_bytes(bytes, size, "\xFE\xFF", 2)) return "UTF-16BE";
    if (begins_with_bytes(bytes, size, zeros, 4)) return "UTF-16LE";
    if (begins_with_bytes(bytes, size, zeros + 3, 1) && size > 1 && bytes[1] == '<')
        return "UTF-16BE";
    if (!declares) return NULL;
    const bool xml = begins_with_bytes(bytes, size, "<?xml", 5);
    const size_t declared = xml ? behind_mark(bytes, 0, size < HEAD ? size : HEAD, "?>") : 0;
    if (xml && !find_encoding_name(bytes, 0, declared, "encoding", name)) return NULL;
    if (!xml && !find_charset(bytes, size, name)) return NULL;
    if (!strcasecmp(name, "iso-8859-1") && !xml) return as_html;
    if (is_wide_encoding(name) && !xml) return NULL;
    return strcasecmp(name, "CHARSET") != 0 ? name : NULL;
}

const char *tr_encoding_to_write(const char *encoding)
{
    return strcmp(encoding, as_html) != 0 ? encoding : "ISO-8859-1";
}

bool tr_encoding_is_ascii(const char *encoding)
{
    return !strcasecmp(encoding, "us-ascii") || !strcasecmp(encoding, "ascii");
}

bool tr_encoding_is_utf8(const char *encoding)
{
    return !strcasecmp(encoding, "utf-8") || !strcasecmp(encoding, "utf8");
}

bool tr_encoding_is_known(const char *encoding)
{
    const iconv_t known = iconv_open("UTF-8", encoding);
    if (known == (iconv_t)-1) return false;
    iconv_close(known);
    return true;
}

bool tr_encoding_differs(const char *encoding)
{
    return encoding && !tr_encoding_is_utf8(encoding) && !tr_encoding_is_ascii(encoding) &&
           tr_encoding_is_known(encoding);
}

/* Appends all that iconv() makes of *in; with NULL, what brings it back to its first state. */
static bool convert_all(iconv_t cd, char **in, size_t *left, tr_buf *out)
{
    char part[4096];
    size_t rc = 0;

    do {
        char *next = part;
        size_t room = sizeof part;
        errno = 0;
        rc = iconv(cd, in, left, &next, &room);
        tr_buf_add(out, part, sizeof part - room);
    } while (rc == (size_t)-1 && errno == E2BIG);
    return rc != (size_t)-1;
}

/* Appends `bytes` in another encoding.  False if some have no meaning in it. */
static bool convert(const char *to, const char *from, const char *bytes, size_t size, tr_buf *out)
{
    const iconv_t cd = iconv_open(to, from);
    char *in = (char *)bytes;

    if (cd == (iconv_t)-1) return false;
    const bool all = convert_all(cd, &in, &size, out) && convert_all(cd, NULL, NULL, out);
    iconv_close(cd);
    return all && !out->failed;
}

bool tr_encoding_to_utf8(const char *encoding, const char *bytes, size_t size, tr_buf *utf8)
{
    return convert("UTF-8", encoding, bytes, size, utf8);
}

bool tr_encoding_encode(const char *encoding, const char *utf8, size_t len, tr_buf *out)
{
    return convert(encoding, "UTF-8", utf8, len, out);
}

int tr_encoding_decode(const char *encoding, const char *bytes, size_t size, const char *name,
                       tr_buf *utf8, tr_error *err)
{
    tr_buf again = {0};
    const bool same = convert("UTF-8", encoding, bytes, size, utf8) &&
                      tr_encoding_encode(encoding, tr_buf_text(utf8), utf8->len, &again) &&
                      again.len == size && !memcmp(tr_buf_text(&again), bytes, size);
    const bool failed = utf8->failed || again.failed;
    tr_buf_free(&again);
    if (failed) return tr_fail_memory(err);
    if (!same) return tr_fail(err, TR_EFORMAT, "%s: is not valid %.60s", name, encoding);
    return TR_OK;
}

/* "Ue" in a word in capitals becomes "UE": it was spelled from `begin` of `out` on, between two
 * other characters. */
static void raise_spelling(char before, char behind, size_t begin, tr_buf *out)
{
    if (out->failed || out->len - begin != 2 || !tr_ascii_is_upper(out->data[begin])) return;
    if (tr_ascii_is_upper(behind) || (tr_ascii_is_upper(before) && (behind < 'a' || behind > 'z')))
        out->data[begin + 1] &= (char)~0x20;
}

bool tr_encoding_refer(const char *encoding, const char *utf8, size_t len, const char *reference,
                       bool spells, tr_buf *out)
{
    const iconv_t cd = iconv_open(encoding, "UTF-8");
    bool all = cd != (iconv_t)-1;

    for (size_t at = 0, n; all && at < len; at += n) {
        char bytes[16], *in = (char *)utf8 + at, *next = bytes;
        size_t left, room = sizeof bytes;
        int32_t c;
        n = left = tr_utf8_decode(utf8 + at, len - at, &c);
        const size_t begin = out->len;
        if (c >= 0 && (c < 0x80 || iconv(cd, &in, &left, &next, &room) == 0))
            tr_buf_add(out, utf8 + at, n);
        else if (reference && c >= 0)
            tr_buf_printf(out, reference, (int)c); /* a constant of the format's writer */
        else if (spells && c >= 0 && tr_transliterate(c, out))
            raise_spelling(at ? utf8[at - 1] : ' ', at + n < len ? utf8[at + n] : ' ', begin, out);
        else
            all = false;
    }
    if (cd != (iconv_t)-1) iconv_close(cd);
    return all;
}
