/*
 * hf_languages.c - the tokens that tokenizers add after their pieces: languages above all.
 *
 * Their ids are in the tokenizer's files.  Files of older releases leave them out; then the lists
 * in languages/ have them.
 */
#include "import/hf/hf_languages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists -------------------------------------------------------------------------------- */

/* The languages that fairseq appended to vocabularies, in the order of its training's list, with
 * white space between.  transformers repeats them (FAIRSEQ_LANGUAGE_CODES in its
 * tokenization_*.py), and so do we, in languages/NAME; NULL when there is none. */
static const char *known_codes(const char *name)
{
    static const struct {
        const char *name, *codes;
    } lists[] = {
#include "import/hf/languages.inc"
    };

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(name, lists[i].name)) return lists[i].codes;
    return NULL;
}

/* The code at *at, and where the next one begins; its length, 0 after the last. */
static size_t next_code(const char **at, const char **code)
{
    static const char white[] = " \n";

    *code = *at + strspn(*at, white);
    const size_t len = strcspn(*code, white);
    *at = *code + len;
    return len;
}

/* ---- Tokens of languages ------------------------------------------------------------------ */

/* The de of __de__; NULL for other tokens. */
static const char *between_underscores(const char *token, size_t *len)
{
    *len = strlen(token);
    if (*len <= 4 || strncmp(token, "__", 2) != 0 || strcmp(token + *len - 2, "__") != 0)
        return NULL;
    *len -= 4;
    return token + 2;
}

/* The code within a language's token; NULL for other tokens. */
static const char *find_code(int style, const char *token, size_t *len)
{
    *len = strlen(token);
    if (style == TR_HF_CODES_UNDERSCORES) return between_underscores(token, len);
    if (style == TR_HF_CODES_SCRIPT) return tr_import_matches(token, "aaa_Aaaa") ? token : NULL;
    if (style == TR_HF_CODES_REGION) return tr_import_matches(token, "aa_AA") ? token : NULL;
    return NULL;
}

/* ---- Added tokens ------------------------------------------------------------------------- */

/* A token after the pieces: a language's, or one that no translation has. */
static int add_language_token(const tr_hf_languages *l, const char *content, uint64_t id,
                              tr_error *err)
{
    size_t len;
    const char *code = find_code(l->style, content, &len);
    const char *old = id < l->p->capacity ? l->p->text[id] : NULL;

    if (old && !strcmp(old, content)) return 0; /* another file has it, too */
    int rc = tr_hf_set_piece(l->p, id, content, err);
    if (rc == 0 && code) rc = tr_import_add_language(l->p->im, code, len, (int32_t)id, err);
    if (rc == 0) l->suppressed[id] = true;
    return rc;
}

/* The text and id of an entry of tokenizer_config.json ("7": {"content": "x"}), of
 * added_tokens.json ("x": 7) or of tokenizer.json ({"id": 7, "content": "x"}); NULL for others. */
static const char *read_language_entry(const cJSON *item, uint64_t *id)
{
    const cJSON *content = cJSON_GetObjectItemCaseSensitive(item, "content");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, "id");
    const char *text = cJSON_IsString(content) ? content->valuestring : item->string;
    char *end = NULL;

    if (!text || !*text) return NULL;
    if (tr_json_is_count(number ? number : item, id)) return text;
    if (text == item->string || !item->string || *item->string < '0' || *item->string > '9')
        return NULL;
    *id = strtoull(item->string, &end, 10);
    return *end ? NULL : text;
}

/* Tokens of a list after the pieces and within the vocabulary. */
static int add_language_list(const tr_hf_languages *l, const cJSON *list, tr_error *err)
{
    const cJSON *item;
    uint64_t id;

    int rc = tr_import_take_languages(l->p->im, (size_t)cJSON_GetArraySize(list) + 1, err);
    cJSON_ArrayForEach(item, list)
    {
        const char *text = read_language_entry(item, &id);
        if (rc == 0 && text && id >= l->n_pieces && id < l->p->capacity)
            rc = add_language_token(l, text, id, err);
    }
    return rc;
}

/* The list that is all of a file, or its member `key`; there need not be one. */
static int add_file(const tr_hf_languages *l, const char *name, const char *key, tr_error *err)
{
    const char *path;
    cJSON *json;
    int rc = 0;

    if (!tr_bundle_finds(&l->p->im->bundle, name, &rc, err)) return rc;
    rc = tr_import_json(l->p->im, name, &json, &path, err);
    if (rc < 0) return rc;
    const cJSON *list = key ? cJSON_GetObjectItemCaseSensitive(json, key) : json;
    if (list) rc = add_language_list(l, list, err);
    cJSON_Delete(json);
    return rc;
}

static int add_known(const tr_hf_languages *l, tr_error *err)
{
    const char *const codes = known_codes(l->list);
    const char *around = l->style == TR_HF_CODES_UNDERSCORES ? "__" : "";
    const char *at = codes, *code;
    char token[32];
    size_t n = 0;

    if (!codes)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the languages '%.40s' are not known",
                       l->p->im->bundle.path, l->list);
    while (next_code(&at, &code))
        n++;
    int rc = tr_import_take_languages(l->p->im, n, err);
    at = codes;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const int len = (int)next_code(&at, &code);
        snprintf(token, sizeof token, "%s%.*s%s", around, len, code, around);
        rc = add_language_token(l, token, l->n_pieces + i, err);
    }
    if (rc == 0 && l->has_mask && l->p->n < l->p->capacity)
        rc = add_language_token(l, "<mask>", l->p->n, err);
    return rc;
}

int tr_hf_add_languages(tr_hf_languages *l, tr_error *err)
{
    static const struct {
        const char *file, *key;
    } places[] = {{"tokenizer_config.json", "added_tokens_decoder"},
                  {"added_tokens.json", NULL},
                  {"tokenizer.json", "added_tokens"}};
    const tr_config *m = &l->p->im->config;
    int rc = 0;

    l->n_pieces = l->p->n;
    for (size_t i = 0; rc == 0 && i < sizeof places / sizeof *places && !m->n_languages; i++)
        rc = add_file(l, places[i].file, places[i].key, err);
    return rc == 0 && !m->n_languages && l->list ? add_known(l, err) : rc;
}

int tr_hf_find_languages(const tr_hf_languages *l, const bool *special, tr_error *err)
{
    const tr_hf_pieces *const p = l->p;
    size_t n = 0, len;

    for (size_t id = 0; id < p->n; id++)
        n += special[id] && find_code(l->style, p->text[id], &len);
    int rc = n ? tr_import_take_languages(p->im, n, err) : 0;
    for (size_t id = 0; id < p->n && n && rc == 0; id++) {
        const char *const code = special[id] ? find_code(l->style, p->text[id], &len) : NULL;
        if (code) rc = tr_import_add_language(p->im, code, len, (int32_t)id, err);
    }
    return rc;
}
