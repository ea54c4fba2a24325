#include "document/segment/ignorable.h"

#include <string.h>

/* The length of the soft hyphen (U+00AD) or word joiner (U+2060) at the beginning of text [len]. */
static size_t unseen(const char *text, size_t len)
{
    if (len >= 2 && !memcmp(text, "\xC2\xAD", 2)) return 2;
    return len >= 3 && !memcmp(text, "\xE2\x81\xA0", 3) ? 3 : 0;
}

/* Where byte `end` of the text is once they are taken out. */
static size_t moved_place(const char *text, size_t end)
{
    size_t n = 0;

    for (size_t i = 0; i < end;) {
        const size_t skip = unseen(text + i, end - i);
        i += skip ? skip : 1;
        n += !skip;
    }
    return n;
}

size_t tr_ignorable_remove(char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len;) {
        const size_t skip = unseen(text + i, len - i);
        if (!skip) text[n++] = text[i];
        i += skip ? skip : 1;
    }
    text[n] = '\0';
    return n;
}

const tr_segment *tr_ignorable_without(const tr_segment *p, tr_region *region)
{
    if (moved_place(p->text, p->len) == p->len) return p;
    tr_segment *const copy = TR_REGION_TAKE(region, tr_segment, 1);
    char *const text = tr_region_copy(region, p->text, p->len);
    tr_mark *const marks = TR_REGION_TAKE(region, tr_mark, p->n_marks + 1);
    if (!copy || !text || !marks) return NULL;
    for (size_t i = 0; i < p->n_marks; i++) {
        marks[i] = p->marks[i];
        marks[i].begin = moved_place(p->text, p->marks[i].begin);
        marks[i].end = moved_place(p->text, p->marks[i].end);
    }
    *copy = *p;
    copy->len = tr_ignorable_remove(text, p->len);
    copy->text = text;
    copy->marks = marks;
    return copy;
}
