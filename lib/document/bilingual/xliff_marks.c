#include "document/bilingual/xliff_marks.h"

#include <string.h>

#include "document/bilingual/xliff_scope.h"
#include "document/markup/icu_message.h"

/* The byte where the end tag begins that ends before byte `end`. */
static size_t begin_of_end_tag(const tr_markup *m, size_t end)
{
    while (m->text[--end] != '<') {
    }
    return end;
}

bool tr_xliff_next_mark(tr_markup *m, tr_xliff_mark *mark)
{
    tr_markup_token t;
    tr_span type;

    while (tr_markup_next(m, &t)) {
        if (t.kind != TR_MARKUP_START || !tr_markup_is_local(&t, "mrk") ||
            !tr_markup_find(m, &t, "mtype", &type) || !tr_markup_is(m, type, "seg"))
            continue;
        const size_t end = t.closed ? t.raw.end : tr_markup_end_of(m, &t);
        *mark = (tr_xliff_mark){.tag = t.raw, .end = end, .closed = t.closed};
        if (!end || !tr_markup_find(m, &t, "mid", &mark->mid)) continue;
        mark->inner = (tr_span){t.raw.end, t.closed ? end : begin_of_end_tag(m, end)};
        m->at = end;
        return true;
    }
    return false;
}

/* ---- Targets ---- */

/* What of a unit is known so far. */
typedef struct marked_unit {
    bool open;
    tr_span segments; /* what is in its <seg-source>; or in its source, if that is one message with
                         branches; empty: neither */
    bool is_message;  /* the latter */
    tr_span tag;      /* of the segments' element */
    size_t after;     /* the byte after the element */
    tr_span target;   /* all of its target; empty: there is none */
    tr_markup_token target_tag;
    bool is_filled;
} marked_unit;

typedef struct adding {
    const tr_content *content;
    tr_markup m;
    tr_xliff_scope scope;
    marked_unit unit;
    tr_buf *out;
    size_t copied; /* bytes of the document */
} adding;

static void copy_to(adding *a, size_t end)
{
    tr_buf_add(a->out, a->content->bytes + a->copied, end - a->copied);
    a->copied = end;
}

static void add_span(adding *a, size_t begin, size_t end)
{
    tr_buf_add(a->out, a->content->bytes + begin, end - begin);
}

static size_t count_marks(const adding *a)
{
    tr_markup m = {
        .text = a->m.text, .size = a->unit.segments.end, .at = a->unit.segments.begin, .xml = true};
    tr_xliff_mark mark;
    size_t n = 0;

    while (n <= TR_MOST_XLIFF_MARKS && tr_xliff_next_mark(&m, &mark))
        n++;
    return n;
}

/* What is in the <seg-source>, without what is in its marks. */
static void add_marks(adding *a)
{
    tr_markup m = {
        .text = a->m.text, .size = a->unit.segments.end, .at = a->unit.segments.begin, .xml = true};
    tr_xliff_mark mark;
    size_t at = m.at;

    while (tr_xliff_next_mark(&m, &mark)) {
        add_span(a, at, mark.inner.begin);
        at = mark.inner.end;
    }
    add_span(a, at, a->unit.segments.end);
}

/* The prefix of the namespace, with its colon, and the name of an element beside the tag's.
 */
static void add_name(adding *a, const char *name)
{
    const size_t begin = a->unit.tag.begin + 1;
    const char *const own = a->unit.is_message ? "source" : "seg-source";
    add_span(a, begin, begin + strcspn(a->m.text + begin, "/> \t\r\n") - strlen(own));
    tr_buf_add_string(a->out, name);
}

static void add_content(adding *a)
{
    if (a->unit.is_message)
        add_span(a, a->unit.segments.begin, a->unit.segments.end);
    else
        add_marks(a);
}

static void add_new_target(adding *a)
{
    size_t blanks = a->unit.tag.begin;

    while (blanks > 0 && strchr(" \t\r\n", a->m.text[blanks - 1]))
        blanks--;
    copy_to(a, a->unit.after);
    add_span(a, blanks, a->unit.tag.begin);
    tr_buf_add_string(a->out, "<");
    add_name(a, "target");
    tr_buf_add_string(a->out, ">");
    add_content(a);
    tr_buf_add_string(a->out, "</");
    add_name(a, "target");
    tr_buf_add_string(a->out, ">");
}

static void fill_target(adding *a)
{
    const tr_markup_token *const t = &a->unit.target_tag;

    copy_to(a, t->closed ? t->raw.end - 2 : t->raw.end);
    if (t->closed) tr_buf_add_string(a->out, ">");
    add_content(a);
    tr_buf_add_string(a->out, "</");
    add_name(a, "target");
    tr_buf_add_string(a->out, ">");
    a->copied = a->unit.target.end;
}

static bool is_blank(const char *text, size_t begin, size_t end)
{
    begin = tr_span_skip(text, begin, end, " \t\r\n");
    return begin == end;
}

static void end_unit(adding *a)
{
    marked_unit *const u = &a->unit;
    const bool has_target = u->target.begin < u->target.end;
    const bool any = u->open && u->segments.begin < u->segments.end && !u->is_filled;
    const size_t n = any && !u->is_message ? count_marks(a) : any;

    if (n && n <= TR_MOST_XLIFF_MARKS && has_target)
        fill_target(a);
    else if (n && n <= TR_MOST_XLIFF_MARKS)
        add_new_target(a);
    *u = (marked_unit){0};
}

static void note_element(adding *a, const tr_markup_token *t)
{
    marked_unit *const u = &a->unit;
    const size_t end = t->closed ? t->raw.end : tr_markup_end_of(&a->m, t);
    const size_t inner = end && !t->closed ? begin_of_end_tag(&a->m, end) : t->raw.end;

    if (!end) return;
    a->m.at = end;
    const tr_span text = {t->raw.end, inner};
    const bool message = tr_markup_is_local(t, "source") && tr_icu_is_choice(a->m.text, text);
    if (message || tr_markup_is_local(t, "seg-source")) {
        u->is_message = message;
        u->segments = (tr_span){t->raw.end, inner};
        u->tag = t->raw;
        u->after = end;
    } else if (tr_markup_is_local(t, "target")) {
        u->target = (tr_span){t->raw.begin, end};
        u->target_tag = *t;
        u->is_filled = !t->closed && !is_blank(a->m.text, t->raw.end, inner);
        if (u->segments.end > u->target.begin) u->is_filled = true;
    }
}

static bool is_unit(const tr_markup_token *t)
{
    return tr_markup_is_local(t, "trans-unit") || tr_markup_is_local(t, "segment");
}

static void read_start(adding *a, const tr_markup_token *t)
{
    const bool stays = !t->closed && tr_xliff_scope_part(&a->scope, &a->m, t) != TR_XLIFF_ALL;
    const size_t end = stays ? tr_markup_end_of(&a->m, t) : 0;

    if (end)
        a->m.at = end;
    else if (is_unit(t))
        a->unit = (marked_unit){.open = !t->closed};
    else if (a->unit.open &&
             (tr_markup_is_local(t, "seg-source") || tr_markup_is_local(t, "target") ||
              tr_markup_is_local(t, "source") || tr_markup_is_local(t, "alt-trans")))
        note_element(a, t);
}

bool tr_xliff_add_targets(const tr_content *d, tr_buf *out)
{
    adding a = {.content = d, .out = out};
    tr_markup_token t;

    a.m = (tr_markup){.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    while (tr_markup_next(&a.m, &t)) {
        tr_xliff_scope_take(&a.scope, &a.m, &t);
        if (t.kind == TR_MARKUP_START)
            read_start(&a, &t);
        else if (t.kind == TR_MARKUP_END && is_unit(&t))
            end_unit(&a);
    }
    out->failed = out->failed || a.scope.open.failed;
    tr_xliff_scope_free(&a.scope);
    if (!a.copied) return false;
    copy_to(&a, d->size);
    return true;
}
