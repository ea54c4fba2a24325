#include "document/bilingual/beside_html.h"

#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/beside.h"
#include "document/markup/read_html.h"
#include "language/language_parts.h"

/* Elements that have nothing but text, or nothing but other elements. */
static const char no_places[] =
    " html head title option optgroup select datalist textarea table thead tbody tfoot tr colgroup "
    "ul ol dl menu picture script style ";

static enum tr_beside_place place_in_page(const tr_beside_block *b)
{
    if (!b->start) return TR_BESIDE_WITHIN;
    if (strchr(b->start->name, ':') || tr_markup_listed(no_places, b->start->name))
        return TR_BESIDE_NOWHERE;
    return !strcmp(b->start->name, "p") ? TR_BESIDE_BEHIND : TR_BESIDE_WITHIN;
}

/* True if a page says that it is of XHTML 1.1, which knows no attribute but xml:lang. */
static bool is_xhtml_1_1(const tr_content *d)
{
    const size_t end = d->size < 1000 ? d->size : 1000;
    return tr_span_find(d->bytes, 0, end, "//DTD XHTML 1.1") < end;
}

/* The direction of a translation, if it is not its source's. */
static const char *direction_of(const tr_document_options *o)
{
    tr_language_parts from = {{0}, {0}, 0, false}, to;

    if (o->source_language) tr_language_parts_find(o->source_language, &from);
    if (!tr_language_parts_find(o->target_language, &to) || to.is_from_right == from.is_from_right)
        return "";
    return to.is_from_right ? " dir=\"rtl\"" : " dir=\"ltr\"";
}

void tr_beside_html_language(const tr_document_options *o, const char *name, tr_buf *out)
{
    tr_buf_printf(out, " %s=\"%s\"%s", name, o->target_language, direction_of(o));
}

static void write_attributes(const tr_content *source, const char *classes, bool xml, tr_buf *out)
{
    if (xml && is_xhtml_1_1(source))
        tr_beside_html_language(source->options, "xml:lang", out);
    else
        tr_beside_html_language(source->options, "lang", out);
    if (xml && !is_xhtml_1_1(source))
        tr_buf_printf(out, " xml:lang=\"%s\"", source->options->target_language);
    tr_buf_printf(out, " class=\"%s\"", classes);
}

/* The attributes of a paragraph that say how it looks. */
static void write_looks(const tr_beside_block *b, bool xml, tr_buf *out)
{
    static const char *const looks[] = {"style", "align"};
    const tr_markup m = {.text = b->source->bytes, .size = b->source->size, .xml = xml};
    tr_buf classes = {0};
    tr_span value;

    if (tr_markup_find(&m, b->start, "class", &value) && value.begin < value.end &&
        !memchr(m.text + value.begin, '"', value.end - value.begin)) {
        tr_content_copy(b->source, value, &classes);
        tr_buf_add_string(&classes, " ");
    }
    tr_buf_add_string(&classes, "translation");
    write_attributes(b->source, tr_buf_text(&classes), xml, out);
    tr_buf_free(&classes);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        if (!tr_markup_find(&m, b->start, looks[i], &value) || value.begin == value.end ||
            memchr(m.text + value.begin, '"', value.end - value.begin))
            continue;
        tr_buf_printf(out, " %s=\"", looks[i]);
        tr_content_copy(b->source, value, out);
        tr_buf_add_string(out, "\"");
    }
}

/* A line end, and the blanks before the paragraph, if it begins its line. */
static void write_indent(const tr_beside_block *b, tr_buf *out)
{
    const size_t begin = b->start->raw.begin;
    const size_t blanks = tr_skip_back(b->source->bytes, 0, begin, tr_ascii_is_blank);

    if (blanks > 0 && !tr_ascii_is_line_end(b->source->bytes[blanks - 1])) return;
    tr_buf_add_string(out, tr_content_line_end(b->source));
    tr_content_copy(b->source, (tr_span){blanks, begin}, out);
}

static void write_in_page(const tr_beside_block *b, enum tr_beside_place place, bool xml,
                          tr_buf *out)
{
    if (place == TR_BESIDE_BEHIND) {
        write_indent(b, out);
        tr_buf_add_string(out, "<p");
        write_looks(b, xml, out);
    } else {
        tr_buf_add_string(out, xml ? "<br/><span" : "<br><span");
        write_attributes(b->source, "translation", xml, out);
    }
    tr_buf_add_string(out, ">");
    tr_buf_add(out, tr_buf_text(b->translation), b->translation->len);
    tr_buf_add_string(out, place == TR_BESIDE_BEHIND ? "</p>" : "</span>");
}

static void write_html(const tr_beside_block *b, enum tr_beside_place place, tr_buf *out)
{
    write_in_page(b, place, false, out);
}

static void write_xhtml(const tr_beside_block *b, enum tr_beside_place place, tr_buf *out)
{
    write_in_page(b, place, true, out);
}

#define RULES_OF_PAGES                                                                             \
    .once = " input select textarea datalist ", .once_tags = " button label form ",                \
    .once_beside = " img picture map area embed object applet audio video canvas svg ",            \
    .attributes = " id name xml:id accesskey itemprop ", .place = place_in_page

static const tr_beside_rules html = {RULES_OF_PAGES, .read = tr_read_html, .write = write_html};
static const tr_beside_rules xhtml = {RULES_OF_PAGES, .xml = true, .read = tr_read_xhtml,
                                      .write = write_xhtml};
static const tr_beside_rules chapter = {RULES_OF_PAGES, .xml = true, .skipped = " nav ",
                                        .read = tr_read_xhtml, .write = write_xhtml};

void tr_beside_html(const tr_content *source, const tr_content *now, tr_buf *out)
{
    size_t n;
    tr_beside(&html, source, now, &n, out);
}

void tr_beside_xhtml(const tr_content *source, const tr_content *now, tr_buf *out)
{
    size_t n;
    tr_beside(&xhtml, source, now, &n, out);
}

void tr_beside_chapter(const tr_content *source, const tr_content *now, tr_buf *out)
{
    size_t n;
    tr_beside(&chapter, source, now, &n, out);
}

/* Reads bytes of a document as a page. */
static int read_part(const tr_content *d, tr_span at, tr_content *part)
{
    tr_error ignored;

    *part = (tr_content){.name = d->name, .options = d->options, .again = true};
    tr_content_set_bytes(part, d->bytes + at.begin, at.end - at.begin);
    return tr_read_html(part, &ignored);
}

void tr_beside_html_part(const tr_content *source, tr_span at, const tr_content *now, tr_span then,
                         tr_buf *out)
{
    tr_content before, behind = {.name = now->name, .options = now->options};
    size_t n;

    tr_content_set_bytes(&behind, now->bytes + then.begin, then.end - then.begin);
    if (read_part(source, at, &before) == TR_OK)
        tr_beside(&html, &before, &behind, &n, out);
    else
        out->failed = true;
    tr_content_free(&before);
}
