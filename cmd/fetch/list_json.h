/* list_json.h - a model of the list as JSON. */
#ifndef LIST_JSON_H
#define LIST_JSON_H

#include "console/json.h"
#include "installed.h"
#include "models/model_index.h"

/* Adds an object to the array: with its files, if they are wanted.  `old` is the model that was
 * fetched, or NULL. */
void list_json_model(cJSON *array, const index_model *m, const installed *old, bool files);

#endif
