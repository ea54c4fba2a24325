#include "model/keys.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"

bool tr_keys_have(const tr_keys *k, const char *key)
{
    return tr_gguf_find(k->file, key) != NULL;
}

void tr_keys_refuse(tr_keys *k, int code, const char *key, const char *why)
{
    char value[200];

    if (k->rc < 0) return;
    tr_gguf_format(tr_gguf_find(k->file, key), value, sizeof value);
    k->rc = tr_fail(k->err, code, "%s: key %s: %s %s", k->file->path, key, value, why);
}

void tr_keys_u32(tr_keys *k, const char *key, uint32_t low, uint32_t high, uint32_t *out)
{
    char why[64];

    *out = 0;
    if (k->rc < 0) return;
    k->rc = tr_gguf_u32(k->file, key, out, k->err);
    if (k->rc < 0 || (*out >= low && *out <= high)) return;
    snprintf(why, sizeof why, "is not in %" PRIu32 "..%" PRIu32, low, high);
    tr_keys_refuse(k, TR_EFORMAT, key, why);
}

void tr_keys_f32(tr_keys *k, const char *key, float low, float high, float *out)
{
    char why[100];

    *out = 0;
    if (k->rc < 0) return;
    k->rc = tr_gguf_f32(k->file, key, out, k->err);
    if (k->rc < 0 || (*out > low && *out < high)) return;
    snprintf(why, sizeof why, "is not between %s and %s", tr_decimal_of((double)low).text,
             tr_decimal_of((double)high).text);
    tr_keys_refuse(k, TR_EFORMAT, key, why);
}

void tr_keys_string(tr_keys *k, const char *key, const char **text, size_t *len)
{
    *text = "";
    *len = 0;
    if (k->rc == 0) k->rc = tr_gguf_string(k->file, key, text, len, k->err);
}

void tr_keys_bool(tr_keys *k, const char *key, bool *out)
{
    if (k->rc == 0) k->rc = tr_gguf_bool(k->file, key, out, k->err);
}

void tr_keys_id(tr_keys *k, const char *key, uint32_t vocab, int32_t *out)
{
    uint32_t id;

    tr_keys_u32(k, key, 0, vocab - 1, &id);
    *out = (int32_t)id;
}

const char *tr_keys_copy(tr_keys *k, const char *key)
{
    const char *text;
    size_t len;

    tr_keys_string(k, key, &text, &len);
    if (k->rc < 0) return NULL;
    const char *copy = tr_region_copy(k->memory, text, len);
    if (!copy) k->rc = tr_fail_memory(k->err);
    return copy;
}

/* The key's array, or NULL when there is none, or one of something else than `kind` says. */
static const tr_gguf_value *array_of(tr_keys *k, const char *key, bool strings, const char *kind)
{
    const tr_gguf_value *v = tr_gguf_find(k->file, key);

    if (!v || k->rc < 0) return NULL;
    if (v->type == TR_GGUF_ARRAY && (v->element_type == TR_GGUF_STRING) == strings) return v;
    k->rc =
        tr_fail(k->err, TR_EFORMAT, "%s: key %s is not an array of %s", k->file->path, key, kind);
    return NULL;
}

int32_t *tr_keys_ids(tr_keys *k, const char *key, uint32_t vocab, size_t *n)
{
    const tr_gguf_value *v = array_of(k, key, false, "whole numbers");

    *n = 0;
    if (!v) return NULL;
    int32_t *ids = TR_REGION_TAKE(k->memory, int32_t, (size_t)v->n + 1);
    if (!ids) k->rc = tr_fail_memory(k->err);
    for (size_t i = 0; k->rc == 0 && i < v->n; i++) {
        uint32_t id;
        if (tr_gguf_u32_at(v, i, &id) && id < vocab)
            ids[i] = (int32_t)id;
        else
            k->rc = tr_fail(k->err, TR_EFORMAT, "%s: key %s: element %zu is not in 0..%" PRIu32,
                            k->file->path, key, i, vocab - 1);
    }
    if (k->rc == 0) {
        *n = (size_t)v->n;
        return ids;
    }
    return NULL;
}

char **tr_keys_strings(tr_keys *k, const char *key, size_t *n)
{
    const tr_gguf_value *v = array_of(k, key, true, "strings");
    size_t cursor = 0, len, i = 0;
    const char *text;

    *n = 0;
    if (!v) return NULL;
    /* A string's length in the file takes as much as a pointer and a NUL, or more. */
    char **strings = tr_region_take(k->memory, ((size_t)v->n + 1) * sizeof *strings + v->size, 1);
    if (!strings) {
        k->rc = tr_fail_memory(k->err);
        return NULL;
    }
    char *at = (char *)(strings + v->n);
    for (; i < v->n && tr_gguf_next_string(v, &cursor, &text, &len); i++) {
        if (!tr_gguf_text_valid(text, len)) break;
        strings[i] = at;
        memcpy(at, text, len);
        at[len] = '\0';
        at += len + 1;
    }
    if (i == v->n) {
        *n = i;
        return strings;
    }
    k->rc = tr_fail(k->err, TR_EFORMAT, "%s: key %s: element %zu is not valid UTF-8 text",
                    k->file->path, key, i);
    return NULL;
}

int tr_keys_choice(tr_keys *k, const char *key, const char *const *names)
{
    const char *text;
    size_t len;
    tr_buf why = {0};

    tr_keys_string(k, key, &text, &len);
    if (k->rc < 0) return 0;
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == len && memcmp(names[i], text, len) == 0) return i;

    tr_buf_add_string(&why, "is not supported, only");
    for (int i = 0; names[i]; i++)
        tr_buf_printf(&why, "%s %s", i ? "," : "", names[i]);
    tr_keys_refuse(k, TR_EUNSUPPORTED, key, tr_buf_text(&why));
    tr_buf_free(&why);
    return 0;
}
