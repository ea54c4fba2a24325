/* read_latex.h - documents of LaTeX. */
#ifndef TR_READ_LATEX_H
#define TR_READ_LATEX_H

#include "document/segment/builder.h"

/* Whatever the bytes are, they are a document. */
int tr_read_latex(tr_content *d, tr_error *err);

#endif
