/* xml_entries.c - the entries of resources in XML: elements of the first element that have a name,
 * of Android, .NET and others; items of arrays by their place, of plurals by their quantity.  Lists
 * of properties have entries of their own. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/entry_tree.h"
#include "document/markup/markup.h"

/* Adds the element that begins at `t` to a group; markup goes on behind it.  Its number, or
 * TR_NO_ENTRY. */
static int add_element(tr_entry_tree *tree, tr_markup *m, const tr_markup_token *t, int group,
                       tr_string key, bool is_group)
{
    const size_t end = t->closed ? t->raw.end : tr_markup_end_of(m, t);
    const int i = tr_entry_tree_add(tree, group, key.text, key.len, is_group);

    if (i == TR_NO_ENTRY || !end) return TR_NO_ENTRY;
    tree->entries[i].whole = (tr_span){t->raw.begin, end};
    tree->entries[i].value = (tr_span){t->raw.end, end};
    m->at = end;
    return i;
}

/* Adds the items of an array or a plural, whose start tag ends where its value begins. */
static void add_items(tr_entry_tree *tree, const tr_markup *all, int group)
{
    tr_entry *const e = &tree->entries[group];
    tr_markup m = *all;
    tr_markup_token t;
    char place[24] = "";
    size_t n = 0;
    tr_span quantity;

    m.at = e->value.begin;
    e->is_list = true;
    while (m.at < all->at && tr_markup_next(&m, &t) && !tree->failed) {
        tree->entries[group].value.end = t.raw.begin; /* in the end, of the end tag */
        if (t.kind != TR_MARKUP_START) continue;
        tr_string key = {place, (size_t)snprintf(place, sizeof place, "[%zu]", n++)};
        if (tr_markup_find(&m, &t, "quantity", &quantity)) {
            key = (tr_string){m.text + quantity.begin, quantity.end - quantity.begin};
            tree->entries[group].is_list = false;
        }
        if (add_element(tree, &m, &t, group, key, false) == TR_NO_ENTRY) return;
    }
}

/* True of an element that no translation is to have. */
static bool stays(const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;
    return tr_markup_find(m, t, "translatable", &value) && tr_markup_is(m, value, "false");
}

static void add_named(tr_entry_tree *tree, tr_markup *m, const tr_markup_token *t, tr_span name)
{
    static const char groups[] = " string-array plurals ";
    const bool is_group = !t->closed && tr_markup_listed(groups, t->name);
    const tr_string key = {m->text + name.begin, name.end - name.begin};
    const int i = add_element(tree, m, t, 0, key, is_group);

    if (i != TR_NO_ENTRY && is_group) add_items(tree, m, i);
}

static void read_resources(tr_entry_tree *tree)
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
            add_named(tree, &m, &t, name);
        } else if (!t.closed) {
            const size_t end = tr_markup_end_of(&m, &t);
            if (end) m.at = end;
        }
    }
    tree->wrong = "its first element does not end";
}

void tr_xml_entries(tr_entry_tree *tree)
{
    char root[TR_NAME_SIZE];

    tr_markup_root(tree->text, tree->size, root);
    if (!strcmp(root, "plist"))
        tr_plist_entries(tree);
    else
        read_resources(tree);
}
