/* unit_entries.c - the entries of XLIFF and of Qt's catalogues: units in files, groups and
 * contexts. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/ts_message.h"
#include "document/catalogue/entry_tree.h"

typedef struct reading {
    tr_entry_tree *tree;
    tr_markup m;
    int group; /* at hand */
    size_t n;  /* groups without a name so far */
    int unit;  /* of XLIFF, at hand; TR_NO_ENTRY: none */
    size_t n_sources;
    tr_buf key;
} reading;

static void refuse(reading *r, size_t at, const char *why)
{
    if (r->tree->wrong) return;
    r->tree->wrong = why;
    r->tree->wrong_at = at;
}

static int add(reading *r, const tr_markup_token *t, tr_string key, bool is_group)
{
    const int i = tr_entry_tree_add(r->tree, r->group, key.text, key.len, is_group);

    if (i == TR_NO_ENTRY) return i;
    r->tree->entries[i].whole.begin = t->raw.begin;
    r->tree->entries[i].value = (tr_span){t->raw.end, t->raw.end};
    return i;
}

static void open_group(reading *r, const tr_markup_token *t, tr_string key)
{
    const int i = add(r, t, key, true);

    if (i == TR_NO_ENTRY) return;
    if (t->closed) refuse(r, t->raw.begin, "an empty element where units would be");
    r->group = i;
}

/* Ends the group at hand before the tag `t`; of the first one, that is all. */
static void close_group(reading *r, const tr_markup_token *t, bool has_body)
{
    tr_entry *const e = &r->tree->entries[r->group];

    if (!has_body) e->value.end = t->raw.begin;
    e->whole.end = t->raw.end;
    if (r->group != 0) r->group = e->parent;
}

static tr_string text_of(const reading *r, tr_span s)
{
    return (tr_string){r->m.text + s.begin, s.end - s.begin};
}

/* The value of the first of two attributes that a tag has, or else a place. */
static tr_string name_of(reading *r, const tr_markup_token *t, const char *one, const char *other)
{
    tr_span s;

    if (tr_markup_find(&r->m, t, one, &s) || tr_markup_find(&r->m, t, other, &s))
        return text_of(r, s);
    tr_buf_clear(&r->key);
    tr_buf_printf(&r->key, "[%zu]", r->n++);
    return (tr_string){tr_buf_text(&r->key), r->key.len};
}

/* The first element begins; false if there is none. */
static bool open_root(reading *r)
{
    tr_markup_token t = {.kind = TR_MARKUP_TEXT};

    if (tr_entry_tree_add(r->tree, TR_NO_ENTRY, "", 0, true) == TR_NO_ENTRY) return false;
    while (tr_markup_next(&r->m, &t))
        if (t.kind == TR_MARKUP_START) break;
    r->tree->entries[0].whole.begin = r->tree->entries[0].value.begin = t.raw.end;
    if (t.kind == TR_MARKUP_START && !t.closed) return true;
    refuse(r, 0, "no element with units in it");
    return false;
}

static void begin(reading *r, tr_entry_tree *t)
{
    *r = (reading){
        .tree = t, .m = {.text = t->text, .size = t->size, .xml = true}, .unit = TR_NO_ENTRY};
}

/* Ends the reading; the first element has to have ended. */
static void end(reading *r)
{
    tr_entry_tree *const t = r->tree;

    if (!t->failed && t->n && !t->entries[0].value.end) refuse(r, t->size, "an element has no end");
    t->failed = t->failed || r->key.failed;
    tr_buf_free(&r->key);
}

/* ---- XLIFF ---- */

/* A tag within a unit: what its source and its translation are. */
static void read_in_unit(reading *r, const tr_markup_token *t)
{
    tr_entry *const e = &r->tree->entries[r->unit];
    const bool starts = t->kind == TR_MARKUP_START;

    if (starts && tr_markup_is_local(t, "alt-trans")) {
        const size_t behind = tr_markup_end_of(&r->m, t);
        if (behind) r->m.at = behind;
    } else if (tr_markup_is_local(t, "source")) {
        if (starts) e->value.begin = t->raw.end;
        r->n_sources += starts;
        e->value.end = t->closed ? t->raw.end : t->raw.begin;
    } else if (tr_markup_is_local(t, "target")) {
        if (starts)
            e->translation.begin =
                tr_skip_back(r->m.text, e->value.end, t->raw.begin, tr_ascii_is_space);
        e->translation.end = t->raw.end;
    } else if (!starts && (tr_markup_is_local(t, "trans-unit") || tr_markup_is_local(t, "unit"))) {
        e->whole.end = t->raw.end;
        e->blank = "";
        if (r->n_sources != 1) {
            e->value = (tr_span){t->raw.end, t->raw.end};
            e->translation = e->value;
        }
        r->unit = TR_NO_ENTRY;
    }
}

static void read_start(reading *r, const tr_markup_token *t)
{
    tr_entry *const e = &r->tree->entries[r->group];

    if (tr_markup_is_local(t, "file")) {
        open_group(r, t, name_of(r, t, "original", "id"));
    } else if (tr_markup_is_local(t, "group")) {
        open_group(r, t, name_of(r, t, "id", "resname"));
    } else if (tr_markup_is_local(t, "body")) {
        e->value.begin = t->raw.end;
        if (t->closed) refuse(r, t->raw.begin, "an empty element where units would be");
    } else if (tr_markup_is_local(t, "trans-unit") || tr_markup_is_local(t, "unit")) {
        r->n_sources = 0;
        r->unit = add(r, t, name_of(r, t, "id", "resname"), false);
        if (t->closed) refuse(r, t->raw.begin, "a unit without its source");
    }
}

void tr_xliff_entries(tr_entry_tree *t)
{
    tr_markup_token token;
    bool has_body = false;
    reading r;

    begin(&r, t);
    if (!open_root(&r)) return;
    while (tr_markup_next(&r.m, &token) && !t->failed && !t->wrong && !t->entries[0].value.end) {
        const bool starts = token.kind == TR_MARKUP_START;
        if (!starts && token.kind != TR_MARKUP_END) continue;
        if (r.unit != TR_NO_ENTRY) {
            read_in_unit(&r, &token);
        } else if (starts) {
            read_start(&r, &token);
        } else if (tr_markup_is_local(&token, "body")) {
            t->entries[r.group].value.end = token.raw.begin;
            has_body = true;
        } else if (tr_markup_is_local(&token, "file")) {
            close_group(&r, &token, has_body);
            has_body = false;
        } else if (tr_markup_is_local(&token, "group") || tr_markup_is_local(&token, "xliff")) {
            close_group(&r, &token, false);
        }
    }
    end(&r);
}

/* ---- Qt ---- */

/* The content of the next element, which is the name of a context. */
static tr_string read_name(reading *r)
{
    tr_markup_token t;

    while (tr_markup_next(&r->m, &t))
        if (t.kind == TR_MARKUP_START) break;
    const tr_markup_token close = tr_markup_end_tag(&r->m, &t);
    if (strcmp(t.name, "name") != 0 || close.raw.begin < t.raw.end)
        return (tr_string){r->m.text, 0};
    return text_of(r, (tr_span){t.raw.end, close.raw.begin});
}

/* What stands in the comment of a message, whose bytes go up to `end`. */
static tr_string comment_of(const reading *r, size_t begin, size_t end)
{
    static const char start[] = "<comment>";
    const size_t at = tr_span_find(r->m.text, begin, end, start);
    const size_t from = at < end ? at + sizeof start - 1 : end;
    return text_of(r, (tr_span){from, tr_span_find(r->m.text, from, end, "</comment>")});
}

/* A message is known by its id, or by its source and its comment. */
static void read_message(reading *r, const tr_markup_token *t)
{
    tr_ts_message message;
    tr_span id;

    const bool has_id = tr_markup_find(&r->m, t, "id", &id);
    if (!tr_ts_read_message(&r->m, t, &message)) {
        refuse(r, t->raw.begin, "a message without its source or its translation");
        return;
    }
    if (message.is_gone) return;
    const tr_string source = text_of(r, message.source);
    const tr_string comment = comment_of(r, t->raw.end, message.translation.tag.begin);
    tr_buf_clear(&r->key);
    tr_buf_add(&r->key, source.text, source.len);
    if (comment.len) tr_buf_printf(&r->key, " (%.*s)", (int)comment.len, comment.text);
    const int i =
        add(r, t, has_id ? text_of(r, id) : (tr_string){tr_buf_text(&r->key), r->key.len}, false);
    if (i == TR_NO_ENTRY) return;
    tr_entry *const e = &r->tree->entries[i];
    e->whole.end = r->m.at;
    e->value = has_id ? message.source : (tr_span){r->m.at, r->m.at};
    e->translation = (tr_span){message.translation.tag.begin, message.translation.end};
    e->blank = message.numerus ? "<translation type=\"unfinished\"><numerusform></numerusform>"
                                 "<numerusform></numerusform></translation>"
                               : "<translation type=\"unfinished\"></translation>";
}

void tr_ts_entries(tr_entry_tree *t)
{
    tr_markup_token token;
    reading r;

    begin(&r, t);
    if (!open_root(&r)) return;
    while (tr_markup_next(&r.m, &token) && !t->failed && !t->wrong && !t->entries[0].value.end) {
        const bool starts = token.kind == TR_MARKUP_START;
        if (starts && !strcmp(token.name, "context")) {
            open_group(&r, &token, (tr_string){"", 0});
            const tr_string name = read_name(&r);
            if (!t->failed && !t->wrong) tr_entry_tree_rename(t, r.group, name);
        } else if (starts && !strcmp(token.name, "message")) {
            read_message(&r, &token);
        } else if (token.kind == TR_MARKUP_END &&
                   (!strcmp(token.name, "context") || !strcmp(token.name, "TS"))) {
            close_group(&r, &token, false);
        }
    }
    end(&r);
}
