/* Lists of keys and names, as options have them. */
#include "document/keys/key_patterns.h"

#include <string.h>

#include "unit/unit.h"

/* Stars do not multiply: 30 of them in a pattern that fails at its end. */
START_TEST(many_stars_take_no_time)
{
    char pattern[80] = "", path[5000];

    for (int i = 0; i < 30; i++)
        strcat(pattern, "a*");
    strcat(pattern, "b");
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    ck_assert(!tr_key_is_listed(pattern, path));
    path[sizeof path - 2] = 'b';
    ck_assert(tr_key_is_listed(pattern, path));
}
END_TEST

UNIT_MAIN("key_patterns", many_stars_take_no_time)
