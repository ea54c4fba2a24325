#include "document/markup/read_xml.h"
#include "document/markup/resource_text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/markup/escapes.h"
#include "document/markup/key_patterns.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/read_html.h"
#include "document/markup/svg_texts.h"
#include "document/markup/xml_check.h"
#include "document/segment/decoded.h"

/* The elements of a vocabulary, by their roles.  Lists have a blank before and after each name. */
typedef struct dialect {
    const char *root;       /* the document's element; "": any */
    const char *holds;      /* an element that it has in it; NULL: any */
    bool any_prefix;        /* before the name of that element */
    const char *inlines;    /* within a sentence; any other ends it */
    const char *atoms;      /* within a sentence, and no text of a language */
    const char *fixed;      /* no text, nor within a sentence */
    const char *points;     /* within a sentence, if they have no text; "": none */
    const char *entries;    /* atoms whose texts are segments of their own; NULL: none */
    const char *lines;      /* text whose line ends mean something; NULL: none */
    const char *texts;      /* text is translated within such elements; NULL: everywhere */
    const char *attributes; /* whose values are text; NULL: none */
    bool is_picture;        /* SVG, which is read by svg_texts.h */
    bool is_deep;           /* and within other elements in them */
    bool backslashes;       /* text has escapes of its own */
    bool values_only;       /* what looks like a name to programs is no text */
} dialect;

/* OpenDocument. */
static const char odf_inlines[] =
    " text:span text:a text:s text:meta text:bookmark text:bookmark-start text:bookmark-end "
    "text:reference-mark text:reference-mark-start text:reference-mark-end text:soft-page-break "
    "text:change text:change-start text:change-end text:toc-mark text:toc-mark-start "
    "text:meta-field loext:content-control "
    "text:toc-mark-end text:alphabetical-index-mark text:alphabetical-index-mark-start "
    "text:alphabetical-index-mark-end office:annotation-end draw:a ";
static const char odf_atoms[] =
    " text:page-number text:page-count text:date text:time text:title text:sequence "
    "text:user-field-get text:bookmark-ref text:reference-ref text:ruby text:file-name "
    "text:author-name text:author-initials text:chapter text:variable-set text:variable-get "
    "text:variable-input text:expression text:placeholder text:text-input text:database-display "
    "text:subject text:description text:initial-creator text:creator text:keywords text:drop-down "
    "text:modification-date text:modification-time text:creation-date text:creation-time "
    "text:editing-duration text:print-date text:user-defined text:conditional-text "
    "text:hidden-text text:sheet-name text:word-count text:note-ref text:sequence-ref "
    "text:user-field-input text:table-count presentation:header presentation:footer "
    "presentation:date-time ";
static const char odf_fixed[] =
    " text:tracked-changes text:note-citation office:scripts office:forms office:settings "
    "text:variable-decls text:sequence-decls text:user-field-decls math:math ";
static const char odf_texts[] =
    " text:p text:h svg:title svg:desc dc:title dc:description dc:subject ";

#define ODF(name)                                                                                  \
    {                                                                                              \
        .root = "office:" name, .inlines = odf_inlines, .atoms = odf_atoms, .fixed = odf_fixed,    \
        .points = " draw:frame draw:custom-shape draw:g ", .texts = odf_texts                      \
    }

#define LISTING(name, names, stay, values)                                                         \
    {                                                                                              \
        .root = name, .any_prefix = true, .inlines = "", .atoms = "", .fixed = stay, .points = "", \
        .texts = names, .attributes = values                                                       \
    }

static const dialect dialects[] = {
    {.root = "resources",
     .inlines = " b i u a font annotation big small strike sub sup tt ",
     .atoms = " xliff:g ",
     .fixed = " color dimen bool integer integer-array drawable style declare-styleable attr "
              "string-array-ref ",
     .points = "",
     .texts = " string item ",
     .is_deep = true,
     .backslashes = true},
    ODF("document-content"),
    ODF("document-styles"),
    ODF("document-meta"),
    ODF("document"),
    LISTING("math", " ", "", NULL),
    LISTING("ncx", " text ", " docAuthor ", NULL),
    LISTING("package", " dc:title dc:description ", "", " title "),
    LISTING("coreProperties", " dc:title dc:description dc:subject ", "", NULL),
    LISTING("ThreadedComments", " text ", "", NULL),
    LISTING("rss", " title description content:encoded excerpt:encoded category itunes:summary ",
            "", NULL),
    {.root = "svg", .any_prefix = true, .is_picture = true},
    LISTING("opml", " title ", "", " text title description "),
    {.root = "root", /* .NET's resources */
     .holds = "resheader",
     .inlines = "",
     .atoms = "",
     .fixed = " resheader comment metadata assembly ",
     .points = "",
     .lines = " value ",
     .texts = " value ",
     .values_only = true},
    {.root = "plist", /* Apple's property lists */
     .inlines = "",
     .atoms = "",
     .fixed = " key data ",
     .points = "",
     .texts = " string ",
     .values_only = true},
    {.root = "",
     .inlines =
         " emphasis phrase link ulink xref quote citetitle acronym abbrev application guilabel "
         "guibutton guimenu guimenuitem keycap keycombo menuchoice foreignphrase firstterm "
         "glossterm "
         "trademark superscript subscript anchor footnoteref inlinemediaobject uicontrol "
         "menucascade "
         "term ph keyword b i u sup sub synph cite q tm data boolean state draft-comment wintitle "
         "msgph fn strong em span a br img image primary secondary tertiary g x wordasword "
         "optional prompt property hardware guisubmenu guiicon remark ",
     .atoms =
         " literal code command filename option replaceable userinput computeroutput systemitem "
         "constant classname function methodname parameter varname envar email uri type tag codeph "
         "cmdname filepath apiname systemoutput xmlelement xmlatt markupname indexterm parmname "
         "tt package symbol token errorname errorcode citation inlineequation personname firstname "
         "surname productname orgname refname refentrytitle citerefentry arg paramdef funcdef "
         "authorinitials kwd delim sep oper synph proptype ",
     .fixed = " programlisting screen synopsis cmdsynopsis funcsynopsis syntaxdiagram codeblock "
              "pre script style svg math ",
     .points = "",
     .entries = " indexterm ",
     .lines = " lines address literallayout ",
     .values_only = true},
};

/* Of an open element: its text is translated; its white space means something. */
enum { IS_TEXT = 1, KEEPS_SPACE = 2 };

typedef struct reading {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    const dialect *dialect;
    bool any_element; /* came before */
    size_t amid_end;  /* where the end tag begins of an element that is known to be in a sentence */
    tr_buf open;      /* of each element that is open and no inline: IS_TEXT, KEEPS_SPACE */
} reading;

/* ---- Android's escapes ---- */

static void encode_backslashes(const tr_content *d, const tr_segment *p, const char *text,
                               size_t len, tr_buf *out)
{
    if (!out->len && len && (text[0] == '@' || text[0] == '?')) tr_buf_add(out, "\\", 1);
    for (size_t i = 0; i < len; i++) {
        if (strchr("'\"\\", text[i]) && text[i]) tr_buf_add(out, "\\", 1);
        tr_encode_html_text(d, p, text + i, 1, out);
    }
}

static const tr_writing with_backslashes = {.encode = encode_backslashes, .reference = "&#%d;"};

/* The escape at `at`: text, or a sign that stays. */
/* The character of "\\u2019" [6], if it is visible and no private one; 0 if it is none. */
static int32_t visible_escape(const char *c)
{
    int32_t code = 0;

    for (size_t i = 2; i < 6; i++) {
        const int digit = tr_ascii_hex_digit(c[i]);
        if (digit < 0) return 0;
        code = 16 * code + digit;
    }
    const bool hidden = (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202F) ||
                        (code >= 0x2060 && code <= 0x206F) || code == 0xAD || code >= 0xD800;
    return code <= ' ' || code == 0x7F || hidden || tr_is_space(code) ? 0 : code;
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

/* Text with "\'" and the like; a quotation mark by itself is none of the text. */
static void build_backslashes(reading *r, tr_span raw)
{
    const char *const text = r->content->bytes;
    size_t begin = raw.begin;

    for (size_t i = begin; i < raw.end;) {
        if (text[i] != '\\' && text[i] != '"') {
            i++;
            continue;
        }
        tr_build_xml_text(&r->b, (tr_span){begin, i});
        if (text[i] == '"') tr_build_point(&r->b, (tr_span){i, i + 1});
        begin = i = text[i] == '"' ? i + 1 : build_escape(r, i, raw.end);
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
    return !r->dialect->texts || innermost_is(r, IS_TEXT);
}

static void read_xml_text(reading *r, tr_span raw)
{
    if (!is_text_element(r))
        tr_build_fixed(&r->b, raw);
    else if (r->dialect->values_only && (tr_build_filter(&r->b, raw) || tr_build_menu(&r->b, raw)))
        return;
    else if (!r->dialect->backslashes && innermost_is(r, KEEPS_SPACE))
        tr_build_preserved(&r->b, raw);
    else if (!r->dialect->backslashes)
        tr_build_xml_text(&r->b, raw);
    else if (!is_reference(r, raw))
        build_backslashes(r, raw);
}

/* ---- CDATA ---- */

static const tr_writing in_cdata = {0};

/* True if the section is all that its element has. */
static bool is_whole_element(const char *text, size_t size, tr_span raw)
{
    while (raw.begin > 0 && tr_ascii_is_html_space(text[raw.begin - 1]))
        raw.begin--;
    while (raw.end < size && tr_ascii_is_html_space(text[raw.end]))
        raw.end++;
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
    if (r->dialect->backslashes && memchr(text + inner.begin, '\\', inner.end - inner.begin)) {
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
    if (tr_markup_find(m, t, "translate", &value) && tr_markup_is(m, value, "no")) return true;
    if (tr_markup_find(m, t, "its:translate", &value) && tr_markup_is(m, value, "no")) return true;
    if (tr_markup_find(m, t, "translatable", &value) && tr_markup_is(m, value, "false"))
        return true;
    if (!tr_markup_find(m, t, "class", &value)) return false;
    return tr_markup_has_word(m, value, "notranslate") ||
           (!strcmp(t->name, "literallayout") && tr_markup_is(m, value, "monospaced"));
}

/* A resource of .NET that is no text: an image, or a place of the designer's. */
static bool is_binary(const reading *r, const tr_markup_token *t)
{
    static const char designer[] = "&gt;&gt;";
    tr_span s;
    if (!r->dialect->holds || strcmp(t->name, "data") != 0) return false;
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

/* True if the element from `t` to `end` is within a sentence as a picture is: no text is in it. */
static bool is_picture(const reading *r, const tr_markup_token *t, size_t end)
{
    tr_markup m = {.text = r->m.text, .size = end, .at = t->raw.end, .xml = true};
    tr_markup_token next;

    while (tr_markup_next(&m, &next))
        if (next.kind == TR_MARKUP_START && tr_markup_listed(r->dialect->texts, next.name))
            return false;
    return true;
}

/* The attributes of an element that ends a sentence are segments. */
static void read_xml_attributes(reading *r, const tr_markup_token *t)
{
    const char *const asked = r->content->options->attributes;
    char name[TR_NAME_SIZE];
    tr_markup_attribute a;

    if (!r->dialect->attributes) return;
    for (size_t at = 0; tr_markup_attribute_next(&r->m, t, &at, &a);) {
        const size_t n = a.name.end - a.name.begin;
        if (n >= sizeof name || a.value.begin == a.value.end) continue;
        memcpy(name, r->m.text + a.name.begin, n);
        name[n] = '\0';
        if (tr_markup_listed(r->dialect->attributes, name) &&
            (!asked || tr_name_is_listed(asked, name)))
            tr_build_html_attribute(&r->b, a.value, a.quote, t->name);
    }
}

/* The element is one of a text, or within one. */
static void open_xml_element(reading *r, const tr_markup_token *t)
{
    const char *const name = t->name;
    const dialect *const x = r->dialect;
    const bool text =
        x->texts && ((x->is_deep && is_text_element(r)) || tr_markup_listed(x->texts, name));

    const bool lines = x->lines && tr_markup_listed(x->lines, name);
    const bool space = tr_markup_keeps_space(&r->m, t, lines || innermost_is(r, KEEPS_SPACE));
    const char roles = (char)((text ? IS_TEXT : 0) | (space ? KEEPS_SPACE : 0));

    tr_buf_add(&r->open, &roles, 1);
    if (!strcmp(name, "office:spreadsheet")) r->b.values_only = true;
}

/* True if the element is within a sentence of XML whose names do not tell: text touches it, or
 * blanks stand between the two, and it has neither elements that are unknown, too, nor a sentence
 * of its own.  *end_tag: where its end tag begins. */
static bool is_amid_text(const reading *r, const tr_markup_token *t, size_t *end_tag)
{
    static const char blocks[] =
        " p para simpara note footnote li item listitem entry title desc description example info "
        "section dd dt td th row cell quote blockquote caption ";
    enum { LONGEST = 500 };
    const char *const text = r->m.text;
    size_t before = t->raw.begin, behind;
    tr_markup m = {.text = text, .size = r->m.size, .at = t->raw.end, .xml = true};
    tr_markup_token n;

    if (*r->dialect->root || t->closed || tr_markup_listed(blocks, t->name) ||
        tr_markup_listed(r->dialect->fixed, t->name))
        return false;
    if (m.size - m.at > LONGEST) m.size = m.at + LONGEST;
    if (!tr_markup_next(&m, &n) || n.kind != TR_MARKUP_TEXT || !tr_markup_next(&m, &n) ||
        n.kind != TR_MARKUP_END || strcmp(n.name, t->name) != 0)
        return false;
    if (strchr(".!?:", text[n.raw.begin - 1])) return false;
    while (before > 0 && tr_ascii_is_space(text[before - 1]))
        before--;
    for (behind = n.raw.end; behind < r->m.size && tr_ascii_is_space(text[behind]);)
        behind++;
    const bool amid =
        (before > 0 && text[before - 1] != '>') || (behind < r->m.size && text[behind] != '<');
    if (amid) *end_tag = n.raw.begin;
    return amid;
}

/* The terms of an index within a sentence or beside it.  False if the element is none. */
static bool read_entry(reading *r, const tr_markup_token *t)
{
    const char *const entries = r->dialect->entries;
    const bool is_entry = entries && tr_markup_listed(entries, t->name) && !is_untranslatable(r, t);
    const tr_span raw = {t->raw.begin, is_entry && !t->closed ? tr_markup_end_of(&r->m, t) : 0};

    if (!raw.end) return false;
    tr_build_point(&r->b, raw);
    tr_build_inner_texts(&r->b, &r->m, raw, NULL);
    r->m.at = raw.end;
    return true;
}

static void read_xml_start(reading *r, const tr_markup_token *t)
{
    if (read_entry(r, t)) return;

    const dialect *const x = r->dialect;
    const bool is_root = !r->any_element; /* "tt" of TTML is no code */
    const bool is_atom = !is_root && tr_markup_listed(x->atoms, t->name);
    const bool is_amid = !is_root && is_amid_text(r, t, &r->amid_end);
    const bool is_break = t->closed && tr_markup_listed(" br lb ", tr_markup_local(t));
    const bool is_inline =
        !is_break && (is_atom || is_amid || (!is_root && tr_markup_listed(x->inlines, t->name)));
    const bool is_point = is_text_element(r) && tr_markup_listed(x->points, t->name);
    const bool fixed =
        is_atom || tr_markup_listed(x->fixed, t->name) || is_untranslatable(r, t) ||
        (r->open.len && tr_markup_is_foreign(&r->m, t, r->content->options->source_language)) ||
        is_computed(r, t) || is_binary(r, t);
    const size_t stop = (fixed || is_point) && !t->closed ? tr_markup_end_of(&r->m, t) : 0;
    const size_t end = fixed || (stop && is_picture(r, t, stop)) ? stop : 0;
    const tr_span raw = {t->raw.begin, end ? end : t->raw.end};

    r->any_element = true;
    if (end) r->m.at = end;
    if (is_point && end) {
        tr_build_point(&r->b, raw);
    } else if (is_inline && end) {
        tr_build_atom(&r->b, raw);
    } else if (is_inline && t->closed) {
        tr_build_point(&r->b, raw);
    } else if (is_inline) {
        tr_build_open(&r->b, raw, t->name, strlen(t->name));
    } else {
        tr_build_break(&r->b, raw.begin);
        if (!end) read_xml_attributes(r, t);
        tr_build_break(&r->b, raw.end);
        tr_build_where(&r->b, "%s", t->name);
        if (!end && !t->closed) open_xml_element(r, t);
    }
}

static void read_xml_end(reading *r, const tr_markup_token *t)
{
    if (t->raw.begin == r->amid_end || tr_markup_listed(r->dialect->inlines, t->name) ||
        tr_markup_listed(r->dialect->atoms, t->name)) {
        tr_build_close(&r->b, t->raw, t->name, strlen(t->name));
        return;
    }
    tr_build_fixed(&r->b, t->raw);
    if (r->open.len) r->open.len--;
}

static bool holds_name(tr_markup m, const char *name)
{
    tr_markup_token t;
    while (tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && !strcmp(t.name, name)) return true;
    return false;
}

static bool is_root(const dialect *x, const tr_markup *m, const char *name)
{
    const char *const colon = x->any_prefix ? strchr(name, ':') : NULL;
    if (!*x->root) return true;
    return !strcmp(x->root, colon ? colon + 1 : name) && (!x->holds || holds_name(*m, x->holds));
}

/* NULL: Qt's catalogues have their text in one element, and want it in another. */
static const dialect *find_dialect(const tr_content *d)
{
    tr_markup m = {.text = d->bytes, .size = d->size, .xml = true};
    const dialect *x = dialects;
    tr_markup_token t;

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    if (!strcmp(t.name, "TS")) return NULL;
    while (!is_root(x, &m, t.name))
        x++;
    return x;
}

int tr_read_xml(tr_content *d, tr_error *err)
{
    reading r = {.content = d, .m = {.text = d->bytes, .size = d->size, .xml = true}};
    tr_markup_token t;

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    r.dialect = find_dialect(d);
    if (!r.dialect)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is a catalogue of Qt: lconvert makes XLIFF of it, and the other way",
                       d->name);
    tr_builder_init(&r.b, d, r.dialect->backslashes ? &with_backslashes : &tr_html_text);
    r.b.values_only = r.dialect->values_only;
    r.m.at = d->begin;
    if (r.dialect->is_picture) {
        tr_build_svg(&r.b, &r.m, (tr_span){d->begin, d->size});
        return tr_builder_end(&r.b, err);
    }
    while (!r.b.failed && tr_markup_next(&r.m, &t)) {
        if (t.kind == TR_MARKUP_TEXT) read_xml_text(&r, t.raw);
        if (t.kind == TR_MARKUP_START) read_xml_start(&r, &t);
        if (t.kind == TR_MARKUP_END) read_xml_end(&r, &t);
        if (t.kind == TR_MARKUP_COMMENT) tr_build_point(&r.b, t.raw);
        if (t.kind == TR_MARKUP_CDATA) read_cdata(&r, t.raw);
        if (t.kind == TR_MARKUP_DECLARATION) tr_build_fixed(&r.b, t.raw);
    }
    r.b.failed = r.b.failed || r.open.failed;
    tr_buf_free(&r.open);
    return tr_builder_end(&r.b, err);
}
