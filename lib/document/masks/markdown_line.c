#include "document/masks/markdown_line.h"

#include "base/span.h"

tr_md_line tr_md_line_read(const char *t, size_t size, size_t begin)
{
    tr_md_line l = {.begin = begin, .text = begin, .end = tr_line_end(t, begin, size)};
    l.next = tr_after_line_end(t, l.end, size);
    while (l.text < l.end && (tr_ascii_is_blank(t[l.text]) || t[l.text] == '>'))
        l.text++;
    l.end = tr_skip_back(t, l.text, l.end, tr_ascii_is_blank);
    return l;
}

bool tr_md_line_is(const char *t, const tr_md_line *l, const char *what)
{
    return l->end - l->text == strlen(what) && !memcmp(t + l->text, what, strlen(what));
}
