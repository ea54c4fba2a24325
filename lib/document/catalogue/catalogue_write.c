#include "document/catalogue/catalogue_write.h"

#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/po_entries.h"
#include "document/data/json_scan.h"

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

/* True if two entries begin after the same blanks. */
static bool is_as_deep(const tr_entry_tree *t, int a, int b)
{
    const tr_string in_a = indent_of(t, a), in_b = indent_of(t, b);
    return in_a.len == in_b.len && !memcmp(in_a.text, in_b.text, in_a.len);
}

/* An entry of a group that is indented as most of its first ones are; TR_NO_ENTRY: it has none. */
static int model_of(const tr_entry_tree *t, int group)
{
    enum { MOST_LOOKED_AT = 32 };
    const int first = t->entries[group].child;
    int model = first, votes = 0, n = 0, n_same = 0;

    for (int i = first; i != TR_NO_ENTRY && n < MOST_LOOKED_AT; i = t->entries[i].next, n++) {
        if (!votes) model = i;
        votes += is_as_deep(t, i, model) ? 1 : -1;
    }
    n = 0;
    for (int i = first; i != TR_NO_ENTRY && n < MOST_LOOKED_AT; i = t->entries[i].next, n++)
        n_same += is_as_deep(t, i, model);
    return 2 * n_same > n ? model : first;
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
        tr_span space = space_of(t, closes ? child : model_of(t, group));
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
    const int sibling = model_of(w->tree, group);
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

/* JSON without comments gets none. */
static void strip_comments(tr_buf *text)
{
    tr_buf plain = {.failed = text->failed};

    tr_json_write_plain(tr_buf_text(text), text->len, &plain);
    const size_t begin = tr_skip(tr_buf_text(&plain), 0, plain.len, tr_ascii_is_space);
    tr_buf_clear(text);
    tr_buf_add(text, tr_buf_text(&plain) + begin, plain.len - begin);
    text->failed = text->failed || plain.failed;
    tr_buf_free(&plain);
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
    if (w->c->read == tr_json_entries && !w->tree->comments) strip_comments(&text);
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

/* The end of the line at byte `at` if nothing but a comment is there up to it; else `at`. */
static size_t comment_line(const tr_entry_tree *t, size_t at)
{
    const size_t begin = tr_skip(t->text, at, t->size, tr_ascii_is_blank);
    const size_t end = tr_line_end(t->text, begin, t->size);
    const size_t close = tr_starts_with(t->text, begin, end, "/*")
                             ? tr_span_find(t->text, begin + 2, end, "*/")
                             : end;
    const bool is_comment = close < end ? tr_skip(t->text, close + 2, end, tr_ascii_is_blank) == end
                                        : tr_starts_with(t->text, begin, end, "#") ||
                                              tr_starts_with(t->text, begin, end, "//");
    return is_comment ? end : at;
}

/* Behind the comma that stands at byte `at` on, and behind the comment that goes on its line;
 * `at`, and the comma's end, where there is none. */
static tr_span tail_of(const tr_entry_tree *t, size_t at)
{
    const size_t comma = tr_skip(t->text, at, t->size, tr_ascii_is_space);

    if (!t->comments || comma == t->size || t->text[comma] != ',') return (tr_span){at, at};
    return (tr_span){comma + 1, comment_line(t, comma + 1)};
}

/* How far the entries of a group are written. */
typedef struct place {
    bool first;    /* none is */
    size_t behind; /* the tree is written up to this byte */
    size_t comma;  /* where the comma behind the last entry is in what is written; 0: none is */
    bool has_last_comma; /* of the tree's entry at hand a comma is behind */
} place;

/* Writes a comma behind the last entry where there is none yet. */
static void add_comma(const writing *w, place *p)
{
    if (p->comma) return;
    p->comma = w->out->len;
    tr_buf_add(w->out, ",", 1);
}

/* Goes past the comment that stands behind the last entry and its comma on their line, so that it
 * stays with its entry.  False if there is none, and the comma was not written yet, either. */
static bool pass_comment(const writing *w, place *p)
{
    const tr_span tail = tail_of(w->tree, p->behind);

    if (p->comma || tail.begin == tail.end) return p->comma;
    p->comma = w->out->len + (tail.begin - 1 - p->behind);
    add_bytes(w, p->behind, tail.end);
    p->behind = tail.end;
    return true;
}

/* Goes past the comment behind a last entry that has no comma, and writes the comma. */
static bool pass_last_comment(const writing *w, place *p)
{
    const size_t line = w->tree->comments ? comment_line(w->tree, p->behind) : p->behind;

    if (line == p->behind) return false;
    tr_buf_add(w->out, ",", 1);
    add_bytes(w, p->behind, line);
    p->behind = line;
    return true;
}

/* What stands before an entry that is put behind a comment: a new line, in any case. */
static void add_line_space(const writing *w, int group)
{
    const size_t begin = w->out->len;

    add_space(w, group, false, false);
    if (w->out->len >= begin && !memchr(tr_buf_text(w->out) + begin, '\n', w->out->len - begin))
        tr_buf_add_string(w->out, line_end_of(w->tree));
}

/* Copies the bytes behind the last entry; behind a comment, which may have been put there, they
 * begin with a line end. */
static void add_gap(const writing *w, const place *p, size_t end)
{
    const char *const gap = w->tree->text + p->behind;

    if (p->comma && w->tree->comments && end >= p->behind && !memchr(gap, '\n', end - p->behind))
        tr_buf_add_string(w->out, line_end_of(w->tree));
    add_bytes(w, p->behind, end);
}

/* Goes past entry i, which is left out, with its comma or the one before it, and its comment. */
static void leave_out(const writing *w, int i, place *p)
{
    const size_t end = w->tree->entries[i].whole.end;
    const tr_span tail = tail_of(w->tree, end);
    const size_t line = w->tree->comments ? comment_line(w->tree, end) : end;

    if (!p->first && !pass_comment(w, p) && tail.end > tail.begin) add_comma(w, p);
    p->behind = p->comma && tail.end > line ? tail.end : line;
}

/* Adds the entries that are missing from `s` on, siblings of the source, up to one that is there.
 */
static void write_missing(const writing *w, int group, int s, place *p)
{
    bool any = false, owes = false, passed = false;

    for (; w->fresh && s != TR_NO_ENTRY; s = w->c->source.entries[s].next) {
        if (w->c->itself[s] != s) continue; /* the key came before */
        if (w->c->existing_of[s] != TR_NO_ENTRY) break;
        if (w->c->fates[s] != IS_MISSING || w->fresh_of[s] == TR_NO_ENTRY) continue;
        if (!any && !p->first) owes = pass_comment(w, p);
        if (!any && !p->first) passed = owes || pass_last_comment(w, p);
        if (p->first)
            begin_group(w, group);
        else if (passed && !any)
            add_line_space(w, group);
        else
            separate(w, group, is_apart(&w->c->source, s));
        add_fresh(w, group, s);
        any = true;
        p->first = false;
        p->comma = 0;
    }
    if (owes) add_comma(w, p);
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

/* Behind the comma and the comment that stand behind the last entry of a group, at byte `at`. */
static size_t behind_last(const tr_entry_tree *t, int group, size_t at)
{
    const size_t end = t->entries[group].value.end,
                 comma = tr_skip(t->text, at, end, tr_ascii_is_space);
    const bool has = tr_entry_has_commas(t, group) && comma < end && t->text[comma] == ',';

    if (has) at = comma + 1;
    return t->comments ? comment_line(t, at) : at;
}

/* What stands between the last entry of a group and its end. */
static void end_group(const writing *w, int group, place *p)
{
    const tr_entry_tree *const t = w->tree;
    const tr_entry *const g = &t->entries[group];

    if (p->first && p->behind > g->value.begin) p->behind = behind_last(t, group, p->behind);
    if (p->comma && !p->has_last_comma && w->c->read == tr_json_entries) {
        memmove(w->out->data + p->comma, w->out->data + p->comma + 1, w->out->len - p->comma);
        w->out->len--;
    }
    if (p->first && !group && t->lines && g->child != TR_NO_ENTRY) /* as "<?php" is */
        add_bytes(w, g->value.begin, t->entries[g->child].whole.begin);
    if (g->child != TR_NO_ENTRY || p->first)
        add_gap(w, p, g->value.end);
    else if (!tr_entry_has_lines(t, group))
        add_space(w, group, true, false);
}

/* Writes the entries of a group, each with what is added behind. */
static void write_group(const writing *w, int group)
{
    const tr_entry_tree *const t = w->tree;
    const tr_entry *const g = &t->entries[group];
    const int s = stands_for(w, group);
    place p = {.first = true, .behind = g->value.begin};

    if (s != TR_NO_ENTRY) write_missing(w, group, w->c->source.entries[s].child, &p);
    for (int i = g->child; i != TR_NO_ENTRY; i = t->entries[i].next) {
        const tr_span whole = t->entries[i].whole;
        if (is_written(w, i)) {
            if (p.first && i != g->child)
                add_bytes(w, g->value.begin, t->entries[g->child].whole.begin);
            else if (!p.first && i == g->child)
                separate(w, group, goes_apart(w, i));
            else
                add_gap(w, &p, whole.begin);
            write_entry(w, i);
            p = (place){.behind = whole.end};
        } else {
            leave_out(w, i, &p);
        }
        p.has_last_comma = tail_of(t, whole.end).begin > whole.end;
        const int own = stands_for(w, i);
        if (own != TR_NO_ENTRY) write_missing(w, group, w->c->source.entries[own].next, &p);
    }
    end_group(w, group, &p);
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
