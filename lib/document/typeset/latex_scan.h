/* latex_scan.h - where groups, arguments and environments of LaTeX end, and what its macros are. */
#ifndef TR_LATEX_SCAN_H
#define TR_LATEX_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

typedef struct tr_latex_text {
    const char *t; /* [size] */
    size_t size;
    size_t searched; /* bytes that were searched in vain: it has an end, so that time has one */
} tr_latex_text;

enum { TR_LATEX_NAME_SIZE = 32 };

/* The name of the macro at byte `at`, a backslash, without a star; "" if it is longer than any that
 * is known, or a sign.  Returns the byte after the name and its star. */
size_t tr_latex_name(const tr_latex_text *x, size_t at, size_t end, char name[TR_LATEX_NAME_SIZE]);

/* The byte after the slides "<2->" of Beamer at byte `at`; `at` if none are there. */
size_t tr_latex_end_of_overlay(const char *t, size_t at, size_t end);

/* The byte after the group in braces or in brackets at byte `at`; 0 if it has no end. */
size_t tr_latex_end_of_group(tr_latex_text *x, size_t at, size_t end);

/* The byte after the arguments at byte `at`, n in braces at most. */
size_t tr_latex_end_of_arguments(tr_latex_text *x, size_t at, size_t end, size_t n);

/* The next option at or after *at, behind which *at is moved; its value, with its braces, is empty
 * if it has none.  False at the end. */
bool tr_latex_next_option(tr_latex_text *x, size_t *at, size_t end, tr_span *name, tr_span *value);

/* The byte after "\end{name}" of the environment at byte `at`; 0 if it has no end. */
size_t tr_latex_end_of_environment(tr_latex_text *x, size_t at, size_t end, const char *name);

/* The byte after the "\fi" of a condition at byte `at`; 0 if it has no end. */
size_t tr_latex_end_of_condition(tr_latex_text *x, size_t at, size_t end);

/* The byte after a formula at byte `at`, *is_display: one on its own; 0 if none begins there. */
size_t tr_latex_end_of_formula(tr_latex_text *x, size_t at, size_t end, bool *is_display);

/* What a macro is. */
enum tr_latex_kind {
    TR_LATEX_CODE,    /* it stays, with its arguments */
    TR_LATEX_POINT,   /* so does one that shows nothing */
    TR_LATEX_BREAK,   /* so does one that no sentence goes across */
    TR_LATEX_MARK,    /* its last argument is text of the sentence */
    TR_LATEX_BLOCK,   /* its last argument is a text of its own */
    TR_LATEX_NOTE,    /* so is it, within a sentence */
    TR_LATEX_LINE,    /* so does the rest of its line: TeX reads on without braces */
    TR_LATEX_VERBATIM /* what stands behind it between two equal signs stays */
};
/* *n: arguments in braces before the one that is text. */
enum tr_latex_kind tr_latex_kind_of(const char *name, size_t *n);

/* True if what a macro is given is a name or code, though it may have blanks. */
bool tr_latex_is_name(const char *macro);

/* True if the content of an environment stays; if it has cells; if it has no arguments. */
bool tr_latex_is_code(const char *environment);
bool tr_latex_is_table(const char *environment);
bool tr_latex_is_plain(const char *environment);

/* How many arguments of an environment in braces are its titles. */
size_t tr_latex_titles(const char *environment);

/* True if what stands in brackets behind an environment's name is its title. */
bool tr_latex_is_theorem(const char *environment);

/* The macro, with its brace, whose argument is text in an environment of code; NULL: none is. */
const char *tr_latex_text_in(const char *environment);

/* True if what stands in brackets before the text of a macro is text, too. */
bool tr_latex_has_short(const char *macro);

/* True if a macro is text before the document, or has some. */
bool tr_latex_is_preamble_text(const char *macro);

/* True if what a macro has in braces is options. */
bool tr_latex_takes_options(const char *macro);

/* True if the option of this name is text. */
bool tr_latex_is_caption(const char *t, tr_span name);

/* Appends what a sign, an accent or a short macro at byte `at` means; its length, 0: nothing is
 * known. */
size_t tr_latex_decode(const char *t, size_t at, size_t end, tr_buf *out);

/* Appends what bytes [at] mean, white space as a blank; false if marks or code are among them. */
bool tr_latex_decode_all(const char *t, tr_span at, tr_buf *out);

#endif
