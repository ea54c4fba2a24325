#include "document/plain/read_ass.h"

#include <string.h>

#include "base/ascii.h"
#include "document/plain/cue_line.h"
#include "document/segment/builder.h"
#include "document/segment/wrap.h"

enum { FIELDS = 10 /* of an event where no line tells */, MOST_LINES = 64 };

static const char hard_space[] = "\xC2\xA0";

typedef struct ass {
    tr_content *content;
    tr_builder b;
    bool in_events, drawing;
    size_t n_fields; /* of an event; 0: none of them is text */
    size_t n_dialogues;
} ass;

/* ---- Out ---- */

static void encode_ass(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const size_t n = sizeof hard_space - 1;

    (void)to;
    for (size_t i = 0; i < len;) {
        const bool hard = len - i >= n && !memcmp(text + i, hard_space, n);
        tr_buf_add(out, hard ? "\\h" : text + i, hard ? 2 : 1);
        i += hard ? n : 1;
    }
}

static const tr_writing ass_text = {.encode = encode_ass, .finish = tr_wrap_finish};

/* ---- Override blocks ---- */

/* Kinds of tags that switch something on and off: italics, bold, underlined, struck out. */
enum { N_SWITCHES = 4 };
static const char switches[N_SWITCHES + 1] = "ibus";

/* A block "{...}" at `at`: its length, 0 if there is none. */
static size_t block_at(const ass *f, size_t at, size_t end)
{
    const char *const t = f->content->bytes + at;
    const char *const stop = *t == '{' ? memchr(t, '}', end - at) : NULL;
    return stop ? (size_t)(stop - t) + 1 : 0;
}

/* The number of the switch that is all of a block, or -1; *on: is it switched on? */
static int switch_of(const ass *f, tr_span block, bool *on)
{
    const char *const t = f->content->bytes + block.begin;
    const size_t len = block.end - block.begin;
    const char *const kind = len > 4 && t[1] == '\\' ? strchr(switches, t[2]) : NULL;

    *on = false;
    if (!kind || !*kind) return -1;
    for (size_t i = 3; i < len - 1; i++)
        if (!tr_ascii_is_digit(t[i])) return -1;
    *on = t[3] != '0';
    return (int)(kind - switches);
}

/* Draws from here on, or not, if the block says so: {\p1}, {\p0}. */
static void heed_drawing(ass *f, tr_span block)
{
    const char *const t = f->content->bytes;

    for (size_t i = block.begin; i + 2 < block.end; i++)
        if (t[i] == '\\' && t[i + 1] == 'p' && tr_ascii_is_digit(t[i + 2]))
            f->drawing = t[i + 2] != '0';
}

/* Where the switch that is on from `block` is off again: the next of its kind, and not far away.  0
 * if that is none. */
static size_t partner_of(const ass *f, tr_span block, int kind, size_t end)
{
    enum { FAR = 2000 };
    const char *const t = f->content->bytes;
    bool on;

    if (end - block.end > FAR) end = block.end + FAR;
    for (size_t i = block.end; i < end; i++) {
        const size_t n = t[i] == '{' ? block_at(f, i, end) : 0;
        if (!n) continue;
        if (switch_of(f, (tr_span){i, i + n}, &on) == kind) return on ? 0 : i;
        i += n - 1;
    }
    return 0;
}

/* Where the pairs end that are open: the innermost last. */
typedef struct open_pairs {
    size_t ends[N_SWITCHES], n;
} open_pairs;

static void build_block(ass *f, tr_span block, size_t end, open_pairs *open)
{
    bool on;
    const int kind = switch_of(f, block, &on);
    const size_t innermost = open->n ? open->ends[open->n - 1] : end;
    const size_t partner =
        kind >= 0 && on && open->n < N_SWITCHES ? partner_of(f, block, kind, end) : 0;

    heed_drawing(f, block);
    if (open->n && block.begin == innermost) {
        open->n--;
        tr_build_close(&f->b, block, &switches[kind], 1);
    } else if (partner && partner < innermost) {
        open->ends[open->n++] = partner;
        tr_build_open(&f->b, block, &switches[kind], 1);
    } else {
        tr_build_point(&f->b, block);
    }
}

/* ---- Text ---- */

static bool is_escape(const char *t, size_t at, size_t end, const char *letters)
{
    return at + 1 < end && t[at] == '\\' && t[at + 1] && strchr(letters, t[at + 1]);
}

/* Text without blocks, which may be a drawing. */
static void build_ass_text(ass *f, tr_span raw)
{
    const char *const t = f->content->bytes;
    size_t at = raw.begin;

    if (raw.begin == raw.end) return;
    if (f->drawing) {
        tr_build_fixed(&f->b, raw);
        return;
    }
    for (size_t i = raw.begin; i < raw.end; i++) {
        if (!is_escape(t, i, raw.end, "Nnh")) continue;
        tr_build_raw_text(&f->b, (tr_span){at, i});
        tr_build_text(&f->b, (tr_span){i, i + 2}, t[i + 1] == 'h' ? hard_space : " ",
                      t[i + 1] == 'h' ? sizeof hard_space - 1 : 1);
        at = ++i + 1;
    }
    tr_build_raw_text(&f->b, (tr_span){at, raw.end});
}

static void build_marked_text(ass *f, tr_span text, open_pairs *open, size_t end)
{
    const char *const t = f->content->bytes;
    size_t at = text.begin;

    for (size_t i = text.begin; i < text.end; i++) {
        const bool block = t[i] == '{' && !(i > text.begin && t[i - 1] == '\\');
        const size_t n = block ? block_at(f, i, text.end) : 0;
        if (!n) continue;
        build_ass_text(f, (tr_span){at, i});
        build_block(f, (tr_span){i, i + n}, end, open);
        at = i + n;
        i = at - 1;
    }
    build_ass_text(f, (tr_span){at, text.end});
}

/* ---- Lines of a text ---- */

/* Where the line from `at` on ends: before "\N" outside of blocks, or with the text. */
static size_t line_end(const ass *f, size_t at, size_t end)
{
    const char *const t = f->content->bytes;

    for (; at < end; at++) {
        const size_t n = t[at] == '{' ? block_at(f, at, end) : 0;
        if (n) at += n - 1;
        if (!n && is_escape(t, at, end, "N")) return at;
    }
    return end;
}

/* Text of a line [begin, end) after blocks and blanks. */
static size_t text_begin(const ass *f, size_t at, size_t end)
{
    const char *const t = f->content->bytes;

    while (at < end) {
        const size_t n = block_at(f, at, end);
        if (!n && !tr_ascii_is_blank(t[at])) break;
        at += n ? n : 1;
    }
    return at;
}

/* The sign for another speaker that a line begins with, a dash: its length, or 0. */
static size_t dash_at(const char *t, size_t at, size_t end)
{
    if (at < end && t[at] == '-') return 1;
    return end - at > 2 && !memcmp(t + at, "\xE2\x80", 2) && (unsigned char)t[at + 2] >= 0x90 &&
                   (unsigned char)t[at + 2] <= 0x95 /* U+2010 to U+2015 */
               ? 3
               : 0;
}

static size_t visible_width(const ass *f, size_t at, size_t end)
{
    size_t n = 0;

    while (at < end) {
        const size_t block = block_at(f, at, end);
        n += !block && ((unsigned char)f->content->bytes[at] & 0xC0) != 0x80;
        at += block ? block : 1;
    }
    return n;
}

/* Lines [n] of a text that are one: where they begin and end. */
typedef struct ass_lines {
    tr_span lines[MOST_LINES];
    size_t n;
} ass_lines;

/* Keeps where the lines were broken. */
static void keep_ass_breaks(ass *f, const ass_lines *l)
{
    tr_content *const d = f->content;
    const size_t n = d->again ? 0 : l->n - 1;
    tr_line_break *const breaks = n ? TR_REGION_TAKE(&d->region, tr_line_break, n) : NULL;
    size_t widest = TR_CUE_WIDTH;

    for (size_t i = 0; breaks && i < n; i++)
        breaks[i] = tr_wrap_break(l->lines[i].end, l->lines[i + 1].begin);
    for (size_t i = 0; i < l->n; i++) {
        const size_t width = visible_width(f, l->lines[i].begin, l->lines[i].end);
        if (width > widest) widest = width;
    }
    /* Players break what is one line themselves. */
    tr_wrap_keep(&f->b, &(tr_wrap){.breaks = breaks,
                                   .n_breaks = n,
                                   .again = "\\N",
                                   .width = l->n > 1 ? widest : 0,
                                   .most = l->n,
                                   .tags = true});
    f->b.failed = f->b.failed || (n && !breaks);
}

/* Adds lines as one text, behind the dash of a speaker. */
static void add_ass_lines(ass *f, const ass_lines *l)
{
    open_pairs open = {.n = 0};
    const size_t end = l->lines[l->n - 1].end;
    const size_t text = text_begin(f, l->lines[0].begin, l->lines[0].end);
    const size_t dash = dash_at(f->content->bytes, text, l->lines[0].end);

    keep_ass_breaks(f, l);
    if (dash) tr_build_break(&f->b, text + dash);
    for (size_t i = 0; i < l->n; i++) {
        const size_t begin = dash && !i ? text + dash : l->lines[i].begin;
        if (i) tr_build_text(&f->b, (tr_span){l->lines[i - 1].end, l->lines[i].begin}, " ", 1);
        build_marked_text(f, (tr_span){begin, l->lines[i].end}, &open, end);
    }
    tr_build_break(&f->b, end);
}

/* True if a line ends in a sign that ends a sentence, or has no text. */
static bool ends_sentence(const ass *f, tr_span line)
{
    static const char dots[] = "\xE2\x80\xA6"; /* U+2026 */
    const char *const t = f->content->bytes;
    size_t end = line.begin;

    for (size_t i = line.begin; i < line.end;) {
        const size_t n = block_at(f, i, line.end);
        if (!n && !tr_ascii_is_blank(t[i])) end = i + 1;
        i += n ? n : 1;
    }
    if (end == line.begin || strchr(".?!:\"", t[end - 1])) return true;
    return end - line.begin >= 3 && !memcmp(t + end - 3, dots, 3);
}

/* True if a line is none with the line before it: a sentence begins, somebody else speaks, or
 * nobody does. */
static bool begins_anew(const ass *f, tr_span before, tr_span line)
{
    const size_t text = text_begin(f, line.begin, line.end);
    return text == line.end || dash_at(f->content->bytes, text, line.end) ||
           ends_sentence(f, before);
}

/* Words that are lit one after the other, {\k20}: no text to be translated. */
static bool is_karaoke(const ass *f, size_t at, size_t end)
{
    const char *const t = f->content->bytes;

    for (; at < end; at++) {
        const size_t n = t[at] == '{' ? block_at(f, at, end) : 0;
        for (size_t i = at; n && i + 3 < at + n; i++) {
            const bool k = t[i] == '\\' && tr_ascii_lower(t[i + 1]) == 'k';
            const size_t digit = i + 2 + (t[i + 2] == 'f' || t[i + 2] == 'o');
            if (k && tr_ascii_is_digit(t[digit])) return true;
        }
        at += n ? n - 1 : 0;
    }
    return false;
}

static void add_dialogue(ass *f, size_t begin, size_t end)
{
    ass_lines l = {.n = 0};

    f->drawing = false;
    tr_build_where(&f->b, "dialogue %zu", ++f->n_dialogues);
    tr_build_break(&f->b, begin);
    if (is_karaoke(f, begin, end)) {
        f->content->n_passed++;
        return;
    }
    for (size_t at = begin; at <= end && !f->b.failed;) {
        const tr_span line = {at, line_end(f, at, end)};
        if (l.n == MOST_LINES || (l.n && begins_anew(f, l.lines[l.n - 1], line))) {
            add_ass_lines(f, &l);
            l.n = 0;
        }
        l.lines[l.n++] = line;
        at = line.end < end ? line.end + 2 : end + 1;
    }
    if (!f->b.failed) add_ass_lines(f, &l);
}

/* ---- Lines of the file ---- */

/* True if a line begins with `word`, capitals aside, and a colon: *at is behind it. */
static bool is_line_of(const ass *f, const tr_cue_line *l, const char *word, size_t *at)
{
    const char *const t = f->content->bytes;
    size_t i = l->begin;

    for (; *word; word++, i++)
        if (i >= l->end || tr_ascii_lower(t[i]) != *word) return false;
    *at = i + 1;
    return i < l->end && t[i] == ':';
}

/* "Format: Layer, Start, ..., Text": fields, of which the last is text. */
static size_t count_fields(const ass *f, size_t at, size_t end)
{
    static const char name[] = "text";
    const char *const t = f->content->bytes;
    size_t n = 1, i = end;

    for (size_t k = at; k < end; k++)
        n += t[k] == ',';
    i = tr_skip_back(t, at, i, tr_ascii_is_blank);
    for (size_t k = sizeof name - 1; k > 0; k--, i--)
        if (i == at || tr_ascii_lower(t[i - 1]) != name[k - 1]) return 0;
    return n;
}

static void read_event(ass *f, const tr_cue_line *l)
{
    const char *const t = f->content->bytes;
    size_t at, n = 1;

    if (is_line_of(f, l, "format", &at)) f->n_fields = count_fields(f, at, l->end);
    if (!f->n_fields || !is_line_of(f, l, "dialogue", &at)) return;
    for (; at < l->end && n < f->n_fields; at++)
        n += t[at] == ',';
    if (n == f->n_fields) add_dialogue(f, at, l->end);
}

int tr_read_ass(tr_content *d, tr_error *err)
{
    static const char events[] = "[events]";
    ass f = {.content = d, .n_fields = FIELDS};

    tr_builder_init(&f.b, d, &ass_text);
    for (size_t at = d->begin; at < d->size && !f.b.failed;) {
        const tr_cue_line l = tr_cue_line_read(d, at);
        size_t i = 0;
        while (events[i] && l.begin + i < l.end &&
               tr_ascii_lower(d->bytes[l.begin + i]) == events[i])
            i++;
        if (d->bytes[l.begin] == '[')
            f.in_events = !events[i];
        else if (f.in_events)
            read_event(&f, &l);
        at = l.next;
    }
    return tr_builder_end(&f.b, err);
}
