/* read_subject.h - the header of a mail: its subject is text. */
#ifndef TR_READ_SUBJECT_H
#define TR_READ_SUBJECT_H

#include "document/segment/format.h"

int tr_read_subject(tr_content *d, tr_error *err);

#endif
