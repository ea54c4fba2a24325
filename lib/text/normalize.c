#include "text/normalize.h"

#include <stdbool.h>
#include <string.h>

#include "base/normalizations.h"
#include "base/unicode.h"
#include "base/utf8.h"

static void keep_character(const char *text, size_t len, tr_rewrite *out)
{
    tr_buf_add(&out->text, text, len);
}

/* ---- Unicode's forms */

static void normalize_form(int form, const char *text, size_t len, tr_rewrite *out)
{
    size_t n;
    for (size_t i = 0; i < len; i += n) {
        n = tr_unicode_segment(form, text + i, len - i);
        const size_t begin = out->text.len;
        tr_unicode_normalize(form, text + i, n, &out->text);
        if (out->text.failed) return;
        if (out->text.len - begin != n || memcmp(out->text.data + begin, text + i, n) != 0)
            tr_rewrite_note(out, i, i + n, begin);
    }
}

static void normalize_nfc(const char *text, size_t len, tr_rewrite *out)
{
    normalize_form(TR_FORM_NFC, text, len, out);
}

static void normalize_nfkc(const char *text, size_t len, tr_rewrite *out)
{
    normalize_form(TR_FORM_NFKC, text, len, out);
}

/* ---- OPUS-MT's */

const char *tr_ascii_mark(int32_t c)
{
    static const struct {
        int32_t from;
        const char to[4];
    } table[] = {{0x2019, "'"},  {0x201C, "\""}, {0x201D, "\""}, {0x2026, "..."}, {0x2236, ":"},
                 {0x2501, "-"},  {0x3001, ","},  {0x3002, ". "}, {0x3008, "<"},   {0x3009, ">"},
                 {0x300A, "\""}, {0x300B, "\""}, {0x300C, "\""}, {0x300D, "\""},  {0x3010, "["},
                 {0x3011, "]"},  {0xFF01, "!"},  {0xFF05, "%"},  {0xFF08, "("},   {0xFF09, ")"},
                 {0xFF0C, ","},  {0xFF0E, ". "}, {0xFF10, "0"},  {0xFF11, "1"},   {0xFF12, "2"},
                 {0xFF13, "3"},  {0xFF14, "4"},  {0xFF15, "5"},  {0xFF16, "6"},   {0xFF17, "7"},
                 {0xFF18, "8"},  {0xFF19, "9"},  {0xFF1A, ":"},  {0xFF1B, ";"},   {0xFF1F, "?"},
                 {0xFF5E, "~"}};
    if (c < table[0].from) return NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].from == c) return table[i].to;
    return NULL;
}

static const char *opus_mark(int32_t c, bool faithful)
{
    return c == 0xFF11 && faithful ? "\"" : tr_ascii_mark(c);
}

static bool is_blank_character(int32_t c)
{
    return c == ' ' || tr_is_other(c);
}

/* One blank, or none, for the bytes [begin, end) of `text`. */
static void put_blank(const char *text, size_t begin, size_t end, bool wanted, tr_rewrite *out)
{
    if (wanted && end == begin + 1 && text[begin] == ' ')
        keep_character(" ", 1, out);
    else if (wanted || end > begin)
        tr_rewrite_put(out, begin, end, " ", wanted);
}

static void normalize_opus(const char *text, size_t len, bool faithful, tr_rewrite *out)
{
    bool brings_blank = false; /* the mark before */
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t end = tr_utf8_skip(text, i, len, is_blank_character);
        const bool inside = out->text.len > 0 && end < len;
        put_blank(text, i, end, inside && (brings_blank || end > i), out);
        if (end == len) return;
        const size_t n = tr_utf8_decode(text + end, len - end, &c);
        const char *const mark = opus_mark(c, faithful);
        const size_t mark_len = mark ? strcspn(mark, " ") : 0;
        if (mark)
            tr_rewrite_put(out, end, end + n, mark, mark_len);
        else
            keep_character(text + end, n, out);
        brings_blank = mark && mark[mark_len] == ' ';
        i = end + n;
    }
}

static void normalize_opus_mt(const char *text, size_t len, tr_rewrite *out)
{
    normalize_opus(text, len, false, out);
}

static void normalize_opus_mt_faithful(const char *text, size_t len, tr_rewrite *out)
{
    normalize_opus(text, len, true, out);
}

/* ---- Their names */

tr_normalizer *tr_normalizer_find(const char *name)
{
    static tr_normalizer *const all[TR_NORMALIZATIONS] = {
        [TR_NORMALIZATION_NONE] = keep_character,
        [TR_NORMALIZATION_NFC] = normalize_nfc,
        [TR_NORMALIZATION_NFKC] = normalize_nfkc,
        [TR_NORMALIZATION_OPUS_MT] = normalize_opus_mt,
        [TR_NORMALIZATION_OPUS_MT_FAITHFUL] = normalize_opus_mt_faithful,
        [TR_NORMALIZATION_INDICTRANS2] = keep_character};
    for (int i = 0; i < TR_NORMALIZATIONS; i++)
        if (!strcmp(tr_normalizations[i], name)) return all[i];
    return NULL;
}
