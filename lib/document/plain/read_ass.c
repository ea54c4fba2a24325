#include "document/plain/read_ass.h"

#include <string.h>

#include "base/ascii.h"
#include "document/plain/cue_line.h"
#include "document/segment/builder.h"
#include "document/segment/wrap.h"

enum { MOST_BREAKS = 16, WIDTH = 42 };

typedef struct script {
    tr_content *content;
    tr_builder b;
    size_t n_fields; /* of an event; the last is its text */
    size_t n_events;
    bool in_events;
} script;

static void encode_event(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                         tr_buf *out)
{
    (void)d;
    (void)p;
    for (size_t i = 0; i < len; i++) /* a brace would begin a tag */
        tr_buf_add(out, text[i] == '{' ? "(" : text[i] == '}' ? ")" : text + i, 1);
}

static void encode_lyric(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                         tr_buf *out)
{
    (void)d;
    (void)p;
    tr_buf_add(out, text, len);
}

static const tr_writing event_text = {.encode = encode_event, .finish = tr_wrap_finish};
static const tr_writing lyric_text = {.encode = encode_lyric};

/* ---- Events ---- */

/* The byte after the tags in braces at `at`; `at` if there are none. */
static size_t braces_end(const char *t, size_t at, size_t end)
{
    const size_t most = end - at < TR_LONGEST_TAG ? end - at : TR_LONGEST_TAG;
    const char *const stop = at < end && t[at] == '{' ? memchr(t + at, '}', most) : NULL;
    return stop ? (size_t)(stop - t) + 1 : at;
}

/* True if tags [at, end) have one with this letter behind the backslash and a digit behind it. */
static bool has_tag(const char *t, size_t at, size_t end, const char *letters)
{
    for (; at + 2 < end; at++) {
        if (t[at] != '\\' || !strchr(letters, t[at + 1])) continue;
        size_t i = at + 2;
        if (t[at + 1] != 'p' && (t[i] == 'f' || t[i] == 'o')) i++;
        if (tr_ascii_is_digit(t[i]) && (t[at + 1] != 'p' || t[i] != '0')) return true;
    }
    return false;
}

/* A drawing, or words that are lit one after the other: no text to translate. */
static bool is_drawn(const char *t, tr_span s)
{
    for (size_t i = s.begin; i < s.end; i++) {
        const size_t stop = braces_end(t, i, s.end);
        if (stop == i) continue;
        if (has_tag(t, i, stop, "pkK")) return true;
        i = stop - 1;
    }
    return false;
}

static bool is_line_break(const char *t, size_t at, size_t end)
{
    return end - at >= 2 && t[at] == '\\' && (t[at + 1] == 'N' || t[at + 1] == 'n');
}

/* The end of text [begin, at) without tags and blanks behind it. */
static size_t text_end(const char *t, size_t begin, size_t at)
{
    while (at > begin && (t[at - 1] == ' ' || t[at - 1] == '}')) {
        size_t open = at - 1;
        while (t[at - 1] == '}' && open > begin && t[open] != '{')
            open--;
        if (t[at - 1] == '}' && t[open] != '{') break;
        at = open;
    }
    return at;
}

/* True if a break at `at` parts text: what comes before it, without tags, ends a sentence, or what
 * comes behind it is of another speaker. */
static bool parts_text(const char *t, size_t begin, size_t at, size_t end)
{
    const size_t before = text_end(t, begin, at);
    size_t next = at + 2;

    while (next < end && (t[next] == ' ' || t[next] == '{')) {
        const size_t tags = braces_end(t, next, end);
        next = tags > next ? tags : next + 1;
    }
    return before == begin || next == end || t[next] == '-' || t[next] == '\\' ||
           strchr(".?!:\"", t[before - 1]) ||
           (before - begin >= 3 && !memcmp(t + before - 3, "\xE2\x80\xA6", 3));
}

/* Where the stretch of text from `at` on ends: at a break that parts it.  Others are kept. */
static size_t stretch_end(const char *t, size_t at, size_t end, tr_line_break *breaks, size_t *n)
{
    *n = 0;
    for (size_t i = at; i < end;) {
        const size_t tags = braces_end(t, i, end);
        if (tags > i || !is_line_break(t, i, end)) {
            i = tags > i ? tags : i + 1;
            continue;
        }
        if (parts_text(t, at, i, end) || *n == MOST_BREAKS) return i;
        breaks[(*n)++] = tr_wrap_break(i, i + 2);
        i += 2;
    }
    return end;
}

/* How the text of a stretch is broken into lines again. */
static void keep_breaks(script *s, const tr_line_break *breaks, size_t n)
{
    tr_content *const d = s->content;
    tr_line_break *const kept =
        n && !d->again ? TR_REGION_TAKE(&d->region, tr_line_break, n) : NULL;
    tr_wrap wrap;

    if (kept) memcpy(kept, breaks, n * sizeof *kept);
    memset(&wrap, 0, sizeof wrap); /* they are compared */
    wrap.breaks = kept;
    wrap.n_breaks = kept ? n : 0;
    wrap.again = "\\N";
    wrap.width = n ? WIDTH : 0;
    wrap.tags = true;
    s->b.extra = tr_content_keep(d, &wrap, sizeof wrap);
    s->b.failed = s->b.failed || !s->b.extra || (n && !d->again && !kept);
}

static void build_stretch(script *s, size_t at, size_t end)
{
    const char *const t = s->content->bytes;
    size_t begin = at;

    tr_build_break(&s->b, at);
    while (at < end) {
        const size_t tags = braces_end(t, at, end);
        const bool line = is_line_break(t, at, end),
                   space = end - at >= 2 && !memcmp(t + at, "\\h", 2);
        const size_t next = tags > at ? tags : line || space ? at + 2 : at;
        if (next == at) {
            at++;
            continue;
        }
        tr_build_raw_text(&s->b, (tr_span){begin, at});
        if (line)
            tr_build_text(&s->b, (tr_span){at, next}, " ", 1);
        else
            tr_build_point(&s->b, (tr_span){at, next});
        begin = at = next;
    }
    tr_build_raw_text(&s->b, (tr_span){begin, end});
    tr_build_break(&s->b, end);
}

static void build_event(script *s, tr_span text)
{
    const char *const t = s->content->bytes;
    tr_line_break breaks[MOST_BREAKS];
    size_t n;

    s->n_events++;
    if (is_drawn(t, text)) {
        s->content->n_passed++;
        return;
    }
    tr_build_where(&s->b, "event %zu", s->n_events);
    for (size_t at = text.begin; at < text.end;) {
        const size_t end = stretch_end(t, at, text.end, breaks, &n);
        keep_breaks(s, breaks, n);
        build_stretch(s, at, end);
        at = end < text.end ? end + 2 : end;
    }
}

/* The text of an event behind the comma of its last field but one; empty if it has fewer. */
static tr_span event_text_of(const script *s, const tr_cue_line *l, size_t at)
{
    const char *const t = s->content->bytes;
    size_t n = 1;

    for (; at < l->end && n < s->n_fields; at++)
        n += t[at] == ',';
    if (n < s->n_fields) at = l->end;
    return tr_span_trimmed(t, at, l->end);
}

static void read_script_line(script *s, const tr_cue_line *l)
{
    static const char format[] = "Format:", dialogue[] = "Dialogue:";
    const tr_content *const d = s->content;

    if (l->begin < l->end && d->bytes[l->begin] == '[')
        s->in_events = tr_cue_line_begins(d, l, "[Events]");
    if (!s->in_events) return;
    if (tr_cue_line_begins(d, l, format)) {
        s->n_fields = 1;
        for (size_t i = l->begin; i < l->end; i++)
            s->n_fields += d->bytes[i] == ',';
    }
    if (tr_cue_line_begins(d, l, dialogue))
        build_event(s, event_text_of(s, l, l->begin + strlen(dialogue)));
}

int tr_read_ass(tr_content *d, tr_error *err)
{
    enum { USUAL_FIELDS = 10 };
    script s = {.content = d, .n_fields = USUAL_FIELDS};

    tr_builder_init(&s.b, d, &event_text);
    for (size_t at = d->begin; at < d->size && !s.b.failed;) {
        const tr_cue_line l = tr_cue_line_read(d, at);
        read_script_line(&s, &l);
        at = l.next;
    }
    return tr_builder_end(&s.b, err);
}

/* ---- Lyrics ---- */

/* The byte after a time in brackets at `at`, "[01:23.45]" or "<01:23.45>"; 0 if there is none. */
static size_t time_end(const char *t, size_t at, size_t end, char open, char close)
{
    size_t i = at + 1;

    if (at >= end || t[at] != open || i >= end || !tr_ascii_is_digit(t[i])) return 0;
    while (i < end && (tr_ascii_is_digit(t[i]) || t[i] == ':' || t[i] == '.'))
        i++;
    return i < end && t[i] == close && memchr(t + at, ':', i - at) ? i + 1 : 0;
}

static void build_lyric(tr_builder *b, size_t at, size_t end)
{
    const char *const t = b->content->bytes;
    size_t begin = at, stop;

    tr_build_break(b, at);
    for (; at < end; at++) {
        stop = time_end(t, at, end, '<', '>');
        if (!stop) continue;
        tr_build_raw_text(b, (tr_span){begin, at});
        tr_build_point(b, (tr_span){at, stop});
        begin = stop;
        at = stop - 1;
    }
    tr_build_raw_text(b, (tr_span){begin, end});
    tr_build_break(b, end);
}

int tr_read_lrc(tr_content *d, tr_error *err)
{
    tr_builder b;
    size_t n = 0;

    tr_builder_init(&b, d, &lyric_text);
    for (size_t at = d->begin; at < d->size && !b.failed;) {
        const tr_cue_line l = tr_cue_line_read(d, at);
        size_t text = l.begin, stop;
        while ((stop = time_end(d->bytes, text, l.end, '[', ']')))
            text = stop;
        n++;
        tr_build_where(&b, "line %zu", n);
        if (text > l.begin) build_lyric(&b, text, l.end);
        at = l.next;
    }
    return tr_builder_end(&b, err);
}
