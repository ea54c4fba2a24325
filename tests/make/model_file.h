/* model_file.h - a good model file in a folder of its own, and ways to spoil it. */
#ifndef MODEL_FILE_H
#define MODEL_FILE_H

#include "make_model.h"
#include "unit/scratch.h"

void make_good(scratch *s, const model_spec *spec);
void assert_says(const tr_error *err, int code, const char *words);

/* Everything that may be there is. */
model_spec full_spec(void);

/* Changes bytes of a tensor's data in place. */
void patch(const char *path, const char *tensor, size_t at, const void *bytes, size_t n);

#endif
