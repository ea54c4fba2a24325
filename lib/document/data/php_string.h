/* php_string.h - strings of PHP: in single and double quotes, heredoc and nowdoc. */
#ifndef TR_PHP_STRING_H
#define TR_PHP_STRING_H

#include "document/segment/builder.h"
#include "document/segment/decoded.h"

/* The way that a string is written, which is a segment's `extra`. */
typedef struct tr_php_style {
    char quote;       /* 0: it has none */
    bool has_escapes; /* as in double quotes */
    bool has_names;   /* of variables, whose values PHP puts there */
} tr_php_style;

typedef struct tr_php_string {
    size_t end; /* behind it */
    tr_php_style style;
    bool is_read; /* what it says is known: it has neither expressions nor names and signs like them
                   */
} tr_php_string;

/* True if a string begins at byte `at`. */
bool tr_php_begins_string(const char *text, size_t at, size_t end);

/* Reads it, and decodes what it says; false if it does not end. */
bool tr_php_string_read(const char *text, size_t at, size_t end, tr_decoded *v, tr_php_string *s);

extern const tr_writing tr_php_text;

#endif
