#define _XOPEN_SOURCE 700 /* realpath */
#include "serve/stdio/stdio.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "console/alloc.h"

/* The folders without links; NULL after a sentence. */
static char **find_roots(const char *const *roots, size_t n)
{
    char **const real = checked_realloc(NULL, n + 1, sizeof *real);
    struct stat st;

    for (size_t i = 0; i <= n; i++)
        real[i] = NULL;
    for (size_t i = 0; i < n; i++) {
        real[i] = realpath(roots[i], NULL);
        if (real[i] && !stat(real[i], &st) && S_ISDIR(st.st_mode)) continue;
        complain("%s: %s", roots[i], real[i] ? "is no folder" : strerror(errno));
        for (size_t k = 0; k <= i; k++)
            free(real[k]);
        free(real);
        return NULL;
    }
    return real;
}

int stdio_serve(const protocol *spoken, translator *d, glossary_store *glossaries,
                const char *const *roots, size_t n_roots)
{
    char **const real = find_roots(roots, n_roots);
    session *const s = checked_malloc(sizeof *s);

    if (!real) {
        free(s);
        return EXIT_FAILED;
    }
    signal(SIGPIPE, SIG_IGN); /* what nobody reads is an error of the write */
    *s = (session){.protocol = spoken,
                   .translator = d,
                   .glossaries = glossaries,
                   .roots = (const char *const *)real,
                   .n_roots = n_roots};
    const bool whole = session_serve(s);
    for (size_t i = 0; i < n_roots; i++)
        free(real[i]);
    free(real);
    free(s);
    return whole ? EXIT_OK : EXIT_FAILED;
}
