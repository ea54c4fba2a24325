/* span.h - a span of text, bytes from one offset up to another; and ids of tokens. */
#ifndef TR_SPAN_H
#define TR_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/ascii.h"

typedef struct tr_span {
    size_t begin, end; /* bytes begin .. end - 1 */
} tr_span;

typedef struct tr_ids {
    const int32_t *ids; /* [n] */
    size_t n;
} tr_ids;

/* From byte `at` of text [end) on, the first byte that is none of a class; from byte `at` back to
 * `begin`, where the bytes of a class begin; and a span without the bytes of a class at its edges.
 */
static inline size_t tr_skip(const char *text, size_t at, size_t end, bool (*is)(char))
{
    while (at < end && is(text[at]))
        at++;
    return at;
}

static inline size_t tr_skip_back(const char *text, size_t begin, size_t at, bool (*is)(char))
{
    while (at > begin && is(text[at - 1]))
        at--;
    return at;
}

static inline tr_span tr_skip_around(const char *text, tr_span s, bool (*is)(char))
{
    s.begin = tr_skip(text, s.begin, s.end, is);
    s.end = tr_skip_back(text, s.begin, s.end, is);
    return s;
}

/* From byte `at` of text [end) on, where a byte, a white space, or a line end stands; `end` if none
 * does. */
static inline size_t tr_find_byte(const char *text, size_t at, size_t end, char byte)
{
    const char *const found = at < end ? memchr(text + at, byte, end - at) : NULL;
    return found ? (size_t)(found - text) : end;
}

/* How many bytes at text [at, end), at < end, are the same as the first. */
static inline size_t tr_run_length(const char *text, size_t at, size_t end)
{
    size_t n = 1;
    while (at + n < end && text[at + n] == text[at])
        n++;
    return n;
}

static inline size_t tr_word_end(const char *text, size_t at, size_t end)
{
    while (at < end && !tr_ascii_is_space(text[at]))
        at++;
    return at;
}

static inline size_t tr_line_end(const char *text, size_t at, size_t end)
{
    while (at < end && !tr_ascii_is_line_end(text[at]))
        at++;
    return at;
}

/* The byte after the line end at byte `at`, LF, CR LF or CR; `at` if there is none. */
static inline size_t tr_after_line_end(const char *text, size_t at, size_t end)
{
    at += at < end && text[at] == '\r';
    return at + (at < end && text[at] == '\n');
}

/* In text [end), from byte `at` on: where `what` stands, the first byte that is none of `set`, and
 * where the next line begins; `end` if there is none. */
size_t tr_span_find(const char *text, size_t at, size_t end, const char *what);
size_t tr_span_skip(const char *text, size_t at, size_t end, const char *set);
size_t tr_span_next_line(const char *text, size_t at, size_t end);

/* True if text [at, end) begins with `what`. */
static inline bool tr_starts_with(const char *text, size_t at, size_t end, const char *what)
{
    const size_t n = strlen(what);
    return end - at >= n && !memcmp(text + at, what, n);
}

/* True if the span has byte `at`. */
static inline bool tr_span_has(tr_span s, size_t at)
{
    return at >= s.begin && at < s.end;
}

/* True if a byte is in both. */
static inline bool tr_spans_overlap(tr_span a, tr_span b)
{
    return a.begin < b.end && b.begin < a.end;
}

/* True if ids [n] have the id. */
static inline bool tr_ids_have(const int32_t *ids, size_t n, int32_t id)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] == id) return true;
    return false;
}

/* Bytes begin .. end - 1 of valid UTF-8 `text` without the white space around them. */
tr_span tr_span_trimmed(const char *text, size_t begin, size_t end);

#endif
