#include "document/catalogue/plural_forms.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/data/json_scan.h"
#include "document/keys/plural_form.h"
#include "document/markup/icu_plurals.h"

enum { LONGEST = 256, FORMS = TR_PLURAL_NAMES + 1 };

static const char last_form[] = "other";

/* A plural: the group that its forms are in, and what their keys have before the form's name. */
typedef struct plural {
    const tr_entry_tree *tree; /* sorted */
    int group, other;
    tr_string stem; /* "" in a group of its own */
    bool is_ordinal;
} plural;

/* A form that is put before an entry. */
typedef struct new_form {
    size_t at, number; /* where, and the how manieth of all */
    int other;
    const char *name;
} new_form;

typedef struct form_list {
    new_form *forms; /* [n] */
    size_t n, capacity;
    bool failed;
} form_list;

/* ---- What a plural is ---- */

/* The entry of a form; TR_NO_ENTRY. */
static int find_form(const plural *p, const char *name)
{
    char key[LONGEST + 16];
    const size_t len = strlen(name);

    memcpy(key, p->stem.text, p->stem.len);
    memcpy(key + p->stem.len, name, len);
    return tr_entry_tree_find(p->tree, p->group, (tr_string){key, p->stem.len + len});
}

/* True of Android's item of a plural. */
static bool is_item(const tr_entry_tree *t, int i)
{
    return !t->commas && !t->lines &&
           tr_starts_with(t->text, t->entries[i].whole.begin, t->size, "<item");
}

/* True if the value of an entry is a text. */
static bool is_text(const tr_entry_tree *t, int i)
{
    const tr_span s = tr_skip_around(t->text, t->entries[i].value, tr_ascii_is_space);
    const char first = s.begin < s.end ? t->text[s.begin] : '\0';
    const bool quoted = first == '"' || (first == '\'' && (t->lines || t->commas));

    if (t->entries[i].is_group || !first) return false;
    if (quoted) return s.begin + 1 < s.end && t->text[s.begin + 1] != first;
    if (t->lines) return !tr_ascii_is_one_of(first, "[{#");
    if (is_item(t, i)) return !tr_starts_with(t->text, s.begin, s.end, "</");
    return !t->commas && tr_starts_with(t->text, s.begin, s.end, "<string>");
}

static bool is_key_among(tr_string key, const char *const list[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]) == key.len && !memcmp(list[i], key.text, key.len)) return true;
    return false;
}

/* True if a group has nothing but forms, and what Apple and go-i18n say of them; `*n` are the
 * forms, and *is_sure if something says that it is a plural. */
static bool has_only_forms(const tr_entry_tree *t, int group, size_t *n, bool *is_sure)
{
    static const char *const apples[] = {"NSStringFormatSpecTypeKey", "NSStringFormatValueTypeKey"};
    static const char *const gos[] = {"description", "hash", "id"};

    *n = 0;
    *is_sure = false;
    for (int i = t->entries[group].child; i != TR_NO_ENTRY; i = t->entries[i].next) {
        const tr_string key = tr_entry_key(t, i);
        const bool is_apples = is_key_among(key, apples, sizeof apples / sizeof *apples);
        *is_sure = *is_sure || is_apples || is_item(t, i);
        if (is_apples) continue;
        if (t->lines && is_key_among(key, gos, sizeof gos / sizeof *gos)) continue;
        if (!tr_is_plural_form(key.text, key.len) || !is_text(t, i)) return false;
        ++*n;
    }
    return true;
}

static size_t count_forms(const plural *p)
{
    const char *name;
    size_t n = 0;

    for (size_t i = 0; (name = tr_plural_form(i)); i++)
        n += find_form(p, name) != TR_NO_ENTRY;
    return n;
}

/* True if a key, of which `stem` is before the name of a form, is of a plural in a group. */
static bool find_plural(const tr_entry_tree *t, int group, tr_string stem, plural *p)
{
    static const char ordinal[] = "_ordinal_";
    const size_t ordinal_len = sizeof ordinal - 1;
    bool is_sure;
    size_t n;

    *p = (plural){.tree = t, .group = group, .stem = stem};
    if (stem.len > LONGEST || (stem.len && !t->commas) || (!stem.len && group == 0)) return false;
    p->other = find_form(p, last_form);
    if (p->other == TR_NO_ENTRY || !is_text(t, p->other)) return false;
    if (!stem.len) return has_only_forms(t, group, &n, &is_sure) && (n > 1 || is_sure);
    p->is_ordinal = stem.len >= ordinal_len &&
                    !memcmp(stem.text + stem.len - ordinal_len, ordinal, ordinal_len);
    return count_forms(p) > 1;
}

/* What a key has before the name of a form; its whole length if there is none. */
static size_t stem_of(tr_string key)
{
    size_t stem = key.len;

    while (stem && key.text[stem - 1] != '_')
        stem--;
    return tr_is_plural_form(key.text + stem, key.len - stem) ? stem : key.len;
}

/* ---- Forms that are added ---- */

static void note_form(form_list *l, size_t at, int other, const char *name)
{
    l->forms = tr_room(l->forms, &l->capacity, l->n + 1, sizeof *l->forms, &l->failed);
    if (l->failed) return;
    l->forms[l->n] = (new_form){at, l->n, other, name};
    l->n++;
}

/* Notes the forms that a plural lacks, each before the one that follows it in CLDR's order. */
static void note_missing(const plural *p, const char *const names[], size_t n, form_list *l)
{
    for (size_t i = 0; i + 1 < FORMS; i++) {
        const char *const name = tr_plural_form(i);
        const tr_string key = {name, strlen(name)};
        int next = TR_NO_ENTRY;
        if (!is_key_among(key, names, n) || find_form(p, name) != TR_NO_ENTRY) continue;
        for (size_t k = i + 1; k < FORMS && next == TR_NO_ENTRY; k++)
            next = find_form(p, tr_plural_form(k));
        note_form(l, p->tree->entries[next].whole.begin, p->other, name);
    }
}

static void note_all(const tr_entry_tree *t, const char *language, form_list *l)
{
    const char *names[2][TR_PLURAL_NAMES]; /* of cardinal and ordinal numbers */
    size_t n[2];
    plural p;

    for (int k = 0; k < 2; k++)
        n[k] = tr_plural_names(language, k, names[k]);
    for (size_t i = 1; n[0] + n[1] && i < t->n; i++) {
        const tr_string key = tr_entry_key(t, (int)i);
        const size_t stem = stem_of(key);
        if (key.len - stem != sizeof last_form - 1 ||
            memcmp(key.text + stem, last_form, key.len - stem) != 0)
            continue;
        if (find_plural(t, t->entries[i].parent, (tr_string){key.text, stem}, &p) &&
            p.other == (int)i)
            note_missing(&p, names[p.is_ordinal], n[p.is_ordinal], l);
    }
}

static int compare_forms(const void *a, const void *b)
{
    const new_form *const x = a, *const y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* ---- Writing ---- */

/* The bytes of an entry's key and value, without the comment above. */
static tr_span key_and_value(const tr_entry_tree *t, const tr_entry *e)
{
    size_t begin = e->whole.begin;

    if (t->comments) {
        tr_json_scan j = {.text = t->text, .at = begin, .end = t->size, .comments = true};
        tr_json_skip_blanks(&j);
        return (tr_span){j.at, e->whole.end};
    }
    if (!tr_entry_has_lines(t, e->parent)) return e->whole;
    for (begin = e->value.begin; begin > e->whole.begin && t->text[begin - 1] != '\n';)
        begin--;
    return (tr_span){begin, e->whole.end};
}

/* Where the name of the form "other" stands in the key of its entry. */
static size_t find_name(const tr_entry_tree *t, const tr_entry *e, size_t begin)
{
    const size_t end = e->value.begin, len = sizeof last_form - 1;
    size_t at = t->commas || t->lines ? end : tr_span_find(t->text, begin, end, "quantity");

    if (at < end) return tr_span_find(t->text, at, end, last_form);
    for (at = end - len; at > begin && memcmp(t->text + at, last_form, len) != 0;)
        at--;
    return at;
}

static void write_form(const tr_entry_tree *t, const new_form *f, tr_buf *out)
{
    const tr_entry *const e = &t->entries[f->other];
    const tr_span all = key_and_value(t, e);
    const size_t name = find_name(t, e, all.begin), behind = name + sizeof last_form - 1;
    const size_t space = tr_skip_back(t->text, 0, f->at, tr_ascii_is_space);

    tr_buf_add(out, t->text + all.begin, name - all.begin);
    tr_buf_add_string(out, f->name);
    tr_buf_add(out, t->text + behind, all.end - behind);
    if (tr_entry_has_commas(t, e->parent)) tr_buf_add(out, ",", 1);
    if (!tr_entry_has_lines(t, e->parent) && (space < f->at || !t->lines))
        tr_buf_add(out, t->text + space, f->at - space);
    else if (!tr_entry_has_lines(t, e->parent))
        tr_buf_add(out, " ", 1);
    else if (t->text[all.end - 1] != '\n')
        tr_buf_add(out, "\n", 1);
}

bool tr_plural_forms_add(tr_entry_reader *read, const char *text, size_t size, const char *language,
                         tr_buf *out)
{
    tr_entry_tree t = {.text = text, .size = size};
    form_list list = {0};
    size_t done = 0;

    if (!language || tr_span_find(text, 0, size, last_form) == size) return false;
    read(&t);
    if (!t.failed && !t.wrong && !t.keys.failed && tr_entry_tree_is_sound(&t) &&
        tr_entry_tree_sort(&t))
        note_all(&t, language, &list);
    out->failed = out->failed || t.failed || t.keys.failed || list.failed;
    if (list.n) qsort(list.forms, list.n, sizeof *list.forms, compare_forms);
    for (size_t i = 0; i < list.n; i++) {
        tr_buf_add(out, text + done, list.forms[i].at - done);
        done = list.forms[i].at;
        write_form(&t, &list.forms[i], out);
    }
    if (list.n) tr_buf_add(out, text + done, size - done);
    free(list.forms);
    tr_entry_tree_free(&t);
    return list.n || out->failed;
}

bool tr_plural_forms_exceed(const tr_entry_tree *t, int i, const char *language)
{
    const tr_string key = tr_entry_key(t, i);
    const size_t stem = stem_of(key);
    plural p;

    return stem < key.len && !t->entries[i].is_group &&
           find_plural(t, t->entries[i].parent, (tr_string){key.text, stem}, &p) &&
           tr_plural_lacks(language, p.is_ordinal, key.text + stem, key.len - stem);
}

/* ---- Documents ---- */

static bool add_forms(tr_entry_reader *read, const tr_content *d, tr_buf *out)
{
    return tr_plural_forms_add(read, d->bytes, d->size, d->options->target_language, out);
}

bool tr_plural_forms_json(const tr_content *d, tr_buf *out)
{
    return add_forms(tr_json_entries, d, out);
}

bool tr_plural_forms_json5(const tr_content *d, tr_buf *out)
{
    return add_forms(tr_json5_entries, d, out);
}

bool tr_plural_forms_yaml(const tr_content *d, tr_buf *out)
{
    return add_forms(tr_yaml_entries, d, out);
}

bool tr_plural_forms_toml(const tr_content *d, tr_buf *out)
{
    return add_forms(tr_toml_entries, d, out);
}

bool tr_plural_forms_xml(const tr_content *d, tr_buf *out)
{
    return add_forms(tr_xml_entries, d, out);
}
