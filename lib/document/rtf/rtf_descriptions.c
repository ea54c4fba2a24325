#include "document/rtf/rtf_descriptions.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/rtf/rtf_words.h"
#include "document/segment/decoded.h"

/* ---- Out ---- */

static void encode_value(const char *text, size_t len, const char *behind, tr_buf *out)
{
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c < 0x80) {
            if (tr_ascii_is_one_of(text[i], "\\{}")) tr_buf_add_string(out, "\\");
            tr_buf_add(out, text + i, n);
            continue;
        }
        const unsigned high = c < 0x10000 ? 0 : 0xD800 + (((unsigned)c - 0x10000) >> 10);
        const unsigned low = c < 0x10000 ? (unsigned)c : 0xDC00 + ((unsigned)c & 0x3FF);
        if (high) tr_buf_printf(out, "\\u%d%s", (int)(int16_t)high, behind);
        tr_buf_printf(out, "\\u%d%s", (int)(int16_t)low, behind);
    }
}

static void encode_with_sign(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    encode_value(text, len, "?", out);
}

static void encode_without(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    encode_value(text, len, " ", out);
}

static const tr_writing with_sign = {.encode = encode_with_sign},
                        without_sign = {.encode = encode_without};

/* ---- In ---- */

/* A value that is read. */
typedef struct value {
    tr_rtf_pages *pages;
    const char *text;
    size_t end;  /* of the group that it is in */
    int uc;      /* characters that stand for one in Unicode, */
    int skipped; /*   and how many of them come next */
    int high;    /* half of a character, or 0 */
    tr_buf words;
} value;

static void add_character(value *v, int c)
{
    char utf8[4];
    tr_buf_add(&v->words, utf8, tr_utf8_encode(c, utf8));
}

/* False if it is half of a character that has no other half. */
static bool add_unit(value *v, int unit)
{
    const int high = v->high;

    v->skipped = v->uc;
    v->high = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
    if (v->high) return !high;
    if (unit >= 0xDC00 && unit < 0xE000) {
        if (!high) return false;
        add_character(v, 0x10000 + ((high - 0xD800) << 10) + unit - 0xDC00);
        return true;
    }
    add_character(v, unit);
    return !high && unit >= ' ';
}

/* A byte of the document's code page; *at: behind it, and behind the second of its character. */
static bool add_page_byte(value *v, unsigned char byte, size_t *at)
{
    unsigned char bytes[2] = {byte, 0};
    tr_rtf_token next;
    size_t n = 1;

    if (v->skipped) {
        v->skipped--;
        return true;
    }
    if (tr_rtf_page_is_lead(v->pages->page, byte)) {
        if (!tr_rtf_next(v->text, *at, v->end, &next) || next.kind != TR_RTF_BYTE) return false;
        bytes[n++] = (unsigned char)next.number;
        *at = next.raw.end;
    }
    return byte >= ' ' && tr_rtf_pages_decode(v->pages, v->pages->page, bytes, n, &v->words);
}

static bool add_plain(value *v, tr_span raw)
{
    size_t at;

    for (size_t i = raw.begin; i < raw.end; i++) {
        if ((unsigned char)v->text[i] < 0x80 && v->skipped)
            v->skipped--;
        else if ((unsigned char)v->text[i] < 0x80)
            tr_buf_add(&v->words, v->text + i, 1);
        else if (at = i + 1, !add_page_byte(v, (unsigned char)v->text[i], &at) || at > i + 1)
            return false;
    }
    return true;
}

/* Reads the value from byte `at` on up to the end of its group: the byte where that is; 0 if there
 * is more in it than characters. */
static size_t read_value(value *v, size_t at)
{
    tr_rtf_token t;

    while (tr_rtf_next(v->text, at, v->end, &t)) {
        bool right = t.kind == TR_RTF_NOTHING;
        at = t.raw.end;
        if (t.kind == TR_RTF_CLOSE) return v->high ? 0 : t.raw.begin;
        if (t.kind == TR_RTF_TEXT) right = add_plain(v, t.raw);
        if (t.kind == TR_RTF_BYTE) right = add_page_byte(v, (unsigned char)t.number, &at);
        if (t.kind == TR_RTF_WORD && tr_rtf_is(v->text, &t, "u"))
            right = add_unit(v, t.number & 0xFFFF);
        else if (t.kind == TR_RTF_WORD || t.kind == TR_RTF_SYMBOL) {
            const int c = tr_rtf_character(v->text, &t);
            right = c && !v->skipped;
            if (right) add_character(v, c);
        }
        if (!right) return 0;
    }
    return 0;
}

/* The byte where the value begins of the property whose name ends at byte `at`: behind
 * "}{\sv "; 0 if it is not so. */
static size_t value_begin(const char *text, size_t at, size_t end)
{
    tr_rtf_token t;
    static const enum tr_rtf_kind kinds[] = {TR_RTF_CLOSE, TR_RTF_OPEN, TR_RTF_WORD};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; at = t.raw.end) {
        if (!tr_rtf_next(text, at, end, &t)) return 0;
        if (t.kind == TR_RTF_NOTHING) continue;
        if (t.kind != kinds[i++]) return 0;
    }
    return tr_rtf_is(text, &t, "sv") ? at : 0;
}

void tr_rtf_build_descriptions(tr_builder *b, tr_rtf_pages *pages, tr_span all, int uc)
{
    static const char name[] = "{\\sn wzDescription";
    const char *const text = b->content->bytes;

    if (uc > 1) return;
    for (size_t at = all.begin; (at = tr_span_find(text, at, all.end, name)) < all.end;) {
        value v = {.pages = pages, .text = text, .end = all.end, .uc = uc};
        at += strlen(name);
        const size_t begin = value_begin(text, at, all.end);
        const size_t end = begin ? read_value(&v, begin) : 0;
        const char *const words = tr_buf_text(&v.words);
        const bool is_text = b->content->again || tr_decoded_is_text(words, v.words.len);
        if (end > begin)
            tr_build_attribute(b, (tr_span){begin, end}, words, is_text ? v.words.len : 0,
                               uc ? &with_sign : &without_sign, "wzDescription");
        b->failed = b->failed || v.words.failed;
        tr_buf_free(&v.words);
    }
}
