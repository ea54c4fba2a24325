#include "document/package/package.h"

#include <stdlib.h>
#include <string.h>

#include "document/segment/encoding.h"

enum { MAX_MEMBERS = 65535, MAX_MEMBER = 64 << 20, MAX_ALL = 256 << 20 };

static int unpack_to_buffer(const tr_package *p, const tr_zip_member *m, tr_buf *out, tr_error *err)
{
    tr_zip_stream s;
    char part[1 << 13];

    int rc = tr_zip_stream_open(&s, &p->zip, m, err);
    if (rc < 0) return rc;
    do {
        const uint64_t left = m->size - s.position;
        const size_t n = left < sizeof part ? (size_t)left : sizeof part;
        rc = tr_zip_stream_read(&s, part, n, err);
        if (rc == 0) tr_buf_add(out, part, n);
    } while (rc == 0 && s.position < m->size && !out->failed);
    tr_zip_stream_close(&s);
    return rc == 0 && out->failed ? tr_fail_memory(err) : rc;
}

/* ---- What it is ---- */

/* Appends the text of a small member, up to a NUL. */
static void add_small_member(const tr_package *p, const char *name, tr_buf *out)
{
    enum { MOST = 1 << 20 };
    const tr_zip_member *const m = tr_zip_find(&p->zip, name);
    tr_buf text = {0};

    if (m && m->size < MOST && unpack_to_buffer(p, m, &text, NULL) == TR_OK)
        tr_buf_add_string(out, tr_buf_text(&text));
    tr_buf_free(&text);
}

/* An EPUB or a document of OpenDocument has a member for its type, one of OOXML lists the types of
 * its parts, of which the main part tells. */
static void add_types(const tr_package *p, tr_buf *out)
{
    tr_buf text = {0};

    add_small_member(p, "mimetype", out);
    tr_buf_add_string(out, "\n");
    add_small_member(p, "[Content_Types].xml", &text);
    const char *const all = tr_buf_text(&text), *const end = strstr(all, ".main+xml");
    const char *type = end;
    while (type > all && type[-1] != '"' && type[-1] != '\'')
        type--;
    if (end) tr_buf_add(out, type, (size_t)(end - type));
    if (tr_zip_find(&p->zip, "META-INF/container.xml"))
        tr_buf_add_string(out, "\napplication/epub+zip");
    tr_buf_free(&text);
}

void tr_package_look(tr_package *p, const void *bytes, size_t size, const char *name)
{
    const bool begins = size >= 4 && !memcmp(bytes, "PK\3\4", 4);
    if (begins && tr_zip_open(&p->zip, bytes, size, name, NULL) == TR_OK) add_types(p, &p->types);
}

/* ---- Its parts ---- */

/* The signature of files that office programs wrote before zip archives, and put around encrypted
 * ones: a compound file. */
static bool is_compound(const void *bytes, size_t size)
{
    static const unsigned char magic[] = {0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1};
    return size >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
}

/* True if the archive has a second end record in its comment: other programs may take that one. */
static bool has_two_ends(const tr_zip *z, size_t size)
{
    for (size_t i = z->end + 4; i + 4 <= size; i++)
        if (!memcmp(z->data + i, "PK\x05\x06", 4)) return true;
    return false;
}

int tr_package_open(tr_package *p, const void *bytes, size_t size, const char *name, tr_error *err)
{
    if (is_compound(bytes, size))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is encrypted, or of a format older than zip archives", name);
    const int rc = p->zip.data ? TR_OK : tr_zip_open(&p->zip, bytes, size, name, err);
    if (rc < 0) return rc;
    p->size = size;
    if (p->zip.is_zip64 || p->zip.n_members > MAX_MEMBERS)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: zip64 archives are not supported", name);
    if (has_two_ends(&p->zip, size))
        return tr_fail(err, TR_EFORMAT, "%s: damaged zip archive: it ends twice", name);
    p->readers = calloc(p->zip.n_members + 1, sizeof *p->readers);
    return p->readers ? TR_OK : tr_fail_memory(err);
}

void tr_package_close(tr_package *p)
{
    tr_zip_close(&p->zip);
    free(p->readers);
    tr_buf_free(&p->types);
    tr_buf_free(&p->stays);
    tr_buf_free(&p->styles);
    tr_sheet_cells_free(&p->cells);
    *p = (tr_package){0};
}

int tr_package_unpack(tr_package *p, size_t i, tr_buf *out, tr_error *err)
{
    const tr_zip_member *const m = &p->zip.members[i];

    if (m->size > MAX_MEMBER)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: %s: has more than 64 MiB", p->zip.path, m->name);
    p->unpacked += (size_t)m->size;
    if (p->unpacked > MAX_ALL)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: its text has more than 256 MiB", p->zip.path);
    return unpack_to_buffer(p, m, out, err);
}

int tr_package_xml(tr_package *p, const char *name, tr_buf *out, tr_error *err)
{
    const tr_zip_member *const m = tr_zip_find(&p->zip, name);
    tr_buf bytes = {0};
    char encoding[64];

    if (!m) return tr_fail(err, TR_EFORMAT, "%s: has no member %s", p->zip.path, name);
    int rc = tr_package_unpack(p, (size_t)(m - p->zip.members), &bytes, err);
    const char *const found =
        rc == TR_OK ? tr_encoding_find(tr_buf_text(&bytes), bytes.len, true, encoding) : NULL;
    if (rc == TR_OK && tr_encoding_differs(found))
        rc = tr_encoding_decode(found, bytes.data, bytes.len, p->zip.path, out, err);
    else if (rc == TR_OK)
        tr_buf_add(out, tr_buf_text(&bytes), bytes.len);
    tr_buf_free(&bytes);
    return rc == TR_OK && out->failed ? tr_fail_memory(err) : rc;
}

int tr_package_read_nothing(tr_content *d, tr_error *err)
{
    (void)d;
    (void)err;
    return TR_OK;
}

int tr_package_copy(const tr_package *p, const tr_zip_change *changes, tr_buf *out, tr_error *err)
{
    return tr_zip_copy(&p->zip, p->size, changes, out, err);
}
