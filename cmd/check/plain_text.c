#include "check/plain_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "console/alloc.h"
#include "translate.h"

/* ---- Marks of segments ---- */

/* The bytes of a mark of a segment, <1>, </1> or <1/>, that text [at, len) begins with; else 0. */
static size_t mark_size(const char *text, size_t at, size_t len)
{
    size_t i = at + 1;

    i += i < len && text[i] == '/';
    const size_t digits = i;
    while (i < len && tr_ascii_is_digit(text[i]))
        i++;
    if (i == digits) return 0;
    i += i < len && text[i] == '/';
    return i < len && text[i] == '>' ? i + 1 - at : 0;
}

static void read_marked(plain_text *p, const char *text, size_t len)
{
    for (size_t i = 0, n; i < len; i += n) {
        const bool lt = tr_starts_with(text, i, len, "&lt;"),
                   amp = tr_starts_with(text, i, len, "&amp;");
        n = text[i] == '<' ? mark_size(text, i, len) : lt ? 4 : amp ? 5 : 0;
        if (n && !lt && !amp) continue;
        p->origin[p->len] = i;
        p->text[p->len++] = lt ? '<' : text[i];
        if (!n) n = 1;
    }
    p->origin[p->len] = len;
}

static void read_bytes(plain_text *p, const char *text, size_t len)
{
    memcpy(p->text, text, len);
    for (size_t i = 0; i <= len; i++)
        p->origin[i] = i;
    p->len = len;
}

/* ---- Tags, and what stays ---- */

typedef struct telling {
    plain_text *plain;
    size_t capacity, read, written; /* of kept; bytes of the text */
} telling;

static void copy_up_to(telling *t, size_t end)
{
    plain_text *const p = t->plain;
    const size_t n = end - t->read;

    memmove(p->text + t->written, p->text + t->read, n);
    memmove(p->origin + t->written, p->origin + t->read, n * sizeof *p->origin);
    t->read = end;
    t->written += n;
}

/* A tag is left out; all else that is told is noted. */
static void take_placeable(void *ctx, const tr_told_placeable *told)
{
    telling *const t = ctx;
    plain_text *const p = t->plain;

    if (told->lost || told->begin < t->read) return;
    copy_up_to(t, told->begin);
    if (!strcmp(told->kind, "tag")) {
        t->read = told->end;
        return;
    }
    if (p->n_kept == t->capacity) {
        t->capacity = 2 * t->capacity + 8;
        p->kept = checked_realloc(p->kept, t->capacity, sizeof *p->kept);
    }
    p->kept[p->n_kept++] = (tr_span){t->written, t->written + told->end - told->begin};
    copy_up_to(t, told->end);
}

static void take_tags_out(plain_text *p)
{
    telling t = {.plain = p};
    tr_error err;

    if (tr_tell_placeables(p->text, p->len, NULL, take_placeable, &t, &err)) return;
    copy_up_to(&t, p->len);
    p->origin[t.written] = p->origin[p->len];
    p->len = t.written;
}

plain_text plain_text_read(const char *text, size_t len, bool marked)
{
    tr_buf repaired = {0};
    plain_text p = {0};

    tr_utf8_repair(text, len, &repaired); /* a text that is no UTF-8 has no places that count */
    if (repaired.failed) end_without_memory();
    p.text = checked_malloc(repaired.len + 1);
    p.origin = checked_realloc(NULL, repaired.len + 1, sizeof *p.origin);
    if (marked)
        read_marked(&p, tr_buf_text(&repaired), repaired.len);
    else
        read_bytes(&p, tr_buf_text(&repaired), repaired.len);
    tr_buf_free(&repaired);
    take_tags_out(&p);
    p.text[p.len] = '\0';
    return p;
}

void plain_text_free(plain_text *p)
{
    free(p->text);
    free(p->origin);
    free(p->kept);
    *p = (plain_text){0};
}

bool plain_text_is_kept(const plain_text *p, tr_span at)
{
    size_t low = 0, high = p->n_kept;

    while (low < high) { /* the first that ends behind where the span begins */
        const size_t middle = (low + high) / 2;
        if (p->kept[middle].end <= at.begin)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->n_kept && tr_spans_overlap(p->kept[low], at);
}

tr_span plain_text_origin(const plain_text *p, tr_span at)
{
    /* What ends at a tag ends before it. */
    return (tr_span){p->origin[at.begin],
                     at.end > at.begin ? p->origin[at.end - 1] + 1 : p->origin[at.begin]};
}
