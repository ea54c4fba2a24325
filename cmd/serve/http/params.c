#include "serve/http/params.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "console/alloc.h"
#include "console/json.h"

/* ---- Fields -------------------------------------------------------------------------------- */

static bool add_field(params *p, const char *name, tr_string value, const char *file_name)
{
    if (p->n == PARAMS_MOST) return false;
    if (!(p->n & (p->n - 1)))
        p->fields = checked_realloc(p->fields, p->n ? 2 * p->n : 1, sizeof *p->fields);
    p->fields[p->n++] = (param){.name = name, .value = value, .file_name = file_name};
    return true;
}

/* ---- URL encoding -------------------------------------------------------------------------- */

/* Decodes text [len] in place: the new length.  A "%" that is not of a code stays. */
static size_t decode_url(char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const int high = text[i] == '%' && i + 2 < len ? tr_ascii_hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? tr_ascii_hex_digit(text[i + 2]) : -1;
        if (low >= 0) {
            text[n++] = (char)(16 * high + low);
            i += 2;
        } else {
            text[n++] = text[i] == '+' ? ' ' : text[i];
        }
    }
    text[n] = '\0';
    return n;
}

/* "a=b&c=d", of which the bytes [len] and one more are changed.  Clients write empty names and "&"
 * at the beginning. */
static bool read_pairs(params *p, char *text, size_t len)
{
    for (size_t i = 0; i <= len;) {
        char *const pair = text + i;
        const char *const end = memchr(pair, '&', len - i);
        const size_t n = end ? (size_t)(end - pair) : len - i;
        char *const equals = memchr(pair, '=', n);
        const size_t n_name = equals ? (size_t)(equals - pair) : n;
        char *const value = pair + n_name + (equals != NULL);
        const size_t n_value = n - n_name - (equals != NULL);
        i += n + 1;
        if (!n_name) continue;
        const size_t value_len = decode_url(value, n_value);
        if (equals) decode_url(pair, n_name);
        if (!equals) pair[n] = '\0';
        if (!add_field(p, pair, (tr_string){value, value_len}, NULL)) return false;
    }
    return true;
}

/* ---- multipart/form-data (RFC 7578) --------------------------------------------------------- */

typedef struct multipart {
    char *at, *end;
    char boundary[80]; /* "\r\n--BOUNDARY" */
    size_t boundary_len;
} multipart;

static char *find(char *from, const char *end, const char *what, size_t len)
{
    for (char *at = from; (size_t)(end - at) >= len; at++) {
        at = memchr(at, what[0], (size_t)(end - at) - len + 1);
        if (!at) return NULL;
        if (!memcmp(at, what, len)) return at;
    }
    return NULL;
}

/* The value of NAME="value" or NAME=value in a header [begin, end); the caller's copy, or NULL. */
static char *header_parameter(const char *begin, const char *end, const char *name, char *out,
                              size_t size)
{
    const size_t n_name = strlen(name);

    for (const char *at = begin; (size_t)(end - at) > n_name; at++) {
        const bool here = (at == begin || at[-1] == ' ' || at[-1] == ';' || at[-1] == '\t') &&
                          !strncasecmp(at, name, n_name) && at[n_name] == '=';
        if (!here) continue;
        const char *value = at + n_name + 1;
        const bool quoted = value < end && *value == '"';
        size_t n = 0;
        for (value += quoted; value < end && n + 1 < size; value++) {
            if (quoted ? *value == '"' : *value == ';' || *value == ' ') break;
            if (quoted && *value == '\\' && value + 1 < end &&
                (value[1] == '"' || value[1] == '\\'))
                value++;
            out[n++] = *value;
        }
        out[n] = '\0';
        return out;
    }
    return NULL;
}

static bool begin_multipart(multipart *m, const char *type)
{
    char boundary[72];
    const char *const found =
        header_parameter(type, type + strlen(type), "boundary", boundary, sizeof boundary);

    if (!found || !*found || strlen(found) > 70) return false;
    m->boundary_len = strlen(found) + 4;
    memcpy(m->boundary, "\r\n--", 4);
    memcpy(m->boundary + 4, found, strlen(found) + 1);
    return true;
}

/* The line [begin, *end) up to "\r\n", behind which `at` is then; false if there is none. */
static bool next_line(multipart *m, char **begin, char **end)
{
    *begin = m->at;
    *end = find(m->at, m->end, "\r\n", 2);
    if (!*end) return false;
    m->at = *end + 2;
    return true;
}

/* A field: copies its name, and the name of a file unless it is NULL. */
static bool add_part(params *p, const char *name, const char *file, tr_string value)
{
    const size_t n_name = strlen(name) + 1, n_file = file ? strlen(file) + 1 : 0;

    if (!add_field(p, "", value, NULL)) return false;
    param *const field = &p->fields[p->n - 1];
    field->names = checked_malloc(n_name + n_file);
    memcpy(field->names, name, n_name);
    if (file) memcpy(field->names + n_name, file, n_file);
    field->name = field->names;
    field->file_name = file ? field->names + n_name : NULL;
    return true;
}

/* One part, behind its boundary. */
static bool read_part(multipart *m, params *p)
{
    char name[256], file[256];
    bool named = false, is_file = false;
    char *begin, *end;

    for (;;) {
        if (!next_line(m, &begin, &end)) return false;
        if (begin == end) break;
        static const char disposition[] = "content-disposition:";
        const size_t n = sizeof disposition - 1;
        if ((size_t)(end - begin) <= n || strncasecmp(begin, disposition, n)) continue;
        named = header_parameter(begin + n, end, "name", name, sizeof name);
        is_file = header_parameter(begin + n, end, "filename", file, sizeof file);
    }
    char *const value = m->at;
    /* The line end before the boundary is the header's, where the value is empty. */
    char *const stop = find(value - 2, m->end, m->boundary, m->boundary_len);
    if (!stop) return false;
    const size_t len = stop < value ? 0 : (size_t)(stop - value);
    m->at = stop + m->boundary_len;
    if (!named) return true;
    if (stop >= value) *stop = '\0';
    return add_part(p, name, is_file ? file : NULL, (tr_string){stop < value ? "" : value, len});
}

/* The body [len] without any part is an empty form, as clients send it. */
static enum params_result read_multipart(params *p, const char *type, char *body, size_t len)
{
    multipart m = {.at = body, .end = body + len};

    if (!len) return PARAMS_OK;
    if (!begin_multipart(&m, type)) return PARAMS_NOT_FORM;
    const size_t n = m.boundary_len - 2;
    if (len < n || memcmp(body, m.boundary + 2, n)) return PARAMS_NOT_FORM;
    for (m.at += n; m.end - m.at >= 2 && memcmp(m.at, "--", 2);) {
        char *begin, *end;
        if (!next_line(&m, &begin, &end)) return PARAMS_NOT_FORM; /* blanks behind the boundary */
        if (p->n == PARAMS_MOST) return PARAMS_TOO_MANY;
        if (!read_part(&m, p)) return PARAMS_NOT_FORM;
    }
    return m.end - m.at >= 2 ? PARAMS_OK : PARAMS_NOT_FORM;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static enum params_result read_json(params *p, char *body, size_t len)
{
    if (json_count(body, len) > PARAMS_MOST_VALUES) return PARAMS_TOO_MANY_VALUES;
    p->json = json_read(body, len);
    if (!p->json) return PARAMS_NOT_JSON;
    return cJSON_IsObject(p->json) ? PARAMS_OK : PARAMS_NOT_OBJECT;
}

/* ---- All ----------------------------------------------------------------------------------- */

static bool is_type(const char *type, const char *name)
{
    const size_t n = strlen(name);
    return type && !strncasecmp(type, name, n) && (!type[n] || strchr("; \t", type[n]));
}

enum params_result params_read(params *p, const char *query, const char *type, const char *body,
                               size_t len)
{
    const size_t n_query = query ? strlen(query) : 0;

    *p = (params){0};
    p->bytes = checked_malloc(n_query + 1 + len + 1);
    char *const copy = p->bytes + n_query + 1;
    memcpy(p->bytes, query ? query : "", n_query + 1);
    if (len) memcpy(copy, body, len);
    copy[len] = '\0';
    if (!read_pairs(p, p->bytes, n_query)) return PARAMS_TOO_MANY;
    if (is_type(type, "application/json")) return read_json(p, copy, len);
    if (is_type(type, "multipart/form-data")) return read_multipart(p, type, copy, len);
    if (!is_type(type, "application/x-www-form-urlencoded")) return PARAMS_OK;
    return read_pairs(p, copy, len) ? PARAMS_OK : PARAMS_TOO_MANY;
}

void params_free(params *p)
{
    cJSON_Delete(p->json);
    for (size_t i = 0; i < p->n; i++)
        free(p->fields[i].names);
    free(p->fields);
    free(p->bytes);
    *p = (params){0};
}

static const param *last_field(const params *p, const char *name)
{
    for (size_t i = p->n; i > 0; i--)
        if (!strcmp(p->fields[i - 1].name, name)) return &p->fields[i - 1];
    return NULL;
}

static tr_string text_of(const cJSON *value)
{
    if (cJSON_IsString(value)) return (tr_string){value->valuestring, strlen(value->valuestring)};
    if (cJSON_IsBool(value))
        return cJSON_IsTrue(value) ? (tr_string){"true", 4} : (tr_string){"false", 5};
    return (tr_string){NULL, 0};
}

tr_string params_text(const params *p, const char *name)
{
    if (p->json) return text_of(cJSON_GetObjectItemCaseSensitive(p->json, name));
    const param *const field = last_field(p, name);
    return field ? field->value : (tr_string){NULL, 0};
}

static const char *word_of(tr_string text)
{
    return text.text && strlen(text.text) == text.len ? text.text : NULL;
}

const char *params_word(const params *p, const char *name)
{
    return word_of(params_text(p, name));
}

const char *params_field(const params *p, const char *name)
{
    const param *const field = last_field(p, name);
    return field ? word_of(field->value) : NULL;
}

bool params_has(const params *p, const char *name)
{
    return p->json ? cJSON_GetObjectItemCaseSensitive(p->json, name) != NULL
                   : last_field(p, name) != NULL;
}

static size_t texts_of(const cJSON *value, tr_string **texts, bool *is_list)
{
    const cJSON *item;
    size_t n = 0;

    *is_list = cJSON_IsArray(value);
    if (!value || cJSON_IsNull(value)) return 0;
    if (!*is_list && !cJSON_IsString(value)) return SIZE_MAX;
    *texts =
        checked_realloc(NULL, *is_list ? (size_t)cJSON_GetArraySize(value) + 1 : 1, sizeof **texts);
    if (!*is_list) {
        **texts = text_of(value);
        return 1;
    }
    cJSON_ArrayForEach(item, value)
    {
        if (!cJSON_IsString(item)) return SIZE_MAX;
        (*texts)[n++] = text_of(item);
    }
    return n;
}

size_t params_texts(const params *p, const char *name, tr_string **texts, bool *is_list)
{
    *texts = NULL;
    *is_list = false;
    if (!p->json) return params_fields(p, name, texts);
    return texts_of(cJSON_GetObjectItemCaseSensitive(p->json, name), texts, is_list);
}

size_t params_fields(const params *p, const char *name, tr_string **texts)
{
    size_t n = 0;

    *texts = checked_realloc(NULL, p->n + 1, sizeof **texts);
    for (size_t i = 0; i < p->n; i++)
        if (!strcmp(p->fields[i].name, name)) (*texts)[n++] = p->fields[i].value;
    return n;
}

const param *params_file(const params *p, const char *name)
{
    const param *const field = last_field(p, name);
    return field && field->file_name ? field : NULL;
}

bool params_flag(const params *p, const char *name)
{
    const char *const word = params_word(p, name);
    const cJSON *const number = p->json ? cJSON_GetObjectItemCaseSensitive(p->json, name) : NULL;
    if (cJSON_IsNumber(number)) return number->valuedouble != 0;
    return word && (!strcmp(word, "1") || !strcasecmp(word, "true"));
}
