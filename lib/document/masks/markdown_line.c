#include "document/masks/markdown_line.h"

#include "base/span.h"

tr_md_line tr_md_line_read(const char *t, size_t size, size_t begin)
{
    tr_md_line l = {.begin = begin, .text = begin, .end = begin};
    l.end = tr_line_end(t, l.end, size);
    l.next = l.end;
    if (l.next < size && t[l.next] == '\r') l.next++;
    if (l.next < size && t[l.next] == '\n' && (l.next == l.end || t[l.next - 1] == '\r')) l.next++;
    while (l.text < l.end && (tr_ascii_is_blank(t[l.text]) || t[l.text] == '>'))
        l.text++;
    l.end = tr_skip_back(t, l.text, l.end, tr_ascii_is_blank);
    return l;
}

bool tr_md_line_is(const char *t, const tr_md_line *l, const char *what)
{
    return l->end - l->text == strlen(what) && !memcmp(t + l->text, what, strlen(what));
}
