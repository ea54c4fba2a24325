#include "documents/formats_command.h"

#include <errno.h>
#include <string.h>

#include "console/json.h"
#include "console/output.h"
#include "console/printable.h"
#include "documents/document_file.h"

typedef struct settings {
    int json;
} settings;

static const option options[] = {
    OPTION_FLAG_ROW(0, "json", offsetof(settings, json), "print a JSON object for each"),
    OPTION_LAST_ROWS,
};

/* enum tr_told */
static const char *const told_by[] = {"its first bytes", "its ending", "its shape", "its words"};

/* Prints a row of the table of formats. */
static void print_format(const settings *set, output *out, const tr_document_format *f)
{
    const char *const endings = f->extensions + (*f->extensions == ' ');
    const size_t n = strlen(endings), len = n ? n - (endings[n - 1] == ' ') : 0;

    if (!set->json) {
        fprintf(out->stream, "%s\t%.*s\n", f->name, (int)len, endings);
        return;
    }
    cJSON *const object = cJSON_CreateObject(), *list;
    cJSON_AddStringToObject(object, "format", f->name);
    list = cJSON_AddArrayToObject(object, "endings");
    for (size_t at = 0, end; at < len; at = end + 1) {
        char ending[32];
        end = at + strcspn(endings + at, " ");
        snprintf(ending, sizeof ending, "%.*s", (int)(end - at), endings + at);
        cJSON_AddItemToArray(list, cJSON_CreateString(ending));
    }
    json_print(out, object);
}

static void print_verdict(const settings *set, output *out, const char *path, const file_verdict *v)
{
    if (!set->json) {
        printable_text(out->stream, path, strlen(path), 0);
        fprintf(out->stream, "\t%s\t%s\n", v->format ? v->format : "-",
                v->format ? told_by[v->told_by] : v->refusal);
        return;
    }
    cJSON *const object = cJSON_CreateObject();
    json_add_text(object, "file", path, strlen(path));
    if (v->format)
        cJSON_AddStringToObject(object, "format", v->format);
    else
        cJSON_AddNullToObject(object, "format");
    cJSON_AddStringToObject(object, "told_by", told_by[v->told_by]);
    if (!v->format) cJSON_AddStringToObject(object, "refusal", v->refusal);
    json_print(out, object);
}

/* EXIT_FAILED of a file that is not read. */
static int tell_file(const settings *set, output *out, const char *path)
{
    file_verdict v;

    const int rc = document_file_judge(path, &v);
    if (rc < 0 || (!v.format && !v.refusal)) {
        complain("%s: %s", path,
                 rc < 0 ? strerror(errno) : "there is no such file, or it is no plain one");
        return EXIT_FAILED;
    }
    print_verdict(set, out, path, &v);
    output_flush(out);
    return v.format ? EXIT_OK : EXIT_FAILED;
}

static int formats_main(int argc, char **argv)
{
    settings set = {0};
    const tr_document_format *f;
    int status = EXIT_OK;
    output out;

    const int rc = options_parse(&formats_command, &argc, argv, &set);
    if (rc != GO_ON) return rc;
    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    for (size_t i = 0; !argc && (f = tr_document_format_at(i)); i++)
        print_format(&set, &out, f);
    for (int i = 0; i < argc; i++)
        if (tell_file(&set, &out, argv[i]) != EXIT_OK) status = EXIT_FAILED;
    output_close(&out);
    return status;
}

const command formats_command = {
    .name = "formats",
    .summary = "tell the formats of documents, and what files are",
    .operands = "[OPTIONS] [FILE]...",
    .operand = "FILE",
    .about = "Tells what each file is read as, and what told it: its first bytes, its ending, its "
             "shape or its words; or why it is not read.  Without files, lists the formats and the "
             "endings of their names.",
    .options = options,
    .run = formats_main,
};
