#include "document/bilingual/beside_copy.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/read_html.h"

enum { MAX_DEPTH = 32 }; /* of elements; others leave their tags out */

typedef struct copying {
    const tr_beside_rules *rules;
    tr_markup m;
    tr_sentences sentences;
    tr_span text; /* from the first sentence to the last */
    tr_markup_token open[MAX_DEPTH];
    size_t n, n_deeper;
    size_t n_written; /* of the open elements, the outermost: the others have no text yet */
    tr_buf *out;
} copying;

size_t tr_beside_end_of(tr_markup *m, const tr_markup_token *t)
{
    const size_t end = t->closed && m->xml ? 0 : tr_markup_end_of(m, t);
    return end ? end : t->raw.end;
}

/* Where an attribute ends, with its quote. */
static size_t end_of_attribute(const tr_markup_attribute *a)
{
    if (a->quote) return a->value.end + 1;
    return a->value.end > a->name.end ? a->value.end : a->name.end;
}

void tr_beside_copy_tag(const tr_markup *m, const tr_markup_token *t, const char *attributes,
                        tr_buf *out)
{
    size_t copied = t->raw.begin;
    tr_markup_attribute a;

    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        char name[TR_NAME_SIZE] = "";
        const size_t len = a.name.end - a.name.begin;
        if (len < sizeof name) memcpy(name, m->text + a.name.begin, len);
        for (size_t i = 0; !m->xml && name[i]; i++)
            name[i] = tr_ascii_lower(name[i]);
        if (!tr_markup_listed(attributes, name)) continue;
        const size_t begin =
            tr_skip_back(m->text, t->name_at.end, a.name.begin, tr_ascii_is_html_space);
        if (begin < copied) continue;
        tr_buf_add(out, m->text + copied, begin - copied);
        copied = end_of_attribute(&a);
    }
    tr_buf_add(out, m->text + copied, t->raw.end - copied);
}

/* Text comes: it is in all elements that are open. */
static void write_open_tags(copying *c)
{
    for (; c->n_written < c->n; c->n_written++)
        tr_beside_copy_tag(&c->m, &c->open[c->n_written], c->rules->attributes, c->out);
}

static void copy_raw(copying *c, tr_span raw)
{
    write_open_tags(c);
    tr_buf_add(c->out, c->m.text + raw.begin, raw.end - raw.begin);
}

static void open_element(copying *c, const tr_markup_token *t, bool in_sentence)
{
    if (c->n == MAX_DEPTH) {
        c->n_deeper++;
        return;
    }
    c->open[c->n++] = *t;
    if (in_sentence) write_open_tags(c);
}

static void write_end_tag(copying *c, const tr_markup_token *start)
{
    tr_buf_add_string(c->out, "</");
    tr_buf_add(c->out, c->m.text + start->name_at.begin, start->name_at.end - start->name_at.begin);
    tr_buf_add_string(c->out, ">");
}

static void close_last(copying *c)
{
    if (c->n_written == c->n--) {
        write_end_tag(c, &c->open[c->n]);
        c->n_written = c->n;
    }
}

static void close_element(copying *c, const tr_markup_token *t)
{
    if (c->n_deeper)
        c->n_deeper--;
    else if (c->n && !strcmp(c->open[c->n - 1].name, t->name))
        close_last(c);
}

static bool has_no_content(const copying *c, const tr_markup_token *t)
{
    return (c->m.xml && t->closed) ||
           (c->rules->read && (tr_html_role(t->name) == TR_HTML_VOID || !strcmp(t->name, "br")));
}

static void copy_start(copying *c, const tr_markup_token *t)
{
    const tr_beside_rules *const r = c->rules;
    const bool in_sentence = tr_sentences_have(&c->sentences, t->raw.begin);
    const bool in_text = tr_span_has(c->text, t->raw.begin);
    const bool is_atom = r->read && tr_html_role(t->name) == TR_HTML_ATOM;
    const bool is_void = has_no_content(c, t);

    if (tr_markup_listed(r->once, t->name) ||
        (!in_sentence && tr_markup_listed(r->once_beside, t->name)) || (!in_text && is_atom)) {
        if (!is_void) c->m.at = tr_beside_end_of(&c->m, t);
    } else if (is_void || is_atom) {
        if (!in_text) return;
        write_open_tags(c);
        tr_beside_copy_tag(&c->m, t, r->attributes, c->out);
        if (is_void) return;
        c->m.at = tr_beside_end_of(&c->m, t);
        tr_buf_add(c->out, c->m.text + t->raw.end, c->m.at - t->raw.end);
    } else if (!tr_markup_listed(r->once_tags, t->name)) {
        open_element(c, t, in_sentence);
    }
}

static void copy_token(copying *c, const tr_markup_token *t)
{
    tr_span raw = t->raw;

    if (raw.begin < c->text.begin) raw.begin = c->text.begin;
    if (raw.end > c->text.end) raw.end = c->text.end;
    if (t->kind == TR_MARKUP_START)
        copy_start(c, t);
    else if (t->kind == TR_MARKUP_END)
        close_element(c, t);
    else if (raw.begin < raw.end && t->kind != TR_MARKUP_COMMENT)
        copy_raw(c, raw);
}

void tr_beside_copy(const tr_beside_rules *rules, const tr_content *d, tr_sentences sentences,
                    tr_span at, tr_buf *out)
{
    copying c = {.rules = rules,
                 .m = {.text = d->bytes, .size = at.end, .at = at.begin, .xml = rules->xml},
                 .sentences = sentences,
                 .text = tr_sentences_in(sentences, at),
                 .out = out};
    tr_markup_token t;

    while (c.m.at < at.end && tr_markup_next(&c.m, &t))
        copy_token(&c, &t);
    while (c.n)
        close_last(&c);
}
