#include "document/markdown/markdown_spans.h"

#include <string.h>

#include "base/ascii.h"

enum { FAR = 4096 /* bytes to look for the start of an image without text */ };

typedef struct placing {
    const char *t; /* [size] */
    size_t size;
    const tr_md_item *items; /* [n] */
    size_t n, i, at;         /* the next item, and where it is */
    tr_md_token *tokens;
    size_t n_tokens;
    size_t *searched; /* bytes that were searched in vain; limited, so that the time is */
} placing;

static char markdown_byte(const placing *p, size_t at)
{
    return at < p->size ? p->t[at] : '\0';
}

static size_t run_of(const placing *p, size_t at, char c)
{
    size_t n = 0;
    while (at + n < p->size && p->t[at + n] == c)
        n++;
    return n;
}

static size_t skip_space(const placing *p, size_t at)
{
    at = tr_skip(p->t, at, p->size, tr_ascii_is_space);
    return at;
}

/* ---- The ends of links ---- */

/* Where the destination that begins at `at` ends; 0 if it is none. */
static size_t end_of_destination(const placing *p, size_t at)
{
    size_t depth = 0;

    if (markdown_byte(p, at) == '<') {
        for (at++; at < p->size && p->t[at] != '>'; at++) {
            if (p->t[at] == '\n' || p->t[at] == '\r' || p->t[at] == '<') return 0;
            if (p->t[at] == '\\') at++;
        }
        return at < p->size ? at + 1 : 0;
    }
    for (; at < p->size && (unsigned char)p->t[at] > ' '; at++) {
        if (p->t[at] == '\\' && at + 1 < p->size && (unsigned char)p->t[at + 1] > ' ')
            at++;
        else if (p->t[at] == '(')
            depth++;
        else if (p->t[at] == ')' && !depth--)
            break;
    }
    return at;
}

/* The end of a title in quotes. */
static size_t end_of_title(const placing *p, size_t at, tr_span *title)
{
    const char quote = p->t[at] == '(' ? ')' : p->t[at];

    title->begin = ++at;
    for (; at < p->size && p->t[at] != quote; at++)
        if (p->t[at] == '\\') at++;
    title->end = at;
    return at < p->size ? at + 1 : 0;
}

/* True if the limit of the search is reached. */
static bool has_looked_enough(const placing *p)
{
    return *p->searched / 64 > p->size + 4096;
}

/* Where "[label]" ends, 0 if it is none; *stop: how far was searched. */
static size_t end_of_label(const placing *p, size_t at, size_t *stop)
{
    size_t i = at + 1;
    for (; i < p->size && p->t[i] != ']' && p->t[i] != '['; i++)
        if (p->t[i] == '\\') i++;
    *stop = i;
    return markdown_byte(p, i) == ']' ? i + 1 : 0;
}

/* The end of "(destination "title")". */
static size_t end_of_target(const placing *p, size_t at, tr_span *title, size_t *stop)
{
    size_t i = *stop = end_of_destination(p, skip_space(p, at + 1));
    if (!i) return 0;
    const size_t after = skip_space(p, i);
    const char quote = markdown_byte(p, after);
    if (after > i && quote && strchr("\"'(", quote)) {
        i = end_of_title(p, after, title);
        *stop = i ? i : p->size;
    }
    i = i ? skip_space(p, i) : 0;
    return i && markdown_byte(p, i) == ')' ? i + 1 : 0;
}

/* Where "](destination "title")", "][label]" or "]" ends, 0 if it is none of them. */
static size_t end_of_link(const placing *p, size_t at, tr_span *title)
{
    size_t end = 0, stop = 0;

    *title = (tr_span){0};
    if (markdown_byte(p, at) != ']') return 0;
    const char next = markdown_byte(p, at + 1);
    if (next == '[' && !has_looked_enough(p)) end = end_of_label(p, at + 1, &stop);
    if (next == '(' && !has_looked_enough(p)) end = end_of_target(p, at + 1, title, &stop);
    if (end) return end;
    if (stop > at) *p->searched += stop - at;
    *title = (tr_span){0};
    return at + 1;
}

/* ---- Where a block's first line begins ---- */

/* The start of the image or link without text that ends at `at`; 0 if there is none. */
static size_t start_of_empty(const placing *p, size_t at, bool image)
{
    tr_span title;
    for (size_t i = at; i >= 3 && at - i < FAR; i--) {
        const size_t begin = i - 3;
        const size_t bracket = begin + image;
        if (p->t[bracket] != '[' || (image && p->t[begin] != '!')) continue;
        if (end_of_link(p, bracket + 1, &title) == at) return begin;
    }
    return 0;
}

/* Moves *at from the end of the marks of item k to their beginning; false if that is unknown. */
static bool step_back(const placing *p, size_t *k, size_t *at)
{
    const tr_md_item *const item = &p->items[*k];
    const bool leaves = item->kind == TR_MD_CLOSE;
    size_t n = 1;

    if (item->span == TR_MD_STRONG) n = 2;
    if (item->span == TR_MD_PICTURE) n = 2;
    if (item->span == TR_MD_STRUCK && *at > 1 && p->t[*at - 2] == '~') n = 2;
    if (item->span == TR_MD_CODE) {
        if (leaves) return false;
        while (*at > 0 && tr_ascii_is_blank(p->t[*at - 1]))
            --*at;
        for (n = 0; n < *at && p->t[*at - 1 - n] == '`';)
            n++;
    }
    if (leaves && (item->span == TR_MD_LINK || item->span == TR_MD_PICTURE)) {
        if (!*k || p->items[*k - 1].kind != TR_MD_OPEN || p->items[*k - 1].span != item->span)
            return false;
        *at = start_of_empty(p, *at, item->span == TR_MD_PICTURE);
        --*k;
        return *at > 0;
    }
    if (!n || n > *at) return false;
    *at -= n;
    return true;
}

/* Finds where the first item is.  *any: an item is text. */
static bool find_start(placing *p, bool *any)
{
    size_t k = 0;

    while (k < p->n && p->items[k].text.begin == p->items[k].text.end)
        k++;
    *any = k < p->n;
    if (!*any) return true;
    size_t at = p->items[k].text.begin;
    if (p->items[k].kind == TR_MD_TEXT && at > 0 && p->t[at - 1] == '\\') at--;
    while (k > 0) {
        k--;
        if (p->items[k].kind != TR_MD_OPEN && p->items[k].kind != TR_MD_CLOSE) return false;
        if (!step_back(p, &k, &at)) return false;
    }
    p->at = at;
    return true;
}

/* ---- From there on ---- */

static tr_md_token *add_token(placing *p, enum tr_md_kind kind, enum tr_md_span span, size_t end)
{
    tr_md_token *const t = &p->tokens[p->n_tokens++];
    *t = (tr_md_token){.kind = kind, .span = span, .raw = {p->at, end}};
    p->at = end;
    return t;
}

/* The token that opened the span; NULL if there is none. */
static tr_md_token *opening_token(const placing *p, enum tr_md_span span)
{
    for (size_t i = p->n_tokens; i > 0; i--)
        if (p->tokens[i - 1].kind == TR_MD_OPEN && p->tokens[i - 1].span == span)
            return &p->tokens[i - 1];
    return NULL;
}

/* Skips the items up to the end of the span that has just begun. */
static bool skip_to_end(placing *p, enum tr_md_span span)
{
    while (p->i < p->n && !(p->items[p->i].kind == TR_MD_CLOSE && p->items[p->i].span == span))
        p->i++;
    return p->i++ < p->n;
}

static bool place_code(placing *p)
{
    const size_t n = run_of(p, p->at, '`');
    size_t end = p->at + n;

    if (!n) return false;
    for (size_t run = 0; run != n; end += run) {
        const char *const next = end < p->size ? memchr(p->t + end, '`', p->size - end) : NULL;
        if (!next) return false;
        end = (size_t)(next - p->t);
        run = run_of(p, end, '`');
    }
    add_token(p, TR_MD_ATOM, TR_MD_CODE, end);
    return skip_to_end(p, TR_MD_CODE);
}

static bool place_address(placing *p)
{
    size_t end = p->at + 1;
    while (end < p->size && p->t[end] != '>' && !tr_ascii_is_space(p->t[end]))
        end++;
    if (markdown_byte(p, end) != '>') return false;
    add_token(p, TR_MD_ATOM, TR_MD_LINK, end + 1);
    return skip_to_end(p, TR_MD_LINK);
}

/* The length of the mark of emphasis here, 0 if there is none. */
static size_t mark_length(const placing *p, enum tr_md_span span)
{
    const char c = markdown_byte(p, p->at);
    if (span == TR_MD_STRUCK) return c == '~' ? run_of(p, p->at, '~') : 0;
    if (c != '*' && c != '_') return 0;
    if (span == TR_MD_EMPHASIS) return 1;
    return markdown_byte(p, p->at + 1) == c ? 2 : 0;
}

static bool place_open(placing *p, enum tr_md_span span)
{
    if (span == TR_MD_CODE) return place_code(p);
    if (span == TR_MD_LINK && markdown_byte(p, p->at) == '<') return place_address(p);
    size_t n = mark_length(p, span);
    if (span == TR_MD_LINK) n = markdown_byte(p, p->at) == '[';
    if (span == TR_MD_PICTURE)
        n = markdown_byte(p, p->at) == '!' && markdown_byte(p, p->at + 1) == '[' ? 2 : 0;
    if (n) add_token(p, TR_MD_OPEN, span, p->at + n);
    return n > 0;
}

/* The span that opened with `open` becomes one token; tokens in it are dropped. */
static tr_md_token *join_tokens(placing *p, tr_md_token *open, enum tr_md_kind kind, size_t end)
{
    const size_t begin = open->raw.begin;
    p->n_tokens = (size_t)(open - p->tokens);
    p->at = begin;
    return add_token(p, kind, open->span, end);
}

/* True if what stands in the brackets that end here is a label: "[label]", "[label][]". */
static bool is_link_label(const placing *p, size_t end)
{
    return end == p->at + 1 || (end == p->at + 3 && p->t[p->at + 1] == '[');
}

/* True if the text since a token has several words; one alone is a name more often than not. */
static bool has_words(const placing *p, const tr_md_token *open)
{
    for (const tr_md_token *t = open + 1; t < p->tokens + p->n_tokens; t++) {
        if (t->kind == TR_MD_SOFT_BREAK) return true;
        if (t->kind == TR_MD_TEXT && memchr(p->t + t->text.begin, ' ', t->text.end - t->text.begin))
            return true;
    }
    return false;
}

static bool place_image(placing *p)
{
    tr_md_token *const open = opening_token(p, TR_MD_PICTURE);
    tr_span title, alt;
    const size_t end = end_of_link(p, p->at, &title);
    bool plain = true;

    if (!open || !end) return false;
    alt = (tr_span){open->raw.end, p->at};
    for (const tr_md_token *t = open + 1; t < p->tokens + p->n_tokens; t++)
        plain = plain && (t->kind == TR_MD_TEXT || t->kind == TR_MD_ENTITY);
    const bool label = is_link_label(p, end);
    tr_md_token *const image = join_tokens(p, open, TR_MD_IMAGE, end);
    if (plain && !label) image->text = alt;
    image->title = title;
    return true;
}

static bool place_close(placing *p, enum tr_md_span span)
{
    tr_span title;

    if (span == TR_MD_PICTURE) return place_image(p);
    if (span != TR_MD_LINK) {
        const size_t n = mark_length(p, span);
        if (n) add_token(p, TR_MD_CLOSE, span, p->at + n);
        return n > 0;
    }
    tr_md_token *const open = opening_token(p, span);
    const size_t end = end_of_link(p, p->at, &title);
    if (!open || !end) return false;
    if (is_link_label(p, end) && !has_words(p, open)) {
        join_tokens(p, open, TR_MD_ATOM, end);
        return true;
    }
    const bool by_label = p->t[end - 1] == ']';
    tr_md_token *const close = add_token(p, TR_MD_CLOSE, span, end);
    close->title = title;
    close->by_label = by_label;
    return true;
}

/* From the end of a line to the text of the next. */
static bool place_break(placing *p, enum tr_md_kind kind)
{
    size_t end = p->at;

    if (markdown_byte(p, end) == '\\') end++;
    while (tr_ascii_is_blank(markdown_byte(p, end)))
        end++;
    const char c = markdown_byte(p, end);
    if (c != '\n' && c != '\r') return false;
    end += c == '\r' && markdown_byte(p, end + 1) == '\n' ? 2 : 1;
    while (tr_ascii_is_blank(markdown_byte(p, end)) || markdown_byte(p, end) == '>')
        end++;
    add_token(p, kind, 0, end);
    return true;
}

static bool place_html(placing *p, const tr_md_item *item)
{
    size_t end = item->text.end;

    if (item->text.begin != p->at) return false;
    while (p->i < p->n && p->items[p->i].kind == TR_MD_HTML && p->t[end - 1] != '>') {
        if (p->items[p->i].text.end > end) end = p->items[p->i].text.end;
        p->i++;
    }
    add_token(p, TR_MD_HTML, 0, end);
    return true;
}

static bool place_text(placing *p, const tr_md_item *item)
{
    const bool escaped = markdown_byte(p, p->at) == '\\' && item->text.begin == p->at + 1;

    if (item->text.begin == item->text.end) return false;
    if (item->text.begin != p->at && !escaped) return false;
    add_token(p, item->kind, 0, item->text.end)->text = item->text;
    return true;
}

bool tr_md_place(const char *document, size_t size, const tr_md_item *items, size_t n,
                 tr_md_token *tokens, size_t *n_tokens, size_t *searched)
{
    placing p = {.t = document,
                 .size = size,
                 .items = items,
                 .n = n,
                 .tokens = tokens,
                 .searched = searched};
    bool any, right = find_start(&p, &any);

    *n_tokens = 0;
    while (any && right && p.i < n) {
        const tr_md_item *const item = &items[p.i++];
        if (item->kind == TR_MD_OPEN)
            right = place_open(&p, item->span);
        else if (item->kind == TR_MD_CLOSE)
            right = place_close(&p, item->span);
        else if (item->kind == TR_MD_HTML)
            right = place_html(&p, item);
        else if (item->kind == TR_MD_SOFT_BREAK || item->kind == TR_MD_HARD_BREAK)
            right = place_break(&p, item->kind);
        else
            right = place_text(&p, item);
    }
    if (right) *n_tokens = p.n_tokens;
    return right;
}
