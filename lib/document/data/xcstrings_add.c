#include "document/data/xcstrings_add.h"

#include <string.h>

#include "document/data/xcstrings_scan.h"
#include "document/markup/icu_plurals.h"

enum { DEEPEST = 12 }; /* objects in a localization whose states are found */

typedef struct adding {
    const tr_content *content;
    tr_xcstrings catalogue;
    const char *names[TR_PLURAL_NAMES]; /* [n_names] forms of plurals in the target language */
    size_t n_names;
    tr_buf *out;
    size_t copied; /* bytes of the document */
} adding;

static void copy_bytes(adding *a, size_t begin, size_t end)
{
    tr_content_copy(a->content, (tr_span){begin, end}, a->out);
}

static void copy_to(adding *a, size_t end)
{
    copy_bytes(a, a->copied, end);
    a->copied = end;
}

/* The white space before a key of some level, the uppermost one being 1. */
static void put_break(adding *a, int level)
{
    const tr_span unit = a->catalogue.unit;
    const char *const text = a->content->bytes;
    size_t indent = unit.end;

    while (indent > unit.begin && text[indent - 1] != '\n')
        indent--;
    copy_bytes(a, unit.begin, indent);
    for (int i = 0; i < level && indent > unit.begin; i++)
        copy_bytes(a, indent, unit.end);
}

/* What stands between a key and its value. */
static void put_colon(adding *a)
{
    const tr_span language = a->catalogue.language;
    const char *const text = a->content->bytes;
    size_t begin = language.begin - 1;

    while (text[begin - 1] != '"')
        begin--;
    copy_bytes(a, begin, language.begin - 1);
}

static void put_name(adding *a, const char *name)
{
    tr_buf_printf(a->out, "\"%s\"", name);
    put_colon(a);
}

/* ---- Copies ---- */

static void copy_object(adding *a, tr_span at, bool forms, int depth);

/* A form of a plural with the text of the form "other". */
static void put_form(adding *a, const char *name, tr_span other)
{
    put_name(a, name);
    copy_object(a, other, false, 0);
}

/* A plural with the forms that it lacks. */
static void copy_plural(adding *a, tr_span at)
{
    const char *const text = a->content->bytes;
    bool has[TR_PLURAL_NAMES] = {0};
    size_t done = at.begin, n = 0;
    tr_span other = {0}, space = {at.begin + 1, 0};
    tr_json_object o;

    tr_json_object_begin(&o, text, at);
    while (tr_json_object_next(&o)) {
        if (!space.end) space.end = o.name.begin;
        if (tr_json_object_is(&o, "other")) other = o.value;
        for (size_t i = 0; i < a->n_names; i++)
            has[i] = has[i] || tr_json_object_is(&o, a->names[i]);
    }
    tr_json_object_end(&o);
    tr_json_object_begin(&o, text, at);
    while (tr_json_object_next(&o)) {
        copy_bytes(a, done, o.name.begin);
        for (; n < a->n_names && strcmp(a->names[n], tr_buf_text(&o.key.text)) < 0; n++) {
            if (has[n] || !other.end) continue;
            put_form(a, a->names[n], other);
            tr_buf_add(a->out, ",", 1);
            copy_bytes(a, space.begin, space.end);
        }
        copy_bytes(a, o.name.begin, o.value.begin);
        copy_object(a, o.value, false, 0);
        done = o.value.end;
    }
    tr_json_object_end(&o);
    for (; n < a->n_names; n++) {
        if (has[n] || !other.end) continue;
        tr_buf_add(a->out, ",", 1);
        copy_bytes(a, space.begin, space.end);
        put_form(a, a->names[n], other);
    }
    copy_bytes(a, done, at.end);
}

/* An object whose states become "new"; with `forms`, plurals in it get the forms that are missing.
 */
static void copy_object(adding *a, tr_span at, bool forms, int depth)
{
    const char *const text = a->content->bytes;
    size_t done = at.begin;
    tr_json_object o;

    tr_json_object_begin(&o, text, at);
    while (depth < DEEPEST && tr_json_object_next(&o)) {
        const char first = text[o.value.begin];
        if (first != '{' && (first != '"' || !tr_json_object_is(&o, "state"))) continue;
        copy_bytes(a, done, o.value.begin);
        done = o.value.end;
        if (first == '"')
            tr_buf_add_string(a->out, "\"new\"");
        else if (forms && tr_json_object_is(&o, "plural"))
            copy_plural(a, o.value);
        else
            copy_object(a, o.value, forms, depth + 1);
    }
    tr_json_object_end(&o);
    copy_bytes(a, done, at.end);
}

/* ---- Strings ---- */

/* What the target language has of a string: a copy of what the source has, or its key. */
static void put_localization(adding *a, const tr_xcstrings_entry *e)
{
    if (e->source.end) {
        copy_object(a, e->source, true, 0);
        return;
    }
    tr_buf_add(a->out, "{", 1);
    put_break(a, 5);
    put_name(a, "stringUnit");
    tr_buf_add(a->out, "{", 1);
    put_break(a, 6);
    put_name(a, "state");
    tr_buf_add_string(a->out, "\"new\",");
    put_break(a, 6);
    put_name(a, "value");
    copy_bytes(a, e->name.begin, e->name.end);
    put_break(a, 5);
    tr_buf_add(a->out, "}", 1);
    put_break(a, 4);
    tr_buf_add(a->out, "}", 1);
}

static void put_language(adding *a, const tr_xcstrings_entry *e)
{
    put_name(a, a->content->options->target_language);
    put_localization(a, e);
}

/* All localizations of a string that has none. */
static void put_localizations(adding *a, const tr_xcstrings_entry *e)
{
    put_name(a, "localizations");
    tr_buf_add(a->out, "{", 1);
    put_break(a, 4);
    put_language(a, e);
    put_break(a, 3);
    tr_buf_add(a->out, "}", 1);
}

/* Puts a member before the one whose key is `next`, or behind the value `last`, or into the object
 * `all` if both are empty. */
static void put_member(adding *a, void (*put)(adding *a, const tr_xcstrings_entry *e),
                       const tr_xcstrings_entry *e, tr_span next, tr_span last, tr_span all,
                       int level)
{
    if (next.end) {
        copy_to(a, next.begin);
        put(a, e);
        tr_buf_add(a->out, ",", 1);
        put_break(a, level);
    } else if (last.end) {
        copy_to(a, last.end);
        tr_buf_add(a->out, ",", 1);
        put_break(a, level);
        put(a, e);
    } else {
        copy_to(a, all.begin + 1);
        put_break(a, level);
        put(a, e);
        put_break(a, level - 1);
        a->copied = all.end - 1;
    }
}

/* True if a value in an object is text. */
static bool has_text(const char *text, tr_span at, int depth)
{
    tr_json_object o;
    bool any = false;

    tr_json_object_begin(&o, text, at);
    while (!any && depth < DEEPEST && tr_json_object_next(&o)) {
        if (text[o.value.begin] == '{')
            any = has_text(text, o.value, depth + 1);
        else if (text[o.value.begin] == '"' && tr_json_object_is(&o, "value"))
            any = tr_decoded_is_valid(&o.scratch) &&
                  tr_decoded_is_text(tr_buf_text(&o.scratch.text), o.scratch.text.len);
    }
    tr_json_object_end(&o);
    return any;
}

/* True if nothing in an object was translated: the state of each value is "new". */
static bool is_new(const char *text, tr_span at, int depth)
{
    bool all = depth < DEEPEST, has_state = false, has_value = false;
    tr_json_object o;

    tr_json_object_begin(&o, text, at);
    while (all && tr_json_object_next(&o)) {
        const bool is_state = tr_json_object_is(&o, "state");
        has_state = has_state || is_state;
        has_value = has_value || tr_json_object_is(&o, "value");
        if (is_state) all = tr_json_value_is(text, o.value, "\"new\"");
        if (text[o.value.begin] == '{') all = is_new(text, o.value, depth + 1);
    }
    tr_json_object_end(&o);
    return all && has_state == has_value;
}

static void add_string(adding *a, const tr_json_object *string)
{
    const char *const text = a->content->bytes;
    const tr_decoded *const key = &string->key;
    tr_xcstrings_entry e;

    tr_xcstrings_entry_read(a->content, &a->catalogue, string, &e);
    const bool wanted = e.source.end
                            ? has_text(text, e.source, 0)
                            : tr_decoded_is_valid(key) &&
                                  tr_decoded_is_text(tr_buf_text(&key->text), key->text.len);
    if (e.stays || !wanted || text[e.all.begin] != '{') return;
    if (e.target.end) {
        if (text[e.target.begin] != '{' || !is_new(text, e.target, 0)) return;
        copy_to(a, e.target.begin);
        put_localization(a, &e);
        a->copied = e.target.end;
    } else if (!e.localizations.end) {
        put_member(a, put_localizations, &e, e.behind, e.last_member, e.all, 3);
    } else if (text[e.localizations.begin] == '{') {
        put_member(a, put_language, &e, e.next, e.last, e.localizations, 4);
    }
}

bool tr_xcstrings_add(const tr_content *d, tr_buf *out)
{
    const char *const target = d->options->target_language;
    adding a = {.content = d, .out = out};
    tr_json_object o;

    if (!target || !tr_xcstrings_open(d, &a.catalogue) || !strcmp(target, a.catalogue.source))
        return false;
    a.n_names = tr_plural_names(target, false, a.names);
    tr_json_object_begin(&o, d->bytes, a.catalogue.strings);
    while (tr_json_object_next(&o))
        add_string(&a, &o);
    tr_json_object_end(&o);
    if (!a.copied) return false;
    copy_to(&a, d->size);
    return true;
}
