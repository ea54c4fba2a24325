#include "lines/manifest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/json.h"
#include "lines/same_work.h"
#include "memory/tm_key.h"

enum { FORMAT = 1, MOST_BYTES = 1 << 20 };

char *manifest_path(const char *of)
{
    return checked_format("%s.manifest", of);
}

/* ---- Writing ---- */

static void add_owned(cJSON *object, const char *name, char *text)
{
    cJSON_AddStringToObject(object, name, text);
    free(text);
}

void manifest_begin(manifest *m, const settings *set, const command *c, int argc, char **argv,
                    const tr_model *model, const tr_options *o)
{
    settings plain = *set;

    if (!set->manifest) return;
    plain.documents.reading.format = NULL; /* they are lines */
    m->path = manifest_path(set->output);
    m->object = cJSON_CreateObject();
    digest_begin(&m->input);
    cJSON_AddNumberToObject(m->object, "manifest", FORMAT);
    cJSON_AddStringToObject(m->object, "translate", tr_version());
    cJSON *const of_model = cJSON_AddObjectToObject(m->object, "model");
    cJSON_AddStringToObject(of_model, "file", tr_model_get_info(model)->path);
    add_owned(of_model, "sha256", tm_key_model(model));
    cJSON *const options = cJSON_AddObjectToObject(m->object, "options");
    add_owned(options, "sha256", same_work_options(c, &plain, model, o));
    cJSON_AddItemToObject(options, "arguments", same_work_arguments(c, argc, argv));
    if (!set->part.n) return;
    cJSON_AddNumberToObject(m->object, "part", set->part.k);
    cJSON_AddNumberToObject(m->object, "parts", set->part.n);
}

void manifest_add_input(manifest *m, const char *bytes, size_t n)
{
    if (m->path) digest_bytes(&m->input, bytes, n);
}

/* The digest of what was written, which is read again; NULL with errno. */
static char *digest_output(int fd, off_t *size)
{
    enum { SIZE = 1 << 13 };
    char bytes[SIZE];
    digest_sum sum;
    ssize_t n;

    digest_begin(&sum);
    for (*size = 0; (n = pread(fd, bytes, SIZE, *size)) > 0; *size += n)
        digest_bytes(&sum, bytes, (size_t)n);
    char *const digits = digest_end(&sum);
    if (n == 0) return digits;
    free(digits);
    return NULL;
}

void manifest_add_output(manifest *m, const input *in, output *out)
{
    struct stat st = {0};
    off_t size;

    if (!m->path) return;
    output_flush(out);
    cJSON *const of_input = cJSON_AddObjectToObject(m->object, "input");
    cJSON_AddStringToObject(of_input, "file", in->names[0]);
    const off_t whole = stat(in->names[0], &st) < 0 ? 0 : st.st_size;
    cJSON_AddNumberToObject(of_input, "begin", in->is_cut ? (double)in->first : 0);
    cJSON_AddNumberToObject(of_input, "end", (double)(in->is_cut ? in->end : whole));
    cJSON_AddNumberToObject(of_input, "size", (double)whole);
    add_owned(of_input, "sha256", digest_end(&m->input));
    cJSON *const of_output = cJSON_AddObjectToObject(m->object, "output");
    char *const digits = out->file.path ? digest_output(out->file.fd, &size) : NULL;
    if (!digits) {
        complain("%s: cannot be read again for its manifest", out->path);
        output_abandon(out);
        exit(EXIT_FAILED);
    }
    cJSON_AddNumberToObject(of_output, "bytes", (double)size);
    add_owned(of_output, "sha256", digits);
    unlink(m->path); /* another output's does not stay beside this one */
}

void manifest_write(manifest *m, const manifest_counts *counts)
{
    output out;

    if (!m->path) return;
    cJSON_AddNumberToObject(m->object, "lines", (double)counts->lines);
    cJSON_AddNumberToObject(m->object, "failed", (double)counts->failed);
    cJSON_AddNumberToObject(m->object, "repaired", (double)counts->repaired);
    cJSON_AddNumberToObject(m->object, "lacking", (double)counts->lacking);
    if (output_open(&out, m->path) < 0) exit(EXIT_FAILED);
    json_print(&out, m->object);
    output_close(&out);
    m->object = NULL;
    manifest_free(m);
}

void manifest_free(manifest *m)
{
    free(m->path);
    cJSON_Delete(m->object);
    *m = (manifest){0};
}

/* ---- Reading ---- */

static bool is_manifest(const cJSON *object)
{
    static const char *const objects[] = {"model", "options", "input", "output"};
    const cJSON *const format = cJSON_GetObjectItem(object, "manifest");

    if (!cJSON_IsNumber(format) || format->valueint != FORMAT) return false;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        const cJSON *const one = cJSON_GetObjectItem(object, objects[i]);
        if (!cJSON_IsString(cJSON_GetObjectItem(one, "sha256"))) return false;
    }
    return cJSON_IsNumber(cJSON_GetObjectItem(object, "lines"));
}

cJSON *manifest_read(const char *path, bool says)
{
    FILE *const f = fopen(path, "rb");

    if (!f) {
        if (says) complain("%s: %s", path, strerror(errno));
        return NULL;
    }
    char *const text = checked_malloc(MOST_BYTES);
    const size_t n = fread(text, 1, MOST_BYTES, f);
    cJSON *const object = n < MOST_BYTES ? cJSON_ParseWithLength(text, n) : NULL;
    fclose(f);
    free(text);
    if (is_manifest(object)) return object;
    if (says) complain("%s: is no manifest of this program's", path);
    cJSON_Delete(object);
    return NULL;
}

/* ---- Work that is done ---- */

static bool has_number(const cJSON *object, const char *name, int wanted)
{
    const cJSON *const number = cJSON_GetObjectItem(object, name);
    return number ? number->valueint == wanted : !wanted;
}

static bool has_text(const cJSON *object, const char *name, const char *wanted)
{
    const char *const text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return text && !strcmp(text, wanted);
}

/* True if the manifest is of the same command, the model's content aside. */
static bool is_same(const cJSON *object, const settings *s, cJSON *arguments, const char *file)
{
    const cJSON *const options = cJSON_GetObjectItem(object, "options");

    return has_text(object, "translate", tr_version()) && has_number(object, "part", s->part.k) &&
           has_number(object, "parts", s->part.n) &&
           has_text(cJSON_GetObjectItem(object, "input"), "file", file) &&
           cJSON_Compare(cJSON_GetObjectItem(options, "arguments"), arguments, true);
}

int manifest_is_done(const settings *s, const command *c, int argc, char **argv, const char *file)
{
    int status = EXIT_OK;
    struct stat st;

    if (!s->documents.skip_existing || !s->output) return GO_ON;
    if (stat(s->output, &st) < 0 || !S_ISREG(st.st_mode)) return GO_ON;
    if (s->manifest) {
        char *const path = manifest_path(s->output);
        cJSON *const object = manifest_read(path, false);
        cJSON *const arguments = same_work_arguments(c, argc, argv);
        if (!is_same(object, s, arguments, file))
            status = GO_ON;
        else if (!has_number(object, "failed", 0) ||
                 (s->strict && !has_number(object, "lacking", 0)))
            status = EXIT_SOME_LINES;
        cJSON_Delete(arguments);
        cJSON_Delete(object);
        free(path);
    }
    if (status != GO_ON && s->verbose) complain("%s: is there already", s->output);
    return status;
}
