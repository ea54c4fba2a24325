#include "document/bilingual/read_xliff.h"

#include <string.h>

#include "base/word_list.h"
#include "document/bilingual/inline_codes.h"
#include "document/bilingual/xliff_marks.h"
#include "document/bilingual/xliff_scope.h"
#include "document/markup/escapes.h"
#include "document/markup/icu_message.h"
#include "document/markup/icu_plurals.h"
#include "document/markup/markup.h"
#include "document/markup/review.h"
#include "document/markup/xml_check.h"

/* Bytes of the document that a new target is made of. */
typedef struct frame {
    tr_span before, behind; /* in the source, around the text */
    tr_span blanks, prefix; /* before the source's tag; of its name */
    tr_span start;       /* of an empty target's tag without its "/>"; empty: it is there, or new */
    const char *element; /* "target", or "mrk" in it */
    const char *review;  /* the attributes of a mark */
    tr_span states[2];   /* where a tag that is there has, or gets, them; by place */
    tr_span approved;    /* of version 1: where the unit's approval is, or goes */
    tr_span tag;         /* of version 1: of an element that is there, with its end; else empty */
    bool is_new;
} frame;

/* What a mark says: a machine's translation, which nobody has seen.  "translated" is XLIFF 2's
 * state of such a unit: the next is "reviewed". */
static const char version1_review[] =
    " state=\"needs-review-translation\" state-qualifier=\"leveraged-mt\"";
static const char version2_review[] = " state=\"translated\" subState=\"translate:mt\"";
/* And what it says with an estimate alone: the number comes behind. */
static const char version2_quality[] = " subState=\"translate:quality";

/* What ITS 2.0 has for a machine's confidence, but for the number behind it. */
static const char confidence[] = " xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\""
                                 " its:annotatorsRef=\"mt-confidence|translate\""
                                 " its:mtConfidence=\"";

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
    unit unit;
} reading;

/* ---- Out ---- */

static void finish_target(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const frame *const f = to->segment->extra;
    const bool tagged = f->is_new || f->start.begin < f->start.end;

    if (f->is_new) {
        tr_content_copy(to->content, f->blanks, out);
        tr_buf_add_string(out, "<");
        tr_content_copy(to->content, f->prefix, out);
        tr_buf_add_string(out, "target");
        if (to->content->options->mark_review >= 0 && !f->states[0].end && !to->segment->trusted)
            tr_buf_add_string(out, f->review);
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
static void set_states(const reading *r, frame *f, tr_span tag)
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
static void set_place_within(const reading *r, tr_segment *p, frame *f, tr_span tag, bool closed,
                             tr_span inner, size_t end)
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
static void set_place_behind(const reading *r, tr_segment *p, frame *f)
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
static tr_segment *build_source(reading *r, tr_span inner, frame **f)
{
    tr_content *const d = r->content;
    const size_t n = d->n_segments;

    if (has_choice(r, inner)) {
        d->n_passed++;
        return NULL;
    }
    *f = TR_REGION_TAKE(&d->region, frame, 1);
    r->b.failed = r->b.failed || !*f;
    tr_build_inline_codes(&r->b, inner,
                          tr_markup_keeps_space(&r->m, &r->unit.source, r->unit.space));
    tr_segment *const p = *f ? tr_content_keep_one(d, n) : NULL;
    if (!p) return NULL;
    **f = (frame){.before = {inner.begin, p->at.begin},
                  .behind = {p->at.end, inner.end},
                  .element = "target",
                  .review = r->version2 ? version2_review : version1_review};
    if (!r->version2) (*f)->approved = attribute_of(r, r->unit.segment, "approved");
    return p;
}

static void keep_place(reading *r, tr_segment *p, const frame *f)
{
    p->extra = f;
    r->b.failed = r->b.failed || !tr_content_change(r->content, p);
}

static void add_whole_unit(reading *r)
{
    const unit *const u = &r->unit;
    const tr_span inner = {u->source.raw.end, u->source_end.raw.begin};
    frame *f;
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
    frame *f;

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
    while (tr_xliff_next_mark(&to, &target)) {
        if (!find_mark(r, &from, target.mid, &source)) continue;
        if (r->content->again || is_blank(r, target.inner.begin, target.inner.end) ||
            (is_untranslated(r) && is_same_bytes(r, source.inner, target.inner)))
            add_mark(r, &source, &target);
        else
            r->content->n_done++;
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
    frame *const f = TR_REGION_TAKE(&r->content->region, frame, 1);

    if (!f) {
        r->b.failed = true;
        return;
    }
    *f = (frame){.element = "target", .review = r->version2 ? version2_review : version1_review};
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

    if (u->has_source && !u->is_segmented && has_branches(r)) {
        add_branches(r);
        *u = (unit){0};
        return;
    }
    if (u->has_source && u->is_segmented)
        add_marked_unit(r);
    else if (u->has_source && !u->source.closed &&
             (!u->has_target || is_empty_target(r) || has_copied_target(r) || r->content->again))
        add_whole_unit(r);
    else if (u->has_source && !u->source.closed)
        r->content->n_done++;
    *u = (unit){0};
}

static void read_xliff_start(reading *r, const tr_markup_token *t)
{
    unit *const u = &r->unit;
    const bool is_unit = tr_markup_is_local(t, r->version2 ? "segment" : "trans-unit");
    const size_t skipped =
        !t->closed && (tr_xliff_scope_stays(&r->scope, &r->m, t) ||
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
    }
    if (skipped) {
        r->m.at = skipped;
    } else if (is_unit) {
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

/* ---- Review ---- */

size_t tr_xliff_unit(const tr_segment *p)
{
    const frame *const f = p->extra;
    return f->approved.begin; /* of version 2 each segment has a state: 0 */
}

/* What a translation says of itself. */
static const char *state_of(const tr_segment *p)
{
    const frame *const f = p->extra;
    return p->trusted ? " state=\"translated\"" : f->review;
}

/* True if a translation of which no review is wanted has no state that would say otherwise. */
static bool says_nothing(const tr_segment *p)
{
    const frame *const f = p->extra;
    return p->trusted && f->states[0].begin == f->states[0].end;
}

/* Where a segment of version 1 gets its confidence: at the end of the start tag, which is there or
 * is written.  A tag that says something of ITS stays as it is. */
static bool confidence_place(const tr_content *source, const tr_segment *p, size_t *place)
{
    const frame *const f = p->extra;
    const tr_span tag = f->tag.end ? f->tag : f->start;
    tr_buf text = {0};

    tr_content_copy(source, tag, &text);
    const bool good = !text.failed && !strstr(tr_buf_text(&text), "its:");
    tr_buf_free(&text);
    if (f->is_new)
        *place = p->at.begin + (f->blanks.end - f->blanks.begin) + 1 +
                 (f->prefix.end - f->prefix.begin) + strlen(f->element);
    else if (f->tag.end)
        *place = f->tag.end - 1;
    else
        *place = p->at.begin + (f->start.end - f->start.begin);
    return good && (f->is_new || f->tag.end || f->start.end);
}

static void put_buffer(tr_review *review, tr_span place, tr_buf *text)
{
    if (!text->failed) tr_review_put(review, place, tr_buf_text(text));
    review->out->failed = review->out->failed || text->failed;
    tr_buf_free(text);
}

/* The states of a segment, and, of version 2, how good its translation is taken for: 0 is not
 * known. */
static void say_states(tr_review *review, const tr_segment *p, float quality)
{
    const frame *const f = p->extra;
    tr_buf text = {0};

    if (!f->states[0].end || (says_nothing(p) && !(quality > 0))) return;
    tr_buf_add_string(&text, state_of(p));
    if (quality > 0) {
        if (p->trusted)
            tr_buf_add_string(&text, version2_quality);
        else
            text.len--;
        tr_buf_add_string(&text, "-");
        tr_review_add_quality(&text, quality);
        tr_buf_add_string(&text, "\"");
    }
    put_buffer(review, f->states[0], &text);
    if (f->states[1].end) tr_review_put(review, f->states[1], "");
}

/* How good a translation of version 1 is taken for; `marks`: behind its states. */
static void say_confidence(tr_review *review, const tr_segment *p, bool marks)
{
    const frame *const f = p->extra;
    tr_buf text = {0};
    size_t place = 0;

    const bool has_place = confidence_place(review->source, p, &place);
    const bool together = marks && f->states[0].end && f->states[0].begin == place;
    if (marks && (!together || !has_place)) say_states(review, p, 0);
    if (!has_place) return;
    if (together && !says_nothing(p)) tr_buf_add_string(&text, state_of(p));
    tr_buf_add_string(&text, confidence);
    tr_review_add_quality(&text, p->quality);
    tr_buf_add_string(&text, "\"");
    put_buffer(review, (tr_span){place, place}, &text);
}

void tr_mark_review_xliff(const tr_content *source, const tr_content *d, tr_buf *out)
{
    /* Some programs leave out what is not approved, but take what says nothing. */
    const bool asked = d->options->mark_review > 0, marks = d->options->mark_review >= 0;
    tr_review review = tr_review_begin(source, d, out);
    const tr_segment *p;

    while ((p = tr_review_next(&review))) {
        const frame *const f = p->extra;
        const float quality = d->options->say_quality ? p->quality : 0;
        if (marks && !p->trusted && f->approved.end > (asked ? 0 : f->approved.begin))
            tr_review_put(&review, f->approved, " approved=\"no\"");
        if (quality > 0 && f->review == version1_review)
            say_confidence(&review, p, marks);
        else if (marks)
            say_states(&review, p, quality);
    }
    tr_review_end(&review);
}
