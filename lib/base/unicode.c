#include "base/unicode.h"

#include <string.h>

#include <utf8proc.h>

/* What may follow a first byte: how many bytes, and the range of the second one, which is what
 * keeps overlong forms, surrogates and code points above U+10FFFF out (Unicode, table 3-7). */
typedef struct utf8_form {
    unsigned length, low, high;
} utf8_form;

static utf8_form form_of(unsigned first)
{
    if (first < 0x80) return (utf8_form){1, 0, 0};
    if (first < 0xC2) return (utf8_form){0, 0, 0};
    if (first < 0xE0) return (utf8_form){2, 0x80, 0xBF};
    if (first < 0xF0)
        return (utf8_form){3, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF};
    if (first < 0xF5)
        return (utf8_form){4, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF};
    return (utf8_form){0, 0, 0};
}

size_t tr_utf8_decode(const char *text, size_t len, int32_t *c)
{
    const unsigned char *const s = (const unsigned char *)text;
    const utf8_form form = form_of(s[0]);
    *c = -1;
    if (form.length == 0) return 1;
    uint32_t code = form.length == 1 ? s[0] : s[0] & (0x7FU >> form.length);
    for (size_t i = 1; i < form.length; i++) {
        const unsigned low = i == 1 ? form.low : 0x80, high = i == 1 ? form.high : 0xBF;
        if (i == len || s[i] < low || s[i] > high) return i;
        code = code << 6 | (s[i] & 0x3FU);
    }
    *c = (int32_t)code;
    return form.length;
}

bool tr_utf8_valid(const char *text, size_t len)
{
    int32_t c;
    for (size_t i = 0; i < len;) {
        if ((unsigned char)text[i] < 0x80) {
            i++;
            continue;
        }
        i += tr_utf8_decode(text + i, len - i, &c);
        if (c < 0) return false;
    }
    return true;
}

size_t tr_utf8_repair(const char *text, size_t len, tr_buf *out)
{
    size_t replaced = 0, kept = 0;
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t n = tr_utf8_decode(text + i, len - i, &c);
        if (c <= 0) {
            tr_buf_add(out, text + kept, i - kept);
            tr_buf_add_string(out, "\xEF\xBF\xBD");
            replaced += n;
            kept = i + n;
        }
        i += n;
    }
    tr_buf_add(out, text + kept, len - kept);
    return replaced;
}

/* A segment's characters decomposed: compatibility decompositions have up to 18 code points. */
enum { SEGMENT_CHARS = 32, SEGMENT_CODES = SEGMENT_CHARS * 18 };

static utf8proc_option_t decompose_options(int form)
{
    return form == TR_FORM_NFKC ? UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT
                                : UTF8PROC_STABLE | UTF8PROC_DECOMPOSE;
}

/* Decomposes and composes again into codes [SEGMENT_CODES]: how many, < 0 if it cannot be done. */
static utf8proc_ssize_t compose(int form, const char *text, size_t len, int32_t *codes)
{
    const utf8proc_option_t options = decompose_options(form);
    const utf8proc_ssize_t n = utf8proc_decompose(
        (const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, codes, SEGMENT_CODES, options);
    if (n < 0 || n > SEGMENT_CODES) return -1;
    return utf8proc_normalize_utf32(codes, n, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

/* Whether a decomposition of `text` starts with a character that marks do not move across. */
static bool starts_with_starter(int form, const char *text, size_t len)
{
    int32_t codes[SEGMENT_CODES];
    const utf8proc_ssize_t n =
        utf8proc_decompose((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, codes,
                           SEGMENT_CODES, decompose_options(form));
    return n > 0 && n <= SEGMENT_CODES && utf8proc_get_property(codes[0])->combining_class == 0;
}

/* Whether the character at `end` starts a segment: it is a starter, and nothing in it composes
 * with what stands before it, which shows in the number of code points.  libutf8proc does not
 * offer the quick-check properties from which this could be read. */
static bool is_boundary(int form, const char *text, size_t end, size_t char_len)
{
    int32_t codes[SEGMENT_CODES];
    if (!starts_with_starter(form, text + end, char_len)) return false;
    const utf8proc_ssize_t before = compose(form, text, end, codes);
    const utf8proc_ssize_t behind = compose(form, text + end, char_len, codes);
    return compose(form, text, end + char_len, codes) == before + behind;
}

size_t tr_unicode_segment(int form, const char *text, size_t len)
{
    int32_t c;
    size_t end = tr_utf8_decode(text, len, &c);
    for (int chars = 1; end < len && chars < SEGMENT_CHARS; chars++) {
        const size_t n = tr_utf8_decode(text + end, len - end, &c);
        /* Below U+0300 nothing combines with what stands before it, nor does U+11A7, which
         * libutf8proc takes for the missing final of a Hangul syllable and drops. */
        if (c < 0x300 || c == 0x11A7 || is_boundary(form, text, end, n)) break;
        end += n;
    }
    return end;
}

/* Bytes at the start of `text` that are ASCII and do not combine with what follows. */
static size_t plain_prefix(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && (unsigned char)text[n] < 0x80)
        n++;
    return n < len && n > 0 ? n - 1 : n;
}

static void normalize_segment(int form, const char *text, size_t len, tr_buf *out)
{
    int32_t codes[SEGMENT_CODES];
    const utf8proc_ssize_t n = compose(form, text, len, codes);
    if (n < 0) {
        tr_buf_add(out, text, len);
        return;
    }
    for (utf8proc_ssize_t i = 0; i < n; i++) {
        utf8proc_uint8_t bytes[4];
        tr_buf_add(out, bytes, (size_t)utf8proc_encode_char(codes[i], bytes));
    }
}

void tr_unicode_normalize(int form, const char *text, size_t len, tr_buf *out)
{
    size_t at = form == TR_FORM_NONE ? len : plain_prefix(text, len);
    tr_buf_add(out, text, at);
    while (at < len) {
        size_t n = tr_unicode_segment(form, text + at, len - at);
        normalize_segment(form, text + at, n, out);
        at += n;
        n = plain_prefix(text + at, len - at);
        tr_buf_add(out, text + at, n);
        at += n;
    }
}

bool tr_is_space(int32_t c)
{
    if (c >= '\t' && c <= '\r') return true;
    if (c < 0x80) return c == ' ';
    if (c == 0x85 || c == 0xFEFF) return true;
    const utf8proc_category_t k = utf8proc_category(c);
    return k == UTF8PROC_CATEGORY_ZS || k == UTF8PROC_CATEGORY_ZL || k == UTF8PROC_CATEGORY_ZP;
}

bool tr_is_control(int32_t c)
{
    return (c >= 0 && c < 0x20) || (c >= 0x7F && c < 0xA0);
}

bool tr_is_other(int32_t c)
{
    if (c >= 0x20 && c < 0x7F) return false;
    const utf8proc_category_t k = utf8proc_category(c);
    return k == UTF8PROC_CATEGORY_CN || k >= UTF8PROC_CATEGORY_CC;
}

bool tr_is_letter(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_ME;
}

bool tr_is_digit(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_ND;
}

bool tr_is_lower(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_LL;
}

bool tr_is_upper(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k == UTF8PROC_CATEGORY_LU || k == UTF8PROC_CATEGORY_LT;
}

/* Whether subtag [len] is `name` (lower case), whatever its own case. */
static bool subtag_is(const char *subtag, size_t len, const char *name)
{
    if (len != strlen(name)) return false;
    for (size_t i = 0; i < len; i++) {
        const char c = subtag[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != name[i]) return false;
    }
    return true;
}

static bool script_has_spaces(const char *rest)
{
    while (*rest == '-' || *rest == '_') {
        const char *const subtag = rest + 1;
        const size_t len = strcspn(subtag, "-_");
        if (subtag_is(subtag, len, "latn")) return true;
        rest = subtag + len;
    }
    return false;
}

bool tr_language_has_spaces(const char *language)
{
    static const char *const without[] = {"bo",  "cdo", "cmn", "dz",  "gan", "hak", "hsn",
                                          "ja",  "khb", "km",  "lo",  "lzh", "my",  "nan",
                                          "shn", "th",  "wuu", "yue", "zh"};
    const size_t len = strcspn(language, "-_");
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (subtag_is(language, len, without[i])) return script_has_spaces(language + len);
    return true;
}
