#include "document/package/beside_ooxml.h"

#include <string.h>

#include "document/bilingual/beside.h"
#include "document/package/ooxml_copy.h"
#include "document/package/ooxml_names.h"
#include "document/package/paragraph_styles.h"

/* What a property of a paragraph says of the place of its translation. */
static enum tr_beside_place place_by(const tr_content *d, const tr_markup *m,
                                     const tr_markup_token *t)
{
    const bool has_value = t->kind == TR_MARKUP_START;
    tr_span value;

    if (!has_value) return TR_BESIDE_BEHIND;
    if (!strcmp(t->name, "w:pStyle") && tr_markup_find(m, t, "w:val", &value))
        return tr_paragraph_styles_place(d, value);
    if (!strcmp(t->name, "w:framePr"))
        return tr_markup_find(m, t, "w:dropCap", &value) && !tr_markup_is(m, value, "none")
                   ? TR_BESIDE_NOWHERE
                   : TR_BESIDE_WITHIN;
    if (!strcmp(t->name, "w:outlineLvl") && tr_markup_find(m, t, "w:val", &value))
        return tr_markup_is(m, value, "9") ? TR_BESIDE_BEHIND : TR_BESIDE_WITHIN;
    return !strcmp(t->name, "w:numPr") || !strcmp(t->name, "w:sectPr") ? TR_BESIDE_WITHIN
                                                                       : TR_BESIDE_BEHIND;
}

static enum tr_beside_place place_of_paragraph(const tr_beside_block *b)
{
    const tr_span properties = tr_ooxml_properties(b->source, b->content);
    tr_markup m = {
        .text = b->source->bytes, .size = properties.end, .at = properties.begin, .xml = true};
    enum tr_beside_place place = TR_BESIDE_BEHIND;
    tr_markup_token t;

    while (place != TR_BESIDE_NOWHERE && m.at < properties.end && tr_markup_next(&m, &t)) {
        const enum tr_beside_place found = place_by(b->source, &m, &t);
        if (found != TR_BESIDE_BEHIND) place = found;
    }
    return place;
}

static void write_paragraph(const tr_beside_block *b, enum tr_beside_place place, tr_buf *out)
{
    if (place == TR_BESIDE_BEHIND) {
        tr_buf_add_string(out, "<w:p>");
        tr_ooxml_copy_properties(b->source, b->content, out);
    } else {
        tr_buf_add_string(out, "<w:r><w:rPr>");
        tr_ooxml_language(b->source->options, out);
        tr_buf_add_string(out, "</w:rPr><w:br/></w:r>");
    }
    tr_buf_add(out, tr_buf_text(b->translation), b->translation->len);
    if (place == TR_BESIDE_BEHIND) tr_buf_add_string(out, "</w:p>");
}

static const tr_beside_rules rules = {.xml = true,
                                      .blocks = " w:p ",
                                      .copy = tr_ooxml_copy_runs,
                                      .place = place_of_paragraph,
                                      .write = write_paragraph};

/* True if the names of WordprocessingML have another prefix. */
static bool has_other_prefix(const tr_content *d)
{
    const tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_ooxml_names names;

    tr_ooxml_names_find(&names, &m);
    return names.known[0] && strcmp(names.prefixes[0], "w:") != 0;
}

void tr_beside_ooxml(const tr_content *source, const tr_content *now, tr_buf *out)
{
    size_t n;
    if (!has_other_prefix(source)) tr_beside(&rules, source, now, &n, out);
}
