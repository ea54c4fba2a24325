/* rows.c - the rows of the list do what their examples say. */
#include <string.h>

#include "syntax/pattern_check.h"
#include "syntax/syntax.h"
#include "unit/unit.h"

enum { LONGEST = 200 };

/* True if the row's pattern takes all that it should of an example. */
static bool takes(const tr_syntax *row, const char *example)
{
    char text[LONGEST];
    tr_span taken;
    const size_t len = tr_pattern_example(example, text, &taken);

    return tr_pattern_match(row->pattern, tr_syntax_definitions(), text, len, taken.begin) ==
           taken.end - taken.begin;
}

START_TEST(patterns_have_no_fault)
{
    const tr_definitions *const defined = tr_syntax_definitions();
    tr_error err = {0};

    for (size_t i = 0; i < defined->n; i++) {
        const tr_definitions above = {defined->list, i, NULL};
        const int rc = tr_pattern_check(defined->list[i].pattern, &above, &err);
        ck_assert_msg(rc == 0, "%s: %s", defined->list[i].name, err.msg);
    }
    for (size_t i = 0; tr_syntax_row(i); i++) {
        const int rc = tr_pattern_check(tr_syntax_row(i)->pattern, defined, &err);
        ck_assert_msg(rc == 0, "%s: %s", tr_syntax_row(i)->name, err.msg);
    }
}
END_TEST

START_TEST(rows_take_their_examples_and_not_their_counter_examples)
{
    for (size_t i = 0; tr_syntax_row(i); i++) {
        const tr_syntax *const row = tr_syntax_row(i);
        ck_assert_msg(strlen(row->like) < LONGEST, "%s", row->name);
        ck_assert_msg(takes(row, row->like), "%s: %s is not taken", row->name, row->like);
        ck_assert_msg(!strcmp(row->unlike, "-") || !takes(row, row->unlike), "%s: %s is taken",
                      row->name, row->unlike);
    }
}
END_TEST

static unsigned kinds_beside(enum tr_syntax_kind kind)
{
    return TR_SYNTAX_PLACEHOLDERS & TR_SYNTAX_IS(kind) ? TR_SYNTAX_PLACEHOLDERS
                                                       : TR_SYNTAX_IS(kind);
}

/* A row that another one hides could be left out. */
START_TEST(rows_are_first_at_their_examples)
{
    for (size_t i = 0; tr_syntax_row(i); i++) {
        const tr_syntax *const row = tr_syntax_row(i);
        char text[LONGEST];
        tr_span taken;
        const size_t len = tr_pattern_example(row->like, text, &taken);
        const bool is_word =
            row->kind >= TR_SYNTAX_CODE_WORD && row->kind <= TR_SYNTAX_PLAIN_NUMBER;
        const bool is_group = row->kind == TR_SYNTAX_GROUPS || row->kind == TR_SYNTAX_SECTION;
        size_t end;
        const tr_syntax *const first =
            is_word    ? tr_syntax_of_word(text, taken, row->kind >= TR_SYNTAX_CODE_NUMBER)
            : is_group ? tr_syntax_group_at(~0U, text, len, taken.begin, &end)
                       : tr_syntax_at(kinds_beside(row->kind), text, len, taken.begin, &end);
        ck_assert_msg(first == row, "%s: %s is of %s", row->name, row->like,
                      first ? first->name : "no row");
    }
}
END_TEST

START_TEST(kinds_and_names_are_said_once)
{
    for (size_t i = 0; tr_syntax_row(i); i++)
        for (size_t k = 0; k < i; k++)
            ck_assert_msg(tr_syntax_row(i)->kind != tr_syntax_row(k)->kind ||
                              strcmp(tr_syntax_row(i)->name, tr_syntax_row(k)->name) != 0,
                          "%s", tr_syntax_row(i)->name);
    for (int kind = 0; kind < TR_SYNTAX_N_KINDS; kind++)
        ck_assert_ptr_nonnull(tr_syntax_kind_name(kind));
}
END_TEST

UNIT_MAIN("syntax/rows", patterns_have_no_fault,
          rows_take_their_examples_and_not_their_counter_examples, rows_are_first_at_their_examples,
          kinds_and_names_are_said_once)
