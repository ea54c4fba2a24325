/*
 * fetch.c - `translate fetch`: its options.  What goes on line is a program of its own,
 * translate-fetch, so that no other command has anything to do with a network.
 */
#include "commands/fetch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/self_path.h"

#define FIELD(name) offsetof(fetch_settings, name)
static const option options[] = {
    {'l', "list", NULL, "list what there is to fetch", OPTION_SET, FIELD(mode), FETCH_LIST, 0},
    {'i', "info", NULL, "show a model's files, digests, licence and scores", OPTION_SET,
     FIELD(mode), FETCH_INFO, 0},
    {'u', "update", NULL, "fetch newer revisions of what was fetched", OPTION_SET, FIELD(mode),
     FETCH_UPDATE, 0},
    {'r', "remove", NULL, "remove models that were fetched", OPTION_SET, FIELD(mode), FETCH_REMOVE,
     0},
    {'f', "from", "LANG", "language of the source", OPTION_TEXT, FIELD(from), 0, 0},
    {'t', "to", "LANG", "language of the translation", OPTION_TEXT, FIELD(to), 0, 0},
    {0, "all", NULL, "list those, too, that are not released or cannot be converted", OPTION_FLAG,
     FIELD(all), 0, 0},
    {0, "check", NULL, "with --update: only say what is newer", OPTION_FLAG, FIELD(check), 0, 0},
    {0, "variant", "tiny|base-memory|base", "of a pair's models, one of this size", OPTION_WORD,
     FIELD(variant), 0, 0},
    {0, "type", "auto|int8|float32", "type of the weights (auto: as convert chooses)",
     OPTION_CHOICE, FIELD(type), 0, 0},
    {0, "index", "FILE", "another list of models: a file or an address", OPTION_TEXT, FIELD(index),
     0, 0},
    {0, "index-sha256", "HEX", "what the SHA-256 of that list has to be", OPTION_TEXT,
     FIELD(index_sha256), 0, 0},
    {0, "accept-license", "ID", "take models of this licence without a question", OPTION_TEXT,
     FIELD(accept), 0, 0},
    {0, "unverified", NULL, "fetch files of which the list has no SHA-256", OPTION_FLAG,
     FIELD(unverified), 0, 0},
    {0, "offline", NULL, "ask no server", OPTION_FLAG, FIELD(offline), 0, 0},
    {0, "force", NULL, "fetch again what is there", OPTION_FLAG, FIELD(force), 0, 0},
    {0, "retries", "N", "how often a server is asked again (default: 5)", OPTION_COUNT,
     FIELD(retries), 0, 100},
    {0, "timeout", "SECONDS", "how long a server may be silent (default: 30)", OPTION_COUNT,
     FIELD(timeout), 1, 3600},
    {0, "json", NULL, "print the results as one JSON object", OPTION_FLAG, FIELD(json), 0, 0},
    {'q', "quiet", NULL, "show no progress", OPTION_FLAG, FIELD(quiet), 0, 0},
    {'y', "yes", NULL, "remove several models without a question", OPTION_FLAG, FIELD(yes), 0, 0},
    OPTION_LAST_ROWS,
};

fetch_settings fetch_defaults(void)
{
    return (fetch_settings){.retries = 5, .timeout = 30};
}

/* Returns only if the program is not there, or cannot be started. */
static int start_fetch(int argc, char **argv)
{
    self_path_become("translate-fetch", argc, argv);
    if (errno == ENOENT)
        complain("this program was built without libcurl, and cannot fetch: translate-fetch is "
                 "not there");
    else
        complain("translate-fetch, the program that fetches, cannot be started: %s",
                 strerror(errno));
    return EXIT_FAILED;
}

static int fetch_main(int argc, char **argv)
{
    fetch_settings set = fetch_defaults();
    char **given = checked_malloc(((size_t)argc + 1) * sizeof *given);
    int n = argc;

    memcpy(given, argv, (size_t)argc * sizeof *given);
    const int rc = options_parse(&fetch_command, &n, argv, &set);
    const int status = rc == GO_ON ? start_fetch(argc, given) : rc;
    free(given);
    return status;
}

const command fetch_command = {
    .name = "fetch",
    .summary = "get a ready model from the public catalogues",
    .operands = "[OPTIONS] [PAIR|NAME]...",
    .operand = "PAIR|NAME",
    .about = "Gets models by their languages (en-fr) or their names: downloads, checks and "
             "converts them into the user's folder of models, where -f and -t find them.  With no "
             "model named, lists what there is.",
    .options = options,
    .run = fetch_main,
};
