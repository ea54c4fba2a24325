/*
 * ct2_model.h - CTranslate2's model.bin: named arrays, and further names for some of them.
 *
 * Versions 1 to 6 of the container (python/ctranslate2/specs/model_spec.py and
 * src/models/model.cc of CTranslate2 4.8).  The first revision of a model's names, which were
 * OpenNMT-tf's, is given here in the words of the later ones.  What the arrays mean is not known
 * here, but for the rule that an array NAME of int8 or int16 is divided by NAME_scale to get its
 * numbers.
 */
#ifndef TR_CT2_MODEL_H
#define TR_CT2_MODEL_H

#include "base/error.h"
#include "base/region.h"
#include "formats/elements.h"

enum { TR_CT2_MAX_DIMS = 4 };

typedef struct tr_ct2_variable {
    const char *name; /* printable ASCII */
    int type;         /* enum tr_element_type */
    unsigned n_dims;
    uint32_t dims[TR_CT2_MAX_DIMS]; /* each at least 1, outermost first */
    size_t n;                       /* elements: the product of dims, 1 without any */
    size_t at;                      /* of the first element, in the file */

    /* Of an int8 or int16 array: where its scales are in the file, float32 and above 0, [dims[0]]
     * for int8 and one for int16; 0 where it has none. */
    size_t scale_at;
} tr_ct2_variable;

typedef struct tr_ct2_name {
    const char *text;
    size_t variable; /* in `variables` */
} tr_ct2_name;

typedef struct tr_ct2_model {
    const unsigned char *data; /* the caller's [size] */
    size_t size;
    const char *path; /* the caller's, for messages */

    uint32_t version, revision;
    const char *spec; /* what kind of model; "" in version 1, which does not say */
    tr_ct2_variable *variables;
    size_t n_variables, variable_capacity;
    tr_ct2_name *names; /* of variables and aliases, sorted */
    size_t n_names, name_capacity;
    tr_region texts; /* all names */
} tr_ct2_model;

/* Reads the table of the file data [size], which outlives *m, as `path` does.  TR_EFORMAT,
 * TR_EVERSION, TR_EUNSUPPORTED, TR_ENOMEM; *m is closed again on failure. */
int tr_ct2_open(tr_ct2_model *m, const unsigned char *data, size_t size, const char *path,
                tr_error *err);
void tr_ct2_close(tr_ct2_model *m);

/* By its own name or an alias; NULL when there is none. */
const tr_ct2_variable *tr_ct2_find(const tr_ct2_model *m, const char *name);

/* Its only element; false when it has more. */
bool tr_ct2_number(const tr_ct2_model *m, const tr_ct2_variable *v, double *x);

/* An int8 array of text [v->n], not NUL-terminated; NULL for another type. */
const char *tr_ct2_text(const tr_ct2_model *m, const tr_ct2_variable *v);

/* All elements, each times 1 / its scale where there is one.  TR_EFORMAT names the first that is
 * not finite. */
int tr_ct2_floats(const tr_ct2_model *m, const tr_ct2_variable *v, const tr_element_layout *layout,
                  float *out, tr_error *err);

/* An int8 array [rows, n / rows] as it is, with 1 / its scales: values [n], factors [rows]. */
int tr_ct2_s8(const tr_ct2_model *m, const tr_ct2_variable *v, int8_t *values, float *factors,
              tr_error *err);

#endif
