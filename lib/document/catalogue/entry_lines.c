#include "document/catalogue/entry_lines.h"

#include "base/utf8.h"

void tr_entry_lines_refuse(tr_entry_lines *l, size_t at, const char *why)
{
    if (l->tree->wrong) return;
    l->tree->wrong = why;
    l->tree->wrong_at = at;
}

int tr_entry_lines_add(tr_entry_lines *l, tr_string key, tr_span value, bool is_group)
{
    const int i = tr_entry_tree_add(l->tree, l->group, key.text, key.len, is_group);

    if (i == TR_NO_ENTRY) return 0;
    l->tree->entries[i].whole = (tr_span){l->above, l->at};
    l->tree->entries[i].value = value;
    l->last = l->at;
    return i;
}

void tr_entry_lines_close(tr_entry_lines *l)
{
    tr_entry *const e = &l->tree->entries[l->group];

    if (l->group == 0) return;
    e->whole.end = e->value.end = l->last;
    l->group = e->parent;
}

bool tr_entry_lines_end(tr_entry_lines *l, size_t at)
{
    const tr_entry_tree *const t = l->tree;

    for (size_t before = t->size + 1; at != before;) {
        before = at;
        at = tr_skip(t->text, at, t->size, tr_ascii_is_blank);
        at = l->comment(t->text, at, t->size);
    }
    l->at = tr_after_line_end(t->text, at, t->size);
    if (l->at > at || at == t->size) return true;
    tr_entry_lines_refuse(l, at, "something follows an entry on its line");
    return false;
}

/* Goes past a line without an entry; false if it has one, whose text begins at *begin. */
static bool pass_line(tr_entry_lines *l, size_t *begin)
{
    const tr_entry_tree *const t = l->tree;
    const size_t at = tr_skip(t->text, l->at, t->size, tr_ascii_is_blank);
    const size_t end = l->comment(t->text, at, t->size);

    *begin = tr_skip(t->text, end, t->size, tr_ascii_is_blank);
    if (*begin < t->size && !tr_ascii_is_line_end(t->text[*begin])) return false;
    l->at = tr_after_line_end(t->text, *begin, t->size);
    if (end == at || (l->apart && tr_starts_with(t->text, at, t->size, l->apart))) l->above = l->at;
    return true;
}

void tr_entry_lines_read(tr_entry_lines *l)
{
    tr_entry_tree *const t = l->tree;
    size_t begin;

    t->lines = true;
    l->group = tr_entry_tree_add(t, TR_NO_ENTRY, "", 0, true);
    if (l->group == TR_NO_ENTRY) return;
    t->entries[0].whole = t->entries[0].value = (tr_span){0, t->size};
    l->at = l->above = l->last = tr_utf8_mark(t->text, t->size);
    while (l->at < t->size && !t->failed && !t->wrong) {
        if (pass_line(l, &begin)) continue;
        l->entry(l, begin);
        l->above = l->at;
    }
    while (!t->failed && l->group != 0)
        tr_entry_lines_close(l);
}
