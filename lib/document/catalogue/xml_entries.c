/* xml_entries.c - the entries of resources in XML: elements of the first element that have a name,
 * of Android, .NET and others. */
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/entry_tree.h"
#include "document/markup/markup.h"

/* Adds the element that begins at `t`; markup goes on behind it. */
static void add_element(tr_entry_tree *tree, tr_markup *m, const tr_markup_token *t, tr_span name)
{
    const int i = tr_entry_tree_add(tree, 0, m->text + name.begin, name.end - name.begin, false);
    const size_t end = t->closed ? t->raw.end : tr_markup_end_of(m, t);

    if (i == TR_NO_ENTRY || !end) return;
    tree->entries[i].whole = (tr_span){t->raw.begin, end};
    tree->entries[i].value = (tr_span){t->raw.end, end};
    m->at = end;
}

/* True of an element that no translation is to have. */
static bool stays(const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;
    return tr_markup_find(m, t, "translatable", &value) && tr_markup_is(m, value, "false");
}

void tr_xml_entries(tr_entry_tree *tree)
{
    tr_markup m = {.text = tree->text, .size = tree->size, .xml = true};
    tr_markup_token t;
    tr_span name;
    bool in_root = false;

    if (tr_entry_tree_add(tree, TR_NO_ENTRY, "", 0, true) == TR_NO_ENTRY) return;
    while (tr_markup_next(&m, &t) && !tree->failed) {
        if (t.kind == TR_MARKUP_END) {
            tree->entries[0].whole.end = tree->entries[0].value.end = t.raw.begin;
            return;
        }
        if (t.kind != TR_MARKUP_START) continue;
        if (!in_root) {
            in_root = true;
            tree->entries[0].whole.begin = tree->entries[0].value.begin = t.raw.end;
            if (t.closed) break;
        } else if (tr_markup_find(&m, &t, "name", &name) && !stays(&m, &t)) {
            add_element(tree, &m, &t, name);
        } else if (!t.closed) {
            const size_t end = tr_markup_end_of(&m, &t);
            if (end) m.at = end;
        }
    }
    tree->wrong = "its first element does not end";
}
