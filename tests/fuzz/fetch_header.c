/* fetch_header.c - any bytes as a line of a server's header, and as an address that it sends to. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http_header.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"etag", "content-range"};
    char tag[20], *line = malloc(size ? size : 1), *url = calloc(size + 1, 1);
    http_range range;

    memcpy(line, data, size);
    memcpy(url, data, size);
    for (size_t i = 0; i < 2; i++) {
        size_t len;
        const char *value = http_field(line, size, names[i], &len);
        assert(!value || (value >= line && value + len <= line + size));
    }
    if (http_read_range(line, size, &range))
        assert(range.first <= range.last && (!range.total || range.last < range.total));
    http_read_tag(line, size, tag, sizeof tag);
    assert(strlen(tag) < sizeof tag);
    char next[40], word[8];
    http_read_next(line, size, next, sizeof next);
    assert(strlen(next) < sizeof next);
    http_read_word(line, size, word, sizeof word);
    assert(strlen(word) < sizeof word);
    if (http_may_follow("https://a/", url)) assert(!strncasecmp(url, "https://", 8));
    free(line);
    free(url);
    return 0;
}
