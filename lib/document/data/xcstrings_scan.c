#include "document/data/xcstrings_scan.h"

#include <string.h>
#include <strings.h>

/* ---- Objects ---- */

void tr_json_object_begin(tr_json_object *o, const char *text, tr_span at)
{
    *o = (tr_json_object){.scan = {.text = text, .at = at.begin, .end = at.end}, .first = true};
    if (tr_json_peek(&o->scan) == '{')
        o->scan.at++;
    else
        o->scan.at = at.end;
}

bool tr_json_object_next(tr_json_object *o)
{
    bool more = false;

    if (o->scan.at >= o->scan.end || !tr_json_next(&o->scan, '}', o->first, &more) || !more)
        return false;
    o->first = false;
    o->name.begin = o->scan.at;
    if (!tr_json_key(&o->scan, &o->key)) return false;
    o->name.end = tr_decoded_where(&o->key, o->key.text.len) + 1;
    o->value.begin = o->scan.at;
    if (!tr_json_skip(&o->scan, &o->scratch)) return false;
    o->value.end = o->scan.at;
    return true;
}

void tr_json_object_end(tr_json_object *o)
{
    tr_decoded_free(&o->key);
    tr_decoded_free(&o->scratch);
}

bool tr_json_object_is(const tr_json_object *o, const char *name)
{
    return !strcmp(tr_buf_text(&o->key.text), name);
}

bool tr_json_value_is(const char *text, tr_span at, const char *value)
{
    const size_t n = strlen(value);
    return at.end - at.begin == n && !memcmp(text + at.begin, value, n);
}

/* ---- Catalogues ---- */

/* The string at bytes `at` as it stands, without its quotes; "" if it does not fit, or is none. */
static void take_language(const char *text, tr_span at, char *language, size_t size)
{
    const size_t n = at.end - at.begin;

    *language = '\0';
    if (text[at.begin] != '"' || n < 2 || n - 2 >= size) return;
    memcpy(language, text + at.begin + 1, n - 2);
    language[n - 2] = '\0';
}

bool tr_xcstrings_open(const tr_content *d, tr_xcstrings *x)
{
    tr_json_scan all = {.text = d->bytes, .at = d->begin, .end = d->size};
    tr_json_object o;

    *x = (tr_xcstrings){0};
    tr_json_skip_blanks(&all);
    tr_json_object_begin(&o, d->bytes, (tr_span){all.at, d->size});
    while (tr_json_object_next(&o)) {
        if (!x->unit.end) x->unit = (tr_span){all.at + 1, o.name.begin};
        if (tr_json_object_is(&o, "strings")) x->strings = o.value;
        if (!tr_json_object_is(&o, "sourceLanguage")) continue;
        take_language(d->bytes, o.value, x->source, sizeof x->source);
        x->language = (tr_span){o.value.begin + 1, o.value.end - 1};
    }
    const bool right = !o.scan.wrong && *x->source && x->strings.end;
    tr_json_object_end(&o);
    return right;
}

/* True if a key names a language, whatever sign parts its region. */
static bool is_language(const tr_json_object *o, const char *language)
{
    const char *const key = tr_buf_text(&o->key.text);
    const size_t n = strlen(language);

    if (o->key.text.len != n) return false;
    for (size_t i = 0; i < n; i++) {
        const char c = key[i] == '_' ? '-' : key[i], of = language[i] == '_' ? '-' : language[i];
        if (tr_ascii_lower(c) != tr_ascii_lower(of)) return false;
    }
    return true;
}

static void read_localizations(const tr_content *d, const tr_xcstrings *x, tr_span at,
                               tr_xcstrings_entry *e)
{
    const char *const target = d->options->target_language;
    tr_json_object o;

    tr_json_object_begin(&o, d->bytes, at);
    while (tr_json_object_next(&o)) {
        if (is_language(&o, x->source)) e->source = o.value;
        if (is_language(&o, target)) e->target = o.value;
        if (!e->next.end && strcasecmp(tr_buf_text(&o.key.text), target) > 0) e->next = o.name;
        e->last = o.value;
    }
    tr_json_object_end(&o);
}

void tr_xcstrings_entry_read(const tr_content *d, const tr_xcstrings *x, const tr_json_object *o,
                             tr_xcstrings_entry *e)
{
    const char *const text = d->bytes;
    tr_json_object in;

    *e = (tr_xcstrings_entry){.name = o->name, .all = o->value};
    tr_json_object_begin(&in, text, o->value);
    while (tr_json_object_next(&in)) {
        e->last_member = in.value;
        if (tr_json_object_is(&in, "localizations")) {
            e->localizations = in.value;
            read_localizations(d, x, in.value, e);
        }
        if (!e->behind.end && strcmp(tr_buf_text(&in.key.text), "localizations") > 0)
            e->behind = in.name;
        e->stays = e->stays ||
                   (tr_json_object_is(&in, "shouldTranslate") &&
                    tr_json_value_is(text, in.value, "false")) ||
                   (tr_json_object_is(&in, "extractionState") &&
                    tr_json_value_is(text, in.value, "\"stale\""));
    }
    tr_json_object_end(&in);
}
