#include "texts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "columns.h"
#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "draft.h"

enum { LEAST_PAIRS = 200, LEAST_OWN = 50, HELD_OUT = 1000, OWN_HELD_OUT = 500 };

static void print_fault_lines(const tr_bitext_counts *c, int fault)
{
    const uint64_t n = c->fault[fault];
    tell("%" PRIu64 " %s: line", n, tr_pair_filter_fault_name(fault));
    for (uint64_t i = 0; i < n && i < TR_FAULTY_LINES_NAMED; i++)
        tell("%s %" PRIu64, i ? "," : n > 1 ? "s" : "", c->first[fault][i]);
    if (n > TR_FAULTY_LINES_NAMED) tell(", …");
}

static void print_faults(const char *what, const tr_bitext_counts *c)
{
    tell("%-13s %" PRIu64 " pairs read, %" PRIu64 " kept", what, c->n_read, c->n_kept);
    const char *between = " (";
    for (int i = 0; i < TR_PAIR_FAULTS; i++) {
        if (!c->fault[i]) continue;
        tell("%s", between);
        print_fault_lines(c, i);
        between = "; ";
    }
    tell("%s", *between == ';' ? ")\n" : "\n");
}

/* ---- The text itself ---- */

static int check_amount(const train_job *j)
{
    const uint64_t n = tr_bitext_count(j->texts.own)->n_kept;
    const uint64_t least = j->set.from ? LEAST_OWN : LEAST_PAIRS;
    if (n >= least || j->set.resume) return EXIT_OK;
    print_faults("text", tr_bitext_count(j->texts.own));
    complain("%s: %" PRIu64 " usable pairs are too few to %s, which takes %" PRIu64 "%s", j->path,
             n, j->set.from ? "adapt a model to" : "learn a language from", least,
             j->set.from ? "" : "; --from MODEL adapts one that exists");
    return EXIT_FAILED;
}

static int read_text(train_job *j)
{
    const tr_bitext_options options = {.path = j->path,
                                       .target = j->set.target,
                                       .mix = j->set.mix,
                                       .beside = j->out.model,
                                       .exchange = j->set.exchange};
    if (tr_bitext_read(&j->texts.own, &options, &j->err) < 0) return job_fail(j);
    return columns_fit(j) ? check_amount(j) : EXIT_FAILED;
}

/* True if the model is held to the original.  A run that goes on has it in its recipe. */
static bool is_adapted(const train_job *j)
{
    if (j->has_checkpoint) return j->training.recipe.general > 0;
    return j->original_path && !(j->set.general && !strcmp(j->set.general, "none"));
}

/* When a model is adapted, one of five pairs is held out, or of a larger text one of ten; else one
 * of fifty. */
static size_t held_out_of(const train_job *j)
{
    const size_t n = (size_t)tr_bitext_count(j->texts.own)->n_kept;
    if (j->set.dev) return 0;
    if (!is_adapted(j)) return n / 50 < HELD_OUT ? n / 50 : HELD_OUT;
    if (n < 1000) return n < 100 ? 20 : n / 5;
    return n < 2000 ? 200 : n / 10 < OWN_HELD_OUT ? n / 10 : OWN_HELD_OUT;
}

static tr_bitext_tokens tokens_of(const train_job *j)
{
    const char *const normalization = j->about.normalization;
    const bool none = !normalization || !strcmp(normalization, "none");
    const tr_config *const c = &j->original.config;

    if (j->texts.own_way.model)
        return (tr_bitext_tokens){.encode = encoding_encode,
                                  .ctx = (void *)&j->texts.own_way,
                                  .wide = c->source_vocab > TR_NARROW_IDS ||
                                          c->target_vocab > TR_NARROW_IDS};
    return (tr_bitext_tokens){.normalize = none ? NULL : tr_normalizer_find(normalization),
                              .spm = j->texts.spm};
}

static int encode_text(train_job *j)
{
    const tr_bitext_tokens tokens = tokens_of(j);
    const size_t limit = j->training.recipe.limit;
    if (tr_bitext_encode(j->texts.own, &tokens, limit, held_out_of(j), &j->err) < 0)
        return job_fail(j);
    const bool any = tr_bitext_n_pairs(j->texts.own) > 0;
    if (any && j->set.quiet) return EXIT_OK;
    print_faults("text", tr_bitext_count(j->texts.own));
    tell("%-13s %.2f characters of %s for one of %s, by the median\n", "lengths",
         tr_bitext_length_ratio(j->texts.own), j->about.target_language, j->about.source_language);
    if (held_out_words(j->about.target_language) == TR_BLEU_CHAR)
        tell("%-13s BLEU counts characters, for %s has no blanks between words\n", "scores",
             j->about.target_language);
    if (any) return EXIT_OK;
    complain("%s: no pair is left to train on", j->path);
    return EXIT_FAILED;
}

static int read_dev(train_job *j)
{
    const tr_bitext_tokens tokens = tokens_of(j);
    const tr_bitext_options options = {.path = j->set.dev,
                                       .beside = j->out.model,
                                       .exchange = j->dev_exchange,
                                       .keep_repeated = true};
    if (!j->set.dev) return EXIT_OK;
    if (tr_bitext_read(&j->texts.dev, &options, &j->err) < 0 ||
        tr_bitext_encode(j->texts.dev, &tokens, j->training.recipe.limit, SIZE_MAX, &j->err) < 0)
        return job_fail(j);
    if (!j->set.quiet) print_faults("dev", tr_bitext_count(j->texts.dev));
    if (tr_bitext_n_held_out(j->texts.dev) > 0) return EXIT_OK;
    complain("%s: no pair is left to check on", j->set.dev);
    return EXIT_FAILED;
}

const tr_bitext *texts_held_out(const train_job *j)
{
    return j->texts.dev ? j->texts.dev : j->texts.own;
}

/* ---- Vocabulary ---- */

/* The number of pieces, by the amount of text. */
static size_t vocabulary_size(const train_job *j)
{
    const uint64_t n = tr_bitext_count(j->texts.own)->n_kept;
    if (j->set.pieces) return (size_t)j->set.pieces;
    return n < 2000 ? 500 : n < 20000 ? 2000 : n < 100000 ? 4000 : n < 1500000 ? 8000 : 16000;
}

static int read_file(train_job *j, const char *path)
{
    tr_file f;
    if (tr_file_map(&f, path, &j->err) < 0) return job_fail(j);
    j->texts.spm_bytes = checked_malloc(f.size + 1);
    memcpy(j->texts.spm_bytes, f.data, f.size);
    j->about.spm_size = f.size;
    tr_file_unmap(&f);
    return EXIT_OK;
}

static int make_vocabulary(train_job *j)
{
    if (j->has_checkpoint) return EXIT_OK;
    if (j->original_path) {
        j->about.spm = j->original.weights.source_spm;
        j->about.spm_size = j->original.weights.source_spm_size;
        return EXIT_OK;
    }
    if (j->set.vocab) {
        const int status = read_file(j, j->set.vocab);
        if (status != EXIT_OK) return status;
    } else if (tr_bitext_vocabulary(j->texts.own, vocabulary_size(j), j->set.pieces > 0,
                                    &j->texts.spm_bytes, &j->about.spm_size, &j->err) < 0) {
        return job_fail(j);
    }
    j->about.spm = j->texts.spm_bytes;
    return EXIT_OK;
}

/* An original whose file is rewritten cuts text in its own way.  The languages that were chosen
 * among its own are told to later runs, too. */
static int open_own_way(train_job *j)
{
    encoding *const e = &j->texts.own_way;
    const char *const source = job_language(j, 0), *const target = job_language(j, 1);

    if (!j->training.recipe.rewrites) return EXIT_OK;
    if (encoding_open(e, j->original_path, source, target, &j->err) < 0) return job_fail(j);
    if (tr_config_chooses_source(&j->original.config))
        j->about.source_language = e->setup.special.source_language;
    if (tr_config_chooses_target(&j->original.config))
        j->about.target_language = e->setup.special.target_language;
    return EXIT_OK;
}

static int open_vocabulary(train_job *j)
{
    if (j->texts.own_way.model) return EXIT_OK;
    const char *name = j->set.vocab ? j->set.vocab : "the vocabulary";
    const int status = make_vocabulary(j);
    if (status != EXIT_OK) return status;
    if (tr_spm_open(&j->texts.spm, j->about.spm, j->about.spm_size, true, name, &j->err) < 0)
        return job_fail(j);
    if (tr_spm_eos(j->texts.spm) == 0 && tr_spm_unk(j->texts.spm) == 1 &&
        tr_spm_size(j->texts.spm) <= 65536)
        return EXIT_OK;
    complain("%s: </s> has to be piece 0, <unk> piece 1, and 65536 pieces are the most", name);
    return EXIT_FAILED;
}

/* ---- General text ---- */

/* The general text in the original's folder; NULL if there is none. */
static char *find_general(const train_job *j)
{
    const char *slash = strrchr(j->original_path, '/');
    const int folder = slash ? (int)(slash - j->original_path) : 0;
    char *path = checked_format("%.*s%sgeneral.tsv.gz", folder, j->original_path, slash ? "/" : "");
    tr_error err;
    if (tr_file_kind(path, &err) == TR_FILE_REGULAR) return path;
    free(path);
    return NULL;
}

/* Reads pairs.  Lines without a target get the original's translations. */
static int read_general(train_job *j, const char *path, bool exchange)
{
    tr_bitext_options options = {.path = path, .beside = j->out.model, .exchange = exchange};
    const held_out_model original = job_model(j, j->original_path);
    int rc = 0;
    j->texts.general_is_made = path == NULL || !draft_has_tab(path);
    if (j->texts.general_is_made) {
        options.path = path ? path : j->path;
        options.exchange = false;
        rc = path ? draft_of_file(original, path, j->out.model, &options.stream, &j->err)
                  : draft_of_text(original, j->texts.own, j->out.model, &options.stream, &j->err);
    }
    if (rc == 0) rc = tr_bitext_read(&j->texts.general, &options, &j->err);
    if (options.stream) fclose(options.stream);
    return rc < 0 ? job_fail(j) : EXIT_OK;
}

static int encode_general(train_job *j)
{
    const tr_bitext_tokens tokens = tokens_of(j);
    const size_t n = (size_t)tr_bitext_count(j->texts.general)->n_kept;
    const size_t held_out = j->texts.general_is_made ? 0
                            : n / 4 < OWN_HELD_OUT   ? n / 4
                                                     : OWN_HELD_OUT;
    if (tr_bitext_encode(j->texts.general, &tokens, j->training.recipe.limit, held_out, &j->err) <
        0)
        return job_fail(j);
    if (!j->set.quiet) print_faults("general", tr_bitext_count(j->texts.general));
    if (tr_bitext_n_pairs(j->texts.general) > 0) return EXIT_OK;
    complain("no pair of the general text is left");
    return EXIT_FAILED;
}

static int take_general(train_job *j)
{
    const bool given = j->set.general != NULL;
    if (!is_adapted(j)) return EXIT_OK;
    char *path = given ? checked_format("%s", j->set.general) : find_general(j);
    if (!path && !j->set.quiet)
        tell("%s", "general       none was given or lies beside the model: the model's own "
                   "translations of your text take its place\n");
    int status = read_general(j, path, given && j->general_exchange);
    free(path);
    return status == EXIT_OK ? encode_general(j) : status;
}

int texts_read(train_job *j)
{
    int status = open_own_way(j);
    if (status == EXIT_OK) status = read_text(j);
    if (status == EXIT_OK) status = open_vocabulary(j);
    if (status == EXIT_OK) status = encode_text(j);
    if (status == EXIT_OK) status = read_dev(j);
    return status == EXIT_OK ? take_general(j) : status;
}
