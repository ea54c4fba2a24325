#include "document/data/read_xcstrings.h"

#include <string.h>

#include "document/data/build_value.h"
#include "document/data/xcstrings_scan.h"
#include "document/markup/icu_message.h"

enum { DEEPEST = 12, MAX_WHERE = 200 };

typedef struct catalogue {
    tr_content *content;
    tr_builder b;
    tr_xcstrings all;
    tr_json_object string; /* the one that is read */
    bool any_done;         /* a value of it was translated before */
} catalogue;

/* Bytes of the document that a translation is written with. */
typedef struct frame {
    tr_span state, value;   /* without quotes */
    tr_span before, behind; /* in the value, around the text */
} frame;

/* ---- Out ---- */

static void encode_value(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    tr_json_write(text, len, false, out);
}

static void put_state(const tr_text_place *to, tr_buf *out)
{
    const bool review = to->content->options->mark_review > 0 && !to->segment->trusted;
    tr_buf_add_string(out, review ? "needs_review" : "translated");
}

/* A state and its value, whichever comes first. */
static void finish_value(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const frame *const f = to->segment->extra;
    const bool state_first = f->state.begin < f->value.begin;

    if (state_first) {
        put_state(to, out);
        tr_content_copy(to->content, (tr_span){f->state.end, f->value.begin}, out);
    }
    tr_content_copy(to->content, f->before, out);
    tr_buf_add(out, text, len);
    tr_content_copy(to->content, f->behind, out);
    if (!state_first) {
        tr_content_copy(to->content, (tr_span){f->value.end, f->state.begin}, out);
        put_state(to, out);
    }
}

static const tr_writing unit_value = {.encode = encode_value, .finish = finish_value};

/* ---- In ---- */

/* Builds a value as one segment, or none. */
static tr_segment *build_unit(catalogue *c, const tr_decoded *v)
{
    tr_content *const d = c->content;
    const size_t n = d->n_segments;

    tr_build_where(&c->b, "%.*s", MAX_WHERE, tr_buf_text(&c->string.key.text));
    tr_build_lines(&c->b, v, true);
    if (d->n_segments > n + 1) {
        tr_content_drop_from(d, n);
        tr_build_lines(&c->b, v, false);
    }
    return tr_content_keep_one(d, n);
}

/* A value and its state, which are strings. */
static void read_value(catalogue *c, const tr_decoded *v, tr_span value, tr_span state)
{
    tr_content *const d = c->content;
    tr_icu_choice choice;

    if (!tr_decoded_is_valid(v)) {
        d->n_unread[tr_decoded_fault(v)]++;
        return;
    }
    if (!tr_content_takes(d, tr_buf_text(&v->text), v->text.len)) return;
    if (tr_icu_next_choice(tr_buf_text(&v->text), 0, v->text.len, &choice)) {
        d->n_passed++;
        return;
    }
    frame *const f = TR_REGION_TAKE(&d->region, frame, 1);
    c->b.failed = c->b.failed || !f;
    tr_segment *const p = f ? build_unit(c, v) : NULL;
    if (!p) return;
    *f = (frame){{state.begin + 1, state.end - 1},
                 {value.begin + 1, value.end - 1},
                 {value.begin + 1, p->at.begin},
                 {p->at.end, value.end - 1}};
    const bool state_first = state.begin < value.begin;
    p->at = state_first ? (tr_span){f->state.begin, f->value.end}
                        : (tr_span){f->value.begin, f->state.end};
    p->outer = p->at;
    p->extra = f;
    c->b.failed = c->b.failed || !tr_content_change(d, p);
}

static bool is_string(const char *text, tr_span at)
{
    return at.end && text[at.begin] == '"';
}

/* Members of a unit, in the order in which they stand. */
typedef struct unit {
    tr_span state, value; /* with quotes */
    tr_decoded text;
    bool is_parted; /* an object stands between them */
} unit;

static bool is_complete(const unit *u)
{
    return u->state.end && u->value.end;
}

static void read_unit(catalogue *c, const unit *u)
{
    const char *const text = c->content->bytes;
    const bool is_unit = is_string(text, u->state) && is_string(text, u->value) && !u->is_parted;
    const bool is_new = is_unit && tr_json_value_is(text, u->state, "\"new\"");

    if (is_unit && (is_new || c->content->again)) read_value(c, &u->text, u->value, u->state);
    c->any_done = c->any_done || (is_unit && !is_new);
}

/* The unit, or the units, in an object. */
static void read_units(catalogue *c, tr_span at, int depth)
{
    const char *const text = c->content->bytes;
    unit u = {0};
    tr_json_object o;

    tr_json_object_begin(&o, text, at);
    while (depth < DEEPEST && !c->b.failed && tr_json_object_next(&o)) {
        const bool was_complete = is_complete(&u);
        if (text[o.value.begin] == '{') {
            u.is_parted = u.is_parted || u.state.end || u.value.end;
            read_units(c, o.value, depth + 1);
        }
        if (tr_json_object_is(&o, "state") && !u.state.end) u.state = o.value;
        if (tr_json_object_is(&o, "value") && !u.value.end) {
            u.value = o.value;
            u.text = o.scratch;
            o.scratch = (tr_decoded){0};
        }
        if (!was_complete && is_complete(&u)) read_unit(c, &u);
    }
    c->b.failed = c->b.failed || u.text.failed || o.key.failed || o.scratch.failed;
    tr_decoded_free(&u.text);
    tr_json_object_end(&o);
}

static void read_catalogue(catalogue *c)
{
    tr_content *const d = c->content;
    tr_xcstrings_entry e;

    tr_json_object_begin(&c->string, d->bytes, c->all.strings);
    while (!c->b.failed && tr_json_object_next(&c->string)) {
        tr_xcstrings_entry_read(d, &c->all, &c->string, &e);
        c->any_done = false;
        if (e.target.end && !e.stays) read_units(c, e.target, 0);
        d->n_done += c->any_done;
    }
    tr_json_object_end(&c->string);
}

/* What is wrong with the JSON of a document. */
static int check_json(const tr_content *d, tr_error *err)
{
    tr_json_scan all = {.text = d->bytes, .at = d->begin, .end = d->size};
    tr_decoded scratch = {0};

    tr_json_skip_blanks(&all);
    bool right = tr_json_skip(&all, &scratch);
    tr_json_skip_blanks(&all);
    if (right && all.at < all.end) right = tr_json_fail(&all, "something follows the value");
    tr_decoded_free(&scratch);
    return right ? TR_OK : tr_content_refuse(d, all.at, all.wrong, err);
}

int tr_read_xcstrings(tr_content *d, tr_error *err)
{
    catalogue c = {.content = d};

    if (!d->options->target_language)
        return tr_fail(err, TR_EINVAL,
                       "%s: a target language is needed: it tells which strings are missing",
                       d->name);
    const int rc = check_json(d, err);
    if (rc < 0) return rc;
    if (!tr_xcstrings_open(d, &c.all))
        return tr_content_refuse(d, d->begin, "neither a source language nor strings", err);
    d->source_language = tr_region_copy(&d->region, c.all.source, strlen(c.all.source));
    if (!d->source_language) return tr_fail_memory(err);
    tr_builder_init(&c.b, d, &unit_value);
    if (strcmp(d->options->target_language, c.all.source) != 0) read_catalogue(&c);
    return tr_builder_end(&c.b, err);
}
