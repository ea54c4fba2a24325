#include "document/catalogue/yaml_braces.h"

#include "base/ascii.h"

/* Behind white space and comments. */
static size_t skip_gap(const char *text, size_t at, size_t end)
{
    for (;;) {
        const size_t next = tr_skip(text, at, end, tr_ascii_is_space);
        if (next == at || next == end || text[next] != '#') return next;
        at = tr_line_end(text, next, end);
    }
}

/* True if a plain scalar ends at byte `at`. */
static bool ends_plain(const char *text, size_t at, size_t end)
{
    const char c = text[at], next = at + 1 < end ? text[at + 1] : ' ';

    if (c == ':') return tr_ascii_is_space(next) || tr_ascii_is_one_of(next, ",[]{}");
    if (c == '#') return tr_ascii_is_space(text[at - 1]);
    return tr_ascii_is_one_of(c, ",[]{}");
}

/* A scalar at byte `at`, without its quotation marks; *behind is the byte behind it, 0 if it is
 * none. */
static tr_span read_scalar(const char *text, size_t at, size_t end, size_t *behind)
{
    const char quote = tr_ascii_is_one_of(text[at], "\"'") ? text[at] : '\0';
    const size_t begin = at + (quote != '\0');

    *behind = 0;
    if (!quote && tr_ascii_is_one_of(text[at], "&*!|>%@`?-,[]{}#:")) return (tr_span){at, at};
    for (at = begin; at < end && (quote ? text[at] != quote : !ends_plain(text, at, end)); at++)
        at += quote == '"' && text[at] == '\\';
    while (quote == '\'' && at + 1 < end && text[at + 1] == quote) {
        at = tr_find_byte(text, at + 2, end, quote);
    }
    if (at >= end) return (tr_span){begin, begin};
    *behind = quote ? at + 1 : tr_skip_back(text, begin, at, tr_ascii_is_space);
    return (tr_span){begin, quote ? at : *behind};
}

/* The byte behind the brackets that open at byte `at`; 0 if they do not end. */
static size_t end_of_brackets(const char *text, size_t at, size_t end)
{
    size_t depth = 0, behind;

    for (; at < end; at = skip_gap(text, at, end)) {
        const char c = text[at];
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        if (tr_ascii_is_one_of(c, "[]{},:")) {
            at++;
            if (!depth) return at;
            continue;
        }
        read_scalar(text, at, end, &behind);
        if (!behind) return 0;
        at = behind;
    }
    return 0;
}

static size_t read_braces(tr_entry_tree *t, const tr_entry_tree *text_of, int group, size_t at,
                          size_t end, int depth);

/* A value, of entry i of a tree if there is one; the byte behind it, or 0. */
static size_t read_value(tr_entry_tree *t, const tr_entry_tree *of, int i, size_t at, size_t end,
                         int depth)
{
    size_t behind = at;

    if (of->text[at] == '{') return read_braces(t, of, i, at, end, depth + 1);
    if (of->text[at] == '[') return end_of_brackets(of->text, at, end);
    if (!tr_ascii_is_one_of(of->text[at], ",}")) read_scalar(of->text, at, end, &behind);
    return behind;
}

/* Reads braces into a group of a tree, or into none if `t` is NULL. */
static size_t read_braces(tr_entry_tree *t, const tr_entry_tree *of, int group, size_t at,
                          size_t end, int depth)
{
    const char *const text = of->text;
    const size_t open = at + 1;
    size_t behind;
    int i = 0;

    do {
        const size_t begin = at = skip_gap(text, at + 1, end);
        if (at >= end || depth > TR_ENTRY_DEPTH) return 0;
        if (text[at] == '}') break;
        const tr_span key = read_scalar(text, at, end, &behind);
        at = behind ? skip_gap(text, behind, end) : end;
        if (at >= end || text[at] != ':') return 0;
        at = skip_gap(text, at + 1, end);
        if (at >= end) return 0;
        const size_t value = at;
        const bool is_group = text[at] == '{';
        if (t) i = tr_entry_tree_add(t, group, text + key.begin, key.end - key.begin, is_group);
        behind = i == TR_NO_ENTRY ? 0 : read_value(t, of, i, at, end, depth);
        if (!behind) return 0;
        if (t) t->entries[i].whole = (tr_span){begin, behind};
        if (t && !is_group) t->entries[i].value = (tr_span){value, behind};
        at = skip_gap(text, behind, end);
    } while (at < end && text[at] == ',');
    if (at >= end || text[at] != '}') return 0;
    if (t) t->entries[group].value = (tr_span){open, at};
    if (t) t->entries[group].in_braces = true;
    return at + 1;
}

size_t tr_yaml_braces(tr_entry_tree *t, int i, size_t at, size_t end)
{
    const size_t behind = read_braces(NULL, t, i, at, end, t->entries[i].depth);
    return behind ? read_braces(t, t, i, at, end, t->entries[i].depth) : 0;
}
