/* stdio.h - the server without a network: one client, on standard input and output. */
#ifndef SERVE_STDIO_H
#define SERVE_STDIO_H

#include "serve/stdio/protocols.h"

/* Serves until the input ends.  The roots [n_roots] are folders that documents may be in.  An exit
 * status. */
int stdio_serve(const protocol *spoken, translator *d, glossary_store *glossaries,
                const char *const *roots, size_t n_roots);

#endif
