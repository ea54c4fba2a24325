#include "console/json.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "console/alloc.h"
#include "console/message.h"

void json_start(void)
{
    cJSON_Hooks hooks = {.malloc_fn = checked_malloc, .free_fn = free};
    cJSON_InitHooks(&hooks);
}

/* ---- Reading ------------------------------------------------------------------------------- */

/* An escape of NUL is as long as one of U+FFFD. */
static void replace_nuls(char *text, size_t len)
{
    for (size_t i = 0; i + 6 <= len; i++) {
        if (text[i] != '\\') continue;
        if (!memcmp(text + i, "\\u0000", 6)) memcpy(text + i, "\\ufffd", 6);
        i++;
    }
}

/* The next of ",[]{}" outside of strings, from *at on, which comes to stand behind it; '\0': there
 * is none. */
static char next_sign(const char *text, size_t len, size_t *at)
{
    bool quoted = false;

    while (*at < len) {
        const char c = text[(*at)++];
        if (quoted && c == '\\')
            ++*at;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c && strchr(",[]{}", c))
            return c;
    }
    return '\0';
}

/* cJSON calls itself for each level. */
static bool is_flat_enough(const char *text, size_t len)
{
    enum { DEEPEST = 64 };
    size_t at = 0, depth = 0;

    for (char c; (c = next_sign(text, len, &at)) != '\0';) {
        if ((c == '[' || c == '{') && ++depth > DEEPEST) return false;
        if ((c == ']' || c == '}') && depth) depth--;
    }
    return true;
}

size_t json_count(const char *text, size_t len)
{
    size_t at = 0, n = 1;

    for (char c; (c = next_sign(text, len, &at)) != '\0';)
        n += c == ',' || c == '[' || c == '{';
    return n;
}

cJSON *json_read(char *text, size_t len)
{
    const char *end = NULL;

    if (memchr(text, '\0', len) || !is_flat_enough(text, len)) return NULL;
    replace_nuls(text, len);
    cJSON *const json = cJSON_ParseWithLengthOpts(text, len, &end, false);
    while (json && end < text + len && strchr(" \t\r\n", *end))
        end++;
    if (!json || end == text + len) return json;
    cJSON_Delete(json);
    return NULL;
}

/* ---- Writing ------------------------------------------------------------------------------- */

void format_float(char text[NUMBER_SIZE], float x)
{
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, NUMBER_SIZE, "%.*g", digits, (double)x);
        if (strtof(text, NULL) == x) return;
    }
    if (isnan(x)) strcpy(text, "nan"); /* without the sign that printf() may show */
}

void format_quality(char text[NUMBER_SIZE], float quality)
{
    int n = snprintf(text, NUMBER_SIZE, "%.4f", (double)quality);
    while (text[n - 1] == '0' && text[n - 2] != '.')
        text[--n] = '\0';
}

cJSON *json_float(float x)
{
    char text[NUMBER_SIZE];

    if (!isfinite(x)) return cJSON_CreateNull();
    format_float(text, x);
    return cJSON_CreateRaw(text);
}

void json_add_float(cJSON *object, const char *key, float x)
{
    cJSON_AddItemToObject(object, key, json_float(x));
}

cJSON *json_quality(float quality)
{
    char text[NUMBER_SIZE];

    if (!isfinite(quality)) return cJSON_CreateNull();
    format_quality(text, quality);
    return cJSON_CreateRaw(text);
}

void json_add_quality(cJSON *object, float quality)
{
    cJSON_AddItemToObject(object, "quality", json_quality(quality));
}

cJSON *json_text(const char *text, size_t len)
{
    char *valid = checked_malloc(3 * len + 1), *end = valid;
    utf8proc_int32_t c;

    for (size_t i = 0; i < len;) {
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(len - i), &c);
        const bool good = n > 0 && c != 0;
        const char *const bytes = good ? text + i : "\xEF\xBF\xBD";
        const size_t n_bytes = good ? (size_t)n : 3;
        memcpy(end, bytes, n_bytes);
        end += n_bytes;
        i += n > 0 ? (size_t)n : 1;
    }
    *end = '\0';
    cJSON *item = cJSON_CreateString(valid);
    free(valid);
    return item;
}

void json_add_text(cJSON *object, const char *key, const char *text, size_t len)
{
    cJSON_AddItemToObject(object, key, json_text(text, len));
}

cJSON *json_add_token(cJSON *array, const tr_token *token)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddNumberToObject(object, "id", token->id);
    cJSON_AddStringToObject(object, "piece", token->piece);
    cJSON_AddItemToArray(array, object);
    return object;
}

void json_add_hypothesis(cJSON *object, const tr_hypothesis *h)
{
    json_add_text(object, "text", h->text, h->text_len);
    json_add_float(object, "score", h->score);
    json_add_float(object, "log_probability", h->log_probability);
    cJSON *tokens = cJSON_AddArrayToObject(object, "tokens");
    for (size_t i = 0; i < h->n_tokens; i++)
        json_add_float(json_add_token(tokens, &h->tokens[i]), "log_probability",
                       h->tokens[i].log_probability);
}

/* Controls and marks of direction: a terminal may obey them. */
static bool is_obeyed(utf8proc_int32_t c)
{
    return c == 0x7F || (c >= 0x80 && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* What is not ASCII stands in strings, where \u escapes may take its place. */
static void put_escaped(const char *text, FILE *out)
{
    utf8proc_int32_t c;

    for (const char *at = text; *at; at++) {
        const size_t run = strcspn(at, "\x7F\xC2\xD8\xE2");
        fwrite(at, 1, run, out);
        at += run;
        if (!*at) break;
        const utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &c);
        if (n > 0 && is_obeyed(c))
            fprintf(out, "\\u%04x", (unsigned)c);
        else
            fwrite(at, 1, n > 0 ? (size_t)n : 1, out);
        if (n > 1) at += n - 1;
    }
}

cJSON *json_losses(const tr_translation *t)
{
    cJSON *const array = cJSON_CreateArray();

    for (size_t i = 0; i < t->n_lost; i++) {
        const tr_lost *const loss = tr_translation_lost(t, i);
        cJSON *const one = cJSON_CreateObject();
        json_add_text(one, "text", t->source + loss->begin, loss->end - loss->begin);
        cJSON_AddNumberToObject(one, "begin", (double)loss->begin);
        cJSON_AddNumberToObject(one, "end", (double)loss->end);
        cJSON_AddStringToObject(one, "kind", loss->kind);
        cJSON_AddItemToArray(array, one);
    }
    return array;
}

void json_print(output *out, cJSON *object)
{
    char *text = cJSON_PrintUnformatted(object);

    put_escaped(text, out->stream);
    fputc('\n', out->stream);
    free(text);
    cJSON_Delete(object);
}

const char *json_word(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

void json_append_word(void *array, const char *word)
{
    cJSON_AddItemToArray(array, cJSON_CreateString(word));
}
