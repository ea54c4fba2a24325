#include "document/markdown/markdown_leaf.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/markdown/markdown_write.h"
#include "document/markup/escapes.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/read_html.h"
#include "document/markup/separators.h"
#include "document/masks/markdown_directives.h"
#include "document/segment/decoded.h"

enum { LEAST_WIDTH = 60 /* characters */ };

typedef struct leaf {
    tr_builder *b;
    const char *t; /* the document */
    const tr_masks *masks;
    size_t next_mask;
    const tr_md_token *tokens; /* [n] */
    size_t n, i;               /* the one at hand */
    size_t note_end;           /* a note is being built up to here; 0: none is */
    size_t built;              /* up to here, what follows an image is built with it */
    size_t searched;           /* tokens that were searched in vain; limited, so that the time is */
} leaf;

/* ---- Where lines end ---- */

static size_t line_begin(const leaf *l, size_t at)
{
    while (at > 0 && !tr_ascii_is_line_end(l->t[at - 1]))
        at--;
    return at;
}

/* The most characters of a line. */
static size_t widest_line(const leaf *l)
{
    const size_t end = l->tokens[l->n - 1].raw.end;
    size_t begin = line_begin(l, l->tokens[0].raw.begin), most = LEAST_WIDTH;

    for (size_t i = begin; i <= end; i++) {
        if (i < end && !tr_ascii_is_line_end(l->t[i])) continue;
        const size_t width = tr_utf8_count(l->t + begin, i - begin);
        if (width > most) most = width;
        begin = i + 1;
    }
    return most;
}

/* True if all of a token is masked: a line that is no text. */
static bool is_masked(const leaf *l, const tr_md_token *t)
{
    const tr_masks *const m = l->masks;
    size_t k = l->next_mask;

    if (t->kind != TR_MD_TEXT) return false;
    while (k < m->n && tr_mask_at(&m->list[k]).end <= t->text.begin)
        k++;
    return k < m->n && m->list[k].begin <= t->text.begin && m->list[k].kind == TR_MASK_LINE &&
           tr_mask_at(&m->list[k]).end >= t->text.end;
}

/* The end of the first line, and what comes before the text of the second. */
static const char *first_break(const leaf *l)
{
    for (size_t i = 0; i < l->n; i++) {
        const tr_md_token *const t = &l->tokens[i];
        size_t begin = t->raw.begin;
        if (t->kind != TR_MD_SOFT_BREAK) continue;
        if ((i == 1 && is_masked(l, t - 1)) || (i + 2 == l->n && is_masked(l, t + 1))) continue;
        while (!tr_ascii_is_line_end(l->t[begin]))
            begin++;
        return tr_region_copy(&l->b->content->region, l->t + begin, t->raw.end - begin);
    }
    return NULL;
}

static void set_span_place(leaf *l, bool is_cell)
{
    const size_t begin = l->tokens[0].raw.begin;
    tr_md_place_of_text place;

    memset(&place, 0, sizeof place); /* they are compared */
    place.is_cell = is_cell;
    place.is_jsx = l->masks->jsx;
    place.wrap.again = first_break(l);
    if (place.wrap.again) { /* a cell's column would cost the line of each */
        const size_t line = line_begin(l, begin);
        place.wrap.width = widest_line(l);
        place.wrap.column = tr_utf8_count(l->t + line, begin - line);
    }
    tr_build_extra(l->b, &place, sizeof place);
    l->b->writing = &tr_markdown_text;
}

/* ---- Text ---- */

/* The name of the pair that a mark begins or ends: "==", "^^", "[[", and "{" of a role, whatever it
 * is. */
static const char *pair_name(const char *mark)
{
    switch (*mark) {
    case ']':
        return "[[";
    case '{':
    case ' ':
        return "{}";
    default:
        return mark;
    }
}

/* An image or a title that stands on one line. */
static void build_attribute(leaf *l, tr_span at, const tr_writing *writing, const char *where)
{
    tr_buf text = {0};

    for (size_t i = at.begin; i < at.end; i++)
        if (tr_ascii_is_line_end(l->t[i])) return;
    tr_markdown_decode(l->t + at.begin, at.end - at.begin, &text);
    const bool is_text = l->b->content->again || tr_decoded_is_text(tr_buf_text(&text), text.len);
    tr_build_attribute(l->b, at, tr_buf_text(&text), is_text ? text.len : 0, writing, where);
    l->b->failed = l->b->failed || text.failed;
    tr_buf_free(&text);
}

static void build_title(leaf *l, tr_span at)
{
    if (at.begin == at.end) return;
    const char quote = l->t[at.begin - 1];
    const tr_writing *const writing = quote == '"'    ? &tr_markdown_double
                                      : quote == '\'' ? &tr_markdown_single
                                                      : &tr_markdown_round;
    build_attribute(l, at, writing, "title");
}

/* Titles and the like in attributes, "{fig-alt="A rose" width=50%}", and in the tag of a template,
 * within a mark that was built. */
static void build_titles(leaf *l, tr_span at)
{
    const bool is_tag = at.end - at.begin > 1 && strchr("{%", l->t[at.begin + 1]);

    if (at.begin == at.end || l->t[at.begin] != '{') return;
    if (is_tag ? !tr_md_has_titles(l->t, at.begin, at.end) : l->masks->jsx) return;
    for (tr_span title; (title = tr_md_next_title(l->t, at.begin + 1, at.end)).begin < at.end;
         at.begin = title.end)
        build_title(l, title);
}

/* The end of the note that a mask begins, if its bytes are text of this leaf; else {0}. */
static tr_span end_of_note(const leaf *l, const tr_mask *m)
{
    const tr_mask *const last = l->masks->list + l->masks->n;
    size_t i = l->i;

    for (m++; m < last && m->kind != TR_MASK_NOTE_END;)
        m++;
    if (m == last) return (tr_span){0};
    const tr_span close = tr_mask_at(m);
    while (i < l->n && l->tokens[i].raw.end < close.end)
        i++;
    const bool is_text = i < l->n && l->tokens[i].kind == TR_MD_TEXT;
    return is_text && l->tokens[i].text.begin <= close.begin ? close : (tr_span){0};
}

/* Builds the beginning or the end of a note, which is a text of its own; false if it is none. */
static bool build_note(leaf *l, const tr_mask *m)
{
    const tr_span at = tr_mask_at(m);

    if (m->kind == TR_MASK_NOTE) {
        const tr_span close = end_of_note(l, m);
        if (!close.end) return false;
        tr_build_point(l->b, (tr_span){at.begin, close.end});
        tr_build_note_begin(l->b, (tr_span){at.end, close.begin}, &tr_markdown_note, "note");
        l->note_end = close.begin;
        return true;
    }
    if (m->kind != TR_MASK_NOTE_END || at.begin != l->note_end) return false;
    tr_build_note_end(l->b);
    l->note_end = 0;
    return true;
}

/* Builds a mask in the text from `from` to `end`. */
static void build_mask(leaf *l, const tr_mask *m, size_t from, size_t end)
{
    const tr_span at = tr_mask_at(m);
    const bool is_note = m->kind == TR_MASK_NOTE || m->kind == TR_MASK_NOTE_END;

    if (is_note && at.begin >= from && at.end <= end && build_note(l, m)) return;
    if (at.begin < from || at.end > end || m->kind == TR_MASK_LINE || is_note)
        tr_build_fixed(l->b,
                       (tr_span){at.begin > from ? at.begin : from, at.end < end ? at.end : end});
    else if (m->kind == TR_MASK_ATOM)
        tr_build_atom(l->b, at);
    else if (m->kind == TR_MASK_OPEN)
        tr_build_open(l->b, at, pair_name(l->t + at.begin), 2);
    else if (m->kind == TR_MASK_CLOSE)
        tr_build_close(l->b, at, pair_name(l->t + at.begin), 2);
    else
        tr_build_point(l->b, at);
    if (m->kind == TR_MASK_ATOM || m->kind == TR_MASK_POINT) build_titles(l, at);
}

/* Text that bars part; its bytes begin at `begin`. */
static void build_leaf_parts(leaf *l, size_t begin, tr_span text)
{
    const tr_document_options *const o = l->b->content->options;
    tr_span bar;

    while ((bar = tr_next_separator(l->t, text.begin, text.end, o)).begin < text.end) {
        tr_build_text(l->b, (tr_span){begin, bar.begin}, l->t + text.begin, bar.begin - text.begin);
        tr_build_fixed(l->b, bar);
        begin = text.begin = bar.end;
    }
    tr_build_text(l->b, (tr_span){begin, text.end}, l->t + text.begin, text.end - text.begin);
}

static void build_leaf_text(leaf *l, const tr_md_token *t)
{
    const tr_masks *const m = l->masks;
    size_t begin = t->raw.begin, from = t->text.begin;

    if (l->built > from) begin = from = l->built;
    while (l->next_mask < m->n && tr_mask_at(&m->list[l->next_mask]).end <= from)
        l->next_mask++;
    for (size_t k = l->next_mask; k < m->n && m->list[k].begin < t->text.end; k++) {
        const tr_span at = tr_mask_at(&m->list[k]);
        if (at.begin > from) build_leaf_parts(l, begin, (tr_span){from, at.begin});
        build_mask(l, &m->list[k], from, t->text.end);
        begin = from = at.end;
    }
    if (from < t->text.end) build_leaf_parts(l, begin, (tr_span){from, t->text.end});
}

/* Builds an entity; one that HTML does not have is an atom. */
static void build_entity(leaf *l, const tr_md_token *t)
{
    const size_t len = t->raw.end - t->raw.begin;
    tr_buf text = {0};

    tr_html_decode(l->t + t->raw.begin, len, false, &text);
    if (text.len == len && !memcmp(tr_buf_text(&text), l->t + t->raw.begin, len))
        tr_build_atom(l->b, t->raw);
    else
        tr_build_text(l->b, t->raw, tr_buf_text(&text), text.len);
    l->b->failed = l->b->failed || text.failed;
    tr_buf_free(&text);
}

/* ---- Tags ---- */

static tr_markup markup_of(const leaf *l, tr_span raw)
{
    return (tr_markup){.text = l->t, .size = raw.end, .at = raw.begin, .jsx = l->masks->jsx};
}

static bool read_inline_tag(const leaf *l, const tr_md_token *t, tr_markup_token *tag)
{
    tr_markup m = markup_of(l, t->raw);
    return t->kind == TR_MD_HTML && tr_markup_next(&m, tag) && tag->raw.end == t->raw.end;
}

/* The token that ends the element which token i begins; `i` if there is none. */
static size_t end_of_element(leaf *l, size_t i, const char *name)
{
    tr_markup_token tag;
    if (l->searched / 64 > l->n) return i;
    for (size_t k = i + 1; k < l->n && (!l->note_end || l->tokens[k].raw.begin < l->note_end); k++)
        if (read_inline_tag(l, &l->tokens[k], &tag) && tag.kind == TR_MARKUP_END &&
            !strcmp(tag.name, name))
            return k;
    l->searched += l->n - i;
    return i;
}

/* True if what a tag begins is not translated, as it says itself. */
static bool stays(const leaf *l, tr_span raw, const tr_markup_token *tag)
{
    const tr_markup m = markup_of(l, raw);
    return tr_markup_is_untouched(&m, tag) ||
           tr_markup_is_foreign(&m, tag, l->b->content->options->source_language);
}

/* Builds bytes `all`, which a ruby is whose base has no marks of Markdown; false if it is none. */
static bool build_ruby(leaf *l, tr_span all, const tr_markup_token *tag)
{
    tr_markup m = markup_of(l, all);
    tr_markup_token start;

    if (strcmp(tag->name, "ruby") != 0 || stays(l, all, tag) || !tr_markup_next(&m, &start))
        return false;
    for (size_t i = all.begin; i < all.end; i++)
        if (strchr("*_`~[]\\$", l->t[i])) return false;
    return tr_build_ruby(l->b, &m, &start);
}

/* Token i is a tag, a comment or the like; returns the last token of it. */
static size_t build_html(leaf *l, size_t i)
{
    const tr_span raw = l->tokens[i].raw;
    tr_markup_token tag;

    if (!read_inline_tag(l, &l->tokens[i], &tag)) {
        tr_build_fixed(l->b, raw);
        return i;
    }
    const enum tr_html_role role = tr_html_role(tag.name);
    const bool start = tag.kind == TR_MARKUP_START, end = tag.kind == TR_MARKUP_END;
    const bool in_sentence = role == TR_HTML_INLINE || role == TR_HTML_OTHER;
    const size_t last =
        start && (role == TR_HTML_ATOM || stays(l, raw, &tag)) ? end_of_element(l, i, tag.name) : i;
    const tr_span all = {raw.begin, l->tokens[last].raw.end};
    if (last > i && build_ruby(l, all, &tag)) return last;
    if (last > i)
        tr_build_atom(l->b, all);
    else if (tag.kind == TR_MARKUP_COMMENT || (start && role == TR_HTML_VOID) ||
             (start && role == TR_HTML_OTHER && tag.closed))
        tr_build_point(l->b, raw);
    else if (start && in_sentence && !tag.closed)
        tr_build_open(l->b, raw, tag.name, strlen(tag.name));
    else if (end && in_sentence)
        tr_build_close(l->b, raw, tag.name, strlen(tag.name));
    else
        tr_build_fixed(l->b, raw);
    const tr_markup m = markup_of(l, raw);
    if (start && last == i) tr_build_html_attributes(l->b, &m, &tag);
    return last;
}

/* ---- All ---- */

static const char *span_name(enum tr_md_span span)
{
    return span == TR_MD_EMPHASIS ? "*"
           : span == TR_MD_STRONG ? "**"
           : span == TR_MD_LINK   ? "["
                                  : "~";
}

/* The bytes of an image or of code with the attributes that touch it, "{width=50%}". */
static tr_span with_attributes(leaf *l, tr_span raw)
{
    const tr_masks *const m = l->masks;
    size_t k = l->next_mask;

    while (k < m->n && m->list[k].begin < raw.end)
        k++;
    if (k < m->n && m->list[k].begin == raw.end && m->list[k].kind == TR_MASK_POINT)
        raw.end = l->built = tr_mask_at(&m->list[k]).end;
    return raw;
}

static void build_token(leaf *l, const tr_md_token *t)
{
    const char *const name = span_name(t->span);

    if (t->kind == TR_MD_TEXT) build_leaf_text(l, t);
    if (t->kind == TR_MD_ENTITY) build_entity(l, t);
    if (t->kind == TR_MD_SOFT_BREAK) tr_build_text(l->b, t->raw, " ", 1);
    if (t->kind == TR_MD_HARD_BREAK) tr_build_fixed(l->b, t->raw);
    if (t->kind == TR_MD_OPEN) tr_build_open(l->b, t->raw, name, strlen(name));
    if (t->kind == TR_MD_ATOM) tr_build_atom(l->b, with_attributes(l, t->raw));
    if (t->kind == TR_MD_CLOSE) {
        tr_build_close(l->b, t->raw, name, strlen(name));
        if (t->by_label) tr_build_attribute(l->b, t->raw, "", 0, &tr_markdown_label, "label");
        build_title(l, t->title);
    }
    if (t->kind == TR_MD_IMAGE) {
        const tr_span whole = with_attributes(l, t->raw);
        tr_build_point(l->b, whole);
        if (t->text.begin < t->text.end) build_attribute(l, t->text, &tr_markdown_label, "image");
        build_title(l, t->title);
        if (whole.end > t->raw.end) build_titles(l, (tr_span){t->raw.end, whole.end});
    }
}

void tr_md_build(tr_builder *b, const tr_masks *masks, size_t *next_mask, const tr_md_token *tokens,
                 size_t n, bool is_cell)
{
    leaf l = {.b = b,
              .t = b->content->bytes,
              .masks = masks,
              .next_mask = *next_mask,
              .tokens = tokens,
              .n = n};

    tr_build_break(b, tokens[0].raw.begin);
    set_span_place(&l, is_cell);
    for (; l.i < n && !b->failed; l.i++)
        if (tokens[l.i].kind == TR_MD_HTML)
            l.i = build_html(&l, l.i);
        else
            build_token(&l, &tokens[l.i]);
    tr_build_break(b, tokens[n - 1].raw.end);
    *next_mask = l.next_mask;
}
