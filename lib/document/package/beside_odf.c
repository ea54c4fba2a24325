#include "document/package/beside_odf.h"

#include <stdio.h>
#include <string.h>

#include "document/bilingual/beside.h"
#include "document/package/paragraph_styles.h"
#include "language/language_parts.h"

static enum tr_beside_place place_in_text(const tr_beside_block *b)
{
    const tr_markup m = {.text = b->source->bytes, .size = b->source->size, .xml = true};
    tr_span name;

    if (!strcmp(b->start->name, "text:h")) return TR_BESIDE_WITHIN;
    return tr_markup_find(&m, b->start, "text:style-name", &name)
               ? tr_paragraph_styles_place(b->source, name)
               : TR_BESIDE_BEHIND;
}

/* ---- The style that says the language ---- */

/* The name of the first style that the document has none of: "Translation", "Translation1". */
static void find_free_name(const tr_content *d, char name[24])
{
    for (int i = 0; i < 1000; i++) {
        char quoted[32];
        snprintf(name, 24, i ? "Translation%d" : "Translation", i);
        snprintf(quoted, sizeof quoted, "\"%s\"", name);
        if (tr_span_find(d->bytes, d->begin, d->size, quoted) == d->size) return;
    }
}

static void write_style(const tr_content *d, tr_buf *out)
{
    static const char *const kinds[] = {"", "-asian", "-complex"};
    tr_language_parts p;
    char name[24];

    find_free_name(d, name);
    if (!tr_language_parts_find(d->options->target_language, &p)) return;
    const bool western = p.script == TR_SCRIPT_WESTERN;
    const char *const prefix = western ? "fo" : "style", *const kind = kinds[p.script];
    tr_buf_printf(out,
                  "<style:style style:name=\"%s\" style:family=\"text\"><style:text-properties "
                  "%s:language%s=\"%s\" %s:country%s=\"%s\"/></style:style>",
                  name, prefix, kind, p.language, prefix, kind, *p.region ? p.region : "none");
}

/* Appends bytes of `d`, which have the document with its translations, with the style. */
static void add_style(const tr_content *d, const tr_buf *made, tr_buf *out)
{
    static const char tag[] = "office:automatic-styles";
    tr_markup m = {.text = tr_buf_text(made), .size = made->len, .xml = true};
    tr_markup_token t;

    while (tr_markup_next(&m, &t)) {
        const bool is_styles = !strcmp(t.name, tag);
        const bool is_behind =
            !strcmp(t.name, "office:body") || !strcmp(t.name, "office:master-styles");
        if (t.kind != TR_MARKUP_START || (!is_styles && !is_behind)) continue;
        const size_t at = !is_styles || t.closed ? t.raw.begin : t.raw.end;
        tr_buf_add(out, m.text, at);
        if (at < t.raw.end) tr_buf_printf(out, "<%s>", tag);
        write_style(d, out);
        if (at < t.raw.end) tr_buf_printf(out, "</%s>", tag);
        m.at = is_styles ? t.raw.end : at;
        break;
    }
    tr_buf_add(out, m.text + m.at, m.size - m.at);
}

/* ---- Paragraphs ---- */

static void write_in_text(const tr_beside_block *b, enum tr_beside_place place, tr_buf *out)
{
    const tr_markup m = {.text = b->source->bytes, .size = b->source->size, .xml = true};
    tr_span style;
    char name[24];

    find_free_name(b->source, name);
    if (place == TR_BESIDE_BEHIND) {
        tr_buf_add_string(out, "<text:p");
        if (tr_markup_find(&m, b->start, "text:style-name", &style)) {
            tr_buf_add_string(out, " text:style-name=\"");
            tr_content_copy(b->source, style, out);
            tr_buf_add_string(out, "\"");
        }
        tr_buf_add_string(out, ">");
    } else {
        tr_buf_add_string(out, "<text:line-break/>");
    }
    tr_buf_printf(out, "<text:span text:style-name=\"%s\">", name);
    tr_buf_add(out, tr_buf_text(b->translation), b->translation->len);
    tr_buf_add_string(out, place == TR_BESIDE_BEHIND ? "</text:span></text:p>" : "</text:span>");
}

static const tr_beside_rules rules = {
    .xml = true,
    .blocks = " text:p text:h ",
    .skipped = " text:table-of-content text:illustration-index text:table-index text:object-index "
               "text:user-index text:alphabetical-index text:bibliography chart:chart "
               "text:tracked-changes ",
    .once = " text:note text:bookmark text:bookmark-start text:bookmark-end text:reference-mark "
            "text:reference-mark-start text:reference-mark-end text:change text:change-start "
            "text:change-end text:toc-mark text:toc-mark-start text:toc-mark-end "
            "text:alphabetical-index-mark text:alphabetical-index-mark-start "
            "text:alphabetical-index-mark-end text:user-index-mark text:user-index-mark-start "
            "text:user-index-mark-end text:soft-page-break office:annotation "
            "office:annotation-end draw:frame draw:custom-shape draw:g draw:rect draw:line "
            "draw:ellipse draw:polyline draw:polygon draw:path draw:connector draw:control "
            "draw:caption draw:a text:drop-down form:form ",
    .once_tags = " text:sequence text:variable-set text:meta text:meta-field "
                 "loext:content-control text:numbered-paragraph ",
    .attributes = " xml:id text:id ",
    .place = place_in_text,
    .write = write_in_text};

void tr_beside_odf(const tr_content *source, const tr_content *now, tr_buf *out)
{
    tr_buf made = {0};
    size_t n;

    tr_beside(&rules, source, now, &n, &made);
    if (n)
        add_style(source, &made, out);
    else
        tr_buf_add(out, tr_buf_text(&made), made.len);
    out->failed = out->failed || made.failed;
    tr_buf_free(&made);
}
