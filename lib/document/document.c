#include "document/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "document/format_table.h"
#include "document/length_check.h"
#include "document/markup/language_code.h"
#include "document/multipart/multipart.h"
#include "document/segment/tagged.h"

const tr_document_format *tr_document_format_at(size_t i)
{
    const tr_reader *const r = tr_reader_at(i);
    return r ? &r->format : NULL;
}

const char *tr_document_judge(const char *name, const void *bytes, size_t size, int *told_by,
                              const char **refusal)
{
    tr_package package = {0};
    const tr_judgement j = tr_format_judge(name, bytes, size, &package);

    tr_package_close(&package);
    if (told_by) *told_by = j.told_by;
    if (refusal) *refusal = j.refusal;
    return j.reader ? j.reader->format.name : NULL;
}

const char *tr_document_guess(const char *name, const void *bytes, size_t size)
{
    const char *const format = tr_document_judge(name, bytes, size, NULL, NULL);
    return format && strcmp(format, "lines") != 0 ? format : NULL;
}

/* Appends the names of the formats that have an ability: "tsv, csv and srt". */
static void list_able_formats(unsigned ability, tr_buf *out)
{
    const tr_document_format *f, *last = NULL;
    size_t n = 0;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++) {
        if (!(f->can & ability)) continue;
        if (last) tr_buf_printf(out, "%s%s", n++ ? ", " : "", last->name);
        last = f;
    }
    if (last) tr_buf_printf(out, "%s%s", n ? " and " : "", last->name);
}

/* TR_EINVAL if an option asks for what documents of the format do not have. */
static int check_abilities(const tr_document *t, tr_error *err)
{
    const tr_document_options *const o = &t->options;
    const struct {
        bool asked;
        unsigned ability;
        const char *what;
    } needs[] = {
        {o->columns || o->header, TR_TAKES_COLUMNS, "columns"},
        {o->keys || o->not_keys, TR_TAKES_KEYS, "keys"},
        {o->attributes, TR_TAKES_ATTRIBUTES, "attributes of HTML"},
        {o->single_cues, TR_TAKES_CUES, "cues"},
        {o->mark_review > 0, TR_MARKS_REVIEW, "place for a mark that a translation wants a review"},
        {o->redo_fuzzy, TR_MARKS_REVIEW, "translations that want a review"},
        {o->keep_anchors, TR_KEEPS_ANCHORS, "headings whose ids are made of their text"},
        {o->say_quality, TR_SAYS_QUALITY, "place for an estimate of quality"},
        {o->bilingual, TR_IS_BILINGUAL, "place for source and translation beside each other"},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        tr_buf others = {0};
        if (!needs[i].asked || t->reader->format.can & needs[i].ability) continue;
        list_able_formats(needs[i].ability, &others);
        const int rc = tr_fail(err, TR_EINVAL, "%s: is %s, which has no %s: %s have", t->name,
                               t->reader->format.name, needs[i].what, tr_buf_text(&others));
        tr_buf_free(&others);
        return rc;
    }
    return TR_OK;
}

static int find_reader(tr_document *t, const char *bytes, size_t size, tr_error *err)
{
    const char *const format = t->options.format;
    tr_judgement j = {.reader = format ? tr_reader_find(format) : NULL};

    if (!j.reader && format)
        return tr_fail(err, TR_EINVAL, "%s: no format is named \"%.40s\"", t->name, format);
    if (!j.reader) j = tr_format_judge(t->name, bytes, size, &t->package);
    if (!j.reader) return tr_fail(err, TR_EINVAL, "%s: %s", t->name, j.refusal);
    t->reader = j.reader;
    const bool names_target =
        t->options.set_language || (t->options.bilingual && t->reader->names_target);
    if (names_target &&
        (!t->options.target_language || !tr_language_is_code(t->options.target_language)))
        return tr_fail(err, TR_EINVAL, "%s: a target language is needed: %s", t->name,
                       t->options.set_language ? "it is to be set" : "translations say theirs");
    return check_abilities(t, err);
}

/* ---- Parts ---- */

static int read_whole(tr_document *t, const char *bytes, size_t size, tr_error *err)
{
    t->parts = calloc(1, sizeof *t->parts);
    if (!t->parts) return tr_fail_memory(err);
    t->n_parts = 1;
    tr_part *const p = &t->parts[0];
    p->reader = t->reader;
    p->content.name = t->name;
    p->content.options = &t->options;
    const int rc = tr_part_open(p, bytes, size, t->options.encoding, err);
    t->stats.source_language = p->content.source_language;
    t->stats.target_language = p->content.target_language;
    t->stats.not_utf8 =
        p->content.n_unread[TR_UNREAD_UTF8] && !tr_utf8_valid(p->content.bytes, p->content.size);
    return rc;
}

static int read_package_member(tr_document *t, size_t member, tr_error *err)
{
    tr_package *const package = &t->package;
    tr_part *const p = &t->parts[t->n_parts++];

    p->reader = package->readers[member];
    p->member = member;
    p->content.name =
        tr_region_printf(&t->region, "%s: %s", t->name, package->zip.members[member].name);
    p->content.options = &t->options;
    p->content.stays = &package->stays;
    p->content.styles = &package->styles;
    p->content.cells = &package->cells;
    if (!p->content.name) return tr_fail_memory(err);
    const int rc = tr_package_unpack(package, member, &p->bytes, err);
    return rc == TR_OK ? tr_part_open(p, tr_buf_text(&p->bytes), p->bytes.len, NULL, err) : rc;
}

static int read_package(tr_document *t, const void *bytes, size_t size, tr_error *err)
{
    tr_package *const p = &t->package;

    p->is_bilingual = t->options.bilingual;
    p->sets_language = t->options.set_language && !p->is_bilingual;
    int rc = tr_package_open(p, bytes, size, t->name, err);
    if (rc == TR_OK) rc = t->reader->choose(p, err);
    if (rc < 0) return rc;
    t->parts = calloc(p->zip.n_members + 1, sizeof *t->parts);
    if (!t->parts) return tr_fail_memory(err);
    for (size_t i = 0; i < p->zip.n_members && rc == TR_OK; i++)
        if (p->readers[i]) rc = read_package_member(t, i, err);
    return rc;
}

static int read_multipart(tr_document *t, const char *bytes, size_t size, tr_error *err)
{
    tr_multipart *const m = &t->multipart;

    const int rc = tr_multipart_open(m, t->reader, t->name, size ? bytes : "", size, err);
    if (rc < 0) return rc;
    t->parts = calloc(m->n + 1, sizeof *t->parts);
    if (!t->parts) return tr_fail_memory(err);
    return tr_multipart_read(m, t->name, &t->options, t->parts, &t->n_parts, err);
}

/* ---- Open and close ---- */

static void count_unread(tr_document_stats *stats, const tr_content *content)
{
    for (size_t i = 0; i < TR_UNREAD_REASONS; i++) {
        stats->unread += content->n_unread[i];
        stats->unread_for[i] += content->n_unread[i];
    }
}

int tr_document_open(tr_document **document, const char *name, const void *bytes, size_t size,
                     const tr_document_options *options, tr_error *err)
{
    tr_document *t = calloc(1, sizeof *t);

    *document = NULL;
    if (!t) return tr_fail_memory(err);
    if (options) t->options = *options;
    t->name = tr_region_copy(&t->region, name, strlen(name));
    int rc = t->name ? TR_OK : tr_fail_memory(err);
    if (rc == TR_OK && size > TR_MAX_DOCUMENT)
        rc = tr_fail(err, TR_EUNSUPPORTED, "%s: has more than %d MiB", name, TR_MAX_DOCUMENT >> 20);
    if (rc == TR_OK) rc = find_reader(t, bytes, size, err);
    if (rc == TR_OK && t->reader->choose)
        rc = read_package(t, bytes, size, err);
    else if (rc == TR_OK && t->reader->split)
        rc = read_multipart(t, bytes, size, err);
    else if (rc == TR_OK)
        rc = read_whole(t, bytes, size, err);
    if (rc < 0) {
        tr_document_free(t);
        return rc;
    }
    for (size_t i = 0; i < t->n_parts; i++) {
        t->parts[i].first = t->n_segments;
        t->n_segments += t->parts[i].content.n_segments;
        count_unread(&t->stats, &t->parts[i].content);
        t->stats.done += t->parts[i].content.n_done;
        t->stats.passed += t->parts[i].content.n_passed;
    }
    *document = t;
    return TR_OK;
}

void tr_document_get_stats(const tr_document *t, tr_document_stats *stats)
{
    *stats = t->stats;
    stats->segments = t->n_segments;
}

void tr_document_free(tr_document *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->n_parts; i++)
        tr_part_free(&t->parts[i]);
    free(t->parts);
    for (size_t i = 0; t->said && i < t->n_segments; i++)
        free(t->said[i]);
    free(t->said);
    tr_package_close(&t->package);
    tr_multipart_free(&t->multipart);
    tr_region_free(&t->region);
    tr_buf_free(&t->scratch);
    tr_buf_free(&t->where);
    tr_buf_free(&t->out);
    free(t);
}

/* ---- Segments ---- */

size_t tr_document_segment_count(const tr_document *t)
{
    return t->n_segments;
}

/* Finds the part that segment i is in; returns its number there. */
static size_t find_place(const tr_document *t, size_t i, tr_part **part)
{
    size_t lo = 0, hi = t->n_parts;

    while (hi - lo > 1) {
        const size_t middle = lo + (hi - lo) / 2;
        if (t->parts[middle].first <= i)
            lo = middle;
        else
            hi = middle;
    }
    *part = &t->parts[lo];
    return i - t->parts[lo].first;
}

const tr_segment *tr_document_segment_at(const tr_document *t, size_t i, tr_part **part)
{
    tr_part *in;
    const size_t k = find_place(t, i, &in);

    if (part) *part = in;
    return tr_content_segment(&in->content, k);
}

bool tr_document_leave(tr_document *t, size_t i, const char *why)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);
    return tr_content_leave(&part->content, k, why);
}

bool tr_document_set_lost(tr_document *t, size_t i, size_t n_lost)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);
    return tr_content_set_lost(&part->content, k, n_lost);
}

bool tr_document_set_quality(tr_document *t, size_t i, float quality)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);
    return isnan(quality) || tr_content_set_quality(&part->content, k, quality);
}

int tr_document_get(tr_document *t, size_t i, tr_document_segment *segment, tr_error *err)
{
    tr_part *part;
    const tr_segment *const p = tr_document_segment_at(t, i, &part);

    tr_buf_clear(&t->scratch);
    tr_buf_clear(&t->where);
    tr_tagged_source(p, &t->scratch);
    if (t->reader->choose)
        tr_buf_printf(&t->where, "%s: ", t->package.zip.members[part->member].name);
    if (t->reader->split) tr_buf_printf(&t->where, "%s: ", t->multipart.parts[part->member].where);
    tr_buf_add_string(&t->where, p->where);
    if (t->scratch.failed || t->where.failed) return tr_fail_memory(err);
    *segment = (tr_document_segment){.where = tr_buf_text(&t->where),
                                     .text = tr_buf_text(&t->scratch),
                                     .text_len = t->scratch.len,
                                     .n_marks = p->n_marks,
                                     .left = p->left,
                                     .n_lost = p->written ? p->n_lost : 0,
                                     .quality = p->written && p->quality > 0 ? p->quality : NAN};
    if (p->written && t->said && t->said[i]) {
        segment->translation = t->said[i];
        segment->translation_len = strlen(t->said[i]);
    }
    bool unmeasured;
    segment->n_over = tr_length_excess(part, i - part->first, &unmeasured);
    return TR_OK;
}

/* Keeps the translation of segment i, if translations are kept. */
static int keep_said(tr_document *t, size_t i, const char *text, size_t len, tr_error *err)
{
    if (!t->options.keep_translations) return TR_OK;
    if (!t->said) t->said = calloc(t->n_segments + 1, sizeof *t->said);
    char *const copy = t->said ? malloc(len + 1) : NULL;
    if (!copy) return tr_fail_memory(err);
    memcpy(copy, text, len);
    copy[len] = '\0';
    free(t->said[i]);
    t->said[i] = copy;
    return TR_OK;
}

int tr_document_put(tr_document *t, size_t i, const char *text, size_t text_len, tr_error *err)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);

    tr_content_forget(&part->content, k);
    tr_buf_clear(&t->scratch);
    tr_tagged_source(tr_content_segment(&part->content, k), &t->scratch);
    if (t->scratch.failed) return tr_fail_memory(err);
    if (t->scratch.len == text_len && !memcmp(tr_buf_text(&t->scratch), text, text_len))
        return TR_OK;
    return tr_document_fill(t, i, text, text_len, err);
}

int tr_document_fill(tr_document *t, size_t i, const char *text, size_t text_len, tr_error *err)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);
    tr_buf written = {0};

    tr_content_forget(&part->content, k);
    const tr_segment *const p = tr_content_segment(&part->content, k);
    int rc = tr_tagged_write(&part->content, p, text, text_len, &written, err);
    if (rc == TR_OK) rc = tr_part_keep(part, k, &written, err);
    tr_buf_free(&written);
    return rc == TR_OK ? keep_said(t, i, text, text_len, err) : rc;
}

/* ---- Trust ---- */

int tr_document_trust(tr_document *t, size_t i, tr_error *err)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);

    t->any_trusted = true;
    return tr_content_trust(&part->content, k, true) ? TR_OK : tr_fail_memory(err);
}

/* The end of the segments of a content that are in one unit with segment k; *trusted: all are. */
static size_t unit_end(const tr_document *t, const tr_content *d, size_t k, bool *trusted)
{
    const tr_segment *p = tr_content_segment(d, k);
    const size_t unit = t->reader->unit ? t->reader->unit(p) : 0;

    *trusted = p->trusted;
    for (k++; unit && k < d->n_segments; k++) {
        p = tr_content_segment(d, k);
        if (t->reader->unit(p) != unit) break;
        *trusted = *trusted && p->trusted;
    }
    return k;
}

/* Writes the translation of segment i anew: without a mark, if it is trusted. */
static int write_again(tr_document *t, size_t i, tr_error *err)
{
    tr_part *part;
    const size_t k = find_place(t, i, &part);
    const tr_segment_outcome o = tr_content_outcome(&part->content, k);
    char *const said = t->said ? t->said[i] : NULL;

    if (!o.written || !said) return TR_OK;
    t->said[i] = NULL;
    const int rc = tr_document_fill(t, i, said, strlen(said), err);
    free(said);
    if (rc == TR_OK && (!tr_content_set_lost(&part->content, k, o.n_lost) ||
                        !tr_content_set_quality(&part->content, k, o.quality)))
        return tr_fail_memory(err);
    return rc;
}

/* A unit is trusted if all its segments are. */
static int settle_trust(tr_document *t, tr_error *err)
{
    int rc = TR_OK;

    for (size_t i = 0; i < t->n_parts; i++) {
        tr_content *const d = &t->parts[i].content;
        for (size_t k = 0, end; k < d->n_segments && rc == TR_OK; k = end) {
            bool trusted;
            end = unit_end(t, d, k, &trusted);
            for (size_t n = k; n < end && rc == TR_OK; n++) {
                if (!tr_content_trust(d, n, trusted)) rc = tr_fail_memory(err);
                if (rc == TR_OK && trusted) rc = write_again(t, t->parts[i].first + n, err);
            }
        }
    }
    t->any_trusted = false;
    return rc;
}

/* ---- The document as it is now ---- */

static int finish_package(tr_document *t, tr_error *err)
{
    tr_package *const p = &t->package;
    tr_zip_change *const changes = calloc(p->zip.n_members + 1, sizeof *changes);
    tr_buf *const bytes = calloc(t->n_parts + 1, sizeof *bytes);
    int rc = changes && bytes ? TR_OK : tr_fail_memory(err);

    for (size_t i = 0; i < t->n_parts && rc == TR_OK; i++) {
        tr_part *const part = &t->parts[i];
        if (!tr_part_may_change(part)) continue;
        rc = tr_part_finish(part, &bytes[i], err);
        if (rc == TR_OK && tr_part_differs(part, &bytes[i]))
            changes[part->member] =
                (tr_zip_change){.bytes = tr_buf_text(&bytes[i]), .size = bytes[i].len};
    }
    if (rc == TR_OK) rc = tr_package_copy(p, changes, &t->out, err);
    for (size_t i = 0; bytes && i < t->n_parts; i++)
        tr_buf_free(&bytes[i]);
    free(bytes);
    free(changes);
    return rc;
}

int tr_document_finish(tr_document *t, const char **bytes, size_t *size, tr_document_stats *stats,
                       tr_error *err)
{
    tr_buf_clear(&t->out);
    if (t->any_trusted && t->options.mark_review > 0) {
        const int failed = settle_trust(t, err);
        if (failed) return failed;
    }
    const int rc = t->reader->choose ? finish_package(t, err)
                   : t->reader->split
                       ? tr_multipart_finish(&t->multipart, t->reader, t->parts, &t->out, err)
                       : tr_part_finish(&t->parts[0], &t->out, err);
    t->stats.segments = t->n_segments;
    t->stats.translated = t->stats.left = t->stats.lost = t->stats.completed = 0;
    t->stats.too_long = t->stats.unmeasured = 0;
    for (size_t i = 0; i < t->n_segments; i++) {
        tr_part *part;
        const size_t k = find_place(t, i, &part);
        const tr_segment_outcome o = tr_content_outcome(&part->content, k);
        t->stats.translated += o.written != NULL;
        t->stats.left += o.left != NULL;
        t->stats.lost += o.written && o.n_lost;
        t->stats.completed += o.written && tr_content_segment(&part->content, k)->copies;
        bool unmeasured;
        t->stats.too_long += tr_length_excess(part, k, &unmeasured) > 0;
        t->stats.unmeasured += unmeasured;
    }
    t->stats.lost_links = 0;
    for (size_t i = 0; i < t->n_parts; i++)
        t->stats.lost_links += t->parts[i].content.n_lost_links;
    t->stats.ends_signature =
        (t->package.is_signed || t->multipart.is_signed) && t->stats.translated;
    *bytes = tr_buf_text(&t->out);
    *size = t->out.len;
    if (stats) *stats = t->stats;
    return rc;
}
