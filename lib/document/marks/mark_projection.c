#include "document/marks/mark_projection.h"

#include <stdlib.h>

#include "document/segment/tagged.h"
#include "text/marks/mark_walk.h"

typedef struct job {
    const tr_hypothesis *h;
    tr_buf *tagged;
} job;

static void write_step(void *ctx, enum tr_mark_step step, size_t mark, tr_span text)
{
    const job *const j = ctx;

    switch (step) {
    case TR_STEP_TEXT:
        tr_tagged_add_text(j->tagged, j->h->text + text.begin, text.end - text.begin);
        break;
    case TR_STEP_BLANK:
        tr_buf_add(j->tagged, " ", 1);
        break;
    case TR_STEP_OPEN:
        tr_buf_printf(j->tagged, "<%zu>", mark + 1);
        break;
    case TR_STEP_CLOSE:
        tr_buf_printf(j->tagged, "</%zu>", mark + 1);
        break;
    case TR_STEP_SINGLE:
        tr_buf_printf(j->tagged, "<%zu/>", mark + 1);
        break;
    }
}

int tr_marks_project(const tr_segment *p, const tr_translation *t, const char *const languages[2],
                     tr_buf *tagged, size_t *n_lost, tr_error *err)
{
    const tr_marked_text source = {p->text, p->len, p->marks, p->n_marks};
    job j = {&t->hypotheses[0], tagged};
    tr_mark_place *const places = calloc(p->n_marks + 1, sizeof *places);
    int rc = places ? tr_marks_place(&source, t, j.h, languages, places, err) : tr_fail_memory(err);

    if (rc == 1 && (tr_marks_walk(&source, places, j.h->text, j.h->text_len, write_step, &j, err) ||
                    tagged->failed))
        rc = tr_fail_memory(err);
    *n_lost = rc == 1 ? tr_marks_lost(&source, places) : 0;
    free(places);
    return rc;
}
