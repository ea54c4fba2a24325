#include "document/masks/markdown_directives.h"

#include "document/markup/markup.h"
#include "text/placeables/template_tags.h"

enum { LONGEST_NAME = 24, LEAST_FENCE = 3 };

/* True if `list` has the word [begin, end) of a text. */
static bool is_listed(const char *list, const char *t, size_t begin, size_t end)
{
    char word[LONGEST_NAME + 1];

    if (end == begin || end - begin > LONGEST_NAME) return false;
    for (size_t i = begin; i < end; i++)
        word[i - begin] = tr_ascii_lower(t[i]);
    word[end - begin] = '\0';
    return tr_markup_listed(list, word);
}

size_t tr_md_end_of_directive(const char *t, size_t at, size_t end)
{
    static const char names[] =
        " note tip hint important warning caution attention danger error seealso admonition topic "
        "sidebar margin dropdown tab-item tab-set card epigraph pull-quote versionadded "
        "versionchanged deprecated todo exercise solution theorem proof definition remark example "
        "lemma ";
    size_t i = at + 1;

    if (at >= end || t[at] != '{') return 0;
    i = tr_skip(t, i, end, tr_md_is_name_byte);
    if (i >= end || t[i] != '}' || !is_listed(names, t, at + 1, i)) return 0;
    i = tr_skip(t, i + 1, end, tr_ascii_is_blank);
    return i;
}

/* The length of the fence of backticks or tildes at the beginning of a line. */
static size_t fence_length(const char *t, const tr_md_line *l)
{
    size_t n = 0;

    while (l->text + n < l->end && strchr("`~", t[l->text]) && t[l->text + n] == t[l->text])
        n++;
    return n;
}

static void hide(tr_masks *m, size_t begin, size_t end)
{
    memset(m->text + begin, 'x', end - begin);
    tr_masks_append(m, TR_MASK_LINE, begin, end);
}

/* ":class: wide" */
static bool is_option(const char *t, const tr_md_line *l)
{
    size_t i = l->text + 1;

    if (l->text == l->end || t[l->text] != ':') return false;
    while (i < l->end && (tr_md_is_name_byte(t[i]) || t[i] == '_'))
        i++;
    return i > l->text + 1 && i < l->end && t[i] == ':';
}

bool tr_md_mask_directive(tr_masks *m, const char *t, const tr_md_line *l, tr_md_directives *open)
{
    const size_t n = l->text < l->end ? fence_length(t, l) : 0;
    const size_t most = sizeof open->fences / sizeof *open->fences;

    if (open->options && is_option(t, l)) {
        hide(m, l->text, l->end);
        return true;
    }
    open->options = tr_starts_with(t, l->text, l->end, ":::") &&
                    memchr(t + l->text, '{', l->end - l->text) != NULL;
    if (n < LEAST_FENCE) return false;
    if (open->n && l->text + n == l->end && n >= open->fences[open->n - 1]) {
        open->n--;
        hide(m, l->text, l->end);
        return true;
    }
    const size_t end = open->n < most ? tr_md_end_of_directive(t, l->text + n, l->end) : 0;
    if (!end) return false;
    open->fences[open->n++] = n;
    open->options = true;
    hide(m, l->text, end);
    if (end < l->end) memcpy(m->text + l->text, "# ", 2); /* the title is a heading */
    return true;
}

/* True if a value without a name is text: several words, the first with a capital, and no signs
 * that addresses, options and names of files have. */
static bool is_phrase(const char *t, tr_span value)
{
    bool blank = false;

    if (!tr_ascii_is_upper(t[value.begin])) return false;
    for (size_t i = value.begin; i < value.end; i++) {
        blank = blank || t[i] == ' ';
        if (t[i] && strchr("=/\\_<>{}", t[i])) return false;
    }
    const bool file = value.end - value.begin > 4 && t[value.end - 4] == '.'; /* "A b.png" */
    return blank && !file;
}

tr_span tr_md_next_title(const char *t, size_t at, size_t end)
{
    static const char names[] =
        " title caption alt text description summary label heading header "
        "subtitle tooltip content fig-alt fig-cap fig-scap tbl-cap lst-cap ";

    for (; at < end; at++) {
        if (t[at] != '"' && (t[at] != '\'' || t[at - 1] != '=')) continue;
        const char *const quote = memchr(t + at + 1, t[at], end - at - 1);
        size_t begin = at - 1;
        if (!quote) break;
        const tr_span value = {at + 1, (size_t)(quote - t)};
        const bool unnamed = t[at] == '"' && t[at - 1] == ' ' && tr_md_is_name_byte(t[at - 2]);
        if (unnamed && is_phrase(t, value)) return value;
        while (tr_md_is_name_byte(t[begin - 1]))
            begin--;
        if (t[at - 1] == '=' && (tr_ascii_is_space(t[begin - 1]) || t[begin - 1] == '{') &&
            is_listed(names, t, begin, at - 1) && value.begin < value.end &&
            !memchr(t + value.begin, '{', value.end - value.begin) &&
            !memchr(t + value.begin, '\\', value.end - value.begin))
            return value;
        at = value.end;
    }
    return (tr_span){end, end};
}

bool tr_md_has_titles(const char *t, size_t at, size_t end)
{
    return tr_starts_with(t, at, end, "{{<") || tr_starts_with(t, at, end, "{{%") ||
           (tr_starts_with(t, at, end, "{%") && !tr_template_parts(t, at, end));
}

void tr_md_mask_titles(tr_masks *m, const char *t, size_t at, size_t end)
{
    for (tr_span title; (title = tr_md_next_title(t, at + 1, end)).begin < end; at = title.end)
        tr_masks_add(m, TR_MASK_LINE, at, title.begin);
    tr_masks_add(m, TR_MASK_LINE, at, end);
}
