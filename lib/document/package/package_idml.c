#include "document/package/package_idml.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/markup/markup.h"
#include "document/markup/set_language.h"
#include "document/package/notes.h"
#include "document/package/read_idml.h"

static const tr_reader story = {.format = {.name = "story"},
                                .prepare = tr_notes_move,
                                .read = tr_read_idml,
                                .restore = tr_notes_restore,
                                .set_language = tr_set_language_idml,
                                .declares = true};

static const tr_reader spread = {
    .format = {.name = "spread"}, .read = tr_read_idml_spread, .declares = true};

static const tr_reader styles = {.format = {.name = "styles"},
                                 .read = tr_package_read_nothing,
                                 .set_language = tr_set_language_idml,
                                 .declares = true};

/* <idPkg:Story src="Stories/Story_u1.xml"/>; text that no page shows is in the backing story. */
static const tr_reader *reader_of(const tr_package *p, const tr_markup_token *t)
{
    if (t->kind != TR_MARKUP_START) return NULL;
    if (p->sets_language && tr_markup_listed(" Styles Preferences ", tr_markup_local(t)))
        return &styles;
    if (tr_markup_is_local(t, "Spread")) return &spread;
    return tr_markup_listed(" Story BackingStory ", tr_markup_local(t)) ? &story : NULL;
}

int tr_package_choose_idml(tr_package *p, tr_error *err)
{
    const tr_zip *const z = &p->zip;
    tr_buf map = {0}, name = {0};
    tr_markup_token t;
    tr_span src;

    const tr_zip_member *const own = tr_zip_find(z, "designmap.xml");
    int rc = tr_package_xml(p, "designmap.xml", &map, err);
    if (rc == TR_OK && own && p->sets_language) p->readers[own - z->members] = &styles;
    tr_markup m = {.text = tr_buf_text(&map), .size = map.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t)) {
        const tr_reader *const reader = reader_of(p, &t);
        if (!reader || !tr_markup_find(&m, &t, "src", &src)) continue;
        tr_buf_clear(&name);
        tr_html_decode(m.text + src.begin, src.end - src.begin, true, &name);
        const tr_zip_member *const member = tr_zip_find(z, tr_buf_text(&name));
        if (member) p->readers[member - z->members] = reader;
        if (name.failed) rc = tr_fail_memory(err);
    }
    tr_buf_free(&map);
    tr_buf_free(&name);
    return rc;
}
