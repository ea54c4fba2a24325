/*
 * make_ct2.h - CTranslate2's model.bin for tests, byte by byte from its model_spec.py; any field
 * can be made wrong.
 */
#ifndef MAKE_CT2_H
#define MAKE_CT2_H

#include "make_npz.h"

/* Types as the file numbers them. */
enum { CT2_F32, CT2_S8, CT2_S16, CT2_S32, CT2_F16, CT2_BF16 };

typedef struct ct2_maker {
    int version;
    const char *spec; /* NULL: TransformerSpec */
    uint32_t revision;
    tr_buf variables, aliases, bytes; /* bytes: the file, once it is made */
    uint32_t n_variables, n_aliases;

    uint32_t count_change; /* of the number of variables */
    int64_t size_change;   /* of the bytes of those that are added from now on */
} ct2_maker;

void ct2_add_shaped(ct2_maker *m, const char *name, int type, unsigned n_dims, const uint32_t *dims,
                    const void *data, size_t n);

/* An array [rows, columns]; columns 0: [rows]; rows 0 as well: one number. */
void ct2_add(ct2_maker *m, const char *name, int type, uint32_t rows, uint32_t columns,
             const void *data);
void ct2_add_number(ct2_maker *m, const char *name, int type, int x);
void ct2_add_alias(ct2_maker *m, const char *alias, const char *name);

/* Puts the parts together; the caller frees m->bytes. */
void ct2_end(ct2_maker *m);

#endif
