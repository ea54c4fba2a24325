/* json_scan.h - a scanner of JSON (RFC 8259) and of JSON5 (https://spec.json5.org): strings, keys,
 * numbers and words, in order. */
#ifndef TR_JSON_SCAN_H
#define TR_JSON_SCAN_H

#include "document/segment/decoded.h"

enum { TR_JSON_DEPTH = 1000 }; /* levels */

typedef struct tr_json_scan {
    const char *text; /* [end] */
    size_t at, end;
    const char *wrong; /* the error at `at`; NULL: none */
    bool five;         /* JSON5: with comments, and more than JSON has */
    bool comments;     /* JSON with comments, and commas behind last values */
} tr_json_scan;

/* The character at `at`; NUL at the end. */
char tr_json_peek(const tr_json_scan *j);
void tr_json_skip_blanks(tr_json_scan *j);
/* True if a string begins at `at`. */
bool tr_json_begins_string(const tr_json_scan *j);

/* Notes what is wrong; false. */
bool tr_json_fail(tr_json_scan *j, const char *why);

/* All functions return false if the text is wrong.  Reads the string that begins at `at`. */
bool tr_json_string(tr_json_scan *j, tr_decoded *value);
/* Goes past true, false, null or a number. */
bool tr_json_word(tr_json_scan *j);
/* Reads the key of an object; goes past its colon, and the blanks after it. */
bool tr_json_key(tr_json_scan *j, tr_decoded *key);
/* Goes from the beginning of an object or a list (`first`), or from the end of one of its values,
 * to the next value or key (*more), or past `close`. */
bool tr_json_next(tr_json_scan *j, char close, bool first, bool *more);
/* Goes past a value and all values in it, up to TR_JSON_DEPTH levels deep.  `scratch` holds its
 * strings. */
bool tr_json_skip(tr_json_scan *j, tr_decoded *scratch);

/* Appends text [len] with the escapes of a string, without its quotes.  `ascii`: other characters
 * become \uXXXX. */
void tr_json_write(const char *text, size_t len, bool ascii, tr_buf *out);

/* tr_json_write() for quotes of another kind, which JSON5 has. */
void tr_json_write_in(char quote, const char *text, size_t len, bool ascii, tr_buf *out);

/* True if JSON [len] has comments, which RFC 8259 does not know and many programs read. */
bool tr_json_has_comments(const char *json, size_t len);

/* Appends JSON [len] without its comments, the lines that are nothing else, and commas behind last
 * values. */
void tr_json_write_plain(const char *json, size_t len, tr_buf *out);

/* True if JSON [len] writes all characters in ASCII, by escapes. */
bool tr_json_is_ascii(const char *json, size_t len);

#endif
