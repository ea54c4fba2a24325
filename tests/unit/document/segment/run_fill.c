/* The text of a translation in the runs of its source.  A run here is "<X>text</X>", where X is its
 * look; "{X" and "X}" in a text are the start and the end of mark X, "*X" is a point. */
#include "document/segment/run_fill.h"

#include <stdio.h>
#include <string.h>

#include "document/segment/run.h"
#include "unit/segments.h"
#include "unit/unit.h"

enum { MOST = 8 };

static tr_run runs[MOST];
static tr_mark marks[MOST];
static tr_content content;
static tr_segment segment;

/* A document of runs; the run of number i stands in mark of[i]. */
static void begin(const char *bytes, const int *of)
{
    memset(runs, 0, sizeof runs);
    memset(marks, 0, sizeof marks);
    content = (tr_content){.bytes = bytes, .size = strlen(bytes)};
    segment = (tr_segment){.runs = runs, .marks = marks, .writing = &as_it_is};
    for (size_t at = 0; at < content.size; segment.n_runs++) {
        const size_t end = (size_t)(strstr(bytes + at, "</") - bytes);
        runs[segment.n_runs] = (tr_run){.raw = {at, end + 4},
                                        .text = {at + 3, end},
                                        .look = (uint64_t)bytes[at + 1],
                                        .mark = of[segment.n_runs]};
        at = end + 4;
    }
    for (size_t i = 0; i < MOST; i++)
        marks[i] = (tr_mark){.kind = TR_MARK_PAIR, .parent = -1};
}

static void add_all(tr_run_fill *fill, const char *text)
{
    int open = -1;

    while (*text) {
        const size_t n = strcspn(text, "{}*123");
        if (n) {
            tr_run_fill_add_text(fill, open, text, n);
            text += n;
            continue;
        }
        const bool end = text[1] == '}';
        const int mark = (end ? text[0] : text[1]) - '1';
        const enum tr_run_fill_kind kind = end            ? TR_RUN_FILL_CLOSE
                                           : *text == '*' ? TR_RUN_FILL_POINT
                                                          : TR_RUN_FILL_OPEN;
        tr_run_fill_add_mark(fill, kind, mark);
        if (kind == TR_RUN_FILL_OPEN) open = mark;
        if (kind == TR_RUN_FILL_CLOSE) open = marks[mark].parent;
        text += 2;
    }
}

/* The runs with this text; "!" if there is none for it. */
static const char *filled(const char *text, size_t n_marks)
{
    static char out[500];
    tr_run_fill fill = {0};
    tr_buf now = {0};

    segment.n_marks = n_marks;
    add_all(&fill, text);
    const int rc = tr_run_fill_write(&fill, &content, &segment, &now, NULL);
    ck_assert(rc == TR_OK || rc == TR_EINVAL);
    snprintf(out, sizeof out, "%s", rc ? "!" : tr_buf_text(&now));
    tr_run_fill_free(&fill);
    tr_buf_free(&now);
    return out;
}

START_TEST(text_takes_the_only_run)
{
    begin("<a>one</a>", (int[]){-1});
    ck_assert_str_eq(filled("eins", 0), "<a>eins</a>");
    segment.blank_before = true;
    ck_assert_str_eq(filled("eins", 0), "<a xml:space=\"preserve\"> eins</a>");
    runs[0].keeps_blanks = true;
    segment.blank_behind = true;
    ck_assert_str_eq(filled("eins", 0), "<a> eins </a>");
}
END_TEST

START_TEST(each_stretch_takes_a_run_of_its_pair)
{
    begin("<a>one </a><b>red</b><a> car</a>", (int[]){-1, 0, -1});
    runs[0].keeps_blanks = runs[1].keeps_blanks = runs[2].keeps_blanks = true;
    ck_assert_str_eq(filled("ein {1rotes1} Auto", 1), "<a>ein </a><b>rotes</b><a> Auto</a>");
    ck_assert_str_eq(filled("{1rotes1} Auto", 1), "<b>rotes</b><a> Auto</a><a></a>");
    ck_assert_str_eq(filled("ein {1rotes1}", 1), "<a>ein </a><b>rotes</b><a></a>");
}
END_TEST

START_TEST(no_run_is_made_and_none_is_lost)
{
    begin("<a>one</a><a>two</a><b>red</b>", (int[]){-1, -1, 0});
    ck_assert_str_eq(filled("x{1y1}", 1), "<a>x</a><b>y</b><a></a>");
    begin("<b>red</b><a> car</a>", (int[]){0, -1});
    runs[0].keeps_blanks = runs[1].keeps_blanks = true;
    /* "x", the shorter of two stretches, joins the text after it. */
    ck_assert_str_eq(filled("x{1rot1}Auto", 1), "<b>xrot</b><a>Auto</a>");
}
END_TEST

START_TEST(marks_that_are_bytes_are_copied)
{
    begin("<a>one</a><b>two</b>", (int[]){-1, 0});
    content.bytes = "<a>one</a><b>two</b>[[]]";
    content.size = strlen(content.bytes);
    marks[0].open = (tr_span){20, 22};
    marks[0].close = (tr_span){22, 24};
    ck_assert_str_eq(filled("x{1y1}", 1), "<a>x</a>[[<b>y</b>]]");
}
END_TEST

START_TEST(a_point_stands_between_runs)
{
    begin("<a>one</a><a>two</a>", (int[]){-1, -1});
    content.bytes = "<a>one</a><a>two</a>BR";
    content.size = strlen(content.bytes);
    marks[0] = (tr_mark){.kind = TR_MARK_POINT, .parent = -1, .open = {20, 22}};
    ck_assert_str_eq(filled("x*1y", 1), "<a>x</a>BR<a>y</a>");
    ck_assert_str_eq(filled("xy*1", 1), "<a>xy</a>BR<a></a>");
    ck_assert_str_eq(filled("*1xy", 1), "BR<a>xy</a><a></a>");
    begin("<a>one</a>", (int[]){-1}); /* there is no other run: it stands after the text */
    content.bytes = "<a>one</a>BR";
    content.size = strlen(content.bytes);
    marks[0] = (tr_mark){.kind = TR_MARK_POINT, .parent = -1, .open = {10, 12}};
    ck_assert_str_eq(filled("x*1y", 1), "<a>xy</a>BR");
}
END_TEST

/* The first run goes on before the segment, the last one after it. */
START_TEST(runs_that_cannot_move_stay)
{
    begin("<a>one</a><b>red</b><a>car</a>", (int[]){-1, 0, -1});
    runs[0].is_first = runs[2].is_last = true;
    ck_assert_str_eq(filled("x{1y1}z", 1), "<a>x</a><b>y</b><a>z</a>");
    ck_assert_str_eq(filled("{1y1}z", 1), "<a></a><b>y</b><a>z</a>");
    ck_assert_str_eq(filled("x{1y1}", 1), "<a>x</a><b>y</b><a></a>");
    begin("<b>red</b><a>car</a>", (int[]){0, -1});
    runs[0].is_first = true;
    ck_assert_str_eq(filled("x{1y1}", 1), "!");
    ck_assert_str_eq(filled("{1y1}x", 1), "<b>y</b><a>x</a>");
}
END_TEST

START_TEST(text_has_a_run_or_is_refused)
{
    begin("", (int[]){-1});
    runs[0] = (tr_run){.mark = -1, .is_spare = true};
    segment.n_runs = 1;
    ck_assert_str_eq(filled("x", 0), "!");
}
END_TEST

START_TEST(the_rest_of_a_run_is_written_after_its_text)
{
    begin("<a>one</a>", (int[]){-1});
    runs[0].rest = "/>";
    runs[0].rest_len = 2;
    ck_assert_str_eq(filled("x", 0), "<a>x/>");
}
END_TEST

UNIT_MAIN("run_fill", text_takes_the_only_run, each_stretch_takes_a_run_of_its_pair,
          no_run_is_made_and_none_is_lost, marks_that_are_bytes_are_copied,
          a_point_stands_between_runs, runs_that_cannot_move_stay, text_has_a_run_or_is_refused,
          the_rest_of_a_run_is_written_after_its_text)
