#include "document/package/ooxml_copy.h"

#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/beside_copy.h"

enum { MAX_FIELDS = 16 }; /* in each other */

/* Elements that are left out with their content; whose tags are. */
static const char once[] =
    " w:pPr w:drawing w:pict w:object mc:AlternateContent w:footnoteReference w:endnoteReference "
    "w:commentReference w:annotationRef w:footnoteRef w:endnoteRef w:bookmarkStart w:bookmarkEnd "
    "w:commentRangeStart w:commentRangeEnd w:proofErr w:permStart w:permEnd "
    "w:lastRenderedPageBreak w:del w:moveFrom w:moveFromRangeStart w:moveFromRangeEnd "
    "w:moveToRangeStart w:moveToRangeEnd w:delText w:sdtPr w:sdtEndPr w:smartTagPr "
    "w:customXmlPr w:subDoc w:contentPart w:ruby ";
static const char once_tags[] = " w:sdt w:sdtContent w:ins w:moveTo w:smartTag w:customXml ";
/* Changes that somebody followed. */
#define CHANGES "w:ins w:del w:moveFrom w:moveTo w:rPrChange w:pPrChange "
static const char no_text_properties[] = " w:lang " CHANGES;
static const char no_paragraph_properties[] =
    " w:numPr w:sectPr w:pageBreakBefore w:framePr w:outlineLvl " CHANGES;
/* Properties that come after the language; after the direction of a paragraph. */
static const char after_language[] = " w:eastAsianLayout w:specVanish w:oMath ";
static const char after_direction[] =
    " w:bidi w:adjustRightInd w:snapToGrid w:spacing w:ind w:contextualSpacing w:mirrorIndents "
    "w:suppressOverlap w:jc w:textDirection w:textAlignment w:textboxTightWrap w:divId "
    "w:cnfStyle w:rPr ";
/* Fields that count, or that a table is made of: their result is text. */
static const char counting[] =
    " SEQ LISTNUM AUTONUM AUTONUMLGL AUTONUMOUT TOC TC XE INDEX TA TOA RD SET ASK FILLIN ";

typedef struct field {
    bool is_frozen; /* its result is text */
    bool in_code;
} field;

typedef struct copy {
    const tr_content *content;
    tr_markup m;
    tr_buf *out;
    field fields[MAX_FIELDS];
    size_t n_fields, n_deeper;
    bool is_whole;         /* all fields end in the paragraph */
    bool is_simple_frozen; /* a field that is one element: its result is text */
    bool in_run, has_language, has_text;
    size_t run_begin; /* in out */
} copy;

/* ---- Properties ---- */

void tr_ooxml_language(const tr_document_options *o, tr_buf *out)
{
    static const char *const kinds[] = {"", "w:eastAsia", "w:bidi"};
    tr_language_parts p;
    tr_buf code = {0};

    if (!tr_language_parts_find(o->target_language, &p)) return;
    tr_buf_printf(&code, "%s%s%s", p.language, *p.region ? "-" : "", p.region);
    tr_buf_printf(out, "%s<w:lang w:val=\"%s\"", p.is_from_right ? "<w:rtl/>" : "",
                  tr_buf_text(&code));
    if (p.script != TR_SCRIPT_WESTERN)
        tr_buf_printf(out, " %s=\"%s\"", kinds[p.script], tr_buf_text(&code));
    tr_buf_add_string(out, "/>");
    out->failed = out->failed || code.failed;
    tr_buf_free(&code);
}

/* Appends the properties in the element of start tag `t`, up to byte `end`, but for names in
 * `without`; `added` comes before names in `behind`. */
static void copy_properties(tr_markup m, const tr_markup_token *t, size_t end, const char *without,
                            const tr_buf *added, const char *behind, tr_buf *out)
{
    tr_markup_token next;
    bool is_added = false;

    m.at = t->raw.end;
    tr_buf_printf(out, "<%s>", t->name);
    while (!t->closed && m.at < end && tr_markup_next(&m, &next)) {
        if (next.kind != TR_MARKUP_START) continue;
        m.at = tr_beside_end_of(&m, &next);
        if (tr_markup_listed(without, next.name)) continue;
        if (!is_added && tr_markup_listed(behind, next.name)) {
            tr_buf_add(out, tr_buf_text(added), added->len);
            is_added = true;
        }
        tr_buf_add(out, m.text + next.raw.begin, m.at - next.raw.begin);
    }
    if (!is_added) tr_buf_add(out, tr_buf_text(added), added->len);
    tr_buf_printf(out, "</%s>", t->name);
}

/* Reads the start tag of a paragraph's properties; false if it has none. */
static bool read_properties(const tr_content *d, tr_span content, tr_markup *m, tr_markup_token *t)
{
    *m = (tr_markup){.text = d->bytes, .size = content.end, .at = content.begin, .xml = true};
    while (m->at < content.end && tr_markup_next(m, t))
        if (t->kind == TR_MARKUP_START) return !strcmp(t->name, "w:pPr");
    return false;
}

tr_span tr_ooxml_properties(const tr_content *d, tr_span content)
{
    tr_markup_token t;
    tr_markup m;

    if (!read_properties(d, content, &m, &t)) return (tr_span){content.begin, content.begin};
    return (tr_span){t.raw.begin, tr_beside_end_of(&m, &t)};
}

void tr_ooxml_copy_properties(const tr_content *d, tr_span content, tr_buf *out)
{
    tr_markup_token t;
    tr_language_parts p;
    tr_buf added = {0};
    tr_markup m;

    const bool has_any = read_properties(d, content, &m, &t);
    if (tr_language_parts_find(d->options->target_language, &p) && p.is_from_right)
        tr_buf_add_string(&added, "<w:bidi/>");
    if (has_any)
        copy_properties(m, &t, tr_beside_end_of(&m, &t), no_paragraph_properties, &added,
                        after_direction, out);
    else if (added.len)
        tr_buf_printf(out, "<w:pPr>%s</w:pPr>", tr_buf_text(&added));
    tr_buf_free(&added);
}

/* ---- Fields ---- */

/* True if a field's code counts. */
static bool counts(const char *text, tr_span code)
{
    char name[16] = " ";
    size_t n = 1;

    code.begin = tr_skip(text, code.begin, code.end, tr_ascii_is_html_space);
    while (code.begin < code.end && n + 2 < sizeof name && tr_ascii_is_letter(text[code.begin]))
        name[n++] = text[code.begin++] & ~0x20;
    name[n] = '\0';
    return tr_markup_listed(counting, name + 1);
}

/* The code of the field that has begun. */
static tr_span find_code(const copy *c)
{
    tr_markup m = c->m;
    tr_markup_token t;
    bool in_code = false;

    for (int n = 0; n < 40 && tr_markup_next(&m, &t); n++) {
        if (in_code) return t.raw;
        in_code = t.kind == TR_MARKUP_START && !strcmp(t.name, "w:instrText");
    }
    return (tr_span){0};
}

/* True if all fields that begin in a paragraph's content end in it. */
static bool is_whole(tr_markup m)
{
    tr_markup_token t;
    tr_span type;
    int n = 0;

    while (n >= 0 && m.at < m.size && tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || strcmp(t.name, "w:fldChar") != 0 ||
            !tr_markup_find(&m, &t, "w:fldCharType", &type))
            continue;
        n += tr_markup_is(&m, type, "begin");
        n -= tr_markup_is(&m, type, "end");
    }
    return n == 0;
}

/* A mark of a field comes: true if it is left out. */
static bool drops_mark(copy *c, const tr_markup_token *t)
{
    field *const last = c->n_fields ? &c->fields[c->n_fields - 1] : NULL;
    const bool frozen = !c->is_whole || c->n_deeper || (last && last->is_frozen);
    tr_span type;

    if (!tr_markup_find(&c->m, t, "w:fldCharType", &type)) return true;
    if (tr_markup_is(&c->m, type, "begin")) {
        if (c->n_fields == MAX_FIELDS) {
            c->n_deeper++;
            return true;
        }
        const bool freeze = frozen || !t->closed || counts(c->m.text, find_code(c));
        c->fields[c->n_fields++] = (field){freeze, true};
        return freeze;
    }
    if (tr_markup_is(&c->m, type, "end")) {
        if (c->n_deeper)
            c->n_deeper--;
        else
            c->n_fields -= c->n_fields > 0;
    } else if (last && !c->n_deeper) {
        last->in_code = false;
    }
    return frozen;
}

/* True if text is the code of a field that is left out. */
static bool is_in_code(const copy *c)
{
    if (c->n_deeper) return true;
    for (size_t i = 0; i < c->n_fields; i++)
        if (c->fields[i].is_frozen && c->fields[i].in_code) return true;
    return false;
}

/* ---- Runs ---- */

static void write_language(copy *c)
{
    if (c->has_language) return;
    tr_buf_add_string(c->out, "<w:rPr>");
    tr_ooxml_language(c->content->options, c->out);
    tr_buf_add_string(c->out, "</w:rPr>");
    c->has_language = true;
}

static void copy_text_properties(copy *c, const tr_markup_token *t)
{
    tr_buf language = {0};

    const size_t end = tr_beside_end_of(&c->m, t);
    tr_ooxml_language(c->content->options, &language);
    copy_properties(c->m, t, end, no_text_properties, &language, after_language, c->out);
    tr_buf_free(&language);
    c->m.at = end;
    c->has_language = true;
}

/* True if it is a line end that begins a page or a column. */
static bool breaks_page(const copy *c, const tr_markup_token *t)
{
    tr_span type;
    return !strcmp(t->name, "w:br") && tr_markup_find(&c->m, t, "w:type", &type) &&
           !tr_markup_is(&c->m, type, "textWrapping");
}

/* An element in a run. */
static void copy_in_run(copy *c, const tr_markup_token *t)
{
    if (!strcmp(t->name, "w:rPr") && !c->has_language) {
        copy_text_properties(c, t);
        return;
    }
    const bool is_mark = !strcmp(t->name, "w:fldChar");
    const bool dropped = is_mark ? drops_mark(c, t) : is_in_code(c) || breaks_page(c, t);
    const size_t end = tr_beside_end_of(&c->m, t);
    c->m.at = end;
    if (dropped) return;
    write_language(c);
    tr_buf_add(c->out, c->m.text + t->raw.begin, end - t->raw.begin);
    c->has_text = true;
}

static void open_run(copy *c)
{
    c->run_begin = c->out->len;
    c->in_run = true;
    c->has_language = c->has_text = false;
    tr_buf_add_string(c->out, "<w:r>");
}

static void close_run(copy *c)
{
    if (c->has_text)
        tr_buf_add_string(c->out, "</w:r>");
    else
        c->out->len = c->run_begin;
    c->in_run = false;
}

/* A field that is one element: true if its tags are left out. */
static bool drops_simple_field(copy *c, const tr_markup_token *t)
{
    tr_span code;

    if (strcmp(t->name, "w:fldSimple") != 0) return false;
    if (t->kind == TR_MARKUP_START)
        c->is_simple_frozen = tr_markup_find(&c->m, t, "w:instr", &code) && counts(c->m.text, code);
    return c->is_simple_frozen;
}

static void copy_run_start(copy *c, const tr_markup_token *t)
{
    if (tr_markup_listed(once, t->name)) {
        c->m.at = tr_beside_end_of(&c->m, t);
    } else if (c->in_run) {
        copy_in_run(c, t);
    } else if (!strcmp(t->name, "w:r")) {
        if (!t->closed) open_run(c);
    } else if (!tr_markup_listed(once_tags, t->name) && !drops_simple_field(c, t)) {
        const bool is_formula = !strncmp(t->name, "m:", 2);
        const size_t end = is_formula ? tr_beside_end_of(&c->m, t) : t->raw.end;
        tr_buf_add(c->out, c->m.text + t->raw.begin, end - t->raw.begin);
        c->m.at = end;
    }
}

static void copy_run_end(copy *c, const tr_markup_token *t)
{
    if (c->in_run && !strcmp(t->name, "w:r"))
        close_run(c);
    else if (!c->in_run && !tr_markup_listed(once_tags, t->name) && !drops_simple_field(c, t))
        tr_buf_add(c->out, c->m.text + t->raw.begin, t->raw.end - t->raw.begin);
}

void tr_ooxml_copy_runs(const tr_content *d, tr_span content, tr_buf *out)
{
    copy c = {.content = d,
              .m = {.text = d->bytes, .size = content.end, .at = content.begin, .xml = true},
              .out = out};
    tr_markup_token t;

    c.is_whole = is_whole(c.m);
    while (c.m.at < content.end && tr_markup_next(&c.m, &t)) {
        if (t.kind == TR_MARKUP_START) copy_run_start(&c, &t);
        if (t.kind == TR_MARKUP_END) copy_run_end(&c, &t);
    }
}
