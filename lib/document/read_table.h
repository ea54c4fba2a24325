/* read_table.h - tables whose fields are apart by tabs, commas or semicolons (RFC 4180). */
#ifndef TR_READ_TABLE_H
#define TR_READ_TABLE_H

#include "document/doc.h"

int tr_read_tsv(tr_doc *d, tr_error *err);
int tr_read_csv(tr_doc *d, tr_error *err);

#endif
