/* case.h - cases of tests: what a file of cases gives to the module that it tests.  README.md
 * describes the files. */
#ifndef CASE_H
#define CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { CASE_TEXTS = 4, CASE_OPTIONS = 100 };

typedef struct case_option {
    char name[24];
    tr_buf value;
} case_option;

/* The texts of one case; the last one is wanted, and a module sees those before.  Each has a NUL
 * behind it.  Options of the same name: the last one counts. */
typedef struct case_input {
    tr_buf text[CASE_TEXTS];
    size_t n;
    case_option option[CASE_OPTIONS];
    size_t n_options;
} case_input;

/* The bytes of a text, which may hold NULs; never NULL. */
const char *case_text(const case_input *in, size_t i);
size_t case_len(const case_input *in, size_t i);

/* The value of an option, or `otherwise`. */
const char *case_option_of(const case_input *in, const char *name, const char *otherwise);

/* True if an option is "yes"; any other value but "no" is a mistake of the file. */
bool case_option_on(const case_input *in, const char *name);

/* Adds a part to a list of parts: `between` goes before each one but the first. */
void case_add_part(tr_buf *out, const char *between, const char *part, size_t len);

/* Adds "yes" or "no". */
void case_add_bool(tr_buf *out, bool value);

/* Adds what a module makes of a case. */
typedef void case_adapter(const case_input *in, tr_buf *out);

/* A function that cases test. */
typedef struct case_module {
    const char *file;     /* below tests/cases */
    const char *function; /* value of the option "function"; NULL: the one without that option */
    size_t inputs;        /* texts before the one that is wanted */
    case_adapter *adapter;
    const char *options; /* that it looks at, each with a blank behind it */
} case_module;

/* Each table ends with a row without a file. */
extern const case_module cases_of_text[], cases_of_placeables[], cases_of_facts[], cases_of_lacks[],
    cases_of_terms[], cases_of_readers[], cases_of_documents[], cases_of_input[],
    cases_of_multipart[], cases_of_cmd[];

#endif
