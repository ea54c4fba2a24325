#include "document/segment/run_fill.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "document/segment/run.h"

typedef struct tr_run_fill_item {
    enum tr_run_fill_kind kind;
    int mark;       /* of text: the pair that it stands in, or -1 */
    tr_span text;   /* in the fill's text */
    size_t stretch; /* that it stands in, or has joined */
    bool cuts;      /* a point: text of its stretch before and after it is in two runs */
} item;

/* An item between two starts or ends of pairs. */
typedef struct stretch {
    int mark;              /* the pair that it stands in, or -1 */
    size_t chars;          /* of its text but blanks */
    bool has_text, forced; /* forced: it takes a run even without text */
} stretch;

/* The runs of a pair, or of none. */
typedef struct holder {
    size_t n, needed, next; /* runs, stretches that take one, the run that is taken next */
} holder;

typedef struct job {
    tr_run_fill *fill;
    const tr_content *content;
    const tr_segment *segment;
    stretch *stretches; /* [n] */
    size_t n;
    holder *holders; /* [n_marks + 1]; of mark k at k + 1 */
    tr_buf *out;
    size_t begin; /* of what is written in *out */
    bool ended;   /* the last run that cannot move is written */
    bool moved;   /* a run that cannot */
} job;

void tr_run_fill_free(tr_run_fill *d)
{
    free(d->items);
    tr_buf_free(&d->text);
    *d = (tr_run_fill){0};
}

static void add_item(tr_run_fill *d, const item *i)
{
    d->items = tr_room(d->items, &d->capacity, d->n + 1, sizeof *d->items, &d->failed);
    if (!d->failed) d->items[d->n++] = *i;
}

void tr_run_fill_add_text(tr_run_fill *d, int mark, const char *text, size_t len)
{
    const size_t at = d->text.len;
    tr_buf_add(&d->text, text, len);
    d->failed = d->failed || d->text.failed;
    add_item(d, &(item){.kind = TR_RUN_FILL_TEXT, .mark = mark, .text = {at, at + len}});
}

void tr_run_fill_add_mark(tr_run_fill *d, enum tr_run_fill_kind kind, int mark)
{
    add_item(d, &(item){.kind = kind, .mark = mark});
}

/* ---- Stretches ---- */

static holder *holder_of(const job *j, int mark)
{
    return &j->holders[mark + 1];
}

static size_t count_chars(const tr_run_fill *d, tr_span text)
{
    size_t n = 0;
    for (size_t i = text.begin; i < text.end; i++)
        n += !tr_ascii_is_html_space(d->text.data[i]) && (d->text.data[i] & 0xC0) != 0x80;
    return n;
}

static void gather_text(job *j)
{
    const tr_segment *const p = j->segment;
    stretch *s = j->stretches;

    *s = (stretch){.mark = -1};
    for (size_t i = 0; i < j->fill->n; i++) {
        item *const it = &j->fill->items[i];
        it->stretch = (size_t)(s - j->stretches);
        if (it->kind == TR_RUN_FILL_OPEN || it->kind == TR_RUN_FILL_CLOSE) {
            const int mark = it->kind == TR_RUN_FILL_OPEN ? it->mark : p->marks[it->mark].parent;
            *++s = (stretch){.mark = mark};
        } else if (it->kind == TR_RUN_FILL_TEXT) {
            s->has_text = true;
            s->chars += count_chars(j->fill, it->text);
        }
    }
    j->n = (size_t)(s - j->stretches) + 1;
    for (size_t i = 0; i < p->n_runs; i++)
        if (!p->runs[i].is_spare) holder_of(j, p->runs[i].mark)->n++;
    if (p->runs[0].is_first && p->runs[0].mark < 0) j->stretches[0].forced = true;
    if (p->runs[p->n_runs - 1].is_last && p->runs[p->n_runs - 1].mark < 0) s->forced = true;
    for (size_t i = 0; i < j->n; i++)
        if (j->stretches[i].has_text || j->stretches[i].forced)
            holder_of(j, j->stretches[i].mark)->needed++;
}

/* Where the text of stretch i may go: to the text before it, else after it, else to a pair that
 * has a run left; j->n if there is nowhere. */
static size_t neighbour(const job *j, size_t i)
{
    for (size_t k = i; k-- > 0;)
        if (j->stretches[k].has_text) return k;
    for (size_t k = i + 1; k < j->n; k++)
        if (j->stretches[k].has_text) return k;
    for (size_t k = 0; k < j->n; k++) {
        const holder *const h = holder_of(j, j->stretches[k].mark);
        if (h->n > h->needed) return k;
    }
    return j->n;
}

static void join_runs(job *j, size_t from, size_t to)
{
    stretch *const s = &j->stretches[from], *const t = &j->stretches[to];

    for (size_t i = 0; i < j->fill->n; i++)
        if (j->fill->items[i].kind == TR_RUN_FILL_TEXT && j->fill->items[i].stretch == from)
            j->fill->items[i].stretch = to;
    if (!s->forced) holder_of(j, s->mark)->needed--;
    if (!t->has_text && !t->forced) holder_of(j, t->mark)->needed++;
    t->has_text = true;
    t->chars += s->chars;
    s->has_text = false;
    s->chars = 0;
}

/* The shortest stretch of a pair that has more of them than runs; j->n if there is none. */
static size_t find_excess(const job *j)
{
    size_t best = j->n;
    for (size_t i = 0; i < j->n; i++) {
        const stretch *const s = &j->stretches[i];
        const holder *const h = holder_of(j, s->mark);
        if (!s->has_text || s->forced || h->needed <= h->n) continue;
        if (best == j->n || s->chars < j->stretches[best].chars) best = i;
    }
    return best;
}

static bool fit(job *j)
{
    for (size_t i; (i = find_excess(j)) < j->n;) {
        const size_t to = neighbour(j, i);
        if (to == j->n) return false;
        join_runs(j, i, to);
    }
    for (size_t i = 0; i <= j->segment->n_marks; i++)
        if (j->holders[i].needed > j->holders[i].n) return false;
    return true;
}

/* True if text of the item's stretch stands before it, and after it. */
static bool is_within_mark(const job *j, size_t i)
{
    const item *const list = j->fill->items;
    const size_t s = list[i].stretch;
    bool before = false, behind = false;

    for (size_t k = i; k-- > 0 && list[k].stretch == s && !before;)
        before = list[k].kind == TR_RUN_FILL_TEXT;
    for (size_t k = i + 1; k < j->fill->n && list[k].stretch == s && !behind; k++)
        behind = list[k].kind == TR_RUN_FILL_TEXT;
    return before && behind;
}

/* Blanks and signs before atom i, for which no run is left, join the text before them. */
static void join_signs(job *j, size_t i)
{
    enum { MOST = 2 };
    item *const list = j->fill->items;
    const size_t s = list[i].stretch;
    size_t first = i, n = 0;

    while (first > 0 && list[first - 1].stretch == s && list[first - 1].kind == TR_RUN_FILL_TEXT)
        n += count_chars(j->fill, list[--first].text);
    if (s == 0 || !j->stretches[s - 1].has_text || n > MOST ||
        list[first - 1].kind == TR_RUN_FILL_POINT)
        return;
    for (size_t k = first; k < i; k++)
        list[k].stretch = s - 1;
}

/* Runs that are left let points stand within a text: first atoms, then the others. */
static void cut_at_points(job *j)
{
    for (int atoms = 1; atoms >= 0; atoms--)
        for (size_t i = 0; i < j->fill->n; i++) {
            item *const it = &j->fill->items[i];
            if (it->kind != TR_RUN_FILL_POINT) continue;
            if ((j->segment->marks[it->mark].kind == TR_MARK_ATOM) != atoms) continue;
            holder *const h = holder_of(j, j->stretches[it->stretch].mark);
            if (!is_within_mark(j, i)) continue;
            if (h->needed >= h->n) {
                if (atoms) join_signs(j, i);
                continue;
            }
            it->cuts = true;
            h->needed++;
        }
}

/* ---- Writing ---- */

static void copy_run(const job *j, tr_span raw)
{
    tr_buf_add(j->out, j->content->bytes + raw.begin, raw.end - raw.begin);
}

static void write_mark(job *j, tr_span raw)
{
    if (raw.begin == raw.end) return;
    j->moved = j->moved || j->ended;
    copy_run(j, raw);
}

/* Where blanks at the edges of a text would not count, its tag is to say that they do. */
static void write_start(job *j, const tr_run *run, const char *text, size_t len)
{
    static const char says[] = " xml:space=\"preserve\"";
    const tr_span start = {run->raw.begin, run->text.begin};
    const bool blank =
        len && (tr_ascii_is_html_space(text[0]) || tr_ascii_is_html_space(text[len - 1]));

    if (run->head)
        tr_buf_add(j->out, run->head, run->head_len);
    else
        copy_run(j, start);
    if (!blank || run->keeps_blanks || start.begin == start.end || j->out->failed) return;
    j->out->data[--j->out->len] = '\0'; /* ">" */
    tr_buf_add_string(j->out, says);
    tr_buf_add_string(j->out, ">");
}

static void write_run(job *j, const tr_run *run, const char *text, size_t len)
{
    j->moved = j->moved || j->ended || (run->is_first && j->out->len > j->begin);
    write_start(j, run, text, len);
    const tr_text_place to = {j->content, j->segment, j->segment->writing};
    if (len) tr_writing_encode(&to, text, len, j->out);
    if (run->rest)
        tr_buf_add(j->out, run->rest, run->rest_len);
    else
        copy_run(j, (tr_span){run->text.end, run->raw.end});
    j->ended = run->is_last;
}

/* The next run of a pair that takes text. */
static const tr_run *take_run(job *j, int mark)
{
    const tr_segment *const p = j->segment;
    size_t *const next = &holder_of(j, mark)->next;

    while (*next < p->n_runs && (p->runs[*next].mark != mark || p->runs[*next].is_spare))
        ++*next;
    return *next < p->n_runs ? &p->runs[(*next)++] : NULL;
}

static void write_spares(job *j, int mark)
{
    for (size_t i = 0; i < j->segment->n_runs; i++)
        if (j->segment->runs[i].is_spare && j->segment->runs[i].mark == mark)
            write_run(j, &j->segment->runs[i], "", 0);
}

static void write_rest(job *j, int mark);

/* Writes the last run that takes text of its stretch.  Before one that nothing may follow come the
 * ones that are left. */
static void write_last(job *j, const tr_run *run, const char *text, size_t len)
{
    if (run->is_last && run->mark >= 0) write_rest(j, j->segment->marks[run->mark].parent);
    if (run->is_last) write_spares(j, run->mark);
    write_run(j, run, text, len);
}

/* Empties the runs of a pair when all of its text is written. */
static void write_rest(job *j, int mark)
{
    for (const tr_run *run; (run = take_run(j, mark));)
        write_last(j, run, "", 0);
    if (!j->ended) write_spares(j, mark);
}

/* Writes stretch s: its points where they cut, or have no text before them, else after it. */
static void write_stretch(job *j, size_t s, tr_buf *text)
{
    const stretch *const it = &j->stretches[s];
    const bool needed = it->has_text || it->forced;
    const tr_run *run = needed ? take_run(j, it->mark) : NULL;
    bool started = run && run->is_first;

    if (needed && !run) j->moved = true; /* it was left before the last one */
    tr_buf_clear(text);
    for (size_t i = 0; i < j->fill->n; i++) {
        item *const x = &j->fill->items[i];
        if (x->stretch != s) continue;
        if (x->kind == TR_RUN_FILL_TEXT) {
            tr_buf_add(text, j->fill->text.data + x->text.begin, x->text.end - x->text.begin);
            started = true;
        } else if (x->kind == TR_RUN_FILL_POINT && (x->cuts || !started || (run && run->is_last))) {
            if (x->cuts && run) {
                write_run(j, run, tr_buf_text(text), text->len);
                run = take_run(j, it->mark);
                tr_buf_clear(text);
            }
            write_mark(j, j->segment->marks[x->mark].open);
            x->stretch = j->n; /* written */
        }
    }
    if (run) write_last(j, run, tr_buf_text(text), text->len);
    for (size_t i = 0; i < j->fill->n; i++) {
        const item *const x = &j->fill->items[i];
        if (x->stretch == s && x->kind == TR_RUN_FILL_POINT)
            write_mark(j, j->segment->marks[x->mark].open);
    }
}

static void write_runs(job *j, tr_buf *text)
{
    size_t s = 0;

    write_stretch(j, s++, text);
    for (size_t i = 0; i < j->fill->n; i++) {
        const item *const x = &j->fill->items[i];
        if (x->kind != TR_RUN_FILL_OPEN && x->kind != TR_RUN_FILL_CLOSE) continue;
        const tr_mark *const m = &j->segment->marks[x->mark];
        if (x->kind == TR_RUN_FILL_CLOSE) write_rest(j, x->mark);
        write_mark(j, x->kind == TR_RUN_FILL_OPEN ? m->open : m->close);
        write_stretch(j, s++, text);
    }
    write_rest(j, -1);
}

/* Blanks at the edges of the source's runs are there again. */
static void add_blanks(job *j)
{
    tr_run_fill *const d = j->fill;
    const size_t at = d->text.len;
    size_t first = 0, last = d->n;

    tr_buf_add(&d->text, " ", 1);
    while (first < d->n && d->items[first].kind != TR_RUN_FILL_TEXT)
        first++;
    while (last > 0 && d->items[last - 1].kind != TR_RUN_FILL_TEXT)
        last--;
    if (first == d->n || d->text.failed) return;
    const item blank = {.kind = TR_RUN_FILL_TEXT, .text = {at, at + 1}};
    for (int behind = 1; behind >= 0; behind--) {
        if (!(behind ? j->segment->blank_behind : j->segment->blank_before)) continue;
        const size_t place = behind ? last : first;
        const int mark = d->items[behind ? last - 1 : first].mark;
        add_item(d, &blank);
        if (d->failed) return;
        memmove(&d->items[place + 1], &d->items[place], (d->n - 1 - place) * sizeof *d->items);
        d->items[place] = blank;
        d->items[place].mark = mark;
    }
}

int tr_run_fill_write(tr_run_fill *d, const tr_content *doc, const tr_segment *p, tr_buf *out,
                      tr_error *err)
{
    job j = {.fill = d, .content = doc, .segment = p, .out = out, .begin = out->len};
    tr_buf text = {0};
    int rc = 0;

    add_blanks(&j);
    j.stretches = calloc(2 * p->n_marks + 2, sizeof *j.stretches);
    j.holders = calloc(p->n_marks + 1, sizeof *j.holders);
    if (!j.stretches || !j.holders || d->failed || d->text.failed) {
        rc = tr_fail_memory(err);
    } else {
        gather_text(&j);
        const bool fits = fit(&j);
        if (fits) cut_at_points(&j);
        if (fits) write_runs(&j, &text);
        if (!fits || j.moved) rc = tr_fail(err, TR_EINVAL, "text for which there is no run");
        if (text.failed || out->failed) rc = tr_fail_memory(err);
    }
    tr_buf_free(&text);
    free(j.stretches);
    free(j.holders);
    return rc;
}
