#include "document/markdown/markdown_mdx.h"

#include "document/markup/jsx.h"
#include "document/markup/markup.h"

enum { LONGEST = 1 << 16 /* bytes of an expression */ };

static bool holds_word(const char *t, const tr_md_line *l, const char *what)
{
    for (size_t i = l->text; i < l->end; i++)
        if (tr_md_starts_with(t, i, l->end, what)) return true;
    return false;
}

bool tr_mdx_is_module(const char *t, const tr_md_line *l)
{
    if (l->text != l->begin) return false;
    if (tr_md_starts_with(t, l->text, l->end, "import "))
        return holds_word(t, l, " from '") || holds_word(t, l, " from \"") ||
               tr_md_starts_with(t, l->text, l->end, "import '") ||
               tr_md_starts_with(t, l->text, l->end, "import \"") ||
               tr_md_line_is(t, l, "import {");
    return tr_md_starts_with(t, l->text, l->end, "export ") &&
           (holds_word(t, l, " = ") || holds_word(t, l, "{"));
}

size_t tr_mdx_end_of_module(const char *t, size_t size, const tr_md_line *first)
{
    size_t at = first->next;

    if (!tr_mdx_is_module(t, first)) return 0;
    for (; at < size;) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        if (l.text == l.end || tr_md_starts_with(t, l.text, l.end, "```")) break;
        at = l.next;
    }
    return at;
}

bool tr_mdx_has_tried_enough(const tr_masks *m)
{
    return m->searched / 16 > m->size + LONGEST;
}

/* The byte after an expression that may go over lines; 0 if there is none. */
static size_t end_of_braces(tr_masks *m, const char *t, size_t size, size_t at)
{
    const size_t most = size - at < LONGEST ? size : at + LONGEST;
    const size_t end = tr_mdx_has_tried_enough(m) ? 0 : tr_jsx_expression_end(t, at, most);

    if (!end) m->searched += most - at;
    return end;
}

/* The byte after a tag that may go over lines, and has braces; 0 if there is none. */
static size_t end_of_jsx_tag(tr_masks *m, const char *t, size_t size, size_t at)
{
    const size_t most = size - at < LONGEST ? size : at + LONGEST;
    tr_markup tags = {.text = t, .size = most, .at = at, .jsx = true};
    tr_markup_token token;

    if (tr_mdx_has_tried_enough(m)) return 0;
    const bool tag = tr_markup_next(&tags, &token) && token.kind == TR_MARKUP_START;
    if (tag && memchr(t + at, '{', tags.at - at)) return tags.at;
    m->searched += tag ? tags.at - at : most - at;
    return 0;
}

size_t tr_mdx_end_of_lines(tr_masks *m, const char *t, size_t size, const tr_md_line *l)
{
    size_t end = 0;

    if (l->text == l->end) return 0;
    if (t[l->text] == '{') end = end_of_braces(m, t, size, l->text);
    if (t[l->text] == '<') end = end_of_jsx_tag(m, t, size, l->text);
    return end > l->end ? end : 0;
}

size_t tr_mdx_end_of_expression(tr_masks *m, const char *t, size_t size, size_t at, size_t end)
{
    const size_t behind = end_of_braces(m, t, size, at);

    if (behind <= end) return behind;
    m->open = behind;
    return end;
}

void tr_mdx_show_tag(tr_masks *m, const char *t, size_t at, size_t end)
{
    const size_t behind = end_of_jsx_tag(m, t, end, at);

    for (size_t i = at + 1; i < end && (tr_md_is_name_byte(t[i]) || strchr("/.", t[i])); i++)
        if (t[i] == '.' && tr_ascii_is_letter(t[i - 1])) m->text[i] = 'x';
    for (size_t i = at; i < behind; i++) {
        if (t[i] != '{') continue;
        const size_t last = tr_jsx_expression_end(t, i, behind);
        if (!last) return;
        memset(m->text + i, 'x', last - i);
        if (t[i - 1] == '=') m->text[i] = m->text[last - 1] = '"';
        i = last - 1;
    }
}

size_t tr_mdx_end_of_fence(const char *t, size_t size, const tr_md_line *first)
{
    const char sign = first->text < first->end ? t[first->text] : '\0';
    size_t n = 0, at = first->next;

    if (sign != '`' && sign != '~') return 0;
    while (first->text + n < first->end && t[first->text + n] == sign)
        n++;
    if (n < 3) return 0;
    while (at < size) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        size_t k = l.text;
        at = l.next;
        while (k < l.end && t[k] == sign)
            k++;
        if (k == l.end && k - l.text >= n) break;
    }
    return at;
}
