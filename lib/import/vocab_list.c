#include "import/vocab_list.h"

int tr_vocab_list_add(tr_vocab_list *list, const char *piece, size_t len, uint32_t id)
{
    void *p = list->entries;
    if (list->n == TR_VOCAB_MAX_PIECES)
        return tr_fail(list->err, TR_EFORMAT, "%s: has more than %d pieces", list->path,
                       TR_VOCAB_MAX_PIECES);
    if (tr_reserve(&p, &list->capacity, list->n + 1, sizeof *list->entries) < 0)
        return tr_fail_memory(list->err);
    list->entries = p;
    list->entries[list->n++] = (tr_vocab_entry){.id = id, .begin = list->text.len, .len = len};
    tr_buf_add(&list->text, piece, len);
    return list->text.failed ? tr_fail_memory(list->err) : TR_OK;
}
