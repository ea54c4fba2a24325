#include "document/markdown/read_markdown.h"

#include "config.h"

#ifdef HAVE_MD4C

#include <md4c.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/data/read_yaml.h"
#include "document/markdown/markdown_blocks.h"
#include "document/markdown/markdown_leaf.h"
#include "document/markdown/markdown_toml.h"
#include "document/markup/markup.h"
#include "document/markup/read_html.h"
#include "document/masks/mask_markdown.h"

enum { FLAGS = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS };

/* Keys of the front matter whose values are text, if no others are asked for; the last ones where
 * they stand below another key. */
static const char front_keys[] =
    "title,description,summary,subtitle,excerpt,tagline,linkTitle,sidebar_label,"
    "*.text,*.details,*.linkText,*.alt";

typedef struct markdown_reading {
    tr_builder b;
    tr_masks masks;
    size_t next_mask;
    tr_md_item *items; /* [n_items] of the block at hand */
    size_t n_items, items_capacity;
    tr_md_token *tokens;
    size_t tokens_capacity, searched;
    bool in_code, in_html, is_cell;
    tr_span html; /* of the block at hand */
    bool torn;    /* other text stands between its lines */
} markdown_reading;

static void move_to_document(const markdown_reading *r, tr_span *at)
{
    at->begin = tr_masks_place(&r->masks, at->begin);
    at->end = tr_masks_place(&r->masks, at->end);
}

/* Builds the block at hand, if it has text. */
static void end_markdown_leaf(markdown_reading *r)
{
    size_t n;

    if (!r->n_items) return;
    r->tokens =
        tr_room(r->tokens, &r->tokens_capacity, r->n_items, sizeof *r->tokens, &r->b.failed);
    if (r->b.failed) return;
    if (!tr_md_place(r->masks.text, r->masks.size, r->items, r->n_items, r->tokens, &n,
                     &r->searched))
        r->b.content->n_unread[TR_UNREAD_MARKS]++;
    for (size_t i = 0; i < n; i++) {
        move_to_document(r, &r->tokens[i].raw);
        move_to_document(r, &r->tokens[i].text);
        move_to_document(r, &r->tokens[i].title);
    }
    if (n) tr_md_build(&r->b, &r->masks, &r->next_mask, r->tokens, n, r->is_cell);
    r->n_items = 0;
}

static void add_md_item(markdown_reading *r, enum tr_md_kind kind, enum tr_md_span span,
                        tr_span text)
{
    r->items =
        tr_room(r->items, &r->items_capacity, r->n_items + 1, sizeof *r->items, &r->b.failed);
    if (!r->b.failed) r->items[r->n_items++] = (tr_md_item){kind, span, text};
}

/* ---- Events of md4c ---- */

static const char *where_of(MD_BLOCKTYPE type, const void *detail)
{
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", "h6"};

    if (type == MD_BLOCK_H) return headings[(((const MD_BLOCK_H_DETAIL *)detail)->level - 1) % 6];
    if (type == MD_BLOCK_LI) return "li";
    if (type == MD_BLOCK_TH) return "th";
    if (type == MD_BLOCK_TD) return "td";
    return "p";
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    markdown_reading *const r = ctx;

    end_markdown_leaf(r);
    r->b.where = where_of(type, detail);
    r->b.kind = type;
    r->in_code = type == MD_BLOCK_CODE;
    r->in_html = type == MD_BLOCK_HTML;
    r->is_cell = type == MD_BLOCK_TH || type == MD_BLOCK_TD;
    r->html = (tr_span){0};
    r->torn = false;
    return r->b.failed;
}

/* True if a block of HTML begins with a whole tag or comment.  A tag that never ends makes a block,
 * too, and is text to HTML: translated text is written so that it makes none. */
static bool begins_with_tag(const markdown_reading *r)
{
    const char *const t = r->b.content->bytes;
    tr_span at = r->html;
    tr_markup_token token;

    at.begin = tr_skip(t, at.begin, at.end, tr_ascii_is_html_space);
    tr_markup m = {.text = t, .size = at.end, .at = at.begin, .jsx = r->masks.jsx};
    return tr_markup_next(&m, &token) && token.kind != TR_MARKUP_TEXT;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    markdown_reading *const r = ctx;

    (void)detail;
    end_markdown_leaf(r);
    if (type == MD_BLOCK_HTML && r->html.begin < r->html.end && !r->torn) {
        move_to_document(r, &r->html);
        tr_build_break(&r->b, r->html.begin);
        if (begins_with_tag(r)) tr_build_html(&r->b, r->html, r->masks.jsx);
        tr_build_break(&r->b, r->html.end);
    }
    r->in_code = r->in_html = r->is_cell = false;
    return r->b.failed;
}

static enum tr_md_span span_of(MD_SPANTYPE type)
{
    switch (type) {
    case MD_SPAN_EM:
        return TR_MD_EMPHASIS;
    case MD_SPAN_STRONG:
        return TR_MD_STRONG;
    case MD_SPAN_A:
        return TR_MD_LINK;
    case MD_SPAN_IMG:
        return TR_MD_PICTURE;
    case MD_SPAN_CODE:
        return TR_MD_CODE;
    default:
        return TR_MD_STRUCK;
    }
}

static int enter_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    markdown_reading *const r = ctx;
    (void)detail;
    add_md_item(r, TR_MD_OPEN, span_of(type), (tr_span){0});
    return r->b.failed;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    markdown_reading *const r = ctx;
    (void)detail;
    add_md_item(r, TR_MD_CLOSE, span_of(type), (tr_span){0});
    return r->b.failed;
}

/* Lines of a block of HTML. */
static void add_html(markdown_reading *r, tr_span at)
{
    if (at.begin == at.end) return;
    if (r->html.begin == r->html.end) r->html = (tr_span){at.begin, at.begin};
    for (size_t i = r->html.end; i < at.begin; i++)
        r->torn = r->torn || !strchr(" \t\r\n", r->masks.text[i]);
    r->html.end = at.end;
}

static int take_leaf_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *ctx)
{
    markdown_reading *const r = ctx;
    const tr_span at = tr_masks_find(&r->masks, text, size); /* empty: md4c made it up */
    const enum tr_md_kind kind = type == MD_TEXT_BR       ? TR_MD_HARD_BREAK
                                 : type == MD_TEXT_SOFTBR ? TR_MD_SOFT_BREAK
                                 : type == MD_TEXT_ENTITY ? TR_MD_ENTITY
                                 : type == MD_TEXT_HTML   ? TR_MD_HTML
                                                          : TR_MD_TEXT;

    if (r->in_html)
        add_html(r, at);
    else if (!r->in_code && (size || type == MD_TEXT_NULLCHAR))
        add_md_item(r, kind, 0,
                    kind == TR_MD_HARD_BREAK || kind == TR_MD_SOFT_BREAK ? (tr_span){0} : at);
    return r->b.failed;
}

/* ---- All ---- */

static void read_front(markdown_reading *r)
{
    const char *const keys = r->b.content->options->keys;
    if (r->masks.front.begin < r->masks.front.end)
        (r->masks.toml ? tr_build_toml : tr_build_yaml)(&r->b, r->masks.front,
                                                        keys ? keys : front_keys);
    tr_build_fixed(&r->b, (tr_span){r->masks.front.end, r->masks.begin});
    if (r->b.content->by_value) r->b.content->by_value = r->masks.begin;
}

/* Bytes of the longest line with "]:" in text [n], and of the lines after it up to a blank one or
 * the next of its kind: a reference's address and title are no longer. */
static size_t longest_reference(const char *text, size_t n)
{
    size_t begin = n, longest = 0, end;

    for (size_t at = 0; at < n; at = end + 1) {
        end = tr_find_byte(text, at, n, '\n');
        const char *const close = memchr(text + at, ']', end - at);
        const bool begins = close && close + 1 < text + end && close[1] == ':';
        const tr_span rest = tr_span_trimmed(text, at, end);
        if (begins) begin = at;
        if (rest.begin == rest.end) begin = n;
        if (begin < n && end - begin > longest) longest = end - begin;
    }
    return longest;
}

/* md4c walks over address and title for each use of a reference. */
static bool has_long_references(const char *text, size_t n)
{
    enum { MOST = 1 << 30 }; /* bytes that are walked over: a second or two */
    const size_t longest = longest_reference(text, n);
    size_t uses = 0;

    for (size_t i = 0; i < n; i++)
        uses += text[i] == '[';
    return longest > 0 && uses > MOST / longest;
}

/* Lists and quotations of so little text that md4c takes far more bytes than the document has. */
static bool has_too_many_blocks(const char *text, size_t n)
{
    enum {
        FREE = 8 << 20,
        MOST = 42,
        OF = 5
    }; /* bytes that are no matter; bytes for one of text */
    const size_t bytes = tr_md_block_bytes(text, n);
    return bytes > FREE && bytes / MOST > n / OF;
}

/* Returns why text [n] is not to be read, or NULL. */
static const char *reason_to_refuse(const char *text, size_t n)
{
    if (has_long_references(text, n)) return "its references are too long for so many uses";
    if (has_too_many_blocks(text, n)) return "it has too many lists and quotations for its text";
    return NULL;
}

static int read_document(tr_content *d, bool has_front, tr_error *err)
{
    MD_PARSER parser = {.flags = FLAGS,
                        .enter_block = enter_block,
                        .leave_block = leave_block,
                        .enter_span = enter_span,
                        .leave_span = leave_span,
                        .text = take_leaf_text};
    markdown_reading r = {0};
    const char *reason = NULL;

    tr_builder_init(&r.b, d, NULL);
    r.masks.jsx = tr_markdown_has_jsx(d->name, d->bytes, d->size);
    if (r.masks.jsx) parser.flags |= MD_FLAG_NOINDENTEDCODEBLOCKS; /* MDX has none */
    r.b.failed = !tr_mask_markdown(&r.masks, d->bytes, d->size, has_front);
    if (!r.b.failed) {
        d->n_unread[TR_UNREAD_CROWD] += r.masks.n_left;
        d->n_passed += r.masks.n_passed;
        read_front(&r);
        const size_t n = r.masks.size - r.masks.begin;
        reason = reason_to_refuse(r.masks.text + r.masks.begin, n);
        if (n && !reason && md_parse(r.masks.text + r.masks.begin, (MD_SIZE)n, &parser, &r) != 0)
            r.b.failed = true;
    }
    free(r.items);
    free(r.tokens);
    tr_masks_free(&r.masks);
    if (!reason) return tr_builder_end(&r.b, err);
    tr_builder_end(&r.b, NULL);
    return tr_content_refuse(d, 0, reason, err);
}

#else

static int read_document(tr_content *d, bool has_front, tr_error *err)
{
    (void)has_front;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: this build has no md4c, and reads no Markdown",
                   d->name);
}

#endif

int tr_read_markdown(tr_content *d, tr_error *err)
{
    return read_document(d, true, err);
}

int tr_read_markdown_cell(tr_content *d, tr_error *err)
{
    return read_document(d, false, err);
}
