#include "document/segment/string_list.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

bool tr_string_list_sort(tr_buf *list)
{
    tr_buf sorted = {0};
    size_t n = 0;

    for (size_t at = 0; at < list->len; at += strlen(list->data + at) + 1)
        n++;
    const char **const texts = calloc(n + 1, sizeof *texts);
    if (!texts) return false;
    for (size_t i = 0, at = 0; i < n; at += strlen(list->data + at) + 1)
        texts[i++] = list->data + at;
    qsort(texts, n, sizeof *texts, tr_compare_strings);
    for (size_t i = 0; i < n; i++)
        tr_buf_add(&sorted, texts[i], strlen(texts[i]) + 1);
    free(texts);
    tr_buf_free(list);
    *list = sorted;
    return !list->failed;
}

bool tr_string_list_has(const tr_buf *list, const char *text)
{
    size_t begin = 0, end = list->len;

    while (begin < end) {
        size_t at = begin + (end - begin) / 2;
        while (at > begin && list->data[at - 1])
            at--; /* to the beginning of the text there */
        const int order = strcmp(list->data + at, text);
        if (!order) return true;
        if (order < 0)
            begin = at + strlen(list->data + at) + 1;
        else
            end = at;
    }
    return false;
}
