#include "document/catalogue/catalogue_write.h"

#include <string.h>

#include "base/ascii.h"

typedef tr_catalogue_writing writing;

static void add_bytes(const writing *w, size_t begin, size_t end)
{
    tr_buf_add(w->out, w->tree->text + begin, end - begin);
}

static bool is_written(const writing *w, int i)
{
    return w->fresh ? !(w->prunes && w->c->gone[i]) : w->c->wanted[i];
}

/* White space before an entry, or at the beginning of its first line. */
static tr_span space_of(const tr_entry_tree *t, int i)
{
    const size_t begin = t->entries[i].whole.begin;
    size_t at = begin;

    if (t->lines) return (tr_span){begin, tr_skip(t->text, begin, t->size, tr_ascii_is_blank)};
    while (at && tr_ascii_is_space(t->text[at - 1]))
        at--;
    return (tr_span){at, begin};
}

/* The blanks of an entry's first line. */
static tr_string indent_of(const tr_entry_tree *t, int i)
{
    const tr_span space = space_of(t, i);
    size_t begin = space.end;

    while (begin > space.begin && tr_ascii_is_blank(t->text[begin - 1]))
        begin--;
    return (tr_string){t->text + begin, space.end - begin};
}

static const char *line_end_of(const tr_entry_tree *t)
{
    const size_t end = tr_line_end(t->text, 0, t->size);
    return end + 1 < t->size && !memcmp(t->text + end, "\r\n", 2) ? "\r\n" : "\n";
}

/* Appends text with `to` in the place of `from` before each line, and the line ends of the tree. */
static void add_indented(const writing *w, tr_string text, tr_string from, tr_string to,
                         bool first_too)
{
    const char *const ending = line_end_of(w->tree);
    tr_buf *const out = w->out;

    for (size_t at = 0, next; at < text.len; at = next) {
        const size_t end = tr_line_end(text.text, at, text.len);
        next = tr_after_line_end(text.text, end, text.len);
        const bool has = next - at >= from.len && !memcmp(text.text + at, from.text, from.len);
        if (at || first_too) {
            if (has) tr_buf_add(out, to.text, to.len);
            if (has) at += from.len;
        }
        tr_buf_add(out, text.text + at, end - at);
        if (next > end) tr_buf_add_string(out, ending);
    }
}

/* What stands before the first entry of a group, or would. */
static void add_space(const writing *w, int group, bool closes)
{
    const tr_entry_tree *const t = w->tree;
    const int child = t->entries[group].child;

    if (t->lines) {
        if (w->out->len && w->out->data[w->out->len - 1] != '\n')
            tr_buf_add_string(w->out, line_end_of(t));
        return;
    }
    if (child != TR_NO_ENTRY) {
        const tr_span space = space_of(t, child);
        add_bytes(w, space.begin, space.end);
        return;
    }
    const tr_string indent = group ? indent_of(t, group) : (tr_string){"", 0};
    tr_buf_add_string(w->out, line_end_of(t));
    tr_buf_add(w->out, indent.text, indent.len);
    if (!closes) tr_buf_add(w->out, "  ", 2);
}

/* Adds entry `s` of the source to a group. */
static void add_fresh(const writing *w, int group, int s)
{
    const tr_entry_tree *const f = w->fresh;
    const int i = w->fresh_of[s], sibling = w->tree->entries[group].child;
    const tr_span whole = f->entries[i].whole;
    char blanks[2 * TR_ENTRY_DEPTH + 1];

    memset(blanks, ' ', sizeof blanks);
    const tr_string in_group = sibling != TR_NO_ENTRY ? indent_of(w->tree, sibling)
                               : group ? (tr_string){blanks, indent_of(w->tree, group).len + 2}
                                       : (tr_string){blanks, w->tree->lines ? 0 : 2};
    add_indented(w, (tr_string){f->text + whole.begin, whole.end - whole.begin}, indent_of(f, i),
                 in_group, w->tree->lines);
    if (w->tree->lines && w->out->len && w->out->data[w->out->len - 1] != '\n')
        tr_buf_add_string(w->out, line_end_of(w->tree));
}

static void write_group(const writing *w, int group);

static void write_entry(const writing *w, int i)
{
    const tr_entry *const e = &w->tree->entries[i];
    const int s = w->fresh ? w->c->source_of[i] : TR_NO_ENTRY;
    const int fresh =
        s != TR_NO_ENTRY && w->c->fates[s] == HAS_CHANGED ? w->fresh_of[s] : TR_NO_ENTRY;

    if (e->is_group) {
        add_bytes(w, e->whole.begin, e->value.begin);
        write_group(w, i);
        add_bytes(w, e->value.end, e->whole.end);
    } else if (fresh != TR_NO_ENTRY) {
        const tr_span value = w->fresh->entries[fresh].value;
        add_bytes(w, e->whole.begin, e->value.begin);
        tr_buf_add(w->out, w->fresh->text + value.begin, value.end - value.begin);
        add_bytes(w, e->value.end, e->whole.end);
    } else {
        add_bytes(w, e->whole.begin, e->whole.end);
    }
}

/* What stands before an entry that is added. */
static void separate(const writing *w, int group, bool first)
{
    const tr_entry_tree *const t = w->tree;
    const tr_entry *const g = &t->entries[group];

    if (first && g->child != TR_NO_ENTRY) {
        add_bytes(w, g->value.begin, t->entries[g->child].whole.begin);
        return;
    }
    if (first)
        add_bytes(w, g->value.begin,
                  t->lines
                      ? g->value.end
                      : tr_skip_back(t->text, g->value.begin, g->value.end, tr_ascii_is_space));
    else if (t->commas)
        tr_buf_add(w->out, ",", 1);
    add_space(w, group, false);
}

/* Adds those entries that are missing from `s` on, siblings of the source, up to one that is not.
 */
static void write_missing(const writing *w, int group, int s, bool *first)
{
    for (; w->fresh && s != TR_NO_ENTRY; s = w->c->source.entries[s].next) {
        if (w->c->existing_of[s] != TR_NO_ENTRY) return;
        if (w->c->fates[s] != IS_MISSING || w->fresh_of[s] == TR_NO_ENTRY) continue;
        separate(w, group, *first);
        add_fresh(w, group, s);
        *first = false;
    }
}

/* The entry of the source that entry i stands for, the first one of its key; TR_NO_ENTRY. */
static int stands_for(const writing *w, int i)
{
    const int s = w->fresh ? w->c->source_of[i] : TR_NO_ENTRY;
    return s != TR_NO_ENTRY && w->c->existing_of[s] == i ? s : TR_NO_ENTRY;
}

/* Writes the entries of a group, each with what is added behind. */
static void write_group(const writing *w, int group)
{
    const tr_entry_tree *const t = w->tree;
    const tr_entry *const g = &t->entries[group];
    const int s = stands_for(w, group);
    size_t behind = g->value.begin;
    bool first = true;

    if (s != TR_NO_ENTRY) write_missing(w, group, w->c->source.entries[s].child, &first);
    for (int i = g->child; i != TR_NO_ENTRY; i = t->entries[i].next) {
        const tr_span whole = t->entries[i].whole;
        if (is_written(w, i)) {
            if (first && i != g->child)
                add_bytes(w, g->value.begin, t->entries[g->child].whole.begin);
            else if (!first && i == g->child)
                separate(w, group, false);
            else
                add_bytes(w, behind, whole.begin);
            write_entry(w, i);
            first = false;
        }
        behind = whole.end;
        const int own = stands_for(w, i);
        if (own != TR_NO_ENTRY) write_missing(w, group, w->c->source.entries[own].next, &first);
    }
    if (g->child != TR_NO_ENTRY || first)
        add_bytes(w, behind, g->value.end);
    else if (!t->lines)
        add_space(w, group, true);
}

void tr_catalogue_write(const writing *w)
{
    const tr_entry *const root = &w->tree->entries[0];
    add_bytes(w, 0, root->value.begin);
    write_group(w, 0);
    add_bytes(w, root->value.end, w->tree->size);
}
