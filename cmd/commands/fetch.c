/*
 * fetch.c - `translate fetch`: its options.  What goes on line is a program of its own,
 * translate-fetch, so that no other command has anything to do with a network.
 */
#include "commands/fetch.h"

#include "commands/commands.h"
#include "console/option_pairs.h"
#include "programs/other_program.h"

#define FIELD(name) offsetof(fetch_settings, name)
static const option options[] = {
    OPTION_RANGE_ROW('l', "list", NULL, OPTION_SET, FIELD(mode), FETCH_LIST, 0,
                     "list what there is to fetch"),
    OPTION_RANGE_ROW('i', "info", NULL, OPTION_SET, FIELD(mode), FETCH_INFO, 0,
                     "show a model's files, digests, licence and scores"),
    OPTION_RANGE_ROW('u', "update", NULL, OPTION_SET, FIELD(mode), FETCH_UPDATE, 0,
                     "fetch newer revisions of what was fetched"),
    OPTION_RANGE_ROW('r', "remove", NULL, OPTION_SET, FIELD(mode), FETCH_REMOVE, 0,
                     "remove models that were fetched"),
    OPTION_FLAG_ROW(0, "dry-run", FIELD(dry_run), "show what would be fetched, and fetch nothing"),
    OPTION_ROW(0, "mirror", "DIR", OPTION_TEXT, FIELD(mirror),
               "put the files into a folder that other machines fetch from"),
    OPTION_ROW('f', "from", "LANG", OPTION_TEXT, FIELD(from), "language of the source"),
    OPTION_ROW('t', "to", "LANG", OPTION_TEXT, FIELD(to), "language of the translation"),
    OPTION_FLAG_ROW(0, "all", FIELD(all),
                    "list those, too, that are not released or cannot be converted"),
    OPTION_FLAG_ROW(0, "check", FIELD(check), "with --update: only say what is newer"),
    OPTION_ROW(0, "variant", "tiny|base-memory|base", OPTION_WORD, FIELD(variant),
               "of a pair's models, one of this size"),
    OPTION_ROW(0, "type", "auto|int8|float32", OPTION_CHOICE, FIELD(type),
               "type of the weights (auto: as convert chooses)"),
    OPTION_ROW(0, "index", "FILE", OPTION_TEXT, FIELD(index),
               "another list of models: a file, an address, or a mirror's folder"),
    OPTION_ROW(0, "index-sha256", "HEX", OPTION_TEXT, FIELD(index_sha256),
               "what the SHA-256 of that list has to be"),
    OPTION_ROW(0, "accept-license", "ID", OPTION_TEXT, FIELD(accept),
               "take models of this licence without a question"),
    OPTION_FLAG_ROW(0, "unverified", FIELD(unverified),
                    "fetch files of which the list has no SHA-256"),
    OPTION_FLAG_ROW(0, "offline", FIELD(offline), "ask no server"),
    OPTION_FLAG_ROW(0, "force", FIELD(force), "fetch again what is there"),
    OPTION_RANGE_ROW(0, "retries", "N", OPTION_COUNT, FIELD(retries), 0, 100,
                     "how often a server is asked again (default: 5)"),
    OPTION_RANGE_ROW(0, "timeout", "SECONDS", OPTION_COUNT, FIELD(timeout), 1, 3600,
                     "how long a server may be silent (default: 30)"),
    OPTION_FLAG_ROW(0, "json", FIELD(json), "print the results as one JSON object"),
    OPTION_FLAG_ROW('q', "quiet", FIELD(quiet), "show no progress"),
    OPTION_FLAG_ROW('y', "yes", FIELD(yes), "remove several models without a question"),
    OPTION_LAST_ROWS,
};

static const option_pair pairs[] = {
    {"check", OPTION_NEEDS, "update", NULL},
    {"index-sha256", OPTION_NEEDS, "index", NULL},
    {"dry-run", OPTION_EXCLUDES, "list|info|update|remove", NULL},
    {"mirror", OPTION_EXCLUDES, "list|info|update|remove", NULL},
    OPTION_LAST_PAIR,
};

fetch_settings fetch_defaults(void)
{
    return (fetch_settings){.retries = 5, .timeout = 30};
}

static int fetch_main(int argc, char **argv)
{
    static const other_program program = {
        .name = "translate-fetch",
        .what = "the program that fetches",
        .missing = "this program was built without libcurl, and cannot fetch"};
    fetch_settings set = fetch_defaults();

    return other_program_run(&program, &fetch_command, &set, argc, argv);
}

const command fetch_command = {
    .name = "fetch",
    .summary = "get a ready model from the public catalogues",
    .operands = "[OPTIONS] [PAIR|NAME|hf:OWNER/NAME[:FILE]]...",
    .operand = "PAIR|NAME",
    .about = "Gets models by their languages (en-fr), their names, or a repository of Hugging "
             "Face (hf:OWNER/NAME): downloads, checks and converts them into the user's folder of "
             "models, where -f and -t find them.  With no "
             "model named, lists what there is.",
    .options = options,
    .pairs = pairs,
    .run = fetch_main,
};
