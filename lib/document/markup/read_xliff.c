#include "document/markup/read_xliff.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/markup/inline_codes.h"
#include "document/markup/markup.h"
#include "document/markup/xml_check.h"

/* Bytes of the document that a new target is made of. */
typedef struct frame {
    tr_span before, behind; /* in the source, around the text */
    tr_span blanks, prefix; /* before the source's tag; of its name */
    tr_span start; /* of an empty target's tag without its "/>"; empty: it is there, or new */
    bool is_new;
} frame;

/* A unit that is being read. */
typedef struct unit {
    tr_markup_token source, source_end, target, target_end;
    bool has_source, has_target, is_segmented, is_done;
} unit;

typedef struct reading {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    bool version2;
    unit unit;
} reading;

/* ---- Out ---- */

static void copy_xliff_bytes(const tr_content *d, tr_span raw, tr_buf *out)
{
    tr_buf_add(out, d->bytes + raw.begin, raw.end - raw.begin);
}

static void finish_target(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                          tr_buf *out)
{
    const frame *const f = p->extra;
    const bool tagged = f->is_new || f->start.begin < f->start.end;

    if (f->is_new) {
        copy_xliff_bytes(d, f->blanks, out);
        tr_buf_add_string(out, "<");
        copy_xliff_bytes(d, f->prefix, out);
        tr_buf_add_string(out, "target");
    }
    copy_xliff_bytes(d, f->start, out);
    if (tagged) tr_buf_add_string(out, ">");
    copy_xliff_bytes(d, f->before, out);
    tr_buf_add(out, text, len);
    copy_xliff_bytes(d, f->behind, out);
    if (tagged) {
        tr_buf_add_string(out, "</");
        copy_xliff_bytes(d, f->prefix, out);
        tr_buf_add_string(out, "target>");
    }
}

static void encode_target(const tr_content *d, const tr_segment *p, const char *text, size_t len,
                          tr_buf *out)
{
    tr_html_text.encode(d, p, text, len, out);
}

static const tr_writing target_text = {
    .encode = encode_target, .finish = finish_target, .reference = "&#%d;"};

/* ---- In ---- */

static bool is_xliff_element(const tr_markup_token *t, const char *name)
{
    return !strcmp(tr_markup_local(t), name);
}

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

static bool is_empty_target(const reading *r)
{
    const unit *const u = &r->unit;
    for (size_t i = u->target.raw.end; !u->target.closed && i < u->target_end.raw.begin; i++)
        if (!strchr(" \t\r\n", r->content->bytes[i])) return false;
    return true;
}

/* Where the segment's translation goes. */
static void set_target_place(const reading *r, tr_segment *p, frame *f)
{
    const unit *const u = &r->unit;
    const size_t name = u->source.name_at.begin;
    size_t blanks = u->source.raw.begin;

    f->before = (tr_span){u->source.raw.end, p->at.begin};
    f->behind = (tr_span){p->at.end, u->source_end.raw.begin};
    f->prefix = (tr_span){name, u->source.name_at.end - strlen("source")};
    while (blanks > 0 && strchr(" \t\r\n", r->content->bytes[blanks - 1]))
        blanks--;
    f->blanks = (tr_span){blanks, u->source.raw.begin};
    f->is_new = !u->has_target;
    if (!u->has_target) {
        p->at = (tr_span){u->source_end.raw.end, u->source_end.raw.end};
        p->outer = p->at;
        return;
    }
    const tr_span whole = u->target.raw;
    if (u->target.closed) f->start = (tr_span){whole.begin, whole.end - 2};
    p->at = u->target.closed ? whole : (tr_span){whole.end, u->target_end.raw.begin};
    const size_t end = u->target.closed ? whole.end : u->target_end.raw.end;
    p->outer = (tr_span){end, end};
}

static void end_xliff_unit(reading *r)
{
    tr_content *const d = r->content;
    unit *const u = &r->unit;
    const size_t n = d->n_segments;
    const bool wanted = u->has_source && !u->is_segmented && !u->is_done &&
                        (!u->has_target || is_empty_target(r) || d->again);

    if (wanted && !u->source.closed) {
        frame *const f = TR_REGION_TAKE(&d->region, frame, 1);
        r->b.failed = r->b.failed || !f;
        tr_build_inline_codes(&r->b, (tr_span){u->source.raw.end, u->source_end.raw.begin});
        tr_segment *const p = tr_content_keep_one(d, n);
        if (p && f) {
            set_target_place(r, p, f);
            p->extra = f;
        }
    }
    *u = (unit){0};
}

/* The end tag of an element without others of its name in it; the token itself if it has none. */
static tr_markup_token find_source_end(reading *r, const tr_markup_token *t)
{
    tr_markup_token end = *t;
    while (!t->closed && tr_markup_next(&r->m, &end))
        if (end.kind == TR_MARKUP_END && !strcmp(end.name, t->name)) break;
    return end;
}

static void read_xliff_start(reading *r, const tr_markup_token *t)
{
    unit *const u = &r->unit;
    const bool is_unit = is_xliff_element(t, r->version2 ? "segment" : "trans-unit");
    const size_t skipped =
        !t->closed && (tr_markup_is_untouched(&r->m, t) || is_xliff_element(t, "alt-trans") ||
                       is_xliff_element(t, "ignorable") || is_xliff_element(t, "matches"))
            ? tr_markup_end_of(&r->m, t)
            : 0;

    if (is_xliff_element(t, "xliff") || is_xliff_element(t, "file")) {
        read_file_languages(r, t, "source-language", "srcLang", &r->content->source_language);
        read_file_languages(r, t, "target-language", "trgLang", &r->content->target_language);
    }
    if (skipped) {
        r->m.at = skipped;
    } else if (is_unit) {
        tr_span id;
        *u = (unit){0};
        const bool named = tr_markup_find(&r->m, t, "id", &id);
        const char *const where =
            named ? tr_region_copy(&r->content->region, r->m.text + id.begin, id.end - id.begin)
                  : tr_markup_local(t);
        tr_build_where(&r->b, named ? where : "unit");
    } else if (is_xliff_element(t, "source") && !u->has_source) {
        u->has_source = true;
        u->source = *t;
        u->source_end = find_source_end(r, t);
    } else if (is_xliff_element(t, "target") && !u->has_target) {
        u->has_target = true;
        u->target = *t;
        u->target_end = find_source_end(r, t);
    } else if (is_xliff_element(t, "seg-source")) {
        u->is_segmented = true;
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
        if (t.kind == TR_MARKUP_START && is_xliff_element(&t, "xliff"))
            r.version2 =
                tr_markup_find(&r.m, &t, "version", &version) && r.m.text[version.begin] == '2';
        if (t.kind == TR_MARKUP_START)
            read_xliff_start(&r, &t);
        else if (t.kind == TR_MARKUP_END &&
                 is_xliff_element(&t, r.version2 ? "segment" : "trans-unit"))
            end_xliff_unit(&r);
    }
    return tr_builder_end(&r.b, err);
}
