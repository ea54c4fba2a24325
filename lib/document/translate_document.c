/*
 * translate_document.c - the segments of a document through the engine.
 *
 * Each text is translated once, whatever number of segments have it (but for texts that the table
 * does not find again): the engine gives the same text again.  Marks are projected
 * (mark_projection.h); a segment in which one finds no place, or not one that its format allows,
 * goes through the engine a second time, part by part between its marks.
 */
#include "document/translate_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/marks/mark_projection.h"
#include "document/markup/icu_message.h"
#include "document/same_way.h"
#include "document/segment/ignorable.h"
#include "document/segment/no_break.h"
#include "document/segment/tagged.h"
#include "document/translate_parts.h"
#include "session/stream.h"
#include "setup/estimate.h"
#include "setup/options.h"
#include "text/placeables/placeables.h"
#include "text/placeables/placeholders.h"

/* ---- Which texts ---- */

static tr_string sent_text(const void *ctx, size_t i)
{
    const tr_work *const j = ctx;
    const tr_unit *const u = &j->units[j->sent[i]];
    return (tr_string){u->text, u->len};
}

bool tr_work_add(tr_work *j, size_t segment, const char *text, size_t len)
{
    void *units = j->units, *sent = j->sent;
    size_t known;

    if (tr_reserve(&units, &j->capacity, j->n + 1, sizeof *j->units) < 0) return false;
    j->units = units;
    if (tr_reserve(&sent, &j->sent_capacity, j->n_sent + 1, sizeof *j->sent) < 0) return false;
    j->sent = sent;
    const int rc =
        tr_text_table_put(&j->table, sent_text, j, j->n_sent, (tr_string){text, len}, &known);
    if (rc < 0) return false;
    tr_unit *const u = &j->units[j->n];
    *u = (tr_unit){.len = len, .segment = segment, .next = (size_t)TR_NO_UNIT};
    if (rc) {
        tr_unit *const first = &j->units[j->sent[known]];
        u->text = first->text;
        u->next = first->next;
        first->next = j->n;
        if (!j->parts && !j->anew) j->document->stats.repeated++;
    } else {
        u->text = tr_region_copy(&j->region, text, len);
        j->n_text += len;
        j->sent[j->n_sent++] = j->n;
    }
    j->n++;
    return u->text != NULL;
}

/* True if a text has one Latin letter alone: it names an item, a column or a variable. */
static bool is_letter(const tr_segment *p)
{
    enum { LAST_LATIN = 0x24F };
    size_t n_letters = 0;
    int32_t c;

    for (size_t i = 0, n; i < p->len; i += n) {
        n = tr_utf8_decode(p->text + i, p->len - i, &c);
        if (tr_is_letter(c) && (c > LAST_LATIN || ++n_letters > 1)) return false;
    }
    return n_letters == 1;
}

static bool add_visible(tr_work *j, size_t i, const tr_segment *p)
{
    const tr_segment *const visible = tr_ignorable_without(p, &j->region);
    return visible && tr_work_add(j, i, visible->text, visible->len);
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
static tr_string memory_key(const tr_segment *p, tr_buf *tagged)
{
    if (p->n_marks) {
        tr_tagged_source(p, tagged);
    } else {
        tr_buf_add(tagged, p->text, p->len);
        if (!tagged->failed) tagged->len = tr_ignorable_remove(tagged->data, tagged->len);
    }
    return (tr_string){tr_buf_text(tagged), tagged->len};
}

/* True if the segment has the translation that the memory has of it, or stays because that says so.
 */
static bool recall(tr_work *j, size_t i)
{
    const tr_segment *const p = tr_document_segment_at(j->document, i, NULL);
    tr_buf key = {0}, tagged = {0};
    tr_remembered found = {0};

    const tr_string source = memory_key(p, &key);
    const int how =
        key.failed ? 0 : j->memory->find(j->memory->ctx, p->n_marks > 0, source, &found);
    bool done = how != 0;
    if (how == TR_STAYS)
        done = tr_work_leave(j, i, "is in the language of the translation already") == TR_OK;
    else if (done && p->n_marks)
        tr_buf_add(&tagged, found.text, found.text_len);
    else if (done)
        tr_tagged_add_text(&tagged, found.text, found.text_len);
    if (how != TR_STAYS) {
        done = done && tr_utf8_valid(tr_buf_text(&tagged), tagged.len) &&
               !memchr(tr_buf_text(&tagged), '\n', tagged.len);
        done = done && !tagged.failed && tr_work_put(j, i, &tagged, NULL) == TR_OK;
    }
    free(found.text);
    tr_buf_free(&key);
    tr_buf_free(&tagged);
    return done;
}

/* True if the segment has a name of a day or a month that CLDR knows, and gets its translation. */
static bool name_date(tr_work *j, size_t i)
{
    tr_buf tagged = {0};
    const bool done = tr_date_names_put(&j->dates, j->document, i, &tagged) &&
                      tr_work_put(j, i, &tagged, NULL) == TR_OK;
    tr_buf_free(&tagged);
    return done;
}

void tr_work_remember(const tr_work *j, const tr_segment *p, const tr_buf *tagged,
                      const tr_hypothesis *h)
{
    tr_buf key = {0};

    if (!j->memory) return;
    const tr_string source = memory_key(p, &key);
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

static void want_parts(tr_work *j, size_t i)
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
        want_parts(j, i);
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

    for (; i != (size_t)TR_NO_UNIT && j->rc == 0; i = j->units[i].next)
        j->rc = take_unit(j, &j->units[i], t);
    const double part = (double)t->line / (double)j->n_sent;
    const double done = (double)j->first + part * (double)(j->last - j->first);
    if (j->rc == 0 && j->progress &&
        j->progress(j->ctx, done / (double)j->document->n_segments) != 0)
        return 1;
    return j->rc;
}

/* Translates lines by the threads of a service, or by its own. */
static int translate_lines(tr_work *j, bool alignment, const tr_stream_io *io,
                           tr_stream_stats *stats, tr_error *err)
{
    const tr_line_options options = {
        .n_best = 1, .alignment = alignment, .formality = j->formality};

    if (j->service) return tr_stream_run(&j->service->engine, j->client, options, io, stats, err);
    j->options.alignment = alignment;
    j->options.formality = j->formality;
    return tr_translate_stream(j->model, &j->options, io, stats, err);
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

/* ---- All ---- */

static bool any_marks(const tr_document *t)
{
    for (size_t i = 0; i < t->n_parts; i++)
        if (t->parts[i].content.any_marks) return true;
    return false;
}

/* Bytes of what is known of the segments that are translated now. */
static size_t job_size(const tr_work *j)
{
    enum { COPY = 24 }; /* more than the bytes of a text */
    return j->n * sizeof *j->units + j->table.size * sizeof *j->table.slots +
           j->n_sent * (sizeof *j->sent + COPY) + j->n_text;
}

static bool room_for_parts(tr_work *j)
{
    void *again = j->again;
    const size_t n = (j->last - j->first) / 8 + 1;

    if (tr_reserve(&again, &j->again_capacity, n, 1) < 0) return false;
    j->again = again;
    if ((j->last - j->first) % 8 == 0) j->again[n - 1] = 0;
    return true;
}

/* Takes segments from j->first on, until they are enough to be translated together. */
static int take_segments(tr_work *j, size_t most)
{
    const tr_document *const t = j->document;
    const bool fills = t->reader->format.can & TR_FILLS;

    tr_work_clear(j);
    for (j->last = j->first; j->last < t->n_segments && job_size(j) < most; j->last++) {
        const size_t i = j->last;
        if (!room_for_parts(j)) return tr_fail_memory(j->err);
        if ((j->memory && recall(j, i)) || name_date(j, i)) continue;
        const tr_segment *const p = tr_document_segment_at(t, i, NULL);
        if (is_letter(p) && !fills) continue;
        if (p->in_parts)
            want_parts(j, i);
        else if (!add_visible(j, i, p))
            return tr_fail_memory(j->err);
    }
    return TR_OK;
}

/* Bytes of the document and of its parts. */
static size_t size_of_all(const tr_document *t)
{
    size_t size = 0;
    for (size_t i = 0; i < t->n_parts; i++)
        size += t->parts[i].source_size;
    return size;
}

static int translate_all(tr_work *j, tr_stream_stats *stats)
{
    enum { LEAST = 1 << 20, SHARE = 8 };
    tr_document *const t = j->document;
    const size_t share = size_of_all(t) / SHARE, most = share > LEAST ? share : LEAST;
    const tr_model_info *const info = tr_model_get_info(j->model);
    const bool alignment = any_marks(t) && info->alignment_layer >= 0;
    int rc = TR_OK;

    const char *const source = j->options.source_language, *target = j->options.target_language;
    j->dates.languages[0] = source ? source : info->source_language;
    j->dates.languages[1] = target ? target : info->target_language;
    j->memory = j->options.memory;
    j->options.n_best = 1;
    j->options.memory = NULL;
    const int own = t->options.formality;
    if (own) j->memory = NULL; /* it knows the options' way */
    j->formality = own ? own : j->options.formality;
    j->same_way = !j->formality && !j->options.raw;
    j->options.input = j->options.output = TR_TEXT;
    if (stats) *stats = (tr_stream_stats){0};
    for (; j->first < t->n_segments && rc == TR_OK; j->first = j->last) {
        rc = take_segments(j, most);
        if (rc == TR_OK) rc = tr_work_run(j, alignment, stats);
        if (rc == TR_OK && j->same_way) rc = tr_work_same_way(j, alignment, stats);
        if (rc == TR_OK) rc = tr_work_parts(j, stats);
        tr_region_free(&j->region);
    }
    free(j->again);
    free(j->units);
    free(j->sent);
    tr_text_table_free(&j->table);
    return rc;
}

int tr_document_translate(tr_document *t, const tr_model *model, const tr_options *options,
                          int (*progress)(void *ctx, double done), void *ctx,
                          tr_stream_stats *stats, tr_error *err)
{
    tr_work j = {.document = t, .model = model, .progress = progress, .ctx = ctx, .err = err};

    const int rc = tr_options_take(&j.options, options, err);
    if (rc < 0) return rc;
    return translate_all(&j, stats);
}

int tr_document_translate_by(tr_document *t, tr_service *service, uint64_t client,
                             int (*progress)(void *ctx, double done), void *ctx,
                             tr_stream_stats *stats, tr_error *err)
{
    const tr_options *const o = &service->options;
    tr_work j = {.document = t,
                 .service = service,
                 .client = client,
                 .model = service->engine.model,
                 .options = *o,
                 .progress = progress,
                 .ctx = ctx,
                 .err = err};

    if (o->input != TR_TEXT || o->output != TR_TEXT)
        return tr_fail(err, TR_EINVAL, "the service translates tokens: a document is text");
    return translate_all(&j, stats);
}
