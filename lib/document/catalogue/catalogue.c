/* catalogue.c - a catalogue in another language grows: what its source has and it lacks is added
 * (tr_catalogue_open()). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/catalogue_write.h"
#include "document/markup/icu_plurals.h"
#include "document/markup/language_code.h"
#include "language/language_data.h"
#include "translate.h"

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

/* The only key of all, with others below it, if it is a language; TR_NO_ENTRY. */
static int language_root(const tr_entry_tree *t)
{
    enum { LONGEST = 16 };
    const int first = t->n ? t->entries[0].child : TR_NO_ENTRY;
    char code[LONGEST] = "";

    if (first == TR_NO_ENTRY || t->entries[first].next != TR_NO_ENTRY) return TR_NO_ENTRY;
    const tr_string key = tr_entry_key(t, first);
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

/* The twins of entries in another tree, which is sorted: [from->n], which the caller frees; NULL:
 * out of memory. */
static int *find_twins(const tr_entry_tree *from, const tr_entry_tree *to)
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
        const tr_string key = tr_entry_key(t, way[n]);
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
 * translation says nothing of them, and of itself; a second entry of one key; and what is in a
 * group where the translation has a value. */
static bool is_left_out(const tr_catalogue *c, int i, const int *first_of, bool about)
{
    const tr_entry_tree *const s = &c->source;
    const int parent = s->entries[i].parent, in = c->existing_of[parent];
    const tr_string key = tr_entry_key(s, i);

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
        if (twin == TR_NO_ENTRY && is_left_out(c, (int)i, first_of, about)) {
            c->fates[i] = IS_LEFT_OUT;
        } else if (twin == TR_NO_ENTRY) {
            c->fates[i] = IS_MISSING;
            if (c->existing_of[e->parent] != TR_NO_ENTRY) note(c, TR_KEY_ADDED, s, (int)i);
        } else if (old != TR_NO_ENTRY && !e->is_group && !c->existing.entries[twin].is_group &&
                   !same_value(s, (int)i, &c->old, old)) {
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

/* True if a group of the source has another form of the plural that a key is one of: "file_few". */
static bool has_other_form(const tr_entry_tree *s, int group, tr_string key)
{
    enum { LONGEST = 256 };
    char other[LONGEST + 16];
    const char *form;
    size_t stem = key.len;

    while (stem && key.text[stem - 1] != '_')
        stem--;
    if (!stem || stem > LONGEST || !tr_is_plural_form(key.text + stem, key.len - stem))
        return false;
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
    free(c->gone);
    for (size_t i = 0; i < sizeof c->keys / sizeof *c->keys; i++)
        free(c->keys[i].names);
    tr_buf_free(&c->reduced);
    tr_buf_free(&c->grown);
    tr_region_free(&c->region);
    free(c);
}

static int compare(tr_catalogue *c, const tr_string *old, tr_error *err)
{
    if (!tr_entry_tree_sort(&c->source) || !tr_entry_tree_sort(&c->existing) ||
        (old && !tr_entry_tree_sort(&c->old)))
        return tr_fail_memory(err);
    int *const old_of = old ? find_twins(&c->source, &c->old) : NULL;
    int *const first_of = find_twins(&c->source, &c->source);

    c->existing_of = find_twins(&c->source, &c->existing);
    c->source_of = find_twins(&c->existing, &c->source);
    c->fates = calloc(c->source.n + 1, sizeof *c->fates);
    c->wanted = calloc(c->source.n + 1, sizeof *c->wanted);
    c->gone = calloc(c->existing.n + 1, sizeof *c->gone);
    c->failed = c->failed || !c->existing_of || !c->source_of || !c->fates || !c->wanted ||
                !c->gone || (old && !old_of) || !first_of;
    if (!c->failed) {
        decide(c, old_of, first_of);
        choose_wanted(c);
        for (size_t i = 1; i < c->existing.n; i++) {
            c->gone[i] = is_gone(c, (int)i);
            if (c->gone[i]) note(c, TR_KEY_GONE, &c->existing, (int)i);
        }
        tr_catalogue_write(&(tr_catalogue_writing){.c = c, .tree = &c->source, .out = &c->reduced});
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
    if (rc == TR_OK && !tr_entry_tree_sort(&grown)) rc = tr_fail_memory(err);
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
    if (rc == TR_OK && !tr_entry_tree_sort(&fresh)) rc = tr_fail_memory(err);
    int *const fresh_of = rc == TR_OK ? find_twins(&c->source, &fresh) : NULL;
    if (rc == TR_OK && !fresh_of) rc = tr_fail_memory(err);
    tr_buf_clear(&c->grown);
    if (rc == TR_OK)
        tr_catalogue_write(&(tr_catalogue_writing){.c = c,
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
