#include "document/masks/markdown_prefix.h"

#include <string.h>

#include "base/ascii.h"
#include "document/masks/markdown_directives.h"
#include "document/masks/markdown_inline.h"

static bool is_quoted(const char *t, const tr_md_line *l)
{
    return l->text > l->begin && memchr(t + l->begin, '>', l->text - l->begin);
}

/* "> [!NOTE]", GitHub's alert.  Obsidian's callout, "[!note]-", may have a title after it. */
static size_t end_of_alert(const char *t, const tr_md_line *l)
{
    size_t i = l->text + 2;

    if (!is_quoted(t, l)) return 0;
    if (!tr_starts_with(t, l->text, l->end, "[!")) return 0;
    i = tr_skip(t, i, l->end, tr_md_is_name_byte);
    if (i == l->text + 2 || i == l->end || t[i] != ']') return 0;
    for (i++; i < l->end && (t[i] == '+' || t[i] == '-' || t[i] == ' ');)
        i++;
    return i;
}

/* "!!! note", "??? tip", "???+ tip": an admonition of Python-Markdown; `=== "Linux"`: a tab.  Their
 * titles are text.  Several kinds without a title are in small letters, for "!!! Mind the gap". */
static size_t end_of_admonition(const char *t, const tr_md_line *l)
{
    const bool is_tab = tr_starts_with(t, l->text, l->end, "===");
    size_t i = l->text + 3;
    bool capital = false, several = false;

    if (!is_tab && !tr_starts_with(t, l->text, l->end, "!!!") &&
        !tr_starts_with(t, l->text, l->end, "???"))
        return 0;
    while (i < l->end && (t[i] == '+' || (is_tab && t[i] == '!')))
        i++;
    if (i + 1 >= l->end || t[i] != ' ') return 0;
    for (i++; i < l->end && !is_tab && (tr_md_is_name_byte(t[i]) || t[i] == '_' || t[i] == ' ');
         i++) {
        capital = capital || tr_ascii_is_upper(t[i]);
        several = several || t[i] == ' ';
    }
    if (i == l->end) return capital && several ? 0 : i;
    if (t[i] != '"' || t[l->end - 1] != '"' || l->end - i < 2) return 0;
    return i + 1;
}

/* ":::tip Title", ":::tip[Title]", ":::{tip} Title": a container of Docusaurus, VitePress and MyST
 * with a title, which is text; 0 if it has none. */
static size_t end_of_container(const char *t, const tr_md_line *l)
{
    size_t i = l->text;

    if (!tr_starts_with(t, i, l->end, ":::")) return 0;
    while (i < l->end && (t[i] == ':' || t[i] == ' '))
        i++;
    const size_t name = i, directive = tr_md_end_of_directive(t, i, l->end);
    if (directive) return directive < l->end ? directive : 0;
    i = tr_skip(t, i, l->end, tr_md_is_name_byte);
    if (i == name || i + 1 >= l->end) return 0;
    if (t[i] == '[') return t[l->end - 1] == ']' && l->end - i > 2 ? i + 1 : 0;
    if (t[i] != ' ') return 0;
    while (i < l->end && t[i] == ' ')
        i++;
    return i < l->end && !memchr(t + i, '{', l->end - i) && !memchr(t + i, '=', l->end - i) ? i : 0;
}

/* "*[HTML]: ": an abbreviation, which what stands after it explains. */
static size_t end_of_abbreviation(const char *t, const tr_md_line *l)
{
    if (!tr_starts_with(t, l->text, l->end, "*[") || t[l->end - 1] == '*') return 0;
    for (size_t i = l->text + 2; i + 1 < l->end && t[i] != '['; i++)
        if (t[i] == ']') return i > l->text + 2 && t[i + 1] == ':' ? i + 2 : 0;
    return 0;
}

size_t tr_md_prefix(const char *t, const tr_md_line *l)
{
    const size_t alert = end_of_alert(t, l), admonition = end_of_admonition(t, l);
    const size_t abbreviation = end_of_abbreviation(t, l), container = end_of_container(t, l);
    size_t end = tr_md_end_of_note(t, l->text, l->end);

    if (container)
        end = container;
    else if (alert || admonition || abbreviation)
        end = alert ? alert : admonition ? admonition : abbreviation;
    else if (end && end < l->end && t[end] == ':')
        end++;
    else if (tr_starts_with(t, l->text, l->end, ": ") || tr_starts_with(t, l->text, l->end, ":\t"))
        end = l->text + 1;
    else
        return 0;
    return end - l->text;
}

bool tr_md_is_container(const char *t, const tr_md_line *l)
{
    return end_of_container(t, l) != 0;
}

/* ":   What a term is." */
static bool is_definition_of_term(const char *t, const tr_md_line *l)
{
    return tr_starts_with(t, l->text, l->end, ": ") || tr_starts_with(t, l->text, l->end, ":\t");
}

/* True if a footnote or a definition that a line begins has a second paragraph, which is indented
 * below it. */
static bool note_goes_on(const char *t, size_t size, const tr_md_line *first)
{
    enum { MOST_LINES = 100, INDENT = 4 };
    bool empty = false;

    if (!tr_starts_with(t, first->text, first->end, "[^") && !is_definition_of_term(t, first))
        return false;
    if (is_quoted(t, first) || first->text - first->begin >= INDENT) return false;
    for (size_t at = first->next, n = 0; at < size && n < MOST_LINES; n++) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        const bool indented = t[at] == '\t' || tr_starts_with(t, at, size, "    ");
        if (empty && l.text < l.end) return indented;
        if (tr_starts_with(t, l.text, l.end, "[^") || is_definition_of_term(t, &l)) return false;
        empty = l.text == l.end;
        at = l.next;
    }
    return false;
}

/* What is indented below an admonition or a tab is its content: md4c takes it for the content of a
 * list's item.  The title is a heading there, so that the content may begin right below it.  An
 * abbreviation is one, too, and so is the title of a container.  A footnote or a definition that
 * goes on is an item.
 */
void tr_md_show_block(tr_masks *m, const char *t, const tr_md_line *l)
{
    if (t[l->text] == '*') memcpy(m->text + l->text, "# ", 2);
    if (tr_md_is_container(t, l)) memcpy(m->text + l->text, "# ", 2);
    if (strchr("!?=", t[l->text])) memcpy(m->text + l->text, "* # ", 4);
    if (note_goes_on(t, m->size, l)) m->text[l->text] = '*';
    if (m->text[l->text] == '*' && t[l->text] == '[') m->text[l->text + 1] = ' ';
}

bool tr_md_is_heading_of_quote(const char *t, size_t size, const tr_md_line *before,
                               const tr_md_line *l)
{
    const size_t n = l->end - l->text;
    const tr_md_line next = tr_md_line_read(t, size, l->next);
    const size_t alert = end_of_alert(t, l);

    if (alert) return alert < l->end;
    if (n < 5 || !tr_starts_with(t, l->text, l->end, "**") ||
        !tr_starts_with(t, l->end - 2, l->end, "**") || memchr(t + l->text + 2, '*', n - 4))
        return false;
    return is_quoted(t, l) && !is_quoted(t, before) && is_quoted(t, &next) &&
           next.text < next.end && !tr_ascii_is_lower(t[next.text]);
}

bool tr_md_is_definition(const char *t, const tr_md_line *l)
{
    size_t i = l->text + 1;

    if (i >= l->end || t[l->text] != '[' || t[i] == '^') return false;
    while (i < l->end && t[i] != ']' && t[i] != '[')
        i += t[i] == '\\' ? 2 : 1;
    return i + 1 < l->end && t[i] == ']' && t[i + 1] == ':';
}
