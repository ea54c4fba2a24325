/*
 * hf_languages.c - the tokens that tokenizers add after their pieces: languages above all.
 *
 * Their ids are in the tokenizer's files.  Files of older releases leave them out; then they are
 * those of the lists in hf_codes.c.
 */
#include "import/hf_languages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/hf_codes.h"

/* ---- Tokens of languages ------------------------------------------------------------------ */

static bool consists_of(const char *text, size_t len, const char *characters)
{
    return strspn(text, characters) >= len;
}

static bool is_lower(const char *text, size_t len)
{
    return consists_of(text, len, "abcdefghijklmnopqrstuvwxyz");
}

static bool is_upper(const char *text, size_t len)
{
    return consists_of(text, len, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/* The text between `open` and `close`, which are equally long; NULL when they are not there. */
static const char *between(const char *token, const char *open, const char *close, size_t *len)
{
    const size_t n = strlen(open), all = strlen(token);

    if (all <= 2 * n || strncmp(token, open, n) != 0 || strcmp(token + all - n, close) != 0)
        return NULL;
    *len = all - 2 * n;
    return token + n;
}

/* The code within a language's token; NULL for other tokens. */
static const char *find_code(int style, const char *token, size_t *len)
{
    *len = strlen(token);
    switch (style) {
    case TR_HF_CODES_UNDERSCORES:
        return between(token, "__", "__", len);
    case TR_HF_CODES_SCRIPT:
        return *len == 8 && is_lower(token, 3) && token[3] == '_' && is_upper(token + 4, 1) &&
                       is_lower(token + 5, 3)
                   ? token
                   : NULL;
    case TR_HF_CODES_REGION:
        return *len == 5 && is_lower(token, 2) && token[2] == '_' && is_upper(token + 3, 2) ? token
                                                                                            : NULL;
    default:
        return NULL;
    }
}

int tr_hf_find_target_codes(const tr_hf_pieces *source, tr_error *err)
{
    const char *code;
    size_t len;

    int rc = tr_import_take_languages(source->im, source->n, err);
    for (size_t id = 0; rc == 0 && id < source->n; id++)
        if ((code = between(source->text[id], ">>", "<<", &len)))
            rc = tr_import_add_language(source->im, code, len, (int32_t)id, err);
    return rc;
}

/* ---- Added tokens ------------------------------------------------------------------------- */

/* A token behind the pieces: a language's, or one that no translation has. */
static int add_token(const tr_hf_languages *l, const char *content, uint64_t id, tr_error *err)
{
    size_t len;
    const char *code = find_code(l->style, content, &len);
    const char *old = id < l->p->capacity ? l->p->text[id] : NULL;

    if (old && !strcmp(old, content)) return 0; /* another file has it, too */
    int rc = tr_hf_set_piece(l->p, id, content, err);
    if (rc == 0 && code) rc = tr_import_add_language(l->im, code, len, (int32_t)id, err);
    if (rc == 0) l->suppressed[id] = true;
    return rc;
}

/* The text and id of an entry of tokenizer_config.json ("7": {"content": "x"}), of
 * added_tokens.json ("x": 7) or of tokenizer.json ({"id": 7, "content": "x"}); NULL for others. */
static const char *read_entry(const cJSON *item, uint64_t *id)
{
    const cJSON *content = cJSON_GetObjectItemCaseSensitive(item, "content");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, "id");
    const char *text = cJSON_IsString(content) ? content->valuestring : item->string;
    char *end = NULL;

    if (!text || !*text) return NULL;
    if (tr_json_is_count(number ? number : item, id)) return text;
    if (text == item->string || !item->string || !consists_of(item->string, 1, "0123456789"))
        return NULL;
    *id = strtoull(item->string, &end, 10);
    return *end ? NULL : text;
}

/* What a list has behind the pieces and within the vocabulary. */
static int add_list(const tr_hf_languages *l, const cJSON *list, tr_error *err)
{
    const cJSON *item;
    uint64_t id;

    int rc = tr_import_take_languages(l->im, (size_t)cJSON_GetArraySize(list) + 1, err);
    cJSON_ArrayForEach(item, list)
    {
        const char *text = read_entry(item, &id);
        if (rc == 0 && text && id >= l->n_pieces && id < l->p->capacity)
            rc = add_token(l, text, id, err);
    }
    return rc;
}

/* The list that is all of a file, or its member `key`; there need not be one. */
static int add_file(const tr_hf_languages *l, const char *name, const char *key, tr_error *err)
{
    const char *path;
    cJSON *json;
    int rc = 0;

    if (!tr_bundle_finds(&l->im->bundle, name, &rc, err)) return rc;
    rc = tr_import_json(l->im, name, &json, &path, err);
    if (rc < 0) return rc;
    const cJSON *list = key ? cJSON_GetObjectItemCaseSensitive(json, key) : json;
    if (list) rc = add_list(l, list, err);
    cJSON_Delete(json);
    return rc;
}

static int add_known(const tr_hf_languages *l, tr_error *err)
{
    const char *const *codes = tr_hf_known_codes(l->list);
    const char *around = l->style == TR_HF_CODES_UNDERSCORES ? "__" : "";
    char token[32];
    size_t n = 0;

    if (!codes)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the languages '%.40s' are not known",
                       l->im->bundle.path, l->list);
    while (codes[n])
        n++;
    int rc = tr_import_take_languages(l->im, n, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        snprintf(token, sizeof token, "%s%s%s", around, codes[i], around);
        rc = add_token(l, token, l->n_pieces + i, err);
    }
    if (rc == 0 && l->has_mask && l->p->n < l->p->capacity)
        rc = add_token(l, "<mask>", l->p->n, err);
    return rc;
}

int tr_hf_add_languages(tr_hf_languages *l, tr_error *err)
{
    static const struct {
        const char *file, *key;
    } places[] = {{"tokenizer_config.json", "added_tokens_decoder"},
                  {"added_tokens.json", NULL},
                  {"tokenizer.json", "added_tokens"}};
    const tr_config *m = &l->im->config;
    int rc = 0;

    l->n_pieces = l->p->n;
    for (size_t i = 0; rc == 0 && i < sizeof places / sizeof *places && !m->n_languages; i++)
        rc = add_file(l, places[i].file, places[i].key, err);
    return rc == 0 && !m->n_languages && l->list ? add_known(l, err) : rc;
}
