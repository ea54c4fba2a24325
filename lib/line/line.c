#include "line/line.h"

#include <stdlib.h>
#include <string.h>

tr_line *tr_line_create(const char *bytes, size_t len, size_t number)
{
    tr_line *line = calloc(1, sizeof *line);
    if (!line) return NULL;
    tr_translation *r = &line->result;
    line->size = len;
    r->line = number;
    r->line_end = "";
    r->message = "";
    if (len && bytes[len - 1] == '\n') {
        const bool crlf = len > 1 && bytes[len - 2] == '\r';
        r->line_end = crlf ? "\r\n" : "\n";
        len -= crlf ? 2 : 1;
    }
    r->source = tr_region_copy(&line->region, bytes, len);
    r->source_len = len;
    line->last_sentence = &line->sentences;
    if (r->source) return line;
    tr_line_free(line);
    return NULL;
}

void tr_line_free(tr_line *line)
{
    if (!line) return;
    for (tr_sentence *s = line->sentences; s; s = s->next)
        tr_region_free(&s->region);
    tr_region_free(&line->region);
    free(line);
}

void tr_line_fail(tr_line *line, int status, const char *message)
{
    tr_translation *r = &line->result;
    if (r->status) return;
    const char *copy = tr_region_copy(&line->region, message, strlen(message));
    r->status = status;
    r->message = copy ? copy : "out of memory";
}

void tr_line_drop_sentences(tr_line *line)
{
    line->sentences = NULL;
    line->last_sentence = &line->sentences;
}
