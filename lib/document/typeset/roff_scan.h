/* roff_scan.h - lines of roff: requests with their arguments, and escapes. */
#ifndef TR_ROFF_SCAN_H
#define TR_ROFF_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { TR_ROFF_NAME_SIZE = 16 };

typedef struct tr_roff_line {
    size_t begin, end, next;
    char name[TR_ROFF_NAME_SIZE]; /* of a request; "" if it is text, or a comment */
    bool is_request;
    size_t args; /* where the arguments begin */
} tr_roff_line;

/* The line of text [size] that begins at byte `begin`. */
tr_roff_line tr_roff_line_read(const char *t, size_t size, size_t begin);

/* True if the name is one of a request for fonts; if such a request has two, in turn. */
bool tr_roff_is_font(const char *name);
bool tr_roff_alternates(const char *name);
/* True if a request of the name begins a link, or ends one. */
bool tr_roff_begins_link(const char *name);
bool tr_roff_ends_link(const char *name);

/* True if a request shows nothing and parts no sentence, such as one for hyphens or margins, or a
 * comment. */
bool tr_roff_is_unseen(const char *t, const tr_roff_line *l);

/* The next argument at or after *at, with its quotes, behind which *at is moved; false at the end
 * of the line, or at a comment. */
bool tr_roff_next_argument(const char *t, size_t *at, size_t end, tr_span *argument);

/* The text of an argument without its quotes. */
tr_span tr_roff_unquoted(const char *t, tr_span argument);

/* True if a word that may be code, an option or the like, ends before a character. */
bool tr_roff_ends_word(int32_t c);

/* The byte after the escape at byte `at`, a backslash. */
size_t tr_roff_end_of_escape(const char *t, size_t at, size_t end);

/* Appends the characters that the escape of bytes [at, end) means; false if it means none. */
bool tr_roff_decode(const char *t, size_t at, size_t end, tr_buf *out);

#endif
