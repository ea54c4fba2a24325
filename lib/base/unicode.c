#include "base/unicode.h"

#include <string.h>

#include <utf8proc.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* A segment's characters decomposed: compatibility decompositions have up to 18 code points. */
enum { SEGMENT_CHARS = 32, SEGMENT_CODES = SEGMENT_CHARS * 18 };

static utf8proc_option_t decompose_options(int form)
{
    return form == TR_FORM_NFKC || form == TR_FORM_NFKD
               ? UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT
               : UTF8PROC_STABLE | UTF8PROC_DECOMPOSE;
}

/* Decomposes, and composes again if the form does, into codes [SEGMENT_CODES]: how many, < 0 if it
 * cannot be done. */
static utf8proc_ssize_t compose_codes(int form, const char *text, size_t len, int32_t *codes)
{
    const utf8proc_option_t options = decompose_options(form);
    const utf8proc_ssize_t n = utf8proc_decompose(
        (const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, codes, SEGMENT_CODES, options);
    if (n < 0 || n > SEGMENT_CODES) return -1;
    if (form == TR_FORM_NFD || form == TR_FORM_NFKD) return n;
    return utf8proc_normalize_utf32(codes, n, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

/* True if a decomposition of `text` starts with a character that marks do not move across. */
static bool starts_with_starter(int form, const char *text, size_t len)
{
    int32_t codes[SEGMENT_CODES];
    const utf8proc_ssize_t n =
        utf8proc_decompose((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, codes,
                           SEGMENT_CODES, decompose_options(form));
    return n > 0 && n <= SEGMENT_CODES && utf8proc_get_property(codes[0])->combining_class == 0;
}

/* True if the character at `end` starts a segment: it is a starter, and nothing in it composes
 * with what stands before it, which shows in the number of code points.  libutf8proc does not
 * offer the quick-check properties that tell it. */
static bool is_boundary(int form, const char *text, size_t end, size_t char_len)
{
    int32_t codes[SEGMENT_CODES];
    if (!starts_with_starter(form, text + end, char_len)) return false;
    const utf8proc_ssize_t before = compose_codes(form, text, end, codes);
    const utf8proc_ssize_t behind = compose_codes(form, text + end, char_len, codes);
    return compose_codes(form, text, end + char_len, codes) == before + behind;
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
    const utf8proc_ssize_t n = compose_codes(form, text, len, codes);
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

size_t tr_unicode_grapheme(const char *text, size_t len)
{
    utf8proc_int32_t state = 0;
    int32_t c, next;
    size_t end = tr_utf8_decode(text, len, &c);

    for (size_t n; end < len; end += n, c = next) {
        n = tr_utf8_decode(text + end, len - end, &next);
        if (utf8proc_grapheme_break_stateful(c, next, &state)) break;
    }
    return end;
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

bool tr_is_unseen(int32_t c)
{
    enum { SOFT_HYPHEN = 0xAD, GRAPHEME_JOINER = 0x34F, BYTE_ORDER_MARK = 0xFEFF };

    if (c < SOFT_HYPHEN || c == BYTE_ORDER_MARK) return false;
    const utf8proc_property_t *const p = utf8proc_get_property(c);
    return c == GRAPHEME_JOINER || (p->category == UTF8PROC_CATEGORY_CF && p->ignorable);
}

bool tr_is_letter(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_ME;
}

bool tr_has_letter(const char *text, size_t begin, size_t end)
{
    return tr_utf8_find(text, begin, end, tr_is_letter) < end;
}

size_t tr_char_width(int32_t c)
{
    return (size_t)utf8proc_charwidth(c);
}

bool tr_is_digit(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_ND;
}

bool tr_is_number(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k >= UTF8PROC_CATEGORY_ND && k <= UTF8PROC_CATEGORY_NO;
}

/* Letters in circles and squares are alphabetic, too. */
bool tr_is_word_character(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);

    return tr_is_letter(c) || k == UTF8PROC_CATEGORY_ND || k == UTF8PROC_CATEGORY_NL ||
           k == UTF8PROC_CATEGORY_PC || c == 0x200C || c == 0x200D ||
           (c >= 0x24B6 && c <= 0x24E9) || (c >= 0x1F130 && c <= 0x1F149) ||
           (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
}

bool tr_is_lower(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_LL;
}

bool tr_is_mark(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k >= UTF8PROC_CATEGORY_MN && k <= UTF8PROC_CATEGORY_ME;
}

bool tr_is_sign(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k == UTF8PROC_CATEGORY_NL || k == UTF8PROC_CATEGORY_NO || k == UTF8PROC_CATEGORY_SC ||
           k == UTF8PROC_CATEGORY_SM || k == UTF8PROC_CATEGORY_SO;
}

bool tr_is_currency(int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_SC;
}

bool tr_is_styled(int32_t c)
{
    return c >= 0x80 && utf8proc_get_property(c)->decomp_type != 0;
}

bool tr_is_styled_letter(int32_t c)
{
    return tr_is_styled(c) && tr_is_letter(c);
}

bool tr_is_raised_letter(int32_t c)
{
    if (!tr_is_styled_letter(c)) return false;
    const utf8proc_propval_t type = utf8proc_get_property(c)->decomp_type;
    return type == UTF8PROC_DECOMP_TYPE_SUPER || type == UTF8PROC_DECOMP_TYPE_SUB;
}

bool tr_is_upper(int32_t c)
{
    const utf8proc_category_t k = utf8proc_category(c);
    return k == UTF8PROC_CATEGORY_LU || k == UTF8PROC_CATEGORY_LT;
}

int32_t tr_to_lower(int32_t c)
{
    return utf8proc_tolower(c);
}

int32_t tr_to_upper(int32_t c)
{
    return utf8proc_toupper(c);
}

bool tr_is_picture(int32_t c)
{
    enum { FIRST = 0x231A };
    if (c < FIRST) return false;
    if (c >= 0x1F3FB && c <= 0x1F3FF) return true; /* skin tones */
    const int kind = utf8proc_get_property(c)->boundclass;
    return kind == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
           kind == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR;
}

int32_t tr_without_accents(int32_t c)
{
    utf8proc_int32_t parts[8];
    const utf8proc_ssize_t n = utf8proc_decompose_char(c, parts, 8, UTF8PROC_DECOMPOSE, NULL);
    return n > 0 && n <= 8 ? parts[0] : c;
}

/* Bytes of the style of a terminal that text [len] begins with; 0: none. */
static size_t count_style(const char *text, size_t len)
{
    size_t n = 2;

    if (len < 3 || memcmp(text, "\x1B[", 2) != 0) return 0;
    while (n < len && (tr_ascii_is_digit(text[n]) || text[n] == ';' || text[n] == ':'))
        n++;
    return n < len && text[n] == 'm' ? n + 1 : 0;
}

void tr_unicode_add_visible(tr_buf *out, const char *text, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        const size_t style = count_style(text + at, len - at);
        if (style) n = style;
        if (style || !tr_is_control(c) || tr_is_space(c)) tr_buf_add(out, text + at, n);
    }
}
