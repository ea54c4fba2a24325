/* catalogue.c - any bytes as a source and a translation, in the format that the first byte tells:
 * the translation grows by what it lacks, which leaves nothing to add. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy, so that a read after the end is seen. */
static tr_string copy_of(const void *bytes, size_t n)
{
    char *const copy = malloc(n + 1);

    if (!copy) abort();
    memcpy(copy, bytes, n);
    copy[n] = '\0';
    return (tr_string){copy, n};
}

static void check(const char *format, tr_string source, tr_string existing)
{
    tr_catalogue *c, *again;
    tr_string grown, wanted;
    tr_error err;

    if (tr_catalogue_open(&c, "fuzz", format, source, existing, NULL, "pl", &err)) return;
    const size_t n = tr_catalogue_count(c, TR_KEY_ADDED) + tr_catalogue_count(c, TR_KEY_CHANGED);
    for (size_t i = 0; i < tr_catalogue_count(c, TR_KEY_ADDED); i++)
        assert(tr_catalogue_key(c, TR_KEY_ADDED, i));
    wanted.text = tr_catalogue_wanted(c, &wanted.len);
    if (!tr_catalogue_grow(c, wanted, 0, &grown, &err)) {
        assert(n || (grown.len == existing.len && !memcmp(grown.text, existing.text, grown.len)));
        assert(!tr_catalogue_open(&again, "fuzz", format, source, grown, NULL, "pl", &err));
        assert(!tr_catalogue_count(again, TR_KEY_ADDED));
        assert(!tr_catalogue_count(again, TR_KEY_CHANGED));
        tr_catalogue_free(again);
    }
    tr_catalogue_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"json",    "yaml", "properties", "xml",
                                          "strings", "toml", "fluent",     "php",
                                          "po",      "ts",   "xliff",      "xcstrings"};
    if (!size) return 0;
    const uint8_t *const middle = memchr(data + 1, 0, size - 1);
    const size_t n = middle ? (size_t)(middle - data) - 1 : (size - 1) / 2;
    const size_t skipped = 1 + n + (middle != NULL);
    const tr_string source = copy_of(data + 1, n),
                    existing = copy_of(data + skipped, size - skipped);

    check(formats[data[0] % (sizeof formats / sizeof *formats)], source, existing);
    free((char *)source.text);
    free((char *)existing.text);
    return 0;
}
