/* http_header.h - what a server says in the header of an answer (RFC 9110). */
#ifndef HTTP_HEADER_H
#define HTTP_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct http_range {
    uint64_t first, last, total; /* bytes; total is 0 where it says "*" */
} http_range;

/* The value of Content-Range, text [len].  False for what is no range of bytes. */
bool http_read_range(const char *text, size_t len, http_range *range);

/* The value of the field `name` in a line of a header, line [len], without blanks around it, or
 * NULL for another field.  *value_len is its length. */
const char *http_field(const char *line, size_t len, const char *name, size_t *value_len);

/* Copies a strong ETag that fits tag [size]; "" for any other. */
void http_read_tag(const char *text, size_t len, char *tag, size_t size);

/* The address of rel="next" in the value of Link, text [len] (RFC 8288), into next [size]; "" where
 * there is none, or none that fits. */
void http_read_next(const char *text, size_t len, char *next, size_t size);

/* Copies letters, digits, '-' and '_' that fit word [size]; "" for any other text. */
void http_read_word(const char *text, size_t len, char *word, size_t size);

/* True if `to` may be asked because `from` says so: https, or http of this machine that another of
 * this machine sends to.  `from` NULL: the user named it. */
bool http_may_follow(const char *from, const char *to);

#endif
