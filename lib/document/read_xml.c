#include "document/read_xml.h"

#include <string.h>

#include "document/escapes.h"
#include "document/markup.h"
#include "document/values.h"
#include "document/xml_check.h"

/* What the elements of a vocabulary are.  Lists have a blank before and behind each name. */
typedef struct dialect {
    const char *root;    /* the document's element; "": any */
    const char *inlines; /* within a sentence; any other ends it */
    const char *atoms;   /* within a sentence, and no text of a language */
    const char *fixed;   /* no text, nor within a sentence */
    const char *texts;   /* text is translated within these; NULL: everywhere */
    bool backslashes;    /* text has escapes of its own */
} dialect;

static const dialect dialects[] = {
    {.root = "resources",
     .inlines = " b i u a font annotation big small strike sub sup tt ",
     .atoms = " xliff:g ",
     .fixed = " color dimen bool integer drawable string-array-ref ",
     .texts = " string item ",
     .backslashes = true},
    {.root = "",
     .inlines =
         " emphasis phrase link ulink xref quote citetitle acronym abbrev application guilabel "
         "guibutton guimenu guimenuitem keycap keycombo menuchoice foreignphrase firstterm "
         "glossterm "
         "trademark superscript subscript anchor footnoteref inlinemediaobject uicontrol "
         "menucascade "
         "term ph keyword b i u sup sub synph cite q tm data boolean state draft-comment wintitle "
         "msgph fn strong em span a br img image primary secondary tertiary g x ",
     .atoms =
         " literal code command filename option replaceable userinput computeroutput systemitem "
         "constant classname function methodname parameter varname envar email uri type tag codeph "
         "cmdname filepath apiname systemoutput xmlelement xmlatt markupname indexterm parmname "
         "tt ",
     .fixed = " programlisting screen literallayout synopsis codeblock pre script style svg math "},
};

typedef struct reading {
    tr_doc *doc;
    tr_builder b;
    tr_markup m;
    const dialect *dialect;
    size_t n_texts; /* elements of `texts` that are open */
} reading;

/* ---- Android's escapes ---- */

static void encode_backslashes(const tr_doc *d, const tr_piece *p, const char *text, size_t len,
                               tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (strchr("'\"\\", text[i]) && text[i]) tr_buf_add(out, "\\", 1);
        tr_html_text.encode(d, p, text + i, 1, out);
    }
}

static const tr_writing with_backslashes = {.encode = encode_backslashes, .reference = "&#%d;"};

/* The escape at `at`: text, or a sign that stays. */
static size_t build_escape(reading *r, size_t at, size_t end)
{
    const char *const c = r->doc->content + at;
    const tr_span raw = {at, at + 2 < end ? at + 2 : end};

    if (raw.end - at < 2) {
        tr_build_atom(&r->b, raw);
    } else if (strchr("'\"\\@?", c[1]) && c[1]) {
        tr_build_text(&r->b, raw, c + 1, 1);
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
    const char *const text = r->doc->content;
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
    const char *const text = r->doc->content;
    while (raw.begin < raw.end && strchr(" \t\r\n", text[raw.begin]))
        raw.begin++;
    return raw.begin < raw.end && (text[raw.begin] == '@' || text[raw.begin] == '?');
}

static void read_text(reading *r, tr_span raw)
{
    if (r->dialect->texts && !r->n_texts)
        tr_build_fixed(&r->b, raw);
    else if (!r->dialect->backslashes)
        tr_build_xml_text(&r->b, raw);
    else if (!is_reference(r, raw))
        build_backslashes(r, raw);
}

/* ---- Elements ---- */

static bool is_untouched(const reading *r, const tr_markup_token *t)
{
    const tr_markup *const m = &r->m;
    tr_span value;
    if (tr_markup_find(m, t, "translate", &value) && tr_markup_is(m, value, "no")) return true;
    if (tr_markup_find(m, t, "its:translate", &value) && tr_markup_is(m, value, "no")) return true;
    if (tr_markup_find(m, t, "translatable", &value) && tr_markup_is(m, value, "false"))
        return true;
    if (!tr_markup_find(m, t, "class", &value)) return false;
    for (size_t i = value.begin; i + 11 <= value.end; i++)
        if (!memcmp(m->text + i, "notranslate", 11)) return true;
    return false;
}

static bool is_text_element(const reading *r, const char *name)
{
    return r->dialect->texts && tr_markup_listed(r->dialect->texts, name);
}

static void read_start(reading *r, const tr_markup_token *t)
{
    const dialect *const x = r->dialect;
    const bool is_atom = tr_markup_listed(x->atoms, t->name);
    const bool is_inline = is_atom || tr_markup_listed(x->inlines, t->name);
    const bool fixed = is_atom || tr_markup_listed(x->fixed, t->name) || is_untouched(r, t);
    const size_t end = fixed && !t->closed ? tr_markup_end_of(&r->m, t) : 0;
    const tr_span raw = {t->raw.begin, end ? end : t->raw.end};

    if (end) r->m.at = end;
    if (is_inline && end) {
        tr_build_atom(&r->b, raw);
    } else if (is_inline && t->closed) {
        tr_build_point(&r->b, raw);
    } else if (is_inline) {
        tr_build_open(&r->b, raw, t->name, strlen(t->name));
    } else {
        const char *const where = tr_region_copy(&r->doc->region, t->name, strlen(t->name));
        tr_build_fixed(&r->b, raw);
        r->b.where = where ? where : "";
        if (!end && !t->closed) r->n_texts += is_text_element(r, t->name);
    }
}

static void read_end(reading *r, const tr_markup_token *t)
{
    if (tr_markup_listed(r->dialect->inlines, t->name) ||
        tr_markup_listed(r->dialect->atoms, t->name)) {
        tr_build_close(&r->b, t->raw, t->name, strlen(t->name));
        return;
    }
    tr_build_fixed(&r->b, t->raw);
    if (is_text_element(r, t->name) && r->n_texts) r->n_texts--;
}

static const dialect *find_dialect(const tr_doc *d)
{
    tr_markup m = {.text = d->content, .size = d->size, .xml = true};
    const dialect *x = dialects;
    tr_markup_token t;

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    while (*x->root && strcmp(x->root, t.name) != 0)
        x++;
    return x;
}

int tr_read_xml(tr_doc *d, tr_error *err)
{
    reading r = {.doc = d, .m = {.text = d->content, .size = d->size, .xml = true}};
    tr_markup_token t;

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    r.dialect = find_dialect(d);
    tr_builder_init(&r.b, d, r.dialect->backslashes ? &with_backslashes : &tr_html_text);
    r.b.values_only = !r.dialect->texts;
    if (d->size >= 3 && !memcmp(d->content, "\xEF\xBB\xBF", 3)) r.m.at = 3;
    while (!r.b.failed && tr_markup_next(&r.m, &t)) {
        if (t.kind == TR_MARKUP_TEXT) read_text(&r, t.raw);
        if (t.kind == TR_MARKUP_START) read_start(&r, &t);
        if (t.kind == TR_MARKUP_END) read_end(&r, &t);
        if (t.kind == TR_MARKUP_COMMENT) tr_build_point(&r.b, t.raw);
        if (t.kind == TR_MARKUP_CDATA) tr_build_atom(&r.b, t.raw);
        if (t.kind == TR_MARKUP_DECLARATION) tr_build_fixed(&r.b, t.raw);
    }
    return tr_builder_end(&r.b, err);
}
