#include "lines/wrapped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console/message.h"

/* Lines of prose that was broken have about the same length; shorter ones are headings or verse. */
enum { SHORTEST = 45, LONGEST = 100, LEAST_LINES = 3, HEAD = 1 << 13 /* bytes */ };

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

void wrapped_hint(const char *path)
{
    const char *const unwanted = getenv("NO_HINTS");
    struct stat st;
    char *head;

    if (!isatty(STDERR_FILENO) || (unwanted && *unwanted)) return;
    if (stat(path, &st) || !S_ISREG(st.st_mode)) return;
    FILE *const f = fopen(path, "rb");
    if (f && (head = malloc(HEAD))) {
        const size_t n = fread(head, 1, HEAD, f);
        if (wrapped_looks_so(head, n))
            complain("%s: its lines seem to be broken to fit a width: --format text joins what "
                     "belongs together (--no-hints: not to be told)",
                     path);
        free(head);
    }
    if (f) fclose(f);
}
