/* vocab_json.c - pieces and ids in JSON: an object of ids by piece, or an array of pieces. */
#include "import/vocab_json.h"

#include <string.h>

#include "formats/json.h"

static int read_object(tr_vocab_list *list, const cJSON *json)
{
    const cJSON *item;
    int rc = TR_OK;
    cJSON_ArrayForEach(item, json)
    {
        uint64_t id;
        if (!tr_json_is_count(item, &id) || id >= TR_VOCAB_MAX_PIECES)
            rc = tr_fail(list->err, TR_EFORMAT, "%s: entry %zu: its id is not a number below %d",
                         list->path, list->n + 1, TR_VOCAB_MAX_PIECES);
        if (rc == TR_OK)
            rc = tr_vocab_list_add(list, item->string, strlen(item->string), (uint32_t)id);
        if (rc < 0) break;
    }
    return rc;
}

static int read_array(tr_vocab_list *list, const cJSON *json)
{
    const cJSON *item;
    int rc = TR_OK;
    cJSON_ArrayForEach(item, json)
    {
        if (!cJSON_IsString(item))
            rc = tr_fail(list->err, TR_EFORMAT, "%s: entry %zu is not a string", list->path,
                         list->n + 1);
        else
            rc = tr_vocab_list_add(list, item->valuestring, strlen(item->valuestring),
                                   (uint32_t)list->n);
        if (rc < 0) break;
    }
    return rc;
}

int tr_vocab_read_json(tr_vocab_list *list, const char *text, size_t size)
{
    cJSON *json;
    int rc = tr_json_parse(&json, text, size, list->path, list->err);
    if (rc < 0) return rc;
    if (cJSON_IsObject(json))
        rc = read_object(list, json);
    else if (cJSON_IsArray(json))
        rc = read_array(list, json);
    else
        rc = tr_fail(list->err, TR_EFORMAT, "%s: is not a vocabulary", list->path);
    cJSON_Delete(json);
    return rc;
}
