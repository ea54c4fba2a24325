/* moses_join.c - text as detokenizer.perl of Moses (3445289, 2025) writes it. */
#include "text/moses/moses_join.h"

#include <string.h>

#include "unit/unit.h"

START_TEST(unescapes_what_is_there)
{
    char text[] = "&&amp;&am;&bar;&bra;&ket;&apos";
    ck_assert_uint_eq(tr_moses_unescape(text, strlen(text)), 14);
    ck_assert_mem_eq(text, "&&&am;|[]&apos", 14);
}
END_TEST

UNIT_MAIN("moses_join", unescapes_what_is_there)
