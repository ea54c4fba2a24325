#include "setup/setup.h"

#include "setup/options.h"

int tr_setup_init(tr_setup *s, const tr_model *model, const tr_options *given, tr_error *err)
{
    tr_options all, *const options = &all;
    const tr_nmt *const m = tr_model_nmt(model);

    int rc = tr_options_take(&all, given, err);
    if (rc == 0) rc = tr_options_check(options, m, err);
    if (rc < 0) return rc;
    *s = (tr_setup){.m = m,
                    .options = *options,
                    .is_text = options->input == TR_TEXT && options->output == TR_TEXT};
    rc = tr_special_tokens_init(&s->special, m, options->source_language, options->target_language,
                                options->input == TR_TEXT, err);
    if (rc == 0) rc = tr_model_tokenizers(model, &s->tokenizers, err);
    if (rc == 0) rc = tr_special_tokens_cut_prefix(&s->special, m, s->tokenizers->source, err);
    if (rc == 0) s->bytes = tr_model_bytes(model);
    if (rc == 0 && (options->n_kept || options->keep_file))
        rc = tr_patterns_create(&s->kept, options->kept, options->n_kept, options->keep_file, err);
    return rc < 0
               ? rc
               : tr_constraints_init(&s->constraints, m, s->tokenizers, &s->special, options, err);
}

void tr_setup_free(tr_setup *s)
{
    tr_constraints_free(&s->constraints);
    tr_patterns_free(s->kept);
}
