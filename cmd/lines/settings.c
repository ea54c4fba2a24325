#include "lines/settings.h"

#include <string.h>

#include "console/progress.h"
#include "lines/alignment.h"

#define FIELD(name) offsetof(settings, name)
const option settings_options[] = {
    MODEL_OPTION_ROWS(settings, choice),
    OPTION_ROW('e', "text", "TEXT", OPTION_LIST, FIELD(texts),
               "translate this text; of several, each is a line"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output),
               "write there; the file appears when it is complete"),
    OPTION_ROW(0, "part", "K/N", OPTION_ONCE, FIELD(part_text),
               "translate part K of N, from 0, of a file of lines; %05d in --output becomes K"),
    OPTION_FLAG_ROW(0, "manifest", FIELD(manifest),
                    "write OUTPUT.manifest: digests of model, options, input and output, for "
                    "translate verify"),
    DOCUMENT_OPTION_ROWS(settings, documents),
    OPTION_FLAG_ROW(0, "resume", FIELD(resume),
                    "go on where the same command was interrupted: with --output, --output-dir"),
    OPTION_LIBRARY_ROW('b', TR_ROW_BEAM, FIELD(beam_size)),
    OPTION_RANGE_ROW('n', "n-best", "N", OPTION_COUNT, FIELD(n_best), 1, TR_MAX_BEAM,
                     "print the N best translations: LINE ||| TEXT ||| SCORE"),
    OPTION_LIBRARY_ROW('l', TR_ROW_LENGTH_PENALTY, FIELD(penalty)),
    OPTION_LIBRARY_ROW('j', TR_ROW_THREADS, FIELD(threads)),
    OPTION_LIBRARY_ROW(0, TR_ROW_BATCH_TOKENS, FIELD(batch_tokens)),
    OPTION_LIBRARY_ROW(0, TR_ROW_MIN_LENGTH, FIELD(min_length)),
    OPTION_LIBRARY_ROW(0, TR_ROW_MAX_LENGTH, FIELD(limit)),
    WORD_OPTION_ROWS(settings, wording),
    OPTION_ROW(0, "dictionary", "FILE", OPTION_TEXT, FIELD(dictionary),
               "take single words and phrases from this dictionary: dictd's, Ding's, or lines with "
               "a tab"),
    OPTION_RANGE_ROW(0, "context", "N", OPTION_COUNT, FIELD(context), 1, TR_MAX_CONTEXT,
                     "choose pronouns by the N sentences before: \"it\" is er, sie or es"),
    TM_OPTION_ROWS(settings, memory),
    REVIEW_OPTION_ROWS(settings, checks),
    OPTION_LIBRARY_ROW(0, TR_ROW_SPLIT, FIELD(split)),
    OPTION_LIBRARY_ROW(0, TR_ROW_INPUT, FIELD(input)),
    OPTION_LIBRARY_ROW(0, TR_ROW_OUTPUT_FORMAT, FIELD(output_format)),
    OPTION_FLAG_ROW(0, "scores", FIELD(scores),
                    "print the score and a tab before each translation"),
    OPTION_ROW(
        0, "alignment", "hard|soft", OPTION_CHOICE, FIELD(alignment),
        "print after each translation which source tokens its tokens come from: TEXT ||| 0-0 1-2"),
    OPTION_FLAG_ROW(0, "json", FIELD(json),
                    "print one JSON object a line: source, hypotheses, tokens, scores"),
    PROGRESS_OPTION_ROWS(settings, progress),
    OPTION_FLAG_ROW(0, "stats", FIELD(stats),
                    "tell on stderr how much was translated, how fast, in what memory"),
    OPTION_CPU_ROW(settings, cpu),
    OPTION_LIBRARY_ROW(0, TR_ROW_PRECISION, FIELD(precision)),
    OPTION_LIBRARY_ROW(0, TR_ROW_SHORTLIST, FIELD(shortlist)),
    OPTION_ROW(0, "tokenizer", "auto|sentencepiece", OPTION_CHOICE, FIELD(sentencepiece),
               "SentencePiece cuts the text itself: slower to start, the same pieces (auto: only "
               "where its model asks for something rare)"),
    OPTION_FLAG_ROW(0, "no-pivot", FIELD(no_pivot),
                    "refuse to translate by way of English where no model has both languages"),
    OPTION_FLAG_ROW(0, "raw", FIELD(raw),
                    "what the model says of whatever there is: copy nothing, and try no sentence "
                    "again that repeats itself"),
    OPTION_FLAG_ROW(0, "force", FIELD(force),
                    "translate lines and documents, too, that are in the language of the "
                    "translation already"),
    OPTION_FLAG_ROW(
        0, "strict", FIELD(strict),
        "exit with status 3 if a thing of the source is lost: a number, a sign, a code, a name, a "
        "negation; with --check and --min-quality, if they tell of something"),
    OPTION_FLAG_ROW(
        0, "no-hints", FIELD(no_hints),
        "no hints at better models, or at documents read as lines (NO_HINTS: the same)"),
    OPTION_FLAG_ROW('q', "quiet", FIELD(quiet),
                    "do not report what was repaired, left or not read"),
    OPTION_FLAG_ROW('v', "verbose", FIELD(verbose),
                    "tell what is done: which model and instruction set are used, how many "
                    "sentences were tried again, where the time to the first line goes, and which "
                    "segments of documents stay as they were"),
    OPTION_FLAG_ROW('V', "version", FIELD(version),
                    "show the version; with --verbose, all that it is made of"),
    OPTION_LAST_ROWS,
};

static const settings usual = {
    .wording = WORD_OPTIONS_NONE,
    .penalty.a = -1,
    .limit.tokens = -1,
    .min_length = -1,
    .split = -1,
    .alignment = -1,
};

settings settings_default(void)
{
    return usual;
}

#define PART_REPEATS "--part: a part that was interrupted is done again: leave out --resume"
#define PART_IS_SAME                                                                               \
    "--part: a part has the same translation wherever it is made: leave out --memory-add, which "  \
    "others would read"

const option_pair settings_pairs[] = {
    {"part", OPTION_EXCLUDES, "resume", PART_REPEATS},
    {"part", OPTION_EXCLUDES, "memory-add", PART_IS_SAME},
    {"part", OPTION_EXCLUDES, "text", "--part: -e gives the text: leave out --part"},
    {"manifest", OPTION_NEEDS, "output", "--manifest needs --output, which it stands beside"},
    {"manifest", OPTION_EXCLUDES, "resume",
     "--manifest is of work done at once: leave out --resume"},
    {"manifest", OPTION_EXCLUDES, "memory-add",
     "--manifest is of work that can be done again: leave out --memory-add"},
    {"manifest", OPTION_EXCLUDES, "text", "--manifest needs a FILE, and -e gives the text"},
    {"manifest", OPTION_EXCLUDES, "json|n-best",
     "--manifest is of a line for each line: leave out %s"},
    {"sample", OPTION_EXCLUDES, "beam", "--sample keeps no beam: leave out --beam"},
    WORD_OPTION_PAIRS,
    REVIEW_OPTION_PAIRS,
    {"dictionary", OPTION_EXCLUDES, "prefix|alignment|sample|diverse|raw", NULL},
    {"dictionary", OPTION_NEEDS, "input=text", NULL},
    {"dictionary", OPTION_NEEDS, "output-format=text", NULL},
    {"context", OPTION_EXCLUDES, "n-best|alignment|prefix|raw", NULL},
    {"context", OPTION_EXCLUDES, "part|manifest|resume",
     "--context asks for all lines before: leave out --%s"},
    {"context", OPTION_EXCLUDES, "memory",
     "--memory has one translation of each segment, wherever it stands: leave out --context"},
    {"context", OPTION_NEEDS, "input=text", NULL},
    {"context", OPTION_NEEDS, "output-format=text", NULL},
    {"memory-add", OPTION_NEEDS, "memory", NULL},
    {"fuzzy", OPTION_NEEDS, "memory", NULL},
    {"memory", OPTION_EXCLUDES, "n-best|alignment|sample|output-format",
     "--memory has one translation of each segment, as text: leave out %s"},
    {"split=sentence", OPTION_NEEDS, "input=text", NULL},
    {"split=sentence", OPTION_NEEDS, "output-format=text", NULL},
    {"raw", OPTION_EXCLUDES, "formality",
     "--raw says what the model says first: leave out --formality"},
    {"raw", OPTION_EXCLUDES, "keep|keep-file", "--raw keeps nothing: leave out --%s"},
    {"resume", OPTION_NEEDS, "output|output-dir|suffix|in-place", NULL},
    {"json", OPTION_EXCLUDES, "scores", "--json has the scores; leave out --scores"},
    OPTION_LAST_PAIR,
};

static int check_part(settings *s, const command *c)
{
    if (!part_parse(s->part_text, &s->part))
        return options_misuse(c,
                              "--part: \"%s\" is not K/N, two whole numbers, K from 0 to N - 1, "
                              "N up to %d",
                              s->part_text, MOST_PARTS);
    return GO_ON;
}

int settings_name_output(settings *s, const command *c, char **name)
{
    if (!s->part.n || !s->output) return GO_ON;
    *name = part_name(&s->part, s->output);
    if (!*name)
        return options_misuse(
            c, "--output: \"%s\": %%d and %%05d are the part's number, and %%%% is %%", s->output);
    s->output = *name;
    return GO_ON;
}

int settings_check(settings *s, const command *c)
{
    int rc = s->part_text ? check_part(s, c) : GO_ON;

    if (rc == GO_ON) rc = option_pairs_check(c, s, &usual);
    if (rc == GO_ON) rc = check_settings_check(&s->checks, c);
    if (rc != GO_ON) return rc;
    if (s->beam_size && s->n_best > s->beam_size)
        return options_misuse(c, "--n-best %d is more than --beam %d", s->n_best, s->beam_size);
    if (s->beam_size && s->wording.diverse.n > s->beam_size)
        return options_misuse(c, "--diverse %d is more than --beam %d", s->wording.diverse.n,
                              s->beam_size);
    if (s->limit.factor <= 0 && s->limit.tokens >= 0 && s->min_length > s->limit.tokens)
        return options_misuse(c, "--min-length %d is more than --max-length %d", s->min_length,
                              s->limit.tokens);
    return GO_ON;
}

void settings_fill(tr_options *o, const settings *s, const tr_model *model)
{
    tr_options_init(o, model);
    model_choose_languages(o, &s->choice);
    const int two_each = 2 * s->wording.diverse.n;
    if (o->beam_size < two_each) o->beam_size = two_each < TR_MAX_BEAM ? two_each : TR_MAX_BEAM;
    if (s->beam_size) o->beam_size = s->beam_size;
    if (s->n_best) o->n_best = s->n_best;
    if (o->beam_size < o->n_best) o->beam_size = o->n_best;
    word_options_fill(o, &s->wording);
    if (s->penalty.a >= 0) {
        o->penalty = s->penalty.kind;
        o->length_penalty = s->penalty.a;
    }
    if (s->min_length >= 0) o->min_length = s->min_length;
    if (s->limit.tokens >= 0) {
        o->max_length_factor = s->limit.factor;
        o->max_length = s->limit.tokens;
    }
    if (s->batch_tokens) o->batch_tokens = (size_t)s->batch_tokens;
    o->threads = s->threads;
    o->input = s->input;
    o->output = s->output_format;
    /* A model without a tokenizer can only give ids. */
    if (o->input == TR_IDS && !strcmp(tr_model_get_info(model)->tokenizer, "none"))
        o->output = TR_IDS;
    if (s->split >= 0) o->split = s->split;
    if (o->input != TR_TEXT || o->output != TR_TEXT) o->split = TR_SPLIT_NONE;
    o->raw = s->raw;
    o->scores = s->scores || s->json || s->n_best || check_settings_are_given(&s->checks);
    o->precision = s->precision;
    o->alignment = s->alignment >= 0;
    o->shortlist = s->shortlist;
    o->cpu = s->cpu;
}

void settings_fill_first(tr_options *o, const settings *s, const tr_model *model)
{
    settings plain = *s;
    plain.wording = word_options_first(&s->wording);
    plain.n_best = 1;
    settings_fill(o, &plain, model);
    o->target_language = model_pivot_language;
    o->output = TR_TEXT;
    o->alignment = 0;
    o->scores = s->json;
}

void settings_fill_second(tr_options *o, const settings *s, const tr_model *model)
{
    settings_fill(o, s, model);
    o->source_language = model_pivot_language;
    o->input = TR_TEXT;
    if (s->split < 0 && o->output == TR_TEXT) o->split = TR_SPLIT_SENTENCE;
}
