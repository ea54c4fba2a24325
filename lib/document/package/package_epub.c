#include "document/package/package_epub.h"

#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/beside_html.h"
#include "document/markup/escapes.h"
#include "document/markup/markup.h"
#include "document/markup/read_html.h"
#include "document/markup/read_xml.h"
#include "document/markup/set_language.h"

static const tr_reader chapter = {.format = {.name = "chapter"},
                                  .read = tr_read_xhtml,
                                  .bilingual = tr_beside_chapter,
                                  .set_language = tr_set_language_xml,
                                  .declares = true};
static const tr_reader listing = {.format = {.name = "listing"},
                                  .read = tr_read_xml,
                                  .set_language = tr_set_language_xml,
                                  .declares = true};

typedef struct publication {
    tr_package *package;
    tr_buf folder; /* of the OPF, with its slash */
    tr_error *err;
} publication;

/* Appends one step of a path: "" and "." are none, ".." takes the last one back. */
static void add_step(tr_buf *path, const char *step, size_t len)
{
    if (len == 0 || (len == 1 && step[0] == '.')) return;
    if (len == 2 && !memcmp(step, "..", 2)) {
        size_t n = path->len ? path->len - 1 : 0;
        while (n && path->data[n - 1] != '/')
            n--;
        if (path->data) path->data[path->len = n] = '\0';
        return;
    }
    tr_buf_add(path, step, len);
    tr_buf_add(path, "/", 1);
}

/* The member that an address means, seen from a folder. */
static void resolve_address(const char *folder, const char *address, size_t len, tr_buf *name)
{
    tr_buf raw = {0}, decoded = {0};

    tr_html_decode(address, len, true, &raw);
    tr_buf_add_string(&decoded, folder);
    for (size_t i = 0; i < raw.len && raw.data[i] != '#'; i++) {
        const int64_t escape = raw.data[i] == '%' ? tr_ascii_hex(raw.data, i + 1, raw.len, 2) : -1;
        const char c = escape >= 0 ? (char)escape : raw.data[i];
        tr_buf_add(&decoded, &c, 1);
        if (escape >= 0) i += 2;
    }
    const char *step = tr_buf_text(&decoded);
    tr_buf_clear(name);
    for (size_t n; *step; step += n + (step[n] == '/')) {
        n = strcspn(step, "/");
        add_step(name, step, n);
    }
    if (name->len) name->data[--name->len] = '\0';
    name->failed = name->failed || raw.failed || decoded.failed;
    tr_buf_free(&raw);
    tr_buf_free(&decoded);
}

/* Sets the reader of the member that attribute `key` of a tag names. */
static int set_reader(const publication *b, const tr_markup *m, const tr_markup_token *t,
                      const char *key, const char *folder, const tr_reader *reader)
{
    tr_buf name = {0};
    tr_span value;

    if (!tr_markup_find(m, t, key, &value)) return TR_OK;
    resolve_address(folder, m->text + value.begin, value.end - value.begin, &name);
    const tr_zip *const z = &b->package->zip;
    const tr_zip_member *const found = tr_zip_find(z, tr_buf_text(&name));
    if (found) b->package->readers[found - z->members] = reader;
    const bool failed = name.failed;
    tr_buf_free(&name);
    return failed ? tr_fail_memory(b->err) : TR_OK;
}

/* <item href="chapter.xhtml" media-type="application/xhtml+xml"/> */
static int read_item(const publication *b, const tr_markup *m, const tr_markup_token *t)
{
    tr_span type;

    if (strcmp(tr_markup_local(t), "item") != 0 || !tr_markup_find(m, t, "media-type", &type))
        return TR_OK;
    if (tr_markup_is(m, type, "application/xhtml+xml"))
        return set_reader(b, m, t, "href", tr_buf_text(&b->folder), &chapter);
    if (tr_markup_is(m, type, "application/x-dtbncx+xml"))
        return set_reader(b, m, t, "href", tr_buf_text(&b->folder), &listing);
    return TR_OK;
}

static int read_opf(publication *b, const char *name)
{
    const char *const slash = strrchr(name, '/');
    tr_buf xml = {0};
    tr_markup_token t;

    tr_buf_clear(&b->folder);
    if (slash) tr_buf_add(&b->folder, name, (size_t)(slash - name) + 1);
    int rc = tr_package_xml(b->package, name, &xml, b->err);
    tr_markup m = {.text = tr_buf_text(&xml), .size = xml.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START) rc = read_item(b, &m, &t);
    tr_buf_free(&xml);
    return rc;
}

/* Each rootfile that is an OPF, which has titles, too. */
static int read_container(publication *b)
{
    tr_buf xml = {0}, name = {0};
    tr_markup_token t;
    tr_span path;
    size_t n = 0;

    int rc = tr_package_xml(b->package, "META-INF/container.xml", &xml, b->err);
    tr_markup m = {.text = tr_buf_text(&xml), .size = xml.len, .xml = true};
    while (rc == TR_OK && n < 16 && tr_markup_next(&m, &t)) {
        if (t.kind != TR_MARKUP_START || strcmp(tr_markup_local(&t), "rootfile") != 0) continue;
        if (!tr_markup_find(&m, &t, "full-path", &path)) continue;
        resolve_address("", m.text + path.begin, path.end - path.begin, &name);
        rc = read_opf(b, tr_buf_text(&name));
        if (rc == TR_OK) rc = set_reader(b, &m, &t, "full-path", "", &listing);
        n++;
    }
    if (rc == TR_OK && !n)
        rc = tr_fail(b->err, TR_EFORMAT, "%s: has no book in it", b->package->zip.path);
    tr_buf_free(&xml);
    tr_buf_free(&name);
    return rc;
}

/* <CipherReference URI="chapter.xhtml"/> */
static int leave_encrypted(const publication *b)
{
    static const char name[] = "META-INF/encryption.xml";
    tr_buf xml = {0};
    tr_markup_token t;

    if (!tr_zip_find(&b->package->zip, name)) return TR_OK;
    int rc = tr_package_xml(b->package, name, &xml, b->err);
    tr_markup m = {.text = tr_buf_text(&xml), .size = xml.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && !strcmp(tr_markup_local(&t), "CipherReference"))
            rc = set_reader(b, &m, &t, "URI", "", NULL);
    tr_buf_free(&xml);
    return rc;
}

int tr_package_choose_epub(tr_package *p, tr_error *err)
{
    publication b = {.package = p, .err = err};

    int rc = read_container(&b);
    if (rc == TR_OK) rc = leave_encrypted(&b);
    p->is_signed = tr_zip_find(&p->zip, "META-INF/signatures.xml") != NULL;
    tr_buf_free(&b.folder);
    return rc;
}
