#include "document/package/paragraph_styles.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "document/markup/markup.h"
#include "document/segment/string_list.h"

static void add_style(tr_buf *list, const char *kind, const tr_markup *m, tr_span name)
{
    tr_buf_add_string(list, kind);
    tr_buf_add(list, m->text + name.begin, name.end - name.begin);
    tr_buf_add(list, "", 1);
}

/* True if the style is in a list in order. */
static bool has_style(const tr_buf *list, const char *kind, const tr_markup *m, tr_span name)
{
    char text[100];
    const size_t len = name.end - name.begin;

    if (len + 2 > sizeof text) return false;
    text[0] = *kind;
    memcpy(text + 1, m->text + name.begin, len);
    text[len + 1] = '\0';
    return tr_string_list_has(list, text);
}

/* ---- WordprocessingML ---- */

typedef struct style {
    tr_span id, base; /* the style that it is made of; empty: none */
    const char *kind; /* "+", "-", "": neither */
} style;

typedef struct style_list {
    style *list; /* [n] */
    size_t n, capacity;
    bool failed;
} style_list;

/* The tables of contents and of figures are of styles that have these names in all languages. */
static bool is_of_contents(const tr_markup *m, tr_span name)
{
    static const char *const begins[] = {"toc ", "table of figures", "index "};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const size_t len = strlen(begins[i]);
        if (name.end - name.begin >= len && !strncasecmp(m->text + name.begin, begins[i], len))
            return true;
    }
    return false;
}

static void read_style_tag(style_list *styles, const tr_markup *m, const tr_markup_token *t)
{
    style *const last = styles->n ? &styles->list[styles->n - 1] : NULL;
    tr_span value;

    if (!strcmp(t->name, "w:style") && tr_markup_find(m, t, "w:styleId", &value)) {
        styles->list = tr_room(styles->list, &styles->capacity, styles->n + 1, sizeof *styles->list,
                               &styles->failed);
        if (!styles->failed) styles->list[styles->n++] = (style){value, {0, 0}, ""};
    } else if (last && !strcmp(t->name, "w:basedOn") && tr_markup_find(m, t, "w:val", &value)) {
        last->base = value;
    } else if (last && !strcmp(t->name, "w:name") && tr_markup_find(m, t, "w:val", &value)) {
        if (is_of_contents(m, value)) last->kind = "-";
    } else if (last && !*last->kind &&
               (tr_markup_listed(" w:numPr w:pageBreakBefore w:framePr ", t->name) ||
                (!strcmp(t->name, "w:outlineLvl") && tr_markup_find(m, t, "w:val", &value) &&
                 !tr_markup_is(m, value, "9")))) {
        last->kind = "+";
    }
}

/* Each style is of the kind of its base: appends styles whose kind was not known. */
static void inherit_kinds(style_list *styles, const tr_markup *m, const tr_buf *known, tr_buf *more)
{
    for (size_t i = 0; i < styles->n; i++) {
        style *const s = &styles->list[i];
        if (*s->kind || !has_style(known, "+", m, s->base)) continue;
        s->kind = "+";
        add_style(more, s->kind, m, s->id);
    }
}

static bool list_kinds(style_list *styles, const tr_markup *m, tr_buf *list)
{
    enum { DEEPEST = 10 };

    for (size_t i = 0; i < styles->n; i++)
        if (*styles->list[i].kind) add_style(list, styles->list[i].kind, m, styles->list[i].id);
    for (int depth = 0; depth < DEEPEST; depth++) {
        tr_buf more = {0};
        if (!tr_string_list_sort(list)) return false;
        inherit_kinds(styles, m, list, &more);
        const bool all = !more.len;
        tr_buf_add(list, tr_buf_text(&more), more.len);
        list->failed = list->failed || more.failed;
        tr_buf_free(&more);
        if (all) break;
    }
    return tr_string_list_sort(list);
}

int tr_paragraph_styles_read_ooxml(tr_package *p, const char *member, tr_error *err)
{
    tr_buf xml = {0};
    style_list styles = {0};
    tr_markup_token t;

    int rc = tr_package_xml(p, member, &xml, err);
    tr_markup m = {.text = tr_buf_text(&xml), .size = xml.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START) read_style_tag(&styles, &m, &t);
    if (rc == TR_OK && (styles.failed || !list_kinds(&styles, &m, &p->styles)))
        rc = tr_fail_memory(err);
    free(styles.list);
    tr_buf_free(&xml);
    return rc;
}

/* ---- OpenDocument ---- */

/* True if paragraphs of a style begin a page, or end one. */
static bool breaks_pages(const tr_markup *m, const tr_markup_token *t)
{
    static const char *const names[] = {"fo:break-before", "fo:break-after",
                                        "style:master-page-name"};
    tr_span value;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tr_markup_find(m, t, names[i], &value) && value.begin < value.end &&
            !tr_markup_is(m, value, "auto"))
            return true;
    return false;
}

int tr_paragraph_styles_read_odf(tr_package *p, const char *member, tr_error *err)
{
    tr_buf xml = {0};
    tr_span name = {0};
    tr_markup_token t;

    int rc = tr_package_xml(p, member, &xml, err);
    tr_markup m = {.text = tr_buf_text(&xml), .size = xml.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t)) {
        const bool is_style = !strcmp(t.name, "style:style");
        if (t.kind != TR_MARKUP_START) continue;
        if (!strcmp(t.name, "office:body")) break;
        if (is_style && !tr_markup_find(&m, &t, "style:name", &name)) name.end = name.begin;
        if ((is_style || !strcmp(t.name, "style:paragraph-properties")) && name.begin < name.end &&
            breaks_pages(&m, &t))
            add_style(&p->styles, "+", &m, name);
    }
    if (rc == TR_OK && !tr_string_list_sort(&p->styles)) rc = tr_fail_memory(err);
    tr_buf_free(&xml);
    return rc;
}

/* ---- Both ---- */

enum tr_beside_place tr_paragraph_styles_place(const tr_content *d, tr_span name)
{
    const tr_markup m = {.text = d->bytes, .size = d->size, .xml = true};

    if (!d->styles) return TR_BESIDE_BEHIND;
    if (has_style(d->styles, "+", &m, name)) return TR_BESIDE_WITHIN;
    return has_style(d->styles, "-", &m, name) ? TR_BESIDE_NOWHERE : TR_BESIDE_BEHIND;
}
