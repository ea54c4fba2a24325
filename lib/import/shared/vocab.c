#include "import/shared/vocab.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/numbers/number.h"
#include "base/utf8.h"
#include "formats/json.h"
#include "formats/yaml_events.h"

enum { MAX_SIZE = 64 << 20, MAX_PIECES = 1 << 21 };

typedef struct entry {
    uint32_t id;
    size_t begin, len; /* in the list's text */
} entry;

/* Pieces and their ids in the order of a file, while it is read. */
typedef struct piece_list {
    tr_buf text;
    entry *entries;
    size_t n, capacity;
    const char *path; /* for messages */
    tr_error *err;
} piece_list;

static int add_token_text(piece_list *list, const char *piece, size_t len, uint32_t id)
{
    void *p = list->entries;
    if (list->n == MAX_PIECES)
        return tr_fail(list->err, TR_EFORMAT, "%s: has more than %d pieces", list->path,
                       MAX_PIECES);
    if (tr_reserve(&p, &list->capacity, list->n + 1, sizeof *list->entries) < 0)
        return tr_fail_memory(list->err);
    list->entries = p;
    list->entries[list->n++] = (entry){.id = id, .begin = list->text.len, .len = len};
    tr_buf_add(&list->text, piece, len);
    return list->text.failed ? tr_fail_memory(list->err) : TR_OK;
}

/* ---- Lines */

static int refuse_tab(const piece_list *list, const char *behind, size_t len)
{
    double score;

    if (tr_parse_decimal(behind, len, &score)) /* a list for people to read */
        return tr_fail(list->err, TR_EFORMAT,
                       "%s: line %zu: holds a piece and its score: this is the list that "
                       "SentencePiece writes beside a model; give the model, which ends in .model "
                       "or .spm",
                       list->path, list->n + 1);
    return tr_fail(list->err, TR_EFORMAT, "%s: line %zu: holds a tab, not one piece", list->path,
                   list->n + 1);
}

static int read_vocab_lines(piece_list *list, const char *text, size_t size)
{
    int rc = TR_OK;
    for (size_t begin = 0; rc == TR_OK && begin < size;) {
        const char *const line = text + begin, *const end = memchr(line, '\n', size - begin);
        size_t len = end ? (size_t)(end - line) : size - begin;
        begin += len + 1;
        if (len > 0 && line[len - 1] == '\r') len--;
        const char *const tab = memchr(line, '\t', len);
        if (tab) return refuse_tab(list, tab + 1, len - (size_t)(tab + 1 - line));
        rc = add_token_text(list, line, len, (uint32_t)list->n);
    }
    return rc;
}

/* ---- JSON: an object of ids by piece, or an array of pieces */

static int add_member(piece_list *list, const cJSON *item)
{
    uint64_t id;
    if (!tr_json_is_count(item, &id) || id >= MAX_PIECES)
        return tr_fail(list->err, TR_EFORMAT, "%s: entry %zu: its id is not a number below %d",
                       list->path, list->n + 1, MAX_PIECES);
    return add_token_text(list, item->string, strlen(item->string), (uint32_t)id);
}

static int add_element(piece_list *list, const cJSON *item)
{
    if (cJSON_IsString(item))
        return add_token_text(list, item->valuestring, strlen(item->valuestring),
                              (uint32_t)list->n);
    return tr_fail(list->err, TR_EFORMAT, "%s: entry %zu is not a string", list->path, list->n + 1);
}

static int read_vocab_json(piece_list *list, const char *text, size_t size)
{
    cJSON *json;
    const cJSON *item;
    int rc = tr_json_parse(&json, text, size, list->path, list->err);
    if (rc == 0 && !cJSON_IsObject(json) && !cJSON_IsArray(json))
        rc = tr_fail(list->err, TR_EFORMAT, "%s: is not a vocabulary", list->path);
    cJSON_ArrayForEach(item, json)
    {
        if (rc == 0) rc = (cJSON_IsObject(json) ? add_member : add_element)(list, item);
    }
    cJSON_Delete(json);
    return rc;
}

/* ---- YAML, as yaml-cpp (marian-vocab) and PyYAML write it.
 *
 * libyaml is of YAML 1.1, yaml-cpp of 1.2.  They differ in what breaks a line: libyaml refuses a
 * bare piece that holds U+0085, U+2028 or U+2029, and any that holds U+007F or U+FEFF; it does
 * not take one for another. */

static int refuse_id(const tr_yaml_events *e, const yaml_event_t *event)
{
    return tr_fail(e->err, TR_EFORMAT, "%s: line %zu: a piece's id is not a number", e->name,
                   event->start_mark.line + 1);
}

static int parse_vocab_id(const tr_yaml_events *e, const yaml_event_t *event, uint32_t *id)
{
    uint64_t n = 0;
    if (event->type != YAML_SCALAR_EVENT) return refuse_id(e, event);
    const unsigned char *const digits = event->data.scalar.value;
    const size_t len = event->data.scalar.length;
    if (len < 1 || len > 9) return refuse_id(e, event);
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9') return refuse_id(e, event);
        n = 10 * n + (digits[i] - '0');
    }
    *id = (uint32_t)n;
    return TR_OK;
}

/* The piece that *event is, with the id that comes next. */
static void read_vocab_piece(piece_list *list, tr_yaml_events *e, const yaml_event_t *event)
{
    yaml_event_t value;
    uint32_t id = 0;
    if (!tr_yaml_events_next(e, &value)) return;
    e->rc = parse_vocab_id(e, &value, &id);
    if (e->rc == 0)
        e->rc = add_token_text(list, (const char *)event->data.scalar.value,
                               event->data.scalar.length, id);
    yaml_event_delete(&value);
}

static int read_yaml(piece_list *list, const char *text, size_t size)
{
    tr_yaml_events e;
    yaml_event_t event;
    bool more = true;
    tr_yaml_events_open(&e, text, size, list->path, "a mapping of pieces to ids", list->err);
    while (more && tr_yaml_events_next(&e, &event)) {
        more = event.type == YAML_SCALAR_EVENT;
        if (more)
            read_vocab_piece(list, &e, &event);
        else if (event.type != YAML_MAPPING_END_EVENT)
            tr_yaml_events_refuse_kind(&e);
        yaml_event_delete(&event);
    }
    tr_yaml_events_end(&e);
    tr_yaml_events_close(&e);
    return e.rc;
}

/* ---- From a list to a vocabulary */

/* The entry of each id, entries [n]. */
static int sort(piece_list *list, const entry **sorted)
{
    for (size_t i = 0; i < list->n; i++) {
        const entry *const e = &list->entries[i];
        if (e->id >= list->n)
            return tr_fail(list->err, TR_EFORMAT,
                           "%s: has an id %lu, but only %zu pieces: ids must count from 0",
                           list->path, (unsigned long)e->id, list->n);
        if (sorted[e->id])
            return tr_fail(list->err, TR_EFORMAT, "%s: id %lu is given to two pieces", list->path,
                           (unsigned long)e->id);
        sorted[e->id] = e;
    }
    return TR_OK;
}

static int add_pieces(const piece_list *list, const entry *const *sorted, tr_pieces *pieces)
{
    for (size_t id = 0; id < list->n; id++) {
        const char *const text = tr_buf_text(&list->text) + sorted[id]->begin;
        const size_t len = sorted[id]->len;
        if (len == 0 || memchr(text, '\0', len) || !tr_utf8_valid(text, len))
            return tr_fail(list->err, TR_EFORMAT, "%s: the piece of id %zu is not UTF-8 text",
                           list->path, id);
        if (!tr_pieces_add(pieces, text, len))
            return tr_fail(list->err, TR_EFORMAT, "%s: the piece of id %zu has another id, too",
                           list->path, id);
    }
    return TR_OK;
}

static int build_vocabulary(piece_list *list, tr_pieces *pieces)
{
    if (list->n == 0) return tr_fail(list->err, TR_EFORMAT, "%s: has no pieces", list->path);
    const entry **const sorted = calloc(list->n, sizeof *sorted);
    int rc = sorted && tr_pieces_create(pieces, list->n, list->text.len)
                 ? sort(list, sorted)
                 : tr_fail_memory(list->err);
    if (rc == TR_OK) rc = add_pieces(list, sorted, pieces);
    free(sorted);
    return rc;
}

/* Marian's rule: Nematus' name for it where Nematus has it, else its own name anywhere. */
static int32_t find_special(const tr_pieces *p, const char *name, const char *alias, int32_t place)
{
    if (alias && place < p->n && strcmp(tr_pieces_text(p, place), alias) == 0) return place;
    return tr_pieces_find(p, name, strlen(name));
}

int tr_vocab_read(tr_vocab *v, const char *path, const unsigned char *data, size_t size,
                  tr_error *err)
{
    const bool json = tr_ends_in(path, ".json");
    const bool yaml = tr_ends_in(path, ".yml") || tr_ends_in(path, ".yaml");
    piece_list list = {.path = path, .err = err};

    *v = (tr_vocab){0};
    if (size == 0) return tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    if (size > MAX_SIZE) return tr_fail(err, TR_EFORMAT, "%s: is too long", path);
    int rc = (yaml   ? read_yaml
              : json ? read_vocab_json
                     : read_vocab_lines)(&list, (const char *)data, size);
    if (rc == TR_OK) rc = build_vocabulary(&list, &v->pieces);
    free(list.entries);
    tr_buf_free(&list.text);
    v->eos = find_special(&v->pieces, "</s>", yaml || json ? "eos" : NULL, 0);
    v->unk = find_special(&v->pieces, "<unk>", yaml || json ? "UNK" : NULL, 1);
    if (rc < 0) tr_vocab_free(v);
    return rc;
}

void tr_vocab_free(tr_vocab *v)
{
    tr_pieces_free(&v->pieces);
    *v = (tr_vocab){0};
}
