#include "document/markup/svg_texts.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/markup/vocabulary.h"

static const tr_vocabulary *const svg = &tr_vocabularies[TR_SVG];

/* What an element that is open is. */
enum { IS_OTHER, IS_TEXT, IS_MARK, IS_LINE };

typedef struct picture {
    tr_builder *b;
    tr_markup m;
    tr_buf open; /* of each element that is open, the innermost last */
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

static char kind_of_element(const picture *p, const tr_markup_token *t)
{
    const char *const name = tr_markup_local(t);

    if (!is_in_text(p)) return tr_markup_listed(svg->texts, name) ? IS_TEXT : IS_OTHER;
    if (tr_markup_listed(svg->texts, name) && strcmp(name, "text") != 0) return IS_TEXT;
    return has_place(p, t) ? IS_LINE : IS_MARK;
}

static void read_svg_start(picture *p, const tr_markup_token *t)
{
    const char kind = kind_of_element(p, t);
    const bool stays =
        tr_markup_listed(svg->fixed, tr_markup_local(t)) || tr_markup_is_untouched(&p->m, t);
    const size_t end = stays && !t->closed ? tr_markup_end_of(&p->m, t) : 0;

    if (end) {
        p->m.at = end;
        (kind == IS_MARK ? tr_build_atom : tr_build_fixed)(p->b, (tr_span){t->raw.begin, end});
        return;
    }
    if (kind == IS_MARK && t->closed)
        tr_build_point(p->b, t->raw);
    else if (kind == IS_MARK)
        tr_build_open(p->b, t->raw, t->name, strlen(t->name));
    else
        tr_build_fixed(p->b, t->raw);
    if (kind == IS_TEXT) tr_build_where(p->b, "%s", t->name);
    if (!t->closed) tr_buf_add(&p->open, &kind, 1);
}

static void read_svg_end(picture *p, const tr_markup_token *t)
{
    const char kind = p->open.len ? p->open.data[--p->open.len] : IS_OTHER;

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
        if (t.kind == TR_MARKUP_START)
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
    b->failed = b->failed || p.open.failed;
    tr_buf_free(&p.open);
}

void tr_build_inner_texts(tr_builder *b, const tr_markup *m, tr_span part, const char *names)
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
        const bool untouched = tr_markup_listed(tr_vocabularies[TR_HTML].stays, where) ||
                               tr_markup_is_untouched(&inner, &t);
        const size_t end = untouched && !t.closed ? tr_markup_end_of(&inner, &t) : 0;
        if (end) inner.at = end;
    }
}
