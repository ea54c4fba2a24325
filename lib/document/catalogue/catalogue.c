/* catalogue.c - a catalogue in another language grows: what its source has and it lacks is added
 * (tr_catalogue_open()). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/region.h"
#include "document/catalogue/entry_tree.h"
#include "document/markup/language_code.h"
#include "language/language_data.h"
#include "translate.h"

/* What becomes of an entry of the source. */
enum fate { STAYS, IS_LEFT_OUT, IS_MISSING, HAS_CHANGED };

typedef struct key_list {
    char **names; /* [n] in the region */
    size_t n, capacity;
} key_list;

struct tr_catalogue {
    tr_region region;
    const char *name;
    tr_entry_reader *read;
    tr_entry_tree source, old, existing;
    int *existing_of; /* [source.n] the existing entry; TR_NO_ENTRY */
    int *source_of;   /* [existing.n] */
    char *fates;      /* [source.n] enum fate */
    bool *wanted;     /* [source.n] */
    key_list keys[3]; /* enum tr_catalogue_change */
    tr_buf reduced, grown;
    bool has_languages; /* the source's keys are below one, and so are the translation's */
    bool failed;
};

static const struct {
    const char *format;
    tr_entry_reader *read;
} readers[] = {
    {"json", tr_json_entries},
    {"properties", tr_line_entries},
    {"yaml", tr_yaml_entries},
    {"xml", tr_xml_entries},
};

/* ---- Reading ---- */

static tr_string key_of(const tr_entry_tree *t, int i)
{
    return (tr_string){tr_buf_text(&t->keys) + t->entries[i].key, t->entries[i].key_len};
}

/* The only key of all, with others below it, if it is a language; TR_NO_ENTRY. */
static int language_root(const tr_entry_tree *t)
{
    enum { LONGEST = 16 };
    const int first = t->n ? t->entries[0].child : TR_NO_ENTRY;
    char code[LONGEST] = "";

    if (first == TR_NO_ENTRY || t->entries[first].next != TR_NO_ENTRY) return TR_NO_ENTRY;
    const tr_string key = key_of(t, first);
    if (!t->entries[first].is_group || key.len >= LONGEST) return TR_NO_ENTRY;
    memcpy(code, key.text, key.len);
    return tr_language_is_code(code) && tr_language_data(code) != tr_language_data("")
               ? first
               : TR_NO_ENTRY;
}

/* Gives a language that all keys are below the name that any has. */
static void alias_language(tr_entry_tree *t)
{
    const int root = language_root(t);

    if (root == TR_NO_ENTRY) return;
    t->entries[root].key = t->keys.len;
    t->entries[root].key_len = 1;
    tr_buf_add(&t->keys, "*", 1);
    t->failed = t->failed || t->keys.failed;
}

static int read_tree(tr_catalogue *c, tr_entry_tree *t, const char *what, tr_string text,
                     tr_error *err)
{
    *t = (tr_entry_tree){.text = text.text, .size = text.len};
    if (text.len > TR_MAX_DOCUMENT)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the %s is too large", c->name, what);
    c->read(t, text.text, text.len);
    if (!t->failed && !t->wrong && c->has_languages) alias_language(t);
    if (t->failed || t->keys.failed) return tr_fail_memory(err);
    if (!t->wrong) return TR_OK;
    return tr_fail(err, TR_EFORMAT, "%s: the %s, byte %zu: %s", c->name, what, t->wrong_at,
                   t->wrong);
}

/* The twins of entries in another tree: [from->n], which the caller frees; NULL: out of memory. */
static int *find_twins(const tr_entry_tree *from, const tr_entry_tree *to)
{
    int *const twins = malloc((from->n + 1) * sizeof *twins), *const sorted =
                                                                  tr_entry_tree_sort(to);

    for (size_t i = 0; twins && sorted && i < from->n; i++) {
        const int parent = from->entries[i].parent;
        const int in = parent == TR_NO_ENTRY ? TR_NO_ENTRY : twins[parent];
        if (parent == TR_NO_ENTRY)
            twins[i] = 0;
        else
            twins[i] =
                in == TR_NO_ENTRY ? TR_NO_ENTRY : tr_entry_tree_find(to, sorted, in, from, (int)i);
    }
    free(sorted);
    if (sorted) return twins;
    free(twins);
    return NULL;
}

/* ---- What is wanted ---- */

/* Without white space at the end: the last line of a file may lack its line end. */
static tr_span trimmed(const tr_entry_tree *t, tr_span value)
{
    return (tr_span){value.begin, tr_skip_back(t->text, value.begin, value.end, tr_ascii_is_space)};
}

static bool same_value(const tr_entry_tree *a, int i, const tr_entry_tree *b, int j)
{
    const tr_span x = trimmed(a, a->entries[i].value), y = trimmed(b, b->entries[j].value);
    return x.end - x.begin == y.end - y.begin &&
           !memcmp(a->text + x.begin, b->text + y.begin, x.end - x.begin);
}

/* "menu.file.open", without a language that all are in. */
static char *path_of(tr_catalogue *c, const tr_entry_tree *t, int i)
{
    int way[TR_ENTRY_DEPTH + 1];
    size_t n = 0;
    tr_buf path = {0};

    for (; t->entries[i].parent != TR_NO_ENTRY; i = t->entries[i].parent)
        way[n++] = i;
    while (n--) {
        const tr_string key = key_of(t, way[n]);
        if (t->entries[way[n]].parent == 0 && key.len == 1 && *key.text == '*') continue;
        if (path.len && key.len && key.text[0] != '[') tr_buf_add(&path, ".", 1);
        tr_buf_add(&path, key.text, key.len);
    }
    char *const kept = tr_region_copy(&c->region, tr_buf_text(&path), path.len);
    c->failed = c->failed || path.failed || !kept;
    tr_buf_free(&path);
    return kept;
}

static void note(tr_catalogue *c, enum tr_catalogue_change change, const tr_entry_tree *t, int i)
{
    key_list *const l = &c->keys[change];
    l->names = tr_room(l->names, &l->capacity, l->n + 1, sizeof *l->names, &c->failed);
    char *const path = c->failed ? NULL : path_of(c, t, i);
    if (path) l->names[l->n++] = path;
}

/* True of what ARB says of a key, "@key". */
static bool is_about_key(const tr_entry_tree *t, int i)
{
    const tr_string key = key_of(t, i);
    return key.len > 1 && key.text[0] == '@' && key.text[1] != '@';
}

static bool any_about_keys(const tr_entry_tree *t)
{
    for (size_t i = 1; i < t->n; i++)
        if (t->entries[i].parent == 0 && is_about_key(t, (int)i)) return true;
    return false;
}

/* True of an entry that is not added although it is missing: what ARB says of keys, where the
 * translation says nothing of them, and of itself; a second entry of one key; and what is in a
 * group where the translation has a value. */
static bool is_left_out(const tr_catalogue *c, int i, const int *first_of, bool about)
{
    const tr_entry_tree *const s = &c->source;
    const int parent = s->entries[i].parent, in = c->existing_of[parent];
    const tr_string key = key_of(s, i);

    if (c->fates[parent] == IS_LEFT_OUT || first_of[i] != i) return true;
    if (in != TR_NO_ENTRY && !c->existing.entries[in].is_group) return true;
    return parent == 0 && key.len > 1 && key.text[0] == '@' && (!about || key.text[1] == '@');
}

static void decide(tr_catalogue *c, const int *old_of, const int *first_of)
{
    const tr_entry_tree *const s = &c->source;
    const bool about = any_about_keys(&c->existing);

    for (size_t i = 1; i < s->n; i++) {
        const tr_entry *const e = &s->entries[i];
        const int twin = c->existing_of[i], old = old_of ? old_of[i] : TR_NO_ENTRY;
        const bool is_left = is_left_out(c, (int)i, first_of, about);
        if (twin == TR_NO_ENTRY && is_left) {
            c->fates[i] = IS_LEFT_OUT;
        } else if (twin == TR_NO_ENTRY) {
            c->fates[i] = IS_MISSING;
            if (c->existing_of[e->parent] != TR_NO_ENTRY) note(c, TR_KEY_ADDED, s, (int)i);
        } else if (twin != TR_NO_ENTRY && old != TR_NO_ENTRY && !e->is_group &&
                   !c->existing.entries[twin].is_group && !same_value(s, (int)i, &c->old, old)) {
            c->fates[i] = HAS_CHANGED;
            note(c, TR_KEY_CHANGED, s, (int)i);
        }
    }
}

static bool is_list(const tr_entry_tree *t, int i)
{
    return t->commas && t->entries[i].is_group && t->text[t->entries[i].value.begin - 1] == '[';
}

/* An entry is wanted with the groups that it is in; lists as a whole, for their places count. */
static void choose_wanted(tr_catalogue *c)
{
    const tr_entry_tree *const s = &c->source;

    for (size_t i = s->n; i-- > 1;) {
        if (c->fates[i] >= IS_MISSING) c->wanted[i] = true;
        if (c->wanted[i]) c->wanted[s->entries[i].parent] = true;
    }
    for (size_t i = 1; i < s->n; i++) {
        const int parent = s->entries[i].parent;
        if (c->wanted[parent] && is_list(s, parent)) c->wanted[i] = true;
    }
}

/* The length of a key without the form of a plural behind it, "_few". */
static size_t plural_stem(tr_string key)
{
    static const char *const forms[] = {"_zero", "_one", "_two", "_few", "_many", "_other"};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const size_t n = strlen(forms[i]);
        if (key.len > n && !memcmp(key.text + key.len - n, forms[i], n)) return key.len - n;
    }
    return 0;
}

/* True if a source has the key of which "@key" says something. */
static bool has_key(const tr_entry_tree *s, tr_string about)
{
    for (int k = s->entries[0].child; k != TR_NO_ENTRY; k = s->entries[k].next) {
        const tr_string key = key_of(s, k);
        if (key.len + 1 == about.len && !memcmp(key.text, about.text + 1, key.len)) return true;
    }
    return false;
}

/* True of a form of a plural, of which the source has other forms, and of what is said of a key. */
static bool belongs_to_source(const tr_catalogue *c, int i)
{
    const tr_entry_tree *const s = &c->source;
    const tr_string key = key_of(&c->existing, i);
    const size_t stem = plural_stem(key);
    const int group = c->source_of[c->existing.entries[i].parent];

    if (key.len > 1 && key.text[0] == '@') return key.text[1] == '@' || has_key(s, key);
    for (int k = stem && group != TR_NO_ENTRY ? s->entries[group].child : TR_NO_ENTRY;
         k != TR_NO_ENTRY; k = s->entries[k].next) {
        const tr_string other = key_of(s, k);
        if (plural_stem(other) == stem && !memcmp(other.text, key.text, stem)) return true;
    }
    return false;
}

static bool is_gone(const tr_catalogue *c, int i)
{
    return i && c->source_of[i] == TR_NO_ENTRY &&
           c->source_of[c->existing.entries[i].parent] != TR_NO_ENTRY && !belongs_to_source(c, i);
}

/* ---- Writing ---- */

typedef struct writing {
    const tr_catalogue *c;
    const tr_entry_tree *tree;  /* what is written */
    const tr_entry_tree *fresh; /* NULL: nothing is added */
    const int *fresh_of;        /* [source.n] */
    bool prunes;
    tr_buf *out;
} writing;

static void add_bytes(const writing *w, size_t begin, size_t end)
{
    tr_buf_add(w->out, w->tree->text + begin, end - begin);
}

static bool is_written(const writing *w, int i)
{
    return w->fresh ? !(w->prunes && is_gone(w->c, i)) : w->c->wanted[i];
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

static void write_tree(const writing *w)
{
    const tr_entry *const root = &w->tree->entries[0];
    add_bytes(w, 0, root->value.begin);
    write_group(w, 0);
    add_bytes(w, root->value.end, w->tree->size);
}

/* ---- The interface ---- */

void tr_catalogue_free(tr_catalogue *c)
{
    if (!c) return;
    tr_entry_tree_free(&c->source);
    tr_entry_tree_free(&c->old);
    tr_entry_tree_free(&c->existing);
    free(c->existing_of);
    free(c->source_of);
    free(c->fates);
    free(c->wanted);
    for (size_t i = 0; i < sizeof c->keys / sizeof *c->keys; i++)
        free(c->keys[i].names);
    tr_buf_free(&c->reduced);
    tr_buf_free(&c->grown);
    tr_region_free(&c->region);
    free(c);
}

static int compare(tr_catalogue *c, const tr_string *old, tr_error *err)
{
    int *const old_of = old ? find_twins(&c->source, &c->old) : NULL;
    int *const first_of = find_twins(&c->source, &c->source);

    c->existing_of = find_twins(&c->source, &c->existing);
    c->source_of = find_twins(&c->existing, &c->source);
    c->fates = calloc(c->source.n + 1, sizeof *c->fates);
    c->wanted = calloc(c->source.n + 1, sizeof *c->wanted);
    c->failed = c->failed || !c->existing_of || !c->source_of || !c->fates || !c->wanted ||
                (old && !old_of) || !first_of;
    if (!c->failed) {
        decide(c, old_of, first_of);
        choose_wanted(c);
        for (size_t i = 1; i < c->existing.n; i++)
            if (is_gone(c, (int)i)) note(c, TR_KEY_GONE, &c->existing, (int)i);
        write_tree(&(writing){.c = c, .tree = &c->source, .out = &c->reduced});
    }
    free(old_of);
    free(first_of);
    return c->failed || c->reduced.failed ? tr_fail_memory(err) : TR_OK;
}

int tr_catalogue_open(tr_catalogue **catalogue, const char *name, const char *format,
                      tr_string source, tr_string existing, const tr_string *old, tr_error *err)
{
    tr_catalogue *const c = calloc(1, sizeof *c);

    *catalogue = NULL;
    if (!c) return tr_fail_memory(err);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].format, format)) c->read = readers[i].read;
    c->name = tr_region_copy(&c->region, name, strlen(name));
    int rc = c->name ? TR_OK : tr_fail_memory(err);
    if (rc == TR_OK && !c->read)
        rc = tr_fail(err, TR_EUNSUPPORTED, "%s: is %s, which cannot grow", name, format);
    if (rc == TR_OK) rc = read_tree(c, &c->source, "source", source, err);
    if (rc == TR_OK) rc = read_tree(c, &c->existing, "translation", existing, err);
    if (rc == TR_OK && language_root(&c->source) != TR_NO_ENTRY &&
        language_root(&c->existing) != TR_NO_ENTRY) {
        c->has_languages = true;
        alias_language(&c->source);
        alias_language(&c->existing);
        if (c->source.failed || c->existing.failed) rc = tr_fail_memory(err);
    }
    if (rc == TR_OK && old) rc = read_tree(c, &c->old, "old source", *old, err);
    if (rc == TR_OK) rc = compare(c, old, err);
    if (rc == TR_OK)
        *catalogue = c;
    else
        tr_catalogue_free(c);
    return rc;
}

const char *tr_catalogue_wanted(const tr_catalogue *c, size_t *size)
{
    *size = c->reduced.len;
    return tr_buf_text(&c->reduced);
}

size_t tr_catalogue_count(const tr_catalogue *c, int change)
{
    return c->keys[change].n;
}

const char *tr_catalogue_key(const tr_catalogue *c, int change, size_t i)
{
    return c->keys[change].names[i];
}

/* True if the catalogue as it grew has all that it had, but for what was to change. */
static bool has_all(const tr_catalogue *c, const tr_entry_tree *grown, const int *grown_of,
                    bool prunes)
{
    const tr_entry_tree *const e = &c->existing;

    for (size_t i = 1; i < e->n; i++) {
        const int s = c->source_of[i];
        if (e->entries[i].is_group || (s != TR_NO_ENTRY && c->fates[s] == HAS_CHANGED)) continue;
        if (grown_of[i] == TR_NO_ENTRY && prunes) continue;
        if (grown_of[i] == TR_NO_ENTRY || !same_value(e, (int)i, grown, grown_of[i])) return false;
    }
    return true;
}

/* True if it has all that was missing. */
static bool has_missing(const tr_catalogue *c, const int *grown_of)
{
    for (size_t i = 1; i < c->source.n; i++)
        if (c->fates[i] == IS_MISSING && grown_of[i] == TR_NO_ENTRY) return false;
    return true;
}

static int check_grown(tr_catalogue *c, bool prunes, tr_error *err)
{
    tr_entry_tree grown;

    int rc = read_tree(c, &grown, "result", (tr_string){tr_buf_text(&c->grown), c->grown.len}, err);
    int *const grown_of = rc == TR_OK ? find_twins(&c->existing, &grown) : NULL;
    int *const of_source = rc == TR_OK ? find_twins(&c->source, &grown) : NULL;
    if (rc == TR_OK && (!grown_of || !of_source)) rc = tr_fail_memory(err);
    if (rc == TR_OK && (!has_all(c, &grown, grown_of, prunes) || !has_missing(c, of_source)))
        rc = tr_fail(err, TR_EFORMAT, "%s: cannot grow without a change to what it has", c->name);
    free(grown_of);
    free(of_source);
    tr_entry_tree_free(&grown);
    return rc;
}

/* A name space that new entries use and the catalogue does not declare, by its name [size]; false:
 * there is none.  Of "xmlns:tools" the name is "tools". */
static bool lacks_namespace(const tr_catalogue *c, tr_string fresh, char *name, size_t size)
{
    static const char word[] = "xmlns:";
    const tr_entry_tree *const s = &c->source, *const e = &c->existing;
    const size_t end = s->entries[0].value.begin;
    char use[64], declared[64];

    for (size_t at = 0; (at = tr_span_find(s->text, at, end, word)) < end;) {
        at += sizeof word - 1;
        const size_t n = tr_skip(s->text, at, end, tr_byte_is_word) - at;
        snprintf(name, size, "%.*s", (int)n, s->text + at);
        snprintf(declared, sizeof declared, "%s%.40s=", word, name);
        snprintf(use, sizeof use, "%.40s:", name);
        const size_t first = tr_span_find(fresh.text, 0, fresh.len, ">");
        if (tr_span_find(fresh.text, first, fresh.len, use) < fresh.len &&
            tr_span_find(e->text, 0, e->size, declared) == e->size)
            return true;
    }
    return false;
}

int tr_catalogue_grow(tr_catalogue *c, tr_string translated, int prunes, tr_string *grown,
                      tr_error *err)
{
    char name[32];
    tr_entry_tree fresh;

    if (c->read == tr_xml_entries && lacks_namespace(c, translated, name, sizeof name))
        return tr_fail(err, TR_EFORMAT, "%s: its first element lacks xmlns:%s, which new ones use",
                       c->name, name);
    int rc = read_tree(c, &fresh, "new part", translated, err);
    int *const fresh_of = rc == TR_OK ? find_twins(&c->source, &fresh) : NULL;
    if (rc == TR_OK && !fresh_of) rc = tr_fail_memory(err);
    tr_buf_clear(&c->grown);
    if (rc == TR_OK)
        write_tree(&(writing){.c = c,
                              .tree = &c->existing,
                              .fresh = &fresh,
                              .fresh_of = fresh_of,
                              .prunes = prunes,
                              .out = &c->grown});
    if (rc == TR_OK && c->grown.failed) rc = tr_fail_memory(err);
    if (rc == TR_OK) rc = check_grown(c, prunes, err);
    if (rc == TR_OK) *grown = (tr_string){tr_buf_text(&c->grown), c->grown.len};
    free(fresh_of);
    tr_entry_tree_free(&fresh);
    return rc;
}
