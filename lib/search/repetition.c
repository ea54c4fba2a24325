#include "search/repetition.h"

enum {
    LOOP_COPIES = 4,  /* a loop says its tokens this many times again, */
    LOOP_TOKENS = 16, /*   and has at least this many tokens that repeat */
    GROUP = 4,        /* a group of this many tokens is not said twice in a second search */
    SHORT = 4         /* in a text of this many tokens, a token said twice counts, too */
};

/* Tokens from `at` on that are the same as the ones `period` before them. */
static size_t run_from(const int32_t *ids, size_t n, size_t at, size_t period)
{
    size_t end = at;
    while (end < n && ids[end] == ids[end - period])
        end++;
    return end - at;
}

size_t tr_repeated(const int32_t *ids, size_t n, bool all, size_t grain)
{
    size_t repeated = 0;

    for (size_t at = 1, longest; at < n; at += longest ? longest : 1) {
        longest = 0;
        for (size_t period = 1; period <= at && period <= n - at; period++) {
            const size_t run = run_from(ids, n, at, period);
            const bool counts = run >= grain && (all || run > grain || n <= SHORT * grain);
            if (run >= period && run > longest && counts) longest = run;
        }
        repeated += longest;
    }
    return repeated;
}

bool tr_loops(const int32_t *ids, size_t n, size_t source_repeated, size_t grain)
{
    const size_t most = LOOP_TOKENS * grain + 2 * source_repeated;

    for (size_t period = 1; period <= n / (1 + LOOP_COPIES); period++) {
        size_t run = 0;
        while (run + period < n && ids[n - 1 - run] == ids[n - 1 - run - period])
            run++;
        if (run >= most && run >= LOOP_COPIES * period) return true;
    }
    return false;
}

/* How many tokens before `a` are the same as the ones before `b`, at most `most`; a < b. */
static size_t same_before(const int32_t *ids, size_t a, size_t b, size_t most)
{
    size_t same = 0;
    while (same < most && same < a && ids[a - 1 - same] == ids[b - 1 - same])
        same++;
    return same;
}

bool tr_says_again(const int32_t *ids, size_t n, int32_t id, size_t grain)
{
    const size_t group = GROUP * grain;

    for (size_t at = 0; at < n; at++) {
        if (ids[at] != id) continue;
        const size_t period = n - at, most = period > group ? period : group;
        const size_t same = 1 + same_before(ids, at, n, most);
        if ((same >= period && same >= grain) || same >= group) return true;
    }
    return false;
}

bool tr_repeats_group(const int32_t *ids, size_t n, int32_t id, size_t size)
{
    for (size_t at = size - 1; at < n; at++)
        if (ids[at] == id && same_before(ids, at, n, size - 1) == size - 1) return true;
    return false;
}
