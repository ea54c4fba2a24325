#include "setup/setup.h"

#include "language/language_data.h"
#include "setup/options.h"
#include "text/terms/glossary.h"

static int find_ways_to_address(tr_setup *s, tr_error *err)
{
    const tr_language *const to = tr_language_data(s->special.target_language);
    const tr_address_words *const a = &to->address;
    const bool has_ways = a->formal && a->informal && s->is_text && !s->options.raw;

    if (s->options.formality && !has_ways)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: nothing is known of formal and informal ways to address in \"%s\"",
                       s->m->file.path, s->special.target_language);
    if (!has_ways) return 0;
    tr_buf informal = {0};
    tr_buf_add_string(&informal, a->informal);
    if (a->plural_verbs) tr_buf_add_string(&informal, a->plural_verbs + 1); /* " a b " + "c d " */
    int rc = informal.failed ? tr_fail_memory(err) : 0;
    if (rc == 0)
        rc = tr_constraints_of_list(&s->formal, s->m, s->tokenizers, &s->special, a->formal,
                                    a->capitals, err);
    if (rc == 0)
        rc = tr_constraints_of_list(&s->informal, s->m, s->tokenizers, &s->special, informal.data,
                                    false, err);
    tr_buf_free(&informal);
    return rc;
}

static int load_tokenizers(tr_setup *s, const tr_model *model, tr_error *err)
{
    int rc = tr_model_tokenizers(model, &s->tokenizers, err);

    if (rc == 0)
        rc = tr_unified_sides_create(&s->unified, s->m, s->tokenizers, s->special.source_code,
                                     s->special.target_code, err);
    if (rc == 0 && s->unified) s->tokenizers = &s->unified->tokenizers;
    return rc;
}

int tr_setup_init(tr_setup *s, const tr_model *model, const tr_options *given, tr_error *err)
{
    tr_options all, *const options = &all;
    const tr_nmt *const m = tr_model_nmt(model);

    if (m->config.metric != TR_METRIC_NONE)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is a metric, which judges translations and makes none", m->file.path);
    int rc = tr_options_take(&all, given, err);
    if (rc == 0) rc = tr_options_check(options, m, err);
    if (rc < 0) return rc;
    *s = (tr_setup){.m = m,
                    .options = *options,
                    .is_text = options->input == TR_TEXT && options->output == TR_TEXT};
    rc = tr_special_tokens_init(&s->special, m, options->source_language, options->target_language,
                                options->input == TR_TEXT, err);
    if (rc == 0) rc = load_tokenizers(s, model, err);
    if (rc == 0) rc = tr_special_tokens_cut_prefix(&s->special, m, s->tokenizers->source, err);
    if (rc == 0) s->bytes = tr_model_bytes(model);
    if (rc == 0 && (options->n_kept || options->keep_file))
        rc = tr_patterns_create(&s->kept, options->kept, options->n_kept, options->keep_file, err);
    if (rc == 0)
        rc = tr_constraints_init(&s->constraints, m, s->tokenizers, &s->special, options, err);
    if (rc == 0 && options->glossary)
        rc = tr_glossary_check_languages(options->glossary, s->special.source_language,
                                         s->special.target_language, err);
    return rc < 0 ? rc : find_ways_to_address(s, err);
}

void tr_setup_free(tr_setup *s)
{
    tr_constraints_free(&s->constraints);
    tr_constraints_free(&s->formal);
    tr_constraints_free(&s->informal);
    tr_patterns_free(s->kept);
    tr_unified_sides_free(s->unified);
}
