/* by_language.h - lines translated stretch by stretch, each from its own language. */
#ifndef BY_LANGUAGE_H
#define BY_LANGUAGE_H

#include "lines/language_runs.h"
#include "translate.h"

typedef struct by_language {
    language_runs *runs;
    input *in;
    bool by_line;
    const char *target;    /* language of the translation; NULL: any */
    const size_t *n_lines; /* written so far */
    /* Translates the runs's stretch: an exit status. */
    int (*translate)(void *ctx, const char *language);
    /* Takes a line that stays as it is. */
    int (*copy)(void *ctx, const tr_translation *line);
    void *ctx;
    size_t n_copied, first_copied; /* lines with letters, in another language than the target */
} by_language;

/* Translates all.  Lines whose language is not sure or not accepted stay as they are; a text that
 * is not told line by line is refused then.  Stops at the first stretch that fails: its exit
 * status. */
int by_language_run(by_language *s);

/* Tells how many lines stayed as they are. */
void by_language_report(by_language *s);

/* True if a text is in the language to translate to, which may be NULL. */
bool by_language_is_target(const char *target, const char *language);

/* Says why a text is not translated: it is in the language to translate to, or not surely in any;
 * and what translates it: of lines, each can tell its own language. */
void by_language_refuse(const char *name, const detection *d, bool is_lines);

#endif
