#include "document/markup/read_xml.h"
#include "document/markup/resource_text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/keys/key_patterns.h"
#include "document/markup/escapes.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/odf_place.h"
#include "document/markup/read_html.h"
#include "document/markup/svg_texts.h"
#include "document/markup/vocabulary.h"
#include "document/markup/xml_check.h"
#include "document/markup/xml_values.h"
#include "document/segment/decoded.h"

/* Of an open element: its text is translated; its white space means something; it is within a
 * sentence. */
enum { IS_TEXT = 1, KEEPS_SPACE = 2, IS_INLINE = 4 };

typedef struct reading {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    const tr_vocabulary *words;
    bool any_element; /* came before */
    bool is_marked;   /* elements say of themselves that they are to be translated */
    tr_xml_values values;
    tr_odf_place place; /* of OpenDocument */
    tr_buf where;       /* room for it */
    tr_stays stays;
    tr_buf open; /* of each element that is open: IS_TEXT, KEEPS_SPACE, IS_INLINE */
} reading;

/* ---- Android's escapes ---- */

static void encode_backslashes(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    if (!out->len && len && (text[0] == '@' || text[0] == '?')) tr_buf_add(out, "\\", 1);
    for (size_t i = 0; i < len; i++) {
        if (strchr("'\"\\", text[i]) && text[i]) tr_buf_add(out, "\\", 1);
        tr_encode_html(to, text + i, 1, out);
    }
}

static const tr_writing with_backslashes = {.encode = encode_backslashes, .reference = "&#%d;"};

/* The escape at `at`: text, or a sign that stays. */
/* The character of "\\u2019" [6], if it is visible and no private one; 0 if it is none. */
static int32_t visible_escape(const char *c)
{
    const int64_t code = tr_ascii_hex(c, 2, 6, 4);
    const bool hidden = (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202F) ||
                        (code >= 0x2060 && code <= 0x206F) || code == 0xAD || code >= 0xD800;
    return code <= ' ' || code == 0x7F || hidden || tr_is_space((int32_t)code) ? 0 : (int32_t)code;
}

static size_t build_escape(reading *r, size_t at, size_t end)
{
    const char *const c = r->content->bytes + at;
    const tr_span raw = {at, at + 2 < end ? at + 2 : end};

    if (raw.end - at < 2) {
        tr_build_atom(&r->b, raw);
    } else if (strchr("'\"\\@?", c[1]) && c[1]) {
        tr_build_text(&r->b, raw, c + 1, 1);
    } else if (c[1] == 'u' && end - at >= 6 && visible_escape(c)) {
        char text[4];
        tr_build_text(&r->b, (tr_span){at, at + 6}, text, tr_utf8_encode(visible_escape(c), text));
        return at + 6;
    } else if (c[1] == 'u' && end - at >= 6) {
        tr_build_atom(&r->b, (tr_span){at, at + 6});
        return at + 6;
    } else {
        tr_build_fixed(&r->b, raw);
    }
    return raw.end;
}

/* Text with "\'" and the like.  A quotation mark by itself is none of the text, except around a
 * value in a tag that is written with references. */
static void build_backslashes(reading *r, tr_span raw)
{
    const char *const text = r->content->bytes;
    size_t begin = raw.begin;
    bool in_value = false;

    for (size_t i = begin; i < raw.end;) {
        if (text[i] != '\\' && text[i] != '"') {
            i++;
            continue;
        }
        tr_build_xml_text(&r->b, (tr_span){begin, i});
        if (text[i] == '\\') {
            begin = i = build_escape(r, i, raw.end);
            continue;
        }
        const bool begins_value = i > raw.begin && text[i - 1] == '=';
        if (in_value || begins_value)
            tr_build_text(&r->b, (tr_span){i, i + 1}, "\"", 1);
        else
            tr_build_point(&r->b, (tr_span){i, i + 1});
        in_value = !in_value && begins_value;
        begin = ++i;
    }
    tr_build_xml_text(&r->b, (tr_span){begin, raw.end});
}

/* "@string/name" stands for another string. */
static bool is_reference(const reading *r, tr_span raw)
{
    const char *const text = r->content->bytes;
    while (raw.begin < raw.end && strchr(" \t\r\n", text[raw.begin]))
        raw.begin++;
    return raw.begin < raw.end && (text[raw.begin] == '@' || text[raw.begin] == '?');
}

static bool innermost_is(const reading *r, int what)
{
    return r->open.len && (r->open.data[r->open.len - 1] & what);
}

/* True if text that comes now is translated. */
static bool is_text_element(const reading *r)
{
    return (!r->words->texts && !r->is_marked) || innermost_is(r, IS_TEXT);
}

static void read_xml_text(reading *r, tr_span raw)
{
    if (!is_text_element(r))
        tr_build_fixed(&r->b, raw);
    else if (r->words->values_only && (tr_build_filter(&r->b, raw) || tr_build_menu(&r->b, raw)))
        return;
    else if (!r->words->backslashes && innermost_is(r, KEEPS_SPACE))
        tr_build_preserved(&r->b, raw);
    else if (!r->words->backslashes)
        tr_build_xml_words(&r->b, raw, false);
    else if (!is_reference(r, raw))
        build_backslashes(r, raw);
}

/* ---- CDATA ---- */

static const tr_writing in_cdata = {0};

/* True if the section is all that its element has. */
static bool is_whole_element(const char *text, size_t size, tr_span raw)
{
    raw.begin = tr_skip_back(text, 0, raw.begin, tr_ascii_is_html_space);
    raw.end = tr_skip(text, raw.end, size, tr_ascii_is_html_space);
    return raw.begin > 0 && text[raw.begin - 1] == '>' && raw.end + 1 < size &&
           text[raw.end] == '<' && text[raw.end + 1] == '/';
}

/* The text has a tag or a reference. */
static bool is_html(const char *text, tr_span s)
{
    for (size_t i = s.begin; i + 2 < s.end; i++) {
        const char next = text[i + 1];
        const bool letter = tr_ascii_is_letter(next);
        if (text[i] == '<' && (letter || next == '/' || next == '!')) return true;
        if (text[i] == '&' && (letter || next == '#') && memchr(text + i, ';', s.end - i))
            return true;
    }
    return false;
}

/* A section that is all of a text is one, or a segment of HTML. */
static void read_cdata(reading *r, tr_span raw)
{
    const char *const text = r->content->bytes;
    const tr_span inner = tr_markup_cdata(raw);
    const tr_writing *const writing = r->b.writing;

    if (!is_text_element(r) || !is_whole_element(text, r->content->size, raw)) {
        tr_build_atom(&r->b, raw);
        return;
    }
    tr_build_fixed(&r->b, (tr_span){raw.begin, inner.begin});
    if (r->words->backslashes && memchr(text + inner.begin, '\\', inner.end - inner.begin)) {
        r->content->n_unread[TR_UNREAD_FORM]++;
    } else if (is_html(text, inner)) {
        tr_build_html(&r->b, inner, false);
    } else {
        r->b.writing = &in_cdata;
        tr_build_raw_text(&r->b, inner);
        tr_build_break(&r->b, inner.end);
    }
    r->b.writing = writing;
    tr_build_fixed(&r->b, (tr_span){inner.end, raw.end});
}

/* ---- Elements ---- */

static bool is_untranslatable(const reading *r, const tr_markup_token *t)
{
    const tr_markup *const m = &r->m;
    tr_span value;
    if (tr_markup_is_untouched(m, t)) return true;
    if (tr_markup_find(m, t, "translatable", &value) && tr_markup_is(m, value, "false"))
        return true;
    if (tr_markup_find(m, t, "notr", &value) && tr_markup_is(m, value, "true")) return true;
    if (!tr_markup_find(m, t, "class", &value)) return false;
    return tr_markup_has_word(m, value, "notranslate") ||
           (!strcmp(t->name, "literallayout") && tr_markup_is(m, value, "monospaced"));
}

/* A resource of .NET that is no text: an image, or a place of the designer's. */
static bool is_binary(const reading *r, const tr_markup_token *t)
{
    static const char designer[] = "&gt;&gt;";
    tr_span s;
    if (!r->words->holds || strcmp(t->name, "data") != 0) return false;
    if (tr_markup_find(&r->m, t, "type", &s) || tr_markup_find(&r->m, t, "mimetype", &s))
        return true;
    return tr_markup_find(&r->m, t, "name", &s) && s.end - s.begin >= strlen(designer) &&
           !memcmp(r->m.text + s.begin, designer, strlen(designer));
}

/* A cell whose text is made of a number, a date or a formula. */
static bool is_computed(const reading *r, const tr_markup_token *t)
{
    const tr_markup *const m = &r->m;
    tr_span value;
    if (strcmp(t->name, "table:table-cell") != 0) return false;
    if (tr_markup_find(m, t, "table:formula", &value)) return true;
    if (tr_markup_find(m, t, "office:string-value", &value)) return true;
    return tr_markup_find(m, t, "office:value-type", &value) && !tr_markup_is(m, value, "string");
}

/* True of so many blanks of OpenDocument that they part columns. */
static bool is_wide_blank(const reading *r, const tr_markup_token *t)
{
    enum { MOST = 2 };
    const char *const text = r->m.text;
    tr_span n;

    if (strcmp(t->name, "text:s") != 0 || !tr_markup_find(&r->m, t, "text:c", &n)) return false;
    return n.end - n.begin > 1 || (n.end > n.begin && text[n.begin] > '0' + MOST);
}

/* True if the element from `t` to `end` is within a sentence as a picture is: no text is in it. */
static bool is_picture(const reading *r, const tr_markup_token *t, size_t end)
{
    tr_markup m = {.text = r->m.text, .size = end, .at = t->raw.end, .xml = true};
    tr_markup_token next;

    while (tr_markup_next(&m, &next))
        if (next.kind == TR_MARKUP_START && tr_markup_listed(r->words->texts, next.name))
            return false;
    return true;
}

/* "{Binding a}", but no "{}text", whose braces let text begin with a brace. */
static bool is_binding(const reading *r, tr_span value)
{
    const char *const text = r->m.text + value.begin;
    return r->words->values_only && text[0] == '{' && text[1] != '}';
}

/* The attributes of an element, which stands within a sentence, or does not, are segments. */
static void read_xml_attributes(reading *r, const tr_markup_token *t, bool within)
{
    const char *const asked = r->content->options->attributes;
    char name[TR_NAME_SIZE];
    tr_markup_attribute a;

    if (!r->words->attributes) return;
    for (size_t at = 0; tr_markup_attribute_next(&r->m, t, &at, &a);) {
        const size_t n = a.name.end - a.name.begin;
        if (n >= sizeof name || a.value.begin == a.value.end) continue;
        if (is_binding(r, a.value)) continue;
        memcpy(name, r->m.text + a.name.begin, n);
        name[n] = '\0';
        if (!tr_markup_listed(r->words->attributes, name) ||
            (asked && !tr_name_is_listed(asked, name)))
            continue;
        const bool may_have_key = r->words->values_only && !within;
        if (!may_have_key || !tr_build_menu_attribute(&r->b, a.value, a.quote))
            tr_build_html_attribute(&r->b, a.value, a.quote, t->name);
    }
}

/* True if a start tag says that its text is to be translated. */
static bool is_marked(const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;
    return tr_markup_find(m, t, "translatable", &value) &&
           (tr_markup_is(m, value, "yes") || tr_markup_is(m, value, "true"));
}

static void open_inline(reading *r)
{
    const char roles = (char)(IS_INLINE | (r->open.len ? r->open.data[r->open.len - 1] : 0));
    tr_buf_add(&r->open, &roles, 1);
}

/* The element is one of a text, or within one. */
static void open_xml_element(reading *r, const tr_markup_token *t)
{
    const char *const name = t->name;
    const tr_vocabulary *const x = r->words;
    const bool text = r->is_marked ? is_marked(&r->m, t) || innermost_is(r, IS_TEXT)
                                   : x->texts && ((x->is_deep && is_text_element(r)) ||
                                                  tr_markup_listed(x->texts, name));

    const bool lines = tr_markup_listed(x->lines, name);
    const bool space = tr_markup_keeps_space(&r->m, t, lines || innermost_is(r, KEEPS_SPACE));
    const char roles = (char)((text ? IS_TEXT : 0) | (space ? KEEPS_SPACE : 0));

    tr_buf_add(&r->open, &roles, 1);
    if (!strcmp(name, "office:spreadsheet")) r->b.values_only = true;
}

/* Where the element that begins at `t` ends, if nothing but text and what may be within a sentence
 * is in it, and text is at its end that ends no sentence of its own; else 0. */
static size_t end_of_words(const reading *r, const tr_markup_token *t)
{
    enum { LONGEST = 500 };
    tr_markup m = {.text = r->m.text, .size = r->m.size, .at = t->raw.end, .xml = true};
    tr_markup_token n;
    size_t depth = 0;

    if (m.size - m.at > LONGEST) m.size = m.at + LONGEST;
    while (tr_markup_next(&m, &n)) {
        if (n.kind == TR_MARKUP_TEXT || (n.kind == TR_MARKUP_START && n.closed)) continue;
        if (n.kind == TR_MARKUP_END && !depth)
            return strcmp(n.name, t->name) || strchr(".!?:>", r->m.text[n.raw.begin - 1])
                       ? 0
                       : n.raw.end;
        if (n.kind == TR_MARKUP_END)
            depth--;
        else if (n.kind == TR_MARKUP_START && tr_markup_listed(r->words->inlines, n.name))
            depth++;
        else
            return 0;
    }
    return 0;
}

/* True if the element is within a sentence of XML whose names do not tell: text touches it, or
 * blanks stand between the two. */
static bool is_amid_text(const reading *r, const tr_markup_token *t)
{
    const char *const text = r->m.text;
    size_t before = t->raw.begin, behind;

    if (!r->words->open_names || t->closed || tr_markup_listed(r->words->blocks, t->name) ||
        tr_markup_listed(r->words->fixed, t->name))
        return false;
    if (innermost_is(r, IS_INLINE)) return tr_markup_listed(r->words->inlines, t->name);
    behind = end_of_words(r, t);
    if (!behind) return false;
    before = tr_skip_back(text, 0, before, tr_ascii_is_space);
    behind = tr_skip(text, behind, r->m.size, tr_ascii_is_space);
    return (before > 0 && text[before - 1] != '>') || (behind < r->m.size && text[behind] != '<');
}

/* The terms of an index within a sentence or beside it.  False if the element is none. */
static bool read_entry(reading *r, const tr_markup_token *t)
{
    const bool is_entry = tr_markup_listed(r->words->entries, t->name) && !is_untranslatable(r, t);
    const tr_span raw = {t->raw.begin, is_entry && !t->closed ? tr_markup_end_of(&r->m, t) : 0};

    if (!raw.end) return false;
    tr_build_point(&r->b, raw);
    tr_build_inner_texts(&r->b, &r->m, raw, NULL, r->words);
    r->m.at = raw.end;
    return true;
}

/* Of OpenDocument, DITA and others. */
static bool read_ruby(reading *r, const tr_markup_token *t)
{
    return tr_markup_is_local(t, "ruby") && r->any_element && !is_untranslatable(r, t) &&
           !tr_markup_is_foreign(&r->m, t, r->content->options->source_language) &&
           tr_build_ruby(&r->b, &r->m, t);
}

/* Says where the text is of an element that ends a sentence: by its name, or by its place. */
static void say_place(reading *r, const tr_markup_token *t, bool is_skipped)
{
    tr_odf_place_take(&r->place, &r->m, t, is_skipped);
    tr_buf_clear(&r->where);
    const bool said = !is_skipped && tr_odf_place_say(&r->place, &r->m, t, &r->where);
    tr_build_where(&r->b, "%s", said ? tr_buf_text(&r->where) : t->name);
    r->b.failed = r->b.failed || r->where.failed;
}

static void read_xml_tokens(reading *r, size_t end);

/* Elements within an atom of a sentence that say they are translated: texts of their own. */
static void read_translated(reading *r, tr_span atom)
{
    const size_t n_open = r->open.len;
    const char roles = IS_TEXT | IS_INLINE;
    tr_span element;

    r->m.at = atom.begin;
    while (tr_markup_next_translated(&r->m, atom.end, &element) &&
           tr_build_note_begin(&r->b, element, r->b.writing, r->b.where)) {
        r->m.at = element.begin;
        tr_buf_add(&r->open, &roles, 1);
        read_xml_tokens(r, element.end);
        r->open.len = n_open;
        tr_build_note_end(&r->b);
        r->m.at = element.end;
    }
    r->m.at = atom.end;
}

/* A token of an element that stays, but for what is translated in it. */
static void read_staying(reading *r, const tr_markup_token *t)
{
    tr_build_fixed(&r->b, t->raw);
    if (t->kind == TR_MARKUP_START && !t->closed) open_xml_element(r, t);
    if (t->kind == TR_MARKUP_END && r->open.len) r->open.len--;
}

static void read_xml_start(reading *r, const tr_markup_token *t)
{
    if (read_entry(r, t) || read_ruby(r, t)) return;

    const tr_vocabulary *const x = r->words;
    const bool is_root = !r->any_element; /* "tt" of TTML is no code */
    const bool is_atom = !is_root && tr_markup_listed(x->atoms, t->name);
    const bool is_amid = !is_root && is_amid_text(r, t);
    const bool is_break =
        (t->closed && tr_markup_listed(" br lb ", tr_markup_local(t))) || is_wide_blank(r, t);
    const bool is_inline =
        !is_break &&
        (is_atom || is_amid || (!is_root && x->roots && tr_markup_listed(x->inlines, t->name)));
    const bool is_point = is_text_element(r) && tr_markup_listed(x->points, t->name);
    const bool fixed =
        is_atom || tr_markup_listed(x->fixed, t->name) || is_untranslatable(r, t) ||
        (r->open.len && tr_markup_is_foreign(&r->m, t, r->content->options->source_language)) ||
        is_computed(r, t) || is_binary(r, t) ||
        (!is_amid && tr_xml_values_stay(&r->values, t->raw.begin));
    const size_t stop = (fixed || is_point) && !t->closed ? tr_markup_end_of(&r->m, t) : 0;
    const size_t end = fixed || (stop && is_picture(r, t, stop)) ? stop : 0;
    const tr_span raw = {t->raw.begin, end ? end : t->raw.end};

    r->any_element = true;
    if (end && is_untranslatable(r, t) && (!is_inline || r->b.in_note) &&
        tr_stays_enter(&r->stays, &r->m, t, end)) {
        read_staying(r, t);
        return;
    }
    if (end) r->m.at = end;
    if (is_point && end) {
        tr_build_point(&r->b, raw);
    } else if (is_inline && end) {
        tr_build_atom(&r->b, raw);
        if (is_untranslatable(r, t)) read_translated(r, raw);
    } else if (is_inline && t->closed) {
        tr_build_point(&r->b, raw);
        read_xml_attributes(r, t, true);
    } else if (is_inline) {
        tr_build_open(&r->b, raw, t->name, strlen(t->name));
        read_xml_attributes(r, t, true);
        open_inline(r);
    } else {
        tr_build_break(&r->b, raw.begin);
        if (!end) {
            tr_build_where(&r->b, "%s", t->name);
            read_xml_attributes(r, t, false);
        }
        tr_build_break(&r->b, raw.end);
        say_place(r, t, end != 0);
        if (!end && !t->closed) open_xml_element(r, t);
    }
}

static void read_xml_end(reading *r, const tr_markup_token *t)
{
    const bool is_inline = innermost_is(r, IS_INLINE);

    tr_odf_place_take(&r->place, &r->m, t, false);
    if (r->open.len) r->open.len--;
    if (is_inline)
        tr_build_close(&r->b, t->raw, t->name, strlen(t->name));
    else
        tr_build_fixed(&r->b, t->raw);
}

/* Reads up to byte `end`. */
static void read_xml_tokens(reading *r, size_t end)
{
    tr_markup_token t;

    while (!r->b.failed && r->m.at < end && tr_markup_next(&r->m, &t)) {
        if (tr_stays_take(&r->stays, &r->m, &t)) {
            read_staying(r, &t);
            continue;
        }
        if (t.kind == TR_MARKUP_TEXT) read_xml_text(r, t.raw);
        if (t.kind == TR_MARKUP_START) read_xml_start(r, &t);
        if (t.kind == TR_MARKUP_END) read_xml_end(r, &t);
        if (t.kind == TR_MARKUP_COMMENT) tr_build_point(&r->b, t.raw);
        if (t.kind == TR_MARKUP_CDATA) read_cdata(r, t.raw);
        if (t.kind == TR_MARKUP_DECLARATION) tr_build_fixed(&r->b, t.raw);
    }
}

/* True if the document, whose first element was read last, has one of some elements in it. */
static bool holds_one(tr_markup m, const char *names)
{
    tr_markup_token t;
    while (tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && tr_markup_listed(names, t.name)) return true;
    return false;
}

static bool holds_marked(tr_markup m)
{
    tr_markup_token t;
    while (tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && is_marked(&m, &t)) return true;
    return false;
}

static bool is_of(const tr_vocabulary *x, const tr_markup *m, const char *root)
{
    const char *const colon = x->any_prefix ? strchr(root, ':') : NULL;
    if (!x->roots) return true;
    return tr_markup_listed(x->roots, colon ? colon + 1 : root) &&
           (!x->holds || holds_one(*m, x->holds));
}

static const tr_vocabulary *find_vocabulary(const tr_content *d)
{
    tr_markup m = {.text = d->bytes, .size = d->size, .xml = true};
    const tr_vocabulary *x = &tr_vocabularies[TR_SVG];
    tr_markup_token t;

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    while (!is_of(x, &m, t.name))
        x++;
    return x;
}

int tr_read_xml(tr_content *d, tr_error *err)
{
    reading r = {.content = d, .m = {.text = d->bytes, .size = d->size, .xml = true}};

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    r.words = find_vocabulary(d);
    tr_builder_init(&r.b, d, r.words->backslashes ? &with_backslashes : &tr_html_text);
    r.b.values_only = r.words->values_only;
    r.is_marked = r.words->marked_only || (!r.words->roots && holds_marked(r.m));
    tr_xml_values_find(&r.values, d, r.words);
    r.m.at = d->begin;
    if (r.words->is_picture) {
        tr_build_svg(&r.b, &r.m, (tr_span){d->begin, d->size});
        return tr_builder_end(&r.b, err);
    }
    read_xml_tokens(&r, d->size);
    r.b.failed = r.b.failed || r.open.failed || r.values.failed || r.stays.ends.failed;
    tr_buf_free(&r.stays.ends);
    tr_xml_values_free(&r.values);
    tr_buf_free(&r.open);
    tr_buf_free(&r.where);
    return tr_builder_end(&r.b, err);
}
