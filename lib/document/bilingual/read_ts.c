#include "document/bilingual/read_ts.h"

#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/ts_message.h"
#include "document/data/build_value.h"
#include "document/markup/escapes.h"
#include "document/markup/review.h"
#include "document/markup/xml_check.h"

typedef struct catalogue {
    tr_content *content;
    tr_builder b;
    tr_markup m;
    tr_decoded value;
    tr_span context; /* its name */
} catalogue;

/* Bytes of the document that a translation is written with. */
typedef struct frame {
    tr_span before, behind; /* in the source, around the text */
    tr_span start;          /* of an element without its "/>"; empty: it has an end */
    tr_span name;           /* of this element */
    tr_span type;           /* the attribute that says that the message is unfinished */
    size_t message;
} frame;

/* ---- Out ---- */

static void encode_ts(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    static const char signs[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};

    (void)to;
    for (size_t i = 0; i < len; i++) {
        const char *const sign = text[i] ? strchr(signs, text[i]) : NULL;
        if (sign)
            tr_buf_add_string(out, names[sign - signs]);
        else
            tr_buf_add(out, text + i, 1);
    }
}

static void finish_ts(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const frame *const f = to->segment->extra;
    const bool tagged = f->start.begin < f->start.end;

    tr_content_copy(to->content, f->start, out);
    if (tagged) tr_buf_add_string(out, ">");
    tr_content_copy(to->content, f->before, out);
    tr_buf_add(out, text, len);
    tr_content_copy(to->content, f->behind, out);
    if (!tagged) return;
    tr_buf_add_string(out, "</");
    tr_content_copy(to->content, f->name, out);
    tr_buf_add_string(out, ">");
}

static const tr_writing translation = {
    .encode = encode_ts, .finish = finish_ts, .reference = "&#%d;"};

/* ---- In ---- */

/* The length of a plural's ending in parentheses behind a letter, as in "file(s)"; 0: there is
 * none. */
static size_t ending_at(const char *text, size_t at, size_t begin, size_t end)
{
    enum { LONGEST = 3 };
    size_t i = at + 1;

    if (text[at] != '(' || at == begin || !tr_byte_is_letter(text[at - 1])) return 0;
    i = tr_skip(text, i, end, tr_ascii_is_lower);
    return i > at + 1 && i <= at + 1 + LONGEST && i < end && text[i] == ')' ? i + 1 - at : 0;
}

/* Decodes text of XML; of a plural's form, with the endings that stand in parentheses or without
 * them. */
static void decode_source(catalogue *c, tr_span raw, enum tr_ts_form form)
{
    const char *const text = c->m.text;
    tr_buf means = {0};

    tr_decoded_clear(&c->value);
    for (size_t i = raw.begin, n; i < raw.end; i += n) {
        const size_t ending = form == TR_TS_TEXT ? 0 : ending_at(text, i, raw.begin, raw.end);
        tr_buf_clear(&means);
        n = text[i] == '&' ? tr_html_reference(text + i, raw.end - i, &means) : 0;
        if (ending && form == TR_TS_PLURAL)
            tr_decoded_add(&c->value, text + i + 1, ending - 2, i + 1);
        else if (n)
            tr_decoded_add(&c->value, tr_buf_text(&means), means.len, i);
        else if (!ending)
            tr_decoded_add(&c->value, text + i, 1, i);
        n = ending ? ending : n ? n : 1;
    }
    tr_decoded_end(&c->value, raw.end);
    c->b.failed = c->b.failed || c->value.failed || means.failed;
    tr_buf_free(&means);
}

/* The text of a message as one segment; NULL if it is none. */
static tr_segment *build_source(catalogue *c, tr_span raw, enum tr_ts_form form)
{
    tr_content *const d = c->content;
    const size_t n = d->n_segments;

    decode_source(c, raw, form);
    if (c->b.failed) return NULL;
    if (!tr_decoded_is_valid(&c->value)) {
        d->n_unread[tr_decoded_fault(&c->value)]++;
        return NULL;
    }
    tr_build_lines(&c->b, &c->value, true);
    if (d->n_segments > n + 1) {
        tr_content_drop_from(d, n);
        tr_build_lines(&c->b, &c->value, false);
    }
    return tr_content_keep_one(d, n);
}

/* One form of a message, or its only one, whose place is an element. */
static void add_form(catalogue *c, const tr_ts_message *message, const tr_ts_element *e,
                     enum tr_ts_form form)
{
    frame *const f = TR_REGION_TAKE(&c->content->region, frame, 1);

    c->b.failed = c->b.failed || !f;
    tr_segment *const p = f ? build_source(c, message->source, form) : NULL;
    if (!p) return;
    *f = (frame){.before = {message->source.begin, p->at.begin},
                 .behind = {p->at.end, message->source.end},
                 .name = e->name,
                 .type = message->type,
                 .message = message->begin};
    if (e->closed) f->start = (tr_span){e->tag.begin, e->tag.end - 2};
    p->at = e->closed ? e->tag : e->inner;
    p->outer = (tr_span){e->end, e->end};
    p->extra = f;
    c->b.failed = c->b.failed || !tr_content_change(c->content, p);
}

static void add_message(catalogue *c, const tr_ts_message *message)
{
    const tr_document_options *const o = c->content->options;
    const bool wanted =
        message->unfinished && (!message->is_filled || c->content->again || (o && o->redo_fuzzy));
    tr_ts_element form;
    size_t n = 0, at = 0;

    if (!wanted) {
        c->content->n_done += message->is_filled && !message->is_gone;
        return;
    }
    if (!message->is_plain) {
        c->content->n_passed++;
        return;
    }
    tr_build_where(&c->b, "%.*s", (int)(c->context.end - c->context.begin),
                   c->m.text + c->context.begin);
    if (!message->numerus) {
        add_form(c, message, &message->translation, TR_TS_TEXT);
        return;
    }
    while (!c->b.failed && tr_ts_next_form(c->m.text, message, &at, &form))
        add_form(c, message, &form, message->n_forms > 1 && !n++ ? TR_TS_SINGULAR : TR_TS_PLURAL);
}

int tr_read_ts(tr_content *d, tr_error *err)
{
    catalogue c = {.content = d, .m = {.text = d->bytes, .size = d->size, .xml = true}};
    tr_ts_message message;
    tr_markup_token t;
    tr_span code;

    const int rc = tr_xml_check(d, err);
    if (rc < 0) return rc;
    tr_builder_init(&c.b, d, &translation);
    c.m.at = d->begin;
    while (!c.b.failed && tr_markup_next(&c.m, &t)) {
        if (t.kind != TR_MARKUP_START) continue;
        if (!strcmp(t.name, "TS") && !d->source_language &&
            tr_markup_find(&c.m, &t, "sourcelanguage", &code))
            d->source_language =
                tr_region_copy(&d->region, c.m.text + code.begin, code.end - code.begin);
        if (!strcmp(t.name, "name") && !t.closed)
            c.context = (tr_span){t.raw.end, tr_markup_end_tag(&c.m, &t).raw.begin};
        if (!strcmp(t.name, "message") && tr_ts_read_message(&c.m, &t, &message))
            add_message(&c, &message);
    }
    tr_decoded_free(&c.value);
    return tr_builder_end(&c.b, err);
}

/* ---- What it says of itself ---- */

size_t tr_ts_unit(const tr_segment *p)
{
    const frame *const f = p->extra;
    return f->message;
}

void tr_mark_review_ts(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_review review = tr_review_begin(source, d, out);
    const tr_segment *p;

    while ((p = tr_review_next(&review))) {
        const frame *const f = p->extra;
        if (p->trusted) tr_review_put(&review, f->type, "");
    }
    tr_review_end(&review);
}

void tr_set_language_ts(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    tr_ts_put_language(d, true, out);
}
