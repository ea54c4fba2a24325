/* catalogue.c - a catalogue in another language grows: what its source has and it lacks is added
 * (tr_catalogue_open()). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/catalogue/catalogue_write.h"
#include "document/catalogue/plural_forms.h"
#include "document/catalogue/previous.h"
#include "document/data/json_scan.h"
#include "document/markup/language_code.h"
#include "document/segment/encoding.h"
#include "language/language_data.h"
#include "translate.h"

static const struct {
    const char *format;
    tr_entry_reader *read;
    bool has_units, declares, has_forms;
} readers[] = {
    {"json", tr_json_entries, false, false, true},
    {"json5", tr_json5_entries, false, false, true},
    {"properties", tr_line_entries, false, false, false},
    {"yaml", tr_yaml_entries, false, false, true},
    {"xml", tr_xml_entries, false, true, true},
    {"strings", tr_strings_entries, false, false, false},
    {"toml", tr_toml_entries, false, false, true},
    {"fluent", tr_fluent_entries, false, false, false},
    {"php", tr_php_entries, false, false, false},
    {"po", tr_po_entries, true, true, false},
    {"ts", tr_ts_entries, true, true, false},
    {"xliff", tr_xliff_entries, true, true, false},
    {"xcstrings", tr_xcstrings_entries, true, false, false},
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

    if (root != TR_NO_ENTRY) tr_entry_tree_rename(t, root, (tr_string){"*", 1});
}

/* Text of a catalogue as UTF-8; `encoding` [64] is what it was in, "" for UTF-8. */
static int decode(tr_catalogue *c, tr_string *text, char *encoding, tr_error *err)
{
    const char *const found = tr_encoding_find(text->text, text->len, c->declares, encoding);
    tr_buf utf8 = {0};

    if (!found || !tr_encoding_differs(found)) {
        *encoding = '\0';
        return TR_OK;
    }
    if (found != encoding) memmove(encoding, found, strlen(found) + 1);
    const int rc = tr_encoding_decode(encoding, text->text, text->len, c->name, &utf8, err);
    text->len = utf8.len;
    text->text = rc ? "" : tr_region_keep(&c->region, &utf8);
    if (rc) tr_buf_free(&utf8);
    return rc ? rc : text->text ? TR_OK : tr_fail_memory(err);
}

/* What was written, in an encoding. */
static int encode(tr_catalogue *c, const tr_buf *text, const char *encoding, tr_string *out,
                  tr_error *err)
{
    *out = (tr_string){tr_buf_text(text), text->len};
    if (!*encoding) return TR_OK;
    tr_buf_clear(&c->encoded);
    encoding = tr_encoding_to_write(encoding);
    const bool has_all = tr_encoding_encode(encoding, out->text, out->len, &c->encoded);
    *out = (tr_string){tr_buf_text(&c->encoded), c->encoded.len};
    if (has_all) return c->encoded.failed ? tr_fail_memory(err) : TR_OK;
    return tr_fail(err, TR_EFORMAT, "%s: is in %s, which lacks characters of what is new", c->name,
                   encoding);
}

/* A source has the forms of plurals that it lacks in the language of the translation. */
static int complete(tr_catalogue *c, tr_string *source, tr_error *err)
{
    tr_buf all = {0};

    if (!tr_plural_forms_add(c->read, source->text, source->len, c->language, &all)) return TR_OK;
    source->len = all.len;
    source->text = all.failed ? NULL : tr_region_keep(&c->region, &all);
    if (!source->text) tr_buf_free(&all);
    return source->text ? TR_OK : tr_fail_memory(err);
}

/* Says why a tree is no catalogue, and where. */
static int fail_as_wrong(const tr_catalogue *c, const tr_entry_tree *t, const char *what,
                         tr_error *err)
{
    const char *const as = t == &c->existing ? " as its source is" : "";
    size_t line = 1, column = 1;

    for (size_t i = 0; i < t->wrong_at && i < t->size; i++) {
        const bool ends = t->text[i] == '\n';
        line += ends;
        column = ends ? 1 : column + (((unsigned char)t->text[i] & 0xC0) != 0x80);
    }
    return tr_fail(err, TR_EFORMAT, "%s: the %s, taken for %s%s, line %zu, column %zu: %s", c->name,
                   what, c->format, as, line, column, t->wrong);
}

/* `encoding` as decode() has it; NULL: the text is in UTF-8. */
static int read_tree(tr_catalogue *c, tr_entry_tree *t, const char *what, tr_string text,
                     char *encoding, tr_error *err)
{
    *t = (tr_entry_tree){0};
    if (text.len > TR_MAX_DOCUMENT)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the %s is too large", c->name, what);
    int rc = encoding ? decode(c, &text, encoding, err) : TR_OK;
    if (rc == TR_OK && c->language && (t == &c->source || t == &c->old))
        rc = complete(c, &text, err);
    if (rc) return rc;
    *t = (tr_entry_tree){.text = text.text, .size = text.len};
    c->read(t);
    if (!t->failed && !t->wrong && c->has_languages) alias_language(t);
    if (t->failed || t->keys.failed) return tr_fail_memory(err);
    if (!t->wrong && !tr_entry_tree_is_sound(t)) t->wrong = "entries are not within their groups";
    if (!t->wrong) return TR_OK;
    return fail_as_wrong(c, t, what, err);
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
    free(c->itself);
    free(c->gone);
    for (size_t i = 0; i < sizeof c->keys / sizeof *c->keys; i++)
        free(c->keys[i].names);
    tr_buf_free(&c->reduced);
    tr_buf_free(&c->grown);
    tr_buf_free(&c->encoded);
    tr_region_free(&c->region);
    free(c);
}

/* JSON that has lost its last comment loses the commas behind last values, too, which RFC 8259 does
 * not know. */
static void settle_commas(const tr_catalogue *c, tr_buf *text)
{
    tr_buf plain = {.failed = text->failed};

    if (c->read != tr_json_entries || tr_json_has_comments(tr_buf_text(text), text->len)) return;
    tr_json_write_plain(tr_buf_text(text), text->len, &plain);
    tr_buf_free(text);
    *text = plain;
}

/* Writes what is to be translated: of units the catalogue itself, in which the new ones are blank;
 * else the source without what stays. */
static int write_wanted(tr_catalogue *c, tr_error *err)
{
    tr_catalogue_writing w = {.c = c, .out = &c->reduced};
    bool *const stays = c->has_units ? NULL : calloc(c->source.n + 1, sizeof *stays);

    tr_buf_clear(&c->reduced);
    tr_catalogue_choose_wanted(c);
    for (size_t i = 0; stays && i < c->source.n; i++)
        stays[i] = !c->wanted[i];
    w.gone = stays;
    w.tree = c->has_units ? &c->existing : &c->source;
    w.fresh = c->has_units ? &c->source : NULL;
    w.fresh_of = c->itself;
    c->reduced.failed = c->reduced.failed || (!stays && !c->has_units);
    if (!c->reduced.failed) tr_catalogue_write(&w);
    if (c->source.comments) settle_commas(c, &c->reduced);
    free(stays);
    const int rc = c->reduced.failed
                       ? tr_fail_memory(err)
                       : encode(c, &c->reduced, c->has_units ? c->of_existing : c->of_source,
                                &c->to_translate, err);
    c->is_written = !rc;
    return rc;
}

int tr_catalogue_open(tr_catalogue **catalogue, const char *name, const char *format,
                      tr_string source, tr_string existing, const tr_string *old,
                      const char *target_language, tr_error *err)
{
    tr_catalogue *const c = calloc(1, sizeof *c);
    char of_old[64];

    *catalogue = NULL;
    if (!c) return tr_fail_memory(err);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].format, format)) {
            c->read = readers[i].read;
            c->format = readers[i].format;
            c->has_units = readers[i].has_units;
            c->declares = readers[i].declares;
            if (readers[i].has_forms) c->language = target_language;
        }
    c->name = tr_region_copy(&c->region, name, strlen(name));
    int rc = c->name ? TR_OK : tr_fail_memory(err);
    if (rc == TR_OK && !c->read)
        rc = tr_fail(err, TR_EUNSUPPORTED, "%s: is %s, which cannot grow", name, format);
    if (rc == TR_OK) rc = read_tree(c, &c->source, "source", source, c->of_source, err);
    if (rc == TR_OK) rc = read_tree(c, &c->existing, "translation", existing, c->of_existing, err);
    if (rc == TR_OK && language_root(&c->source) != TR_NO_ENTRY &&
        language_root(&c->existing) != TR_NO_ENTRY) {
        c->has_languages = true;
        alias_language(&c->source);
        alias_language(&c->existing);
        if (c->source.failed || c->existing.failed) rc = tr_fail_memory(err);
    }
    if (rc == TR_OK && old) rc = read_tree(c, &c->old, "old source", *old, of_old, err);
    if (rc == TR_OK) rc = tr_catalogue_compare(c, old, err);
    if (rc == TR_OK && c->has_units && *c->of_existing) rc = write_wanted(c, err);
    if (rc == TR_OK)
        *catalogue = c;
    else
        tr_catalogue_free(c);
    return rc;
}

const char *tr_catalogue_wanted(tr_catalogue *c, size_t *size)
{
    tr_error err;

    if (!c->is_written) write_wanted(c, &err);
    *size = c->to_translate.len;
    return c->is_written ? c->to_translate.text : NULL;
}

size_t tr_catalogue_count(const tr_catalogue *c, int change)
{
    return c->keys[change].n;
}

size_t tr_catalogue_values(const tr_catalogue *c)
{
    return c->has_units || !c->source.n ? 0 : c->source.n - 1;
}

const char *tr_catalogue_value(tr_catalogue *c, size_t i, tr_string *value)
{
    const int entry = (int)i + 1;
    const tr_entry *const e = &c->source.entries[entry];
    const tr_span s = tr_skip_around(c->source.text, e->value, tr_ascii_is_space);

    *value = (tr_string){c->source.text + s.begin, s.end - s.begin};
    if (e->is_group || c->itself[entry] != entry) return NULL;
    return tr_catalogue_path(c, &c->source, entry);
}

int tr_catalogue_renew(tr_catalogue *c, size_t i)
{
    const int entry = (int)i + 1, twin = c->existing_of[entry];

    if (c->fates[entry] != STAYS || twin == TR_NO_ENTRY) return 0;
    if (c->source.entries[entry].is_group || c->existing.entries[twin].is_group) return 0;
    c->fates[entry] = HAS_CHANGED;
    c->is_written = false;
    tr_catalogue_note(c, TR_KEY_CHANGED, &c->source, entry);
    return 1;
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
        if (grown_of[i] == TR_NO_ENTRY || !tr_entry_same_value(e, (int)i, grown, grown_of[i]))
            return false;
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

    int rc = read_tree(c, &grown, "result", (tr_string){tr_buf_text(&c->grown), c->grown.len}, NULL,
                       err);
    if (rc == TR_OK && !tr_entry_tree_sort(&grown)) rc = tr_fail_memory(err);
    int *const grown_of = rc == TR_OK ? tr_entry_twins(&c->existing, &grown) : NULL;
    int *const of_source = rc == TR_OK ? tr_entry_twins(&c->source, &grown) : NULL;
    if (rc == TR_OK && (!grown_of || !of_source)) rc = tr_fail_memory(err);
    if (rc == TR_OK && (!has_all(c, &grown, grown_of, prunes) || !has_missing(c, of_source)))
        rc = tr_fail(err, TR_EFORMAT, "%s: cannot grow without a change to what it has", c->name);
    free(grown_of);
    free(of_source);
    tr_entry_tree_free(&grown);
    return rc;
}

/* Appends the declarations of the name spaces that new entries use and the catalogue does not
 * declare, as the source has them: of "xmlns:tools" the name is "tools". */
static void add_namespaces(const tr_catalogue *c, tr_string fresh, tr_buf *out)
{
    static const char word[] = "xmlns:";
    const tr_entry_tree *const s = &c->source, *const e = &c->existing;
    const size_t end = s->entries[0].value.begin;
    char use[64], declared[64];

    for (size_t at = 0; (at = tr_span_find(s->text, at, end, word)) < end;) {
        const size_t begin = at, name = at + sizeof word - 1;
        at = tr_skip(s->text, name, end, tr_byte_is_word);
        snprintf(declared, sizeof declared, "%s%.*s=", word, (int)(at - name), s->text + name);
        snprintf(use, sizeof use, "%.*s:", (int)(at - name), s->text + name);
        if (at + 2 > end || s->text[at] != '=' || !tr_ascii_is_one_of(s->text[at + 1], "'\""))
            continue;
        at = tr_find_byte(s->text, at + 2, end, s->text[at + 1]);
        const size_t first = tr_span_find(fresh.text, 0, fresh.len, ">");
        if (at == end || tr_span_find(fresh.text, first, fresh.len, use) == fresh.len ||
            tr_span_find(e->text, 0, e->size, declared) < e->size)
            continue;
        tr_buf_add(out, " ", 1);
        tr_buf_add(out, s->text + begin, ++at - begin);
    }
}

/* Takes what is gone out of units that were translated. */
static int prune_units(tr_catalogue *c, tr_string translated, tr_error *err)
{
    tr_entry_tree grown;
    int rc = read_tree(c, &grown, "result", translated, NULL, err);
    if (rc == TR_OK && !tr_entry_tree_sort(&grown)) rc = tr_fail_memory(err);
    int *const grown_of = rc == TR_OK ? tr_entry_twins(&c->existing, &grown) : NULL;
    bool *const gone = grown_of ? calloc(grown.n + 1, sizeof *gone) : NULL;

    for (size_t i = 0; gone && i < c->existing.n; i++)
        if (grown_of[i] != TR_NO_ENTRY) gone[grown_of[i]] = c->gone[i];
    if (gone)
        tr_catalogue_write(
            &(tr_catalogue_writing){.c = c, .tree = &grown, .gone = gone, .out = &c->grown});
    else if (rc == TR_OK)
        rc = tr_fail_memory(err);
    free(gone);
    free(grown_of);
    tr_entry_tree_free(&grown);
    return rc;
}

/* Puts what was translated in its place. */
static int put_entries(tr_catalogue *c, tr_string translated, bool prunes, tr_error *err)
{
    tr_buf declared = {0};
    tr_entry_tree fresh;
    int rc = read_tree(c, &fresh, "new part", translated, NULL, err);
    if (rc == TR_OK && !tr_entry_tree_sort(&fresh)) rc = tr_fail_memory(err);
    int *const fresh_of = rc == TR_OK ? tr_entry_twins(&c->source, &fresh) : NULL;

    if (rc == TR_OK && !fresh_of) rc = tr_fail_memory(err);
    if (c->read == tr_xml_entries) add_namespaces(c, translated, &declared);
    if (rc == TR_OK)
        tr_catalogue_write(&(tr_catalogue_writing){.c = c,
                                                   .tree = &c->existing,
                                                   .fresh = &fresh,
                                                   .fresh_of = fresh_of,
                                                   .gone = prunes ? c->gone : NULL,
                                                   .declared = tr_buf_text(&declared),
                                                   .out = &c->grown});
    c->grown.failed = c->grown.failed || declared.failed;
    tr_buf_free(&declared);
    free(fresh_of);
    tr_entry_tree_free(&fresh);
    return rc;
}

/* New messages of PO say which ones they have been. */
static int say_previous(tr_catalogue *c, tr_error *err)
{
    const tr_string text = {tr_buf_text(&c->grown), c->grown.len};
    tr_buf said = {0};
    tr_entry_tree grown;

    int *const previous = tr_previous_find(c);
    int rc = previous ? TR_OK : tr_fail_memory(err);
    if (rc == TR_OK) rc = read_tree(c, &grown, "result", text, NULL, err);
    if (rc == TR_OK) {
        tr_previous_write(c, previous, &grown, &said);
        tr_entry_tree_free(&grown);
        tr_buf_free(&c->grown);
        c->grown = said;
    }
    free(previous);
    return rc;
}

int tr_catalogue_grow(tr_catalogue *c, tr_string translated, int how, tr_string *grown,
                      tr_error *err)
{
    const bool prunes = how & TR_GROWTH_PRUNES;
    char encoding[64];
    int rc = decode(c, &translated, encoding, err);

    if (rc) return rc;
    tr_buf_clear(&c->grown);
    if (!c->has_units)
        rc = put_entries(c, translated, prunes, err);
    else if (prunes)
        rc = prune_units(c, translated, err);
    else
        tr_buf_add(&c->grown, translated.text, translated.len);
    if (rc == TR_OK && c->read == tr_po_entries && !(how & TR_GROWTH_UNMARKED) && !c->grown.failed)
        rc = say_previous(c, err);
    if (c->existing.comments) settle_commas(c, &c->grown);
    if (rc == TR_OK && c->grown.failed) rc = tr_fail_memory(err);
    if (rc == TR_OK) rc = check_grown(c, prunes, err);
    return rc ? rc : encode(c, &c->grown, c->of_existing, grown, err);
}
