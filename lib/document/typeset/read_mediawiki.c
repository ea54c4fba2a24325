#include "document/typeset/read_mediawiki.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/typeset/wiki_inline.h"
#include "document/typeset/wiki_write.h"

/* Kinds of blocks, for the signature of a segment. */
enum { PARAGRAPH, ITEM, CELL, CAPTION, HEADING /* and its level */ };

typedef struct page {
    tr_wiki w;
    size_t n_tables; /* that are open */
    bool in_paragraph;
    bool in_gallery;
    bool is_tab; /* the next line begins a tab of "<tabber>" */
} page;

static bool is_at(const page *p, size_t at, const char *what)
{
    return tr_starts_with(p->w.text.t, at, p->w.text.size, what);
}

static size_t end_of_line(const page *p)
{
    return tr_line_end(p->w.text.t, p->w.at, p->w.text.size);
}

/* Ends the block before, and begins one behind the bytes up to `text`, which stay. */
static void begin_block(page *p, size_t text, unsigned kind, const char *where)
{
    tr_wiki *const w = &p->w;

    tr_build_fixed(&w->b, (tr_span){w->at, text});
    w->b.kind = kind;
    w->b.where = where;
    w->part = TR_WIKI_WHOLE;
    w->link_end = w->address_end = 0;
    w->at = w->line = text;
    p->in_paragraph = kind == PARAGRAPH;
}

static void keep_line(page *p)
{
    begin_block(p, end_of_line(p), PARAGRAPH, "p");
    p->in_paragraph = false;
}

static void open_table(page *p)
{
    p->n_tables++;
    keep_line(p);
}

/* ---- Lines ---- */

/* "== Heading ==": true if the line is one. */
static bool read_heading(page *p)
{
    static const char *const names[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    const char *const t = p->w.text.t;
    const size_t at = p->w.at, line = end_of_line(p);
    size_t begin = tr_run_length(t, at, line),
           behind = tr_skip_back(t, at, line, tr_ascii_is_blank);
    size_t n = 0;

    if (behind > at + 4 && !memcmp(t + behind - 3, "-->", 3)) { /* a comment behind it */
        const size_t comment = tr_span_find(t, at, behind, "<!--");
        behind = tr_skip_back(t, at, comment, tr_ascii_is_blank);
    }
    while (n < 6 && n < begin && behind - n > at + n + 1 && t[behind - 1 - n] == '=')
        n++;
    if (!n) return false;
    begin_block(p, at + n, HEADING + (unsigned)n, names[n - 1]);
    tr_wiki_build(&p->w, behind - n);
    p->w.at = p->w.at > behind ? p->w.at : behind - n;
    if (p->w.at < line) keep_line(p);
    return true;
}

static void read_item(page *p)
{
    const char *const t = p->w.text.t;
    const size_t text = tr_span_skip(t, p->w.at, p->w.text.size, "*#:;");
    const bool is_term = t[text - 1] == ';';

    begin_block(p, text, ITEM, is_term ? "dt" : t[text - 1] == ':' ? "dd" : "li");
    if (is_at(p, tr_skip(t, text, p->w.text.size, tr_ascii_is_blank), "{|")) {
        open_table(p);
        return;
    }
    if (is_term) p->w.part = TR_WIKI_TERM;
    tr_wiki_build(&p->w, p->w.text.size);
}

/* A line of a table, whose sign is at byte `at`. */
static void read_row(page *p, size_t at)
{
    tr_wiki *const w = &p->w;

    if (is_at(p, at, "|-")) {
        keep_line(p);
        return;
    }
    if (is_at(p, at, "|}")) {
        p->n_tables--;
        begin_block(p, at + 2, PARAGRAPH, "p");
        return;
    }
    const bool is_caption = is_at(p, at, "|+"), is_head = w->text.t[at] == '!';
    begin_block(p, at + 1 + is_caption, is_caption ? CAPTION : CELL,
                is_caption ? "caption"
                : is_head  ? "th"
                           : "td");
    w->part = is_head ? TR_WIKI_HEADINGS : TR_WIKI_CELLS;
    const size_t text = tr_wiki_end_of_attributes(w, w->at);
    if (text > w->at) tr_build_fixed(&w->b, (tr_span){w->at, text});
    w->at = w->line = text;
    tr_wiki_build(w, w->text.size);
}

/* "File:name.jpg|alt=Text|Caption" */
static void read_picture(page *p)
{
    const size_t line = end_of_line(p);
    size_t bar = tr_find_byte(p->w.text.t, p->w.at, line, '|');
    const tr_span caption = tr_wiki_caption(&p->w.text, bar, line);
    tr_span text;

    while (tr_wiki_next_text(&p->w.text, &bar, line, caption, &text)) {
        begin_block(p, text.begin, CAPTION, text.begin == caption.begin ? "caption" : "alt");
        tr_wiki_build(&p->w, text.end);
    }
    if (p->w.at < line) keep_line(p);
}

static bool begins_with(const page *p, size_t at, const char *what)
{
    const size_t n = strlen(what);
    return p->w.text.size - at >= n && !strncasecmp(p->w.text.t + at, what, n);
}

/* A line that goes on with the paragraph before it, or begins one. */
static void read_paragraph(page *p, size_t text)
{
    if (!p->in_paragraph || p->w.in_poem) begin_block(p, text, PARAGRAPH, "p");
    p->w.line = p->w.at;
    if (begins_with(p, text, "<gallery")) p->in_gallery = true;
    if (begins_with(p, text, "<tabber>")) p->is_tab = true;
    tr_wiki_build(&p->w, p->w.text.size);
}

/* "|-|Title=Text": a tab, whose title begins at byte `at`. */
static void read_tab(page *p, size_t at)
{
    tr_wiki *const w = &p->w;
    const size_t line = end_of_line(p), sign = tr_find_byte(w->text.t, at, line, '=');

    p->is_tab = at == line;
    begin_block(p, at, CAPTION, "title");
    if (sign < line) tr_wiki_build(w, sign);
    if (sign == line) return;
    begin_block(p, sign + 1, PARAGRAPH, "p");
    tr_wiki_build(w, w->text.size);
}

/* True if a tag at byte `at` begins or ends a block, or is a comment. */
static bool is_block_tag(const page *p, size_t at)
{
    const char *const t = p->w.text.t;
    char name[TR_NAME_SIZE] = "";
    size_t n = 0;

    if (is_at(p, at, "<!--")) return true;
    at += 1 + is_at(p, at, "</");
    for (; at < p->w.text.size && tr_ascii_is_alnum(t[at]) && n + 1 < sizeof name; at++)
        name[n++] = tr_ascii_lower(t[at]);
    return tr_wiki_is_block(name);
}

/* True if the line is code: a blank begins it, and nothing that has a meaning of its own. */
static bool is_code(const page *p, size_t text)
{
    const char *const t = p->w.text.t;

    if (t[p->w.at] != ' ' || p->w.in_poem) return false;
    if (is_at(p, text, "{{") || is_at(p, text, "[[")) return false;
    return t[text] != '<' || !is_block_tag(p, text);
}

static void read_line(page *p)
{
    const char *const t = p->w.text.t;
    const size_t at = p->w.at, text = tr_skip(t, at, p->w.text.size, tr_ascii_is_blank);
    const size_t line = end_of_line(p);

    tr_wiki_end_quotes(&p->w);
    if (text == line)
        keep_line(p);
    else if (p->is_tab || (!p->n_tables && is_at(p, at, "|-|")))
        read_tab(p, is_at(p, at, "|-|") ? at + 3 : at);
    else if (p->in_gallery && !begins_with(p, text, "</gallery"))
        read_picture(p);
    else if (is_at(p, text, "{|"))
        open_table(p);
    else if (p->n_tables && tr_ascii_is_one_of(t[text], "|!"))
        read_row(p, text);
    else if (is_code(p, text) || begins_with(p, at, "#redirect"))
        keep_line(p);
    else if (t[at] == '=' && read_heading(p))
        return;
    else if (tr_ascii_is_one_of(t[at], "*#:;"))
        read_item(p);
    else if (is_at(p, at, "----"))
        begin_block(p, at + tr_run_length(t, at, line), PARAGRAPH, "p");
    else
        read_paragraph(p, text);
}

/* Goes behind a line end, which is a blank within a paragraph. */
static void end_line(page *p)
{
    tr_wiki *const w = &p->w;
    const size_t next = tr_after_line_end(w->text.t, w->at, w->text.size);

    if (p->in_paragraph && !w->in_poem) tr_build_raw_text(&w->b, (tr_span){w->at, next});
    w->at = w->line = next;
}

int tr_read_mediawiki(tr_content *d, tr_error *err)
{
    page p = {.w = {.text = {.t = d->bytes, .size = d->size}, .at = d->begin, .line = d->begin}};

    tr_builder_init(&p.w.b, d, &tr_wiki_writing);
    p.w.markup.text = d->bytes;
    p.w.b.where = "p";
    while (p.w.at < d->size && !p.w.b.failed) {
        if (!tr_ascii_is_line_end(d->bytes[p.w.at])) {
            if (p.in_gallery && begins_with(&p, p.w.at, "</gallery")) p.in_gallery = false;
            read_line(&p);
        }
        if (p.w.at < d->size && tr_ascii_is_line_end(d->bytes[p.w.at])) end_line(&p);
        if (p.w.at < d->size && tr_ascii_is_line_end(d->bytes[p.w.at])) keep_line(&p);
    }
    return tr_builder_end(&p.w.b, err);
}
