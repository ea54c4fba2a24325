#include "lines/wrapped.h"

#include <string.h>

/* Lines of prose that was broken have about the same length; shorter ones are headings or verse. */
enum { SHORTEST = 45, LONGEST = 100, LEAST_LINES = 3 };

static bool is_lower(const char *text)
{
    return *text >= 'a' && *text <= 'z';
}

/* True if a line [len] breaks off, and the next one goes on in lower case. */
static bool goes_on(const char *line, size_t len, const char *next)
{
    const char last = len ? line[len - 1] : '.';
    return len >= SHORTEST && len <= LONGEST && !strchr(".!?:;\"|", last) && is_lower(next);
}

bool wrapped_looks_so(const char *text, size_t n)
{
    const char *const end = text + n;
    size_t n_pairs = 0, n_broken = 0;

    for (const char *feed; text < end; text = feed + 1) {
        feed = memchr(text, '\n', (size_t)(end - text));
        if (!feed || feed + 1 >= end) break;
        const size_t len = (size_t)(feed - text) - (feed > text && feed[-1] == '\r');
        const bool blank = !len || feed[1] == '\n' || feed[1] == '\r';
        n_pairs += !blank;
        n_broken += !blank && goes_on(text, len, feed + 1);
    }
    return n_broken >= LEAST_LINES && 2 * n_broken >= n_pairs;
}
