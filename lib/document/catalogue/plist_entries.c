/* plist_entries.c - the entries of Apple's property lists in XML: keys of "dict", one within the
 * other, as .strings and .stringsdict have them. */
#include <string.h>

#include "document/bilingual/comments_above.h"
#include "document/catalogue/entry_tree.h"
#include "document/markup/markup.h"

static bool refuse(tr_entry_tree *tree, size_t at, const char *why)
{
    if (!tree->wrong) tree->wrong = why;
    if (!tree->wrong_at) tree->wrong_at = at;
    return false;
}

/* The next tag: a start tag of `name`, or of any element if it is NULL; false at an end tag, or
 * after a refusal.  *above: the comments before it. */
static bool next_start(tr_entry_tree *tree, tr_markup *m, const char *name, tr_markup_token *t,
                       tr_comments_above *above)
{
    *above = (tr_comments_above){0};
    while (tr_markup_next(m, t)) {
        if (t->kind == TR_MARKUP_END) return false;
        if (t->kind != TR_MARKUP_START) {
            tr_comments_above_pass(above, m->text, t);
            continue;
        }
        return !name || !strcmp(t->name, name) || refuse(tree, t->raw.begin, "a value without key");
    }
    return refuse(tree, m->at, "a list of keys does not end");
}

/* Adds the key that `key` begins, with what is above it, and its value; *open is the group, or its
 * own if it is one. */
static bool add_entry(tr_entry_tree *tree, tr_markup *m, const tr_markup_token *key,
                      tr_comments_above *above, int *open)
{
    const size_t behind = key->closed ? 0 : tr_markup_end_of(m, key);
    const size_t begin = tr_comments_above_take(above, key);
    tr_markup_token value;

    if (!behind) return refuse(tree, key->raw.begin, "a key does not end");
    const size_t end = behind - (sizeof "</key>" - 1);
    m->at = behind;
    if (!next_start(tree, m, NULL, &value, above))
        return refuse(tree, key->raw.begin, "a key without value");
    const size_t value_end = value.closed ? value.raw.end : tr_markup_end_of(m, &value);
    if (!value_end || end < key->raw.end)
        return refuse(tree, value.raw.begin, "a value does not end");
    const bool is_group = !strcmp(value.name, "dict") && !value.closed;
    const size_t all_end = tr_comment_behind(m->text, value_end, m->size);
    const int i =
        tr_entry_tree_add(tree, *open, tree->text + key->raw.end, end - key->raw.end, is_group);
    if (i == TR_NO_ENTRY) return false;
    tree->entries[i].whole = (tr_span){begin, is_group ? value_end : all_end};
    tree->entries[i].value = (tr_span){is_group ? value.raw.end : value.raw.begin, value_end};
    m->at = is_group ? value.raw.end : all_end;
    if (is_group) *open = i;
    return true;
}

void tr_plist_entries(tr_entry_tree *tree)
{
    tr_markup m = {.text = tree->text, .size = tree->size, .xml = true};
    tr_comments_above above;
    tr_markup_token t;
    int open = tr_entry_tree_add(tree, TR_NO_ENTRY, "", 0, true);

    if (open == TR_NO_ENTRY) return;
    if (!next_start(tree, &m, "plist", &t, &above) || t.closed ||
        !next_start(tree, &m, "dict", &t, &above) || t.closed) {
        refuse(tree, m.at, "no keys, or an empty element where they would be");
        return;
    }
    tree->entries[0].whole.begin = tree->entries[0].value.begin = t.raw.end;
    while (open != TR_NO_ENTRY && !tree->failed && !tree->wrong) {
        if (next_start(tree, &m, "key", &t, &above)) {
            if (!add_entry(tree, &m, &t, &above, &open)) return;
            continue;
        }
        tree->entries[open].value.end = t.raw.begin;
        open = tree->entries[open].parent;
    }
}
