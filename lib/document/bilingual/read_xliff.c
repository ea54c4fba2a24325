#include "document/bilingual/read_xliff.h"

#include <string.h>

#include "base/word_list.h"
#include "document/bilingual/inline_codes.h"
#include "document/bilingual/xliff_limit.h"
#include "document/bilingual/xliff_marks.h"
#include "document/bilingual/xliff_review.h"
#include "document/bilingual/xliff_scope.h"
#include "document/markup/escapes.h"
#include "document/markup/icu_message.h"
#include "document/markup/icu_plurals.h"
#include "document/markup/markup.h"
#include "document/markup/xml_check.h"

/* A unit that is being read. */
typedef struct unit {
    tr_markup_token source, source_end, target, target_end;
    tr_markup_token segments, segments_end; /* of <seg-source> */
    tr_span segment;                        /* its start tag */
    tr_span id;
    tr_span target_state, segment_state; /* what they say; empty: nothing */
    bool has_source, has_target, is_segmented;
    bool space; /* its white space means something */
} unit;

typedef struct reading {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    tr_xliff_scope scope;
    bool version2;
    bool file_space, unit_space; /* white space means something: of a file, of version 2's unit */
    tr_span unit_id;             /* of version 2 */
    bool counts_characters;      /* sizes are in characters, as version 2's file says */
    tr_length_bound *limit;      /* of the unit; NULL: none */
    bool has_spans;              /* of the unit, spans alone are translated */
    unit unit;
} reading;

/* ---- Out ---- */

static void finish_target(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_xliff_frame *const f = to->segment->extra;
    const bool tagged = f->is_new || f->start.begin < f->start.end;

    if (f->is_new) {
        tr_content_copy(to->content, f->blanks, out);
        tr_buf_add_string(out, "<");
        tr_content_copy(to->content, f->prefix, out);
        tr_buf_add_string(out, "target");
        if (to->content->options->mark_review >= 0 && !f->states[0].end && !to->segment->trusted)
            tr_buf_add_string(out, tr_xliff_wants_review(f));
    }
    tr_content_copy(to->content, f->start, out);
    if (tagged) tr_buf_add_string(out, ">");
    tr_content_copy(to->content, f->before, out);
    tr_buf_add(out, text, len);
    tr_content_copy(to->content, f->behind, out);
    if (tagged) {
        tr_buf_add_string(out, "</");
        tr_content_copy(to->content, f->prefix, out);
        tr_buf_add_string(out, f->element);
        tr_buf_add_string(out, ">");
    }
}

static const tr_writing target_text = {
    .encode = tr_encode_html, .finish = finish_target, .reference = "&#%d;"};

/* ---- In ---- */

/* A language that a start tag says, if none was said before; it may be of version 1 or 2. */
static void read_file_languages(reading *r, const tr_markup_token *t, const char *name,
                                const char *name2, const char **language)
{
    tr_span s;

    if (*language) return;
    if (!tr_markup_find(&r->m, t, name, &s) && !tr_markup_find(&r->m, t, name2, &s)) return;
    if (s.end > s.begin)
        *language = tr_region_copy(&r->content->region, r->m.text + s.begin, s.end - s.begin);
}

static bool is_blank(const reading *r, size_t begin, size_t end)
{
    while (begin < end && strchr(" \t\r\n", r->content->bytes[begin]))
        begin++;
    return begin >= end;
}

static bool is_same_bytes(const reading *r, tr_span a, tr_span b)
{
    const size_t n = a.end - a.begin;
    return n == b.end - b.begin && !memcmp(r->m.text + a.begin, r->m.text + b.begin, n);
}

static bool is_empty_target(const reading *r)
{
    const unit *const u = &r->unit;
    return u->target.closed || is_blank(r, u->target.raw.end, u->target_end.raw.begin);
}

/* True if the unit says that it is not translated yet: then a target that is like the source is a
 * copy of it. */
static bool is_untranslated(const reading *r)
{
    const unit *const u = &r->unit;
    const tr_span state = r->version2 ? u->segment_state : u->target_state;

    return tr_list_has(" new needs-translation initial ", r->m.text + state.begin,
                       state.end - state.begin);
}

static bool has_copied_target(const reading *r)
{
    const unit *const u = &r->unit;
    return !u->target.closed && is_untranslated(r) &&
           is_same_bytes(r, (tr_span){u->source.raw.end, u->source_end.raw.begin},
                         (tr_span){u->target.raw.end, u->target_end.raw.begin});
}

/* The prefix of an element's name, with its colon: `tag` is of that element. */
static tr_span prefix_of(const reading *r, tr_span tag, const char *element)
{
    const size_t begin = tag.begin + 1;
    const size_t len = strcspn(r->m.text + begin, "/> \t\r\n"), n = strlen(element);
    return (tr_span){begin, begin + (len > n ? len - n : 0)};
}

/* Where a tag has an attribute, with the blank before it; or where its name ends. */
static tr_span attribute_of(const reading *r, tr_span tag, const char *name)
{
    tr_markup m = {.text = r->m.text, .size = tag.end, .at = tag.begin, .xml = true};
    tr_markup_attribute a;
    tr_markup_token t;

    if (!tr_markup_next(&m, &t) || t.kind != TR_MARKUP_START) return (tr_span){0, 0};
    for (size_t at = 0; tr_markup_attribute_next(&m, &t, &at, &a);)
        if (tr_markup_is(&m, a.name, name))
            return (tr_span){a.name.begin - 1, a.value.end + (a.quote != 0)};
    return (tr_span){t.name_at.end, t.name_at.end};
}

/* Where a tag has its state, and what that is more exactly, which no other state may keep. */
static void set_states(const reading *r, tr_xliff_frame *f, tr_span tag)
{
    const tr_span a = attribute_of(r, tag, "state");
    const tr_span b = attribute_of(r, tag, r->version2 ? "subState" : "state-qualifier");

    const tr_span none = {0};

    if (a.begin == a.end || b.begin == b.end) {
        f->states[0] = a.begin == a.end ? b : a;
        f->states[1] = none;
        return;
    }
    f->states[0] = a.begin < b.begin ? a : b;
    f->states[1] = a.begin < b.begin ? b : a;
}

/* Into an element that is there, which is empty, or is read again: `tag` is its start tag. */
static void set_place_within(const reading *r, tr_segment *p, tr_xliff_frame *f, tr_span tag,
                             bool closed, tr_span inner, size_t end)
{
    f->prefix = prefix_of(r, tag, f->element);
    if (closed)
        f->start = (tr_span){tag.begin, tag.end - 2};
    else if (!r->version2)
        f->tag = tag;
    p->at = closed ? tag : inner;
    p->outer = (tr_span){end, end};
}

/* Behind the source. */
static void set_place_behind(const reading *r, tr_segment *p, tr_xliff_frame *f)
{
    const unit *const u = &r->unit;
    size_t blanks = u->source.raw.begin;

    f->prefix = prefix_of(r, u->source.raw, "source");
    while (blanks > 0 && strchr(" \t\r\n", r->content->bytes[blanks - 1]))
        blanks--;
    f->blanks = (tr_span){blanks, u->source.raw.begin};
    f->is_new = true;
    p->at = p->outer = (tr_span){u->source_end.raw.end, u->source_end.raw.end};
}

/* True if text [inner] has a message with branches; what an attribute of a code has is none. */
static bool has_choice(const reading *r, tr_span inner)
{
    tr_markup m = {.text = r->content->bytes, .size = inner.end, .at = inner.begin, .xml = true};
    tr_markup_token t;
    tr_icu_choice choice;
    size_t at = inner.begin;

    while (tr_icu_next_choice(m.text, at, inner.end, &choice)) {
        bool within = false;
        at = choice.all.begin;
        while (!within && m.at <= at && tr_markup_next(&m, &t))
            within = t.kind == TR_MARKUP_START && t.raw.begin < at && t.raw.end > at;
        if (!within) return true;
        at = t.raw.end;
    }
    return false;
}

/* The text that is a segment: of a source, or of a mark in it; NULL where it is none.  A message
 * with branches is several, and stays; it is counted. */
static tr_segment *build_source(reading *r, tr_span inner, tr_xliff_frame **f)
{
    tr_content *const d = r->content;
    const size_t n = d->n_segments;

    if (has_choice(r, inner)) {
        d->n_passed++;
        return NULL;
    }
    *f = TR_REGION_TAKE(&d->region, tr_xliff_frame, 1);
    r->b.failed = r->b.failed || !*f;
    (r->has_spans ? tr_build_inline_spans : tr_build_inline_codes)(
        &r->b, inner, tr_markup_keeps_space(&r->m, &r->unit.source, r->unit.space));
    tr_segment *const p = *f ? tr_content_keep_one(d, n) : NULL;
    if (!p) return NULL;
    **f = (tr_xliff_frame){.before = {inner.begin, p->at.begin},
                           .behind = {p->at.end, inner.end},
                           .element = "target",
                           .limit = r->limit,
                           .version2 = r->version2};
    if (!r->version2) (*f)->approved = attribute_of(r, r->unit.segment, "approved");
    return p;
}

static void keep_place(reading *r, tr_segment *p, const tr_xliff_frame *f)
{
    p->extra = f;
    r->b.failed = r->b.failed || !tr_content_change(r->content, p);
}

static void add_whole_unit(reading *r)
{
    const unit *const u = &r->unit;
    const tr_span inner = {u->source.raw.end, u->source_end.raw.begin};
    tr_xliff_frame *f;
    tr_segment *const p = build_source(r, inner, &f);

    if (!p) return;
    if (!u->has_target)
        set_place_behind(r, p, f);
    else
        set_place_within(r, p, f, u->target.raw, u->target.closed,
                         (tr_span){u->target.raw.end, u->target_end.raw.begin},
                         u->target.closed ? u->target.raw.end : u->target_end.raw.end);
    if (r->version2)
        set_states(r, f, u->segment);
    else if (u->has_target)
        set_states(r, f, u->target.raw);
    keep_place(r, p, f);
}

/* What is in a target, or a mark of it, counts for the limit of the unit, or does not: it will be
 * replaced. */
static void count_for_limit(reading *r, tr_span text, bool counts)
{
    if (!r->limit) return;
    const size_t n = tr_xliff_length(r->m.text + text.begin, text.end - text.begin);
    size_t *const used = &r->limit->used;
    *used = counts ? *used + n : *used - (n < *used ? n : *used);
}

static tr_markup inside(const reading *r, const tr_markup_token *start, const tr_markup_token *end)
{
    return (tr_markup){
        .text = r->m.text, .size = end->raw.begin, .at = start->raw.end, .xml = true};
}

/* The mark of that name in the <seg-source>; `from` goes on where the last one was found. */
static bool find_mark(const reading *r, tr_markup *from, tr_span mid, tr_xliff_mark *found)
{
    const size_t begin = from->at;

    while (tr_xliff_next_mark(from, found))
        if (is_same_bytes(r, found->mid, mid)) return true;
    *from = inside(r, &r->unit.segments, &r->unit.segments_end);
    while (from->at < begin && tr_xliff_next_mark(from, found))
        if (is_same_bytes(r, found->mid, mid)) return true;
    return false;
}

static void add_mark(reading *r, const tr_xliff_mark *source, const tr_xliff_mark *target)
{
    const tr_span id = r->unit.id, mid = source->mid;
    tr_xliff_frame *f;

    tr_build_where(&r->b, "%.*s/%.*s", (int)(id.end - id.begin), r->m.text + id.begin,
                   (int)(mid.end - mid.begin), r->m.text + mid.begin);
    tr_segment *const p = build_source(r, source->inner, &f);
    if (!p) return;
    f->element = "mrk";
    set_place_within(r, p, f, target->tag, target->closed, target->inner, target->end);
    set_states(r, f, r->unit.target.raw);
    keep_place(r, p, f);
}

static bool has_too_many(tr_markup m)
{
    tr_xliff_mark mark;
    size_t n = 0;

    while (n <= TR_MOST_XLIFF_MARKS && tr_xliff_next_mark(&m, &mark))
        n++;
    return n > TR_MOST_XLIFF_MARKS;
}

/* Each mark of the target that is empty gets the translation of the source's of the same name. */
static void add_marked_unit(reading *r)
{
    const unit *const u = &r->unit;
    tr_markup to = inside(r, &u->target, &u->target_end);
    tr_markup from = inside(r, &u->segments, &u->segments_end);
    tr_xliff_mark source, target;

    if (!u->has_target || u->target.closed || has_too_many(from) || has_too_many(to)) {
        r->content->n_unread[TR_UNREAD_MARKS]++;
        return;
    }
    count_for_limit(r, (tr_span){u->target.raw.end, u->target_end.raw.begin}, true);
    while (tr_xliff_next_mark(&to, &target)) {
        if (!find_mark(r, &from, target.mid, &source)) continue;
        if (r->content->again || is_blank(r, target.inner.begin, target.inner.end) ||
            (is_untranslated(r) && is_same_bytes(r, source.inner, target.inner))) {
            add_mark(r, &source, &target);
            count_for_limit(r, target.inner, false);
        } else {
            r->content->n_done++;
        }
    }
}

/* ---- Messages with branches ---- */

static void build_branch(tr_builder *b, const void *ctx, tr_span branch, bool is_plural)
{
    (void)ctx;
    tr_build_branch_codes(b, branch, is_plural);
}

/* True if source and target are a message with branches each, and the target, which may have been
 * made of the source, is translated in place. */
static bool has_branches(const reading *r)
{
    const unit *const u = &r->unit;
    const tr_span source = {u->source.raw.end, u->source_end.raw.begin};
    const tr_span target = {u->target.raw.end, u->target_end.raw.begin};
    const tr_span state = r->version2 ? u->segment_state : u->target_state;

    if (!u->has_target || u->target.closed || !tr_icu_is_choice(r->m.text, source) ||
        !tr_icu_is_choice(r->m.text, target))
        return false;
    const bool may = state.begin == state.end || is_untranslated(r);
    return r->content->again || (may && is_same_bytes(r, source, target));
}

static void add_branches(reading *r)
{
    const unit *const u = &r->unit;
    tr_xliff_frame *const f = TR_REGION_TAKE(&r->content->region, tr_xliff_frame, 1);

    if (!f) {
        r->b.failed = true;
        return;
    }
    *f = (tr_xliff_frame){.element = "target", .version2 = r->version2};
    if (!r->version2) f->approved = attribute_of(r, u->segment, "approved");
    set_states(r, f, r->version2 ? u->segment : u->target.raw);
    r->b.writing = &tr_html_text;
    r->b.html = &tr_icu_text;
    r->b.extra = f;
    const tr_icu_branches m = {.text = r->m.text, .build = build_branch};
    tr_icu_build_branches(&r->b, &m, (tr_span){u->target.raw.end, u->target_end.raw.begin});
    r->b.writing = &target_text;
    r->b.html = NULL;
    r->b.extra = NULL;
}

static void end_xliff_unit(reading *r)
{
    unit *const u = &r->unit;

    if (u->has_source && !u->is_segmented && !r->has_spans && has_branches(r)) {
        add_branches(r);
        *u = (unit){0};
        return;
    }
    if (u->has_source && u->is_segmented) {
        add_marked_unit(r);
    } else if (u->has_source && !u->source.closed &&
               (!u->has_target || is_empty_target(r) || has_copied_target(r) ||
                r->content->again)) {
        add_whole_unit(r);
    } else if (u->has_source && !u->source.closed) {
        r->content->n_done++;
        count_for_limit(r, (tr_span){u->target.raw.end, u->target_end.raw.begin}, true);
    }
    *u = (unit){0};
}

static void read_xliff_start(reading *r, const tr_markup_token *t)
{
    unit *const u = &r->unit;
    const bool is_unit = tr_markup_is_local(t, r->version2 ? "segment" : "trans-unit");
    const enum tr_xliff_part part = tr_xliff_scope_part(&r->scope, &r->m, t);
    const size_t skipped =
        !t->closed && (part == TR_XLIFF_NOTHING ||
                       tr_markup_listed(" alt-trans ignorable matches ", tr_markup_local(t)))
            ? tr_markup_end_of(&r->m, t)
            : 0;

    if (tr_markup_is_local(t, "xliff") || tr_markup_is_local(t, "file")) {
        read_file_languages(r, t, "source-language", "srcLang", &r->content->source_language);
        read_file_languages(r, t, "target-language", "trgLang", &r->content->target_language);
    }
    if (tr_markup_is_local(t, "xliff") || tr_markup_is_local(t, "file"))
        r->file_space = r->unit_space = tr_markup_keeps_space(&r->m, t, r->file_space);
    if (tr_markup_is_local(t, "unit")) {
        r->unit_space = tr_markup_keeps_space(&r->m, t, r->file_space);
        r->unit_id = (tr_span){0};
        tr_markup_find(&r->m, t, "id", &r->unit_id);
        r->limit =
            tr_xliff_limit_of_unit2(r->content, &r->m, t, r->counts_characters, &r->b.failed);
    }
    if (tr_markup_is_local(t, "profiles"))
        r->counts_characters = tr_xliff_counts_characters(&r->m, t);
    if (tr_markup_listed(" unit trans-unit ", tr_markup_local(t)))
        r->has_spans = part == TR_XLIFF_SPANS;
    if (skipped) {
        r->m.at = skipped;
    } else if (is_unit) {
        if (!r->version2) r->limit = tr_xliff_limit_of_unit1(r->content, &r->m, t, &r->b.failed);
        *u = (unit){.segment = t->raw, .space = tr_markup_keeps_space(&r->m, t, r->unit_space)};
        tr_markup_find(&r->m, t, "state", &u->segment_state);
        if (!tr_markup_find(&r->m, t, "id", &u->id)) u->id = r->unit_id;
        const int n = (int)(u->id.end - u->id.begin);
        tr_build_where(&r->b, "%.*s", n ? n : 4, n ? r->m.text + u->id.begin : "unit");
    } else if (tr_markup_is_local(t, "source") && !u->has_source) {
        u->has_source = true;
        u->source = *t;
        u->source_end = tr_markup_end_tag(&r->m, t);
    } else if (tr_markup_is_local(t, "target") && !u->has_target) {
        u->has_target = true;
        u->target = *t;
        u->target_end = tr_markup_end_tag(&r->m, t);
        tr_markup_find(&r->m, t, "state", &u->target_state);
    } else if (tr_markup_is_local(t, "seg-source") && !u->is_segmented && !t->closed) {
        tr_xliff_mark mark;
        u->segments = *t;
        u->segments_end = tr_markup_end_tag(&r->m, t);
        tr_markup m = inside(r, &u->segments, &u->segments_end);
        u->is_segmented = tr_xliff_next_mark(&m, &mark);
    }
}

int tr_read_xliff(tr_content *d, tr_error *err)
{
    reading r = {.content = d, .m = {.text = d->bytes, .size = d->size, .xml = true}};
    tr_markup_token t;
    tr_span version;

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    tr_builder_init(&r.b, d, &target_text);
    r.m.at = d->begin;
    while (!r.b.failed && tr_markup_next(&r.m, &t)) {
        if (t.kind == TR_MARKUP_START && tr_markup_is_local(&t, "xliff"))
            r.version2 =
                tr_markup_find(&r.m, &t, "version", &version) && r.m.text[version.begin] == '2';
        tr_xliff_scope_take(&r.scope, &r.m, &t);
        if (t.kind == TR_MARKUP_START)
            read_xliff_start(&r, &t);
        else if (t.kind == TR_MARKUP_END &&
                 tr_markup_is_local(&t, r.version2 ? "segment" : "trans-unit"))
            end_xliff_unit(&r);
    }
    r.b.failed = r.b.failed || r.scope.open.failed;
    tr_xliff_scope_free(&r.scope);
    return tr_builder_end(&r.b, err);
}
