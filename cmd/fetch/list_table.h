/* list_table.h - models of the list as tables of 79 columns. */
#ifndef LIST_TABLE_H
#define LIST_TABLE_H

#include <stdio.h>

#include "installed.h"
#include "models/model_index.h"

/* rows [n] are sorted by pair, the best model of each first. */

/* Each model, below the names of its languages. */
void list_table_models(FILE *out, const index_model **rows, size_t n, const installed_list *have);

/* Each pair with its best model, a row for each. */
void list_table_pairs(FILE *out, const index_model **rows, size_t n, const installed_list *have);

/* The languages alone. */
void list_table_languages(FILE *out, const index_model **rows, size_t n);

#endif
