/* read_table.h - tables with fields between tabs, commas or semicolons: TSV and CSV (RFC 4180). */
#ifndef TR_READ_TABLE_H
#define TR_READ_TABLE_H

#include "document/segment/content.h"

int tr_read_tsv(tr_content *d, tr_error *err);
int tr_read_csv(tr_content *d, tr_error *err);

/* Appends its translated columns to each row, after the others. */
void tr_bilingual_tsv(const tr_content *source, const tr_content *translated, tr_buf *out);
void tr_bilingual_csv(const tr_content *source, const tr_content *translated, tr_buf *out);

#endif
