/* hf_added.c - tokens that a tokenizer has beside its vocabulary. */
#include "import/hf/hf_added.h"

#include <string.h>

/* The text of an entry of tokenizer_config.json ("7": {"content": "x"}) or of added_tokens.json
 * ("x": 7). */
static const char *text_of(const cJSON *item)
{
    return cJSON_IsObject(item) ? tr_json_text(item, "content") : item->string;
}

/* True for a token that texts for translation do not have. */
static bool is_usual(const char *text)
{
    return !strncmp(text, "<extra_id_", 10);
}

static void note_list(const tr_import *im, const char *path, const cJSON *list,
                      const tr_hf_known *known)
{
    const char *first = NULL;
    const cJSON *item;
    size_t n = 0;

    cJSON_ArrayForEach(item, list)
    {
        const char *text = text_of(item);
        if (!text || is_usual(text) || known->has(known->vocab, text)) continue;
        if (n++ == 0) first = text;
    }
    if (n)
        tr_import_note(im, "%s: added tokens that the vocabulary lacks: %zu, the first is %.40s",
                       path, n, first);
}

/* The list that is all of a file, or its member `key`: 1 where there is one, else 0. */
static int note_file(tr_import *im, const char *name, const char *key, const tr_hf_known *known,
                     tr_error *err)
{
    const char *path;
    cJSON *json;
    int rc = 0;

    if (!tr_bundle_finds(&im->bundle, name, &rc, err)) return rc;
    rc = tr_import_json(im, name, &json, &path, err);
    if (rc < 0) return rc;
    const cJSON *list = key ? cJSON_GetObjectItemCaseSensitive(json, key) : json;
    note_list(im, path, list, known);
    rc = list != NULL;
    cJSON_Delete(json);
    return rc;
}

int tr_hf_note_added(tr_import *im, const tr_hf_known *known, tr_error *err)
{
    int rc = note_file(im, "tokenizer_config.json", "added_tokens_decoder", known, err);

    if (rc == 0) rc = note_file(im, "added_tokens.json", NULL, known, err);
    return rc < 0 ? rc : 0;
}
