#include "text/pipeline/steps.h"

static int run_step(const tr_step *s, const tr_aligned *in, tr_aligned *out, tr_error *err)
{
    int rc = 0;

    tr_aligned_clear(out);
    out->most = in->most;
    for (size_t i = 0; rc == 0 && !out->failed && i < in->n_parts; i++) {
        const tr_text_part *const part = &in->parts[i];
        const size_t begin = out->text.len;
        if (part->id < 0) {
            rc = s->run(s, in, part, out, err);
            continue;
        }
        tr_aligned_copy(out, in, part->begin, part->end);
        tr_aligned_end_part(out, begin, part->id);
    }
    if (rc == 0 && out->longer)
        return tr_fail(err, TR_EUNSUPPORTED, "the tokenizer makes a text %d times as long",
                       TR_ALIGNED_GROWTH);
    return rc == 0 && out->failed ? tr_fail_memory(err) : rc;
}

int tr_steps_run(const tr_step_list *steps, tr_aligned *a, tr_aligned *b, tr_error *err)
{
    for (size_t i = 0; i < steps->n; i++) {
        const int rc = run_step(&steps->list[i], a, b, err);
        if (rc < 0) return rc;
        const tr_aligned t = *a;
        *a = *b;
        *b = t;
    }
    return 0;
}
