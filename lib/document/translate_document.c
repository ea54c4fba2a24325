/*
 * translate_document.c - the segments of a document through the engine.
 *
 * Each text is translated once, whatever number of segments have it (but for texts that the table
 * does not find again): the engine gives the same text again.  Marks are projected
 * (mark_projection.h); a segment in which one finds no place, or not one that its format allows,
 * goes through the engine a second time, part by part between its marks.
 */
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/same_way.h"
#include "document/segment/tagged.h"
#include "document/translate_parts.h"
#include "setup/options.h"

/* ---- Segments with and without the network ---- */

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

/* True if the segment has the translation that the memory has of it, or stays because that says so.
 */
static bool recall(tr_work *j, size_t i)
{
    const tr_segment *const p = tr_document_segment_at(j->document, i, NULL);
    tr_buf key = {0}, tagged = {0};
    tr_remembered found = {0};

    const tr_string source = tr_work_memory_key(p, &key);
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
            tr_work_want_parts(j, i);
        else if (!tr_work_add_segment(j, i))
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
    if (t->options.context)
        rc = tr_context_create(&j->context, j->model, &j->options, t->options.context, j->err);
    for (; j->first < t->n_segments && rc == TR_OK; j->first = j->last) {
        rc = take_segments(j, most);
        if (rc == TR_OK) rc = tr_work_run(j, alignment, stats);
        if (rc == TR_OK && j->same_way) rc = tr_work_same_way(j, alignment, stats);
        if (rc == TR_OK) rc = tr_work_parts(j, stats);
        tr_region_free(&j->region);
    }
    tr_context_free(j->context);
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
