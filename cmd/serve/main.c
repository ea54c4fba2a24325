/* main.c - translate-serve: what `translate serve` starts. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "commands/commands.h"
#include "commands/serve.h"
#include "console/alloc.h"
#include "console/json.h"
#include "console/option_pairs.h"
#include "console/truncated_file.h"
#include "dictionary/dictionary_set.h"
#include "serve/call/call.h"
#include "serve/call/file_store.h"
#include "serve/call/glossary_store.h"
#include "serve/listen.h"
#include "serve/mcp/mcp_sessions.h"
#include "serve/routes.h"
#include "serve/stdio/stdio.h"

enum { HANDLERS = 256, QUICK_HANDLERS = 4, MOST_PER_ADDRESS = 1024, RESERVE = 16 << 20 };

static listening sockets;
static dictionary_set dictionaries;

static bool is_quiet;

static void tell_ready(void)
{
    for (size_t i = 0; i < sockets.n_told && (!is_quiet || sockets.is_any_port); i++)
        tell("listening on %s\n", sockets.told[i]);
    listen_notify("READY=1");
}

static void tell_stopping(void)
{
    listen_notify("STOPPING=1");
}

/* Texts of others are nobody's business: not in a core file, and not by a debugger. */
static void hide_memory(void)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
}

/* Many threads take little memory each: what one frees, all others use.  What is large (bodies,
 * documents) goes back to the system at once, however large the largest was. */
static void share_memory(void)
{
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 256 << 10);
#endif
}

/* "200M", "1G", "1000000": bytes; false for others. */
static bool parse_size(const char *text, uint64_t *bytes)
{
    char *end;
    const unsigned long long n = strtoull(text, &end, 10);
    const int shift = !strcmp(end, "K")   ? 10
                      : !strcmp(end, "M") ? 20
                      : !strcmp(end, "G") ? 30
                      : !*end             ? 0
                                          : -1;

    if (*text < '0' || *text > '9' || shift < 0 || n > UINT64_MAX >> 31) return false;
    *bytes = (uint64_t)n << shift;
    return *bytes > 0;
}

/* Each connection is a file, and models, documents and others are a few. */
static void allow_connections(int n)
{
    enum { OTHERS = 256 };
    struct rlimit most;

    if (getrlimit(RLIMIT_NOFILE, &most) || most.rlim_cur >= (rlim_t)n + OTHERS) return;
    most.rlim_cur = most.rlim_max < (rlim_t)n + OTHERS ? most.rlim_max : (rlim_t)n + OTHERS;
    setrlimit(RLIMIT_NOFILE, &most);
}

static int open_sockets(const serve_options *set)
{
    const int n = listen_take_given(&sockets);

    if (n < 0) return -1;
    for (size_t i = 0; i < set->listen.n; i++)
        if (listen_add(&sockets, set->listen.items[i]) < 0) return -1;
    if (!sockets.n && listen_add(&sockets, "127.0.0.1:5000") < 0) return -1;
    if (!sockets.is_public || set->keys || set->is_public) return 0;
    complain("others than programs of this machine could ask: name who may with --keys FILE, or "
             "give --public");
    return -1;
}

/* ---- The handler's functions ---------------------------------------------------------------- */

static void tick(void *ctx)
{
    const server_state *const s = ctx;
    reserve_fill(RESERVE);
    translator_tidy(s->translator);
    files_tidy(s->files);
    if (routes_had_large()) trim_memory();
}

static void reload(void *ctx)
{
    const server_state *const s = ctx;
    if (s->keys) keys_reload(s->keys);
    glossaries_reload(s->glossaries);
    translator_reload(s->translator);
}

static bool is_idle(void *ctx)
{
    const server_state *const s = ctx;
    return !files_are_busy(s->files);
}

static int serve_http(server_state *s, const serve_options *set)
{
    const route_settings routes = {.hosts = set->hosts.items,
                                   .n_hosts = set->hosts.n,
                                   .origins = set->origins.items,
                                   .n_origins = set->origins.n,
                                   .quiet = set->quiet};
    const http_handler handler = {.extra_headers = routes_headers,
                                  .accept = routes_accept,
                                  .handle = routes_handle,
                                  .over = routes_over,
                                  .tick = tick,
                                  .reload = reload,
                                  .is_idle = is_idle,
                                  .ctx = s};
    const http_settings http = {.sockets = sockets.sockets,
                                .n_sockets = sockets.n,
                                .max_body = (size_t)set->max_body << 20,
                                .request_timeout = set->request_timeout,
                                .max_connections = set->max_connections,
                                .max_per_address = MOST_PER_ADDRESS,
                                .threads = HANDLERS,
                                .quick_threads = QUICK_HANDLERS,
                                .idle_exit = set->idle_exit};

    is_quiet = set->quiet;
    routes_init(s, &routes);
    allow_connections(set->max_connections);
    reserve_fill(RESERVE);
    return http_serve(&http, &handler, tell_ready, tell_stopping) < 0 ? EXIT_FAILED : EXIT_OK;
}

/* ---- Standard input and output -------------------------------------------------------------- */

/* What is spoken there; NULL: the server listens. */
static const protocol *protocol_of(const serve_options *set)
{
    return set->stdio              ? &lines_protocol
           : set->native_messaging ? &native_protocol
           : set->mcp              ? &mcp_protocol
                                   : NULL;
}

/* There is one client, and its requests alone take turns. */
static const tr_service_limits own_limits = {.bytes = 64 << 20, .client_bytes = 64 << 20};

/* ---- All ------------------------------------------------------------------------------------ */

static int open_all(server_state *s, const serve_options *set)
{
    model_pool_settings of_translator = {.model = set->model,
                                         .threads = set->threads,
                                         .beam_size = set->beam_size,
                                         .idle = set->idle,
                                         .memory = set->memory};

    if (protocol_of(set)) of_translator.limits = own_limits;
    if (set->max_memory && !parse_size(set->max_memory, &of_translator.max_memory)) {
        complain("--max-memory: %s is no size, as 500M or 2G is", set->max_memory);
        return EXIT_MISUSE;
    }
    s->settings = (call_settings){.char_limit = set->char_limit,
                                  .batch_limit = set->batch_limit,
                                  .alternatives_limit = set->alternatives,
                                  .request_timeout = set->request_timeout,
                                  .shows_metrics = set->metrics};
    s->metrics = metrics_create();
    const int rc = dictionary_set_open(&dictionaries, set->dictionaries.items, set->dictionaries.n);
    s->dictionaries = &dictionaries;
    if (rc != EXIT_OK) return rc;
    if (set->keys && !(s->keys = keys_read(set->keys))) return EXIT_FAILED;
    if (!(s->glossaries = glossaries_open(set->glossaries))) return EXIT_FAILED;
    if (!(s->translator = translator_open(&of_translator))) return EXIT_FAILED;
    s->files = files_open();
    s->mcp_sessions = mcp_sessions_open();
    return EXIT_OK;
}

static int serve(server_state *s, const serve_options *set)
{
    const protocol *const spoken = protocol_of(set);
    if (spoken)
        return stdio_serve(spoken, s->translator, s->glossaries, set->roots.items, set->roots.n);
    return open_sockets(set) < 0 ? EXIT_FAILED : serve_http(s, set);
}

static void close_all(server_state *s)
{
    listen_end(&sockets);
    files_close(s->files);
    mcp_sessions_close(s->mcp_sessions);
    if (s->translator) translator_close(s->translator);
    glossaries_close(s->glossaries);
    dictionary_set_close(&dictionaries);
    keys_free(s->keys);
    if (s->metrics) metrics_free(s->metrics);
}

int main(int argc, char **argv)
{
    serve_options set = serve_defaults;
    server_state s = {0};
    int n = argc - 1;

    hide_memory();
    share_memory();
    truncated_file_catch();
    json_start();
    const int rc = options_parse(&serve_command, &n, argv + 1, &set);
    if (rc != GO_ON) return rc < 0 ? EXIT_MISUSE : rc;
    if (n && !set.native_messaging) /* a browser says who asks */
        return options_misuse(&serve_command, "unexpected operand %s", argv[1]);
    if (option_pairs_check(&serve_command, &set, &serve_defaults) != GO_ON) return EXIT_MISUSE;
    int status = open_all(&s, &set);
    if (status == EXIT_OK) status = serve(&s, &set);
    close_all(&s);
    return status;
}
