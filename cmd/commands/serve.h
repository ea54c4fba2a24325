/* serve.h - settings of `translate serve`, which translate-serve parses once more. */
#ifndef SERVE_SETTINGS_H
#define SERVE_SETTINGS_H

#include "console/options.h"
#include "memory/tm.h"

typedef struct serve_options {
    text_list listen, hosts, origins, dictionaries;
    const char *model, *keys, *glossaries, *probe;
    tm_settings memory;
    int threads, beam_size;
    int char_limit, batch_limit, alternatives;
    int max_body, request_timeout, idle, idle_exit, max_connections; /* MiB, seconds */
    const char *max_memory;                                          /* "200M" */
    int is_public, metrics, quiet;
    int stdio, native_messaging, mcp;
    text_list roots; /* folders of documents, for --mcp */
} serve_options;

extern const serve_options serve_defaults;

#endif
