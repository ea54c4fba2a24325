#include "serve/translator/losses.h"

cJSON *lost_of(const translator_text *t, tr_string text)
{
    cJSON *const list = cJSON_CreateArray();

    for (size_t i = 0; i < t->n_lost; i++) {
        const translator_loss *const loss = &t->lost[i];
        if (loss->end > text.len || loss->begin > loss->end) continue; /* it was repaired */
        cJSON *const one = cJSON_CreateObject();
        json_add_text(one, "text", text.text + loss->begin, loss->end - loss->begin);
        cJSON_AddNumberToObject(one, "begin", (double)loss->begin);
        cJSON_AddNumberToObject(one, "end", (double)loss->end);
        cJSON_AddStringToObject(one, "kind", loss->kind);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}
