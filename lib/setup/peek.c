/*
 * peek.c - the languages of a model file, of its first bytes alone.
 *
 * Metadata stand first in a GGUF file and are small.  Where they do not end within the bytes that
 * are read, or anything is not as expected, nothing is said, and opening the model tells.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "formats/cursor.h"
#include "formats/gguf.h"
#include "translate.h"

enum { FIRST_BYTES = 8192, MAGIC = 0x46554747, VERSION = 3 };

typedef struct text {
    const char *at; /* NULL: not found */
    size_t len;
} text;

static text take_string_value(tr_cursor *c)
{
    const uint64_t n = tr_cursor_u64(c);
    const unsigned char *bytes = tr_cursor_take(c, n);
    return (text){(const char *)bytes, bytes ? (size_t)n : 0};
}

static bool is_key(text t, const char *word)
{
    return t.at && t.len == strlen(word) && !memcmp(t.at, word, t.len);
}

/* Of a type that is no list; 0 for any other. */
static size_t value_size(uint32_t type)
{
    switch (type) {
    case TR_GGUF_UINT8:
    case TR_GGUF_INT8:
    case TR_GGUF_BOOL:
        return 1;
    case TR_GGUF_UINT16:
    case TR_GGUF_INT16:
        return 2;
    case TR_GGUF_UINT32:
    case TR_GGUF_INT32:
    case TR_GGUF_FLOAT32:
        return 4;
    case TR_GGUF_UINT64:
    case TR_GGUF_INT64:
    case TR_GGUF_FLOAT64:
        return 8;
    default:
        return 0;
    }
}

/* False when the value has no end here. */
static bool pass_value(tr_cursor *c, uint32_t type)
{
    if (type == TR_GGUF_ARRAY) {
        type = tr_cursor_u32(c);
        const uint64_t n = tr_cursor_u64(c);
        const size_t size = value_size(type);
        if (!size || n > FIRST_BYTES) return false;
        tr_cursor_take(c, n * size);
    } else {
        const size_t size = value_size(type);
        if (!size) return false;
        tr_cursor_take(c, size);
    }
    return !c->failed;
}

static bool find_languages(tr_cursor *c, text *source, text *target)
{
    const uint32_t magic = tr_cursor_u32(c), version = tr_cursor_u32(c);
    tr_cursor_u64(c); /* tensors */
    const uint64_t n = tr_cursor_u64(c);

    if (magic != MAGIC || version != VERSION) return false;
    for (uint64_t i = 0; i < n; i++) {
        const text key = take_string_value(c);
        const uint32_t type = tr_cursor_u32(c);
        if (c->failed || is_key(key, "nmt.language_codes")) return false; /* it has several */
        if (type != TR_GGUF_STRING) {
            if (!pass_value(c, type)) return false;
            continue;
        }
        const text value = take_string_value(c);
        if (is_key(key, "nmt.source_language")) *source = value;
        if (is_key(key, "nmt.target_language")) *target = value;
    }
    return !c->failed && source->at && target->at;
}

static bool copy_value(char language[TR_PEEK_SIZE], text t)
{
    if (!t.len || t.len >= TR_PEEK_SIZE || memchr(t.at, '\0', t.len)) return false;
    memcpy(language, t.at, t.len);
    language[t.len] = '\0';
    return true;
}

int tr_model_peek(const char *path, char source[TR_PEEK_SIZE], char target[TR_PEEK_SIZE])
{
    unsigned char bytes[FIRST_BYTES];
    text from = {0}, to = {0};

    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return 0;
    const ssize_t n = read(fd, bytes, sizeof bytes);
    close(fd);
    tr_cursor c = tr_cursor_at(bytes, n > 0 ? (size_t)n : 0, 0);
    return find_languages(&c, &from, &to) && copy_value(source, from) && copy_value(target, to);
}
