#include "document/catalogue/compared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/plural_forms.h"
#include "document/keys/plural_form.h"
#include "document/markup/icu_plurals.h"

int *tr_entry_twins(const tr_entry_tree *from, const tr_entry_tree *to)
{
    int *const twins = malloc((from->n + 1) * sizeof *twins);

    for (size_t i = 0; twins && i < from->n; i++) {
        const int parent = from->entries[i].parent;
        const int in = parent == TR_NO_ENTRY ? TR_NO_ENTRY : twins[parent];
        if (parent == TR_NO_ENTRY)
            twins[i] = 0;
        else if (in == TR_NO_ENTRY)
            twins[i] = TR_NO_ENTRY;
        else
            twins[i] = tr_entry_tree_find(to, in, tr_entry_key(from, (int)i));
    }
    return twins;
}

/* Without white space at the end: the last line of a file may lack its line end. */
static tr_span trimmed(const tr_entry_tree *t, tr_span value)
{
    return (tr_span){value.begin, tr_skip_back(t->text, value.begin, value.end, tr_ascii_is_space)};
}

bool tr_entry_same_value(const tr_entry_tree *a, int i, const tr_entry_tree *b, int j)
{
    const tr_span x = trimmed(a, a->entries[i].value), y = trimmed(b, b->entries[j].value);
    return x.end - x.begin == y.end - y.begin &&
           !memcmp(a->text + x.begin, b->text + y.begin, x.end - x.begin);
}

/* True of the key of a group that tells nothing: the language of Rails, the strings of Xcode. */
static bool is_around_all(const tr_catalogue *c, tr_string key)
{
    static const char strings[] = "strings";
    if (c->read == tr_xcstrings_entries)
        return key.len == sizeof strings - 1 && !memcmp(key.text, strings, key.len);
    return key.len == 1 && *key.text == '*';
}

char *tr_catalogue_path(tr_catalogue *c, const tr_entry_tree *t, int i)
{
    int way[TR_ENTRY_DEPTH + 1];
    size_t n = 0;
    tr_buf path = {0};

    for (; t->entries[i].parent != TR_NO_ENTRY; i = t->entries[i].parent)
        way[n++] = i;
    while (n--) {
        const tr_string key = tr_entry_key(t, way[n]);
        if (t->entries[way[n]].parent == 0 && is_around_all(c, key)) continue;
        if (path.len && key.len && key.text[0] != '[') tr_buf_add(&path, ".", 1);
        const size_t context = tr_find_byte(key.text, 0, key.len, '\4');
        tr_buf_add(&path, key.text, context);
        if (context == key.len) continue;
        tr_buf_add(&path, "|", 1);
        tr_buf_add(&path, key.text + context + 1, key.len - context - 1);
    }
    char *const kept = tr_region_copy(&c->region, tr_buf_text(&path), path.len);
    c->failed = c->failed || path.failed || !kept;
    tr_buf_free(&path);
    return kept;
}

void tr_catalogue_note(tr_catalogue *c, enum tr_catalogue_change change, const tr_entry_tree *t,
                       int i)
{
    key_list *const l = &c->keys[change];
    l->names = tr_room(l->names, &l->capacity, l->n + 1, sizeof *l->names, &c->failed);
    char *const path = c->failed ? NULL : tr_catalogue_path(c, t, i);
    if (path) l->names[l->n++] = path;
}

/* True of what ARB says of a key, "@key". */
static bool is_about_key(const tr_entry_tree *t, int i)
{
    const tr_string key = tr_entry_key(t, i);
    return key.len > 1 && key.text[0] == '@' && key.text[1] != '@';
}

static bool any_about_keys(const tr_entry_tree *t)
{
    for (size_t i = 1; i < t->n; i++)
        if (t->entries[i].parent == 0 && is_about_key(t, (int)i)) return true;
    return false;
}

/* True of an entry that is not added although it is missing: what ARB says of keys, where the
 * translation says nothing of them, and of itself; a second entry of one key; a form of a plural
 * that its language does not have; and what is in a group where the translation has a value. */
static bool is_left_out(const tr_catalogue *c, int i, bool about)
{
    const tr_entry_tree *const s = &c->source;
    const int parent = s->entries[i].parent, in = c->existing_of[parent];
    const tr_string key = tr_entry_key(s, i);

    if (c->fates[parent] == IS_LEFT_OUT || c->itself[i] != i) return true;
    if (in != TR_NO_ENTRY && !c->existing.entries[in].is_group) return true;
    if (c->language && tr_plural_forms_exceed(s, i, c->language)) return true;
    return parent == 0 && key.len > 1 && key.text[0] == '@' && (!about || key.text[1] == '@');
}

/* True of an entry of the source that has been another: an older one, or what a unit has. */
static bool has_changed(const tr_catalogue *c, int i, int old)
{
    if (c->has_units) return !tr_entry_same_value(&c->source, i, &c->existing, c->existing_of[i]);
    return old != TR_NO_ENTRY && !tr_entry_same_value(&c->source, i, &c->old, old);
}

static void decide(tr_catalogue *c, const int *old_of)
{
    const tr_entry_tree *const s = &c->source;
    const bool about = any_about_keys(&c->existing);

    for (size_t i = 1; i < s->n; i++) {
        const tr_entry *const e = &s->entries[i];
        const int twin = c->existing_of[i], old = old_of ? old_of[i] : TR_NO_ENTRY;
        if (twin == TR_NO_ENTRY && is_left_out(c, (int)i, about)) {
            c->fates[i] = IS_LEFT_OUT;
        } else if (twin == TR_NO_ENTRY) {
            c->fates[i] = IS_MISSING;
            if (c->existing_of[e->parent] != TR_NO_ENTRY)
                tr_catalogue_note(c, TR_KEY_ADDED, s, (int)i);
        } else if (twin != TR_NO_ENTRY && !e->is_group && !c->existing.entries[twin].is_group &&
                   has_changed(c, (int)i, old)) {
            c->fates[i] = HAS_CHANGED;
            tr_catalogue_note(c, TR_KEY_CHANGED, s, (int)i);
        }
    }
}

void tr_catalogue_choose_wanted(tr_catalogue *c)
{
    const tr_entry_tree *const s = &c->source;

    memset(c->wanted, 0, s->n * sizeof *c->wanted);
    for (size_t i = s->n; i-- > 1;) {
        if (c->fates[i] >= IS_MISSING) c->wanted[i] = true;
        if (c->wanted[i]) c->wanted[s->entries[i].parent] = true;
    }
    for (size_t i = 1; i < s->n; i++) {
        const int parent = s->entries[i].parent;
        if (c->wanted[parent] && s->entries[parent].is_list) c->wanted[i] = true;
    }
}

/* True if a group of the source has another form of the plural that a key is one of: "file_few", or
 * "few" in a group of its own. */
static bool has_other_form(const tr_entry_tree *s, int group, tr_string key)
{
    enum { LONGEST = 256 };
    char other[LONGEST + 16];
    const char *form;
    size_t stem = key.len;

    while (stem && key.text[stem - 1] != '_')
        stem--;
    if (stem > LONGEST || !tr_is_plural_form(key.text + stem, key.len - stem)) return false;
    for (size_t i = 0; (form = tr_plural_form(i)); i++) {
        const int n = snprintf(other, sizeof other, "%.*s%s", (int)stem, key.text, form);
        if (tr_entry_tree_find(s, group, (tr_string){other, (size_t)n}) != TR_NO_ENTRY) return true;
    }
    return false;
}

/* True of a form of a plural, of which the source has other forms, and of what is said of a key. */
static bool belongs_to_source(const tr_catalogue *c, int i)
{
    const tr_string key = tr_entry_key(&c->existing, i), of = {key.text + 1, key.len - 1};

    if (key.len > 1 && key.text[0] == '@')
        return key.text[1] == '@' || tr_entry_tree_find(&c->source, 0, of) != TR_NO_ENTRY;
    return has_other_form(&c->source, c->source_of[c->existing.entries[i].parent], key);
}

static bool is_gone(const tr_catalogue *c, int i)
{
    return c->source_of[i] == TR_NO_ENTRY &&
           c->source_of[c->existing.entries[i].parent] != TR_NO_ENTRY && !belongs_to_source(c, i);
}

/* The first entry that would be put from lines into braces, or from braces into lines; TR_NO_ENTRY:
 * there is none. */
static int find_unlike(const tr_catalogue *c)
{
    for (size_t i = 1; i < c->source.n; i++) {
        const int parent = c->source.entries[i].parent, in = c->existing_of[parent];
        const bool comes = c->fates[i] == IS_MISSING || c->fates[i] == HAS_CHANGED;
        if (comes && in != TR_NO_ENTRY &&
            c->source.entries[parent].in_braces != c->existing.entries[in].in_braces)
            return (int)i;
    }
    return TR_NO_ENTRY;
}

static int refuse_unlike(tr_catalogue *c, tr_error *err)
{
    const int i = c->failed ? TR_NO_ENTRY : find_unlike(c);
    const char *const path = i == TR_NO_ENTRY ? NULL : tr_catalogue_path(c, &c->source, i);

    if (c->failed) return tr_fail_memory(err);
    if (!path) return TR_OK;
    return tr_fail(err, TR_EFORMAT,
                   "%s: the key %s would go into braces from lines, or into lines from braces: "
                   "write the group in both files in one way",
                   c->name, path);
}

int tr_catalogue_compare(tr_catalogue *c, const tr_string *old, tr_error *err)
{
    if (!tr_entry_tree_sort(&c->source) || !tr_entry_tree_sort(&c->existing) ||
        (old && !tr_entry_tree_sort(&c->old)))
        return tr_fail_memory(err);
    int *const old_of = old ? tr_entry_twins(&c->source, &c->old) : NULL;

    c->existing_of = tr_entry_twins(&c->source, &c->existing);
    c->source_of = tr_entry_twins(&c->existing, &c->source);
    c->fates = calloc(c->source.n + 1, sizeof *c->fates);
    c->wanted = calloc(c->source.n + 1, sizeof *c->wanted);
    c->gone = calloc(c->existing.n + 1, sizeof *c->gone);
    c->itself = tr_entry_twins(&c->source, &c->source);
    c->failed = c->failed || !c->existing_of || !c->source_of || !c->fates || !c->wanted ||
                !c->gone || (old && !old_of) || !c->itself;
    if (!c->failed) {
        decide(c, old_of);
        for (size_t i = 1; i < c->existing.n; i++) {
            c->gone[i] = is_gone(c, (int)i);
            if (c->gone[i]) tr_catalogue_note(c, TR_KEY_GONE, &c->existing, (int)i);
        }
    }
    free(old_of);
    return refuse_unlike(c, err);
}
