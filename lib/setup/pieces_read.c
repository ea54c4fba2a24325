#include "setup/pieces_read.h"

int tr_pieces_read(tr_pieces *p, const tr_gguf_value *array, const char *name, tr_error *err)
{
    size_t cursor = 0, len;
    const char *text;

    if (!tr_pieces_create(p, (size_t)array->n, array->size)) return tr_fail_memory(err);
    while ((uint64_t)p->n < array->n && tr_gguf_next_string(array, &cursor, &text, &len)) {
        const bool is_text = tr_gguf_text_valid(text, len);
        if (is_text && tr_pieces_add(p, text, len)) continue;
        const long id = p->n;
        tr_pieces_free(p);
        return tr_fail(err, TR_EFORMAT, "%s: piece %ld is %s", name, id,
                       is_text ? "there already" : "not UTF-8 text");
    }
    return 0;
}
