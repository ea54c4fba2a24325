/* table_columns.h - the fields of tables in text, CSV and TSV, and which columns are translated. */
#ifndef TR_TABLE_COLUMNS_H
#define TR_TABLE_COLUMNS_H

#include "document/segment/content.h"

enum { TR_TABLE_PAIRS = 32 };

/* A column whose empty fields get the translation of another's; both from 1. */
typedef struct tr_column_pair {
    size_t from, to;
} tr_column_pair;

/* What the options list. */
typedef struct tr_table_columns {
    const tr_content *content;
    char delimiter;
    bool named;                           /* the first row has their names */
    tr_buf list;                          /* as numbers, "2,4-5"; empty: all */
    tr_column_pair pairs[TR_TABLE_PAIRS]; /* [n_pairs] the second ones are in the list, too */
    size_t n_pairs;
} tr_table_columns;

/* After the byte-order mark, and the line "sep=;" that spreadsheets read; *delimiter: its sign. */
size_t tr_table_start(const tr_content *d, char *delimiter);

/* Where the field at `at` ends. */
size_t tr_table_field_end(const tr_content *d, char delimiter, size_t at, bool *quoted);

/* Reads the field at *at, without its quotes, and moves *at behind it and its delimiter.  False if
 * it is the last of its row. */
bool tr_table_next_field(const tr_content *d, char delimiter, size_t *at, tr_span *field);

/* Reads what the options of a table list: "2", "4-6", "title", or "en=de", a pair.  TR_EINVAL if
 * there is no such column, TR_ENOMEM; c->list is freed either way by the caller. */
int tr_table_columns_read(tr_table_columns *c, const tr_content *d, char delimiter, tr_error *err);

/* Refuses columns beyond the widest row's. */
int tr_table_columns_check(const tr_table_columns *c, size_t widest, tr_error *err);

/* True if column n, from 1, is listed. */
bool tr_table_columns_have(const tr_table_columns *c, size_t n);

/* The column, of whose fields an empty one of this column gets the translation; 0: there is none.
 */
size_t tr_table_columns_source(const tr_table_columns *c, size_t column);

#endif
