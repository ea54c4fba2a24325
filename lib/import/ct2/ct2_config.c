#include "import/ct2/ct2_config.h"

#include <string.h>

#include "formats/gguf.h"

/* ---- config.json --------------------------------------------------------------------------- */

typedef struct reader {
    const cJSON *json;
    const char *path;
    tr_region *memory;
    tr_error *err;
    int rc;
} reader;

static void refuse_key(reader *r, const char *key, const char *expected)
{
    if (r->rc == 0)
        r->rc = tr_fail(r->err, TR_EFORMAT, "%s: %s: is not %s", r->path, key, expected);
}

/* NULL where the value is null and `nullable`. */
static const char *read_ct2_token(reader *r, const char *key, bool nullable)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, key);

    if (nullable && cJSON_IsNull(item)) return NULL;
    if (!cJSON_IsString(item) || !*item->valuestring) {
        refuse_key(r, key, "a token");
        return NULL;
    }
    const char *copy = tr_region_copy(r->memory, item->valuestring, strlen(item->valuestring));
    if (!copy && r->rc == 0) r->rc = tr_fail_memory(r->err);
    return copy;
}

static bool read_ct2_flag(reader *r, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, key);

    if (!cJSON_IsBool(item)) refuse_key(r, key, "true or false");
    return cJSON_IsTrue(item);
}

static float read_epsilon(reader *r)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, "layer_norm_epsilon");

    if (!item || cJSON_IsNull(item)) return 0;
    if (cJSON_IsNumber(item) && item->valuedouble > 1e-30 && item->valuedouble < 1)
        return (float)item->valuedouble;
    refuse_key(r, "layer_norm_epsilon", "a number above 0 and below 1");
    return 0;
}

static void check_quantization(reader *r)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, "quantization_type");

    if (r->rc == 0 && cJSON_IsNumber(item) && item->valuedouble != 0)
        r->rc = tr_fail(r->err, TR_EUNSUPPORTED,
                        "%s: weights of fewer than 8 bits (AWQ) are not "
                        "supported",
                        r->path);
}

static void read_ct2_keys(tr_ct2_config *c, reader *r, uint32_t version)
{
    c->epsilon = read_epsilon(r);
    check_quantization(r);
    if (version < 6) return;
    c->unk = read_ct2_token(r, "unk_token", false);
    c->bos = read_ct2_token(r, "bos_token", false);
    c->eos = read_ct2_token(r, "eos_token", false);
    c->start = read_ct2_token(r, "decoder_start_token", true);
    c->source_bos = read_ct2_flag(r, "add_source_bos");
    c->source_eos = read_ct2_flag(r, "add_source_eos");
}

/* ---- Before config.json -------------------------------------------------------------------- */

static bool config_flag(const tr_ct2_model *m, const char *name, bool otherwise)
{
    const tr_ct2_variable *v = tr_ct2_find(m, name);
    double x;
    return v && tr_ct2_number(m, v, &x) ? x != 0 : otherwise;
}

static const char *token(const tr_ct2_model *m, const char *name, const char *otherwise,
                         tr_region *memory)
{
    const tr_ct2_variable *v = tr_ct2_find(m, name);
    const char *text = v ? tr_ct2_text(m, v) : NULL;
    return text ? tr_region_copy(memory, text, v->n) : otherwise;
}

static int read_ct2_options(tr_ct2_config *c, const tr_ct2_model *m, tr_region *memory,
                            tr_error *err)
{
    c->unk = token(m, "unk_token", "<unk>", memory);
    c->bos = token(m, "bos_token", "<s>", memory);
    c->eos = token(m, "eos_token", "</s>", memory);
    if (!c->unk || !c->bos || !c->eos) return tr_fail_memory(err);
    c->source_bos = config_flag(m, "with_source_bos", false);
    c->source_eos = config_flag(m, "with_source_eos", false);
    if (!config_flag(m, "user_decoder_start_tokens", false))
        c->start = config_flag(m, "with_target_bos", true) ? c->bos : c->eos;
    return 0;
}

int tr_ct2_read_config(tr_ct2_config *c, tr_import *im, const tr_ct2_model *m, const char *folder,
                       tr_error *err)
{
    const tr_import_name name = tr_import_named("%sconfig.json", folder);
    const bool needed = m->version >= 6;
    reader r = {.memory = &im->memory, .err = err};
    cJSON *json;

    *c = (tr_ct2_config){0};
    int rc = needed ? 0 : read_ct2_options(c, m, &im->memory, err);
    if (!needed && !tr_bundle_finds(&im->bundle, name.text, &rc, err)) return rc;
    rc = tr_import_json(im, name.text, &json, &r.path, err);
    if (rc < 0) return rc;
    r.json = json;
    read_ct2_keys(c, &r, m->version);
    cJSON_Delete(json);
    return r.rc;
}

/* ---- Vocabularies -------------------------------------------------------------------------- */

typedef struct list {
    const char **text; /* in `memory`, [room] */
    size_t n, room;
    tr_region *memory;
} list;

static bool open_list(list *l, size_t room, tr_region *memory)
{
    *l = (list){.text = TR_REGION_TAKE(memory, const char *, room), .room = room, .memory = memory};
    return l->text != NULL;
}

static bool add_ct2_token(list *l, const char *text, size_t len)
{
    return l->n < l->room && (l->text[l->n++] = tr_region_copy(l->memory, text, len)) != NULL;
}

/* An array of strings. */
static int read_ct2_json(list *l, const tr_file *f, const char *path, tr_region *memory,
                         tr_error *err)
{
    cJSON *json;
    const cJSON *item;

    int rc = tr_json_parse(&json, (const char *)f->data, f->size, path, err);
    if (rc < 0) return rc;
    if (!cJSON_IsArray(json))
        rc = tr_fail(err, TR_EFORMAT, "%s: is not a list of tokens", path);
    else if (!open_list(l, (size_t)cJSON_GetArraySize(json) + 1, memory))
        rc = tr_fail_memory(err);
    if (rc == 0) cJSON_ArrayForEach(item, json)
        {
            if (!cJSON_IsString(item))
                rc = tr_fail(err, TR_EFORMAT, "%s: item %zu is not a token", path, l->n);
            else if (!add_ct2_token(l, item->valuestring, strlen(item->valuestring)))
                rc = tr_fail_memory(err);
            if (rc < 0) break;
        }
    cJSON_Delete(json);
    return rc;
}

static size_t count_json_lines(const char *text, size_t len)
{
    size_t n = len && text[len - 1] != '\n';
    for (size_t i = 0; i < len; i++)
        n += text[i] == '\n';
    return n;
}

/* Carriage returns are part of the tokens, unless every line ends in one. */
static bool every_line_ends_in_cr(const char *text, size_t len)
{
    size_t n = 0, n_cr = 0;

    for (size_t i = 0; i < len; i++) {
        n += text[i] == '\n' || i + 1 == len;
        n_cr += text[i] == '\r' && (i + 1 == len || text[i + 1] == '\n');
    }
    return n > 0 && n == n_cr;
}

/* One token a line. */
static int read_vocabulary_lines(list *l, const tr_file *f, const char *path, tr_region *memory,
                                 tr_error *err)
{
    const char *text = f->size ? (const char *)f->data : "", *end = text + f->size;
    const size_t cut = every_line_ends_in_cr(text, f->size);

    if (!open_list(l, count_json_lines(text, f->size) + 1, memory)) return tr_fail_memory(err);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *next = stop ? stop + 1 : end;
        const size_t len = (size_t)((stop ? stop : end) - text) - cut;
        if (!tr_gguf_text_valid(text, len))
            return tr_fail(err, TR_EFORMAT, "%s: line %zu is not UTF-8", path, l->n + 1);
        if (!add_ct2_token(l, text, len)) return tr_fail_memory(err);
        text = next;
    }
    return 0;
}

int32_t tr_ct2_token_id(const tr_ct2_vocab *v, const char *token_text)
{
    for (size_t i = 0; i < v->n; i++)
        if (!strcmp(v->text[i], token_text)) return (int32_t)i;
    return -1;
}

int tr_ct2_read_vocab(tr_ct2_vocab *v, tr_import *im, const char *folder, const char *name,
                      const char *unk, tr_error *err)
{
    const tr_import_name json = tr_import_named("%s%s.json", folder, name);
    const tr_import_name lines = tr_import_named("%s%s.txt", folder, name);
    tr_file file;
    list l = {0};
    int rc = 0;

    *v = (tr_ct2_vocab){0};
    const bool is_json = tr_bundle_finds(&im->bundle, json.text, &rc, err);
    if (!is_json && !tr_bundle_finds(&im->bundle, lines.text, &rc, err)) return rc;
    rc = tr_import_map_member(im, is_json ? json.text : lines.text, &file, &v->path, err);
    if (rc == 0)
        rc =
            (is_json ? read_ct2_json : read_vocabulary_lines)(&l, &file, v->path, &im->memory, err);
    if (rc < 0) return rc;
    *v = (tr_ct2_vocab){.path = v->path, .text = l.text, .n = l.n};
    if (tr_ct2_token_id(v, unk) < 0 && !add_ct2_token(&l, unk, strlen(unk)))
        return tr_fail_memory(err);
    v->n = l.n;
    return 0;
}
