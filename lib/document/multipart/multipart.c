#include "document/multipart/multipart.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/data/json_list.h"
#include "document/segment/encoding.h"

enum { MAX_PARTS = 10000 };

void tr_multipart_add(tr_multipart *m, const tr_subpart *part)
{
    if (part->at.begin >= part->at.end) return;
    m->is_full = m->is_full || m->n == MAX_PARTS;
    if (m->is_full) return;
    m->parts = tr_room(m->parts, &m->capacity, m->n + 1, sizeof *m->parts, &m->failed);
    if (!m->failed) m->parts[m->n++] = *part;
}

void tr_multipart_free(tr_multipart *m)
{
    free(m->parts);
    *m = (tr_multipart){0};
}

/* ---- In ---- */

int tr_multipart_open(tr_multipart *m, const tr_reader *reader, const char *name, const char *bytes,
                      size_t size, tr_error *err)
{
    tr_content whole = {.name = name};

    reader->split(m, bytes, size);
    if (m->failed) return tr_fail_memory(err);
    if (!m->wrong) return TR_OK;
    tr_content_set_bytes(&whole, m->bytes, m->size);
    return tr_content_refuse(&whole, m->wrong_at, m->wrong, err);
}

/* Bytes that ISO-8859-1 has no letters for, and programs read as WINDOWS-1252. */
static bool has_windows_letters(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] >= 0x80 && (unsigned char)bytes[i] < 0xA0) return true;
    return false;
}

/* How the part's bytes are read, and what may be written: NULL if they tell it themselves. */
static const char *choose_charset(tr_part *p, const tr_subpart *m, const char *bytes, size_t size)
{
    const bool is_text = !p->reader->declares;
    const bool ascii = tr_encoding_is_ascii(m->charset) || (!*m->charset && is_text);

    p->spells = is_text;
    if (ascii) {
        p->is_ascii = tr_ascii_only(bytes, size);
        return p->is_ascii || tr_utf8_valid(bytes, size) ? "UTF-8" : "WINDOWS-1252";
    }
    if (tr_encoding_is_utf8(m->charset)) return "UTF-8";
    if (!strcasecmp(m->charset, "iso-8859-1") && has_windows_letters(bytes, size))
        return "WINDOWS-1252";
    return *m->charset ? m->charset : NULL;
}

/* Appends what a part's bytes `raw` [size] carry.  False if they are not of its encoding. */
static bool decode_transfer(const tr_subpart *m, const char *raw, size_t size, tr_buf *out)
{
    return m->transfer == TR_TRANSFER_JSON ? tr_json_list_decode(raw, size, out)
                                           : tr_transfer_decode(m->transfer, raw, size, out);
}

static int read_subpart(const tr_multipart *whole, tr_part *p, tr_error *err)
{
    const tr_subpart *const m = &whole->parts[p->member];
    const char *content = whole->bytes + m->at.begin;
    size_t size = m->at.end - m->at.begin;
    bool known = true;

    p->reader = m->reader;
    if (m->transfer != TR_TRANSFER_PLAIN) {
        known = decode_transfer(m, content, size, &p->bytes);
        content = tr_buf_text(&p->bytes);
        size = p->bytes.len;
    }
    if (p->bytes.failed) return tr_fail_memory(err);
    const char *const charset =
        strcmp(m->where, "header") != 0 ? choose_charset(p, m, content, size) : "UTF-8";
    const int rc = known ? tr_part_open(p, content, size, charset, err) : TR_EFORMAT;
    if (rc == TR_ENOMEM || rc == TR_OK) return rc;
    tr_content_free(&p->content);
    p->content.n_unread[TR_UNREAD_FORM] = 1;
    return TR_OK;
}

int tr_multipart_read(const tr_multipart *m, const char *name, const tr_document_options *options,
                      tr_part *parts, size_t *n_parts, tr_error *err)
{
    int rc = TR_OK;

    for (size_t i = 0; i < m->n && rc == TR_OK; i++) {
        parts[i].member = i;
        parts[i].content.name = name;
        parts[i].content.options = options;
        ++*n_parts;
        rc = read_subpart(m, &parts[i], err);
    }
    return rc;
}

/* ---- Out ---- */

/* A document that is written. */
typedef struct composition {
    const tr_multipart *source;
    const tr_reader *reader;
    tr_buf *contents; /* [source->n] of the parts that have another one */
    bool *changed;    /* [source->n] */
    tr_span *places;  /* [source->n] where the parts are now */
} composition;

/* Appends part i with its new content. */
static void encode_transfer(const composition *w, size_t i, tr_buf *out)
{
    const tr_subpart *const m = &w->source->parts[i];
    const char *const raw = w->source->bytes + m->at.begin;
    const size_t size = m->at.end - m->at.begin, n = w->contents[i].len;
    const char *const text = tr_buf_text(&w->contents[i]);

    if (m->transfer == TR_TRANSFER_JSON)
        tr_json_list_encode(raw, size, w->source->is_ascii, text, n, out);
    else
        tr_transfer_encode(m->transfer, raw, size, text, n, out);
}

static void compose_parts(const composition *w, tr_buf *out)
{
    const tr_multipart *const source = w->source;
    const size_t begin = out->len;
    size_t at = 0;

    for (size_t i = 0; i < source->n; i++) {
        const tr_subpart *const m = &source->parts[i];
        tr_buf_add(out, source->bytes + at, m->at.begin - at);
        w->places[i].begin = out->len - begin;
        if (w->changed[i])
            encode_transfer(w, i, out);
        else
            tr_buf_add(out, source->bytes + m->at.begin, m->at.end - m->at.begin);
        w->places[i].end = out->len - begin;
        at = m->at.end;
    }
    tr_buf_add(out, source->bytes + at, source->size - at);
}

/* True if part i of what was written, `m` in `bytes`, is the one that was meant. */
static bool is_same_part(const composition *w, size_t i, const tr_subpart *m, const char *bytes,
                         bool *failed)
{
    const tr_subpart *const before = &w->source->parts[i];
    tr_buf content = {0};

    if (m->at.begin != w->places[i].begin || m->at.end != w->places[i].end) return false;
    if (m->reader != before->reader || m->transfer != before->transfer) return false;
    if (!w->changed[i]) return true;
    const bool known = decode_transfer(m, bytes + m->at.begin, m->at.end - m->at.begin, &content);
    const bool same = known && content.len == w->contents[i].len &&
                      !memcmp(tr_buf_text(&content), tr_buf_text(&w->contents[i]), content.len);
    *failed |= content.failed;
    tr_buf_free(&content);
    return same;
}

/* True if what was written has the same parts, with the contents that were meant. */
static bool is_same_document(const composition *w, const char *bytes, size_t size, bool *failed)
{
    tr_multipart again = {0};

    w->reader->split(&again, bytes, size);
    bool same = again.n == w->source->n && !again.wrong;
    *failed = again.failed;
    for (size_t i = 0; i < again.n && same; i++)
        same = is_same_part(w, i, &again.parts[i], bytes, failed);
    tr_multipart_free(&again);
    return same;
}

static int finish_parts(const composition *w, tr_part *parts, tr_buf *out, tr_error *err)
{
    const size_t begin = out->len;
    bool failed;

    for (size_t i = 0; i < w->source->n; i++) {
        if (!tr_part_may_change(&parts[i])) continue;
        const int rc = tr_part_finish(&parts[i], &w->contents[i], err);
        if (rc < 0) return rc;
        w->changed[i] = tr_part_differs(&parts[i], &w->contents[i]);
    }
    compose_parts(w, out);
    if (out->failed) return tr_fail_memory(err);
    const bool same = is_same_document(w, tr_buf_text(out) + begin, out->len - begin, &failed);
    if (failed) return tr_fail_memory(err);
    if (same) return TR_OK;
    for (size_t i = 0; i < w->source->n; i++)
        tr_content_take_back(&parts[i].content, "the document would have other parts");
    out->len = begin;
    tr_buf_add(out, w->source->bytes, w->source->size);
    return out->failed ? tr_fail_memory(err) : TR_OK;
}

int tr_multipart_finish(const tr_multipart *m, const tr_reader *reader, tr_part *parts, tr_buf *out,
                        tr_error *err)
{
    const size_t n = m->n + 1;
    const composition w = {.source = m,
                           .reader = reader,
                           .contents = calloc(n, sizeof *w.contents),
                           .changed = calloc(n, sizeof *w.changed),
                           .places = calloc(n, sizeof *w.places)};

    const int rc = w.contents && w.changed && w.places ? finish_parts(&w, parts, out, err)
                                                       : tr_fail_memory(err);
    for (size_t i = 0; w.contents && i < m->n; i++)
        tr_buf_free(&w.contents[i]);
    free(w.contents);
    free(w.changed);
    free(w.places);
    return rc;
}
