#include "document/splice.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { ROUNDS = 8 }; /* after which all segments go back */

static void copy(const tr_doc *d, size_t begin, size_t end, tr_buf *out)
{
    tr_buf_add(out, d->content + begin, end - begin);
}

/* Writes the document; places [n_pieces] receive what becomes of piece.outer. */
static void compose(const tr_doc *d, tr_buf *out, tr_span *places)
{
    size_t at = 0;

    for (size_t i = 0; i < d->n_pieces; i++) {
        const tr_piece *const p = &d->pieces[i];
        copy(d, at, p->at.begin, out);
        places[i].begin = out->len - (p->at.begin - p->outer.begin);
        if (p->written)
            tr_buf_add(out, p->written, p->written_len);
        else
            copy(d, p->at.begin, p->at.end, out);
        places[i].end = out->len + (p->outer.end - p->at.end);
        at = p->at.end;
    }
    copy(d, at, d->size, out);
}

/* The written segment that is nearest to segment i goes back to its source.  False if there is
 * none. */
static bool take_back(tr_doc *d, size_t i, size_t *n_left)
{
    for (size_t distance = 0; distance < d->n_pieces; distance++) {
        tr_piece *p = NULL;
        if (i >= distance && d->pieces[i - distance].written) p = &d->pieces[i - distance];
        if (!p && i + distance < d->n_pieces && d->pieces[i + distance].written)
            p = &d->pieces[i + distance];
        if (!p) continue;
        p->written = NULL;
        ++*n_left;
        return true;
    }
    return false;
}

static bool same(const tr_piece *p, tr_span place, const tr_piece *again)
{
    return again->outer.begin == place.begin && again->outer.end == place.end &&
           again->signature == p->signature && again->n_marks <= p->n_marks + 8;
}

/* Takes back the segments that are not found again.  True if there were none. */
static bool compare(tr_doc *d, const tr_span *places, const tr_doc *again, size_t *n_left)
{
    size_t k = 0;
    bool all = true;

    for (size_t i = 0; i < d->n_pieces; i++) {
        for (; k < again->n_pieces && again->pieces[k].outer.begin < places[i].begin;
             k++, all = false)
            take_back(d, i ? i - 1 : 0, n_left);
        if (k < again->n_pieces && same(&d->pieces[i], places[i], &again->pieces[k])) {
            k++;
            continue;
        }
        all = false;
        take_back(d, i, n_left);
        while (k < again->n_pieces && again->pieces[k].outer.begin < places[i].end)
            k++;
    }
    if (k < again->n_pieces) all = false;
    if (k < again->n_pieces && d->n_pieces) take_back(d, d->n_pieces - 1, n_left);
    return all;
}

static size_t take_all_back(tr_doc *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n_pieces; i++) {
        n += d->pieces[i].written != NULL;
        d->pieces[i].written = NULL;
    }
    return n;
}

static bool any_written(const tr_doc *d)
{
    for (size_t i = 0; i < d->n_pieces; i++)
        if (d->pieces[i].written) return true;
    return false;
}

int tr_splice(tr_doc *d, const tr_reader *reader, tr_buf *out, size_t *n_left, tr_error *err)
{
    tr_span *places = calloc(d->n_pieces + 1, sizeof *places);
    const size_t begin = out->len;

    if (!places) return tr_fail_memory(err);
    for (int round = 0; !out->failed; round++) {
        tr_doc again = {.name = d->name, .options = d->options};
        tr_error ignored;
        out->len = begin;
        if (round == ROUNDS) *n_left += take_all_back(d);
        tr_buf part = {0};
        compose(d, &part, places);
        tr_buf_add(out, tr_buf_text(&part), part.len);
        again.content = tr_buf_text(&part);
        again.size = part.len;
        bool done = part.failed || !any_written(d);
        if (!done && reader->read(&again, &ignored) < 0)
            *n_left += take_all_back(d);
        else if (!done)
            done = compare(d, places, &again, n_left);
        tr_doc_free(&again);
        out->failed = out->failed || part.failed;
        tr_buf_free(&part);
        if (done) break;
    }
    free(places);
    return out->failed ? tr_fail_memory(err) : TR_OK;
}
