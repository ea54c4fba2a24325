/* Paragraphs with too many marks: where a blank line or a head goes in, and what is left. */
#include "document/masks/markdown_paragraph.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "unit/unit.h"

static tr_buf text;
static tr_md_paragraph paragraph;
static size_t n_blank_lines, n_heads,
    first_step; /* first_step: the line of the first one, from 1 */

static void add(const char *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(&text, line);
}

/* Goes through the text that was added; each blank line begins anew. */
static void take_all(void)
{
    paragraph = (tr_md_paragraph){0};
    n_blank_lines = n_heads = first_step = 0;
    size_t number = 1;
    for (size_t at = 0; at < text.len; number++) {
        const tr_md_line l = tr_md_line_read(text.data, text.len, at);
        const enum tr_md_step step = tr_md_paragraph_take(&paragraph, text.data, text.len, &l);
        n_blank_lines += step == TR_MD_BLANK_LINE;
        n_heads += step == TR_MD_TABLE_HEAD;
        if (step != TR_MD_NOTHING && !first_step) first_step = number;
        at = l.next;
    }
}

static size_t count(const char *what)
{
    size_t n = 0;
    for (const char *at = text.data; (at = strstr(at, what)); at++)
        n++;
    return n;
}

static void check(size_t blank_lines, size_t heads, size_t left)
{
    take_all();
    ck_assert_uint_eq(n_blank_lines, blank_lines);
    ck_assert_uint_eq(n_heads, heads);
    ck_assert_uint_eq(paragraph.n_left, left);
}

START_TEST(a_paragraph_has_so_many_lines_and_marks)
{
    add("a\n", TR_MD_PARAGRAPH_MARKS); /* a line counts as one */
    check(0, 0, 0);
    ck_assert_uint_eq(count("a"), TR_MD_PARAGRAPH_MARKS);
    add("a\n", 1);
    check(0, 0, 1);
    ck_assert_uint_eq(count("a"), 0);
    add("\nb\n", 1); /* the next one is read */
    check(0, 0, 0);
    ck_assert_uint_eq(count("b"), 1);
    tr_buf_free(&text);

    add("a *b*\n", TR_MD_PARAGRAPH_MARKS / 3);
    check(0, 0, 0);
    add("a *b*\n", 1);
    check(0, 0, 1);
    tr_buf_free(&text);
}
END_TEST

START_TEST(all_of_it_is_left)
{
    add("first\n\n", 1);
    add("*a*\n", TR_MD_PARAGRAPH_MARKS);
    add("\nlast\n", 1);
    check(0, 0, 1);
    ck_assert_uint_eq(count("a") + count("*"), 1); /* that of "last" */
    ck_assert_uint_eq(count("first"), 1);
    ck_assert_uint_eq(count("\n"), TR_MD_PARAGRAPH_MARKS + 4);
    tr_buf_free(&text);
}
END_TEST

START_TEST(what_begins_a_block_ends_the_paragraph)
{
    static const char *const lines[] = {"- *a* b\n", "+ *a* b\n", "   * *a* b\n", "1. *a* b\n",
                                        "# *a* b\n", "a\n\n",     "```\n*a*\n",   "~~~\n*a*\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        add(lines[i], TR_MD_PARAGRAPH_MARKS);
        check(0, 0, 0);
        tr_buf_free(&text);
    }
}
END_TEST

START_TEST(what_may_begin_one_gets_a_blank_line_when_they_are_many)
{
    static const char *const lines[] = {"2. *a*\n",    "    - *a*\n",    "> - *a*\n",
                                        "[a]: /u*_\n", "<tr><b>a</b>\n", "</td> *a*\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        add(lines[i], TR_MD_PARAGRAPH_MARKS);
        take_all();
        ck_assert_msg(n_blank_lines > 1, "%s", lines[i]);
        ck_assert_uint_gt(first_step, TR_MD_PARAGRAPH_MARKS / 16);
        ck_assert_uint_eq(n_heads, 0);
        ck_assert_uint_eq(paragraph.n_left, 0);
        tr_buf_free(&text);
    }
    add("<b>a</b>\n", TR_MD_PARAGRAPH_MARKS); /* it begins none */
    check(0, 0, 1);
    tr_buf_free(&text);
}
END_TEST

START_TEST(rows_get_a_head)
{
    add("|a|b|c|\n|-|:-:|-|\n", 1);
    add("|*a*|\n", TR_MD_PARAGRAPH_MARKS);
    take_all();
    ck_assert_uint_gt(n_heads, 1);
    ck_assert_uint_eq(paragraph.columns, 5); /* bars, and one */
    ck_assert_uint_eq(paragraph.n_left, 0);
    tr_buf_free(&text);

    add("|a|b|\n|-|-|\n", 1); /* a row is by itself */
    add("*", TR_MD_PARAGRAPH_MARKS + 1);
    add("\n|c|\n", 1);
    check(0, 0, 1);
    ck_assert_uint_eq(count("*"), 0);
    ck_assert_uint_eq(count("|c|"), 1);
    tr_buf_free(&text);
}
END_TEST

START_TEST(ends_of_html_are_seen)
{
    add("<pre>\n", 1);
    add("a -->\n", TR_MD_PARAGRAPH_MARKS);
    add("</PRE> b\n\nc\n", 1);
    check(0, 0, 1);
    ck_assert_uint_eq(count("<pre>"), 0);
    ck_assert_uint_eq(count("-->"), 1);
    ck_assert_uint_eq(count("</PRE>  "), 1);
    tr_buf_free(&text);
}
END_TEST

START_TEST(nobody_is_told_of_code)
{
    add("```\n", 1);
    add("*a*\n", TR_MD_PARAGRAPH_MARKS);
    add("```\nb\n", 1);
    check(0, 0, 0);
    ck_assert_uint_eq(count("```"), 2);
    ck_assert_uint_eq(count("b"), 1);
    tr_buf_free(&text);

    add("- a\n\n    ```\n", 1);
    add("    *a*\n", TR_MD_PARAGRAPH_MARKS);
    add("    ```\n    b\n", 1);
    check(0, 0, 0);
    ck_assert_uint_eq(count("```"), 2);
    ck_assert_uint_eq(count("b"), 1);
    tr_buf_free(&text);

    add("    ```\n*a*\n", TR_MD_PARAGRAPH_MARKS); /* below text it is none */
    take_all();
    ck_assert_uint_gt(paragraph.n_left, 0);
    ck_assert_uint_lt(count("*"), TR_MD_PARAGRAPH_MARKS);
    tr_buf_free(&text);
    add("```*a*`\n", TR_MD_PARAGRAPH_MARKS); /* it is none: a mark follows on the line */
    check(0, 0, 1);
    tr_buf_free(&text);
}
END_TEST

START_TEST(a_line_is_in_so_many_containers)
{
    add("> ", 999);
    add("a\n\n", 1);
    check(0, 0, 0);
    add("> - ", 600);
    add("b\n", 1);
    check(0, 0, 1);
    ck_assert_uint_eq(count("a"), 1);
    ck_assert_uint_eq(count("b"), 0);
    tr_buf_free(&text);
}
END_TEST

UNIT_MAIN("markdown_paragraph", a_paragraph_has_so_many_lines_and_marks, all_of_it_is_left,
          what_begins_a_block_ends_the_paragraph,
          what_may_begin_one_gets_a_blank_line_when_they_are_many, rows_get_a_head,
          ends_of_html_are_seen, nobody_is_told_of_code, a_line_is_in_so_many_containers)
