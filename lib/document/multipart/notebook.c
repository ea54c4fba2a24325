#include "document/multipart/notebook.h"

#include <string.h>

#include "base/utf8.h"
#include "document/data/json_scan.h"
#include "document/markdown/read_markdown.h"

static const tr_reader cell_reader = {.format = {.name = "markdown"},
                                      .read = tr_read_markdown_cell};

typedef struct notebook {
    tr_json_scan scan;
    tr_multipart *parts;
    tr_decoded value;
    bool has_cells;
} notebook;

static bool is_value(const notebook *n, const char *text)
{
    return !strcmp(tr_buf_text(&n->value.text), text);
}

/* A value of the object at hand, whose key was read last. */
typedef bool read_member(notebook *n, void *what);

static bool read_object(notebook *n, read_member *member, void *what)
{
    bool more;

    if (tr_json_peek(&n->scan) != '{') return tr_json_fail(&n->scan, "an object is missing");
    n->scan.at++;
    for (bool first = true; tr_json_next(&n->scan, '}', first, &more); first = false) {
        if (!more) return true;
        if (!tr_json_key(&n->scan, &n->value) || !member(n, what)) return false;
    }
    return false;
}

typedef struct notebook_cell {
    bool is_markdown;
    tr_span source;
} notebook_cell;

static bool read_cell_member(notebook *n, void *what)
{
    notebook_cell *const c = what;
    const bool is_type = is_value(n, "cell_type"), is_source = is_value(n, "source");
    const size_t begin = n->scan.at;

    if (!tr_json_skip(&n->scan, &n->value)) return false;
    if (is_type) c->is_markdown = n->scan.text[begin] == '"' && is_value(n, "markdown");
    if (is_source) c->source = (tr_span){begin, n->scan.at};
    return true;
}

static bool read_cells(notebook *n)
{
    bool more;

    n->has_cells = true;
    n->scan.at++;
    for (bool first = true; tr_json_next(&n->scan, ']', first, &more); first = false) {
        notebook_cell c = {0};
        if (!more) return true;
        if (!read_object(n, read_cell_member, &c)) return false;
        if (c.is_markdown)
            tr_multipart_add(n->parts, &(tr_subpart){.at = c.source,
                                                     .reader = &cell_reader,
                                                     .transfer = TR_TRANSFER_JSON,
                                                     .charset = "UTF-8",
                                                     .where = "markdown"});
    }
    return false;
}

static bool read_notebook_member(notebook *n, void *what)
{
    (void)what;
    if (is_value(n, "cells") && tr_json_peek(&n->scan) == '[') return read_cells(n);
    return tr_json_skip(&n->scan, &n->value);
}

static bool read_notebook(notebook *n)
{
    tr_json_scan *const j = &n->scan;

    tr_json_skip_blanks(j);
    if (!read_object(n, read_notebook_member, NULL)) return false;
    tr_json_skip_blanks(j);
    if (j->at < j->end) return tr_json_fail(j, "something follows the value");
    return n->has_cells || tr_json_fail(j, "no cells, which notebooks have from nbformat 4 on");
}

void tr_notebook_split(tr_multipart *m, const char *bytes, size_t size)
{
    notebook n = {.scan = {.text = bytes, .end = size}, .parts = m};

    *m = (tr_multipart){.bytes = bytes, .size = size, .is_ascii = tr_json_is_ascii(bytes, size)};
    n.scan.at = tr_utf8_mark(bytes, size);
    if (!read_notebook(&n)) {
        m->wrong = n.scan.wrong;
        m->wrong_at = n.scan.at;
    }
    m->failed |= n.value.failed;
    tr_decoded_free(&n.value);
}
