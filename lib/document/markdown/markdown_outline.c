#include "document/markdown/markdown_outline.h"

#include <stdlib.h>

#include "config.h"
#include "document/masks/mask_markdown.h"

#ifdef HAVE_MD4C

#include <md4c.h>

#include "base/ascii.h"
#include "document/masks/markdown_prefix.h"

enum { FLAGS = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS };

/* The leaf at hand ends; text that follows right in an item is a leaf again. */
static void end_leaf(tr_md_outline *o, enum tr_md_leaf_kind next)
{
    if (o->now.text.begin < o->now.text.end) {
        o->list = tr_room(o->list, &o->capacity, o->n + 1, sizeof *o->list, &o->failed);
        if (!o->failed) o->list[o->n++] = o->now;
    }
    o->now = (tr_md_leaf){.kind = next, .n_items = o->now.n_items};
}

static enum tr_md_leaf_kind kind_of(MD_BLOCKTYPE type)
{
    switch (type) {
    case MD_BLOCK_H:
        return TR_MD_HEADING;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        return TR_MD_CELL;
    case MD_BLOCK_P:
        return TR_MD_PARAGRAPH;
    case MD_BLOCK_HTML:
        return TR_MD_HTML;
    default:
        return TR_MD_ITEM;
    }
}

static int enter(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    tr_md_outline *const o = ctx;

    (void)detail;
    end_leaf(o, kind_of(type));
    o->now.n_items += type == MD_BLOCK_LI;
    return o->failed;
}

static int leave(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    tr_md_outline *const o = ctx;

    (void)detail;
    end_leaf(o, TR_MD_ITEM);
    o->now.n_items -= type == MD_BLOCK_LI;
    return o->failed;
}

static int enter_picture(MD_SPANTYPE type, void *detail, void *ctx)
{
    (void)detail;
    ((tr_md_outline *)ctx)->n_pictures += type == MD_SPAN_IMG;
    return 0;
}

static int leave_picture(MD_SPANTYPE type, void *detail, void *ctx)
{
    (void)detail;
    ((tr_md_outline *)ctx)->n_pictures -= type == MD_SPAN_IMG;
    return 0;
}

/* True if the text at byte `at` is of a note or of what explains a term, which its line begins, and
 * the leaf at hand has begun in a line before: md4c sees one paragraph. */
static bool begins_note(const tr_md_outline *o, size_t at)
{
    const char *const text = o->content->bytes;
    size_t begin = at;

    if (o->now.text.begin == o->now.text.end) return false;
    while (begin > o->now.text.end && !tr_ascii_is_line_end(text[begin - 1]))
        begin--;
    if (begin <= o->now.text.end) return false;
    const tr_md_line l = tr_md_line_read(text, o->content->size, begin);
    return tr_md_prefix(text, &l) != 0;
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *ctx)
{
    tr_md_outline *const o = ctx;
    const tr_span found = tr_masks_find(&o->masks, text, size);
    const tr_span at = {tr_masks_place(&o->masks, found.begin),
                        tr_masks_place(&o->masks, found.end)};

    if (found.begin == found.end || type == MD_TEXT_BR || type == MD_TEXT_SOFTBR ||
        (type == MD_TEXT_HTML && o->now.kind != TR_MD_HTML))
        return 0;
    if (begins_note(o, at.begin)) end_leaf(o, o->now.kind);
    if (o->now.text.begin == o->now.text.end) o->now.text = at;
    o->now.text.end = at.end;
    const tr_span word = tr_skip_around(o->masks.text, found, tr_ascii_is_html_space);
    o->now.has_words = o->now.has_words || (!o->n_pictures && word.begin < word.end);
    return 0;
}

void tr_md_outline_read(tr_md_outline *o, const tr_content *d)
{
    MD_PARSER parser = {.flags = FLAGS,
                        .enter_block = enter,
                        .leave_block = leave,
                        .enter_span = enter_picture,
                        .leave_span = leave_picture,
                        .text = take_text};

    *o = (tr_md_outline){.content = d};
    o->masks.jsx = tr_markdown_has_jsx(d->name, d->bytes, d->size);
    if (o->masks.jsx) parser.flags |= MD_FLAG_NOINDENTEDCODEBLOCKS;
    o->failed = !tr_mask_markdown(&o->masks, d->bytes, d->size, true);
    const size_t n = o->failed ? 0 : o->masks.size - o->masks.begin;
    if (n && md_parse(o->masks.text + o->masks.begin, (MD_SIZE)n, &parser, o) != 0)
        o->failed = true;
}

#else

void tr_md_outline_read(tr_md_outline *o, const tr_content *d)
{
    (void)d;
    *o = (tr_md_outline){0};
}

#endif

void tr_md_outline_drop_html(tr_md_outline *o)
{
    size_t n = 0;

    for (size_t i = 0; i < o->n; i++)
        if (o->list[i].kind != TR_MD_HTML) o->list[n++] = o->list[i];
    o->n = n;
}

void tr_md_outline_free(tr_md_outline *o)
{
    tr_masks_free(&o->masks);
    free(o->list);
}
