/* matrix_file.h - matrices in model files: packed for the kernels, as int8 or float32. */
#ifndef TR_MATRIX_FILE_H
#define TR_MATRIX_FILE_H

#include "formats/gguf_write.h"

/* Declares the tensor `name`, which ends in ".weight", of a matrix [n_out, n_in]; of an int8 one
 * its scales and sums, too. */
void tr_matrix_declare(tr_gguf_writer *w, const char *name, size_t n_out, size_t n_in, bool int8);

/* Writes rows [n_out, n_in] as the next tensors, in the order in which they were declared.  TR_EIO,
 * TR_ENOMEM. */
int tr_matrix_write(tr_gguf_writer *w, const float *rows, size_t n_out, size_t n_in, bool int8,
                    tr_error *err);

/* Copies rows of outputs of a file's tensor, packed or plain, to rows [n, n_in], from `first` on;
 * int8 is widened. */
void tr_matrix_read(const tr_gguf *file, const tr_gguf_tensor *t, size_t n_in, size_t first,
                    size_t n, float *rows);

enum { TR_BESIDE_NAME = 96 };

/* The name of what lies beside the tensor `name`, whose ".weight" becomes `ending`. */
void tr_matrix_beside(const char *name, const char *ending, char beside[TR_BESIDE_NAME]);

#endif
