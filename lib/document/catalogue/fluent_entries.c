/* fluent_entries.c - the entries of Fluent: messages and terms, each with its attributes. */
#include "base/ascii.h"
#include "document/catalogue/entry_lines.h"

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    return at < end && text[at] == '#' ? tr_line_end(text, at, end) : at;
}

/* True if a line that begins at byte `at` goes on with what is above it: it is indented, or ends a
 * placeable. */
static bool goes_on(const char *text, size_t at, size_t end)
{
    const size_t in = tr_skip(text, at, end, tr_ascii_is_blank);
    return in < end && !tr_ascii_is_line_end(text[in]) && (in > at || text[at] == '}');
}

/* The byte behind the last line of an entry; blank lines count if more of it follows. */
static size_t end_of_entry(const char *text, size_t at, size_t size)
{
    size_t end = tr_span_next_line(text, at, size);

    for (size_t next = end; next < size;) {
        const size_t in = tr_skip(text, next, size, tr_ascii_is_space);
        if (goes_on(text, next, size))
            end = next = tr_span_next_line(text, next, size);
        else if (in < size && in > next &&
                 tr_ascii_is_line_end(text[tr_skip(text, next, size, tr_ascii_is_blank)]))
            next = tr_span_next_line(text, next, size);
        else
            break;
    }
    return end;
}

static void read_entry(tr_entry_lines *l, size_t begin)
{
    const char *const text = l->tree->text;
    const size_t size = l->tree->size, line = tr_line_end(text, begin, size);
    const size_t sign = tr_find_byte(text, begin, line, '=');
    const size_t key = tr_skip_back(text, begin, sign, tr_ascii_is_blank);

    if (sign == line) {
        tr_entry_lines_refuse(l, begin, "no message begins here");
        return;
    }
    l->at = end_of_entry(text, begin, size);
    const size_t value = tr_skip(text, sign + 1, l->at, tr_ascii_is_blank);
    tr_entry_lines_add(l, (tr_string){text + begin, key - begin}, (tr_span){value, l->at}, false);
}

void tr_fluent_entries(tr_entry_tree *t)
{
    tr_entry_lines_read(&(tr_entry_lines){
        .tree = t, .comment = end_of_comment, .apart = "##", .entry = read_entry});
}
