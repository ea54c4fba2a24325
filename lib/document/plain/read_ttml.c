#include "document/plain/read_ttml.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/markup/escapes.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/xml_check.h"
#include "document/plain/cue_line.h"
#include "document/plain/cue_opening.h"
#include "document/segment/wrap.h"

enum { MOST_BREAKS = 16 };

static const tr_writing cue_text = {
    .encode = tr_encode_html, .reference = "&#%d;", .finish = tr_wrap_finish};

/* A cue that is being read, and the lines of its text that comes last. */
typedef struct captions {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    const char *again;                 /* a line's end, as the document names it */
    tr_line_break breaks[MOST_BREAKS]; /* [n] */
    size_t n, column, widest;          /* characters of the last line, of the widest */
    bool keeps_lines;                  /* ends of lines in the text are shown */
    tr_stays stays;
    bool is_apart; /* the last line is no part of what is beside it */
} captions;

/* A cue, or what is said about all of them. */
static bool is_text(const tr_markup_token *t)
{
    return tr_markup_is_local(t, "p") || !strcmp(t->name, "ttm:title") ||
           !strcmp(t->name, "ttm:desc");
}

/* Where the text of a line begins that has its first byte at `at`: after blanks and marks. */
static size_t text_begin(const captions *c, size_t at)
{
    tr_markup m = c->m;
    tr_markup_token t;

    m.at = at;
    while (tr_markup_next(&m, &t)) {
        const bool is_break = t.kind != TR_MARKUP_TEXT && tr_markup_is_local(&t, "br");
        const size_t begin = t.kind == TR_MARKUP_TEXT
                                 ? tr_skip(m.text, t.raw.begin, t.raw.end, tr_ascii_is_html_space)
                                 : t.raw.end;
        if (is_break || is_text(&t)) return t.raw.begin;
        if (begin < t.raw.end) return begin;
    }
    return m.size;
}

/* True if the line whose text begins at `at` is another speaker's, a sound or a song. */
static bool is_apart(const captions *c, size_t at)
{
    static const char *const signs[] = {"[", "(", "\xE2\x99\xAA", "\xE2\x99\xAB", "&gt;"};
    const size_t end = tr_find_byte(c->m.text, at, c->m.size, '<');

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (tr_starts_with(c->m.text, at, c->m.size, signs[i])) return true;
    return tr_cue_speaker(c->m.text + at, end - at);
}

/* Ends a text: it may take as many lines as it had, or two. */
static void end_lines(captions *c, size_t at)
{
    const size_t n = c->content->again ? 0 : c->n; /* what is read again is not written */
    tr_line_break *const breaks = n ? TR_REGION_TAKE(&c->content->region, tr_line_break, n) : NULL;

    if (c->column > c->widest) c->widest = c->column;
    if (breaks) memcpy(breaks, c->breaks, n * sizeof *breaks);
    tr_wrap_keep(&c->b, &(tr_wrap){.breaks = breaks,
                                   .n_breaks = n,
                                   .again = c->again,
                                   .width = c->widest > TR_CUE_WIDTH ? c->widest : TR_CUE_WIDTH,
                                   .most = c->n + 1 > 2 ? c->n + 1 : 2,
                                   .tags = true});
    c->b.failed = c->b.failed || (n && !breaks);
    tr_build_break(&c->b, at);
    c->n = c->column = c->widest = 0;
}

/* A line's end: what comes next is the same text, or another. */
static void read_line_end(captions *c, tr_span raw)
{
    const char *const text = c->m.text;
    const size_t begin = tr_skip_back(text, 0, raw.begin, tr_ascii_is_html_space),
                 next = text_begin(c, raw.end);
    const bool apart = is_apart(c, next), parts = apart || c->is_apart || c->n == MOST_BREAKS;

    c->is_apart = apart;
    if (parts) {
        end_lines(c, raw.begin);
        tr_build_fixed(&c->b, raw);
        return;
    }
    const size_t end = tr_skip(text, raw.end, c->m.size, tr_ascii_is_html_space);
    c->breaks[c->n++] = tr_wrap_break(begin, end);
    if (c->column > c->widest) c->widest = c->column;
    c->column = 0;
    tr_build_text(&c->b, raw, " ", 1);
}

/* True of an element that is not to be translated: it says so, or that it is in another language.
 * What the document says of all of it is for people to judge. */
static bool is_untouched(const captions *c, const tr_markup_token *t)
{
    const char *const source = c->content->options->source_language;
    return tr_markup_is_untouched(&c->m, t) ||
           (!tr_markup_is_local(t, "tt") && tr_markup_is_foreign(&c->m, t, source));
}

/* True of content that is no text. */
static bool stays(const captions *c, const tr_markup_token *t)
{
    return t->kind == TR_MARKUP_START && !t->closed &&
           (is_untouched(c, t) || tr_markup_is_local(t, "metadata"));
}

static void read_mark(captions *c, const tr_markup_token *t)
{
    const bool is_start = t->kind == TR_MARKUP_START && !t->closed;
    const bool is_break = t->kind == TR_MARKUP_START && tr_markup_is_local(t, "br");
    const size_t end = stays(c, t) || (is_break && is_start) ? tr_markup_end_of(&c->m, t) : 0;
    const tr_span raw = {t->raw.begin, end ? end : t->raw.end};

    c->m.at = raw.end;
    if (is_break)
        read_line_end(c, raw);
    else if (end)
        tr_build_atom(&c->b, raw);
    else if (is_start)
        tr_build_open(&c->b, raw, t->name, strlen(t->name));
    else if (t->kind == TR_MARKUP_END)
        tr_build_close(&c->b, raw, t->name, strlen(t->name));
    else
        tr_build_point(&c->b, raw);
}

/* Text without an end of a line that is shown. */
static void read_line(captions *c, tr_span raw)
{
    const tr_span shown = tr_skip_around(c->m.text, raw, tr_ascii_is_html_space);
    tr_build_xml_text(&c->b, raw);
    c->column += tr_utf8_count(c->m.text + shown.begin, shown.end - shown.begin);
}

static void read_text(captions *c, tr_span raw)
{
    const tr_span shown = tr_skip_around(c->m.text, raw, tr_ascii_is_html_space);
    size_t at = shown.begin, end;

    while (c->keeps_lines && (end = tr_line_end(c->m.text, at, shown.end)) < shown.end) {
        const size_t next = tr_after_line_end(c->m.text, end, shown.end);
        read_line(c, (tr_span){raw.begin, end});
        read_line_end(c, (tr_span){end, next});
        raw.begin = at = next;
    }
    read_line(c, raw);
}

static void read_cdata(captions *c, tr_span raw)
{
    const tr_span inner = tr_markup_cdata(raw);
    const char *const text = c->m.text + inner.begin;
    const size_t len = inner.end - inner.begin;

    tr_build_text(&c->b, raw, text, len);
    c->column += tr_utf8_count(text, len);
}

/* The tokens within an element, up to its end tag. */
static void read_cue(captions *c, const tr_markup_token *start)
{
    tr_markup_token t = *start;

    const bool keeps_lines = c->keeps_lines;

    c->keeps_lines = tr_markup_keeps_space(&c->m, start, keeps_lines);
    tr_build_where(&c->b, "%s", start->name);
    c->is_apart = is_apart(c, text_begin(c, c->m.at));
    while (!c->b.failed && tr_markup_next(&c->m, &t)) {
        if (t.kind == TR_MARKUP_END && !strcmp(t.name, start->name)) break;
        if (t.kind == TR_MARKUP_TEXT)
            read_text(c, t.raw);
        else if (t.kind == TR_MARKUP_CDATA)
            read_cdata(c, t.raw);
        else
            read_mark(c, &t);
    }
    end_lines(c, t.raw.begin);
    tr_build_fixed(&c->b, t.raw);
    c->keeps_lines = keeps_lines;
}

static void read_element(captions *c, const tr_markup_token *t)
{
    const size_t end = is_untouched(c, t) ? tr_markup_end_of(&c->m, t) : 0;

    if (tr_markup_is_local(t, "tt")) c->keeps_lines = tr_markup_keeps_space(&c->m, t, false);
    if (end && tr_stays_enter(&c->stays, &c->m, t, end)) return;
    if (end)
        c->m.at = end;
    else if (is_text(t))
        read_cue(c, t);
}

/* "<br/>" with the prefix of the document's names. */
static const char *break_tag(tr_content *d)
{
    char root[TR_NAME_SIZE], tag[TR_NAME_SIZE + 8];

    tr_markup_root(d->bytes + d->begin, d->size - d->begin, root);
    const char *const colon = strchr(root, ':');
    const int n = snprintf(tag, sizeof tag, "<%.*sbr/>", colon ? (int)(colon + 1 - root) : 0, root);
    return tr_content_keep(d, tag, (size_t)n + 1);
}

int tr_read_ttml(tr_content *d, tr_error *err)
{
    captions c = {.content = d, .m = {.text = d->bytes, .size = d->size, .xml = true}};
    tr_markup_token t;

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    tr_builder_init(&c.b, d, &cue_text);
    c.again = break_tag(d);
    c.b.failed = c.b.failed || !c.again;
    c.m.at = d->begin;
    while (!c.b.failed && tr_markup_next(&c.m, &t)) {
        tr_build_fixed(&c.b, t.raw);
        if (tr_stays_take(&c.stays, &c.m, &t)) continue;
        if (t.kind == TR_MARKUP_START && !t.closed) read_element(&c, &t);
    }
    c.b.failed = c.b.failed || c.stays.ends.failed;
    tr_buf_free(&c.stays.ends);
    return tr_builder_end(&c.b, err);
}
