/*
 * train.c - `translate train`: its options.  Training is a program of its own, translate-train,
 * which stands beside this one or below libexec, so that what it links with costs a translation no
 * time.
 */
#include "commands/train.h"

#include <stdbool.h>

#include "commands/commands.h"
#include "console/option_pairs.h"
#include "programs/other_program.h"

#define FIELD(name) offsetof(train_settings, name)
static const option options[] = {
    OPTION_ROW('f', "source-language", "LANG", OPTION_TEXT, FIELD(source_language),
               "language of the source (BCP 47)"),
    OPTION_ROW('t', "target-language", "LANG", OPTION_TEXT, FIELD(target_language),
               "language of the translation"),
    OPTION_ROW('o', "output", "FILE", OPTION_TEXT, FIELD(output), "the model file to write"),
    OPTION_ROW(0, "target", "FILE", OPTION_TEXT, FIELD(target),
               "the target's sentences, where the text has the source's alone"),
    OPTION_FLAG_ROW(0, "exchange", FIELD(exchange), "the first column is the target"),
    OPTION_ROW(0, "mix", "FILE", OPTION_TEXT, FIELD(mix),
               "lines PART COPIES [mark]: how often a round has each part of the third column"),
    OPTION_ROW(0, "dev", "FILE", OPTION_TEXT, FIELD(dev),
               "text to check on (default: a few pairs that are kept out)"),
    OPTION_ROW(0, "vocab", "FILE", OPTION_TEXT, FIELD(vocab),
               "a SentencePiece model with </s> 0 and <unk> 1 (default: one is made)"),
    OPTION_RANGE_ROW(0, "pieces", "N", OPTION_COUNT, FIELD(pieces), 300, 65000,
                     "pieces of the vocabulary that is made (default: by the text)"),
    OPTION_ROW(0, "from", "FILE|NAME", OPTION_TEXT, FIELD(from), "adapt this model to the text"),
    OPTION_ROW(
        0, "general", "FILE", OPTION_TEXT, FIELD(general),
        "with --from: text against forgetting, or none (default: what lies beside the model)"),
    OPTION_RANGE_ROW(0, "lora", "RANK", OPTION_COUNT, FIELD(lora), 1, 256,
                     "with --from: learn adapters of low rank alone, in little memory, and write "
                     "them for PEFT, too"),
    OPTION_ROW(0, "lora-alpha", "A", OPTION_TEXT, FIELD(lora_alpha),
               "what an adapter adds, times its rank (default: twice the rank)"),
    OPTION_ROW(0, "lora-matrices", "q,k,v,out,up,down|all", OPTION_TEXT, FIELD(lora_matrices),
               "which have adapters (default: q,v)"),
    OPTION_ROW(0, "resume", "FILE", OPTION_TEXT, FIELD(resume),
               "go on from a checkpoint, OUTPUT.train"),
    OPTION_ROW(0, "hours", "H", OPTION_TEXT, FIELD(hours),
               "how long to train (default: 1; with --from 0.25)"),
    OPTION_RANGE_ROW(0, "steps", "N", OPTION_COUNT, FIELD(steps), 1, 100000000,
                     "how many steps to train, in place of hours"),
    OPTION_RANGE_ROW(0, "cooldown", "N", OPTION_COUNT, FIELD(cooldown), 1, 100000000,
                     "the last steps, over which the rate falls to 0 (default: 30 %)"),
    OPTION_ROW(0, "size", "tiny|small|medium|base", OPTION_WORD, FIELD(size),
               "of the network (default: by text and time)"),
    OPTION_ROW(0, "shape", "E+D,WIDTH,FFN,HEADS", OPTION_TEXT, FIELD(shape),
               "of the network, in place of a size"),
    OPTION_RANGE_ROW(0, "d-k", "N", OPTION_COUNT, FIELD(d_key), 1, 8192,
                     "numbers of a new network's query and key, in each head (default: WIDTH / "
                     "HEADS)"),
    OPTION_RANGE_ROW(0, "d-v", "N", OPTION_COUNT, FIELD(d_value), 1, 8192,
                     "numbers of a value, likewise"),
    OPTION_ROW(0, "attention", "SCORE[,self=SCORE,cross=SCORE]", OPTION_TEXT, FIELD(attention),
               "scores of a new network's queries and keys: scaled-dot, dot, cosine, general, "
               "additive or location (default: scaled-dot)"),
    OPTION_ROW(0, "positions", "sinusoids|learned", OPTION_CHOICE, FIELD(positions),
               "how a new network tells positions (default: sinusoids)"),
    OPTION_ROW(0, "norm", "post|pre", OPTION_CHOICE, FIELD(norm),
               "layer norms of a new network: after blocks, or before them (default: post)"),
    OPTION_ROW(0, "activation", "relu|swish|gelu-sigmoid|gelu-erf", OPTION_CHOICE,
               FIELD(activation), "of a new network's feed-forward layers (default: relu)"),
    OPTION_ROW(0, "ties", "all|target|none", OPTION_CHOICE, FIELD(ties),
               "tables that a new network shares: source, target and output, or the last two "
               "(default: all)"),
    OPTION_ROW(0, "decoder", "attention|ssru", OPTION_CHOICE, FIELD(decoder),
               "what a new network's decoder sees its own words by (default: attention)"),
    OPTION_ROW(0, "rate", "R", OPTION_TEXT, FIELD(rate),
               "highest rate of learning (default: by size and batch)"),
    OPTION_ROW(0, "optimizer", "adam|muon", OPTION_CHOICE, FIELD(optimizer),
               "what changes the layers' matrices (default: muon; with --from adam)"),
    OPTION_ROW(0, "arithmetic", "bf16|float32", OPTION_CHOICE, FIELD(arithmetic),
               "of the products: bfloat16, or exact (default: bf16)"),
    OPTION_ROW(0, "clip", "N", OPTION_TEXT, FIELD(clip),
               "largest norm of a step's gradients; 0: any (default: 1)"),
    OPTION_ROW(0, "schedule", "wsd|inverse-sqrt", OPTION_CHOICE, FIELD(schedule),
               "how the rate goes after the warm-up (default: wsd: stays)"),
    OPTION_RANGE_ROW(0, "warmup", "N", OPTION_COUNT, FIELD(warmup), 1, 1000000,
                     "steps over which the rate rises (default: 4 %, 100 to 2000)"),
    OPTION_ROW(0, "dropout", "P", OPTION_TEXT, FIELD(dropout),
               "share of a block's result that is left out (default: by the rounds)"),
    OPTION_ROW(0, "smoothing", "E", OPTION_TEXT, FIELD(smoothing),
               "share of a label that all pieces get, 0 to 0.5 (default: 0.1)"),
    OPTION_ROW(0, "betas", "B1,B2", OPTION_TEXT, FIELD(betas),
               "share of Adam's moments that a step keeps (default: 0.9,0.98)"),
    OPTION_RANGE_ROW(0, "batch", "N", OPTION_COUNT, FIELD(batch), 1, 10000000,
                     "target pieces a step (default: 4000)"),
    OPTION_RANGE_ROW(0, "shards", "N", OPTION_COUNT, FIELD(shards), 1, 256,
                     "parts of a step whose gradients are added, a power of two; the model's bits "
                     "depend on it (default: 1; with --mpi 8)"),
    OPTION_RANGE_ROW(0, "limit", "N", OPTION_COUNT, FIELD(limit), 2, 500,
                     "leave out pairs with a longer side, in pieces (default: 96)"),
    OPTION_RANGE_ROW(0, "every", "N", OPTION_COUNT, FIELD(every), 1, 100000000,
                     "steps between checks and checkpoints (default: 4 %)"),
    OPTION_ROW(0, "average", "N|SHARE", OPTION_TEXT, FIELD(average),
               "write the mean of the last N checks' weights, or a running average that keeps this "
               "share of itself at a step (default: 0.998)"),
    OPTION_RANGE_ROW(0, "seed", "N", OPTION_COUNT, FIELD(seed), 0, 2147483647,
                     "of all random numbers (default: 1)"),
    OPTION_RANGE_ROW('j', "threads", "N", OPTION_COUNT, FIELD(threads), 1, 64,
                     "threads (default: one for each core, at most 16)"),
    OPTION_ROW(0, "type", "int8|float32", OPTION_CHOICE, FIELD(type),
               "type of the weights that are written (default: int8)"),
    OPTION_ROW('l', "length-penalty", "A", OPTION_PENALTY, FIELD(penalty),
               "the model's length penalty: A or gnmt:A (default: 1; with --from the model's)"),
    OPTION_ROW(0, "name", "TEXT", OPTION_TEXT, FIELD(name), "name of the model"),
    OPTION_ROW(0, "license", "TEXT", OPTION_TEXT, FIELD(license), "licence of the weights (SPDX)"),
    OPTION_ROW(0, "origin", "TEXT", OPTION_TEXT, FIELD(origin), "where the weights come from"),
    OPTION_FLAG_ROW(0, "force", FIELD(force), "replace a model or a checkpoint that is there"),
    OPTION_ROW(0, "export", "FILE", OPTION_TEXT, FIELD(export),
               "with --resume: write the best weights so far as a model, and stop"),
    OPTION_FLAG_ROW(0, "text-changed", FIELD(text_changed),
                    "with --resume: go on with another text"),
    OPTION_FLAG_ROW(0, "mpi", FIELD(mpi),
                    "share each step with the other processes that mpirun or srun has started"),
    OPTION_FLAG_ROW(0, "plan", FIELD(plan), "say what would be done, and stop"),
    OPTION_FLAG_ROW('q', "quiet", FIELD(quiet), "show no plan and no progress"),
    OPTION_CPU_ROW(train_settings, cpu),
    OPTION_LAST_ROWS,
};

/* What a run that goes on cannot change. */
#define KEPT                                                                                       \
    "size|shape|vocab|pieces|batch|shards|limit|warmup|dropout|clip|smoothing|betas|optimizer|"    \
    "attention|d-k|d-v|positions|norm|activation|ties|decoder|lora|lora-alpha|lora-matrices"

static const option_pair pairs[] = {
    {"from", OPTION_EXCLUDES, "vocab|size", "--from has a vocabulary and a size; %s is another"},
    {"general", OPTION_NEEDS, "from|resume", "--general goes with --from"},
    {"lora", OPTION_NEEDS, "from|resume", "--lora goes with --from"},
    {"lora", OPTION_EXCLUDES, "shape|optimizer",
     "--lora keeps the network, and learns by Adam: --%s goes without it"},
    {"lora-alpha", OPTION_NEEDS, "lora", "--lora-alpha goes with --lora"},
    {"lora-matrices", OPTION_NEEDS, "lora", "--lora-matrices goes with --lora"},
    {"resume", OPTION_EXCLUDES, KEPT, "a run that goes on keeps its %s"},
    {"text-changed", OPTION_NEEDS, "resume", "--text-changed goes with --resume"},
    {"export", OPTION_NEEDS, "resume", "--export goes with --resume"},
    {"export", OPTION_EXCLUDES, "output", EXPORT_NEEDS_NONE},
    {"steps", OPTION_EXCLUDES, "hours", "--steps or --hours: not both"},
    OPTION_LAST_PAIR,
};

train_settings train_defaults(void)
{
    return (train_settings){.optimizer = TRAIN_NOT_SAID,
                            .type = TRAIN_NOT_SAID,
                            .positions = TRAIN_NOT_SAID,
                            .norm = TRAIN_NOT_SAID,
                            .activation = TRAIN_NOT_SAID,
                            .ties = TRAIN_NOT_SAID,
                            .decoder = TRAIN_NOT_SAID,
                            .penalty = {.a = -1},
                            .seed = 1};
}

static bool is_shared(const void *set)
{
    return ((const train_settings *)set)->mpi;
}

static int train_main(int argc, char **argv)
{
    static const other_program together = {
        .name = "translate-train-mpi",
        .what = "the program that trains with others",
        .missing = "translate was built without MPI, and trains in one process alone"};
    static const other_program alone = {.name = "translate-train",
                                        .what = "the program that trains",
                                        .gives_way = is_shared,
                                        .other = &together};
    train_settings set = train_defaults();

    return other_program_run(&alone, &train_command, &set, argc, argv);
}

const command train_command = {
    .name = "train",
    .summary = "make a model from sentence pairs",
    .operands = "-f LANG -t LANG [OPTIONS] TEXT -o MODEL",
    .operand = "FILE",
    .about = "Learns to translate from lines of SOURCE, a tab and TARGET, which may be compressed, "
             "and writes a model file.  Control-C ends it after it has saved; --resume goes on.",
    .options = options,
    .pairs = pairs,
    .run = train_main,
};
