/*
 * train.c - `translate train`: its options.  Training is a program of its own, translate-train,
 * which stands beside this one or below libexec, so that what it links with costs a translation no
 * time.
 */
#include "commands/train.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/self_path.h"

#define FIELD(name) offsetof(train_settings, name)
static const option options[] = {
    {'f', "source-language", "LANG", "language of the source (BCP 47)", OPTION_TEXT,
     FIELD(source_language), 0, 0},
    {'t', "target-language", "LANG", "language of the translation", OPTION_TEXT,
     FIELD(target_language), 0, 0},
    {'o', "output", "FILE", "the model file to write", OPTION_TEXT, FIELD(output), 0, 0},
    {0, "target", "FILE", "the target's sentences, where the text has the source's alone",
     OPTION_TEXT, FIELD(target), 0, 0},
    {0, "exchange", NULL, "the first column is the target", OPTION_FLAG, FIELD(exchange), 0, 0},
    {0, "mix", "FILE",
     "lines PART COPIES [mark]: how often a round has each part of the third column", OPTION_TEXT,
     FIELD(mix), 0, 0},
    {0, "dev", "FILE", "text to check on (default: a few pairs that are kept out)", OPTION_TEXT,
     FIELD(dev), 0, 0},
    {0, "vocab", "FILE", "a SentencePiece model with </s> 0 and <unk> 1 (default: one is made)",
     OPTION_TEXT, FIELD(vocab), 0, 0},
    {0, "pieces", "N", "pieces of the vocabulary that is made (default: by the text)", OPTION_COUNT,
     FIELD(pieces), 300, 65000},
    {0, "from", "FILE|NAME", "adapt this model to the text", OPTION_TEXT, FIELD(from), 0, 0},
    {0, "general", "FILE",
     "with --from: text against forgetting, or none (default: what lies beside the model)",
     OPTION_TEXT, FIELD(general), 0, 0},
    {0, "resume", "FILE", "go on from a checkpoint, OUTPUT.train", OPTION_TEXT, FIELD(resume), 0,
     0},
    {0, "hours", "H", "how long to train (default: 1; with --from 0.25)", OPTION_TEXT, FIELD(hours),
     0, 0},
    {0, "steps", "N", "how many steps to train, in place of hours", OPTION_COUNT, FIELD(steps), 1,
     100000000},
    {0, "cooldown", "N", "the last steps, over which the rate falls to 0 (default: 30 %)",
     OPTION_COUNT, FIELD(cooldown), 1, 100000000},
    {0, "size", "tiny|small|medium|base", "of the network (default: by text and time)", OPTION_WORD,
     FIELD(size), 0, 0},
    {0, "shape", "E+D,WIDTH,FFN,HEADS", "of the network, in place of a size", OPTION_TEXT,
     FIELD(shape), 0, 0},
    {0, "rate", "R", "highest rate of learning (default: by size and batch)", OPTION_TEXT,
     FIELD(rate), 0, 0},
    {0, "optimizer", "adam|muon",
     "what changes the layers' matrices (default: muon; with --from adam)", OPTION_CHOICE,
     FIELD(optimizer), 0, 0},
    {0, "arithmetic", "bf16|float32", "of the products: bfloat16, or exact (default: bf16)",
     OPTION_CHOICE, FIELD(arithmetic), 0, 0},
    {0, "clip", "N", "largest norm of a step's gradients; 0: any (default: 1)", OPTION_TEXT,
     FIELD(clip), 0, 0},
    {0, "schedule", "wsd|inverse-sqrt", "how the rate goes after the warm-up (default: wsd: stays)",
     OPTION_CHOICE, FIELD(schedule), 0, 0},
    {0, "warmup", "N", "steps over which the rate rises (default: 4 %, 100 to 2000)", OPTION_COUNT,
     FIELD(warmup), 1, 1000000},
    {0, "dropout", "P", "share of a block's result that is left out (default: by the rounds)",
     OPTION_TEXT, FIELD(dropout), 0, 0},
    {0, "batch", "N", "target pieces a step (default: 4000)", OPTION_COUNT, FIELD(batch), 1,
     10000000},
    {0, "limit", "N", "leave out pairs with a longer side, in pieces (default: 96)", OPTION_COUNT,
     FIELD(limit), 2, 500},
    {0, "every", "N", "steps between checks and checkpoints (default: 4 %)", OPTION_COUNT,
     FIELD(every), 1, 100000000},
    {0, "average", "N|SHARE",
     "write the mean of the last N checks' weights, or a running average that keeps this share of "
     "itself at a step (default: 0.998)",
     OPTION_TEXT, FIELD(average), 0, 0},
    {0, "seed", "N", "of all random numbers (default: 1)", OPTION_COUNT, FIELD(seed), 0,
     2147483647},
    {'j', "threads", "N", "threads (default: one for each core, at most 8)", OPTION_COUNT,
     FIELD(threads), 1, 8},
    {0, "type", "int8|float32", "type of the weights that are written (default: int8)",
     OPTION_CHOICE, FIELD(type), 0, 0},
    {'l', "length-penalty", "A",
     "the model's length penalty: A or gnmt:A (default: 1; with --from the model's)",
     OPTION_PENALTY, FIELD(penalty), 0, 0},
    {0, "name", "TEXT", "name of the model", OPTION_TEXT, FIELD(name), 0, 0},
    {0, "license", "TEXT", "licence of the weights (SPDX)", OPTION_TEXT, FIELD(license), 0, 0},
    {0, "origin", "TEXT", "where the weights come from", OPTION_TEXT, FIELD(origin), 0, 0},
    {0, "force", NULL, "replace a model or a checkpoint that is there", OPTION_FLAG, FIELD(force),
     0, 0},
    {0, "export", "FILE", "with --resume: write the best weights so far as a model, and stop",
     OPTION_TEXT, FIELD(export), 0, 0},
    {0, "text-changed", NULL, "with --resume: go on with another text", OPTION_FLAG,
     FIELD(text_changed), 0, 0},
    {0, "plan", NULL, "say what would be done, and stop", OPTION_FLAG, FIELD(plan), 0, 0},
    {'q', "quiet", NULL, "show no progress", OPTION_FLAG, FIELD(quiet), 0, 0},
    OPTION_CPU_ROW(train_settings, cpu),
    OPTION_LAST_ROWS,
};

train_settings train_defaults(void)
{
    return (train_settings){
        .optimizer = TRAIN_NOT_SAID, .type = TRAIN_NOT_SAID, .penalty = {.a = -1}, .seed = 1};
}

/* Returns only if the program is not there, or cannot be started. */
static int start_trainer(int argc, char **argv)
{
    self_path_become("translate-train", argc, argv);
    complain("translate-train, the program that trains, cannot be started: %s", strerror(errno));
    return EXIT_FAILED;
}

static int train_main(int argc, char **argv)
{
    train_settings set = train_defaults();
    char **given = checked_malloc(((size_t)argc + 1) * sizeof *given);
    int n = argc;

    memcpy(given, argv, (size_t)argc * sizeof *given);
    const int rc = options_parse(&train_command, &n, argv, &set);
    const int status = rc == GO_ON ? start_trainer(argc, given) : rc;
    free(given);
    return status;
}

const command train_command = {
    .name = "train",
    .summary = "make a model from sentence pairs",
    .operands = "-f LANG -t LANG [OPTIONS] TEXT -o MODEL",
    .operand = "FILE",
    .about = "Learns to translate from lines of SOURCE, a tab and TARGET, which may be compressed, "
             "and writes a model file.  Control-C ends it after it has saved; --resume goes on.",
    .options = options,
    .run = train_main,
};
