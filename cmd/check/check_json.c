#include "check/check_json.h"

#include <stdio.h>

static cJSON *finding_json(const finding *f, tr_string text)
{
    cJSON *const object = cJSON_CreateObject();
    char probability[NUMBER_SIZE];

    json_add_text(object, "text", text.text + f->at.begin, f->at.end - f->at.begin);
    cJSON_AddNumberToObject(object, "begin", (double)f->at.begin);
    cJSON_AddNumberToObject(object, "end", (double)f->at.end);
    if (f->kind != FINDING_MISSING) return object;
    snprintf(probability, sizeof probability, "%.2f", f->probability);
    cJSON_AddItemToObject(object, "probability", cJSON_CreateRaw(probability));
    return object;
}

void check_json_add(cJSON *object, const findings *found, tr_string source, tr_string translation)
{
    for (int kind = 0; kind < FINDING_KINDS; kind++) {
        cJSON *const list = cJSON_AddArrayToObject(object, finding_names[kind]);
        const tr_string text = kind == FINDING_REPEATED ? translation : source;
        for (size_t i = 0; i < found->n; i++)
            if (found->list[i].kind == kind)
                cJSON_AddItemToArray(list, finding_json(&found->list[i], text));
    }
}
