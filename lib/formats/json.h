/*
 * json.h - JSON that somebody else wrote, by cJSON, within bounds.
 *
 * It reads UTF-8 of limited size, depth and number of values, without U+0000 in a string;
 * so a parsed text takes at most some hundred bytes of memory for each of its values, and its
 * strings end where C says they do.
 */
#ifndef TR_JSON_H
#define TR_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "formats/bundle.h"

enum { TR_JSON_MAX_SIZE = 64 << 20, TR_JSON_MAX_DEPTH = 64, TR_JSON_MAX_VALUES = 1 << 21 };

/* One value, with nothing but blanks around it; `name` is for messages.  *json is freed with
 * cJSON_Delete().  TR_EFORMAT, TR_ENOMEM. */
int tr_json_parse(cJSON **json, const char *text, size_t len, const char *name, tr_error *err);

/* The object in the file at `path`; TR_EIO, and TR_EFORMAT for any other value, too. */
int tr_json_read(cJSON **json, const char *path, tr_error *err);

/* Reads a file of a bundle. */
int tr_json_read_member(cJSON **json, const tr_bundle *b, const char *name, tr_error *err);

/* The string that is a member of an object; NULL for none, for an empty one and for other values.
 */
const char *tr_json_text(const cJSON *object, const char *key);

/* An integer from 0 to 2^53, which a double holds exactly. */
bool tr_json_is_count(const cJSON *item, uint64_t *n);

#endif
