#include "session/repeats.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { N_BUCKETS = 1 << 13, MOST_BYTES = 16 << 20, LONGEST = 1 << 16 };

void tr_repeats_init(tr_repeats *r, bool weights)
{
    *r = (tr_repeats){.buckets = calloc(N_BUCKETS, sizeof(tr_line *)), .weights = weights};
}

static void free_unused(tr_line *line)
{
    if (!line->place.n_users) tr_line_free(line);
}

void tr_repeats_free(tr_repeats *r)
{
    while (r->first) {
        tr_line *const line = r->first;
        r->first = line->place.newer;
        tr_line_free(line);
    }
    free(r->buckets);
}

static tr_line **bucket_of(const tr_repeats *r, uint64_t hash)
{
    return &r->buckets[(hash ^ hash >> 32) % N_BUCKETS];
}

static bool is_equal(const tr_line *a, const tr_line *b)
{
    return a->place.hash == b->place.hash && a->place.text_len == b->place.text_len &&
           !memcmp(a->place.text, b->place.text, a->place.text_len);
}

bool tr_repeats_find_locked(tr_repeats *r, tr_line *line)
{
    tr_place *const p = &line->place;

    p->text = line->result.source;
    p->text_len = line->result.source_len;
    p->n_users = 1;
    if (!r->buckets || p->text_len > LONGEST) return false;
    p->hash = tr_fnv1a(TR_FNV1A_START, p->text, p->text_len);
    tr_line **const bucket = bucket_of(r, p->hash);
    tr_line *known = *bucket;
    while (known && !is_equal(known, line))
        known = known->place.chained;
    p->original = known;
    p->kept = !known;
    if (known) {
        known->place.n_users++;
        known->place.asked = true;
        return true;
    }
    p->chained = *bucket;
    *bucket = line;
    return false;
}

tr_translation tr_repeats_result(const tr_line *line)
{
    tr_translation result = line->place.original ? line->place.original->result : line->result;

    result.line = line->result.line;
    result.line_end = line->result.line_end;
    return result;
}

/* ---- Keeping ---- */

static void append(tr_repeats *r, tr_line *line)
{
    line->place.newer = NULL;
    if (r->last)
        r->last->place.newer = line;
    else
        r->first = line;
    r->last = line;
}

/* The sentences are needed no more, but for the weights of their alignments. */
static size_t shrink(const tr_repeats *r, tr_line *line)
{
    size_t n = sizeof *line + tr_region_size(&line->region);

    for (tr_sentence *s = line->sentences; s; s = s->next) {
        if (!r->weights) tr_region_free(&s->region);
        n += tr_region_size(&s->region);
    }
    return n;
}

static void unchain(const tr_repeats *r, tr_line *line)
{
    tr_line **at = bucket_of(r, line->place.hash);

    while (*at != line)
        at = &(*at)->place.chained;
    *at = line->place.chained;
    line->place.kept = false;
}

/* Lines that were asked for since they were here last stay once more. */
static void make_room(tr_repeats *r)
{
    while (r->n_bytes > MOST_BYTES) {
        tr_line *const line = r->first;
        r->first = line->place.newer;
        if (!r->first) r->last = NULL;
        if (line->place.asked && r->first) {
            line->place.asked = false;
            append(r, line);
            continue;
        }
        r->n_bytes -= line->place.n_bytes;
        unchain(r, line);
        free_unused(line);
    }
}

void tr_repeats_leave_locked(tr_repeats *r, tr_line *line)
{
    tr_line *const original = line->place.original;

    line->place.n_users--;
    if (original) {
        original->place.n_users--;
        if (!original->place.kept) free_unused(original);
    }
    if (!line->place.kept) {
        free_unused(line);
        return;
    }
    line->place.n_bytes = shrink(r, line);
    r->n_bytes += line->place.n_bytes;
    append(r, line);
    make_room(r);
}
