/* notebook.h - the cells of a notebook of Jupyter that are in Markdown (nbformat 4). */
#ifndef TR_NOTEBOOK_H
#define TR_NOTEBOOK_H

#include "document/multipart/multipart.h"

/* Code, its output, and raw cells are no text. */
void tr_notebook_split(tr_multipart *m, const char *bytes, size_t size);

#endif
