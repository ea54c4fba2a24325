/*
 * mail_header.h - the fields of a mail's header, and of a part's (RFC 5322, RFC 2045).
 */
#ifndef TR_MAIL_HEADER_H
#define TR_MAIL_HEADER_H

#include "base/buf.h"
#include "base/span.h"

/* Returns where the header of the mail at byte `at` begins: after a byte-order mark, if at is 0,
 * and the "From " line of a mailbox. */
size_t tr_header_begin(const char *text, size_t size, size_t at);

/* Returns the header at byte `at`, up to the end of its last field; empty if there is none. */
tr_span tr_header_span(const char *text, size_t size, size_t at);

/* Returns where the content begins after a header that ends at byte `at`: after an empty line. */
size_t tr_header_content(const char *text, size_t size, size_t at);

/* The next field at or after *at, which is where the header begins at first: its name, and its
 * value with its folds, but without blanks and line ends at the edges. */
bool tr_header_next(const char *text, tr_span header, size_t *at, tr_span *name, tr_span *value);

/* The value of the first field of a name, in lower case, on one line, cut to `size`; false if
 * there is none. */
bool tr_header_find(const char *text, tr_span header, const char *name, char *value, size_t size);

/* Copy the part of a value before its parameters; the value of a parameter, "" if there is none. */
void tr_header_main(const char *value, char *out, size_t size);
void tr_header_parameter(const char *value, const char *name, char *out, size_t size);

#endif
