#include "document/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "document/encoding.h"
#include "document/splice.h"
#include "document/tagged.h"

enum { MAX_SIZE = 256 << 20 };

const char *tr_document_format_name(size_t i)
{
    const tr_reader *const r = tr_reader_at(i);
    return r ? r->name : NULL;
}

const char *tr_document_guess(const char *name, const void *bytes, size_t size)
{
    const tr_reader *const r = tr_reader_guess(name, bytes, size);
    return r ? r->name : NULL;
}

static int find_reader(tr_document *t, const char *name, const char *bytes, size_t size,
                       tr_error *err)
{
    const char *const format = t->options.format;
    t->reader = format ? tr_reader_find(format) : tr_reader_guess(name, bytes, size);
    if (t->reader) return TR_OK;
    if (format) return tr_fail(err, TR_EINVAL, "%s: no format is named \"%.40s\"", name, format);
    return tr_fail(err, TR_EINVAL, "%s: neither its name nor its first bytes tell its format",
                   name);
}

/* Brings the content to UTF-8, if it is in another encoding. */
static int decode(tr_document *t, const char *bytes, size_t size, tr_error *err)
{
    const char *found =
        t->options.encoding ? t->options.encoding : tr_encoding_find(bytes, size, t->encoding);

    if (found == t->encoding && !t->reader->declares) found = NULL;
    t->doc.content = bytes;
    t->doc.size = size;
    if (t->reader->latin1) {
        t->doc.is_latin1 =
            !t->options.encoding && !tr_encoding_differs(found) && !tr_utf8_valid(bytes, size);
        if (t->doc.is_latin1) found = "ISO-8859-1";
    }
    if (t->options.encoding && !tr_encoding_differs(found) && strcmp(found, "UTF-8") != 0)
        return tr_fail(err, TR_EINVAL, "no encoding is named \"%.60s\"", found);
    if (!tr_encoding_differs(found)) {
        t->encoding[0] = '\0';
        return TR_OK;
    }
    if (found != t->encoding) {
        if (strlen(found) >= sizeof t->encoding) return tr_fail(err, TR_EINVAL, "no such encoding");
        strcpy(t->encoding, found);
    }
    const int rc = tr_encoding_decode(t->encoding, bytes, size, t->doc.name, &t->content, err);
    t->doc.content = tr_buf_text(&t->content);
    t->doc.size = t->content.len;
    return rc;
}

int tr_document_open(tr_document **document, const char *name, const void *bytes, size_t size,
                     const tr_document_options *options, tr_error *err)
{
    tr_document *t = calloc(1, sizeof *t);

    *document = NULL;
    if (!t) return tr_fail_memory(err);
    if (options) t->options = *options;
    t->doc.options = &t->options;
    t->doc.name = tr_region_copy(&t->doc.region, name, strlen(name));
    int rc = t->doc.name ? TR_OK : tr_fail_memory(err);
    if (rc == TR_OK && size > MAX_SIZE)
        rc = tr_fail(err, TR_EUNSUPPORTED, "%s: has more than 256 MiB", name);
    if (rc == TR_OK) rc = find_reader(t, name, bytes, size, err);
    if (rc == TR_OK) rc = decode(t, size ? bytes : "", size, err);
    if (rc == TR_OK) rc = t->reader->read(&t->doc, err);
    if (rc < 0) {
        tr_document_free(t);
        return rc;
    }
    t->stats.unread = t->doc.n_unread;
    *document = t;
    return TR_OK;
}

void tr_document_free(tr_document *t)
{
    if (!t) return;
    tr_doc_free(&t->doc);
    tr_buf_free(&t->content);
    tr_buf_free(&t->scratch);
    tr_buf_free(&t->out);
    free(t);
}

size_t tr_document_segment_count(const tr_document *t)
{
    return t->doc.n_pieces;
}

int tr_document_get(tr_document *t, size_t i, tr_document_segment *segment, tr_error *err)
{
    const tr_piece *const p = &t->doc.pieces[i];

    tr_buf_clear(&t->scratch);
    tr_tagged_source(p, &t->scratch);
    if (t->scratch.failed) return tr_fail_memory(err);
    *segment = (tr_document_segment){.where = p->where,
                                     .text = tr_buf_text(&t->scratch),
                                     .text_len = t->scratch.len,
                                     .n_marks = p->n_marks};
    return TR_OK;
}

/* What is written for the segment, with references for characters that the encoding lacks. */
static int keep(tr_document *t, tr_piece *p, const tr_buf *written, tr_error *err)
{
    tr_buf out = {0};
    const bool encoded = t->encoding[0] != '\0';
    const bool all = !encoded || tr_encoding_refer(t->encoding, tr_buf_text(written), written->len,
                                                   p->writing->reference, &out);
    const tr_buf *const from = encoded ? &out : written;

    if (all && !out.failed) {
        p->written = tr_region_copy(&t->doc.region, tr_buf_text(from), from->len);
        p->written_len = from->len;
    }
    const bool failed = out.failed || (all && !p->written);
    tr_buf_free(&out);
    if (failed) return tr_fail_memory(err);
    return all ? TR_OK : tr_fail(err, TR_EINVAL, "a character that %s does not have", t->encoding);
}

int tr_document_put(tr_document *t, size_t i, const char *text, size_t text_len, tr_error *err)
{
    tr_piece *const p = &t->doc.pieces[i];

    p->written = NULL;
    tr_buf_clear(&t->scratch);
    tr_tagged_source(p, &t->scratch);
    if (t->scratch.failed) return tr_fail_memory(err);
    if (t->scratch.len == text_len && !memcmp(tr_buf_text(&t->scratch), text, text_len))
        return TR_OK;
    return tr_document_fill(t, i, text, text_len, err);
}

int tr_document_fill(tr_document *t, size_t i, const char *text, size_t text_len, tr_error *err)
{
    tr_piece *const p = &t->doc.pieces[i];
    tr_buf written = {0};

    p->written = NULL;
    int rc = tr_tagged_write(&t->doc, p, text, text_len, &written, err);
    if (rc == TR_OK) rc = keep(t, p, &written, err);
    tr_buf_free(&written);
    return rc;
}

int tr_document_finish(tr_document *t, const char **bytes, size_t *size, tr_document_stats *stats,
                       tr_error *err)
{
    tr_buf encoded = {0};

    tr_buf_clear(&t->out);
    int rc = tr_splice(&t->doc, t->reader, &t->out, &t->stats.left, err);
    if (rc == TR_OK && t->encoding[0]) {
        if (!tr_encoding_encode(t->encoding, tr_buf_text(&t->out), t->out.len, &encoded))
            rc = tr_fail(err, encoded.failed ? TR_ENOMEM : TR_EFORMAT,
                         "%s: cannot be written in %s", t->doc.name, t->encoding);
        tr_buf_free(&t->out);
        t->out = encoded;
    }
    t->stats.segments = t->doc.n_pieces;
    t->stats.translated = 0;
    for (size_t i = 0; i < t->doc.n_pieces; i++)
        t->stats.translated += t->doc.pieces[i].written != NULL;
    *bytes = tr_buf_text(&t->out);
    *size = t->out.len;
    if (stats) *stats = t->stats;
    return rc;
}
