#include "documents/prose.h"

#include <string.h>

#include "base/ascii.h"

/* Three words make a line of text, or two with the end of a sentence; so does a long word of
 * letters outside of ASCII: some scripts set no blanks. */
enum { LEAST_WORDS = 3, LEAST_OF_SENTENCE = 2, LONG_WORD = 12 /* bytes */ };

static bool is_beyond_ascii(char c)
{
    return (unsigned char)c >= 0x80;
}

/* What stands around words, and is no part of one. */
static bool is_around(char c)
{
    return c && strchr("\"'()[],.;:!?*", c);
}

/* True if word [n] is of letters, but for what is around them, and marks within. */
static bool is_of_letters(const char *word, size_t n)
{
    while (n && is_around(word[n - 1]))
        n--;
    for (; n && is_around(*word); n--)
        word++;
    for (size_t i = 0; i < n; i++)
        if (!tr_byte_is_letter(word[i]) && !(i && strchr("'-", word[i]))) return false;
    return n > 0;
}

static bool is_without_blanks(const char *word, size_t n)
{
    size_t n_beyond = 0;

    for (size_t i = 0; i < n; i++)
        n_beyond += is_beyond_ascii(word[i]);
    return n_beyond >= LONG_WORD && 2 * n_beyond >= n;
}

static bool is_prose_line(const char *line, size_t n)
{
    size_t n_all = 0, n_words = 0;
    bool is_long = false;

    if (!n || *line == '#') return false; /* a comment in what a program reads */
    for (size_t at = 0, end; at < n; at = end) {
        while (at < n && tr_ascii_is_space(line[at]))
            at++;
        for (end = at; end < n && !tr_ascii_is_space(line[end]);)
            end++;
        n_all += end > at;
        n_words += is_of_letters(line + at, end - at);
        is_long = is_long || is_without_blanks(line + at, end - at);
    }
    const bool ends = strchr(".!?", line[n - 1]);
    return is_long || (4 * n_words >= 3 * n_all &&
                       n_words >= (size_t)(ends ? LEAST_OF_SENTENCE : LEAST_WORDS));
}

bool prose_is_most(const char *bytes, size_t n)
{
    const char *const stop = bytes + n;
    size_t n_all = 0, n_prose = 0;

    for (const char *line = bytes, *next; line < stop; line = next) {
        const char *const feed = memchr(line, '\n', (size_t)(stop - line));
        const char *end = feed ? feed : stop;
        next = feed ? feed + 1 : stop;
        while (line < end && tr_ascii_is_space(*line))
            line++;
        while (end > line && tr_ascii_is_space(end[-1]))
            end--;
        const size_t len = (size_t)(end - line);
        n_all += len;
        n_prose += is_prose_line(line, len) ? len : 0;
    }
    return 2 * n_prose > n_all;
}
