/* json_scan.h - the words of JSON (RFC 8259), one after the other. */
#ifndef TR_JSON_SCAN_H
#define TR_JSON_SCAN_H

#include "document/segment/decoded.h"

enum { TR_JSON_DEPTH = 1000 }; /* levels */

typedef struct tr_json_scan {
    const char *text; /* [end] */
    size_t at, end;
    const char *wrong; /* what is wrong at `at`; NULL: nothing */
} tr_json_scan;

/* The character at `at`; NUL at the end. */
char tr_json_peek(const tr_json_scan *j);
void tr_json_skip_blanks(tr_json_scan *j);

/* Notes what is wrong; false. */
bool tr_json_fail(tr_json_scan *j, const char *why);

/* All of these are false if the text is wrong.  A string, which begins at `at`, into a value. */
bool tr_json_string(tr_json_scan *j, tr_decoded *value);
/* true, false, null and numbers. */
bool tr_json_word(tr_json_scan *j);
/* The key of an object, its colon, and the blanks after it. */
bool tr_json_key(tr_json_scan *j, tr_decoded *key);
/* From after the beginning of an object or a list (`first`), or from after one of its values, to
 * the next value or key (*more), or after `close`. */
bool tr_json_next(tr_json_scan *j, char close, bool first, bool *more);
/* A value with all that is in it, up to TR_JSON_DEPTH levels deep; `scratch` for its strings. */
bool tr_json_skip(tr_json_scan *j, tr_decoded *scratch);

/* Appends text [len] as a string has it, without quotes: all in ASCII, or not. */
void tr_json_write(const char *text, size_t len, bool ascii, tr_buf *out);

/* True if JSON [len] is in ASCII though it has other characters. */
bool tr_json_is_ascii(const char *json, size_t len);

#endif
