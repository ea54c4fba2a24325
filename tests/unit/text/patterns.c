/* What regular expressions match of a text. */
#include "text/patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* The matches in a text, between bars. */
static const char *matches(const char *const *patterns, size_t n, const char *text)
{
    static char out[500];
    tr_patterns *p;
    tr_matches found = {0};

    ck_assert_int_eq(tr_patterns_create(&p, patterns, n, NULL, NULL), 0);
    ck_assert_int_eq(tr_patterns_find(p, text, (tr_span){0, strlen(text)}, &found, NULL), 0);
    out[0] = '\0';
    for (size_t i = 0; i < found.n; i++)
        sprintf(out + strlen(out), "%s%.*s", i ? "|" : "",
                (int)(found.list[i].end - found.list[i].begin), text + found.list[i].begin);
    free(found.list);
    tr_patterns_free(p);
    return out;
}

START_TEST(matches_that_overlap_are_one)
{
    static const char *const two[] = {"Green Lane", "Lane [0-9]", "blue"};
    ck_assert_str_eq(matches(two, 3, "blue Green Lane 7"), "blue|Green Lane 7");
}
END_TEST

START_TEST(what_is_no_pattern_is_refused)
{
    static const char *const bad[] = {"(", "a*", "", "[z"};
    for (size_t i = 0; i < 4; i++) {
        tr_patterns *p;
        tr_error err;
        ck_assert_int_eq(tr_patterns_create(&p, &bad[i], 1, NULL, &err), TR_EINVAL);
        ck_assert_ptr_null(p);
        ck_assert_ptr_nonnull(strstr(err.msg, "the pattern"));
    }
}
END_TEST

UNIT_MAIN("patterns", matches_that_overlap_are_one, what_is_no_pattern_is_refused)
