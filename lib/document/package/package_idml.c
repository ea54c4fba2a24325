#include "document/package/package_idml.h"

#include <string.h>

#include "document/markup/escapes.h"
#include "document/markup/markup.h"
#include "document/package/notes.h"
#include "document/package/read_idml.h"

static const tr_reader story = {.format = {.name = "story"},
                                .prepare = tr_notes_move,
                                .read = tr_read_idml,
                                .restore = tr_notes_restore,
                                .declares = true};

/* <idPkg:Story src="Stories/Story_u1.xml"/>; text that no page shows is in the backing story. */
static bool names_story(const tr_markup_token *t)
{
    return t->kind == TR_MARKUP_START &&
           tr_markup_listed(" Story BackingStory ", tr_markup_local(t));
}

int tr_package_choose_idml(tr_package *p, tr_error *err)
{
    const tr_zip *const z = &p->zip;
    tr_buf map = {0}, name = {0};
    tr_markup_token t;
    tr_span src;

    int rc = tr_package_xml(p, "designmap.xml", &map, err);
    tr_markup m = {.text = tr_buf_text(&map), .size = map.len, .xml = true};
    while (rc == TR_OK && tr_markup_next(&m, &t)) {
        if (!names_story(&t) || !tr_markup_find(&m, &t, "src", &src)) continue;
        tr_buf_clear(&name);
        tr_html_decode(m.text + src.begin, src.end - src.begin, true, &name);
        const tr_zip_member *const member = tr_zip_find(z, tr_buf_text(&name));
        if (member) p->readers[member - z->members] = &story;
        if (name.failed) rc = tr_fail_memory(err);
    }
    tr_buf_free(&map);
    tr_buf_free(&name);
    return rc;
}
