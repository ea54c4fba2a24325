/* splice.c - `translate splice`: a document with other text. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "console/files_in_use.h"
#include "console/input.h"
#include "console/json.h"
#include "console/message.h"
#include "console/output.h"
#include "documents/document_file.h"

/* True if a text in JSON has a NUL, with which it would end. */
static bool has_nul(const char *line, size_t len)
{
    static const char nul[] = "\\u0000";
    for (size_t i = 0; i + 6 <= len; i += line[i] == '\\' ? 2 : 1)
        if (!memcmp(line + i, nul, 6)) return true;
    return false;
}

/* Puts the text of a line into the document; a reason if it cannot be, else NULL.  *bad: the line
 * is no segment of the document. */
static const char *put_line(document_file *p, const char *line, size_t len, bool *bad,
                            tr_error *err)
{
    const char *end, *why = NULL;
    cJSON *const object = cJSON_ParseWithLengthOpts(line, len, &end, 0);
    const cJSON *const n = cJSON_GetObjectItemCaseSensitive(object, "n");
    const cJSON *const text = cJSON_GetObjectItemCaseSensitive(object, "text");
    const size_t count = tr_document_segment_count(p->document);

    if (!object || strspn(end, " \t\r") < (size_t)(line + len - end))
        why = "is not JSON";
    else if (has_nul(line, len))
        why = "has a NUL";
    else if (!cJSON_IsNumber(n) || !cJSON_IsString(text))
        why = "has no number \"n\" and string \"text\"";
    else if (!(n->valuedouble >= 1 && n->valuedouble <= (double)count) ||
             n->valuedouble != floor(n->valuedouble))
        why = "is of a segment that the document does not have";
    *bad = *bad || why;
    if (!why && tr_document_put(p->document, (size_t)n->valuedouble - 1, text->valuestring,
                                strlen(text->valuestring), err))
        why = err->msg;
    cJSON_Delete(object);
    return why;
}

/* EXIT_OK, or EXIT_FAILED after a sentence for each line that cannot be taken: its segment stays.
 * -1 for a file that cannot be read, or is not of the document's segments. */
static int put_lines(document_file *p, char **path)
{
    line_reader in;
    tr_string line;
    int more, status = EXIT_OK;
    bool bad = false;

    if (line_reader_open(&in, path, 1) < 0) return -1;
    while ((more = line_reader_next(&in, &line.text, &line.len)) > 0) {
        tr_error err;
        if (strspn(line.text, " \t\r") == line.len) continue;
        const char *const why = put_line(p, line.text, line.len, &bad, &err);
        if (!why) continue;
        line_reader_complain(&in, why);
        status = EXIT_FAILED;
    }
    line_reader_close(&in);
    return more < 0 || bad ? -1 : status;
}

/* Names the segments whose text is longer than the document allows. */
static void tell_long(const document_file *p, const char *name)
{
    const size_t n = tr_document_segment_count(p->document);
    tr_document_segment s;
    tr_error err;

    for (size_t i = 0; i < n; i++)
        if (!tr_document_get(p->document, i, &s, &err) && s.n_over)
            complain("%s: %s: is %zu character%s too long", name, s.where, s.n_over,
                     s.n_over > 1 ? "s" : "");
}

static int write_document(document_file *p, const char *name, const char *path)
{
    tr_document_stats stats;

    if (document_file_write(p, path, &stats)) return EXIT_FAILED;
    document_file_tell_links(name, &stats);
    if (stats.too_long) tell_long(p, name);
    document_file_tell_lengths(name, &stats, "");
    if (!stats.left) return EXIT_OK;
    complain("%zu of %zu segments left as they were: they would have changed more than text",
             stats.left, stats.segments);
    return EXIT_FAILED;
}

static int splice_main(int argc, char **argv)
{
    document_output set = {0};
    document_file p;

    int rc = options_parse(&splice_command, &argc, argv, &set);
    if (rc == GO_ON) rc = document_file_check(&splice_command, &set.reading);
    if (rc != GO_ON) return rc;
    if (argc != 2) return options_misuse(&splice_command, "a document and its segments are needed");
    if (!strcmp(argv[0], "-") && !strcmp(argv[1], "-"))
        return options_misuse(&splice_command, "standard input cannot be two files");
    files_in_use_add(argv[1], "a list of segments");
    if (set.reading.mark == MARK_AUTO) set.reading.mark = MARK_NONE; /* whose text it is */
    if (document_file_open(&p, argv[0], set.reading.format, &set.reading)) return EXIT_FAILED;
    const int taken = put_lines(&p, argv + 1);
    const int written = taken < 0 ? EXIT_FAILED : write_document(&p, argv[0], set.output);
    document_file_close(&p);
    return taken == EXIT_OK ? written : EXIT_FAILED;
}

const command splice_command = {
    .name = "splice",
    .summary = "put other text into a document",
    .operands = "[OPTIONS] FILE SEGMENTS",
    .operand = "FILE",
    .about =
        "Prints the document with the text that a file has for its segments, as \"translate "
        "segments\" prints them.  A segment whose marks are not those of the document stays as "
        "it is, and so does one that is not in the file.  Where a line of the file is no segment "
        "of the document, nothing is printed.",
    .options = document_output_options,
    .run = splice_main,
};
