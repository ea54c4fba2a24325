#include "document/read_subtitles.h"

#include <string.h>

#include "document/builder.h"
#include "document/escapes.h"
#include "document/wrap.h"

enum { WIDTH = 42 }; /* characters: what fits a line of a screen */

typedef struct line {
    size_t begin, end, next;
} line;

typedef struct film {
    tr_doc *doc;
    tr_builder b;
    bool vtt;
    size_t n_cues;
} film;

static line read_line(const tr_doc *d, size_t begin)
{
    line l = {begin, begin, begin};
    while (l.end < d->size && d->content[l.end] != '\n' && d->content[l.end] != '\r')
        l.end++;
    l.next = l.end;
    if (l.next < d->size && d->content[l.next] == '\r') l.next++;
    if (l.next < d->size && d->content[l.next] == '\n' &&
        (l.next == l.end || d->content[l.next - 1] == '\r'))
        l.next++;
    return l;
}

static bool is_blank(const tr_doc *d, const line *l)
{
    for (size_t i = l->begin; i < l->end; i++)
        if (d->content[i] != ' ' && d->content[i] != '\t') return false;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t skip_digits(const char *text, size_t i, size_t end, size_t most)
{
    const size_t begin = i;
    while (i < end && i - begin < most && is_digit(text[i]))
        i++;
    return i;
}

static size_t skip_blanks(const char *text, size_t i, size_t end)
{
    while (i < end && (text[i] == ' ' || text[i] == '\t'))
        i++;
    return i;
}

/* "00:01:02,500 --> 00:01:04,000": it begins with a time, of two or three numbers, and has an
 * arrow. */
static bool is_timing(const tr_doc *d, const line *l)
{
    const char *const t = d->content;
    size_t i = skip_blanks(t, l->begin, l->end), n_colons = 0, digits = i;

    i = skip_digits(t, i, l->end, l->end);
    while (i > digits && i < l->end && t[i] == ':' && n_colons < 2 && ++n_colons) {
        digits = i + 1;
        i = skip_digits(t, digits, l->end, 2);
    }
    if (!n_colons || i == digits) return false;
    if (i < l->end && strchr(".,:", t[i]) && t[i]) i = skip_digits(t, i + 1, l->end, l->end);
    i = skip_blanks(t, i, l->end);
    return l->end - i >= 3 && !memcmp(t + i, "-->", 3);
}

static bool is_number(const tr_doc *d, const line *l)
{
    size_t n = 0;
    for (size_t i = l->begin; i < l->end; i++) {
        if (d->content[i] == ' ') continue;
        if (!is_digit(d->content[i])) return false;
        n++;
    }
    return n > 0;
}

static bool begins(const tr_doc *d, const line *l, const char *word)
{
    const size_t n = strlen(word);
    return l->end - l->begin >= n && !memcmp(d->content + l->begin, word, n);
}

/* ---- Out ---- */

static void encode_srt(const tr_doc *d, const tr_piece *p, const char *text, size_t len,
                       tr_buf *out)
{
    (void)d;
    (void)p;
    tr_buf_add(out, text, len);
}

static void encode_vtt(const tr_doc *d, const tr_piece *p, const char *text, size_t len,
                       tr_buf *out)
{
    tr_html_text.encode(d, p, text, len, out);
}

static const tr_writing srt_text = {.encode = encode_srt, .finish = tr_wrap_finish};
static const tr_writing vtt_text = {.encode = encode_vtt, .finish = tr_wrap_finish};

/* ---- In ---- */

/* A tag or "{\an8}" at `at`: its length, 0 if there is none. */
static size_t tag_at(const film *f, size_t at, size_t end)
{
    const char *const t = f->doc->content + at;
    const size_t len = end - at;
    const bool brace = len > 2 && t[0] == '{' && t[1] == '\\';
    const bool angle = len > 2 && t[0] == '<' &&
                       (t[1] == '/' || is_digit(t[1]) || (t[1] >= 'a' && t[1] <= 'z') ||
                        (t[1] >= 'A' && t[1] <= 'Z'));
    const char *const stop = brace ? memchr(t, '}', len) : angle ? memchr(t, '>', len) : NULL;
    if (!stop || memchr(t + 1, '<', (size_t)(stop - t - 1))) return 0;
    return (size_t)(stop - t) + 1;
}

static void add_tag(film *f, tr_span raw)
{
    const char *const t = f->doc->content + raw.begin;
    const bool end = t[1] == '/';
    size_t n = 0;

    while (t[1 + end + n] != '>' && t[1 + end + n] != ' ' && t[1 + end + n] != '.' &&
           t[1 + end + n] != '}' && t[1 + end + n] != '\t')
        n++;
    if (t[0] == '{' || is_digit(t[1]))
        tr_build_point(&f->b, raw);
    else if (end)
        tr_build_close(&f->b, raw, t + 2, n);
    else
        tr_build_open(&f->b, raw, t + 1, n);
}

static void add_text(film *f, tr_span raw)
{
    if (f->vtt)
        tr_build_html_text(&f->b, raw);
    else
        tr_build_raw_text(&f->b, raw);
}

static void add_line(film *f, size_t begin, size_t end)
{
    size_t at = begin;
    for (size_t i = begin; i < end;) {
        const size_t n =
            f->doc->content[i] == '<' || f->doc->content[i] == '{' ? tag_at(f, i, end) : 0;
        if (n) {
            add_text(f, (tr_span){at, i});
            add_tag(f, (tr_span){i, i + n});
            at = i + n;
        }
        i += n ? n : 1;
    }
    add_text(f, (tr_span){at, end});
}

/* Bytes that begin a line of a dialogue, a sound or a song: it is no part of the line before it. */
static size_t opening(const film *f, const line *l)
{
    const char *const t = f->doc->content;
    size_t i = l->begin;
    while (i < l->end && (t[i] == '-' || t[i] == ' ' || t[i] == '\t'))
        i++;
    const bool dialogue = i > l->begin && memchr(t + l->begin, '-', i - l->begin);
    return dialogue ? i - l->begin : 0;
}

static bool stands_apart(const film *f, const line *l)
{
    const char c = f->doc->content[l->begin];
    return opening(f, l) || c == '[' || c == '(' || begins(f->doc, l, "\xE2\x99\xAA");
}

static size_t width_of(const film *f, const line *l)
{
    size_t n = 0;
    for (size_t i = l->begin; i < l->end; i++) {
        const size_t tag = tag_at(f, i, l->end);
        if (tag)
            i += tag - 1;
        else
            n += ((unsigned char)f->doc->content[i] & 0xC0) != 0x80;
    }
    return n;
}

/* Lines [n] from `l` on that are one text, for which there is room on `most` lines. */
static void add_text_lines(film *f, line l, size_t n, size_t width, size_t most)
{
    tr_doc *const d = f->doc;
    tr_wrap *const wrap = TR_REGION_TAKE(&d->region, tr_wrap, 1);
    tr_span *const breaks = TR_REGION_TAKE(&d->region, tr_span, n);
    const char *const again = l.next - l.end == 2                           ? "\r\n"
                              : l.next > l.end && d->content[l.end] == '\r' ? "\r"
                                                                            : "\n";

    if (!wrap || !breaks) {
        f->b.failed = true;
        return;
    }
    *wrap = (tr_wrap){.breaks = breaks,
                      .n_breaks = n - 1,
                      .again = again,
                      .width = width > WIDTH ? width : WIDTH,
                      .column = tr_count_characters(d->content + l.begin, opening(f, &l)),
                      .most = most,
                      .tags = true};
    f->b.extra = wrap;
    tr_build_break(&f->b, l.begin + opening(f, &l));
    for (size_t i = 0; i < n; i++) {
        const line next = read_line(d, l.next);
        add_line(f, i ? l.begin : l.begin + opening(f, &l), l.end);
        if (i + 1 == n) break;
        breaks[i] = (tr_span){l.end, next.begin};
        tr_build_text(&f->b, breaks[i], " ", 1);
        l = next;
    }
    tr_build_break(&f->b, l.end);
}

/* A cue's lines [n]. */
static void add_cue(film *f, line first, size_t n)
{
    const char *const where = tr_region_printf(&f->doc->region, "cue %zu", ++f->n_cues);
    size_t width = 0;
    line l = first;

    f->b.where = where ? where : "";
    for (size_t i = 0; i < n; i++, l = read_line(f->doc, l.next))
        if (width_of(f, &l) > width) width = width_of(f, &l);
    l = first;
    for (size_t i = 0; i < n;) {
        line start = l;
        size_t k = 0;
        do {
            l = read_line(f->doc, l.next);
            k++;
        } while (i + k < n && !stands_apart(f, &l));
        add_text_lines(f, start, k, width, k < n ? k : k > 2 ? k : 2);
        i += k;
    }
}

/* The lines of text from `l` on, up to a blank one or the next timing. */
static size_t count_lines(const film *f, line l)
{
    size_t n = 0;
    for (; l.begin < f->doc->size && !is_blank(f->doc, &l) && !is_timing(f->doc, &l); n++) {
        const line next = read_line(f->doc, l.next);
        if (!f->vtt && is_number(f->doc, &l) && next.begin < f->doc->size &&
            is_timing(f->doc, &next))
            break;
        l = next;
    }
    return n;
}

static bool is_block(const film *f, const line *l)
{
    return f->vtt &&
           (begins(f->doc, l, "NOTE") || begins(f->doc, l, "STYLE") || begins(f->doc, l, "REGION"));
}

static int read_film(tr_doc *d, bool vtt, tr_error *err)
{
    film f = {.doc = d, .vtt = vtt};
    bool after_blank = true, in_block = false;

    tr_builder_init(&f.b, d, vtt ? &vtt_text : &srt_text);
    for (size_t at = 0; at < d->size && !f.b.failed;) {
        line l = read_line(d, at);
        if (after_blank && is_block(&f, &l)) in_block = true;
        after_blank = is_blank(d, &l);
        if (after_blank) in_block = false;
        at = l.next;
        if (in_block || !is_timing(d, &l)) continue;
        const line first = read_line(d, at);
        const size_t n = at < d->size ? count_lines(&f, first) : 0;
        if (n) add_cue(&f, first, n);
        for (size_t i = 0; i < n; i++)
            at = read_line(d, at).next;
        after_blank = false;
    }
    return tr_builder_end(&f.b, err);
}

int tr_read_srt(tr_doc *d, tr_error *err)
{
    return read_film(d, false, err);
}

int tr_read_vtt(tr_doc *d, tr_error *err)
{
    return read_film(d, true, err);
}
