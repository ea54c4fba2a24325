/* yaml_entries.c - the entries of YAML in blocks, as locales have it: keys on lines of their own,
 * groups by indentation, and keys in braces.  All else, lists and what stands in brackets, is a
 * value. */
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/entry_tree.h"
#include "document/catalogue/yaml_braces.h"

typedef struct yaml_line {
    size_t begin, text, end, next; /* text: behind the indentation */
    tr_span key;                   /* empty: the line has none */
    size_t value;                  /* behind the colon and blanks */
} yaml_line;

static bool is_blank_line(const yaml_line *l, const char *text)
{
    return l->text == l->end || text[l->text] == '#';
}

/* The key that begins a line, plain or in quotes, before a colon and a blank or the end. */
static void find_key(yaml_line *l, const char *text)
{
    size_t at = l->text;
    const char quote = at < l->end && strchr("\"'", text[at]) ? text[at] : '\0';

    l->key = (tr_span){at, at};
    if (at == l->end || strchr("-?[{&*!|>%@`#", text[at])) {
        const bool is_hyphenated = at + 1 < l->end && text[at] == '-' &&
                                   !tr_ascii_is_blank(text[at + 1]) && text[at + 1] != '-';
        if (!is_hyphenated) return;
    }
    for (at += quote != 0; at < l->end; at++) {
        if (quote && text[at] == '\\') at++;
        if (quote && text[at] == quote) break;
        if (!quote && text[at] == ':' && (at + 1 == l->end || tr_ascii_is_blank(text[at + 1])))
            break;
    }
    const tr_span key = {l->text + (quote != 0), at};
    at = tr_skip(text, at + (quote != 0), l->end, tr_ascii_is_blank);
    if (at >= l->end || text[at] != ':') return;
    l->key = key;
    l->value = tr_skip(text, at + 1, l->end, tr_ascii_is_blank);
}

static yaml_line read_line(const tr_entry_tree *t, size_t at)
{
    yaml_line l = {.begin = at, .end = tr_line_end(t->text, at, t->size)};

    l.next = tr_after_line_end(t->text, l.end, t->size);
    for (l.text = at; l.text < l.end && t->text[l.text] == ' ';)
        l.text++;
    find_key(&l, t->text);
    return l;
}

/* True if a line below a key that has no value on its own line begins no other kind of value. */
static bool opens(const char *text, const yaml_line *key, const yaml_line *below)
{
    const size_t own = key->text - key->begin, in = below->text - below->begin;
    const bool is_key = below->key.end > below->key.begin;

    if (in > own) return is_key;
    return is_key || text[below->text] != '-' || in < own;
}

/* True if the line below, behind blank ones, is a key that stands farther in, or if the key has
 * nothing at all. */
static bool is_group(const tr_entry_tree *t, const yaml_line *l)
{
    if (l->value < l->end && t->text[l->value] != '#') return false;
    for (size_t at = l->next; at < t->size;) {
        const yaml_line below = read_line(t, at);
        if (!is_blank_line(&below, t->text)) return opens(t->text, l, &below);
        at = below.next;
    }
    return true;
}

/* The byte behind a value: lines that stand farther in, and a list below its key. */
static size_t end_of_value(const tr_entry_tree *t, const yaml_line *l)
{
    const size_t own = l->text - l->begin;
    size_t end = l->next;

    for (size_t at = l->next; at < t->size;) {
        const yaml_line below = read_line(t, at);
        const size_t in = below.text - below.begin;
        const bool is_item = in == own && below.text < below.end && t->text[below.text] == '-' &&
                             below.key.end == below.key.begin &&
                             !tr_starts_with(t->text, below.text, below.end, "---");
        at = below.next;
        if (below.text == below.end) continue;
        if (in <= own && !is_item) break;
        end = at;
    }
    return end;
}

static size_t column_of(const tr_entry_tree *t, size_t at)
{
    size_t begin = at;
    while (begin && t->text[begin - 1] != '\n')
        begin--;
    const yaml_line l = read_line(t, begin);
    return l.text - l.begin;
}

/* Ends the groups whose keys do not stand before column `in`. */
static void close_groups(tr_entry_tree *t, int *group, size_t in, size_t at)
{
    while (*group != 0) {
        tr_entry *const e = &t->entries[*group];
        if (column_of(t, e->value.begin - 1) < in) return;
        e->whole.end = e->value.end = at;
        *group = e->parent;
    }
}

/* True of a tag without a name, which says that a value is a string: "! 'text'". */
static bool is_string_tag(const yaml_line *l, const char *text)
{
    return l->value + 1 < l->end && text[l->value] == '!' && tr_ascii_is_blank(text[l->value + 1]);
}

/* True of what stands for another value, or is stood for. */
static bool has_anchor(const yaml_line *l, const char *text)
{
    return (l->value < l->end && strchr("&*!", text[l->value]) && !is_string_tag(l, text)) ||
           (l->key.end - l->key.begin == 2 && !memcmp(text + l->key.begin, "<<", 2));
}

/* True if nothing but comments stands in bytes [at, end). */
static bool has_no_more(const char *text, size_t at, size_t end)
{
    while ((at = tr_skip(text, at, end, tr_ascii_is_space)) < end && text[at] == '#')
        at = tr_line_end(text, at, end);
    return at == end;
}

/* Makes the value of an entry, up to byte `end`, a group if it is keys in braces, which may end
 * later; its end. */
static size_t open_braces(tr_entry_tree *t, int i, size_t end)
{
    const size_t n = t->n, value = t->entries[i].value.begin;
    const bool opens = value < end && t->text[value] == '{';
    const size_t behind = opens ? tr_yaml_braces(t, i, value, t->size) : 0;

    if (behind > end)
        end = tr_after_line_end(t->text, tr_line_end(t->text, behind, t->size), t->size);
    if (behind && has_no_more(t->text, behind, end))
        t->entries[i].is_group = t->comments = true;
    else if (t->n > n && !t->wrong)
        t->wrong = "something follows what stands in braces";
    if (t->wrong && !t->wrong_at) t->wrong_at = value;
    t->entries[i].whole.end = end;
    return end;
}

void tr_yaml_entries(tr_entry_tree *t)
{
    const char *const text = t->text;
    const size_t size = t->size;
    int group = tr_entry_tree_add(t, TR_NO_ENTRY, "", 0, true);
    size_t above = 0, end = 0; /* where comments above begin; of the last entry */

    if (group == TR_NO_ENTRY) return;
    t->lines = true;
    t->entries[0].whole = t->entries[0].value = (tr_span){0, size};
    if (size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) above = 3;
    for (size_t at = above; at < size && !t->failed && !t->wrong;) {
        const yaml_line l = read_line(t, at);
        at = l.next;
        if (is_blank_line(&l, text)) {
            if (l.text == l.end) above = at;
            continue;
        }
        if (l.key.end == l.key.begin) {
            const bool begins = l.text == l.begin && (tr_starts_with(text, l.begin, l.end, "---") ||
                                                      text[l.begin] == '%');
            if (!begins || t->n > 1) {
                t->wrong = t->n > 1 && begins ? "a second document" : "a line that is no key";
                t->wrong_at = l.text;
                return;
            }
            above = at;
            continue;
        }
        if (has_anchor(&l, text)) {
            t->wrong = "an anchor, an alias or a tag";
            t->wrong_at = l.text;
            return;
        }
        close_groups(t, &group, l.text - l.begin, end);
        const bool opens = is_group(t, &l);
        const int i =
            tr_entry_tree_add(t, group, text + l.key.begin, l.key.end - l.key.begin, opens);
        if (i == TR_NO_ENTRY) return;
        end = at = opens ? l.next : end_of_value(t, &l);
        t->entries[i].whole = (tr_span){above > l.begin ? l.begin : above, end};
        t->entries[i].value = (tr_span){opens ? l.next : l.value, end};
        if (opens)
            group = i;
        else
            end = at = open_braces(t, i, end);
        above = at;
    }
    close_groups(t, &group, 0, end);
}
