/* xml_entries.c - the entries of resources in XML: elements of the first element that have a name,
 * of Android, .NET and others, or else a key or an id, of XAML, Java and others; items of arrays by
 * their place, of plurals by their quantity.  Lists of properties have entries of their own. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/bilingual/comments_above.h"
#include "document/catalogue/entry_tree.h"
#include "document/markup/markup.h"
#include "document/markup/vocabulary.h"

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

static void add_named(tr_entry_tree *tree, tr_markup *m, const tr_markup_token *t, tr_span name,
                      size_t begin)
{
    static const char groups[] = " string-array plurals ";
    const bool is_group = !t->closed && tr_markup_listed(groups, t->name);
    const tr_string key = {m->text + name.begin, name.end - name.begin};
    const int i = add_element(tree, m, t, 0, key, is_group);

    if (i == TR_NO_ENTRY) return;
    tree->entries[i].whole.begin = begin;
    if (is_group) add_items(tree, m, i);
    m->at = tr_comment_behind(m->text, m->at, m->size);
    tree->entries[i].whole.end = m->at;
}

/* The value of an attribute of a start tag, with or without a name space, in letters of any case:
 * "x:Key". */
static bool find_local(const tr_markup *m, const tr_markup_token *t, const char *name,
                       tr_span *value)
{
    const size_t n = strlen(name);
    tr_markup_attribute a;
    size_t at = 0;

    while (tr_markup_attribute_next(m, t, &at, &a)) {
        const size_t colon = tr_find_byte(m->text, a.name.begin, a.name.end, ':');
        const size_t begin = colon < a.name.end ? colon + 1 : a.name.begin;
        *value = a.value;
        if (a.name.end - begin == n && !strncasecmp(m->text + begin, name, n)) return true;
    }
    return false;
}

/* What the elements of a document are told apart by. */
typedef enum key_kind { BY_NAME, BY_KEY, BY_ID, N_KINDS } key_kind;

static bool find_key(const tr_markup *m, const tr_markup_token *t, key_kind kind, tr_span *value)
{
    if (kind == BY_NAME) return tr_markup_find(m, t, "name", value);
    return find_local(m, t, kind == BY_KEY ? "key" : "id", value);
}

/* Goes past an element, if it has an end. */
static void pass_element(tr_markup *m, const tr_markup_token *t)
{
    const size_t end = t->closed ? 0 : tr_markup_end_of(m, t);
    if (end) m->at = end;
}

/* The first kind that an element has, from behind the tag of the first element on; N_KINDS: there
 * are elements, and none is told from others. */
static key_kind kind_of(tr_markup m)
{
    bool has[N_KINDS] = {false}, any = false;
    tr_markup_token t;
    tr_span value;

    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_END) {
        if (t.kind != TR_MARKUP_START) continue;
        any = any || !t.closed;
        for (int kind = BY_NAME; kind < N_KINDS; kind++)
            has[kind] = has[kind] || find_key(&m, &t, (key_kind)kind, &value);
        if (has[BY_NAME]) return BY_NAME;
        pass_element(&m, &t);
    }
    return has[BY_KEY] ? BY_KEY : has[BY_ID] || !any ? BY_ID : N_KINDS;
}

/* The elements by which documents are known whose first one is `root`; NULL: they need none.  They
 * are no entries, and stay. */
static const char *signs_of(const char *root)
{
    const tr_vocabulary *v = tr_vocabularies;

    while (v->roots && !(v->holds && tr_markup_listed(v->roots, root)))
        v++;
    return v->roots ? v->holds : NULL;
}

/* Reads the elements behind the tag of the first one. */
static void read_elements(tr_entry_tree *tree, tr_markup *m, const char *signs)
{
    const key_kind kind = kind_of(*m);
    tr_comments_above above = {0};
    tr_markup_token t;
    tr_span key;

    while (kind != N_KINDS && tr_markup_next(m, &t) && !tree->failed) {
        if (t.kind == TR_MARKUP_END) {
            tree->entries[0].whole.end = tree->entries[0].value.end = t.raw.begin;
            return;
        }
        if (t.kind != TR_MARKUP_START) {
            tr_comments_above_pass(&above, tree->text, &t);
            continue;
        }
        const size_t begin = tr_comments_above_take(&above, &t);
        if (find_key(m, &t, kind, &key) && !stays(m, &t) && !tr_markup_listed(signs, t.name))
            add_named(tree, m, &t, key, begin);
        else
            pass_element(m, &t);
    }
    tree->wrong = kind == N_KINDS ? "no element has a name, a key or an id"
                                  : "its first element does not end";
}

static void read_resources(tr_entry_tree *tree)
{
    tr_markup m = {.text = tree->text, .size = tree->size, .xml = true};
    tr_markup_token t = {0};

    if (tr_entry_tree_add(tree, TR_NO_ENTRY, "", 0, true) == TR_NO_ENTRY) return;
    while (tr_markup_next(&m, &t) && t.kind != TR_MARKUP_START)
        ;
    tree->entries[0].whole.begin = tree->entries[0].value.begin = t.raw.end;
    if (t.kind != TR_MARKUP_START || t.closed)
        tree->wrong = "its first element does not end";
    else
        read_elements(tree, &m, signs_of(t.name));
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
