#include "document/markdown/markdown_anchors.h"

#include "config.h"

#ifdef HAVE_MD4C

#include <md4c.h>
#include <stdlib.h>
#include <string.h>

#include "document/markdown/markdown_slug.h"
#include "document/markup/escapes.h"
#include "document/masks/markdown_line.h"
#include "document/masks/markdown_prefix.h"
#include "document/masks/mask_markdown.h"

enum { FLAGS = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS };

typedef struct heading {
    const char *id; /* that it has by its text; "" if none */
    bool is_named;  /* it says its id */
    tr_span at;     /* bytes of the document from its first text to its last */
} heading;

/* The headings of a document. */
typedef struct outline {
    const tr_content *content;
    tr_masks masks;
    size_t next_mask;
    tr_slugs slugs;
    heading *list; /* [n] */
    size_t n, capacity;
    bool in_heading, failed;
    size_t n_pictures; /* that are open: their text is none of the heading */
    heading now;
    tr_buf text;   /* of the heading */
    tr_span named; /* the first name that a heading has; empty: none has one */
} outline;

/* ---- Headings ---- */

/* True if a mask is a name: "{#name}", "{: #name}", or a comment that is one word. */
static bool is_name(const char *text, tr_span mask)
{
    size_t i = mask.begin, end = mask.end;

    while (i < end && strchr("{:/* ", text[i]))
        i++;
    while (end > i && strchr("}/* ", text[end - 1]))
        end--;
    const bool comment = mask.end - mask.begin > 2 && text[mask.begin + 1] == '/';
    return i < end && (comment || text[i] == '#') && !memchr(text + i, ' ', end - i);
}

/* Adds text of the heading without what is no text to those who read it. */
static void add_heading_text(outline *o, tr_span at)
{
    const char *const text = o->content->bytes;

    for (; o->next_mask < o->masks.n; o->next_mask++) {
        const tr_span mask = tr_mask_at(&o->masks.list[o->next_mask]);
        if (mask.end <= at.begin) continue;
        if (mask.begin >= at.end) break;
        const bool is_note = text[mask.begin] == '[';
        if (o->masks.list[o->next_mask].kind == TR_MASK_ATOM && !is_note) continue;
        if (mask.begin > at.begin) tr_buf_add(&o->text, text + at.begin, mask.begin - at.begin);
        at.begin = mask.end < at.end ? mask.end : at.end;
        if (!is_name(text, mask)) continue;
        o->now.is_named = true;
        if (!o->named.end) o->named = mask;
    }
    tr_buf_add(&o->text, text + at.begin, at.end - at.begin);
}

static int enter_heading(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    outline *const o = ctx;

    (void)detail;
    o->in_heading = type == MD_BLOCK_H;
    o->now = (heading){0};
    tr_buf_clear(&o->text);
    return 0;
}

static tr_md_line line_of(const tr_content *d, size_t at)
{
    while (at > 0 && !tr_ascii_is_line_end(d->bytes[at - 1]))
        at--;
    return tr_md_line_read(d->bytes, d->size, at);
}

/* True if what md4c sees as a heading is the title of an admonition or the like. */
static bool is_title(const outline *o)
{
    const tr_md_line l = line_of(o->content, o->now.at.begin);
    return o->now.at.end && tr_md_prefix(o->content->bytes, &l);
}

static int leave_heading(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    outline *const o = ctx;
    void *list = o->list;

    (void)detail;
    o->in_heading = false;
    if (type != MD_BLOCK_H || is_title(o)) return 0;
    const tr_span t = tr_span_trimmed(tr_buf_text(&o->text), 0, o->text.len);
    o->now.id = o->now.is_named
                    ? ""
                    : tr_slugs_next(&o->slugs, tr_buf_text(&o->text) + t.begin, t.end - t.begin);
    o->failed = o->text.failed || !o->now.id ||
                tr_reserve(&list, &o->capacity, o->n + 1, sizeof *o->list) < 0;
    o->list = list;
    if (!o->failed) o->list[o->n++] = o->now;
    return o->failed;
}

static int enter_picture(MD_SPANTYPE type, void *detail, void *ctx)
{
    (void)detail;
    ((outline *)ctx)->n_pictures += type == MD_SPAN_IMG;
    return 0;
}

static int leave_picture(MD_SPANTYPE type, void *detail, void *ctx)
{
    (void)detail;
    ((outline *)ctx)->n_pictures -= type == MD_SPAN_IMG;
    return 0;
}

static int take_heading_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *ctx)
{
    outline *const o = ctx;
    const tr_span found = tr_masks_find(&o->masks, text, size);
    const tr_span at = {tr_masks_place(&o->masks, found.begin),
                        tr_masks_place(&o->masks, found.end)};

    if (!o->in_heading || found.begin == found.end) return 0;
    if (o->now.at.begin == o->now.at.end) o->now.at = at;
    o->now.at.end = at.end;
    if (o->n_pictures) return 0;
    if (type == MD_TEXT_ENTITY)
        tr_html_decode(o->content->bytes + at.begin, at.end - at.begin, false, &o->text);
    else if (type == MD_TEXT_NORMAL || type == MD_TEXT_CODE)
        add_heading_text(o, at);
    return 0;
}

/* Finds the headings of a document that was read before. */
static void read_outline(outline *o, const tr_content *d)
{
    const MD_PARSER parser = {.flags = FLAGS,
                              .enter_block = enter_heading,
                              .leave_block = leave_heading,
                              .enter_span = enter_picture,
                              .leave_span = leave_picture,
                              .text = take_heading_text};

    *o = (outline){.content = d};
    o->masks.jsx = tr_markdown_has_jsx(d->name, d->bytes, d->size);
    o->failed = !tr_mask_markdown(&o->masks, d->bytes, d->size, true);
    const size_t n = o->failed ? 0 : o->masks.size - o->masks.begin;
    if (n && md_parse(o->masks.text + o->masks.begin, (MD_SIZE)n, &parser, o) != 0)
        o->failed = true;
}

static void free_outline(outline *o)
{
    tr_masks_free(&o->masks);
    tr_slugs_free(&o->slugs);
    tr_buf_free(&o->text);
    free(o->list);
}

/* ---- Anchors ---- */

static bool is_underline(const tr_content *d, size_t at)
{
    const tr_md_line l = tr_md_line_read(d->bytes, d->size, at);
    size_t i = l.text;

    while (i < l.end && d->bytes[i] == d->bytes[l.text])
        i++;
    return i == l.end && i > l.text && strchr("=-", d->bytes[l.text]);
}

/* Where the text of a heading ends, before the signs that close its line; 0: it cannot be told. */
static size_t end_of_heading(const tr_content *d, const heading *h)
{
    const tr_md_line first = line_of(d, h->at.begin), last = line_of(d, h->at.end);
    size_t end = last.end, i = end;

    if (is_underline(d, last.next)) return end;
    if (first.begin != last.begin ||
        !memchr(d->bytes + first.begin, '#', h->at.begin - first.begin))
        return 0;
    while (i > h->at.end && d->bytes[i - 1] == '#')
        i--;
    if (i == end || !tr_ascii_is_blank(d->bytes[i - 1])) return end;
    i = tr_skip_back(d->bytes, h->at.end, i, tr_ascii_is_blank);
    return i;
}

/* Writes an id as the source does: `named` is a name that it has. */
static void put_anchor(const tr_content *source, tr_span named, const char *id, tr_buf *out)
{
    const char *const text = source->bytes;
    size_t begin = named.begin, end = named.end;

    if (!named.end) {
        tr_buf_printf(out, "<a id=\"%s\"></a>", id);
        return;
    }
    while (strchr("{:/*# ", text[begin]))
        begin++;
    while (strchr("}/* ", text[end - 1]))
        end--;
    tr_buf_add_string(out, " ");
    tr_buf_add(out, text + named.begin, begin - named.begin);
    tr_buf_add_string(out, id);
    tr_buf_add(out, text + end, named.end - end);
}

static void put_anchors(const outline *source, const outline *now, tr_buf *out)
{
    const tr_content *const d = now->content;
    size_t copied = 0;

    for (size_t i = 0; i < now->n; i++) {
        const heading *const h = &now->list[i];
        const char *const id = source->list[i].id;
        const bool kept = !*id || h->is_named || !strcmp(id, h->id);
        const size_t end = kept ? 0 : end_of_heading(d, h);
        if (end <= copied) continue;
        tr_buf_add(out, d->bytes + copied, end - copied);
        copied = end;
        if (d->bytes[end - 1] == '\\') tr_buf_add_string(out, " ");
        put_anchor(source->content, source->named, id, out);
    }
    tr_buf_add(out, d->bytes + copied, d->size - copied);
}

/* True if the headings are still the same with their anchors: as many, of the same texts. */
static bool are_same(const outline *now, const outline *anchored)
{
    if (anchored->failed || now->n != anchored->n) return false;
    for (size_t i = 0; i < now->n; i++)
        if (!anchored->list[i].is_named && strcmp(now->list[i].id, anchored->list[i].id) != 0)
            return false;
    return true;
}

static void anchor_all(const outline *source, const outline *now, tr_buf *out)
{
    const size_t begin = out->len;
    tr_content anchored = {.name = now->content->name};
    outline again;

    put_anchors(source, now, out);
    if (out->failed) return;
    tr_content_set_bytes(&anchored, tr_buf_text(out) + begin, out->len - begin);
    read_outline(&again, &anchored);
    if (!are_same(now, &again)) {
        out->len = begin;
        tr_buf_add(out, now->content->bytes, now->content->size);
    }
    free_outline(&again);
}

void tr_keep_anchors_markdown(const tr_content *source, const tr_content *d, tr_buf *out)
{
    outline before, now;

    read_outline(&before, source);
    read_outline(&now, d);
    out->failed = out->failed || before.failed || now.failed;
    if (!out->failed && before.n == now.n)
        anchor_all(&before, &now, out);
    else
        tr_buf_add(out, d->bytes, d->size);
    free_outline(&before);
    free_outline(&now);
}

/* ---- Links ---- */

static int by_bytes(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The ids [*n], in order, that headings have no more; NULL out of memory. */
static const char **lost_ids(const outline *before, const outline *now, size_t *n)
{
    const char **const ids = malloc((before->n + 1) * sizeof *ids);

    *n = 0;
    for (size_t i = 0; ids && i < before->n; i++)
        if (*before->list[i].id && strcmp(before->list[i].id, now->list[i].id) != 0)
            ids[(*n)++] = before->list[i].id;
    if (*n) qsort(ids, *n, sizeof *ids, by_bytes);
    return ids;
}

/* The links to ids [n] of a list in order. */
static size_t count_links(const tr_content *d, const char *const *ids, size_t n)
{
    enum { LONGEST = 256 };
    char id[LONGEST];
    const char *const name = id;
    size_t n_links = 0;

    for (size_t at = 0; (at = tr_span_find(d->bytes, at, d->size, "](#")) < d->size;) {
        const size_t begin = at += strlen("](#");
        while (at < d->size && !strchr(") \n", d->bytes[at]))
            at++;
        if (at - begin >= LONGEST) continue;
        memcpy(id, d->bytes + begin, at - begin);
        id[at - begin] = '\0';
        n_links += bsearch(&name, ids, n, sizeof *ids, by_bytes) != NULL;
    }
    return n_links;
}

size_t tr_lost_links_markdown(const tr_content *source, const tr_content *d)
{
    outline before, now;
    size_t n = 0, n_links = 0;

    if (tr_span_find(source->bytes, 0, source->size, "](#") == source->size) return 0;
    read_outline(&before, source);
    read_outline(&now, d);
    const bool fit = !before.failed && !now.failed && before.n == now.n;
    const char **const ids = fit ? lost_ids(&before, &now, &n) : NULL;
    if (n) n_links = count_links(source, ids, n);
    free(ids);
    free_outline(&before);
    free_outline(&now);
    return n_links;
}

#else

size_t tr_lost_links_markdown(const tr_content *source, const tr_content *d)
{
    (void)source;
    (void)d;
    return 0;
}

void tr_keep_anchors_markdown(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    tr_buf_add(out, d->bytes, d->size);
}

#endif
