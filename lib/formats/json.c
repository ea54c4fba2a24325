#include "formats/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "formats/failed_download.h"

/* A walk over the text that counts what cJSON would allocate, before it does. */
typedef struct scan {
    const char *next, *end;
    size_t depth, n_values;
    const char *problem; /* NULL: none so far */
} scan;

/* After the closing quote of the string that `next` is in. */
static void skip_string(scan *s)
{
    static const char zero[] = "\\u0000";

    for (; s->next < s->end && *s->next != '"'; s->next++) {
        if (*s->next != '\\') continue;
        if ((size_t)(s->end - s->next) >= sizeof zero - 1 &&
            !memcmp(s->next, zero, sizeof zero - 1))
            s->problem = "has a NUL character in a string";
        if (s->next + 1 < s->end) s->next++;
    }
    if (s->next < s->end)
        s->next++;
    else
        s->problem = "is not JSON: a string does not end";
}

/* Every value but the outermost stands after one of the four characters that are counted. */
static void scan_character(scan *s)
{
    switch (*s->next++) {
    case '"':
        skip_string(s);
        break;
    case '\0':
        s->problem = "is not JSON: it has a NUL character";
        break;
    case '[':
    case '{':
        s->n_values++;
        if (++s->depth > TR_JSON_MAX_DEPTH) s->problem = "is nested too deeply";
        break;
    case ']':
    case '}':
        if (s->depth) s->depth--;
        break;
    case ',':
    case ':':
        s->n_values++;
        break;
    default:
        break;
    }
    if (s->n_values > TR_JSON_MAX_VALUES) s->problem = "holds too many values";
}

static const char *find_problem(const char *text, size_t len)
{
    scan s = {.next = text, .end = text + len};

    if (len > TR_JSON_MAX_SIZE) return "is too large";
    while (s.next < s.end && !s.problem)
        scan_character(&s);
    if (!s.problem && !tr_utf8_valid(text, len)) return "is not UTF-8";
    return s.problem;
}

static bool is_blank_tail(const char *text, const char *end)
{
    while (text < end && strchr(" \t\r\n", *text))
        text++;
    return text == end;
}

int tr_json_parse(cJSON **json, const char *text, size_t len, const char *name, tr_error *err)
{
    const char *end = NULL;

    *json = NULL;
    if (!len) text = ""; /* an empty file's is NULL */
    const char *problem = find_problem(text, len);
    if (problem) return tr_fail(err, TR_EFORMAT, "%s: %s", name, problem);
    *json = cJSON_ParseWithLengthOpts(text, len, &end, 0);
    if (*json && is_blank_tail(end, text + len)) return 0;
    cJSON_Delete(*json);
    *json = NULL;
    return tr_fail(err, TR_EFORMAT, "%s: is not JSON, from byte %zu on", name,
                   end ? (size_t)(end - text) : 0);
}

/* `rc` is how mapping the file went, which is unmapped. */
static int parse_object(cJSON **json, int rc, tr_file *file, const char *path, tr_error *err)
{
    if (rc < 0) return rc;
    rc = tr_json_parse(json, (const char *)file->data, file->size, path, err);
    tr_file_unmap(file);
    if (rc == 0 && !cJSON_IsObject(*json)) {
        cJSON_Delete(*json);
        *json = NULL;
        rc = tr_fail(err, TR_EFORMAT, "%s: is not a JSON object", path);
    }
    return rc;
}

int tr_json_read(cJSON **json, const char *path, tr_error *err)
{
    tr_file file;

    *json = NULL;
    const int rc =
        tr_failed_download_refuse_mapped(tr_file_map(&file, path, err), &file, path, err);
    return parse_object(json, rc, &file, path, err);
}

int tr_json_read_member(cJSON **json, const tr_bundle *b, const char *name, tr_error *err)
{
    tr_file file;

    *json = NULL;
    char *path = tr_bundle_name(b, name);
    if (!path) return tr_fail_memory(err);
    const int rc = parse_object(json, tr_bundle_map(b, name, &file, err), &file, path, err);
    free(path);
    return rc;
}

const char *tr_json_text(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text && *text ? text : NULL;
}

bool tr_json_is_count(const cJSON *item, uint64_t *n)
{
    if (!cJSON_IsNumber(item)) return false;
    const double x = item->valuedouble;
    if (!(x >= 0 && x <= 9007199254740992.0)) return false;
    *n = (uint64_t)x;
    return (double)*n == x;
}
