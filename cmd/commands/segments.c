/* segments.c - `translate segments`: what would be translated of a document. */
#include <string.h>

#include "commands/commands.h"
#include "console/files_in_use.h"
#include "console/json.h"
#include "console/message.h"
#include "console/output.h"
#include "documents/document_file.h"

static int print_segments(document_file *p, output *out)
{
    const size_t n = tr_document_segment_count(p->document);
    tr_document_segment s;
    tr_error err;

    for (size_t i = 0; i < n; i++) {
        if (tr_document_get(p->document, i, &s, &err)) {
            complain("%s", err.msg);
            return -1;
        }
        cJSON *object = cJSON_CreateObject();
        cJSON_AddNumberToObject(object, "n", (double)(i + 1));
        json_add_text(object, "where", s.where, strlen(s.where));
        json_add_text(object, "text", s.text, s.text_len);
        json_print(out, object);
    }
    return 0;
}

static int segments_main(int argc, char **argv)
{
    document_output set = {0};
    output out;
    document_file p;

    int rc = options_parse(&segments_command, &argc, argv, &set);
    if (rc == GO_ON) rc = document_file_check(&segments_command, &set.reading);
    if (rc != GO_ON) return rc;
    if (argc != 1)
        return options_misuse(&segments_command, argc ? "one document at a time" : "no document");
    files_in_use_add(argv[0], "the document");
    if (document_file_open(&p, argv[0], set.reading.format, &set.reading)) return EXIT_FAILED;
    int status = output_open(&out, set.output) < 0 ? EXIT_FAILED : EXIT_OK;
    if (status == EXIT_OK && print_segments(&p, &out) < 0) {
        output_abandon(&out);
        status = EXIT_FAILED;
    } else if (status == EXIT_OK) {
        output_close(&out);
    }
    document_file_close(&p);
    return status;
}

const command segments_command = {
    .name = "segments",
    .summary = "print the text of a document",
    .operands = "[OPTIONS] FILE",
    .operand = "FILE",
    .about = "Prints what would be translated of a document, one JSON object a line: its number, "
             "where it stands, and its text, in which <1> and </1> are marks such as tags.  "
             "\"translate splice\" takes it back, with other text.",
    .options = document_output_options,
    .run = segments_main,
};
