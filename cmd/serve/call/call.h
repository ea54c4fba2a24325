/*
 * call.h - a request that is being answered, as all dialects see it.
 *
 * A dialect is an interface that programs speak already: its paths, how it asks, how it answers.
 * routes.c has the table of all.  A route's function reads the call's parameters, has
 * call_translate() do the work, and writes the answer with the functions below.
 */
#ifndef CALL_H
#define CALL_H

#include "serve/call/keys.h"
#include "serve/call/metrics.h"
#include "serve/http/http.h"
#include "serve/http/params.h"
#include "serve/translator/translator.h"

struct glossary_store;
struct dictionary;
struct file_store;
struct mcp_sessions;

/* Fields of a head that requests are read with: the places of http_request's `extra`.  Keys come in
 * the fields from HEADER_KEY on. */
enum call_header {
    HEADER_REQUESTED_METHOD,
    HEADER_REQUESTED_PRIVATE,
    HEADER_FETCH_SITE,
    HEADER_FETCH_MODE,
    HEADER_ACCEPT,
    HEADER_MCP_SESSION,
    HEADER_MCP_VERSION,
    HEADER_MCP_METHOD,
    HEADER_MCP_NAME,
    HEADER_KEY,
    HEADERS = HEADER_KEY + 4
};

typedef struct call_settings {
    int char_limit, batch_limit; /* characters of a request, texts of a request; 0 = any */
    int alternatives_limit;
    int request_timeout; /* seconds for a translation */
    bool shows_metrics;
} call_settings;

struct dialect;

typedef struct server_state {
    call_settings settings;
    translator *translator;
    keys *keys; /* NULL: nobody needs one */
    metrics *metrics;
    struct glossary_store *glossaries;
    struct file_store *files;
    struct mcp_sessions *mcp_sessions;
    const struct dictionary_set *dictionaries;
    const struct dialect *const *dialects; /* all, the last one NULL */
} server_state;

/* A request that is being answered. */
typedef struct call {
    server_state *server;
    http_request *request;
    http_answer *answer;
    const struct dialect *dialect;
    const char *tail; /* of the path, behind what the route's path says before "*" */
    params params;
    const key *key;         /* whose request it is; NULL: nobody's in particular */
    translator_answer done; /* what call_translate() made; freed with the call */
    char refusal[512];      /* what call_refuse() said; "": nothing */
} call;

typedef struct route {
    const char *method; /* "GET" is HEAD, too */
    const char *path;   /* a "*" at its end stands for anything, also within a segment */
    void (*run)(call *c);
    bool is_open;  /* no key is needed */
    bool is_quick; /* it waits for nobody: it is answered whatever else is done */
    /* Several dialects may have one path: a route takes the requests whose fields it knows, which
     * come before the requests of routes without such a function. */
    bool (*fits)(const params *given);
    bool any_json; /* it also takes JSON that is no object */
} route;

typedef struct dialect {
    const char *name;    /* in metrics */
    const route *routes; /* the last one has no path */
    /* Writes a refusal in the form of the dialect. */
    void (*refuse)(call *c, int status, const char *message);
    /* The key that a request brings, in the dialect's own place; NULL: none.  NULL: there is no
     * place of its own. */
    const char *(*key)(call *c);
    int no_key_status;    /* where one is needed and it brings none */
    int wrong_key_status; /* 0: 403 */
} dialect;

/* ---- What a route does ---- */

/* What is asked for: without those fields that the call has. */
typedef struct call_request {
    const char *source, *target; /* source NULL: it is found out */
    const tr_string *texts;
    size_t n;
    int format; /* enum translator_format */
    int n_best;
    int formality;        /* enum tr_formality */
    bool alignment;       /* tell links */
    bool whole_lines;     /* lines are not cut into sentences */
    tr_string context;    /* what stands before each text; a text of NULL: nothing is known */
    const char *glossary; /* the id of one that the store has; NULL: none */
} call_request;

/* Translates: true, and c->done has the answer; else a refusal was written. */
bool call_translate(call *c, const call_request *a);

/* Spends what work costs of the key's limits; false after a refusal. */
bool call_spend(call *c, size_t requests, size_t characters);

bool call_spend_texts(call *c, const tr_string *texts, size_t n);

/* Counts what was translated, for all and for whose call it is (NULL: nobody's in particular). */
void call_count(server_state *s, const key *of, size_t characters);

/* The request of a call, for dialects that translate by themselves. */
translator_request call_translator_request(call *c, const char *source, const char *target);

/* Takes a glossary (NULL: none) of the request's languages for it: to be let go.  False after a
 * refusal. */
bool call_take_glossary(call *c, const char *id, translator_request *request,
                        struct dictionary **glossary);
void call_let_go_glossary(call *c, struct dictionary *glossary); /* NULL is allowed */

/* Writes the refusal of something that the translator did not do. */
void call_refuse_status(call *c, enum translator_status status, const char *message);

/* Writes a refusal, in the dialect's form. */
void call_refuse(call *c, int status, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Refuses as {"error": message}, as several interfaces do: for call.refuse. */
void call_refuse_by_error(call *c, int status, const char *message);

/* The key that a request has as its parameter "token"; NULL: none. */
const char *call_token(call *c);

/* Writes an answer of JSON, which is freed. */
void call_answer(call *c, int status, cJSON *json);
void call_answer_text(call *c, int status, const char *type, const char *text);
void call_answer_bytes(call *c, int status, const char *type, char *bytes, size_t len);

/* A text as JSON has it, of any bytes. */
void call_add_text(cJSON *object, const char *member, const char *text, size_t len);

/* Characters (code points) of a text. */
size_t count_characters(tr_string text);

#endif
