/* arrays.h - arrays of the fixtures that PyTorch made in float64: an .npz, stored as they are. */
#ifndef GOLDEN_ARRAYS_H
#define GOLDEN_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"
#include "formats/zip.h"

#define FIXTURES "../shared/training/fixtures"

typedef struct npz {
    tr_file file;
    tr_zip zip;
} npz;

/* False, and a line of what is wrong, if it is not there. */
bool open_fixture(npz *z, const char *folder, const char *name);
void close_fixture(npz *z);
bool has_array(const npz *z, const char *name);

/* The numbers [n] of an array that has to be there; `n` may be NULL.  The caller frees them. */
double *read_array(const npz *z, const char *name, size_t *n);

/* The largest absolute value. */
double largest_of(const double *x, size_t n);

/* Ends the program: the fixtures are not what they should be. */
void give_up(const char *what);

#endif
