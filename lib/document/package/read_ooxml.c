#include "document/package/read_ooxml.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "document/markup/escapes.h"
#include "document/markup/markup.h"
#include "document/markup/xml_check.h"
#include "document/package/ooxml_fields.h"
#include "document/package/ooxml_names.h"
#include "document/package/ooxml_place.h"
#include "document/package/ooxml_ruby.h"
#include "document/package/ooxml_runs.h"
#include "document/package/ooxml_texts.h"
#include "document/segment/string_list.h"

enum { MAX_DEPTH = 64 }; /* of paragraphs in paragraphs, in text boxes */

/* Elements that hold text as a paragraph does. */
static const char paragraph_names[] = " w:p a:p x:si x:is x:text p:text ";
static const char run_names[] = " w:r a:r x:r ";
static const char text_names[] = " w:t a:t x:t ";
static const char look_names[] = " w:rPr a:rPr x:rPr ";
/* Elements that end a sentence, in a run or between runs. */
static const char break_names[] =
    " w:br w:tab w:cr w:ptab w:noBreakHyphen w:sym a:br a:endParaRPr a:pPr w:pPr x:rPh "
    "x:phoneticPr m:oMathPara ";
static const char pair_names[] = " w:hyperlink w:ins w:smartTag w:customXml w:moveTo w:dir w:bdo ";
static const char atom_names[] = " m:oMath a:fld ";
/* Characters that are elements: they do not end a sentence where the run has no other text. */
static const char character_names[] = " w:noBreakHyphen w:sym ";
/* Elements that are not shown, with all of their content. */
static const char point_names[] = " w:del w:moveFrom ";

typedef struct paragraph {
    tr_ooxml_run run;
    tr_ooxml_field field;
    size_t at;       /* after the bytes that were built last */
    bool in_run;     /* within an element that has text */
    bool in_text;    /* within the text of it */
    bool is_plain;   /* text stands in it without a run */
    bool is_initial; /* a first letter, some lines high: its word goes on in the next paragraph */
    size_t where;    /* in the reading's text */
} paragraph;

typedef struct ooxml_reading {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    tr_ooxml_names names;
    tr_ooxml_place place;
    tr_buf where; /* of paragraphs that are open, each with a NUL behind */
    paragraph stack[MAX_DEPTH];
    size_t n;      /* paragraphs that are open */
    bool in_head;  /* of a sheet */
    bool in_cache; /* of a chart: the texts that it shows */
} ooxml_reading;

static paragraph *top(ooxml_reading *r)
{
    return r->n ? &r->stack[r->n - 1] : NULL;
}

/* Returns the bytes from the last built ones up to `end`, which are built now. */
static tr_span take_bytes_to(paragraph *p, size_t end)
{
    const tr_span raw = {p->at, end};
    p->at = end;
    return raw;
}

/* The byte after the element that a start tag, taken last, begins; after the tag if it does not
 * end. */
static size_t end_in(tr_markup *m, const tr_markup_token *t)
{
    tr_markup_token as_written = *t;
    if (t->closed) return t->raw.end;
    const size_t n = t->name_at.end - t->name_at.begin;
    if (n >= sizeof as_written.name) return t->raw.end;
    memcpy(as_written.name, m->text + t->name_at.begin, n);
    as_written.name[n] = '\0';
    const size_t end = tr_markup_end_of(m, &as_written);
    return end ? end : t->raw.end;
}

static size_t end_of(ooxml_reading *r, const tr_markup_token *t)
{
    return end_in(&r->m, t);
}

/* Bytes that end a sentence. */
static void break_at(ooxml_reading *r, paragraph *p, tr_span raw)
{
    if (p->in_run) tr_ooxml_run_cut(&p->run, &r->b, raw.begin);
    tr_build_fixed(&r->b, raw);
    p->at = raw.end;
}

/* ---- Paragraphs ---- */

/* True if a text has one in it that formulas look for in others; case does not count. */
static bool has_part(const tr_buf *list, const char *text)
{
    enum { MOST = 64 };
    const size_t len = strlen(text);

    for (size_t at = 0, n = 0; at < list->len && n < MOST; n++) {
        const char *const part = list->data + at;
        const size_t part_len = strlen(part) - (*part != '\0');
        if (*part > *TR_OOXML_PART)
            break; /* they are in order, and the ones of this kind come first */
        for (size_t i = 0; *part && i + part_len <= len; i++)
            if (!strncasecmp(text + i, part + 1, part_len)) return true;
        at += strlen(part) + 1;
    }
    return false;
}

/* True if the text of the element from `t` to `end` is one that is to stay. */
static bool stays(const ooxml_reading *r, const tr_markup_token *t, size_t end)
{
    tr_markup m = {.text = r->m.text, .size = end, .at = t->raw.end, .xml = true};
    const tr_buf *const list = r->content->stays;
    tr_markup_token next;
    tr_buf text = {0};

    if (!list || !list->len) return false;
    while (tr_markup_next(&m, &next))
        if (next.kind == TR_MARKUP_TEXT)
            tr_html_decode(m.text + next.raw.begin, next.raw.end - next.raw.begin, false, &text);
    const bool found =
        tr_string_list_has(list, tr_buf_text(&text)) || has_part(list, tr_buf_text(&text));
    tr_buf_free(&text);
    return found;
}

/* The byte after the properties of the paragraph that `t` begins; after the tag if it has none.
 * *is_initial: they say that it is a first letter, some lines high; *style, what they call its
 * style. */
static size_t end_of_properties(ooxml_reading *r, const tr_markup_token *t, bool *is_initial,
                                tr_span *style)
{
    tr_markup m = {.text = r->m.text, .size = r->m.size, .at = t->raw.end, .xml = true};
    tr_markup_token next;
    tr_span value;

    *is_initial = false;
    *style = (tr_span){0, 0};
    if (t->closed || !tr_markup_next(&m, &next) || next.kind != TR_MARKUP_START) return t->raw.end;
    tr_ooxml_name(&r->names, &next);
    if (strcmp(next.name, "w:pPr") != 0) return t->raw.end;
    const size_t end = end_in(&m, &next);
    while (m.at < end && tr_markup_next(&m, &next)) {
        tr_ooxml_name(&r->names, &next);
        if (next.kind == TR_MARKUP_START && !strcmp(next.name, "w:framePr") &&
            tr_markup_find(&m, &next, "w:dropCap", &value))
            *is_initial = !tr_markup_is(&m, value, "none");
        if (next.kind == TR_MARKUP_START && !strcmp(next.name, "w:pStyle"))
            tr_markup_find(&m, &next, "w:val", style);
    }
    return end;
}

/* Joins a paragraph that is a first letter, and ends with `t`, to the one that follows at once. */
static bool join_paragraphs(ooxml_reading *r, paragraph *p, const tr_markup_token *t)
{
    tr_markup m = {.text = r->m.text, .size = r->m.size, .at = t->raw.end, .xml = true};
    tr_markup_token next;
    tr_span style;

    if (!p->is_initial || p->in_run || !tr_markup_next(&m, &next) || next.kind != TR_MARKUP_START ||
        next.closed)
        return false;
    tr_ooxml_name(&r->names, &next);
    if (strcmp(next.name, "w:p") != 0) return false;
    const size_t end = end_of_properties(r, &next, &p->is_initial, &style);
    tr_build_point(&r->b, take_bytes_to(p, end));
    r->m.at = end;
    return true;
}

/* Says where the text of the innermost paragraph is. */
static void set_place(ooxml_reading *r)
{
    tr_build_where(&r->b, "%s", tr_buf_text(&r->where) + top(r)->where);
}

static void open_paragraph(ooxml_reading *r, const tr_markup_token *t)
{
    const bool is_string = !strcmp(t->name, "x:si") || !strcmp(t->name, "x:is"); /* of a cell */
    const size_t end = r->n == MAX_DEPTH || is_string ? end_of(r, t) : 0;
    const bool skip = r->n == MAX_DEPTH || t->closed || (end && stays(r, t, end));
    const tr_span raw = {t->raw.begin, skip && end ? end : t->raw.end};

    if (r->n)
        break_at(r, top(r), raw);
    else
        tr_build_fixed(&r->b, raw);
    r->m.at = raw.end;
    tr_span style = {0, 0};
    bool is_initial = false;
    if (!strcmp(t->name, "w:p")) end_of_properties(r, t, &is_initial, &style);
    const size_t where = r->where.len;
    tr_ooxml_place_say(&r->place, &r->m, t, style, r->content->cells, &r->where);
    tr_buf_add(&r->where, "", 1);
    r->b.failed = r->b.failed || r->where.failed;
    if (skip) {
        r->where.len = where;
        return;
    }
    paragraph *const p = &r->stack[r->n++];
    p->where = where;
    set_place(r);
    tr_ooxml_run_clear(&p->run);
    p->field = (tr_ooxml_field){0};
    p->at = raw.end;
    p->in_run = p->in_text = false;
    p->is_plain = !strcmp(t->name, "p:text");
    p->is_initial = is_initial;
}

static void close_paragraph(ooxml_reading *r, const tr_markup_token *t)
{
    paragraph *const p = top(r);

    if (join_paragraphs(r, p, t)) return;
    if (p->in_run) tr_ooxml_run_cut(&p->run, &r->b, t->raw.begin);
    tr_build_fixed(&r->b, t->raw);
    r->where.len = p->where;
    r->n--;
    if (!r->n) return;
    top(r)->at = t->raw.end;
    set_place(r);
}

/* ---- Within a run ---- */

static void read_in_run(ooxml_reading *r, paragraph *p, const tr_markup_token *t)
{
    if (tr_markup_listed(look_names, t->name)) {
        const size_t end = end_of(r, t);
        bool is_raised;
        const uint64_t look = tr_ooxml_look(&r->names, &r->m, t, end, &is_raised);
        tr_ooxml_run_look(&p->run, look, is_raised);
        r->m.at = end;
    } else if (tr_markup_listed(text_names, t->name) && !t->closed) {
        p->in_text = true;
        tr_ooxml_run_text(&p->run, &r->b, t);
    } else if (!strcmp(t->name, "w:noBreakHyphen") && t->closed &&
               tr_ooxml_run_hyphen(&p->run, &r->b, t->raw)) {
        return;
    } else if (tr_markup_listed(break_names, t->name)) {
        break_at(r, p, (tr_span){t->raw.begin, end_of(r, t)});
        r->m.at = p->at;
    }
}

/* ---- Within a paragraph ---- */

/* A run with a mark of a field has no text of its own. */
static bool read_ooxml_field(ooxml_reading *r, paragraph *p, const tr_markup_token *t, size_t end)
{
    tr_markup m = {.text = r->m.text, .size = end, .at = t->raw.end, .xml = true};
    const bool was_hidden = tr_ooxml_field_hides(&p->field);

    if (!tr_ooxml_field_read(&p->field, &r->names, &m, p->at)) return was_hidden;
    switch (p->field.step) {
    case TR_FIELD_POINT:
        tr_build_point(&r->b, (tr_span){p->field.begin, end});
        break;
    case TR_FIELD_ATOM:
        tr_build_atom(&r->b, (tr_span){p->field.begin, end});
        break;
    case TR_FIELD_OPEN:
        tr_build_open(&r->b, (tr_span){p->field.begin, end}, "field", 5);
        break;
    case TR_FIELD_CLOSE:
        tr_build_close(&r->b, (tr_span){p->at, end}, "field", 5);
        break;
    case TR_FIELD_NOTHING:
        return true;
    }
    p->at = end;
    return true;
}

/* A list of what may be chosen, whose items are texts of their own, up to its content: that is one
 * of them, and a segment by itself, so that it gets the same translation. */
static void read_list_control(ooxml_reading *r, paragraph *p, const tr_markup_token *t,
                              const tr_markup_token *content)
{
    tr_markup m = {.text = r->m.text, .size = content->raw.begin, .at = t->raw.end, .xml = true};
    tr_markup_token next;

    break_at(r, p, t->raw);
    while (tr_markup_next(&m, &next))
        if (next.kind == TR_MARKUP_START) tr_ooxml_build_attributes(&r->b, &m, &next);
    break_at(r, p, content->raw);
}

/* <w:sdt>...<w:sdtContent>: one start tag; true if it was one. */
static bool read_control(ooxml_reading *r, paragraph *p, const tr_markup_token *t)
{
    tr_markup ahead = r->m;
    tr_markup_token next;
    bool is_list = false;

    if (strcmp(t->name, "w:sdt") != 0 || t->closed) return false;
    while (tr_markup_next(&ahead, &next)) {
        tr_ooxml_name(&r->names, &next);
        if (next.kind == TR_MARKUP_END && !strcmp(next.name, t->name)) return false;
        is_list = is_list || !strcmp(tr_markup_local(&next), "listItem");
        if (next.kind != TR_MARKUP_START || strcmp(next.name, "w:sdtContent") != 0) continue;
        if (next.closed) return false;
        if (is_list) {
            read_list_control(r, p, t, &next);
            r->m.at = next.raw.end;
            return true;
        }
        tr_build_open(&r->b, take_bytes_to(p, next.raw.end), t->name, strlen(t->name));
        r->m.at = next.raw.end;
        return true;
    }
    return false;
}

/* </w:sdtContent>...</w:sdt>: one end tag. */
static void close_control(ooxml_reading *r, paragraph *p)
{
    tr_markup_token next;

    while (tr_markup_next(&r->m, &next)) {
        tr_ooxml_name(&r->names, &next);
        if (next.kind == TR_MARKUP_END && !strcmp(next.name, "w:sdt")) break;
    }
    tr_build_close(&r->b, take_bytes_to(p, r->m.at), "w:sdt", 5);
}

static bool is_run_pair(const ooxml_reading *r, const tr_markup_token *t)
{
    tr_span code;
    if (tr_markup_listed(pair_names, t->name)) return true;
    return !strcmp(t->name, "w:fldSimple") && tr_markup_find(&r->m, t, "w:instr", &code) &&
           tr_ooxml_field_is_link(r->m.text + code.begin, code.end - code.begin);
}

/* True if the run from `t` to `end` has nothing but characters that are elements. */
static bool is_characters(const ooxml_reading *r, const tr_markup_token *t, size_t end)
{
    tr_markup m = {.text = r->m.text, .size = end, .at = t->raw.end, .xml = true};
    tr_markup_token next;
    bool found = false;

    while (tr_markup_next(&m, &next)) {
        tr_ooxml_name(&r->names, &next);
        if (next.kind != TR_MARKUP_START) continue;
        if (tr_markup_listed(text_names, next.name)) return false;
        if (tr_markup_listed(character_names, next.name))
            found = true;
        else if (tr_markup_listed(break_names, next.name))
            return false;
    }
    return found;
}

static void start_run(ooxml_reading *r, paragraph *p, const tr_markup_token *t)
{
    const size_t end = end_of(r, t);

    if (t->closed || read_ooxml_field(r, p, t, end)) {
        r->m.at = end;
        if (t->closed && !tr_ooxml_field_hides(&p->field))
            tr_build_point(&r->b, take_bytes_to(p, end));
        return;
    }
    if (tr_ooxml_build_ruby(&r->b, &r->names, r->m, (tr_span){p->at, end})) {
        p->at = r->m.at = end;
        return;
    }
    if (is_characters(r, t, end)) {
        tr_build_atom(&r->b, take_bytes_to(p, end));
        r->m.at = end;
        return;
    }
    p->in_run = true;
    tr_ooxml_run_start(&p->run, p->at, true);
}

/* Reads an element in a paragraph that is neither run nor paragraph. */
static void read_other(ooxml_reading *r, paragraph *p, const tr_markup_token *t)
{
    const bool is_atom = tr_markup_listed(atom_names, t->name) || !strcmp(t->name, "w:fldSimple");

    if (is_run_pair(r, t) && !t->closed) {
        tr_build_open(&r->b, take_bytes_to(p, t->raw.end), t->name, strlen(t->name));
    } else if (tr_markup_listed(break_names, t->name)) {
        break_at(r, p, (tr_span){t->raw.begin, end_of(r, t)});
        r->m.at = p->at;
    } else if (is_atom || tr_markup_listed(point_names, t->name) || t->closed) {
        const tr_span raw = take_bytes_to(p, end_of(r, t));
        (is_atom && !t->closed ? tr_build_atom : tr_build_point)(&r->b, raw);
        r->m.at = raw.end;
    } else if (!read_control(r, p, t)) {
        break_at(r, p, t->raw);
    }
}

/* The texts of a chart in a document, as if each were a paragraph.  Texts of a sheet's chart are
 * made of its cells. */
static void name_cached_text(ooxml_reading *r, tr_markup_token *t)
{
    const char *const local = tr_markup_local(t);

    if (!strcmp(local, "strCache"))
        r->in_cache = t->kind == TR_MARKUP_START && !t->closed && r->content->name &&
                      !strstr(r->content->name, ": xl/");
    if (r->in_cache && !strcmp(local, "v")) strcpy(t->name, "p:text");
}

static void read_ooxml_start(ooxml_reading *r, const tr_markup_token *t)
{
    paragraph *const p = top(r);

    if (!p || !tr_ooxml_field_hides(&p->field)) tr_ooxml_build_attributes(&r->b, &r->m, t);
    r->in_head = r->names.known[TR_OOXML_SHEETS] && !t->closed && tr_ooxml_is_sheet_head(t);
    if (r->in_head) {
        tr_build_break(&r->b, t->raw.end);
        tr_build_where(&r->b, "%s", tr_markup_local(t));
        return;
    }

    if (tr_markup_listed(paragraph_names, t->name)) {
        open_paragraph(r, t);
    } else if (!p) {
        return;
    } else if (p->in_run) {
        read_in_run(r, p, t);
    } else if (tr_markup_listed(run_names, t->name)) {
        start_run(r, p, t);
    } else if (tr_ooxml_field_hides(&p->field)) {
        if (!t->closed) p->field = (tr_ooxml_field){0};
        if (!t->closed) break_at(r, p, t->raw);
    } else if (tr_markup_listed(text_names, t->name) && !t->closed) {
        p->in_run = p->in_text = true;
        tr_ooxml_run_start(&p->run, p->at, false);
        tr_ooxml_run_text(&p->run, &r->b, t);
    } else {
        read_other(r, p, t);
    }
}

static void end_run(ooxml_reading *r, paragraph *p, const tr_markup_token *t)
{
    tr_ooxml_run_end(&p->run, &r->b, t->raw.end);
    p->in_run = p->in_text = false;
    p->at = t->raw.end;
}

static void read_ooxml_end(ooxml_reading *r, const tr_markup_token *t)
{
    paragraph *const p = top(r);
    const bool is_text = tr_markup_listed(text_names, t->name);

    if (r->in_head) tr_build_break(&r->b, t->raw.begin);
    r->in_head = false;
    if (!p) return;
    if (tr_markup_listed(paragraph_names, t->name)) {
        close_paragraph(r, t);
    } else if (p->in_run && is_text && p->in_text) {
        p->in_text = false;
        tr_ooxml_run_text_end(&p->run, t->raw);
        if (!p->run.has_tags) end_run(r, p, t);
    } else if (p->in_run) {
        if (tr_markup_listed(run_names, t->name)) end_run(r, p, t);
    } else if (tr_ooxml_field_hides(&p->field)) {
        p->field = (tr_ooxml_field){0};
        break_at(r, p, t->raw);
    } else if (!strcmp(t->name, "w:sdtContent")) {
        close_control(r, p);
    } else if (tr_markup_listed(pair_names, t->name) || !strcmp(t->name, "w:fldSimple")) {
        tr_build_close(&r->b, take_bytes_to(p, t->raw.end), t->name, strlen(t->name));
    } else {
        break_at(r, p, t->raw);
    }
}

static void read_ooxml_text(ooxml_reading *r, const tr_markup_token *t)
{
    paragraph *const p = top(r);

    if (r->in_head)
        tr_ooxml_build_sheet_head(&r->b, t->raw);
    else if (p && p->is_plain)
        tr_build_xml_text(&r->b, t->raw);
    else if (p && p->in_text)
        tr_ooxml_run_words(&p->run, &r->b, t->raw);
}

/* Comments, instructions, CDATA. */
static void read_aside(ooxml_reading *r, const tr_markup_token *t)
{
    paragraph *const p = top(r);

    if (!p || (p->in_run && !p->in_text) || tr_ooxml_field_hides(&p->field)) return;
    if (p->in_text || p->is_plain)
        break_at(r, p, t->raw);
    else
        tr_build_point(&r->b, take_bytes_to(p, t->raw.end));
}

int tr_read_ooxml(tr_content *d, tr_error *err)
{
    ooxml_reading *const r = calloc(1, sizeof *r);
    tr_markup_token t;

    int rc = r ? tr_xml_check(d, err) : tr_fail_memory(err);
    if (rc == TR_OK) {
        r->content = d;
        r->m = (tr_markup){.text = d->bytes, .size = d->size, .xml = true};
        tr_builder_init(&r->b, d, &tr_html_text);
        r->m.at = d->begin;
        tr_ooxml_names_find(&r->names, &r->m);
        r->b.values_only = r->names.known[TR_OOXML_SHEETS];
        while (!r->b.failed && tr_markup_next(&r->m, &t)) {
            if (t.kind == TR_MARKUP_START || t.kind == TR_MARKUP_END) tr_ooxml_name(&r->names, &t);
            if (t.kind == TR_MARKUP_START || t.kind == TR_MARKUP_END) name_cached_text(r, &t);
            if (t.kind == TR_MARKUP_START || t.kind == TR_MARKUP_END)
                tr_ooxml_place_take(&r->place, &r->m, &t);
            if (t.kind == TR_MARKUP_START) read_ooxml_start(r, &t);
            if (t.kind == TR_MARKUP_END) read_ooxml_end(r, &t);
            if (t.kind == TR_MARKUP_TEXT) read_ooxml_text(r, &t);
            if (t.kind == TR_MARKUP_COMMENT || t.kind == TR_MARKUP_CDATA) read_aside(r, &t);
        }
        rc = tr_builder_end(&r->b, err);
    }
    for (size_t i = 0; r && i < MAX_DEPTH; i++)
        tr_ooxml_run_free(&r->stack[i].run);
    if (r) tr_buf_free(&r->where);
    free(r);
    return rc;
}
