/* A translation with its marks, piece by piece. */
#include "text/marks/mark_walk.h"

#include <string.h>

#include "base/buf.h"
#include "unit/unit.h"

typedef struct writer {
    const char *text;
    tr_buf out;
} writer;

static void write_piece(void *ctx, enum tr_mark_step step, size_t mark, tr_span text)
{
    static const char *const forms[] = {"", "_", "<%zu>", "</%zu>", "<%zu/>"};
    writer *const w = ctx;

    if (step == TR_STEP_TEXT)
        tr_buf_add(&w->out, w->text + text.begin, text.end - text.begin);
    else if (step == TR_STEP_BLANK)
        tr_buf_add_string(&w->out, forms[step]);
    else
        tr_buf_printf(&w->out, forms[step], mark + 1);
}

static void check_walk(const char *source, const tr_mark *marks, size_t n,
                       const tr_mark_place *places, const char *text, const char *wanted)
{
    const tr_marked_text marked = {source, strlen(source), marks, n};
    writer w = {.text = text};

    ck_assert_int_eq(tr_marks_walk(&marked, places, text, strlen(text), write_piece, &w, NULL),
                     TR_OK);
    ck_assert_str_eq(tr_buf_text(&w.out), wanted);
    tr_buf_free(&w.out);
}

START_TEST(text_alone_is_one_piece)
{
    check_walk("ab", NULL, 0, NULL, "cd ef", "cd ef");
    check_walk("", NULL, 0, NULL, "", "");
}
END_TEST

START_TEST(pairs_are_nested)
{
    const tr_mark marks[] = {{.kind = TR_MARK_PAIR, .parent = -1, .begin = 0, .end = 3},
                             {.kind = TR_MARK_PAIR, .parent = 0, .begin = 0, .end = 1}};
    check_walk("a b", marks, 2, (tr_mark_place[]){{0, 3, false}, {0, 3, false}}, "c d",
               "<1><2>c d</2></1>");
    check_walk("a b", marks, 2, (tr_mark_place[]){{0, 3, false}, {2, 3, false}}, "c d",
               "<1>c <2>d</2></1>");
}
END_TEST

START_TEST(pairs_may_change_places)
{
    const tr_mark marks[] = {{.kind = TR_MARK_PAIR, .parent = -1, .begin = 0, .end = 1},
                             {.kind = TR_MARK_PAIR, .parent = -1, .begin = 2, .end = 3}};
    check_walk("a b", marks, 2, (tr_mark_place[]){{2, 3, false}, {0, 1, false}}, "c d",
               "<2>c</2> <1>d</1>");
}
END_TEST

START_TEST(an_atom_takes_the_place_of_its_text)
{
    const tr_mark mark = {.kind = TR_MARK_ATOM, .parent = -1, .begin = 2, .end = 6};
    check_walk("a <br> b", &mark, 1, (tr_mark_place[]){{2, 6, false}}, "c <br> d", "c <1/> d");
}
END_TEST

START_TEST(an_atom_touches_what_it_touched)
{
    const tr_mark note = {.kind = TR_MARK_ATOM, .parent = -1, .begin = 2, .end = 3};
    const tr_mark both[] = {note, {.kind = TR_MARK_ATOM, .parent = -1, .begin = 3, .end = 4}};
    const tr_mark han = {.kind = TR_MARK_ATOM, .parent = -1, .begin = 3, .end = 4};
    check_walk("ab1. c", &note, 1, (tr_mark_place[]){{3, 4, false}}, "de 1. f", "de<1/>. f");
    check_walk("ab1 c", &note, 1, (tr_mark_place[]){{3, 4, false}}, "de 1", "de<1/>");
    check_walk("ab1 c", &note, 1, (tr_mark_place[]){{3, 4, false}}, "de 1f", "de <1/>f");
    check_walk("ab1c", &note, 1, (tr_mark_place[]){{3, 4, false}}, "de 1 f", "de <1/> f");
    check_walk("a 1 c", &note, 1, (tr_mark_place[]){{2, 3, false}}, "d 1 f", "d <1/> f");
    check_walk("ab*+ c", both, 2, (tr_mark_place[]){{3, 4, false}, {4, 5, false}}, "de *+ f",
               "de<1/><2/> f");
    check_walk("\xE6\xBC\xA2"
               "1 c",
               &han, 1, (tr_mark_place[]){{2, 3, false}}, "d 1 f", "d <1/> f");
}
END_TEST

START_TEST(a_point_keeps_its_gap)
{
    const tr_mark mark = {.kind = TR_MARK_POINT, .parent = -1, .begin = 2, .end = 2};
    check_walk("a  b", &mark, 1, (tr_mark_place[]){{1, 1, false}}, "c d", "c_<1/> d");
    check_walk("a b", &mark, 1, (tr_mark_place[]){{2, 2, false}}, "c d", "c <1/>d");
}
END_TEST

UNIT_MAIN("mark_walk", text_alone_is_one_piece, pairs_are_nested, pairs_may_change_places,
          an_atom_takes_the_place_of_its_text, an_atom_touches_what_it_touched,
          a_point_keeps_its_gap)
