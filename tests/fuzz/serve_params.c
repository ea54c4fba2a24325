/* serve_params.c - any bytes as a request's query and body: a byte tells the type, a line the
 * query. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "serve/http/params.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All that a dialect may ask of parameters. */
static void ask(const params *p)
{
    static const char *const names[] = {"q", "text", "source", "file", "alternatives", ""};
    size_t sum = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tr_string *texts;
        bool is_list;
        const tr_string text = params_text(p, names[i]);
        const char *const word = params_word(p, names[i]);
        const size_t n = params_texts(p, names[i], &texts, &is_list);
        const param *const file = params_file(p, names[i]);
        assert(!word || (text.text && strlen(word) == text.len));
        assert(!text.text || !text.text[text.len]);
        for (size_t k = 0; n != SIZE_MAX && k < n; k++)
            sum += strlen(texts[k].text) <= texts[k].len;
        if (n != SIZE_MAX) assert(n == 0 || texts);
        if (file) sum += strlen(file->file_name) + file->value.len;
        sum += params_flag(p, names[i]);
        free(texts);
    }
    assert(sum < SIZE_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const types[] = {"application/json", "application/x-www-form-urlencoded",
                                        "multipart/form-data; boundary=x",
                                        "multipart/form-data; boundary=\"a b\"", NULL};
    if (size < 1) return 0;
    const char *const type = types[data[0] % 5];
    const uint8_t *const line = memchr(data + 1, '\n', size - 1);
    const size_t n_query = line ? (size_t)(line - data - 1) : 0;
    const size_t at = line ? n_query + 2 : 1;
    char *const query = calloc(n_query + 1, 1), *const body = malloc(size - at + 1);
    params p;

    memcpy(query, data + 1, n_query);
    memcpy(body, data + at, size - at);
    if (params_read(&p, line ? query : NULL, type, body, size - at) == PARAMS_OK) ask(&p);
    params_free(&p);
    free(query);
    free(body);
    return 0;
}
