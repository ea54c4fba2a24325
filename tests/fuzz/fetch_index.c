/* fetch_index.c - any bytes as a list of models; what it hands out keeps what model_index.h says.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "models/model_index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_model(const model_index *index, const index_model *m)
{
    char from[INDEX_MAX_NAME], to[INDEX_MAX_NAME], pair[2 * INDEX_MAX_NAME + 2];

    assert(strlen(m->name) <= INDEX_MAX_NAME && !strchr(m->name, '/') && *m->name != '.');
    assert(m->n_files && m->n_files <= INDEX_MAX_FILES);
    for (size_t i = 0; i < m->n_files; i++) {
        const index_file *f = &m->files[i];
        assert(f->n_urls && f->n_urls <= INDEX_MAX_MIRRORS);
        assert(f->size <= 8ull << 30 && f->unpacked_size <= 8ull << 30);
        for (size_t k = 0; k < f->n_urls; k++)
            assert(*f->urls[k] != '/' && strlen(f->urls[k]) <= INDEX_MAX_URL);
    }
    snprintf(pair, sizeof pair, "%s-%s", m->source, m->target);
    if (index_split_pair(index, pair, from, to)) assert(*from && *to);
    assert(index_best(index, m->source, m->target, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int quiet;
    model_index index;

    if (!quiet++ && !freopen("/dev/null", "w", stderr)) abort();
    char *text = malloc(size + 1); /* of its own, so that a read after the end is seen */
    memcpy(text, data, size);
    text[size] = '\0';
    if (!index_parse(&index, text, size, "fuzz.json")) {
        for (size_t i = 0; i < index.n && i < 50; i++)
            check_model(&index, &index.models[i]);
        index_free(&index);
    }
    free(text);
    return 0;
}
