/* rst_names.h - names that references and targets of a document of reStructuredText have. */
#ifndef TR_RST_NAMES_H
#define TR_RST_NAMES_H

#include "document/segment/content.h"

typedef struct tr_rst_names {
    const uint64_t *references, *targets; /* [n_references], [n_targets] hashes, in order */
    const uint64_t *quoted;               /* [n_quoted] of what stands between backquotes */
    size_t n_references, n_targets, n_quoted;
} tr_rst_names;

/* Finds the names of `name`_, `text <name_>`_ and name_, and of `name <address>`_ and ".. _name:".
 * NULL when out of memory. */
const tr_rst_names *tr_rst_names_find(tr_content *d);

/* True if a reference has the name, text [len], whatever its case and blanks; if a target has. */
bool tr_rst_is_referred_to(const tr_rst_names *names, const char *text, size_t len);
bool tr_rst_is_target(const tr_rst_names *names, const char *text, size_t len);
/* True if the document has text [len] between backquotes, alone or before a target. */
bool tr_rst_is_quoted(const tr_rst_names *names, const char *text, size_t len);

#endif
