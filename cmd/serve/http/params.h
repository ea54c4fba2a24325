/*
 * params.h - the parameters of a request, wherever it has them.
 *
 * A body of JSON is one object, and all parameters are its members.  Else they come from the query
 * and from a form together (application/x-www-form-urlencoded or multipart/form-data), in this
 * order; a method like GET may have a form, too.  What a query has beside JSON is to be asked for.
 */
#ifndef PARAMS_H
#define PARAMS_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "translate.h"

enum { PARAMS_MOST = 4096, PARAMS_MOST_VALUES = 200000 }; /* fields of a form, values in JSON */

typedef struct param {
    const char *name; /* ends in a NUL, as the value does, which may hold others */
    tr_string value;
    const char *file_name; /* of a file that was sent; else NULL */
    char *names;           /* that both names lie in; NULL: in the bytes of all */
} param;

typedef struct params {
    param *fields; /* [n], of query and form */
    size_t n;
    cJSON *json; /* NULL: there is none */
    char *bytes; /* that values lie in, and names */
} params;

enum params_result {
    PARAMS_OK,
    PARAMS_NOT_JSON,
    PARAMS_NOT_OBJECT,
    PARAMS_NOT_FORM,
    PARAMS_TOO_MANY,
    PARAMS_TOO_MANY_VALUES
};

/* Reads query (what stands behind "?", or NULL) and body [len] of a content type (or NULL).  A body
 * of another type has no parameters.  JSON that is no object is read, too. */
enum params_result params_read(params *p, const char *query, const char *type, const char *body,
                               size_t len);
void params_free(params *p); /* also of zeros */

/* The text of a parameter: the last field of the name, or a member that is a string, a number, true
 * or false as JSON writes them.  A text of NULL: it is not there, or null, or something else. */
tr_string params_text(const params *p, const char *name);

/* A parameter's text, ending in a NUL, and without others in it; NULL where it is not there. */
const char *params_word(const params *p, const char *name);

/* All texts of a parameter: all fields of the name, or the strings of a list, or one string.
 * Returns how many, SIZE_MAX where something else is there; the caller frees the array.
 * *is_list: it is a list of JSON. */
size_t params_texts(const params *p, const char *name, tr_string **texts, bool *is_list);

/* A file that was sent, by its field's name; NULL: none. */
const param *params_file(const params *p, const char *name);

/* True if it is there, whatever it is. */
bool params_has(const params *p, const char *name);

/* A word of the query or of a form, also where there is JSON; NULL: none.  params_fields(): all of
 * the name, as params_texts() has them. */
const char *params_field(const params *p, const char *name);
size_t params_fields(const params *p, const char *name, tr_string **texts);

/* True for "1", "true", and true itself. */
bool params_flag(const params *p, const char *name);

#endif
