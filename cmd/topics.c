#include "topics.h"

#include <stdbool.h>
#include <string.h>

const option_group option_groups[] = {
    {"languages", "Languages and models", "from to model", "no-pivot no-hints"},
    {"files", "Text and documents", "text output output-dir in-place bilingual format",
     "suffix include exclude skip-existing resume part manifest dry-run force lang mark quality "
     "anchors redo-fuzzy encoding attributes cues split input"},
    {"tables", "Tables and data", "columns header keys", "not-keys into since prune digests"},
    {"words", "Your words", "glossary keep keep-file memory memory-add",
     "dictionary fuzzy prefix ban"},
    {"search", "Search", "beam n-best",
     "length-penalty min-length max-length formality no-repeat-ngram sample seed diverse context "
     "raw"},
    {"output", "Output", "json scores strict quiet verbose",
     "check check-model min-quality report alignment output-format stats progress no-progress "
     "version help"},
    {"speed", "Speed", "threads", "batch-tokens cpu precision shortlist tokenizer"},
    {NULL, NULL, NULL, NULL},
};

const option_group *topics_find_group(const char *topic)
{
    for (const option_group *g = option_groups; g->topic; g++)
        if (!strcmp(g->topic, topic)) return g;
    return NULL;
}

const option *topics_next_option(const command *c, const char **names)
{
    while (**names) {
        const char *const name = *names;
        const size_t len = strcspn(name, " ");
        const option *const o = options_find(c, name, len);
        *names += len + (name[len] == ' ');
        if (o) return o;
    }
    return NULL;
}

const subject subjects[] = {
    {"translate", "translate.1", "the program: all options, and which model is used"},
    {"documents", "translate-documents.7", "formats of documents, and what of them is text"},
    {"text", "translate-text.7", "what stays as it is: numbers, names, codes, quotation marks"},
    {"numbers", "translate-text.7", NULL},
    {"fidelity", "translate-text.7", NULL},
    {"glossary", "translate-glossary.7", "terms of your own, and where they are put"},
    {"terms", "translate-glossary.7", NULL},
    {"model", "translate-model.5", "the file of a model"},
    {"scale", "translate-scale.7", "billions of lines on many machines, without a cluster's help"},
    {"library", "libtranslate.3", "the same from C and C++"},
    {"libtranslate", "libtranslate.3", NULL},
    {NULL, NULL, NULL},
};

/* Subcommands that share a page, and subcommands with one of their own. */
static const struct {
    const char *name, *page;
} pages[] = {
    {"tokenize", "translate-tokenize.1"}, {"detokenize", "translate-tokenize.1"},
    {"inspect", "translate-inspect.1"},   {"models", "translate-inspect.1"},
    {"convert", "translate-convert.1"},   {"score", "translate-score.1"},
    {"evaluate", "translate-evaluate.1"}, {"explain", "translate-explain.1"},
    {"train", "translate-train.1"},       {"fetch", "translate-fetch.1"},
    {"serve", "translate-serve.1"},       {"detect", "translate-detect.1"},
    {"segments", "translate-segments.1"}, {"splice", "translate-segments.1"},
    {"formats", "translate-segments.1"},  {"memory", "translate-memory.1"},
    {"glossary", "translate-glossary.1"}, {"verify", "translate-verify.1"},
    {"define", "translate-define.1"},     {NULL, NULL},
};

const char *topics_find_page(const char *name)
{
    for (const subject *s = subjects; s->name; s++)
        if (!strcmp(s->name, name)) return s->page;
    for (size_t i = 0; pages[i].name; i++)
        if (!strcmp(pages[i].name, name)) return pages[i].page;
    return NULL;
}
