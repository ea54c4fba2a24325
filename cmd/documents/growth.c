#include "documents/growth.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/file.h"
#include "base/span.h"
#include "console/alloc.h"
#include "console/json.h"
#include "console/output.h"
#include "console/printable.h"

/* Reads a file.  0, also if there is none that has to be, or -1 after a sentence. */
static int read_file(tr_file *f, const char *path, bool has_to_be)
{
    tr_error err;

    if (!has_to_be && tr_file_kind(path, NULL) == TR_FILE_ABSENT) return 0;
    if (!tr_file_map_or_read(f, path, TR_MAX_DOCUMENT, &err)) return 0;
    complain("%s", err.msg);
    return -1;
}

static tr_string bytes_of(const tr_file *f)
{
    return (tr_string){f->data ? (const char *)f->data : "", f->size};
}

static bool is_blank(const tr_file *f)
{
    const tr_string bytes = bytes_of(f);
    return tr_skip(bytes.text, 0, bytes.len, tr_ascii_is_space) == bytes.len;
}

static bool format_has_units(const char *format)
{
    const tr_document_format *f;
    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        if (!strcmp(f->name, format)) return f->can & TR_FILLS;
    return false;
}

/* Puts other bytes in the place of the document's. */
static void replace_bytes(document_file *p, const char *bytes, size_t size)
{
    char *const copy = checked_malloc(size + 1);

    memcpy(copy, bytes, size);
    copy[size] = '\0';
    if (p->source)
        free(p->bytes);
    else
        p->source = p->bytes; /* the catalogue has places in it */
    p->bytes = copy;
    p->size = size;
}

/* Notes the values that the source has; one that has changed is translated anew. */
static void note_digests(source_digests *d, tr_catalogue *c)
{
    const size_t n = d->on ? tr_catalogue_values(c) : 0;
    tr_string value;

    for (size_t i = 0; i < n; i++) {
        const char *const key = tr_catalogue_value(c, i, &value);
        if (key && source_digests_note(d, key, value)) tr_catalogue_renew(c, i);
    }
}

/* Of a source that has no translation yet: notes its values, if it is a catalogue. */
static void note_first_digests(growth *g, const char *format, tr_string source, const char *to)
{
    tr_catalogue *c;
    tr_error err;

    if (!g->digests.on) return;
    if (tr_catalogue_open(&c, "", format, source, source, NULL, to, &err)) return;
    note_digests(&g->digests, c);
    tr_catalogue_free(c);
}

/* True if the translation may be of its source's format; else a sentence. */
static bool is_of_format(const growth *g, const char *into, const char *path, const char *format)
{
    const char *const own = tr_document_guess(into, g->existing.data, g->existing.size);

    if (!own || !strcmp(own, format)) return true;
    complain("%s: is taken for %s by its name or first bytes, and its source, %s, for %s: "
             "--format tells what both are",
             into, own, path, format);
    return false;
}

int growth_open(growth *g, const document_settings *s, const char *path, document_file *p)
{
    const char *format = p->options.format;
    const tr_string source = {p->bytes, p->size};
    size_t size;
    tr_error err;

    *g = (growth){.prunes = s->prune};
    if (!format) format = tr_document_guess(path, p->bytes, p->size);
    if (!format) format = "lines";
    if (read_file(&g->existing, s->into, false) < 0) return -1;
    if (s->since && read_file(&g->old, s->since, true) < 0) return -1;
    if (source_digests_open(&g->digests, s->into, s->digests) < 0) return -1;
    g->has_units = format_has_units(format);
    if (is_blank(&g->existing)) {
        note_first_digests(g, format, source, s->reading.to);
        p->options.set_language = true;
        return 0;
    }
    if (is_automatic(s->reading.format) && !is_of_format(g, s->into, path, format)) return -1;
    const tr_string old = bytes_of(&g->old);
    if (tr_catalogue_open(&g->catalogue, s->into, format, source, bytes_of(&g->existing),
                          s->since && !g->has_units ? &old : NULL, s->reading.to, &err)) {
        complain("%s", err.msg);
        return -1;
    }
    note_digests(&g->digests, g->catalogue);
    if (growth_is_done(g)) return 0;
    const char *const wanted = tr_catalogue_wanted(g->catalogue, &size);
    p->options.format = format;
    if (wanted)
        replace_bytes(p, wanted, size);
    else
        end_without_memory();
    return 0;
}

void growth_take_existing(const growth *g, document_file *p)
{
    const tr_string bytes = bytes_of(&g->existing);
    replace_bytes(p, bytes.text, bytes.len);
}

void growth_close(growth *g)
{
    tr_catalogue_free(g->catalogue);
    tr_file_unmap(&g->existing);
    tr_file_unmap(&g->old);
    source_digests_close(&g->digests);
    *g = (growth){0};
}

int growth_keep_digests(const growth *g)
{
    return source_digests_write(&g->digests);
}

static size_t count(const growth *g, int change)
{
    return g->catalogue ? tr_catalogue_count(g->catalogue, change) : 0;
}

bool growth_is_done(const growth *g)
{
    if (g->has_units && (!g->is_counted || g->n_empty)) return false;
    return g->catalogue && !count(g, TR_KEY_ADDED) && !count(g, TR_KEY_CHANGED) &&
           !(g->prunes && count(g, TR_KEY_GONE));
}

/* True if the format's own reader takes the translation as it has grown; else a sentence. */
static bool is_read(const document_file *p, const char *name, tr_string grown)
{
    tr_document *document;
    tr_error err;

    if (tr_document_open(&document, name, grown.text, grown.len, &p->options, &err)) {
        complain("cannot grow without a fault: %s", err.msg);
        return false;
    }
    tr_document_free(document);
    return true;
}

int growth_write(growth *g, document_file *p, const char *place, tr_document_stats *stats)
{
    const char *bytes;
    tr_string grown;
    tr_error err;
    size_t size;
    output out;
    const int how =
        (g->prunes ? TR_GROWTH_PRUNES : 0) | (p->options.mark_review < 0 ? TR_GROWTH_UNMARKED : 0);

    int rc = tr_document_finish(p->document, &bytes, &size, stats, &err);
    g->is_counted = !rc;
    g->n_empty = rc ? 0 : stats->segments - stats->left;
    if (!rc && growth_is_done(g)) return 0;
    if (rc || tr_catalogue_grow(g->catalogue, (tr_string){bytes, size}, how, &grown, &err)) {
        complain("%s", err.msg);
        return -1;
    }
    if (!is_read(p, place, grown) || output_open(&out, place) < 0) return -1;
    fwrite(grown.text, 1, grown.len, out.stream);
    output_close(&out);
    return 0;
}

static const char *const words[] = {"added", "changed", "gone"};

void growth_list_one(FILE *to, const char *change, const char *key, const char *name)
{
    fprintf(to, "%s\t", change);
    printable_text(to, key, strlen(key), 0);
    if (name) fputc('\t', to);
    if (name) printable_text(to, name, strlen(name), 0);
    fputc('\n', to);
}

void growth_list(const growth *g, FILE *to, const char *name)
{
    if (!g->catalogue) growth_list_one(to, "new", "", name);
    for (int change = TR_KEY_ADDED; change <= TR_KEY_GONE; change++)
        for (size_t i = 0; i < count(g, change); i++)
            growth_list_one(to, words[change], tr_catalogue_key(g->catalogue, change, i), name);
}

void growth_print_json(const growth *g, const char *source, const char *name, output *out)
{
    cJSON *const object = cJSON_CreateObject();

    json_add_text(object, "source", source, strlen(source));
    json_add_text(object, "translation", name, strlen(name));
    cJSON_AddBoolToObject(object, "new", !g->catalogue);
    for (int change = TR_KEY_ADDED; change <= TR_KEY_GONE; change++) {
        cJSON *const keys = cJSON_AddArrayToObject(object, words[change]);
        for (size_t i = 0; i < count(g, change); i++)
            json_append_word(keys, tr_catalogue_key(g->catalogue, change, i));
    }
    if (g->has_units && g->catalogue) cJSON_AddNumberToObject(object, "empty", (double)g->n_empty);
    json_print(out, object);
}

void growth_tell(const growth *g, const char *name, bool keys)
{
    const size_t n_gone = count(g, TR_KEY_GONE);
    char texts[64] = "";

    if (!g->catalogue) {
        complain("%s: new", name);
        return;
    }
    if (g->has_units) snprintf(texts, sizeof texts, ", %zu translated", g->n_empty);
    complain("%s: %zu added, %zu changed%s, %zu gone%s", name, count(g, TR_KEY_ADDED),
             count(g, TR_KEY_CHANGED), texts, n_gone,
             !n_gone     ? ""
             : g->prunes ? " and taken away"
                         : " from the source: --prune takes them away");
    for (int change = TR_KEY_ADDED; keys && change <= TR_KEY_GONE; change++)
        for (size_t i = 0; i < count(g, change); i++)
            complain("%s: %s: %s", name, words[change], tr_catalogue_key(g->catalogue, change, i));
}
