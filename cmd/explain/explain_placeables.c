#include "explain/explain_placeables.h"

#include "console/json.h"
#include "console/message.h"
#include "console/printable.h"

typedef struct telling {
    output *out;
    const char *text;
    cJSON *list, *last; /* of what was found; what was found last */
} telling;

static void print_one(void *ctx, const tr_told_placeable *p)
{
    enum { WIDTH = 24, KIND = 12, NAME = 18 };
    const telling *const t = ctx;
    FILE *const out = t->out->stream;

    fprintf(out, "%s%zu-%zu\t", p->lost ? "  " : "", p->begin, p->end);
    printable_text(out, t->text + p->begin, p->end - p->begin, WIDTH);
    fprintf(out, "\t%s\t%s", p->kind, p->name);
    fprintf(out, "%s%s\n", p->lost ? "\tlost: " : "", p->lost ? p->lost : "");
}

static void add_one(void *ctx, const tr_told_placeable *p)
{
    telling *const t = ctx;
    cJSON *const one = cJSON_CreateObject();

    cJSON_AddNumberToObject(one, "begin", (double)p->begin);
    cJSON_AddNumberToObject(one, "end", (double)p->end);
    json_add_text(one, "text", t->text + p->begin, p->end - p->begin);
    cJSON_AddStringToObject(one, "kind", p->kind);
    cJSON_AddStringToObject(one, "name", p->name);
    if (p->lost) {
        cJSON_AddStringToObject(one, "why", p->lost);
        cJSON_AddItemToArray(cJSON_GetObjectItem(t->last, "lost"), one);
        return;
    }
    cJSON_AddArrayToObject(one, "lost");
    cJSON_AddItemToArray(t->list, one);
    t->last = one;
}

int explain_placeables(output *out, const char *text, size_t len, const char *keep_file, bool json)
{
    telling t = {.out = out, .text = text};
    cJSON *line = NULL;
    tr_error err;

    if (json) {
        line = cJSON_CreateObject();
        json_add_text(line, "line", text, len);
        t.list = cJSON_AddArrayToObject(line, "placeables");
    }
    const int rc = tr_tell_placeables(text, len, keep_file, json ? add_one : print_one, &t, &err);
    if (rc < 0) complain("%s", err.msg);
    if (rc == 0 && json) json_print(out, line);
    if (rc < 0 && json) cJSON_Delete(line);
    return rc;
}
