#include "document/bilingual/ts_message.h"

#include <string.h>

#include "document/markup/icu_plurals.h"

/* ---- Messages ---- */

static tr_ts_element element_of(tr_markup *m, const tr_markup_token *t)
{
    tr_ts_element e = {.tag = t->raw, .name = t->name_at, .closed = t->closed};

    e.inner = (tr_span){t->raw.end, t->raw.end};
    e.end = t->raw.end;
    if (t->closed) return e;
    const tr_markup_token end = tr_markup_end_tag(m, t);
    if (end.raw.begin < t->raw.end) return e; /* there is none: it is no XML */
    e.inner.end = end.raw.begin;
    e.end = end.raw.end;
    return e;
}

static bool is_blank(const char *text, tr_span s)
{
    return tr_span_skip(text, s.begin, s.end, " \t\r\n") == s.end;
}

/* True if bytes have no tag in them. */
static bool has_no_tag(const char *text, tr_span s)
{
    return !memchr(text + s.begin, '<', s.end - s.begin);
}

bool tr_ts_next_form(const char *text, const tr_ts_message *message, size_t *at,
                     tr_ts_element *form)
{
    tr_markup m = {.text = text,
                   .size = message->translation.inner.end,
                   .at = *at ? *at : message->translation.inner.begin,
                   .xml = true};
    tr_markup_token t;

    while (tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || strcmp(t.name, "numerusform") != 0) continue;
        *form = element_of(&m, &t);
        *at = form->end;
        return true;
    }
    return false;
}

/* What the translation of a message is: its forms, and whether they are translated. */
static void read_translation(const char *text, tr_ts_message *message)
{
    tr_ts_element form;
    size_t at = 0;

    if (!message->numerus) {
        message->is_filled = !is_blank(text, message->translation.inner);
        message->is_plain = message->is_plain && has_no_tag(text, message->translation.inner);
        return;
    }
    while (tr_ts_next_form(text, message, &at, &form)) {
        message->n_forms++;
        message->is_filled = message->is_filled || !is_blank(text, form.inner);
        message->is_plain = message->is_plain && has_no_tag(text, form.inner);
    }
}

static void read_type(const tr_markup *m, const tr_markup_token *t, tr_ts_message *message)
{
    tr_markup_attribute a;

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        if (!tr_markup_is(m, a.name, "type")) continue;
        message->unfinished = tr_markup_is(m, a.value, "unfinished");
        message->is_gone = !message->unfinished;
        message->type = (tr_span){a.name.begin - 1, a.value.end + (a.quote != 0)};
    }
}

bool tr_ts_read_message(tr_markup *m, const tr_markup_token *t, tr_ts_message *message)
{
    bool has_source = false, has_translation = false;
    tr_markup_token next;
    tr_span value;

    *message = (tr_ts_message){.begin = t->raw.begin + 1, .is_plain = true};
    message->numerus = tr_markup_find(m, t, "numerus", &value) && tr_markup_is(m, value, "yes");
    while (!t->closed && tr_markup_next(m, &next)) {
        if (next.kind == TR_MARKUP_END && !strcmp(next.name, t->name)) break;
        if (next.kind != TR_MARKUP_START) continue;
        const bool is_source = !strcmp(next.name, "source");
        if (!is_source && strcmp(next.name, "translation") != 0) continue;
        if (!is_source) read_type(m, &next, message);
        const tr_ts_element e = element_of(m, &next);
        if (is_source) {
            message->source = e.inner;
            message->is_plain = has_no_tag(m->text, e.inner);
        } else {
            message->translation = e;
        }
        has_source = has_source || is_source;
        has_translation = has_translation || !is_source;
    }
    const bool in_order = message->source.end <= message->translation.tag.begin;
    if (!has_source || !has_translation || !in_order) return false;
    read_translation(m->text, message);
    return true;
}

/* ---- Before they are translated ---- */

bool tr_ts_put_language(const tr_content *d, bool replaces, tr_buf *out)
{
    const char *const language = d->options->target_language;
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_markup_token t = {.kind = TR_MARKUP_TEXT};
    tr_span at;

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    if (!language || t.kind != TR_MARKUP_START) return false;
    const bool has = tr_markup_find(&m, &t, "language", &at);
    if (has && at.begin < at.end && !replaces) return false;
    if (!has) at.begin = at.end = t.raw.end - 1 - t.closed;
    tr_buf_add(out, d->bytes, at.begin);
    if (!has) tr_buf_add_string(out, " language=\"");
    for (const char *c = language; *c; c++)
        tr_buf_add(out, *c == '-' ? "_" : c, 1);
    if (!has) tr_buf_add_string(out, "\"");
    tr_buf_add(out, d->bytes + at.end, d->size - at.end);
    return true;
}

/* Appends as many empty forms as the language has, each with the white space of the first one
 * before it. */
static void put_forms(const tr_content *d, const tr_ts_message *message, size_t n, tr_buf *out)
{
    const tr_span inner = message->translation.inner;
    size_t last = inner.end, at = 0;
    tr_ts_element form = {.tag = inner};

    tr_ts_next_form(d->bytes, message, &at, &form);
    const tr_span blanks = {inner.begin, form.tag.begin};
    while (last > inner.begin && strchr(" \t\r\n", d->bytes[last - 1]))
        last--;
    for (size_t i = 0; i < n; i++) {
        if (is_blank(d->bytes, blanks)) tr_content_copy(d, blanks, out);
        tr_buf_add_string(out, "<numerusform></numerusform>");
    }
    tr_content_copy(d, (tr_span){last, inner.end}, out);
}

/* The language that tells how many forms messages have: the document's, unless it is to say another
 * one. */
static void take_language(const tr_content *d, char *language, size_t size)
{
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_markup_token t = {.kind = TR_MARKUP_TEXT};
    tr_span at = {0};

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START) {
    }
    const bool says = t.kind == TR_MARKUP_START && tr_markup_find(&m, &t, "language", &at);
    const char *const said = says && !d->options->set_language ? d->bytes + at.begin : NULL;
    const size_t len = said ? at.end - at.begin : strlen(d->options->target_language);
    *language = '\0';
    if (len >= size) return;
    memcpy(language, said ? said : d->options->target_language, len);
    language[len] = '\0';
}

/* Appends the document with all forms of its messages that have a number; false if none lacks or
 * has too many. */
static bool add_forms(const tr_content *d, tr_buf *out)
{
    char language[40];
    take_language(d, language, sizeof language);
    const size_t n = tr_plural_count(language);
    tr_markup m = {.text = d->bytes, .size = d->size, .at = d->begin, .xml = true};
    tr_ts_message message;
    tr_markup_token t;
    size_t copied = 0;

    while (tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || strcmp(t.name, "message") != 0) continue;
        if (!tr_ts_read_message(&m, &t, &message) || !message.numerus || !message.unfinished ||
            message.is_filled || !message.is_plain || message.n_forms == n)
            continue;
        const tr_ts_element *const e = &message.translation;
        const size_t begin = e->closed ? e->tag.end - 2 : e->inner.begin;
        tr_content_copy(d, (tr_span){copied, begin}, out);
        if (e->closed) tr_buf_add_string(out, ">");
        put_forms(d, &message, n, out);
        if (e->closed) tr_buf_add_string(out, "</translation>");
        copied = e->closed ? e->tag.end : e->inner.end;
    }
    if (!copied) return false;
    tr_content_copy(d, (tr_span){copied, d->size}, out);
    return true;
}

bool tr_ts_prepare(const tr_content *d, tr_buf *out)
{
    tr_content with = *d;
    tr_buf said = {0};

    if (!d->options->target_language) return false;
    const bool any = tr_ts_put_language(d, false, &said);
    if (any) {
        with.bytes = tr_buf_text(&said);
        with.size = said.len;
    }
    bool changed = add_forms(&with, out);
    if (any && !changed) tr_buf_add(out, with.bytes, with.size);
    out->failed = out->failed || said.failed;
    changed = changed || any;
    tr_buf_free(&said);
    return changed;
}
