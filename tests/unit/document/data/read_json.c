/* JSON and JSON Lines: which values are text, and how they are written. */
#include "document/data/read_json.h"

#include <stdlib.h>
#include <string.h>

#include "unit/segments.h"
#include "unit/unit.h"

START_TEST(levels_are_so_deep_and_no_deeper)
{
    enum { LEVELS = 1000 };
    char *const text = calloc(2 * LEVELS + 3, 1);

    memset(text, '[', LEVELS);
    memset(text + LEVELS, ']', LEVELS);
    ck_assert_str_eq(refusal_of("json", text), "");
    memset(text, '[', LEVELS + 1);
    memset(text + LEVELS + 1, ']', LEVELS + 1);
    ck_assert_str_eq(refusal_of("json", text), "a:1:1001: deeper than 1000 levels");
    free(text);
}
END_TEST

UNIT_MAIN("read_json", levels_are_so_deep_and_no_deeper)
