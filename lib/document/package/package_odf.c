#include "document/package/package_odf.h"

#include <string.h>

#include "document/markup/markup.h"
#include "document/markup/read_xml.h"
#include "document/markup/set_language.h"
#include "document/package/beside_odf.h"
#include "document/package/notes.h"
#include "document/package/paragraph_styles.h"

static const tr_reader part = {.format = {.name = "part"},
                               .prepare = tr_notes_move,
                               .read = tr_read_xml,
                               .restore = tr_notes_restore,
                               .bilingual = tr_beside_odf,
                               .set_language = tr_set_language_odf,
                               .declares = true};

static bool is_encrypted(const tr_buf *manifest)
{
    tr_markup m = {.text = tr_buf_text(manifest), .size = manifest->len, .xml = true};
    tr_markup_token t;

    while (tr_markup_next(&m, &t))
        if (t.kind == TR_MARKUP_START && tr_ends_in(t.name, "encryption-data")) return true;
    return false;
}

/* The name without its folders. */
static const char *last_of(const char *name)
{
    const char *const slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

int tr_package_choose_odf(tr_package *p, tr_error *err)
{
    const tr_zip *const z = &p->zip;
    tr_buf manifest = {0};
    int rc = TR_OK;

    if (!tr_zip_find(z, "content.xml"))
        return tr_fail(err, TR_EFORMAT, "%s: has no document in it", z->path);
    if (tr_zip_find(z, "META-INF/manifest.xml"))
        rc = tr_package_xml(p, "META-INF/manifest.xml", &manifest, err);
    if (rc == TR_OK && is_encrypted(&manifest))
        rc = tr_fail(err, TR_EUNSUPPORTED, "%s: is encrypted", z->path);
    tr_buf_free(&manifest);
    p->is_signed = tr_zip_find(z, "META-INF/documentsignatures.xml") != NULL;
    for (size_t i = 0; i < z->n_members; i++) {
        const char *const name = z->members[i].name, *const last = last_of(name);
        const bool is_own = last == name;
        if (!strcmp(last, "content.xml") ||
            (is_own && (!strcmp(last, "styles.xml") || !strcmp(last, "meta.xml"))))
            p->readers[i] = &part;
        const bool has_styles = is_own && p->readers[i] == &part && strcmp(last, "meta.xml") != 0;
        if (rc == TR_OK && p->is_bilingual && has_styles)
            rc = tr_paragraph_styles_read_odf(p, name, err);
    }
    return rc;
}
