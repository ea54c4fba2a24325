/*
 * flat_yaml.h - a YAML mapping of options to scalars and lists of scalars, by libyaml.
 *
 * Values are text; what they mean is the caller's to say.  Keys and values are printable ASCII
 * without blanks: other characters of the file become '?', so that they can be shown in messages.
 */
#ifndef TR_FLAT_YAML_H
#define TR_FLAT_YAML_H

#include <stddef.h>

#include "base/error.h"

enum tr_yaml_kind { TR_YAML_SCALAR, TR_YAML_LIST, TR_YAML_NESTED };

typedef struct tr_yaml_option {
    char *key;   /* owned, as the value */
    int kind;    /* enum tr_yaml_kind; nested (or an alias) = neither of the others */
    char *value; /* the scalar; of a list, its scalars with a blank between two */
    char *items; /* the scalars as they are, each with a NUL after it */
    size_t n_items;
} tr_yaml_option;

typedef struct tr_flat_yaml {
    tr_yaml_option *options;
    size_t n_options, capacity;
} tr_flat_yaml;

/* `name` is for messages.  TR_EFORMAT for what is not one mapping, for a key that occurs twice,
 * and for sizes and depths that no list of options has; *y is freed again on failure. */
int tr_flat_yaml_read(tr_flat_yaml *y, const char *text, size_t len, const char *name,
                      tr_error *err);
void tr_flat_yaml_free(tr_flat_yaml *y);

/* A scalar as it stands in the file, i < n_items. */
const char *tr_yaml_item(const tr_yaml_option *option, size_t i);

/* NULL when there is none. */
const tr_yaml_option *tr_flat_yaml_find(const tr_flat_yaml *y, const char *key);

/* An option that has to have one of some values, where it is there; an empty list is "". */
typedef struct tr_yaml_fixed {
    const char *key, *allowed[3];
} tr_yaml_fixed;

/* The first of the options `fixed` [n] that has another value; NULL when there is none. */
const tr_yaml_option *tr_flat_yaml_odd(const tr_flat_yaml *y, const tr_yaml_fixed *fixed, size_t n);

#endif
