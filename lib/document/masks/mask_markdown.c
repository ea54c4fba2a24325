#include "document/masks/mask_markdown.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "base/word_list.h"
#include "document/markup/jsx.h"
#include "document/masks/markdown_directives.h"
#include "document/masks/markdown_formula.h"
#include "document/masks/markdown_inline.h"
#include "document/masks/markdown_line.h"
#include "document/masks/markdown_lines.h"
#include "document/masks/markdown_mdx.h"
#include "document/masks/markdown_pandoc.h"
#include "document/masks/markdown_prefix.h"
#include "document/masks/markdown_tags.h"

enum { MAX_COMMENT = 2000 /* bytes */ };

static void add_formula_lines(tr_masks *m, const char *t, size_t size, size_t begin, size_t end)
{
    while (begin < end) {
        const tr_md_line l = tr_md_line_read(t, size, begin);
        tr_masks_add(m, TR_MASK_LINE, l.text, l.end);
        begin = l.next;
    }
}

/* A comment that begins within a line and ends in another one is in one line: md4c does not find
 * all of them. */
static void join_comment(tr_masks *m, const char *t, size_t size, const tr_md_line *first)
{
    size_t begin = first->text, at;

    for (; begin + 4 <= first->end && memcmp(t + begin, "<!--", 4) != 0; begin++) {
    }
    if (begin + 4 > first->end || begin == first->text) return;
    tr_md_line l = *first;
    for (at = begin + 4; at < size; at++) {
        if (at == l.next) l = tr_md_line_read(t, size, at);
        if (l.text == l.end || l.next - first->begin > MAX_COMMENT) return;
        if (t[at] == '>' && t[at - 1] == '-' && t[at - 2] == '-' && at >= begin + 6) break;
    }
    for (size_t i = begin + 4; i + 2 < at; i++)
        m->text[i] = 'x';
}

/* md4c takes "<Preview>" for "<pre>", and all after it for its content: it sees another name. */
static void rename_tags(tr_masks *m, const char *t, const tr_md_line *l)
{
    for (size_t at = l->text; at + 1 < l->end; at++) {
        if (t[at] != '<') continue;
        const char *const name = t + at + 1;
        const size_t most = l->end - at - 1;
        const size_t n = tr_list_beginning(" pre script style textarea ", name, most);
        if (n && n < most && tr_md_is_name_byte(name[n])) m->text[at + 1] = 'x';
    }
}

/* ---- MDX ---- */

bool tr_markdown_has_jsx(const char *name, const char *document, size_t size)
{
    if (name && strlen(name) > 4 && !strcasecmp(name + strlen(name) - 4, ".mdx")) return true;
    for (size_t at = 0; at < size;) {
        const tr_md_line l = tr_md_line_read(document, size, at);
        if (tr_mdx_is_module(document, &l)) return true;
        const size_t fence = tr_mdx_end_of_fence(document, size, &l);
        at = fence ? fence : l.next;
    }
    return false;
}

/* Lines that stay; md4c sees text in them. */
static void add_code_lines(tr_masks *m, const char *t, size_t size, size_t begin, size_t end)
{
    while (begin < end) {
        const tr_md_line l = tr_md_line_read(t, size, begin);
        if (l.text < l.end) tr_masks_append(m, TR_MASK_LINE, l.text, l.end);
        memset(m->text + l.text, 'x', l.end - l.text);
        begin = l.next;
    }
}

/* Masks lines that are code of MDX, from `l` on; returns the line after them, 0 if there are none.
 */
static size_t mask_code(tr_masks *m, const char *t, size_t size, const tr_md_line *l,
                        bool after_empty)
{
    size_t end = after_empty ? tr_mdx_end_of_module(t, size, l) : 0;

    if (!end && l->end > l->text && tr_jsx_is_comment(t, l->text, l->end)) end = l->next;
    if (end) add_code_lines(m, t, size, l->begin, end);
    if (end || !m->jsx) return end;
    end = tr_mdx_end_of_fence(t, size, l);
    if (end) return end;
    end = tr_mdx_end_of_lines(m, t, size, l);
    if (!end) return 0;
    const size_t last = tr_md_line_read(t, size, end - 1).begin;
    add_code_lines(m, t, size, l->begin, last);
    m->open = end;
    return last;
}

/* Masks what is left of an expression that began in a line before, and lets the line begin after
 * it. */
static void mask_rest(tr_masks *m, const char *t, tr_md_line *l)
{
    const size_t end = m->open < l->end ? m->open : l->end, begin = l->text;

    if (m->open <= begin || begin >= end) return;
    memset(m->text + begin, 'x', end - begin);
    l->text = end;
    l->text = tr_skip(t, l->text, l->end, tr_ascii_is_blank);
    tr_masks_append(m, TR_MASK_LINE, begin, end);
}

/* Masks lines with code between tags of templates, from `l` on; returns the line after them, 0 if
 * there are none, as in a fence, which goes up to *fence. */
static size_t mask_code_tags(tr_masks *m, const char *t, size_t size, const tr_md_line *l,
                             size_t *fence)
{
    if (l->begin < *fence) return 0;
    *fence = tr_mdx_end_of_fence(t, size, l);
    const size_t end = *fence ? 0 : tr_md_end_of_code_tags(m, t, size, l);
    if (end) add_code_lines(m, t, size, l->begin, end);
    return end;
}

/* True if a line is a border of a table with bars between cells: "+---+:==:+". */
static bool is_border(const char *t, const tr_md_line *l)
{
    enum { SHORTEST = 5 };
    const size_t end = tr_skip_back(t, l->text, l->end, tr_ascii_is_blank);

    return end - l->text >= SHORTEST && t[l->text] == '+' && t[end - 1] == '+' &&
           tr_ascii_is_one_of(t[l->text + 1], "-=:") &&
           tr_span_skip(t, l->text, end, "+-=:") == end;
}

/* Masks such a table of Pandoc from `l` on, which stays; returns the line after it, 0 if there is
 * none. */
static size_t mask_grid(tr_masks *m, const char *t, size_t size, const tr_md_line *l)
{
    size_t end = 0;

    if (!is_border(t, l)) return 0;
    for (size_t at = l->next, n = 1; at < size; n++) {
        const tr_md_line next = tr_md_line_read(t, size, at);
        if (next.text == next.end || !tr_ascii_is_one_of(t[next.text], "+|")) break;
        at = next.next;
        if (n > 1 && is_border(t, &next)) end = at;
    }
    if (!end) return 0;
    add_code_lines(m, t, size, l->begin, end);
    m->n_passed++;
    return end;
}

/* Masks the quotation mark or bracket that ends the title of an admonition or a container. */
static void mask_end_of_title(tr_masks *m, const char *t, const tr_md_line *l, size_t prefix)
{
    const char last = prefix ? t[l->text + prefix - 1] : '\0';
    const bool quotes = last == '"' || (last == '[' && t[l->text] == ':');

    if (quotes && l->text + prefix < l->end) tr_masks_add(m, TR_MASK_LINE, l->end - 1, l->end);
}

/* Masks the lines of a tag of a template, but for titles and the like. */
static void add_tag_lines(tr_masks *m, const char *t, size_t size, size_t begin, size_t end)
{
    const bool titles = tr_md_has_titles(t, tr_md_line_read(t, size, begin).text, end);

    if (!titles) add_formula_lines(m, t, size, begin, end);
    for (tr_md_line l; titles && begin < end; begin = l.next) {
        l = tr_md_line_read(t, size, begin);
        if (l.text < l.end) tr_md_mask_titles(m, t, l.text, l.end);
    }
}

/* Masks what md4c must not read in a line, or in the lines of the formula or tag that it begins;
 * `pandoc` is what Pandoc reads at its beginning.  Returns the line after them. */
static size_t mask_line(tr_masks *m, const char *t, size_t size, const tr_md_line *l, size_t pandoc)
{
    const size_t formula = tr_md_end_of_formula(t, size, l);
    const size_t prefix = pandoc ? pandoc : tr_md_prefix(t, l);

    join_comment(m, t, size, l);
    rename_tags(m, t, l);
    const size_t tag = formula ? 0 : tr_md_end_of_long_tag(m, t, size, l);
    if (formula) {
        add_formula_lines(m, t, size, l->begin, formula);
    } else if (tag) {
        add_tag_lines(m, t, size, l->begin, tag);
    } else if (!prefix && tr_starts_with(t, l->text, l->end, ":::")) {
        tr_md_mask_titles(m, t, l->text, l->end);
    } else if (tr_md_is_definition(t, l)) {
        tr_masks_append(m, TR_MASK_LINE, l->text, l->end);
    } else {
        if (prefix) tr_masks_add(m, TR_MASK_LINE, l->text, l->text + prefix);
        if (prefix) tr_md_show_block(m, t, l);
        tr_masks_add_inline(m, t, l, l->text + prefix);
        mask_end_of_title(m, t, l, prefix);
    }
    return formula ? formula : tag ? tag : l->next;
}

static void mask_lines(tr_masks *m, const char *t, size_t size)
{
    tr_md_directives directives = {0};
    bool empty = true; /* the line before */
    size_t fence = 0;
    tr_md_line before = {0};
    tr_md_pandoc pandoc = {.empty = true};

    for (size_t at = m->begin; at < size && !m->failed;) {
        tr_md_line l = tr_md_line_read(t, size, at);
        size_t code = 0;
        if (m->jsx && m->open <= at) code = tr_mdx_mask_tags(m, t, size, &l);
        if (!code && m->open <= at) code = mask_code(m, t, size, &l, empty);
        if (!code && m->open <= at) code = mask_code_tags(m, t, size, &l, &fence);
        if (!code && m->open <= at && at >= fence && empty) code = mask_grid(m, t, size, &l);
        if (code) {
            at = code;
            empty = l.text == l.end;
            pandoc = (tr_md_pandoc){.empty = empty, .table = true};
            continue;
        }
        mask_rest(m, t, &l);
        if (tr_md_mask_directive(m, t, &l, &directives)) {
            at = l.next;
            empty = false;
            continue;
        }
        if (tr_md_is_heading_of_quote(t, size, &before, &l)) tr_masks_part(m, l.next);
        empty = l.text == l.end;
        before = l;
        const size_t prefix = at < fence ? 0 : tr_md_pandoc_take(&pandoc, t, size, &l);
        if (prefix && pandoc.parts) tr_masks_part(m, l.begin);
        at = mask_line(m, t, size, &l, prefix);
    }
}

/* Finds the front matter: its lines are between two of three signs each. */
static void find_front(tr_masks *m, const char *t, size_t size)
{
    const tr_md_line first = tr_md_line_read(t, size, m->begin);
    const bool yaml = tr_md_line_is(t, &first, "---") && first.text == first.begin;

    if (!yaml && !(tr_md_line_is(t, &first, "+++") && first.text == first.begin)) return;
    for (size_t at = first.next; at < size;) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        if (l.text == l.begin &&
            (tr_md_line_is(t, &l, yaml ? "---" : "+++") || (yaml && tr_md_line_is(t, &l, "...")))) {
            m->front = (tr_span){first.next, l.begin};
            m->toml = !yaml;
            m->begin = l.next;
            return;
        }
        at = l.next;
    }
}

bool tr_mask_markdown(tr_masks *m, const char *document, size_t size, bool has_front)
{
    *m = (tr_masks){.text = malloc(size + 1), .size = size, .jsx = m->jsx};
    if (!m->text) return false;
    memcpy(m->text, document, size);
    m->text[size] = '\0';
    m->begin = tr_utf8_mark(document, size);
    if (has_front) find_front(m, document, size);
    mask_lines(m, document, size);
    if (!m->failed) tr_masks_change_lines(m);
    return !m->failed;
}
