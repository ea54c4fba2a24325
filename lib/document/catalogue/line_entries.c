/* line_entries.c - the entries of properties: a key, its value, and lines that go on behind a
 * backslash; comments right above belong to the key. */
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/entry_tree.h"

static bool is_comment(const char *text, size_t at, size_t end)
{
    return at < end && (text[at] == '#' || text[at] == '!' || text[at] == ';');
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

static void add_line(tr_entry_tree *t, int root, size_t above, size_t begin, size_t *next)
{
    const char *const text = t->text;
    size_t end = tr_line_end(text, begin, t->size);
    const size_t key = end_of_key(text, begin, end);
    const int i = tr_entry_tree_add(t, root, text + begin, key - begin, false);

    while (goes_on(text, begin, end) && end < t->size)
        end = tr_line_end(text, tr_after_line_end(text, end, t->size), t->size);
    *next = tr_after_line_end(text, end, t->size);
    if (i == TR_NO_ENTRY) return;
    size_t value = tr_skip(text, key, end, tr_ascii_is_blank);
    if (value < end && strchr("=:", text[value]))
        value = tr_skip(text, value + 1, end, tr_ascii_is_blank);
    t->entries[i].whole = (tr_span){above, *next};
    t->entries[i].value = (tr_span){value, end};
}

void tr_line_entries(tr_entry_tree *t, const char *text, size_t size)
{
    const int root = tr_entry_tree_add(t, TR_NO_ENTRY, "", 0, true);
    size_t above = 0;

    if (root == TR_NO_ENTRY) return;
    t->lines = true;
    t->entries[root].whole = t->entries[root].value = (tr_span){0, size};
    if (size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) above = 3;
    for (size_t at = above, next; at < size && !t->failed; at = next) {
        const size_t end = tr_line_end(text, at, size);
        const size_t begin = tr_skip(text, at, end, tr_ascii_is_blank);
        next = tr_after_line_end(text, end, size);
        if (begin == end) {
            above = next;
        } else if (!is_comment(text, begin, end)) {
            add_line(t, root, above, begin, &next);
            above = next;
        }
    }
}
