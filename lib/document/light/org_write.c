#include "document/light/org_write.h"

#include <string.h>

#include "base/span.h"
#include "document/light/light_write.h"
#include "document/light/org_line.h"
#include "document/segment/content.h"

/* True if a line may end before text [len]: what follows begins no other element. */
static bool may_break(const char *text, size_t len)
{
    const tr_light_line l = {.end = len};
    return !len || !tr_org_ends_paragraph(text, &l); /* a mark begins nothing */
}

static void encode_org(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    for (size_t i = 0; i < len; i++) {
        const char within = TR_LIGHT_WITHIN;
        if (text[i] == ' ' && !may_break(text + i + 1, len - i - 1))
            tr_buf_add(out, &within, 1);
        else
            tr_light_add_byte(text[i], out);
    }
}

/* True if a mark is told by what is beside it; an index, "_{2}", is not. */
static bool is_emphasis(const tr_content *d, const tr_mark *m)
{
    const tr_span at = m->open;
    return at.begin < at.end && tr_ascii_is_one_of(d->bytes[at.begin], "*/_+=~") &&
           !tr_starts_with(d->bytes, at.begin, at.end, "_{");
}

static void open_org(const tr_content *d, const tr_mark *m, tr_buf *out)
{
    if (is_emphasis(d, m))
        tr_light_open(d, m, out);
    else
        tr_light_add_raw(d, m->open, out);
}

static void close_org(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    if (is_emphasis(d, pair))
        tr_light_close(d, pair, begin, out);
    else
        tr_light_add_raw(d, pair->close, out);
}

/* A blank of no width parts emphasis from letters. */
static const tr_light_edges edges = {tr_org_may_precede, tr_org_may_follow, "\xE2\x80\x8B"};

static void finish_org(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_light_finish(&edges, to, text, len, out);
}

/* True if each bracket of a note closes one in it: the note ends at another. */
static bool is_closed(const char *text, size_t len)
{
    size_t depth = 0;

    for (size_t i = 0; i < len; i++) {
        depth += text[i] == '[';
        if (text[i] == ']' && !depth--) return false;
    }
    return !depth;
}

static void finish_note(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const size_t begin = out->len;

    (void)to;
    tr_light_finish_line(&edges, text, len, out);
    if (!is_closed(tr_buf_text(out) + begin, out->len - begin)) out->len = begin;
}

const tr_writing tr_org_note = {
    .encode = encode_org, .open = open_org, .close = close_org, .finish = finish_note};
const tr_writing tr_org_text = {
    .encode = encode_org, .open = open_org, .close = close_org, .finish = finish_org};
