/* strings_entries.c - the entries of Apple's .strings: "key" = "value"; */
#include "base/ascii.h"
#include "document/catalogue/entry_lines.h"

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    if (tr_starts_with(text, at, end, "//")) return tr_line_end(text, at, end);
    if (!tr_starts_with(text, at, end, "/*")) return at;
    const size_t close = tr_span_find(text, at + 2, end, "*/");
    return close < end ? close + 2 : end;
}

/* The byte behind a string in quotes, or a word, at byte `at`. */
static size_t end_of_string(const char *text, size_t at, size_t end)
{
    const char quote = text[at];

    if (quote != '"' && quote != '\'') {
        while (at < end && !tr_ascii_is_space(text[at]) && !tr_ascii_is_one_of(text[at], "=;"))
            at++;
        return at;
    }
    for (at++; at < end && text[at] != quote; at++)
        at += text[at] == '\\';
    return at < end ? at + 1 : end;
}

/* The byte `c` from byte `at` on that is in no string and no comment. */
static size_t find(const char *text, size_t at, size_t end, char c)
{
    while (at < end && text[at] != c) {
        const size_t behind = end_of_comment(text, at, end);
        if (behind > at)
            at = behind;
        else if (text[at] == '"' || text[at] == '\'')
            at = end_of_string(text, at, end);
        else
            at++;
    }
    return at;
}

static void read_entry(tr_entry_lines *l, size_t begin)
{
    const char *const text = l->tree->text;
    const size_t size = l->tree->size, key = end_of_string(text, begin, size);
    const size_t end = find(text, key, size, ';');
    const bool quoted = text[begin] == '"' || text[begin] == '\'';

    if (end == size || text[begin] == '{') {
        tr_entry_lines_refuse(l, begin,
                              end == size ? "an entry without its semicolon" : "entries in braces");
        return;
    }
    const size_t sign = find(text, key, end, '=');
    const size_t value = sign < end ? tr_skip(text, sign + 1, end, tr_ascii_is_space) : end;
    if (tr_entry_lines_end(l, end + 1))
        tr_entry_lines_add(l, (tr_string){text + begin + quoted, key - begin - 2 * quoted},
                           (tr_span){value, end}, false);
}

void tr_strings_entries(tr_entry_tree *t)
{
    tr_entry_lines_read(
        &(tr_entry_lines){.tree = t, .comment = end_of_comment, .entry = read_entry});
}
