/*
 * serve.c - `translate serve`: its options.  The server is a program of its own, translate-serve,
 * so that no other command has anything to do with a socket.
 */
#include "commands/serve.h"

#include "commands/commands.h"
#include "console/option_pairs.h"
#include "programs/other_program.h"

#define FIELD(name) offsetof(serve_options, name)
static const option options[] = {
    OPTION_ROW('l', "listen", "ADDRESS", OPTION_LIST, FIELD(listen),
               "PORT, HOST:PORT or unix:PATH; may be given again (default: 127.0.0.1:5000)"),
    OPTION_ROW('m', "model", "FILE|NAME", OPTION_TEXT, FIELD(model),
               "serve this model alone (default: all that are found)"),
    OPTION_ROW(0, "keys", "FILE", OPTION_ONCE, FIELD(keys),
               "who may ask: lines of NAME KEY [REQUESTS] [CHARACTERS], a minute"),
    OPTION_ROW(0, "glossaries", "DIR", OPTION_ONCE, FIELD(glossaries),
               "keep the glossaries of clients here (default: in memory)"),
    OPTION_ROW(0, "dictionary", "FROM:TO=FILE", OPTION_LIST, FIELD(dictionaries),
               "tell what it has of a word to programs that ask Google Translate for it; may be "
               "given again"),
    TM_OPTION_ROWS(serve_options, memory),
    OPTION_ROW(0, "host", "NAME", OPTION_LIST, FIELD(hosts),
               "answer requests to this name, too; may be given again"),
    OPTION_ROW(0, "cors", "ORIGIN", OPTION_LIST, FIELD(origins),
               "answer pages of this origin; * means any"),
    OPTION_FLAG_ROW(0, "public", FIELD(is_public),
                    "listen on other addresses than this machine's own without --keys"),
    OPTION_RANGE_ROW(0, "char-limit", "N", OPTION_COUNT, FIELD(char_limit), 1, 1 << 30,
                     "characters of a text (default: any)"),
    OPTION_RANGE_ROW(0, "batch-limit", "N", OPTION_COUNT, FIELD(batch_limit), 1, 100000,
                     "texts of a request (default: 10000)"),
    OPTION_RANGE_ROW(0, "alternatives-limit", "N", OPTION_COUNT, FIELD(alternatives), 0, 63,
                     "other translations of a text (default: 3)"),
    OPTION_RANGE_ROW(0, "max-body", "MIB", OPTION_COUNT, FIELD(max_body), 1, 256,
                     "size of a request (default: 10)"),
    OPTION_RANGE_ROW(0, "request-timeout", "SECONDS", OPTION_COUNT, FIELD(request_timeout), 1,
                     86400, "for a request to come, and to be translated (default: 30)"),
    OPTION_RANGE_ROW(0, "max-connections", "N", OPTION_COUNT, FIELD(max_connections), 1, 100000,
                     "at once (default: 4096)"),
    OPTION_RANGE_ROW(0, "idle", "SECONDS", OPTION_COUNT, FIELD(idle), 1, 1 << 30,
                     "close a model that nobody asks for (default: 300)"),
    OPTION_RANGE_ROW(0, "idle-exit", "SECONDS", OPTION_COUNT, FIELD(idle_exit), 1, 1 << 30,
                     "end when nobody has asked for anything (default: never)"),
    OPTION_ROW(0, "max-memory", "SIZE", OPTION_TEXT, FIELD(max_memory),
               "close models before there is more than this, as in 500M"),
    OPTION_RANGE_ROW('j', "threads", "N", OPTION_COUNT, FIELD(threads), 1, 1024,
                     "threads of a model (default: one per core)"),
    OPTION_RANGE_ROW('b', "beam", "N", OPTION_COUNT, FIELD(beam_size), 1, TR_MAX_BEAM,
                     "beam size (default: the model's, else 4)"),
    OPTION_FLAG_ROW(0, "stdio", FIELD(stdio),
                    "do not listen: answer JSON, an object a line, on standard input"),
    OPTION_FLAG_ROW(0, "native-messaging", FIELD(native_messaging),
                    "the same for a browser, as translateLocally does"),
    OPTION_FLAG_ROW(0, "mcp", FIELD(mcp),
                    "the same for a model: Model Context Protocol (over HTTP it is at /mcp)"),
    OPTION_ROW(0, "root", "DIR", OPTION_LIST, FIELD(roots),
               "a folder whose documents --mcp may translate; may be given again"),
    OPTION_FLAG_ROW(0, "metrics", FIELD(metrics), "show /metrics, as Prometheus reads it"),
    OPTION_FLAG_ROW('q', "quiet", FIELD(quiet), "do not tell of each request"),
    OPTION_LAST_ROWS,
};

#define ONE_WAY          "--stdio, --native-messaging and --mcp are three things"
#define IS_NOT_LISTENING "who asks on standard input needs neither --listen nor --keys"

static const option_pair pairs[] = {
    {"stdio", OPTION_EXCLUDES, "native-messaging|mcp", ONE_WAY},
    {"native-messaging", OPTION_EXCLUDES, "mcp", ONE_WAY},
    {"stdio", OPTION_EXCLUDES, "listen|keys", IS_NOT_LISTENING},
    {"native-messaging", OPTION_EXCLUDES, "listen|keys", IS_NOT_LISTENING},
    {"mcp", OPTION_EXCLUDES, "listen|keys", IS_NOT_LISTENING},
    {"dictionary", OPTION_EXCLUDES, "stdio|native-messaging|mcp",
     "--dictionary is of Google's interface alone"},
    {"root", OPTION_NEEDS, "mcp", "--root is of --mcp alone"},
    OPTION_LAST_PAIR,
};

const serve_options serve_defaults = {.alternatives = 3,
                                      .batch_limit = 10000,
                                      .max_body = 10,
                                      .request_timeout = 30,
                                      .max_connections = 4096,
                                      .idle = 300};

static int serve_main(int argc, char **argv)
{
    static const other_program program = {
        .name = "translate-serve",
        .what = "the server",
        .missing = "this program was built without libmicrohttpd, and cannot serve"};
    serve_options set = serve_defaults;

    return other_program_run(&program, &serve_command, &set, argc, argv);
}

const command serve_command = {
    .name = "serve",
    .summary = "answer programs that speak LibreTranslate's or DeepL's interface",
    .operands = "[OPTIONS]",
    .about = "Serves all models of this machine to programs on it, as LibreTranslate, DeepL and "
             "others do.  Nothing is kept, and no text is told of.",
    .options = options,
    .pairs = pairs,
    .run = serve_main,
};
