#include "input/protected_list.h"

#include <stdlib.h>

int tr_protected_add(tr_protected *h, tr_span at, enum tr_protection by, tr_error *err)
{
    void *list = h->list;
    if (tr_reserve(&list, &h->capacity, h->n + 1, sizeof *h->list) < 0) return tr_fail_memory(err);
    h->list = list;
    h->list[h->n++] = (tr_protected_text){.at = at, .by = by};
    return 0;
}

void tr_protected_free(tr_protected *h)
{
    free(h->list);
    free(h->matches.list);
    *h = (tr_protected){0};
}
