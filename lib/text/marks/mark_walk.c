#include "text/marks/mark_walk.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* What is written, and which marks have been. */
typedef struct job {
    const tr_marked_text *source;
    const tr_mark_place *places;
    const char *text; /* [len] of the translation */
    size_t len;
    bool *written; /* [n_marks] */
} job;

/* The next mark of `parent` to write: among marks not yet written, the one that begins first; among
 * equals a point, then the first of the source. */
static int next_mark(const job *j, int parent)
{
    int best = -1;
    for (size_t k = 0; k < j->source->n_marks; k++) {
        const tr_mark *const m = &j->source->marks[k];
        if (m->parent != parent || j->written[k]) continue;
        if (best < 0 || j->places[k].begin < j->places[best].begin ||
            (j->places[k].begin == j->places[best].begin && m->kind == TR_MARK_POINT &&
             j->source->marks[best].kind != TR_MARK_POINT))
            best = (int)k;
    }
    return best;
}

/* True if a point has a blank before and one after it in the source, and is to have one before it
 * in the translation, at byte `at`: the one there, or one of its own. */
static bool has_gap(const job *j, int k, size_t at)
{
    const tr_mark *const m = &j->source->marks[k];
    const char *const text = j->source->text, *const now = j->text;

    if (m->kind != TR_MARK_POINT || m->begin == 0 || text[m->begin - 1] != ' ' ||
        text[m->begin] != ' ' || at == j->len)
        return false;
    return now[at] == ' ' || (at > 0 && now[at - 1] != ' ');
}

/* True if a blank was between two pairs in the source, and none is in the translation, where one
 * ends and pair k begins, at byte `at`. */
static bool has_lost_gap(const job *j, size_t k, size_t at)
{
    const tr_mark *const marks = j->source->marks;
    const char *const text = j->source->text, *const now = j->text;

    if (marks[k].kind != TR_MARK_PAIR || marks[k].begin < 2 || at == 0 || at >= j->len ||
        text[marks[k].begin - 1] != ' ' || now[at - 1] == ' ' || now[at] == ' ')
        return false;
    for (size_t i = 0; i < k; i++)
        if (marks[i].kind == TR_MARK_PAIR && marks[i].parent == marks[k].parent &&
            marks[i].end + 1 == marks[k].begin && j->places[i].end == at && j->places[i].begin < at)
            return true;
    return false;
}

/* Where the text before mark k ends that goes on to byte `until`: an atom that touched what stood
 * before it and not what stood behind, as the number of a note does, does so again.  Scripts that
 * part no words say nothing of it. */
static size_t end_before(const job *j, size_t k, size_t until)
{
    enum { CJK_FIRST = 0x2E80 };
    const tr_mark *const m = &j->source->marks[k];
    const size_t end = j->places[k].end;

    if (m->kind != TR_MARK_ATOM || m->begin == 0 || until < 2 || j->text[until - 1] != ' ')
        return until;
    const int32_t before = tr_utf8_before(j->source->text, 0, m->begin);
    if (tr_is_space(before) || (before >= CJK_FIRST && before < TR_PRIVATE_FIRST) ||
        tr_is_alnum(tr_utf8_at(j->source->text, m->end, j->source->len)) ||
        tr_is_alnum(tr_utf8_at(j->text, end, j->len)))
        return until;
    return until - 1;
}

int tr_marks_walk(const tr_marked_text *source, const tr_mark_place *places, const char *text,
                  size_t len, tr_mark_walker *walk, void *ctx, tr_error *err)
{
    const tr_span none = {0, 0};
    const job j = {source, places, text, len, calloc(source->n_marks + 1, sizeof *j.written)};
    size_t at = 0;
    int open = -1;

    if (!j.written) return tr_fail_memory(err);
    for (;;) {
        const int k = next_mark(&j, open);
        const size_t end = open < 0 ? len : places[open].end;
        const size_t until = k < 0 ? end : places[k].begin;
        const size_t stop = k < 0 ? until : end_before(&j, (size_t)k, until);
        if (stop > at) walk(ctx, TR_STEP_TEXT, 0, (tr_span){at, stop});
        if (until > at) at = until;
        if (k < 0 && open < 0) break;
        if (k < 0) {
            walk(ctx, TR_STEP_CLOSE, (size_t)open, none);
            open = source->marks[open].parent;
            continue;
        }
        j.written[k] = true;
        const bool pair = source->marks[k].kind == TR_MARK_PAIR;
        if (has_gap(&j, k, at) || has_lost_gap(&j, (size_t)k, at))
            walk(ctx, TR_STEP_BLANK, 0, none);
        walk(ctx, pair ? TR_STEP_OPEN : TR_STEP_SINGLE, (size_t)k, none);
        if (places[k].end > at && !pair) at = places[k].end;
        if (pair) open = k;
    }
    free(j.written);
    return TR_OK;
}
