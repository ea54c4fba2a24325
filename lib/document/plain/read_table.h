/* read_table.h - tables whose fields are apart by tabs, commas or semicolons (RFC 4180). */
#ifndef TR_READ_TABLE_H
#define TR_READ_TABLE_H

#include "document/segment/content.h"

int tr_read_tsv(tr_content *d, tr_error *err);
int tr_read_csv(tr_content *d, tr_error *err);

/* Each row has the columns that are translated once more, after the others. */
void tr_bilingual_tsv(const tr_content *source, const tr_content *translated, tr_buf *out);
void tr_bilingual_csv(const tr_content *source, const tr_content *translated, tr_buf *out);

#endif
