/* YAML: which scalars are text (YAML 1.2, chapter 7), and how they are written. */
#include "document/data/read_yaml.h"

#include <stdlib.h>
#include <string.h>

#include "unit/segments.h"
#include "unit/unit.h"

START_TEST(wrong_yaml_is_refused_with_its_place)
{
    ck_assert(!strncmp(refusal_of("yaml", "a: 1\nb: [1\n"), "a:3:1: ", 7));
    ck_assert(!strncmp(refusal_of("yaml", "a: 'x\n"), "a:2:1: ", 7));
}
END_TEST

START_TEST(levels_have_an_end)
{
    enum { LEVELS = 5000 };
    char *const text = calloc(2 * LEVELS + 1, 1);

    memset(text, '[', LEVELS);
    memset(text + LEVELS, ']', LEVELS);
    ck_assert_str_ne(refusal_of("yaml", text), "");
    memset(text, '[', 500);
    memset(text + 500, ']', 500);
    text[1000] = '\0';
    ck_assert_str_eq(refusal_of("yaml", text), "");
    free(text);
}
END_TEST

UNIT_MAIN("read_yaml", wrong_yaml_is_refused_with_its_place, levels_have_an_end)
