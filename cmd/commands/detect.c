/* detect.c - `translate detect`: which language files, or lines, are in. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/given_text.h"
#include "console/input.h"
#include "console/json.h"
#include "console/message.h"
#include "console/output.h"
#include "console/printable.h"
#include "documents/document_file.h"
#include "lines/detector.h"

typedef struct settings {
    reading_settings reading;
    text_list texts;
    int lines, json;
} settings;

#define FIELD(name) offsetof(settings, name)
static const option options[] = {
    GIVEN_TEXT_ROW(settings, texts),
    OPTION_FLAG_ROW(0, "lines", FIELD(lines), "tell the language of each line"),
    OPTION_FLAG_ROW(0, "json", FIELD(json),
                    "print JSON objects, with all languages found and their shares"),
    OPTION_ROW(0, "format", "", OPTION_FORMAT, FIELD(reading.format),
               "format of documents (default: by name and content, else lines)"),
    DOCUMENT_READING_ROWS(settings, reading),
    OPTION_LAST_ROWS,
};

/* A source of text: a file, of which there may be several, or a line. */
typedef struct subject {
    const char *file; /* NULL: the only one */
    size_t line;      /* 0: all of it */
} subject;

static void print(const settings *s, output *out, subject about, const detection *d)
{
    if (!s->json) {
        if (about.file) printable_text(out->stream, about.file, strlen(about.file), 0);
        if (about.file) fputc('\t', out->stream);
        fprintf(out->stream, "%s\n", detection_name(d));
        output_flush(out);
        return;
    }
    cJSON *object = cJSON_CreateObject();
    if (about.file) json_add_text(object, "file", about.file, strlen(about.file));
    if (about.line) cJSON_AddNumberToObject(object, "line", (double)about.line);
    cJSON_AddStringToObject(object, "language", detection_name(d));
    cJSON *found = cJSON_AddArrayToObject(object, "found");
    for (size_t i = 0; i < d->n; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "language", d->found[i].language);
        cJSON_AddNumberToObject(one, "share", d->found[i].share);
        cJSON_AddItemToArray(found, one);
    }
    json_print(out, object);
}

static int detect_lines(const settings *s, output *out, char **files, size_t n)
{
    line_reader in;
    const char *text;
    size_t len;
    int rc;

    if (s->texts.n)
        line_reader_open_texts(&in, s->texts.items, s->texts.n);
    else if (line_reader_open(&in, files, n) < 0)
        return EXIT_FAILED;
    while ((rc = line_reader_next(&in, &text, &len)) > 0) {
        const detection d = detector_guess(text, len);
        print(s, out, (subject){.line = in.line}, &d);
    }
    line_reader_close(&in);
    return rc < 0 ? EXIT_FAILED : EXIT_OK;
}

/* The first bytes of a text that is no document; `path` is none where a text is given. */
static int detect_text(const settings *s, output *out, char *path, subject about)
{
    char sample[DETECTOR_SAMPLE];
    ptrdiff_t n = 1;
    size_t len = 0;
    input in;

    if (s->texts.n)
        input_open_texts(&in, s->texts.items, s->texts.n);
    else if (input_open(&in, &path, 1) < 0)
        return EXIT_FAILED;
    while (n > 0 && len < sizeof sample - 1) {
        n = input_read(&in, sample + len, sizeof sample - len);
        len += n > 0 ? (size_t)n : 0;
    }
    input_close(&in);
    if (n < 0) return EXIT_FAILED;
    const detection d = detector_guess(sample, len);
    print(s, out, about, &d);
    return EXIT_OK;
}

static int detect_file(const settings *s, output *out, char *path, subject about)
{
    const bool told = s->reading.format || document_file_option(&s->reading);
    file_verdict v = {0};
    document_file p;

    if (!told && document_file_judge(path, &v) < 0) {
        complain("%s: %s", path, strerror(errno));
        return EXIT_FAILED;
    }
    if (!told && !file_verdict_is_document(&v)) return detect_text(s, out, path, about);
    if (document_file_open(&p, path, s->reading.format, &s->reading)) return EXIT_FAILED;
    char sample[DETECTOR_SAMPLE];
    const detection d = detector_guess(sample, detector_sample_document(p.document, sample));
    print(s, out, about, &d);
    document_file_close(&p);
    return EXIT_OK;
}

static int detect_main(int argc, char **argv)
{
    settings set = {0};
    int status = EXIT_OK;
    output out;

    int rc = options_parse(&detect_command, &argc, argv, &set);
    if (rc == GO_ON) rc = document_file_check(&detect_command, &set.reading);
    if (rc == GO_ON) rc = given_text_check(&detect_command, &set.texts, argv, argc);
    if (rc != GO_ON) return rc;
    const char *const heeded = set.reading.format ? "--format" : document_file_option(&set.reading);
    if ((set.lines || set.texts.n) && heeded)
        return options_misuse(&detect_command, "%s no document: leave out %s",
                              set.lines ? "--lines are" : "-e gives", heeded);
    if (!detector_ready(true)) return EXIT_FAILED;
    if (output_open(&out, NULL) < 0) return EXIT_FAILED;
    if (set.lines)
        status = detect_lines(&set, &out, argv, (size_t)argc);
    else if (set.texts.n)
        status = detect_text(&set, &out, NULL, (subject){0});
    else if (!argc)
        status = detect_file(&set, &out, (char[]){"-"}, (subject){0});
    for (int i = 0; i < argc && !set.lines; i++)
        if (detect_file(&set, &out, argv[i], (subject){.file = argc > 1 ? argv[i] : NULL}))
            status = EXIT_FAILED;
    output_close(&out);
    return status;
}

const command detect_command = {
    .name = "detect",
    .summary = "tell the language of a text",
    .operands = "[OPTIONS] [FILE]...",
    .operand = "FILE",
    .about =
        "Tells the language of standard input, or of each file, as a tag of BCP 47 such as de; "
        "und if it is not sure.",
    .options = options,
    .run = detect_main,
};
