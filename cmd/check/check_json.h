/* check_json.h - what a check has found, as JSON. */
#ifndef CHECK_JSON_H
#define CHECK_JSON_H

#include "check/findings.h"
#include "console/json.h"

/* Adds "missing", "untranslated" and "repeated": lists of {"text", "begin", "end"}. */
void check_json_add(cJSON *object, const findings *found, tr_string source, tr_string translation);

#endif
