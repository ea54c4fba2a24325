#include "serve/mcp/mcp_content.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/base64.h"
#include "base/utf8.h"
#include "console/alloc.h"
#include "console/json.h"

/* A text with a NUL, or of other bytes than UTF-8, is none that JSON can carry. */
static char *as_text(char *bytes, size_t len, work_failure *why)
{
    if (!memchr(bytes, '\0', len) && tr_utf8_valid(bytes, len)) {
        bytes = checked_realloc(bytes, len + 1, 1);
        bytes[len] = '\0';
        return bytes;
    }
    free(bytes);
    work_fail(why, "invalid", "the translation is no text: send the document as data");
    return NULL;
}

/* The last part of a name, without what is special in an address. */
static char *address_of(const char *name)
{
    const char *at = name;

    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '\\') at = c + 1;
    char *const address = checked_format("document:%s", at);
    for (char *c = address; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 0x7F || strchr("%?#\"<>[]^`{|}", *c))
            *c = '_';
    return address;
}

/* {"type": "resource", "resource": {"uri", "mimeType", "blob"}} */
static cJSON *as_data(const char *name, const char *bytes, size_t len)
{
    cJSON *const part = cJSON_CreateObject();
    char *const address = address_of(name);
    tr_buf text = {0};

    tr_base64_encode(bytes, len, &text);
    if (text.failed) end_without_memory();
    cJSON_AddStringToObject(part, "type", "resource");
    cJSON *const resource = cJSON_AddObjectToObject(part, "resource");
    cJSON_AddStringToObject(resource, "uri", address);
    cJSON_AddStringToObject(resource, "mimeType", "application/octet-stream");
    cJSON_AddStringToObject(resource, "blob", tr_buf_text(&text));
    tr_buf_free(&text);
    free(address);
    return part;
}

bool mcp_content_translate(const mcp_asker *by, const cJSON *arguments, const work_request *request,
                           char **text, cJSON **part, work_failure *why)
{
    const char *const name = json_word(arguments, "name"),
                      *const plain = json_word(arguments, "text"),
                      *const data = json_word(arguments, "data");
    char *out = NULL;
    tr_buf bytes = {0};
    size_t size;

    *text = NULL;
    *part = NULL;
    if (!name || !*name || !plain == !data)
        return work_fail(why, "invalid", "name, and either text or data have to be there");
    if (data && !tr_base64_decode(data, strlen(data), &bytes)) {
        tr_buf_free(&bytes);
        return work_fail(why, "invalid", "data is not base64");
    }
    if (bytes.failed) end_without_memory();
    if (by->work->translate_document(by, request, name, data ? tr_buf_text(&bytes) : plain,
                                     data ? bytes.len : strlen(plain), &out, &size, why)) {
        if (data)
            *part = as_data(name, out, size);
        else
            *text = as_text(out, size, why);
        if (data) free(out);
    }
    tr_buf_free(&bytes);
    return *text || *part;
}
