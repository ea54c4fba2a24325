/*
 * read_json.h - JSON (RFC 8259): string values.  Keys, and values that are names or numbers to
 * programs, stay.
 */
#ifndef TR_READ_JSON_H
#define TR_READ_JSON_H

#include "document/segment/content.h"

/* One value; with ARB and the messages of WebExtensions.  TR_EFORMAT names the place of the first
 * error. */
int tr_read_json(tr_content *d, tr_error *err);

/* JSON Lines: a value on each line.  A line that is no value stays. */
int tr_read_jsonl(tr_content *d, tr_error *err);

/* JSON5 (https://spec.json5.org), and JSON with comments: one value. */
int tr_read_json5(tr_content *d, tr_error *err);

#endif
