#include "documents/pdf/pdf_layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/span.h"

/* Blanks that set words apart, and letters that are as high as others, by their height. */
static const double wide_blank = 2.2;

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct layout_reader {
    pdf_layout *to;
    const char *at, *end;
    size_t block;
    box last;         /* the word before, in the line; its right is negative: there is none */
    double sizes[64]; /* [n_sizes] of the line's words */
    size_t n_sizes;
} layout_reader;

/* ---- Tags ---- */

static bool starts(const layout_reader *r, const char *with)
{
    return tr_starts_with(r->at, 0, (size_t)(r->end - r->at), with);
}

/* The number of an attribute of the tag at r->at that ends before `stop`; 0: there is none. */
static double number_of(const layout_reader *r, const char *stop, const char *name)
{
    const size_t n = strlen(name);

    for (const char *c = r->at; c + n + 2 < stop; c++)
        if (*c == ' ' && !memcmp(c + 1, name, n) && c[n + 1] == '=') return strtod(c + n + 3, NULL);
    return 0;
}

static box read_box(const layout_reader *r, const char *stop)
{
    return (box){number_of(r, stop, "xMin"), number_of(r, stop, "yMin"), number_of(r, stop, "xMax"),
                 number_of(r, stop, "yMax")};
}

/* ---- Text ---- */

/* Letters that are written as one sign, from U+FB00 on. */
static const char *const ligatures[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};

/* Appends text up to `stop`, with ligatures as letters. */
static void add_word(tr_buf *out, const char *text, const char *stop)
{
    const char *const signs = "\xEF\xAC";

    while (text < stop) {
        const char *sign = text;
        while (sign + 2 < stop &&
               !(sign[0] == signs[0] && sign[1] == signs[1] && (unsigned char)sign[2] >= 0x80 &&
                 (unsigned char)sign[2] <= 0x86))
            sign++;
        if (sign + 2 >= stop) break;
        tr_buf_add(out, text, (size_t)(sign - text));
        tr_buf_add_string(out, ligatures[(unsigned char)sign[2] - 0x80]);
        text = sign + 3;
    }
    tr_buf_add(out, text, (size_t)(stop - text));
}

/* ---- Lines ---- */

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void end_line(layout_reader *r)
{
    pdf_layout *const l = r->to;

    if (r->last.right < 0) return;
    r->last.right = -1;
    pdf_line *const line = &l->lines[l->n - 1];
    qsort(r->sizes, r->n_sizes, sizeof *r->sizes, by_size);
    line->size = r->sizes[r->n_sizes / 2];
    line->text.end = l->text.len;
    r->n_sizes = 0;
}

static void begin_line(layout_reader *r, box at)
{
    pdf_layout *const l = r->to;

    l->lines = tr_room(l->lines, &l->capacity, l->n + 1, sizeof *l->lines, &l->failed);
    if (l->failed) return;
    l->lines[l->n++] = (pdf_line){.left = at.left,
                                  .top = at.top,
                                  .right = at.right,
                                  .bottom = at.bottom,
                                  .text = {l->text.len, l->text.len},
                                  .page = l->n_pages ? l->n_pages - 1 : 0,
                                  .block = r->block};
}

static void read_word(layout_reader *r, const char *stop)
{
    pdf_layout *const l = r->to;
    const box at = read_box(r, stop);
    const char *const end = memchr(stop, '<', (size_t)(r->end - stop));
    const double size = at.bottom - at.top;

    if (!end || end == stop) return;
    if (r->last.right >= 0 && at.left - r->last.right > wide_blank * size) end_line(r);
    if (r->last.right < 0)
        begin_line(r, at);
    else
        tr_buf_add(&l->text, " ", 1);
    if (l->failed) return;
    add_word(&l->text, stop, end);
    pdf_line *const line = &l->lines[l->n - 1];
    line->right = at.right > line->right ? at.right : line->right;
    line->bottom = at.bottom > line->bottom ? at.bottom : line->bottom;
    if (r->n_sizes < sizeof r->sizes / sizeof *r->sizes) r->sizes[r->n_sizes++] = size;
    r->last = at;
    if (r->last.right < 0) r->last.right = 0;
}

static void read_page(layout_reader *r, const char *stop)
{
    pdf_layout *const l = r->to;

    l->heights =
        tr_room(l->heights, &l->pages_capacity, l->n_pages + 1, sizeof *l->heights, &l->failed);
    if (!l->failed) l->heights[l->n_pages++] = number_of(r, stop, "height");
}

static void read_title(layout_reader *r, const char *stop)
{
    const char *const end = memchr(stop, '<', (size_t)(r->end - stop));

    r->to->title.begin = r->to->text.len;
    if (end) tr_buf_add(&r->to->text, stop, (size_t)(end - stop));
    r->to->title.end = r->to->text.len;
}

static void read_layout_tag(layout_reader *r, const char *stop)
{
    if (starts(r, "<word ")) {
        read_word(r, stop);
        return;
    }
    if (starts(r, "<line ") || starts(r, "<block ") || starts(r, "<page ")) end_line(r);
    if (starts(r, "<block ")) r->block++;
    if (starts(r, "<page ")) read_page(r, stop);
    if (starts(r, "<title>")) read_title(r, stop);
}

void pdf_layout_read(pdf_layout *l, const char *xml, size_t size)
{
    layout_reader r = {.to = l, .at = xml, .end = xml + size, .last = {.right = -1}};

    *l = (pdf_layout){0};
    while (!l->failed && (r.at = memchr(r.at, '<', (size_t)(r.end - r.at)))) {
        const char *const close = memchr(r.at, '>', (size_t)(r.end - r.at));
        if (!close) break;
        read_layout_tag(&r, close + 1);
        r.at = close + 1;
    }
    if (!l->failed) end_line(&r);
    l->failed = l->failed || l->text.failed;
}

void pdf_layout_free(pdf_layout *l)
{
    tr_buf_free(&l->text);
    free(l->lines);
    free(l->heights);
    *l = (pdf_layout){0};
}
