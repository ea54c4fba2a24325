/* mcp_asker.h - who speaks the Model Context Protocol, and how it is served: what carries the
 * messages gives it. */
#ifndef MCP_ASKER_H
#define MCP_ASKER_H

#include "serve/work/work.h"

struct key;

typedef struct mcp_asker mcp_asker;

/* How work is done; each function returns false after telling why not. */
typedef struct mcp_work {
    /* The answer is to be freed if it is true. */
    bool (*translate)(const mcp_asker *by, const work_request *request, translator_answer *answer,
                      work_failure *why);
    /* A document of a name: *out [*size] is the caller's. */
    bool (*translate_document)(const mcp_asker *by, const work_request *request, const char *name,
                               const char *bytes, size_t len, char **out, size_t *size,
                               work_failure *why);
    /* The asker may have something else done with a text. */
    bool (*admit)(const mcp_asker *by, tr_string text, work_failure *why);
} mcp_work;

struct mcp_asker {
    const mcp_work *work;
    translator *translator;
    struct glossary_store *glossaries;
    const struct key *key;    /* whose glossaries there are; NULL: everybody's */
    const char *const *roots; /* [n_roots] folders with files for it, with no links in them */
    size_t n_roots;
    void *ctx; /* of the functions */
};

#endif
