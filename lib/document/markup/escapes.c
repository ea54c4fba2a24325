#include "document/markup/escapes.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/markup/html_entities.h"
#include "document/markup/markup.h"
#include "document/markup/vocabulary.h"
#include "document/segment/decoded.h"

/* ---- In ---- */

/* Control characters of old pages mean Windows-1252's characters from 0x80 on. */
static unsigned as_windows(unsigned c)
{
    static const unsigned short means[32] = {
        0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
        0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};
    return c >= 0x80 && c < 0xA0 ? means[c - 0x80] : c;
}

/* "&#228;" and "&#xE4;": its length, 0 if it is none. */
static size_t read_numeric_reference(const char *text, size_t len, unsigned *c)
{
    const bool hex = len > 2 && (text[2] == 'x' || text[2] == 'X');
    size_t i = hex ? 3 : 2;
    const size_t digits = i;

    for (*c = 0; i < len; i++) {
        const int digit = tr_ascii_hex_digit(text[i]);
        if (digit < 0 || (digit > 9 && !hex)) break;
        if (*c < 0x110000) *c = (hex ? 16 : 10) * *c + (unsigned)digit;
    }
    if (i == digits) return 0;
    *c = as_windows(*c);
    return i < len && text[i] == ';' ? i + 1 : i;
}

/* False for what a browser shows as U+FFFD. */
static bool is_character(unsigned c)
{
    return c && c <= 0x10FFFF && (c < 0xD800 || c >= 0xE000);
}

/* A reference at the beginning of text [len]: its length, 0 if it is none.  The number of no
 * character means U+FFFD in an attribute, and is none in text. */
static size_t read_reference(const char *text, size_t len, bool attribute, tr_buf *out)
{
    const char *character;
    size_t character_len;
    unsigned c;

    if (len > 2 && text[1] == '#') {
        const size_t n = read_numeric_reference(text, len, &c);
        char utf8[4];
        if (!n || (!attribute && !is_character(c))) return 0;
        tr_buf_add(out, utf8, tr_utf8_encode(is_character(c) ? (int32_t)c : 0xFFFD, utf8));
        return n;
    }
    const size_t n = tr_html_entity(text + 1, len - 1, &character, &character_len);
    if (!n) return 0;
    if (attribute && text[n] != ';' && n + 1 < len &&
        (text[n + 1] == '=' || tr_ascii_is_alnum(text[n + 1])))
        return 0;
    tr_buf_add(out, character, character_len);
    return n + 1;
}

void tr_html_decode(const char *text, size_t len, bool attribute, tr_buf *out)
{
    for (size_t i = 0, n; i < len; i += n) {
        const char *const next = memchr(text + i, '&', len - i);
        n = (next ? (size_t)(next - text) : len) - i;
        tr_buf_add(out, text + i, n);
        if (!next || n) continue;
        n = read_reference(text + i, len - i, attribute, out);
        if (n) continue;
        tr_buf_add(out, "&", 1);
        n = 1;
    }
}

static void build_decoded(tr_builder *b, tr_span raw, bool attribute, tr_buf *text)
{
    tr_html_decode(b->content->bytes + raw.begin, raw.end - raw.begin, attribute, text);
    b->failed = b->failed || text->failed;
}

static void build_known(tr_builder *b, tr_span raw)
{
    tr_buf text = {0};
    build_decoded(b, raw, false, &text);
    tr_build_text(b, raw, tr_buf_text(&text), text.len);
    tr_buf_free(&text);
}

size_t tr_html_reference(const char *text, size_t len, tr_buf *means)
{
    enum { LONGEST = 40 };
    const char *const stop = memchr(text, ';', len < LONGEST ? len : LONGEST);
    const size_t n = stop && *text == '&' ? (size_t)(stop - text) + 1 : 0;

    tr_buf_clear(means);
    return n && read_reference(text, n, false, means) == n ? n : 0;
}

/* "&name;" of a name that HTML does not have: its length, else 0. */
static size_t unknown_reference(const char *text, size_t len)
{
    const char *const stop = memchr(text, ';', len);
    const size_t n = stop && text[1] != '#' ? (size_t)(stop - text) + 1 : 0;
    tr_buf ignored = {0};

    const bool known = n && tr_html_reference(text, n, &ignored);
    tr_buf_free(&ignored);
    return known ? 0 : n;
}

/* "&#0;", "&#xD800": the number of no character: its length, else 0. */
static size_t no_character(const char *text, size_t len)
{
    unsigned c = 0;
    const size_t n = len > 2 && text[1] == '#' ? read_numeric_reference(text, len, &c) : 0;
    return is_character(c) ? 0 : n;
}

/* ---- Tags that are written ---- */

static const char written_open[] = "&lt;";

/* Of tags that are written: they are text, or the ones that are spoken of are atoms, or all are. */
enum written_tags { AS_TEXT, SPOKEN_OF, ALL_ATOMS };

static bool is_name_byte(char c)
{
    return tr_ascii_is_alnum(c) || (c && strchr("-_:.", c));
}

/* The byte after the tag at byte `at` of text [.., end), *name: in it; 0 if there is none. */
static size_t end_of_written_tag(const char *text, size_t at, size_t end, tr_span *name)
{
    enum { LONGEST = 200 };
    const size_t most = end - at < LONGEST ? end : at + LONGEST;
    bool has_value = false;

    size_t i = at + strlen(written_open);
    i += i < most && text[i] == '/';
    if (i >= most || !tr_ascii_is_letter(text[i])) return 0;
    name->begin = i;
    i = name->end = tr_skip(text, i, most, is_name_byte);
    for (; i < most; i++) {
        const bool is_close = tr_starts_with(text, i, most, "&gt;");
        const bool is_bare = i == name->end || has_value || text[i - 1] == '/';
        if (is_close || text[i] == '>') return is_bare ? i + (is_close ? 4 : 1) : 0;
        if (text[i] == '<' || tr_starts_with(text, i, most, written_open)) return 0;
        if (i == name->end && !tr_ascii_is_html_space(text[i]) && text[i] != '/') return 0;
        has_value = has_value || text[i] == '=';
    }
    return 0;
}

/* True if the run has the other tag of a pair with text between. */
static bool is_of_pair(const char *text, tr_span run, tr_span tag, tr_span name)
{
    enum { NEAR = 1000 };
    const size_t len = name.end - name.begin;
    const bool ends = text[name.begin - 1] == '/';
    const char *const sign = ends ? "&lt;" : "&lt;/";
    size_t at = ends ? (tag.begin - run.begin > NEAR ? tag.begin - NEAR : run.begin) : tag.end;
    const size_t stop = ends ? tag.begin : run.end - at > NEAR ? at + NEAR : run.end;

    for (; (at = tr_span_find(text, at, stop, sign)) < stop; at++) {
        const size_t other = at + strlen(sign);
        if (other + len < stop && !strncasecmp(text + other, text + name.begin, len) &&
            !is_name_byte(text[other + len]))
            return true;
    }
    return false;
}

static bool parts_text(const char *text, tr_span name)
{
    const tr_vocabulary *const html = &tr_vocabularies[TR_HTML];
    char lower[TR_NAME_SIZE] = "";

    if (name.end - name.begin >= sizeof lower) return false;
    for (size_t i = name.begin; i < name.end; i++)
        lower[i - name.begin] = tr_ascii_lower(text[i]);
    return tr_markup_listed(html->blocks, lower) || tr_markup_listed(html->voids, lower);
}

tr_span tr_next_written_tag(const char *text, tr_span run, size_t at, bool page)
{
    tr_span name = {0};

    for (; (at = tr_span_find(text, at, run.end, written_open)) < run.end; at++) {
        const size_t end = end_of_written_tag(text, at, run.end, &name);
        if (!end) continue;
        if (page || (!parts_text(text, name) && !is_of_pair(text, run, (tr_span){at, end}, name)))
            return (tr_span){at, end};
    }
    return (tr_span){run.end, run.end};
}

static tr_span find_tag(const char *text, tr_span run, size_t at, enum written_tags tags)
{
    return tags ? tr_next_written_tag(text, run, at, tags == ALL_ATOMS)
                : (tr_span){run.end, run.end};
}

/* Builds text whose references are known, and atoms of references that `find` tells the length
 * of. */
static void build_text(tr_builder *b, tr_span raw, size_t (*find)(const char *text, size_t len),
                       enum written_tags tags)
{
    const char *const text = b->content->bytes;
    size_t begin = raw.begin;

    tr_span tag = find_tag(text, raw, begin, tags);
    for (size_t i = raw.begin; i < raw.end; i++) {
        const char *const next = memchr(text + i, '&', raw.end - i);
        if (!next) break;
        i = (size_t)(next - text);
        if (i > tag.begin) tag = find_tag(text, raw, i, tags);
        const size_t n = i == tag.begin ? tag.end - i : find(next, raw.end - i);
        if (!n) continue;
        build_known(b, (tr_span){begin, i});
        tr_build_atom(b, (tr_span){i, i + n});
        begin = i + n;
        i = begin - 1;
    }
    build_known(b, (tr_span){begin, raw.end});
}

void tr_build_html_text(tr_builder *b, tr_span raw)
{
    build_text(b, raw, no_character, ALL_ATOMS);
}

void tr_build_xml_text(tr_builder *b, tr_span raw)
{
    build_text(b, raw, unknown_reference, AS_TEXT);
}

void tr_build_xml_words(tr_builder *b, tr_span raw, bool page)
{
    build_text(b, raw, unknown_reference, page ? ALL_ATOMS : SPOKEN_OF);
}

/* "SUBSCRIBE", "Go": a page's words are for people, where data may have the name of something. */
static bool is_capital_label(const char *text, size_t len)
{
    size_t n_upper = 0;

    for (size_t i = 0; i < len; i++) {
        if (!tr_ascii_is_letter(text[i])) return false;
        n_upper += tr_ascii_is_upper(text[i]);
    }
    return (len > 3 && n_upper == len) || (len == 2 && n_upper == 1 && text[1] > 'Z');
}

/* True if text [raw] has a reference that stands for no character that is known. */
static bool has_unread_reference(const char *text, tr_span raw, bool xml)
{
    for (size_t i = raw.begin; i < raw.end; i++)
        if (text[i] == '&' && (xml ? unknown_reference : no_character)(text + i, raw.end - i))
            return true;
    return false;
}

void tr_build_inner_text(tr_builder *b, tr_span raw, bool xml, const char *where)
{
    tr_buf text = {0};

    raw = tr_skip_around(b->content->bytes, raw, tr_ascii_is_html_space);
    if (has_unread_reference(b->content->bytes, raw, xml)) return;
    build_decoded(b, raw, false, &text);
    const bool is_text =
        !b->values_only || b->content->again || tr_decoded_is_text(tr_buf_text(&text), text.len);
    tr_build_attribute(b, raw, tr_buf_text(&text), is_text ? text.len : 0, &tr_html_text, where);
    tr_buf_free(&text);
}

/* ---- Ruby ---- */

/* Adds some of a base; without blanks at its edges where it stands in a line of its own. */
static bool add_base(const tr_markup *m, tr_span raw, tr_buf *base)
{
    if (has_unread_reference(m->text, raw, m->xml)) return false;
    if (memchr(m->text + raw.begin, '\n', raw.end - raw.begin))
        raw = tr_skip_around(m->text, raw, tr_ascii_is_html_space);
    tr_html_decode(m->text + raw.begin, raw.end - raw.begin, false, base);
    return true;
}

/* Adds the base that stands in the element of `m`, whose start tag was taken.  False if more is in
 * it than text and readings. */
static bool read_base(tr_markup m, tr_buf *base)
{
    static const char bases[] = " rb rbc ruby-base ", readings[] = " rt rp rtc ruby-text ";
    bool in_reading = false; /* its end may be left out */
    tr_markup_token t;

    while (tr_markup_next(&m, &t)) {
        const char *const name = tr_markup_local(&t);
        const bool is_tag = t.kind == TR_MARKUP_START || t.kind == TR_MARKUP_END;
        if (t.kind == TR_MARKUP_TEXT && !in_reading && !add_base(&m, t.raw, base)) return false;
        if (t.kind == TR_MARKUP_TEXT || t.kind == TR_MARKUP_COMMENT) continue;
        if (is_tag && tr_markup_listed(readings, name))
            in_reading = t.kind == TR_MARKUP_START && !t.closed;
        else if (is_tag && tr_markup_listed(bases, name))
            in_reading = false;
        else if (!in_reading)
            return false;
    }
    return true;
}

bool tr_build_ruby(tr_builder *b, tr_markup *m, const tr_markup_token *t)
{
    const size_t end = t->closed ? 0 : tr_markup_end_of(m, t);
    tr_buf base = {0};

    if (!end) return false;
    size_t inner = end; /* where its end tag begins */
    while (m->text[--inner] != '<') {
    }
    const tr_markup in = {.text = m->text, .size = inner, .at = t->raw.end, .xml = m->xml};
    const bool taken = read_base(in, &base) && base.len;
    if (taken) tr_build_text(b, (tr_span){t->raw.begin, end}, base.data, base.len);
    if (taken) m->at = end;
    b->failed = b->failed || base.failed;
    tr_buf_free(&base);
    return taken;
}

/* ---- Attributes ---- */

static const tr_writing html_bare;

/* The length of a reference that is a line's end, "&#10;"; 0 if it is none. */
static size_t line_end_reference(const char *text, size_t len)
{
    unsigned c = 0;
    const size_t n = len > 2 && text[1] == '#' ? read_numeric_reference(text, len, &c) : 0;
    return c == '\n' || c == '\r' ? n : 0;
}

/* Builds a line of an attribute's text. */
static void build_attribute_line(tr_builder *b, tr_span raw, char quote, const char *where)
{
    tr_buf text = {0};

    raw = tr_skip_around(b->content->bytes, raw, tr_ascii_is_html_space);
    build_decoded(b, raw, true, &text);
    const bool is_text = b->content->again || tr_decoded_is_text(tr_buf_text(&text), text.len) ||
                         is_capital_label(tr_buf_text(&text), text.len);
    tr_build_attribute(b, raw, tr_buf_text(&text), is_text ? text.len : 0,
                       quote == '"'    ? &tr_html_double
                       : quote == '\'' ? &tr_html_single
                                       : &html_bare,
                       where);
    tr_buf_free(&text);
}

void tr_build_html_attribute(tr_builder *b, tr_span raw, char quote, const char *where)
{
    const char *const text = b->content->bytes;

    for (size_t i = raw.begin; (i = tr_find_byte(text, i, raw.end, '&')) < raw.end;) {
        const size_t n = line_end_reference(text + i, raw.end - i);
        if (n && i > raw.begin) build_attribute_line(b, (tr_span){raw.begin, i}, quote, where);
        if (n) raw.begin = i + n;
        i += n ? n : 1;
    }
    if (raw.begin < raw.end) build_attribute_line(b, raw, quote, where);
}

/* ---- Out ---- */

/* A character beyond ASCII that the segment writes as a reference. */
typedef struct spelling {
    char means[5]; /* UTF-8 */
    size_t means_len;
    tr_span as; /* "&copy;" in the document */
} spelling;

enum { MAX_SPELLINGS = 16 };

static const spelling *spelling_of(const spelling *found, size_t n, const char *text, size_t len)
{
    for (const spelling *s = found; s < found + n; s++)
        if (s->means_len <= len && !memcmp(s->means, text, s->means_len)) return s;
    return NULL;
}

/* The references of the segment, each once; the beginning of a long segment tells. */
static size_t find_spellings(const tr_text_place *to, spelling *found)
{
    enum { ENOUGH = 1 << 14 };
    const tr_content *const d = to->content;
    const tr_segment *const p = to->segment;
    const size_t end = p->at.end - p->at.begin < ENOUGH ? p->at.end : p->at.begin + ENOUGH;
    tr_buf means = {0};
    size_t n_found = 0;

    for (size_t i = p->at.begin, n; i < end && n_found < MAX_SPELLINGS; i += n) {
        const char *const next = memchr(d->bytes + i, '&', end - i);
        if (!next) break;
        i = (size_t)(next - d->bytes);
        n = tr_html_reference(next, end - i, &means);
        spelling *const s = &found[n_found];
        if (!n)
            n = 1;
        else if (!means.failed && means.len > 1 && means.len < sizeof(s->means) &&
                 !spelling_of(found, n_found, tr_buf_text(&means), means.len)) {
            memcpy(s->means, tr_buf_text(&means), means.len);
            s->means_len = means.len;
            s->as = (tr_span){i, i + n};
            n_found++;
        }
    }
    tr_buf_free(&means);
    return n_found;
}

void tr_encode_html(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const char quote = to->writing->signs ? *to->writing->signs : '\0';
    spelling found[MAX_SPELLINGS];
    size_t n_found = 0;
    bool searched = false; /* for them: text of ASCII has no need */

    for (size_t i = 0; i < len; i++) {
        const char c = text[i];
        const spelling *s = NULL;
        if ((unsigned char)c >= 0x80) {
            if (!searched) n_found = find_spellings(to, found);
            searched = true;
            s = spelling_of(found, n_found, text + i, len - i);
        }
        if (s) {
            tr_content_copy(to->content, s->as, out);
            i += s->means_len - 1;
        } else if (c == '&')
            tr_buf_add_string(out, "&amp;");
        else if (c == '<')
            tr_buf_add_string(out, "&lt;");
        else if (c == '>' && !quote)
            tr_buf_add_string(out, "&gt;");
        else if (quote && c == quote)
            tr_buf_add_string(out, quote == '"' ? "&quot;" : "&#39;");
        else
            tr_buf_add(out, &c, 1);
    }
}

/* A value without quotes: what would end it is a reference. */
static void encode_bare(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0, n; i < len; i += n) {
        n = i;
        while (n < len && !strchr(" \t\n\f\r\"'=<>`", text[n]))
            n++;
        n -= i;
        tr_encode_html(to, text + i, n, out);
        if (n) continue;
        tr_buf_printf(out, "&#%d;", text[i]);
        n = 1;
    }
}

const tr_writing tr_html_text = {.encode = tr_encode_html, .reference = "&#%d;"};
const tr_writing tr_html_double = {.encode = tr_encode_html, .signs = "\"", .reference = "&#%d;"};
const tr_writing tr_html_single = {.encode = tr_encode_html, .signs = "'", .reference = "&#%d;"};
static const tr_writing html_bare = {.encode = encode_bare, .reference = "&#%d;"};
