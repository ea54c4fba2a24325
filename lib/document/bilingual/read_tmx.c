#include "document/bilingual/read_tmx.h"

#include <string.h>
#include <strings.h>

#include "document/bilingual/inline_codes.h"
#include "document/markup/escapes.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/review.h"
#include "document/markup/xml_check.h"

/* A variant of a unit. */
typedef struct variant {
    tr_markup_token start, end, seg, seg_end;
    tr_markup_attribute language;
    bool has_seg;
    bool is_empty; /* there is no text */
} variant;

/* Bytes of the document that a new variant is made of. */
typedef struct frame {
    tr_span blanks;          /* before the start of the last variant */
    tr_span head, attribute; /* of the source's start tag: its name, and its language's name */
    char quote;
    tr_span seg, before, behind, end; /* around the text */
    bool is_new;
    bool wants_seg; /* the variant is there, with "<seg/>" */
} frame;

typedef struct reading {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    char language[32]; /* of sources; "": not told */
    bool in_unit;
    variant source, target, last;
    bool has_source, is_exact, has_target, has_last;
} reading;

/* ---- Out ---- */

static void finish_variant(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const frame *const f = to->segment->extra;

    if (!f->is_new) {
        if (f->wants_seg) tr_buf_add_string(out, "<seg>");
        tr_buf_add(out, text, len);
        if (f->wants_seg) tr_buf_add_string(out, "</seg>");
        return;
    }
    tr_content_copy(to->content, f->blanks, out);
    tr_content_copy(to->content, f->head, out);
    if (to->content->options->mark_review > 0 && !to->segment->trusted)
        tr_buf_add_string(out, " creationtool=\"translate\" creationid=\"translate\"");
    tr_buf_add_string(out, " ");
    tr_content_copy(to->content, f->attribute, out);
    tr_buf_printf(out, "=%c%s%c>", f->quote, to->content->options->target_language, f->quote);
    tr_content_copy(to->content, f->seg, out);
    tr_content_copy(to->content, f->before, out);
    tr_buf_add(out, text, len);
    tr_content_copy(to->content, f->behind, out);
    tr_content_copy(to->content, f->end, out);
}

static const tr_writing variant_text = {
    .encode = tr_encode_html, .finish = finish_variant, .reference = "&#%d;"};

/* ---- In ---- */

static bool find_language(const tr_markup *m, const tr_markup_token *t, tr_markup_attribute *a)
{
    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, a);)
        if (tr_markup_is(m, a->name, "xml:lang") || tr_markup_is(m, a->name, "lang"))
            return a->quote != 0;
    return false;
}

/* The language of the sources that a header or a unit tells; what is asked for counts more. */
static void read_source_language(reading *r, const tr_markup_token *t)
{
    const char *const asked = r->content->options->source_language;
    tr_span s;

    if (asked || !tr_markup_find(&r->m, t, "srclang", &s)) return;
    const size_t n = s.end - s.begin;
    if (n >= sizeof r->language || tr_markup_is(&r->m, s, "*all*")) return;
    memcpy(r->language, r->m.text + s.begin, n);
    r->language[n] = '\0';
}

static void read_variant(reading *r, const tr_markup_token *t)
{
    const tr_document_options *const o = r->content->options;
    variant v = {.start = *t};
    tr_markup_token next;

    const bool named = find_language(&r->m, t, &v.language);
    while (!t->closed && tr_markup_next(&r->m, &next)) {
        if (next.kind == TR_MARKUP_START && !strcmp(next.name, "seg") && !v.has_seg) {
            v.has_seg = !next.closed;
            v.seg = next;
            v.seg_end = tr_markup_end_tag(&r->m, &next);
            v.is_empty = next.closed || tr_span_skip(r->m.text, next.raw.end, v.seg_end.raw.begin,
                                                     " \t\r\n") == v.seg_end.raw.begin;
        }
        v.end = next;
        if (next.kind == TR_MARKUP_END && !strcmp(next.name, t->name)) break;
    }
    if (t->closed) v.end = *t;
    r->last = v;
    r->has_last = true;
    if (!named) return;
    const char *const code = r->m.text + v.language.value.begin;
    const size_t len = v.language.value.end - v.language.value.begin;
    if (tr_language_matches(code, len, o->target_language)) {
        if (!r->has_target || r->target.is_empty) r->target = v;
        r->has_target = true;
        return;
    }
    const bool exact = len == strlen(r->language) && !strncasecmp(code, r->language, len);
    if ((r->has_source && (r->is_exact || !exact)) || !v.has_seg) return;
    if (*r->language && !tr_language_matches(code, len, r->language)) return;
    r->source = v;
    r->has_source = true;
    r->is_exact = exact;
}

static size_t before_blanks(const char *text, size_t at)
{
    while (at > 0 && strchr(" \t\r\n", text[at - 1]))
        at--;
    return at;
}

/* Where the segment's translation goes: after the last variant. */
static void set_variant_place(const reading *r, tr_segment *p, frame *f)
{
    const variant *const v = &r->source;
    const size_t last = r->last.start.raw.begin, end = r->last.end.raw.end;

    f->is_new = true;
    f->blanks = (tr_span){before_blanks(r->m.text, last), last};
    f->head = (tr_span){v->start.raw.begin, v->start.name_at.end};
    f->quote = v->language.quote;
    f->attribute = v->language.name;
    f->seg = (tr_span){before_blanks(r->m.text, v->seg.raw.begin), v->seg.raw.end};
    f->before = (tr_span){v->seg.raw.end, p->at.begin};
    f->behind = (tr_span){p->at.end, v->seg_end.raw.begin};
    f->end = (tr_span){v->seg_end.raw.begin, v->end.raw.end};
    p->at = p->outer = (tr_span){end, end};
}

/* The translation goes into the variant that is there, without a text. */
static void set_empty_place(const reading *r, tr_segment *p, frame *f)
{
    const variant *const v = &r->target;
    const size_t end = v->end.raw.end;

    f->wants_seg = !v->has_seg;
    p->at = v->has_seg ? (tr_span){v->seg.raw.end, v->seg_end.raw.begin} : v->seg.raw;
    p->outer = (tr_span){end, end};
}

/* The text of a variant is a segment, if it is one and not several. */
static tr_segment *build_variant(reading *r, const variant *v)
{
    tr_content *const d = r->content;
    const size_t n = d->n_segments;

    const tr_span text = {v->seg.raw.end, v->seg_end.raw.begin};
    const bool space = tr_markup_keeps_space(&r->m, &v->start, false);

    tr_build_inline_codes(&r->b, text, tr_markup_keeps_space(&r->m, &v->seg, space));
    return tr_content_keep_one(d, n);
}

static void end_translation_unit(reading *r)
{
    tr_segment *p;

    if (r->has_target && r->content->again && r->target.has_seg) {
        p = build_variant(r, &r->target);
        const size_t end = r->target.end.raw.end;
        if (p) p->outer = (tr_span){end, end};
        if (p) r->b.failed = r->b.failed || !tr_content_change(r->content, p);
    } else if (r->has_source && (!r->has_target || r->target.is_empty)) {
        frame *const f = TR_REGION_TAKE(&r->content->region, frame, 1);
        r->b.failed = r->b.failed || !f;
        p = f ? build_variant(r, &r->source) : NULL;
        if (p) {
            (r->has_target ? set_empty_place : set_variant_place)(r, p, f);
            p->extra = f;
            r->b.failed = r->b.failed || !tr_content_change(r->content, p);
        }
    } else if (r->has_source) {
        r->content->n_done++;
    }
    r->has_source = r->is_exact = r->has_target = r->has_last = r->in_unit = false;
}

static void begin_unit(reading *r, const tr_markup_token *t, size_t number)
{
    tr_span id;
    const bool named = tr_markup_find(&r->m, t, "tuid", &id);

    read_source_language(r, t);
    if (named)
        tr_build_where(&r->b, "%.*s", (int)(id.end - id.begin), r->m.text + id.begin);
    else
        tr_build_where(&r->b, "unit %zu", number);
    r->in_unit = true;
}

int tr_read_tmx(tr_content *d, tr_error *err)
{
    const tr_document_options *const o = d->options;
    reading r = {.content = d, .m = {.text = d->bytes, .size = d->size, .xml = true}};
    char header[sizeof r.language];
    tr_markup_token t;
    size_t n = 0;

    if (!o->target_language || !tr_language_is_code(o->target_language))
        return tr_fail(err, TR_EINVAL,
                       "%s: a target language is needed: it tells which variants are missing",
                       d->name);
    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    if (o->source_language && strlen(o->source_language) < sizeof r.language)
        strcpy(r.language, o->source_language);
    strcpy(header, r.language);
    tr_builder_init(&r.b, d, &variant_text);
    r.m.at = d->begin;
    while (!r.b.failed && tr_markup_next(&r.m, &t)) {
        const bool start = t.kind == TR_MARKUP_START;
        if (start && !strcmp(t.name, "header")) {
            read_source_language(&r, &t);
            strcpy(header, r.language);
            if (*header) d->source_language = tr_region_copy(&d->region, header, strlen(header));
        } else if (start && !strcmp(t.name, "tu") && !t.closed) {
            strcpy(r.language, header);
            begin_unit(&r, &t, ++n);
        } else if (start && !strcmp(t.name, "tuv") && r.in_unit) {
            read_variant(&r, &t);
        } else if (t.kind == TR_MARKUP_END && !strcmp(t.name, "tu")) {
            end_translation_unit(&r);
        }
    }
    return tr_builder_end(&r.b, err);
}

/* ---- Quality ---- */

void tr_mark_review_tmx(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_review review = tr_review_begin(source, d, out);
    tr_buf text = {0};
    const tr_segment *p;

    while ((p = tr_review_next(&review))) {
        const frame *const f = p->extra;
        const char *const end = p->written ? memchr(p->written, '>', p->written_len) : NULL;
        if (!d->options->say_quality || p->quality <= 0 || !f->is_new || !end) continue;
        const size_t place = p->at.begin + (size_t)(end - p->written) + 1;
        tr_buf_clear(&text);
        tr_buf_add_string(&text, "<prop type=\"x-quality\">");
        tr_review_add_quality(&text, p->quality);
        tr_buf_add_string(&text, "</prop>");
        if (!text.failed) tr_review_put(&review, (tr_span){place, place}, tr_buf_text(&text));
        out->failed = out->failed || text.failed;
    }
    tr_review_end(&review);
    tr_buf_free(&text);
}
