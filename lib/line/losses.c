#include "line/losses.h"

#include <stdlib.h>
#include <string.h>

#include "language/language_data.h"
#include "line/fidelity.h"
#include "line/labels.h"
#include "line/line_marks.h"
#include "line/sentence_text.h"
#include "line/source_words.h"
#include "text/lacks/lacking.h"
#include "text/lacks/negation.h"

enum { MOST_LACKS = 256 };

/* Losses that are being listed. */
typedef struct job {
    tr_line *line;
    tr_lost *list; /* [n] */
    size_t n, capacity;
    bool failed;
} job;

static bool is_listed(const job *j, size_t begin, size_t end)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->list[i].begin < end && begin < j->list[i].end) return true;
    return false;
}

static void add_loss(job *j, size_t begin, size_t end, const char *kind)
{
    j->list = tr_room(j->list, &j->capacity, j->n + 1, sizeof *j->list, &j->failed);
    if (!j->failed) j->list[j->n++] = (tr_lost){.begin = begin, .end = end, .kind = kind};
}

/* ---- Of sentences ---- */

/* A negation that a sentence does not say.  False: out of memory. */
static bool add_negation(job *j, const tr_sentence *s, const tr_setup *setup, tr_buf *buf)
{
    const char *const text = j->line->result.source + s->begin;
    const tr_language *const from = tr_language_data(setup->special.source_language),
                             *const to = tr_language_data(setup->special.target_language);
    tr_span at;

    if (!from->words.negations || !to->words.negatives) return true;
    tr_buf_clear(buf);
    if (tr_sentence_text(s, s->hypotheses, setup, buf, NULL, NULL) < 0) return false;
    const tr_sentence_in source = {from, text, s->end - s->begin},
                         translation = {to, tr_buf_text(buf), buf->len};
    if (tr_negation_lost(&source, &translation, &at))
        add_loss(j, tr_line_place(j->line, s->begin + at.begin, false),
                 tr_line_place(j->line, s->begin + at.end, true), "negation");
    return true;
}

/* Labels that a sentence does not say.  False: out of memory. */
static bool add_labels(job *j, const tr_sentence *s, const tr_setup *setup, tr_buf *buf)
{
    enum { MOST = 8 };
    tr_span spans[MOST];
    size_t n;

    if (!s->has_labels) return true;
    if (tr_labels_lost(s, setup, buf, spans, MOST, &n, NULL) < 0) return false;
    for (size_t i = 0; i < n; i++)
        add_loss(j, tr_line_place(j->line, spans[i].begin, false),
                 tr_line_place(j->line, spans[i].end, true), "name");
    return true;
}

/* What a sentence must repeat.  Its places are in what the model reads. */
static void add_of_sentence(job *j, const tr_sentence *s)
{
    tr_fidelity_loss list[TR_MOST_LOSSES];

    if (!s->fidelity || !s->n_hypotheses) return;
    const size_t n =
        tr_fidelity_losses(s->fidelity, s->hypotheses[0].ids, s->hypotheses[0].n, list);
    for (size_t i = 0; i < n; i++) {
        const size_t begin = tr_sentence_place(s, list[i].at.begin, false),
                     end = tr_sentence_place(s, list[i].at.end, true);
        add_loss(j, tr_line_place(j->line, begin, false), tr_line_place(j->line, end, true),
                 list[i].kind);
    }
}

/* ---- Of the line ---- */

/* True if a name of the line stands in bytes of it: it is said otherwise. */
static bool is_of_name(const tr_line *line, tr_span at)
{
    const tr_line_names *const names = line->names;

    for (size_t i = 0; names && i < names->n; i++)
        if (tr_line_place(line, names->list[i].at.begin, false) < at.end &&
            at.begin < tr_line_place(line, names->list[i].at.end, true))
            return true;
    return false;
}

static void add_of_line(job *j, const tr_setup *setup)
{
    const tr_translation *const r = &j->line->result;
    const tr_two_texts texts = {.language = tr_language_data(setup->special.source_language),
                                .source = r->source,
                                .target = r->hypotheses[0].text,
                                .n_source = r->source_len,
                                .n_target = r->hypotheses[0].text_len,
                                .count_pieces = tr_count_pieces,
                                .ctx = setup->tokenizers->source};
    tr_lack *const lacks = malloc(MOST_LACKS * sizeof *lacks);
    const int n = lacks ? tr_lacking_find(&texts, lacks, MOST_LACKS) : -1;

    j->failed = j->failed || n < 0;
    for (int i = 0; i < n; i++)
        if (!is_of_name(j->line, lacks[i].at) && !is_listed(j, lacks[i].at.begin, lacks[i].at.end))
            add_loss(j, lacks[i].at.begin, lacks[i].at.end,
                     lacks[i].kind == TR_LACKS_SIGN ? "sign" : "code");
    free(lacks);
}

/* Tags whose words the translation does not say, unless a word in them is listed already. */
static void add_marks(job *j)
{
    const tr_line_marks *const marks = j->line->marks;

    for (size_t i = 0; i < marks->n_lost; i++)
        if (!is_listed(j, marks->lost[i].begin, marks->lost[i].end))
            add_loss(j, marks->lost[i].begin, marks->lost[i].end, "tag");
}

static int compare_losses(const void *a, const void *b)
{
    const tr_lost *const x = a, *const y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->end != y->end ? (x->end < y->end ? -1 : 1) : strcmp(x->kind, y->kind);
}

/* True if the line was translated as text, and its words have blanks between. */
static bool is_to_be_looked_at(const tr_line *line, const tr_setup *setup)
{
    return line->sentences && line->sentences->may_look && setup->options.output == TR_TEXT &&
           setup->special.source_spaces && setup->special.target_spaces;
}

int tr_losses_find(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err)
{
    job j = {.line = line};
    tr_translation *const r = &line->result;
    const bool looks = is_to_be_looked_at(line, setup);

    for (const tr_sentence *s = line->sentences; s; s = s->next) {
        add_of_sentence(&j, s);
        if (!looks || !s->n_hypotheses || s->known.text) continue;
        if (!add_negation(&j, s, setup, buf) || !add_labels(&j, s, setup, buf)) j.failed = true;
    }
    if (line->marks) {
        tr_line_put_marks_back(line, line->options.alignment);
        add_marks(&j);
    }
    if (looks && r->n_hypotheses) add_of_line(&j, setup);
    tr_lost *const list = j.failed ? NULL : TR_REGION_TAKE(&line->region, tr_lost, j.n);
    if (list && j.n) {
        qsort(j.list, j.n, sizeof *j.list, compare_losses);
        memcpy(list, j.list, j.n * sizeof *list);
    }
    r->lost = list;
    r->n_lost = list ? j.n : 0;
    free(j.list);
    return list ? 0 : tr_fail_memory(err);
}
