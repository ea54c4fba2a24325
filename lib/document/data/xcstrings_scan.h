/* xcstrings_scan.h - the members of objects in Xcode's catalogues of strings, ".xcstrings". */
#ifndef TR_XCSTRINGS_SCAN_H
#define TR_XCSTRINGS_SCAN_H

#include "base/span.h"
#include "document/data/json_scan.h"
#include "document/segment/content.h"

/* An object, whose members are taken one after the other. */
typedef struct tr_json_object {
    tr_json_scan scan;
    tr_decoded key, scratch; /* of the member at hand */
    tr_span name, value;     /* its key with quotes, and its value */
    bool first;
} tr_json_object;

/* Begins with the object at bytes `at` of text; tr_json_object_end() frees what it has.  A value
 * that is no object has no members. */
void tr_json_object_begin(tr_json_object *o, const char *text, tr_span at);
bool tr_json_object_next(tr_json_object *o);
void tr_json_object_end(tr_json_object *o);

/* True if the key is `name`; whether a value is the string or the word `value`, as "\"new\"". */
bool tr_json_object_is(const tr_json_object *o, const char *name);
bool tr_json_value_is(const char *text, tr_span at, const char *value);

/* A string of a catalogue. */
typedef struct tr_xcstrings_entry {
    tr_span name, all;      /* its key, and the object behind it */
    tr_span localizations;  /* empty: it has none */
    tr_span source, target; /* of these languages; empty: it has none */
    tr_span next;           /* key of the language that is the target's next one, or empty */
    tr_span last;           /* the last language's value, or empty */
    tr_span behind;         /* key of the member that stands behind localizations, or empty */
    tr_span last_member;    /* value of the last member, or empty */
    bool stays;             /* it is stale, or is not to be translated */
} tr_xcstrings_entry;

/* The catalogue of a document: its language, and where its strings are; false if it is none. */
typedef struct tr_xcstrings {
    char source[40];
    tr_span language, strings;
    tr_span unit; /* white space before the first key, which indents by one level */
} tr_xcstrings;

bool tr_xcstrings_open(const tr_content *d, tr_xcstrings *x);

/* Reads the string whose key and value the object of strings has at hand. */
void tr_xcstrings_entry_read(const tr_content *d, const tr_xcstrings *x, const tr_json_object *o,
                             tr_xcstrings_entry *e);

#endif
