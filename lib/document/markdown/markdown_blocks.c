#include "document/markdown/markdown_blocks.h"

#include "base/ascii.h"
#include "base/span.h"
#include "document/masks/markdown_line.h"

enum { BLOCK_ENDS = 16, LINE = 16 }; /* bytes: a block's beginning and end; a line and its block */

/* The mark of a list's item or of a quotation at byte `at`: what it is, or 0; and its end. */
static char block_mark(const char *t, size_t at, size_t end, size_t *mark_end)
{
    size_t i = tr_skip(t, at, end, tr_ascii_is_digit);
    if (i == end) return 0;
    *mark_end = i + 1;
    if (i == at && t[i] == '>') return '>';
    if (i > at ? t[i] != '.' && t[i] != ')' : !strchr("-+*", t[i])) return 0;
    return i + 1 == end || t[i + 1] == ' ' || t[i + 1] == '\t' ? t[i] : 0;
}

/* Blocks that begin with a line.  *first: the mark that the line before it began with. */
static size_t count_blocks(const char *t, size_t at, size_t end, char *first)
{
    size_t n = 0, next = at;
    bool leads = true; /* all marks so far are the line before's */
    char mark;

    for (; at < end; at = next) {
        at = tr_skip(t, at, end, tr_ascii_is_blank);
        if (!(mark = block_mark(t, at, end, &next))) break;
        const bool goes_on = leads && mark == *first;
        if (leads) *first = mark;
        n += mark == '>' ? !goes_on : goes_on ? 1 : 2; /* a list and its item */
        leads = false;
    }
    if (leads && at < end) *first = 0;
    return n;
}

size_t tr_md_block_bytes(const char *text, size_t n)
{
    size_t sum = 0;
    char first = 0;

    for (size_t at = 0; at < n;) {
        const tr_md_line l = tr_md_line_read(text, n, at);
        if (l.begin < l.end) sum += LINE + BLOCK_ENDS * count_blocks(text, l.begin, l.end, &first);
        at = l.next;
    }
    return sum;
}
