#include "lines/word_options.h"

#include "console/files_in_use.h"
#include "console/message.h"

word_settings word_options_none(void)
{
    return (word_settings)WORD_OPTIONS_NONE;
}

word_settings word_options_first(const word_settings *s)
{
    word_settings first = word_options_none();
    first.kept = s->kept;
    first.keep_file = s->keep_file;
    return first;
}

const char *word_options_misuse(const word_settings *s)
{
    return s->prefix ? "--prefix is for lines: --format lines" : NULL;
}

const char *word_options_for_one_model(const word_settings *s)
{
    return s->glossary ? "--glossary" : NULL;
}

int word_options_open(word_settings *s)
{
    tr_error err;

    if (s->keep_file) files_in_use_add(s->keep_file, "the file of what is kept");
    if (!s->glossary) return 0;
    if (!tr_glossary_open(&s->terms, s->glossary, &err)) {
        files_in_use_add(s->glossary, "the glossary");
        return 0;
    }
    complain("%s", err.msg);
    return -1;
}

void word_options_close(word_settings *s)
{
    tr_glossary_free(s->terms);
}

void word_options_fill(tr_options *o, const word_settings *s)
{
    o->prefix = s->prefix;
    o->banned = s->banned.items;
    o->n_banned = s->banned.n;
    o->kept = s->kept.items;
    o->n_kept = s->kept.n;
    o->keep_file = s->keep_file;
    o->formality = s->formality;
    o->no_repeat_ngram = s->no_repeat_ngram;
    o->glossary = s->terms;
    if (s->sample.on) {
        o->sampling = s->sample;
        o->sampling.seed = s->seed < 0 ? 0 : (uint64_t)s->seed;
        o->beam_size = o->n_best;
    }
    if (!s->diverse.n) return;
    o->diverse = s->diverse.n;
    if (s->diverse.diversity >= 0) o->diversity = s->diverse.diversity;
}

void word_options_report(const tr_stream_stats *s)
{
    const size_t there = s->terms - s->terms_missing;
    if (s->terms)
        complain("terms of the glossary: %zu found; %zu said, %zu placed, %zu missing (%.1f %% are "
                 "there)",
                 s->terms, there - s->terms_placed, s->terms_placed, s->terms_missing,
                 100 * (double)there / (double)s->terms);
}
