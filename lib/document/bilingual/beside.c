#include "document/bilingual/beside.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/beside_copy.h"
#include "document/bilingual/sentence_places.h"
#include "document/markup/read_html.h"
#include "document/markup/unclosed.h"
#include "document/markup/vocabulary.h"

/* ---- Where blocks begin and end ---- */

/* A tag that begins or ends a block; or an element that parts blocks and has none in it. */
typedef struct edge {
    enum tr_markup_kind kind;
    tr_span raw, name;
    size_t pair; /* of an end, where blocks are in each other: its start; else SIZE_MAX */
} edge;

typedef struct edges {
    const tr_content *content;
    tr_content read; /* the content, whose sentences are told, if the caller has none */
    tr_sentences sentences;
    edge *list; /* [n] */
    size_t n, capacity;
    bool failed;
} edges;

static void add_edge(edges *e, const tr_markup_token *t, size_t end)
{
    const edge made = {t->kind, {t->raw.begin, end}, t->name_at, SIZE_MAX};
    e->list = tr_room(e->list, &e->capacity, e->n + 1, sizeof *e->list, &e->failed);
    if (!e->failed) e->list[e->n++] = made;
}

/* Each end belongs to the last start without an end. */
static void pair_edges(edges *e)
{
    size_t n_open = 0;
    size_t *const open = calloc(e->n + 1, sizeof *open);

    e->failed = e->failed || !open;
    for (size_t i = 0; open && i < e->n; i++) {
        if (e->list[i].kind == TR_MARKUP_START)
            open[n_open++] = i;
        else if (n_open)
            e->list[i].pair = open[--n_open];
    }
    free(open);
}

static void find_edge(edges *e, const tr_beside_rules *rules, tr_sentences *s, tr_markup *m,
                      const tr_markup_token *t)
{
    const bool is_start = t->kind == TR_MARKUP_START, is_closed = rules->xml && t->closed;
    static const char raws[] = " script style textarea title xmp iframe noembed noframes ";

    if (is_start && tr_markup_listed(rules->skipped, t->name)) {
        m->at = tr_beside_end_of(m, t);
        if (!rules->blocks) add_edge(e, t, m->at);
    } else if (rules->blocks) {
        if (!is_closed && tr_markup_listed(rules->blocks, t->name)) add_edge(e, t, t->raw.end);
    } else if (!tr_sentences_have(s, t->raw.begin)) {
        const enum tr_html_role role = tr_html_role(t->name);
        if (is_start && !is_closed && tr_markup_listed(raws, t->name))
            tr_markup_skip_raw(m, t->name);
        const bool is_medium = tr_markup_listed(rules->once_beside, t->name);
        if (is_start && (role == TR_HTML_ATOM || (is_medium && role != TR_HTML_VOID)))
            m->at = tr_beside_end_of(m, t);
        const bool parts = role == TR_HTML_BLOCK || role == TR_HTML_OTHER;
        if (parts && strcmp(t->name, "br") != 0) add_edge(e, t, m->at);
    } else if (is_start && tr_html_role(t->name) == TR_HTML_ATOM) {
        m->at = tr_beside_end_of(m, t);
    }
}

static void find_edges(edges *e, const tr_beside_rules *rules)
{
    tr_unclosed unclosed = {0};
    tr_markup m = {.text = e->content->bytes,
                   .size = e->content->size,
                   .at = e->content->begin,
                   .xml = rules->xml,
                   .unclosed = &unclosed};
    tr_sentences s = e->sentences;
    tr_markup_token t;

    while (!e->failed && tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START || t.kind == TR_MARKUP_END) find_edge(e, rules, &s, &m, &t);
    tr_unclosed_free(&unclosed);
    if (rules->blocks) pair_edges(e);
}

/* Of a translation: it is read, as its source was. */
static void read_edges(edges *e, const tr_beside_rules *rules, const tr_content *now)
{
    tr_error ignored;

    e->content = now;
    e->read = (tr_content){.name = now->name, .options = now->options, .again = true};
    tr_content_set_bytes(&e->read, now->bytes, now->size);
    e->sentences = (tr_sentences){.content = rules->read ? &e->read : NULL};
    if (rules->read) e->failed = rules->read(&e->read, &ignored) < 0;
    if (!e->failed) find_edges(e, rules);
}

static bool are_same(const edges *a, const edges *b)
{
    bool same = a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++) {
        const edge *const p = &a->list[i], *const q = &b->list[i];
        const size_t len = p->name.end - p->name.begin;
        same = p->kind == q->kind && q->name.end - q->name.begin == len &&
               !memcmp(a->content->bytes + p->name.begin, b->content->bytes + q->name.begin, len);
    }
    return same;
}

/* ---- Blocks ---- */

typedef struct side_by_side {
    const tr_beside_rules *rules;
    edges source, now;
    size_t copied, n; /* bytes of the source; translations */
    tr_buf *out;
} side_by_side;

/* The content between two edges; SIZE_MAX and e->n are the document's. */
static tr_span between(const edges *e, size_t before, size_t behind)
{
    const size_t begin = before == SIZE_MAX ? e->content->begin : e->list[before].raw.end;
    return (tr_span){begin, behind == e->n ? e->content->size : e->list[behind].raw.begin};
}

static void copy_content(const tr_beside_rules *rules, edges *e, tr_span at, tr_buf *out)
{
    if (rules->copy) {
        rules->copy(e->content, at, out);
        return;
    }
    tr_sentences_have(&e->sentences, at.begin); /* goes forward */
    tr_beside_copy(rules, e->content, e->sentences, at, out);
}

/* True if there is a letter or a digit outside of tags. */
static bool has_words(const tr_buf *b, bool xml)
{
    tr_markup m = {.text = tr_buf_text(b), .size = b->len, .xml = xml};
    tr_markup_token t;

    while (tr_markup_next(&m, &t))
        if (t.kind != TR_MARKUP_START && t.kind != TR_MARKUP_END &&
            tr_skip(m.text, t.raw.begin, t.raw.end, tr_ascii_is_html_space) < t.raw.end)
            return true;
    return false;
}

/* Behind the last sentence, and the end tags that follow it. */
static size_t end_within(const side_by_side *s, tr_span content)
{
    tr_markup m = {.text = s->source.content->bytes, .size = content.end, .xml = s->rules->xml};
    const size_t end = tr_sentences_in(s->source.sentences, content).end;
    size_t behind = end ? end : content.begin;
    tr_markup_token t;

    if (!s->rules->read) return content.end;
    for (m.at = behind; m.at < content.end && tr_markup_next(&m, &t);) {
        const size_t word = tr_skip(m.text, t.raw.begin, t.raw.end, tr_ascii_is_html_space);
        if (t.kind == TR_MARKUP_END)
            behind = t.raw.end;
        else if (t.kind != TR_MARKUP_TEXT || word < t.raw.end)
            break;
    }
    return behind;
}

/* Where the translation of a block stands, whose last edge is `behind`. */
static size_t place_of(const side_by_side *s, const tr_beside_block *b, size_t behind,
                       enum tr_beside_place place)
{
    const edges *const e = &s->source;
    const char *const text = e->content->bytes;

    if (place == TR_BESIDE_WITHIN) return end_within(s, b->content);
    const bool ends =
        behind < e->n && e->list[behind].kind == TR_MARKUP_END &&
        e->list[behind].name.end - e->list[behind].name.begin == strlen(b->start->name) &&
        tr_starts_with(text, b->start->name_at.begin, e->content->size, b->start->name);
    return ends ? e->list[behind].raw.end
                : tr_skip_back(text, b->content.begin, b->content.end, tr_ascii_is_html_space);
}

/* The start tag at an edge. */
static bool read_start(const side_by_side *s, size_t i, tr_markup_token *t)
{
    const edges *const e = &s->source;

    if (i == SIZE_MAX || e->list[i].kind != TR_MARKUP_START) return false;
    tr_markup m = {.text = e->content->bytes,
                   .size = e->list[i].raw.end,
                   .at = e->list[i].raw.begin,
                   .xml = s->rules->xml};
    return tr_markup_next(&m, t) && t->raw.end == e->list[i].raw.end;
}

static void add_translation(side_by_side *s, tr_beside_block *b, size_t behind,
                            enum tr_beside_place place)
{
    const tr_content *const d = s->source.content;
    const size_t at = place_of(s, b, behind, place);

    tr_buf_add(s->out, d->bytes + s->copied, at - s->copied);
    s->copied = at;
    s->n++;
    s->rules->write(b, place, s->out);
}

/* The block between two edges gets its translation, if it has another text. */
static void put_block(side_by_side *s, size_t before, size_t behind)
{
    const tr_span content = between(&s->source, before, behind);
    const tr_span now = between(&s->now, before, behind);
    const size_t len = content.end - content.begin;
    tr_buf was = {0}, is = {0};
    tr_markup_token start;

    if (now.end - now.begin == len &&
        !memcmp(s->source.content->bytes + content.begin, s->now.content->bytes + now.begin, len))
        return;
    tr_beside_block b = {.source = s->source.content, .content = content, .translation = &is};
    if (read_start(s, before, &start)) b.start = &start;
    const enum tr_beside_place place = s->rules->place(&b);
    if (place != TR_BESIDE_NOWHERE) {
        copy_content(s->rules, &s->source, content, &was);
        copy_content(s->rules, &s->now, now, &is);
        const bool same = was.len == is.len && !memcmp(tr_buf_text(&was), tr_buf_text(&is), is.len);
        if (!same && has_words(&is, s->rules->xml)) add_translation(s, &b, behind, place);
    }
    s->out->failed = s->out->failed || was.failed || is.failed;
    tr_buf_free(&was);
    tr_buf_free(&is);
}

static void put_blocks(side_by_side *s)
{
    const edges *const e = &s->source;

    for (size_t i = 0; i < e->n + !s->rules->blocks; i++) {
        if (!s->rules->blocks)
            put_block(s, i ? i - 1 : SIZE_MAX, i);
        else if (e->list[i].pair != SIZE_MAX)
            put_block(s, e->list[i].pair, i);
    }
    tr_buf_add(s->out, e->content->bytes + s->copied, e->content->size - s->copied);
}

static void free_edges(edges *e)
{
    tr_content_free(&e->read);
    free(e->list);
}

void tr_beside(const tr_beside_rules *rules, const tr_content *source, const tr_content *now,
               size_t *n, tr_buf *out)
{
    side_by_side s = {.rules = rules, .out = out};

    s.source.content = source;
    s.source.sentences = (tr_sentences){.content = rules->read ? source : NULL};
    find_edges(&s.source, rules);
    read_edges(&s.now, rules, now);
    out->failed = out->failed || s.source.failed || s.now.failed;
    if (!out->failed && are_same(&s.source, &s.now)) put_blocks(&s);
    *n = s.n;
    free_edges(&s.source);
    free_edges(&s.now);
}
