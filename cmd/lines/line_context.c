#include "lines/line_context.h"

#include "console/alloc.h"
#include "console/message.h"

int line_context_begin(tr_context **context, int n, const tr_model *model, const tr_options *o)
{
    tr_error err;

    *context = NULL;
    if (!n || tr_context_create(context, model, o, n, &err) == 0) return 0;
    complain("%s", err.msg);
    return -1;
}

bool line_context_revise(tr_context *context, tr_translation *t, tr_hypothesis *best)
{
    const tr_hypothesis *const h = tr_translation_hypothesis(t, 0);
    tr_string revised;
    size_t n;
    tr_error err;

    if (!context || t->status != TR_OK) return false;
    const int rc = tr_context_revise(context, (tr_string){t->source, t->source_len},
                                     (tr_string){h->text, h->text_len}, &revised, &n, &err);
    if (rc < 0) end_without_memory();
    if (!n) return false;
    *best = *h;
    best->text = revised.text;
    best->text_len = revised.len;
    t->hypotheses = best;
    return true;
}
