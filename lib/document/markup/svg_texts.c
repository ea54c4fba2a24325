#include "document/markup/svg_texts.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/markup/vocabulary.h"

static const tr_vocabulary *const svg = &tr_vocabularies[TR_SVG], *const page =
                                                                      &tr_vocabularies[TR_HTML];

/* What an element that is open is. */
enum { IS_OTHER, IS_TEXT, IS_MARK, IS_LINE };

typedef struct picture {
    tr_builder *b;
    tr_markup m;
    tr_buf open; /* of each element that is open, the innermost last */
    tr_stays stays;
    size_t foreign; /* the elements that were open where HTML's begin, and its own; 0: none is */
} picture;

static bool is_in_text(const picture *p)
{
    return p->open.len && p->open.data[p->open.len - 1] != IS_OTHER;
}

/* True if an element of a text has a place of its own. */
static bool has_place(const picture *p, const tr_markup_token *t)
{
    tr_span value;

    return tr_markup_find(&p->m, t, "x", &value) || tr_markup_find(&p->m, t, "y", &value) ||
           tr_markup_find(&p->m, t, "dy", &value);
}

/* Elements of HTML, which a picture may have within: the text of all is read. */
static bool is_html(const picture *p)
{
    return p->foreign && p->open.len >= p->foreign;
}

/* True if no end tag belongs to a start tag. */
static bool has_no_end(const picture *p, const tr_markup_token *t)
{
    const char *const name = tr_markup_local(t);

    return t->closed || (is_html(p) && (tr_markup_listed(page->voids, name) ||
                                        tr_markup_listed(page->empties, name)));
}

static char kind_of_element(const picture *p, const tr_markup_token *t)
{
    const char *const name = tr_markup_local(t);

    if (is_html(p))
        return tr_markup_listed(page->inlines, name) || tr_markup_listed(page->voids, name)
                   ? IS_MARK
                   : IS_LINE;
    if (tr_markup_listed(svg->media, name)) return IS_LINE;
    if (!is_in_text(p)) return tr_markup_listed(svg->texts, name) ? IS_TEXT : IS_OTHER;
    if (tr_markup_listed(svg->texts, name) && strcmp(name, "text") != 0) return IS_TEXT;
    return has_place(p, t) ? IS_LINE : IS_MARK;
}

/* A token of an element that stays, but for what is translated in it. */
static void read_staying(picture *p, const tr_markup_token *t)
{
    const char kind = IS_OTHER;

    tr_build_fixed(p->b, t->raw);
    if (t->kind == TR_MARKUP_START && !has_no_end(p, t)) tr_buf_add(&p->open, &kind, 1);
    if (t->kind == TR_MARKUP_END && p->open.len) p->open.len--;
}

static void read_svg_start(picture *p, const tr_markup_token *t)
{
    const char kind = kind_of_element(p, t);
    const char *const name = tr_markup_local(t);
    const bool stays = tr_markup_listed(is_html(p) ? page->stays : svg->fixed, name) ||
                       tr_markup_is_untouched(&p->m, t);
    const size_t end = stays && !t->closed ? tr_markup_end_of(&p->m, t) : 0;

    if (end && kind != IS_MARK && tr_stays_enter(&p->stays, &p->m, t, end)) {
        read_staying(p, t);
        return;
    }
    if (end) {
        p->m.at = end;
        const bool within = kind == IS_MARK || (is_html(p) && tr_markup_listed(page->atoms, name));
        (within ? tr_build_atom : tr_build_fixed)(p->b, (tr_span){t->raw.begin, end});
        return;
    }
    if (kind == IS_MARK && has_no_end(p, t))
        tr_build_point(p->b, t->raw);
    else if (kind == IS_MARK)
        tr_build_open(p->b, t->raw, t->name, strlen(t->name));
    else
        tr_build_fixed(p->b, t->raw);
    if (kind == IS_TEXT || (kind == IS_LINE && is_html(p))) tr_build_where(p->b, "%s", name);
    if (has_no_end(p, t)) return;
    tr_buf_add(&p->open, &kind, 1);
    if (!p->foreign && tr_markup_listed(svg->media, name)) p->foreign = p->open.len;
}

static void read_svg_end(picture *p, const tr_markup_token *t)
{
    /* In HTML, elements may lack their ends. */
    if (is_html(p) && tr_markup_listed(svg->media, tr_markup_local(t))) p->open.len = p->foreign;
    const char kind = p->open.len ? p->open.data[--p->open.len] : IS_OTHER;

    if (p->open.len < p->foreign) p->foreign = 0;
    if (kind == IS_MARK)
        tr_build_close(p->b, t->raw, t->name, strlen(t->name));
    else
        tr_build_fixed(p->b, t->raw);
}

void tr_build_svg(tr_builder *b, const tr_markup *m, tr_span part)
{
    picture p = {.b = b, .m = *m};
    tr_markup_token t;

    p.m.at = part.begin;
    p.m.size = part.end;
    while (!b->failed && tr_markup_next(&p.m, &t)) {
        if (tr_stays_take(&p.stays, &p.m, &t))
            read_staying(&p, &t);
        else if (t.kind == TR_MARKUP_START)
            read_svg_start(&p, &t);
        else if (t.kind == TR_MARKUP_END)
            read_svg_end(&p, &t);
        else if (t.kind == TR_MARKUP_COMMENT)
            tr_build_point(b, t.raw);
        else if (t.kind != TR_MARKUP_TEXT || !is_in_text(&p))
            tr_build_fixed(b, t.raw);
        else
            (m->xml ? tr_build_xml_text : tr_build_html_text)(b, t.raw);
    }
    b->failed = b->failed || p.open.failed || p.stays.ends.failed;
    tr_buf_free(&p.stays.ends);
    tr_buf_free(&p.open);
}

/* True of an element whose content is no text: code, as HTML or the vocabulary has it. */
static bool holds_no_text(const tr_vocabulary *x, const char *name)
{
    if (tr_markup_listed(tr_vocabularies[TR_HTML].stays, name)) return true;
    return x && (tr_markup_listed(x->atoms, name) || tr_markup_listed(x->fixed, name)) &&
           !tr_markup_listed(x->entries, name);
}

void tr_build_inner_texts(tr_builder *b, const tr_markup *m, tr_span part, const char *names,
                          const tr_vocabulary *x)
{
    tr_markup inner = *m;
    tr_markup_token t;
    char where[TR_NAME_SIZE] = "";

    inner.at = part.begin;
    inner.size = part.end;
    while (!b->failed && tr_markup_next(&inner, &t)) {
        if (t.kind == TR_MARKUP_TEXT && (!names || tr_markup_listed(names, where)))
            tr_build_inner_text(b, t.raw, m->xml, where);
        if (t.kind != TR_MARKUP_START) continue;
        strcpy(where, tr_markup_local(&t));
        const bool untouched = holds_no_text(x, where) || tr_markup_is_untouched(&inner, &t);
        const size_t end = untouched && !t.closed ? tr_markup_end_of(&inner, &t) : 0;
        if (end) inner.at = end;
    }
}
