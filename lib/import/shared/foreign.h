/*
 * foreign.h - a foreign model as a set of named arrays, and the tensors that are made of them.
 *
 * An importer lists the arrays of its file, says in a table how its engine names what a layer
 * consists of, and takes the arrays one by one, each with the shape that it has to have.  What
 * nobody has taken in the end is refused, so that nothing that would change a translation is passed
 * over.
 */
#ifndef TR_FOREIGN_H
#define TR_FOREIGN_H

#include "formats/arrays.h"
#include "formats/elements.h"
#include "import/shared/importer.h"
#include "import/shared/low_rank.h"
#include "model/weights.h"

enum { TR_FOREIGN_MAX_DIMS = 4 };

struct tr_foreign_array {
    const char *name;
    unsigned n_dims;
    uint64_t dims[TR_FOREIGN_MAX_DIMS]; /* each at least 1, outermost first */
    size_t n;                           /* elements: the product of dims, 1 without any */
    bool is_s8;                         /* int8 with scales: `read_s8` reads it, too */
    bool is_s16;                        /* int16 with scales */
    const char
        *refusal; /* why its numbers cannot be read: "holds I64, not floats"; NULL: they can */
    const void *member; /* what the reader knows the array by; an array of several names has one */
    const tr_low_rank *added; /* to its numbers as they are read, or NULL */
    bool used;
};

struct tr_foreign {
    const char *path; /* for messages */
    /* [n], by name, each name once, when tr_foreign_sort() is done */
    tr_foreign_array *arrays;
    size_t n;

    /* Elements first .. first + n - 1 of an array, laid out as an array of their own; of scaled
     * integers, the products with their scales.  `file` is the importer's im->file.  Fails for
     * numbers that are not finite. */
    int (*read)(void *file, const tr_foreign_array *a, size_t first, size_t n,
                const tr_element_layout *layout, float *out, tr_error *err);
    /* An int8 array as it is: outputs [n_out, n_in], or, `by_input`, [n_in, n_out], as values
     * [n_out, n_in]; and what the values of each output are to be multiplied by, scale [n_out].
     * NULL where there are no such arrays. */
    int (*read_s8)(void *file, const tr_foreign_array *a, bool by_input, size_t n_out, size_t n_in,
                   int8_t *values, float *scale, tr_error *err);
};

/* im->foreign, with room for `n` arrays; it lives as long as *im.  TR_ENOMEM. */
int tr_foreign_create(tr_import *im, const char *path, size_t n, tr_error *err);

/* Makes im->foreign for a file of arrays, which outlives *im; they are added one by one, at most
 * `n`, and may be of other names.  A name lives as long as *im.  TR_ENOMEM. */
int tr_foreign_of_arrays(tr_import *im, const tr_arrays *file, size_t n, tr_error *err);
int tr_foreign_add_array(tr_import *im, const char *name, const tr_array *t, tr_error *err);

/* After all arrays have been put into place.  TR_EFORMAT: a name is there twice. */
int tr_foreign_sort(tr_foreign *f, tr_error *err);

/* NULL when there is none of that name. */
tr_foreign_array *tr_foreign_find(const tr_foreign *f, const char *name);

/* ---- Building ------------------------------------------------------------------------------ */

/* How an engine names what a layer consists of.  A star in a name stands for a word that tells
 * which part of a block it is. */
typedef struct tr_tensor_naming {
    const char *weight, *bias; /* the words of a matrix and its bias, */
    const char *gain, *shift;  /*   and of a norm's two vectors */
    bool by_input;             /* matrices are [n_in, n_out] */
    bool may_lack_bias;

    /* In the order of writing.  Of a matrix, arrays whose outputs lie one after the other; one
     * whose name has no star has no bias, which is zeros then.  Of a norm, its name, and its name
     * before a block if that differs. */
    struct {
        int ours; /* enum tr_layer_part_id */
        const char *theirs[TR_IMPORT_MAX_PARTS];
    } layer[TR_N_LAYER_PARTS]; /* up to the first of 0 */
} tr_tensor_naming;

/* The first failure stays, and steps after it do nothing, so that lists of tensors read plainly. */
typedef struct tr_tensor_builder {
    tr_import *im; /* with the numbers of the network */
    const tr_tensor_naming *naming;
    tr_error *err;
    int rc;
} tr_tensor_builder;

/* Fails for the array `name`, unless something has failed already. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void tr_tensor_builder_refuse(tr_tensor_builder *b, int code, const char *name, const char *fmt, ...);

/* An array, which is used then; NULL when there is none. */
const tr_foreign_array *tr_tensor_builder_find(const tr_tensor_builder *b, const char *name);

/* As tr_tensor_builder_find(), but TR_EFORMAT when there is none. */
const tr_foreign_array *tr_tensor_builder_require(tr_tensor_builder *b, const char *name);

/* True if `a`, which may be NULL, holds numbers and is [rows, columns], or [columns] for one row;
 * `rows` 0 for any number of them.  TR_EUNSUPPORTED, TR_EFORMAT. */
bool tr_tensor_builder_fits(tr_tensor_builder *b, const tr_foreign_array *a, size_t rows,
                            size_t columns);

/* A new tensor, or NULL after a failure; valid until the next one is added. */
tr_import_tensor *tr_tensor_builder_add(tr_tensor_builder *b, int kind, const char *ours,
                                        size_t n_out, size_t n_in);

/* The next of equal parts of a tensor, from element `first` on; either may be NULL. */
void tr_tensor_builder_add_part(tr_tensor_builder *b, tr_import_tensor *t,
                                const tr_foreign_array *a, size_t first, bool by_input);

/* A tensor that is one array [n_out, n_in], or [n_out] for a vector. */
void tr_tensor_builder_add_whole(tr_tensor_builder *b, int kind, const char *ours,
                                 const char *theirs, size_t n_out, size_t n_in);

/* The two vectors of a norm. */
void tr_tensor_builder_add_norm(tr_tensor_builder *b, const char *ours, const char *theirs);

/* The two vectors of a norm, if the file has them. */
void tr_tensor_builder_add_optional_norm(tr_tensor_builder *b, const char *ours,
                                         const char *theirs);

/* All that a layer of this network consists of.  The names begin with these prefixes. */
void tr_tensor_builder_add_layer(tr_tensor_builder *b, bool decoder, const char *ours,
                                 const char *theirs);

/* Fails for the first array that nobody has used: it has no place in `where`. */
void tr_tensor_builder_refuse_unused(tr_tensor_builder *b, int code, const char *where);

#endif
