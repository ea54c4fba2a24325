#include "import/vocab.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "import/vocab_json.h"
#include "import/vocab_yaml.h"

enum { MAX_SIZE = 64 << 20 };

static const char end_of_sentence[] = "</s>", unknown[] = "<unk>";

static int read_lines(tr_vocab_list *list, const char *text, size_t size)
{
    int rc = TR_OK;
    for (size_t begin = 0; rc == TR_OK && begin < size;) {
        const char *const line = text + begin, *const end = memchr(line, '\n', size - begin);
        size_t len = end ? (size_t)(end - line) : size - begin;
        begin += len + 1;
        if (len > 0 && line[len - 1] == '\r') len--;
        if (memchr(line, '\t', len))
            return tr_fail(list->err, TR_EFORMAT, "%s: line %zu: holds a tab, not one piece",
                           list->path, list->n + 1);
        rc = tr_vocab_list_add(list, line, len, (uint32_t)list->n);
    }
    return rc;
}

/* ---- From a list to a vocabulary */

/* The entry of each id, entries [n]. */
static int sort(tr_vocab_list *list, const tr_vocab_entry **sorted)
{
    for (size_t i = 0; i < list->n; i++) {
        const tr_vocab_entry *const e = &list->entries[i];
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

static int add_pieces(const tr_vocab_list *list, const tr_vocab_entry *const *sorted,
                      tr_pieces *pieces)
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

static int build(tr_vocab_list *list, tr_pieces *pieces)
{
    if (list->n == 0) return tr_fail(list->err, TR_EFORMAT, "%s: has no pieces", list->path);
    const tr_vocab_entry **const sorted = calloc(list->n, sizeof *sorted);
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
    tr_vocab_list list = {.path = path, .err = err};

    *v = (tr_vocab){0};
    if (size == 0) return tr_fail(err, TR_EFORMAT, "%s: is empty", path);
    if (size > MAX_SIZE) return tr_fail(err, TR_EFORMAT, "%s: is too long", path);
    int rc = (yaml   ? tr_vocab_read_yaml
              : json ? tr_vocab_read_json
                     : read_lines)(&list, (const char *)data, size);
    if (rc == TR_OK) rc = build(&list, &v->pieces);
    free(list.entries);
    tr_buf_free(&list.text);
    v->eos = find_special(&v->pieces, end_of_sentence, yaml || json ? "eos" : NULL, 0);
    v->unk = find_special(&v->pieces, unknown, yaml || json ? "UNK" : NULL, 1);
    if (rc < 0) tr_vocab_free(v);
    return rc;
}

void tr_vocab_free(tr_vocab *v)
{
    tr_pieces_free(&v->pieces);
    *v = (tr_vocab){0};
}
