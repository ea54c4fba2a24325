#include "document/data/choice_format.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/icu_message.h"

/* The byte after the limit of a branch and its sign, "0#", "1<" or "1\u2264", at text [at, end); 0
 * if there is none. */
static size_t behind_limit(const char *text, size_t at, size_t end)
{
    static const char less_or_equal[] = "\xE2\x89\xA4";
    const size_t n = strlen(less_or_equal), begin = at;

    while (at < end && (tr_ascii_is_digit(text[at]) || strchr(" -.", text[at])))
        at++;
    if (at == begin || at == end) return 0;
    if (text[at] == '#' || text[at] == '<') return at + 1;
    return end - at >= n && !memcmp(text + at, less_or_equal, n) ? at + n : 0;
}

/* Where the branch at `at` ends: at a bar outside braces, or at `end`. */
static size_t end_of_branch(const char *text, size_t at, size_t end)
{
    size_t depth = 0;

    for (; at < end && (depth || text[at] != '|'); at++) {
        depth += text[at] == '{';
        depth -= text[at] == '}' && depth;
    }
    return at;
}

bool tr_choice_format_next(const char *text, size_t len, size_t *at, tr_span *branch)
{
    const size_t end = tr_span_trimmed(text, 0, len).end - 1; /* of the last brace */

    if (*at >= end) return false;
    branch->begin = behind_limit(text, *at, end);
    if (!branch->begin) return false;
    branch->end = end_of_branch(text, branch->begin, end);
    *at = branch->end + 1;
    return true;
}

bool tr_is_choice_format(const char *text, size_t len, size_t *at)
{
    const tr_span all = tr_span_trimmed(text, 0, len);
    tr_icu_choice choice;
    tr_span branch;

    for (size_t i = all.begin; i + 1 < all.end; i++)
        if (text[i] == '\'' && strchr("{}#|<", text[i + 1])) return false;
    if (!tr_icu_next_choice(text, all.begin, all.end, &choice) || !choice.is_format) return false;
    if (choice.all.begin != all.begin || choice.all.end != all.end) return false;
    size_t next = *at = choice.branches;
    while (tr_choice_format_next(text, len, &next, &branch)) {
    }
    return next == all.end;
}
