#include "document/catalogue/catalogue_write.h"

#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/po_entries.h"

typedef tr_catalogue_writing writing;

static void add_bytes(const writing *w, size_t begin, size_t end)
{
    tr_buf_add(w->out, w->tree->text + begin, end - begin);
}

static bool is_written(const writing *w, int i)
{
    return !w->gone || !w->gone[i];
}

/* True if an entry is whole lines. */
static bool is_lines(const tr_entry_tree *t, int i)
{
    return tr_entry_has_lines(t, t->entries[i].parent);
}

/* White space before an entry, or at the beginning of its first line. */
static tr_span space_of(const tr_entry_tree *t, int i)
{
    const size_t begin = t->entries[i].whole.begin;
    size_t at = begin;

    if (is_lines(t, i))
        return (tr_span){begin, tr_skip(t->text, begin, t->size, tr_ascii_is_blank)};
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

/* True if an entry is the first on its line. */
static bool begins_line(const tr_entry_tree *t, int i)
{
    const size_t begin = t->entries[i].whole.begin - indent_of(t, i).len;
    return is_lines(t, i) || (begin && tr_ascii_is_line_end(t->text[begin - 1]));
}

/* The blanks that entries of a first group stand farther in than it; empty where there is none. */
static tr_string indent_unit(const tr_entry_tree *t)
{
    for (size_t i = 1; i < t->n; i++) {
        const int parent = t->entries[i].parent;
        if (!begins_line(t, (int)i)) continue;
        const tr_string in = indent_of(t, (int)i);
        const size_t out = parent ? indent_of(t, parent).len : 0;
        if (in.len > out && (parent || !t->lines)) return (tr_string){in.text, in.len - out};
    }
    return (tr_string){"", 0};
}

/* True if a text in lines holds one of several lines, whose blanks count. */
static bool has_block(tr_string text)
{
    for (size_t at = 0, end; at < text.len; at = end + 1) {
        end = tr_line_end(text.text, at, text.len);
        const size_t last = tr_skip_back(text.text, at, end, tr_ascii_is_blank);
        for (size_t i = last; i > at && i + 3 > last; i--)
            if (tr_ascii_is_one_of(text.text[i - 1], "|>")) return true;
    }
    return tr_span_find(text.text, 0, text.len, "\"\"\"") < text.len ||
           tr_span_find(text.text, 0, text.len, "'''") < text.len;
}

/* Appends the blanks of a line of text from byte `at` on, each unit of the source's as one of the
 * tree's; the byte behind them.  Blanks of lines within a value stay. */
static size_t add_blanks(const writing *w, tr_string text, size_t at, bool block)
{
    const size_t end = tr_skip(text.text, at, text.len, tr_ascii_is_blank);
    const bool begins =
        end < text.len && (w->tree->lines || tr_ascii_is_one_of(text.text[end], "\"'<[]{})"));

    if (!w->from.len || !w->to.len || !begins || block) return at;
    for (; end - at >= w->from.len; at += w->from.len)
        tr_buf_add(w->out, w->to.text, w->to.len);
    return at;
}

/* Appends text with `to` in the place of `from` before each line, and the line ends of the tree. */
static void add_indented(const writing *w, tr_string text, tr_string from, tr_string to,
                         bool first_too)
{
    const char *const ending = line_end_of(w->tree);
    const bool block = w->tree->lines && has_block(text);
    tr_buf *const out = w->out;

    for (size_t at = 0, next; at < text.len; at = next) {
        const size_t end = tr_line_end(text.text, at, text.len);
        next = tr_after_line_end(text.text, end, text.len);
        const bool has = next - at >= from.len && !memcmp(text.text + at, from.text, from.len);
        if ((at || first_too) && has) {
            tr_buf_add(out, to.text, to.len);
            at = add_blanks(w, text, at + from.len, block);
        }
        tr_buf_add(out, text.text + at, end - at);
        if (next > end) tr_buf_add_string(out, ending);
    }
}

/* True if a blank line stands before an entry of lines. */
static bool is_apart(const tr_entry_tree *t, int i)
{
    size_t at = t->entries[i].whole.begin;

    if (!at || t->text[at - 1] != '\n') return false;
    at -= at > 1 && t->text[at - 2] == '\r' ? 2 : 1;
    at = tr_skip_back(t->text, 0, at, tr_ascii_is_blank);
    return at && t->text[at - 1] == '\n';
}

/* What stands before the first entry of a group, or would; before one of lines that is `apart` a
 * blank line. */
static void add_space(const writing *w, int group, bool closes, bool apart)
{
    const tr_entry_tree *const t = w->tree;
    const int child = t->entries[group].child;

    if (tr_entry_has_lines(t, group)) {
        if (w->out->len && w->out->data[w->out->len - 1] != '\n')
            tr_buf_add_string(w->out, line_end_of(t));
        if (apart) tr_buf_add_string(w->out, line_end_of(t));
        return;
    }
    if (t->entries[group].in_braces) {
        const bool is_first = w->out->len && w->out->data[w->out->len - 1] == '{';
        const tr_span space = child == TR_NO_ENTRY ? (tr_span){0, 0} : space_of(t, child);
        const bool breaks = tr_line_end(t->text, space.begin, space.end) < space.end;
        if (breaks)
            add_bytes(w, space.begin, space.end);
        else if (!is_first && !closes)
            tr_buf_add(w->out, " ", 1);
        return;
    }
    if (child != TR_NO_ENTRY) {
        const int second = t->entries[child].next;
        tr_span space = space_of(t, child);
        if (space.begin == space.end && second != TR_NO_ENTRY) space = space_of(t, second);
        add_bytes(w, space.begin, space.end);
        return;
    }
    const tr_string indent = group ? indent_of(t, group) : (tr_string){"", 0};
    tr_buf_add_string(w->out, line_end_of(t));
    tr_buf_add(w->out, indent.text, indent.len);
    if (!closes && w->to.len)
        tr_buf_add(w->out, w->to.text, w->to.len);
    else if (!closes)
        tr_buf_add(w->out, "  ", 2);
}

/* The blanks before the entries that a group has, or would have. */
static tr_string indent_in(const writing *w, int group, char blanks[TR_ENTRY_DEPTH])
{
    const int sibling = w->tree->entries[group].child;
    const tr_string own = group ? indent_of(w->tree, group) : (tr_string){"", 0};
    const size_t n = w->tree->lines && !group ? 0 : 2;

    if (sibling != TR_NO_ENTRY) return indent_of(w->tree, sibling);
    const tr_string unit = n ? w->to : (tr_string){"", 0};
    if (own.len + 2 + unit.len > TR_ENTRY_DEPTH) return own;
    memcpy(blanks, own.text, own.len);
    memcpy(blanks + own.len, unit.len ? unit.text : "  ", unit.len ? unit.len : n);
    return (tr_string){blanks, own.len + (unit.len ? unit.len : n)};
}

/* Appends a fresh entry; a unit without a translation. */
static void add_entry(const writing *w, const tr_entry *e, tr_buf *out)
{
    const char *const text = w->fresh->text + e->whole.begin;
    const size_t len = e->whole.end - e->whole.begin, begin = e->translation.begin - e->whole.begin;

    if (e->translation.begin == e->translation.end) {
        tr_buf_add(out, text, len);
        return;
    }
    if (w->c->read == tr_po_entries)
        tr_po_entry_anew((tr_string){text, begin}, out);
    else
        tr_buf_add(out, text, begin);
    tr_buf_add_string(out, e->blank);
    tr_buf_add(out, w->fresh->text + e->translation.end, e->whole.end - e->translation.end);
}

/* Adds entry `s` of the source to a group. */
static void add_fresh(const writing *w, int group, int s)
{
    const tr_entry_tree *const f = w->fresh;
    const tr_entry *const e = &f->entries[w->fresh_of[s]];
    const bool lines = tr_entry_has_lines(w->tree, group);
    char blanks[TR_ENTRY_DEPTH];
    const tr_string to = indent_in(w, group, blanks);
    tr_buf text = {0};

    add_entry(w, e, &text);
    add_indented(w, (tr_string){tr_buf_text(&text), text.len}, indent_of(f, w->fresh_of[s]), to,
                 lines);
    w->out->failed = w->out->failed || text.failed;
    tr_buf_free(&text);
    if (lines && w->out->len && w->out->data[w->out->len - 1] != '\n')
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
    } else if (fresh != TR_NO_ENTRY && w->c->has_units) {
        add_fresh(w, e->parent, s);
    } else if (fresh != TR_NO_ENTRY) {
        const tr_span value = w->fresh->entries[fresh].value;
        add_bytes(w, e->whole.begin, e->value.begin);
        tr_buf_add(w->out, w->fresh->text + value.begin, value.end - value.begin);
        add_bytes(w, e->value.end, e->whole.end);
    } else {
        add_bytes(w, e->whole.begin, e->whole.end);
    }
}

/* What stands before the first entry of a group, where one is added there. */
static void begin_group(const writing *w, int group)
{
    const tr_entry_tree *const t = w->tree;
    const tr_span all = t->entries[group].value;
    const int child = t->entries[group].child;

    if (child != TR_NO_ENTRY) {
        add_bytes(w, all.begin, t->entries[child].whole.begin);
        return;
    }
    add_bytes(w, all.begin,
              tr_entry_has_lines(t, group)
                  ? all.end
                  : tr_skip_back(t->text, all.begin, all.end, tr_ascii_is_space));
    add_space(w, group, false, false);
}

/* What stands between two entries; before the second one may be a blank line. */
static void separate(const writing *w, int group, bool apart)
{
    if (tr_entry_has_commas(w->tree, group)) tr_buf_add(w->out, ",", 1);
    add_space(w, group, false, apart);
}

/* Behind the comma that stands at byte `at` on, and behind the comment that goes on its line;
 * `at`, and the comma's end, where there is none. */
static tr_span tail_of(const tr_entry_tree *t, size_t at)
{
    const size_t comma = tr_skip(t->text, at, t->size, tr_ascii_is_space);

    if (!t->comments || comma == t->size || t->text[comma] != ',') return (tr_span){at, at};
    const size_t begin = tr_skip(t->text, comma + 1, t->size, tr_ascii_is_blank);
    const size_t end = tr_line_end(t->text, begin, t->size);
    const bool is_block = tr_starts_with(t->text, begin, end, "/*");
    const bool is_comment = is_block ? tr_span_find(t->text, begin, end, "*/") < end
                                     : tr_starts_with(t->text, begin, end, "#") ||
                                           tr_starts_with(t->text, begin, end, "//");
    return (tr_span){comma + 1, is_comment ? end : comma + 1};
}

/* Goes past a comma from byte *behind on, and the comment that stands behind it on its line, so
 * that it stays with its entry.  True if there are both. */
static bool pass_comment(const writing *w, size_t *behind)
{
    const tr_span tail = tail_of(w->tree, *behind);

    if (tail.begin == tail.end) return false;
    add_bytes(w, *behind, tail.end);
    *behind = tail.end;
    return true;
}

/* Goes past entry i, which is left out, with its comma or the one before it, and its comment. */
static void leave_out(const writing *w, int i, bool first, size_t *behind)
{
    const bool passed = !first && pass_comment(w, behind);
    const size_t end = w->tree->entries[i].whole.end;
    const tr_span tail = tail_of(w->tree, end);
    const bool commented = tail.end > tail.begin && !first;

    if (commented && !passed) tr_buf_add(w->out, ",", 1);
    *behind = passed || commented ? tail.end : end;
}

/* Adds the entries that are missing from `s` on, siblings of the source, up to one that is there.
 * The tree is written up to byte *behind; *first: nothing of the group is. */
static void write_missing(const writing *w, int group, int s, bool *first, size_t *behind)
{
    bool any = false, owes = false;

    for (; w->fresh && s != TR_NO_ENTRY; s = w->c->source.entries[s].next) {
        if (w->c->itself[s] != s) continue; /* the key came before */
        if (w->c->existing_of[s] != TR_NO_ENTRY) break;
        if (w->c->fates[s] != IS_MISSING || w->fresh_of[s] == TR_NO_ENTRY) continue;
        if (!any && !*first) owes = pass_comment(w, behind);
        if (*first)
            begin_group(w, group);
        else if (owes && !any)
            add_space(w, group, false, false);
        else
            separate(w, group, is_apart(&w->c->source, s));
        add_fresh(w, group, s);
        any = true;
        *first = false;
    }
    if (owes) tr_buf_add(w->out, ",", 1);
}

/* The entry of the source that entry i stands for, the first one of its key; TR_NO_ENTRY. */
static int stands_for(const writing *w, int i)
{
    const int s = w->fresh ? w->c->source_of[i] : TR_NO_ENTRY;
    return s != TR_NO_ENTRY && w->c->existing_of[s] == i ? s : TR_NO_ENTRY;
}

/* True if a blank line stands before entry i in the source, or else in the tree. */
static bool goes_apart(const writing *w, int i)
{
    const int s = stands_for(w, i);
    return s != TR_NO_ENTRY ? is_apart(&w->c->source, s) : is_apart(w->tree, i);
}

/* Writes the entries of a group, each with what is added behind. */
static void write_group(const writing *w, int group)
{
    const tr_entry_tree *const t = w->tree;
    const tr_entry *const g = &t->entries[group];
    const int s = stands_for(w, group);
    size_t behind = g->value.begin;
    bool first = true;

    if (s != TR_NO_ENTRY) write_missing(w, group, w->c->source.entries[s].child, &first, &behind);
    for (int i = g->child; i != TR_NO_ENTRY; i = t->entries[i].next) {
        const tr_span whole = t->entries[i].whole;
        if (is_written(w, i)) {
            if (first && i != g->child)
                add_bytes(w, g->value.begin, t->entries[g->child].whole.begin);
            else if (!first && i == g->child)
                separate(w, group, goes_apart(w, i));
            else
                add_bytes(w, behind, whole.begin);
            write_entry(w, i);
            first = false;
            behind = whole.end;
        } else {
            leave_out(w, i, first, &behind);
        }
        const int own = stands_for(w, i);
        if (own != TR_NO_ENTRY)
            write_missing(w, group, w->c->source.entries[own].next, &first, &behind);
    }
    if (g->child != TR_NO_ENTRY || first)
        add_bytes(w, behind, g->value.end);
    else if (!tr_entry_has_lines(t, group))
        add_space(w, group, true, false);
}

void tr_catalogue_write(const writing *given)
{
    const tr_entry *const root = &given->tree->entries[0];
    writing w = *given;

    w.from = indent_unit(&w.c->source);
    w.to = indent_unit(&w.c->existing);
    if (!w.to.len) w.to = w.from;
    const size_t tag = w.declared && *w.declared ? root->value.begin - 1 : root->value.begin;
    add_bytes(&w, 0, tag);
    if (w.declared) tr_buf_add_string(w.out, w.declared);
    add_bytes(&w, tag, root->value.begin);
    write_group(&w, 0);
    add_bytes(&w, root->value.end, w.tree->size);
}
