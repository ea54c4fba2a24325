#include "document/masks/markdown_mdx.h"

#include "document/markup/jsx.h"
#include "document/markup/markup.h"

enum { LONGEST = 1 << 16 /* bytes of an expression */ };

static bool holds_word(const char *t, const tr_md_line *l, const char *what)
{
    for (size_t i = l->text; i < l->end; i++)
        if (tr_starts_with(t, i, l->end, what)) return true;
    return false;
}

bool tr_mdx_is_module(const char *t, const tr_md_line *l)
{
    if (l->text != l->begin) return false;
    if (tr_starts_with(t, l->text, l->end, "import "))
        return holds_word(t, l, " from '") || holds_word(t, l, " from \"") ||
               tr_starts_with(t, l->text, l->end, "import '") ||
               tr_starts_with(t, l->text, l->end, "import \"") || tr_md_line_is(t, l, "import {");
    return tr_starts_with(t, l->text, l->end, "export ") &&
           (holds_word(t, l, " = ") || holds_word(t, l, "{"));
}

size_t tr_mdx_end_of_module(const char *t, size_t size, const tr_md_line *first)
{
    size_t at = first->next;

    if (!tr_mdx_is_module(t, first)) return 0;
    for (; at < size;) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        if (l.text == l.end || tr_starts_with(t, l.text, l.end, "```")) break;
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

/* The byte after blanks. */
static size_t skip_blanks(const char *t, size_t at, size_t end)
{
    at = tr_skip(t, at, end, tr_ascii_is_blank);
    return at;
}

/* The end of the text of the line that the byte before `end` is in. */
static size_t end_of_line(const char *t, size_t size, size_t end)
{
    return tr_md_line_read(t, size, end - 1).end;
}

/* Shows lines as one. */
static void join_lines(tr_masks *m, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (m->text[i] == '\n' || m->text[i] == '\r') m->text[i] = ' ';
}

/* The byte after an element whose content is no Markdown to those who write it; 0 if the tag begins
 * none, or one in a sentence.  md4c sees one whose content it does not read, either. */
static size_t mask_element(tr_masks *m, tr_markup *tags, const tr_markup_token *tag, size_t end)
{
    static const char other[] = "pre";
    enum { NAME = sizeof other - 1, END = NAME + 3 /* "</pre>" */ };
    const bool in_text = tr_markup_listed(" code math svg ", tag->name);

    if (tag->closed || (!in_text && !tr_markup_listed(" pre script style textarea ", tag->name)))
        return 0;
    const size_t behind = tr_markup_end_of(tags, tag);
    if (!behind) m->searched += tags->size - tags->at;
    if (!behind || (in_text && behind < end)) return 0;
    join_lines(m, tag->raw.begin, behind);
    memset(m->text + tag->name_at.begin, ' ', tag->name_at.end - tag->name_at.begin);
    memcpy(m->text + tag->name_at.begin, other, NAME);
    memcpy(m->text + behind - END, "</pre>", END);
    return behind;
}

/* The bytes of the tag of a fragment that begins at byte `at`; 0 if none does. */
static size_t fragment_len(const char *t, size_t at, size_t end)
{
    if (tr_starts_with(t, at, end, "<>")) return 2;
    return tr_starts_with(t, at, end, "</>") ? 3 : 0;
}

/* The byte after the tags that are alone on a line, or end alone on one; 0 if it has others. */
static size_t mask_tags(tr_masks *m, const char *t, size_t size, const tr_md_line *first)
{
    const size_t most = size - first->text < LONGEST ? size : first->text + LONGEST;
    tr_markup tags = {.text = t, .size = most, .at = first->text, .jsx = true};
    tr_markup_token token;
    size_t end = first->end;

    while (tags.at < end) {
        const size_t fragment = fragment_len(t, tags.at, end);
        tags.at += fragment;
        if (!fragment) {
            if (t[tags.at] != '<' || !tr_markup_next(&tags, &token)) return 0;
            if (token.kind == TR_MARKUP_TEXT) m->searched += most - token.raw.begin;
            if (token.kind != TR_MARKUP_START && token.kind != TR_MARKUP_END) return 0;
            const size_t behind =
                token.kind == TR_MARKUP_START ? mask_element(m, &tags, &token, end) : 0;
            if (behind) return skip_blanks(t, behind, end_of_line(t, size, behind));
        }
        m->searched += tags.at > first->end ? tags.at - first->end : 0;
        end = end_of_line(t, size, tags.at);
        tags.at = skip_blanks(t, tags.at, end);
    }
    return tags.at;
}

/* md4c takes "<p>text" for a block of HTML, and all after "<Preview>" for code, but not names that
 * it does not know. */
static void hide_name(tr_masks *m, const char *t, const tr_md_line *l)
{
    const size_t name = l->text + (tr_starts_with(t, l->text, l->end, "</") ? 2 : 1);
    if (name < l->end && tr_ascii_is_letter(t[name])) m->text[name] = 'x';
}

bool tr_mdx_mask_tags(tr_masks *m, const char *t, size_t size, const tr_md_line *l, size_t *next)
{
    if (l->text == l->end || t[l->text] != '<' || tr_mdx_has_tried_enough(m)) return true;
    hide_name(m, t, l);
    const size_t end = mask_tags(m, t, size, l);
    if (!end) return true;
    join_lines(m, l->text, end);
    for (size_t at = l->text; at < end; at++) {
        const size_t fragment = fragment_len(t, at, end);
        if (t[at] == '<') tr_mdx_show_tag(m, t, at, end);
        if (fragment && !tr_masks_add(m, TR_MASK_LINE, at, at + fragment)) return false;
    }
    *next = tr_md_line_read(t, size, end - 1).next;
    return tr_masks_part(m, l->begin) && tr_masks_part(m, *next);
}

size_t tr_mdx_end_of_fence(const char *t, size_t size, const tr_md_line *first)
{
    const char sign = first->text < first->end ? t[first->text] : '\0';
    size_t n = 0, at = first->next;

    if (sign != '`' && sign != '~') return 0;
    while (first->text + n < first->end && t[first->text + n] == sign)
        n++;
    if (n < 3) return 0;
    if (sign == '`' && memchr(t + first->text + n, sign, first->end - first->text - n)) return 0;
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
