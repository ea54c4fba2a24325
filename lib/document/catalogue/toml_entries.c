/* toml_entries.c - the entries of TOML: keys in tables.  A table is a group of its whole name; what
 * stands in brackets is a value. */
#include "base/ascii.h"
#include "document/catalogue/entry_lines.h"

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    return at < end && text[at] == '#' ? tr_line_end(text, at, end) : at;
}

/* The byte behind the string at byte `at`. */
static size_t end_of_string(const char *text, size_t at, size_t end)
{
    const char quote = text[at], three[] = {quote, quote, quote, '\0'};
    const bool several = tr_starts_with(text, at, end, three);

    for (at += several ? 3 : 1; at < end; at++) {
        if (text[at] == '\\' && quote == '"')
            at++;
        else if (several ? tr_starts_with(text, at, end, three) : text[at] == quote)
            break;
    }
    if (at >= end) return end;
    return several ? at + tr_run_length(text, at, end) : at + 1;
}

/* One of the bytes `stops` from byte `at` on, or with `line` the end of the line, that is in no
 * string, no comment and no brackets. */
static size_t find(const char *text, size_t at, size_t end, const char *stops)
{
    size_t depth = 0;

    while (at < end) {
        const char c = text[at];
        const size_t behind = end_of_comment(text, at, end);
        if (!depth && (tr_ascii_is_one_of(c, stops) || c == '#')) return at;
        depth += c == '[' || c == '{';
        depth -= (c == ']' || c == '}') && depth;
        if (behind > at)
            at = behind;
        else
            at = c == '"' || c == '\'' ? end_of_string(text, at, end) : at + 1;
    }
    return end;
}

/* "[table]"; of several tables of a name none has a key that tells it from the others. */
static void read_header(tr_entry_lines *l, size_t begin)
{
    const tr_entry_tree *const t = l->tree;
    const size_t end = find(t->text, begin + 1, t->size, "]\r\n");

    tr_entry_lines_close(l);
    if (tr_starts_with(t->text, begin, t->size, "[["))
        tr_entry_lines_refuse(l, begin, "tables in an array, which have no keys");
    else if (end == t->size || t->text[end] != ']')
        tr_entry_lines_refuse(l, begin, "the name of a table does not end");
    else if (tr_entry_lines_end(l, end + 1))
        l->group = tr_entry_lines_add(l, (tr_string){t->text + begin + 1, end - begin - 1},
                                      (tr_span){l->at, l->at}, true);
}

static void read_entry(tr_entry_lines *l, size_t begin)
{
    const char *const text = l->tree->text;
    const size_t size = l->tree->size;

    if (text[begin] == '[') {
        read_header(l, begin);
        return;
    }
    const size_t sign = find(text, begin, size, "=\r\n");
    if (sign == size || text[sign] != '=') {
        tr_entry_lines_refuse(l, begin, "an equals sign is missing");
        return;
    }
    const size_t key = tr_skip_back(text, begin, sign, tr_ascii_is_blank);
    const size_t value = tr_skip(text, sign + 1, size, tr_ascii_is_blank);
    const size_t end =
        tr_skip_back(text, value, find(text, value, size, "\r\n"), tr_ascii_is_blank);
    if (tr_entry_lines_end(l, end))
        tr_entry_lines_add(l, (tr_string){text + begin, key - begin}, (tr_span){value, end}, false);
}

void tr_toml_entries(tr_entry_tree *t)
{
    tr_entry_lines_read(
        &(tr_entry_lines){.tree = t, .comment = end_of_comment, .entry = read_entry});
}
