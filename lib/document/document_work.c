#include "document/document_work.h"

#include <math.h>
#include <string.h>

#include "document/in_context.h"
#include "document/marks/mark_projection.h"
#include "document/markup/icu_message.h"
#include "document/segment/ignorable.h"
#include "document/segment/no_break.h"
#include "document/segment/tagged.h"
#include "session/stream.h"

/* ---- Which texts ---- */

static tr_string sent_text(const void *ctx, size_t i)
{
    const tr_work *const j = ctx;
    const tr_unit *const u = &j->units[j->sent[i]];
    return (tr_string){u->text, u->len};
}

/* True if segments get a context, which equal ones do not share. */
static bool in_order(const tr_work *j)
{
    return j->context && !j->parts && !j->anew;
}

static bool add_unit(tr_work *j, size_t segment, tr_string text, tr_spans marked)
{
    void *units = j->units, *sent = j->sent;
    size_t known;

    if (tr_reserve(&units, &j->capacity, j->n + 1, sizeof *j->units) < 0) return false;
    j->units = units;
    if (tr_reserve(&sent, &j->sent_capacity, j->n_sent + 1, sizeof *j->sent) < 0) return false;
    j->sent = sent;
    const int rc = tr_text_table_put(&j->table, sent_text, j, j->n_sent, text, &known);
    if (rc < 0) return false;
    tr_unit *const u = &j->units[j->n];
    *u = (tr_unit){.len = text.len, .segment = segment, .next = (size_t)TR_NO_UNIT};
    if (rc && !j->parts && !j->anew) j->document->stats.repeated++;
    if (rc && !in_order(j)) {
        tr_unit *const first = &j->units[j->sent[known]];
        u->text = first->text;
        u->next = first->next;
        first->next = j->n;
    } else {
        u->text = tr_region_copy(&j->region, text.text, text.len);
        u->marked = marked;
        j->n_text += text.len;
        j->sent[j->n_sent++] = j->n;
    }
    j->n++;
    return u->text != NULL;
}

bool tr_work_add_segment(tr_work *j, size_t segment)
{
    const tr_segment *const p = tr_document_segment_at(j->document, segment, NULL);
    const tr_segment *const visible = tr_ignorable_without(p, &j->region);
    tr_span *const pairs = visible ? TR_REGION_TAKE(&j->region, tr_span, p->n_marks) : NULL;
    size_t n = 0;

    if (!pairs) return false;
    for (size_t i = 0; i < visible->n_marks; i++)
        if (visible->marks[i].kind == TR_MARK_PAIR)
            pairs[n++] = (tr_span){visible->marks[i].begin, visible->marks[i].end};
    return add_unit(j, segment, (tr_string){visible->text, visible->len}, (tr_spans){pairs, n});
}

bool tr_work_add_part(tr_work *j, size_t segment, tr_string text)
{
    return add_unit(j, segment, text, (tr_spans){0});
}

/* ---- In and out ---- */

static ptrdiff_t read_units(void *ctx, char *bytes, size_t size)
{
    tr_work *const j = ctx;
    size_t n = 0;

    while (n < size && j->n_read < j->n_sent) {
        const tr_unit *const u = &j->units[j->sent[j->n_read]];
        size_t part = u->len - j->read_at;
        if (part > size - n) part = size - n;
        memcpy(bytes + n, u->text + j->read_at, part);
        n += part;
        j->read_at += part;
        if (j->read_at < u->len || n == size) break;
        bytes[n++] = '\n';
        j->n_read++;
        j->read_at = 0;
    }
    return (ptrdiff_t)n;
}

int tr_work_put(const tr_work *j, size_t segment, tr_buf *tagged, tr_error *err)
{
    tr_document *const d = j->document;
    tr_part *part;
    const tr_segment *const p = tr_document_segment_at(d, segment, &part);

    tr_no_break_keep(p->text, p->len, tagged);
    tr_icu_part_numbers(&part->content, p, tagged);
    if (tagged->failed) return tr_fail_memory(err);
    return d->reader->format.can & TR_FILLS
               ? tr_document_fill(d, segment, tr_buf_text(tagged), tagged->len, err)
               : tr_document_put(d, segment, tr_buf_text(tagged), tagged->len, err);
}

int tr_work_leave(tr_work *j, size_t i, const char *why)
{
    return tr_document_leave(j->document, i, why) ? TR_OK : tr_fail_memory(j->err);
}

/* ---- Memory ---- */

/* A segment as a memory has it: with its marks, if it has any; else as the engine gets it, since a
 * memory has the same of a line. */
tr_string tr_work_memory_key(const tr_segment *p, tr_buf *tagged)
{
    if (p->n_marks) {
        tr_tagged_source(p, tagged);
    } else {
        tr_buf_add(tagged, p->text, p->len);
        if (!tagged->failed) tagged->len = tr_ignorable_remove(tagged->data, tagged->len);
    }
    return (tr_string){tr_buf_text(tagged), tagged->len};
}

void tr_work_remember(const tr_work *j, const tr_segment *p, const tr_buf *tagged,
                      const tr_hypothesis *h)
{
    tr_buf key = {0};

    if (!j->memory || j->context) return;
    const tr_string source = tr_work_memory_key(p, &key);
    const bool whole = h && !p->n_marks;
    tr_remembered what = {.text = whole ? (char *)h->text : (char *)tr_buf_text(tagged),
                          .text_len = whole ? h->text_len : tagged->len,
                          .score = h ? h->score : NAN,
                          .log_probability = h ? h->log_probability : NAN};
    if (!key.failed) j->memory->add(j->memory->ctx, p->n_marks > 0, source, &what);
    tr_buf_free(&key);
}

/* Appends the translation with the segment's marks: 1; 0 if they find no place in it; TR_ENOMEM. */
static int project_segment(tr_work *j, const tr_segment *p, const tr_translation *t, tr_buf *tagged,
                           size_t *n_lost)
{
    const tr_hypothesis *const h = &t->hypotheses[0];

    if (!p->n_marks) {
        tr_tagged_add_text(tagged, h->text, h->text_len);
        return 1;
    }
    if (!h->alignment) return 0;
    const tr_segment *const visible = tr_ignorable_without(p, &j->region);
    return visible ? tr_marks_project(visible, t, j->dates.languages, tagged, n_lost, j->err)
                   : tr_fail_memory(j->err);
}

void tr_work_want_parts(tr_work *j, size_t i)
{
    j->again[(i - j->first) / 8] |= (unsigned char)(1 << (i - j->first) % 8);
}

bool tr_work_wants_parts(const tr_work *j, size_t i)
{
    return j->again[(i - j->first) / 8] >> (i - j->first) % 8 & 1;
}

/* The translation becomes the text of the segment.  Where its marks find no place, the segment is
 * translated again, part by part. */
static int put_segment(tr_work *j, size_t i, const tr_translation *t)
{
    const tr_segment *const p = tr_document_segment_at(j->document, i, NULL);
    tr_buf tagged = {0};
    tr_error e = {.code = TR_EINVAL};
    size_t n_lost = 0;

    int rc = project_segment(j, p, t, &tagged, &n_lost);
    if (rc == 1 && tr_work_put(j, i, &tagged, &e) == TR_OK) {
        if (!tr_document_set_lost(j->document, i, t->n_lost + n_lost) ||
            !tr_document_set_quality(j->document, i, t->quality))
            rc = tr_fail_memory(j->err);
        if (t->n_source_tokens) tr_work_remember(j, p, &tagged, &t->hypotheses[0]);
    } else if (rc == 1 && e.code == TR_ENOMEM) {
        rc = tr_fail_memory(j->err);
    } else if (rc >= 0 && p->n_marks) {
        tr_work_want_parts(j, i);
    } else if (rc == 1) {
        rc = tr_work_leave(j, i, e.msg);
    }
    tr_buf_free(&tagged);
    return rc < 0 ? rc : TR_OK;
}

static tr_address way_of(const tr_work *j, const tr_translation *t)
{
    const tr_language *const from = tr_language_data(j->dates.languages[0]);
    const tr_language *const to = tr_language_data(j->dates.languages[1]);
    const tr_addressee who = tr_addressee_of(from, t->source, t->source_len);
    return tr_address_of(to, who, t->hypotheses[0].text, t->hypotheses[0].text_len);
}

static int take_unit(tr_work *j, tr_unit *u, const tr_translation *t)
{
    const tr_hypothesis *const h = &t->hypotheses[0];

    if (j->same_way && !t->status) u->way = way_of(j, t);
    if (!j->parts)
        return t->status ? tr_work_leave(j, u->segment, t->message) : put_segment(j, u->segment, t);
    u->result = t->status ? NULL : tr_region_copy(&j->region, h->text, h->text_len);
    u->result_len = h->text_len;
    u->n_lost = t->n_lost;
    for (size_t i = 0; !isnan(t->quality) && i < h->n_tokens; i++, u->n_tokens++)
        u->log_probability += (double)h->tokens[i].log_probability;
    return t->status || u->result ? TR_OK : tr_fail_memory(j->err);
}

static int take_line(void *ctx, const tr_translation *t)
{
    tr_work *const j = ctx;
    size_t i = j->sent[t->line - 1];
    tr_in_context revised;

    if (j->rc == 0 && in_order(j) && !t->status)
        j->rc = tr_in_context_revise(j->context, &t, &revised, &j->region, j->err);
    for (; i != (size_t)TR_NO_UNIT && j->rc == 0; i = j->units[i].next)
        j->rc = take_unit(j, &j->units[i], t);
    const double part = (double)t->line / (double)j->n_sent;
    const double done = (double)j->first + part * (double)(j->last - j->first);
    if (j->rc == 0 && j->progress &&
        j->progress(j->ctx, done / (double)j->document->n_segments) != 0)
        return 1;
    return j->rc;
}

/* tr_marked_words of the units. */
static tr_spans marked_of(const void *ctx, size_t number)
{
    const tr_work *const j = ctx;
    return j->units[j->sent[number - 1]].marked;
}

/* Translates lines by the threads of a service, or by its own. */
static int translate_lines(tr_work *j, bool alignment, const tr_stream_io *io,
                           tr_stream_stats *stats, tr_error *err)
{
    const tr_marked_words marked = {marked_of, j};
    const tr_line_options options = {
        .n_best = 1, .alignment = alignment, .formality = j->formality, .marked = &marked};

    if (j->service) return tr_stream_run(&j->service->engine, j->client, options, io, stats, err);
    j->options.alignment = alignment;
    j->options.formality = j->formality;
    return tr_stream_translate(j->model, &j->options, options, io, stats, err);
}

int tr_work_run(tr_work *j, bool alignment, tr_stream_stats *stats)
{
    const tr_stream_io io = {.read = read_units, .write = take_line, .ctx = j};
    tr_stream_stats sum = {0};
    tr_error e = {0};
    int rc = TR_OK;

    if (j->n_sent) rc = translate_lines(j, alignment, &io, &sum, &e);
    if (rc && !j->rc && j->err) *j->err = e;
    if (stats) tr_stream_stats_add(stats, &sum);
    return j->rc ? j->rc : rc;
}

void tr_work_clear(tr_work *j)
{
    j->n = j->n_sent = j->n_read = j->read_at = j->n_text = 0;
    tr_text_table_clear(&j->table);
}
