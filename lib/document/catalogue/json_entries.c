/* json_entries.c - the entries of JSON, with the comments right above them where it has any: keys
 * of objects, places in lists; and of Xcode's catalogues, whose strings are units. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "document/catalogue/entry_tree.h"
#include "document/data/json_scan.h"

typedef struct reading {
    tr_entry_tree *tree;
    tr_json_scan scan;
    tr_decoded key, scratch;
    int open[TR_ENTRY_DEPTH + 1]; /* groups, [depth] */
    size_t places[TR_ENTRY_DEPTH + 1];
    size_t depth;
    size_t above;   /* where the comments begin that stand right above the entry at hand */
    bool catalogue; /* of Xcode's */
} reading;

/* True if the value at hand is a group: of Xcode's only the strings are. */
static bool begins_group(const reading *r)
{
    const char c = tr_json_peek(&r->scan);
    if (r->catalogue && r->depth)
        return c == '{' && r->depth == 1 && !strcmp(tr_buf_text(&r->key.text), "strings");
    return c == '{' || c == '[';
}

/* Begins the group at hand, which is the value of entry i. */
static bool open_group(reading *r, int i)
{
    r->tree->entries[i].is_list = tr_json_peek(&r->scan) == '[';
    r->open[r->depth] = i;
    r->places[r->depth++] = 0;
    r->tree->entries[i].value.begin = ++r->scan.at;
    return true;
}

/* The entry that comes next in the group at hand: its key, and its value or its beginning. */
static bool read_entry(reading *r, bool in_object)
{
    tr_json_scan *const j = &r->scan;
    const int parent = r->open[r->depth - 1];
    char place[24];
    int i;

    if (in_object) {
        if (!tr_json_key(j, &r->key)) return false;
        i = tr_entry_tree_add(r->tree, parent, tr_buf_text(&r->key.text), r->key.text.len,
                              begins_group(r));
    } else {
        const int n = snprintf(place, sizeof place, "[%zu]", r->places[r->depth - 1]++);
        i = tr_entry_tree_add(r->tree, parent, place, (size_t)n, begins_group(r));
    }
    if (i == TR_NO_ENTRY) return false;
    tr_entry *const e = &r->tree->entries[i];
    e->whole.begin = r->above;
    e->value.begin = j->at;
    if (e->is_group && r->depth <= TR_ENTRY_DEPTH) return open_group(r, i);
    if (!tr_json_skip(j, &r->scratch)) return false;
    e->whole.end = e->value.end = j->at;
    if (r->catalogue) e->value.begin = j->at; /* the key is the text */
    return true;
}

static void close_group(reading *r)
{
    tr_entry *const e = &r->tree->entries[r->open[--r->depth]];
    e->value.end = r->scan.at - 1;
    e->whole.end = r->scan.at;
}

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    if (tr_starts_with(text, at, end, "//")) return tr_line_end(text, at, end);
    if (!tr_starts_with(text, at, end, "/*")) return at;
    return tr_span_find(text, at + 2, end, "*/") + 2; /* it ends: the scanner went past it */
}

/* Goes to the next entry of the group at hand, and notes the comments above it; or past the end of
 * the group.  False: the text is wrong. */
static bool go_on(reading *r, char close, bool first, bool *more)
{
    tr_json_scan *const j = &r->scan;
    tr_json_scan before = *j;

    if (!tr_json_next(j, close, first, more)) return false;
    if (!first) tr_json_skip_blanks(&before);
    const size_t begin = before.at + !first; /* behind the comma */
    r->above =
        begin < j->at ? tr_entry_comments_above(j->text, begin, j->at, end_of_comment) : j->at;
    return true;
}

static void read_all(reading *r)
{
    tr_json_scan *const j = &r->scan;
    bool more;

    while (r->depth) {
        const tr_entry *const e = &r->tree->entries[r->open[r->depth - 1]];
        const bool in_object = j->text[e->value.begin - 1] == '{';
        if (!go_on(r, in_object ? '}' : ']', e->child == TR_NO_ENTRY, &more)) return;
        if (!more)
            close_group(r);
        else if (!read_entry(r, in_object))
            return;
    }
    tr_json_skip_blanks(j);
    if (j->at < j->end) tr_json_fail(j, "more than one value");
}

static void read_tree(tr_entry_tree *t, bool catalogue, bool five)
{
    reading r = {
        .tree = t, .scan = {.text = t->text, .end = t->size, .five = five}, .catalogue = catalogue};

    r.scan.comments = !catalogue && tr_json_has_comments(t->text, t->size);
    t->commas = true;
    t->comments = five || r.scan.comments;
    r.scan.at = tr_utf8_mark(t->text, t->size);
    tr_json_skip_blanks(&r.scan);
    const int root = tr_entry_tree_add(t, TR_NO_ENTRY, "", 0, true);
    if (root != TR_NO_ENTRY && begins_group(&r)) {
        t->entries[root].whole.begin = r.scan.at;
        open_group(&r, root);
        read_all(&r);
    } else {
        tr_json_fail(&r.scan, "neither an object nor a list");
    }
    if (r.scan.wrong && !t->wrong) {
        t->wrong = r.scan.wrong;
        t->wrong_at = r.scan.at;
    }
    tr_decoded_free(&r.key);
    tr_decoded_free(&r.scratch);
}

void tr_json_entries(tr_entry_tree *t)
{
    read_tree(t, false, false);
}

void tr_json5_entries(tr_entry_tree *t)
{
    read_tree(t, false, true);
}

void tr_xcstrings_entries(tr_entry_tree *t)
{
    read_tree(t, true, false);
}
