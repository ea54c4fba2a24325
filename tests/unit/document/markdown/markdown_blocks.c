/* What md4c holds for lists, quotations and lines. */
#include "document/markdown/markdown_blocks.h"

#include <string.h>

#include "unit/unit.h"

enum { LINE = 16, BLOCK = 16 };

static void check(const char *text, size_t lines, size_t blocks)
{
    ck_assert_uint_eq(tr_md_block_bytes(text, strlen(text)), lines * LINE + blocks * BLOCK);
}

START_TEST(each_line_of_text_counts)
{
    check("", 0, 0);
    check("\n\n", 0, 0);
    check("a\nb", 2, 0);
    check("a\r\n\r\nb\r\n", 2, 0);
}
END_TEST

START_TEST(a_list_and_its_items_are_blocks)
{
    check("- a", 1, 2);
    check("- a\n- b", 2, 3);
    check("- a\n\n- b", 2, 3);
    check("- a\n+ b", 2, 4); /* another mark begins another list */
    check("1. a\n2. b", 2, 3);
    check("1. a\n2) b", 2, 4);
    check("- - a\n- - b", 2, 4 + 3);
    check("- a\nb\n- c", 3, 4);
    check("-", 1, 2);
    check("10.", 1, 2);
}
END_TEST

START_TEST(a_quotation_goes_on)
{
    check("> a\n> b", 2, 1);
    check(">a", 1, 1);
    check("> - a\n> - b", 2, 3 + 2);
}
END_TEST

START_TEST(other_signs_begin_none)
{
    check("-a\n+b\n*c*\n1.5\n2\n--", 6, 0);
    check("a - b > c", 1, 0);
}
END_TEST

UNIT_MAIN("markdown_blocks", each_line_of_text_counts, a_list_and_its_items_are_blocks,
          a_quotation_goes_on, other_signs_begin_none)
