/* line_entries.c - the entries of properties: a key, its value, and lines that go on behind a
 * backslash. */
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/entry_lines.h"

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    return at < end && tr_ascii_is_one_of(text[at], "#!;") ? tr_line_end(text, at, end) : at;
}

/* True if a line that ends at byte `end` goes on in the next: an odd number of backslashes. */
static bool goes_on(const char *text, size_t begin, size_t end)
{
    size_t n = 0;
    while (end > begin && text[end - 1] == '\\') {
        n++;
        end--;
    }
    return n % 2;
}

static size_t end_of_key(const char *text, size_t at, size_t end)
{
    while (at < end && !strchr("=:", text[at]) && !tr_ascii_is_blank(text[at]))
        at += text[at] == '\\' ? 2 : 1;
    return at < end ? at : end;
}

static void read_entry(tr_entry_lines *l, size_t begin)
{
    const char *const text = l->tree->text;
    const size_t size = l->tree->size;
    size_t end = tr_line_end(text, begin, size);
    const size_t key = end_of_key(text, begin, end);
    size_t value = tr_skip(text, key, end, tr_ascii_is_blank);

    if (value < end && strchr("=:", text[value]))
        value = tr_skip(text, value + 1, end, tr_ascii_is_blank);
    while (goes_on(text, begin, end) && end < size)
        end = tr_line_end(text, tr_after_line_end(text, end, size), size);
    l->at = tr_after_line_end(text, end, size);
    tr_entry_lines_add(l, (tr_string){text + begin, key - begin}, (tr_span){value, end}, false);
}

void tr_line_entries(tr_entry_tree *t)
{
    tr_entry_lines_read(
        &(tr_entry_lines){.tree = t, .comment = end_of_comment, .entry = read_entry});
}
