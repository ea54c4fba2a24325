/* References of HTML and XML: WHATWG, 13.2.5.72 to 80 and 13.5. */
#include "document/markup/escapes.h"

#include <string.h>

#include "document/markup/html_entities.h"
#include "unit/unit.h"

START_TEST(the_longest_name_counts)
{
    const char *character;
    size_t len;

    ck_assert_uint_eq(tr_html_entity("notin;", 6, &character, &len), 6);
    ck_assert(len == 3 && !memcmp(character, "\xE2\x88\x89", 3));
    ck_assert_uint_eq(tr_html_entity("notit;", 6, &character, &len), 3);
    ck_assert(len == 2 && !memcmp(character, "\xC2\xAC", 2));
    ck_assert_uint_eq(tr_html_entity("not;", 3, &character, &len), 3); /* no semicolon in [3] */
    ck_assert_uint_eq(tr_html_entity("no", 2, &character, &len), 0);
    ck_assert_uint_eq(tr_html_entity("", 0, &character, &len), 0);
}
END_TEST

START_TEST(text_is_written_with_references)
{
    ck_assert_str_eq(tr_html_text.reference, "&#%d;");
}
END_TEST

UNIT_MAIN("escapes", the_longest_name_counts, text_is_written_with_references)
