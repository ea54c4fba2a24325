/* latex_write.h - text of LaTeX: plain text is written so that none of it is markup. */
#ifndef TR_LATEX_WRITE_H
#define TR_LATEX_WRITE_H

#include "document/segment/wrap.h"

/* A segment's `extra` is a tr_wrap. */
extern const tr_writing tr_latex_writing;
/* Within brackets; the value of an option, without braces. */
extern const tr_writing tr_latex_bracketed, tr_latex_value;

#endif
