/* Segments that are packed come out as they went in. */
#include "document/segment/segment_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

enum { N = 1000 };
static const char bytes[] = "ab,cd <i>ef</i>,gh";
static const tr_writing first_writing, other_writing;

/* Segment i: some are like the one before, some differ in all. */
static tr_segment nth_segment(size_t i, char *where, tr_mark *mark)
{
    sprintf(where, "row %zu column %zu", i / 3 + 1, i % 3 + 1);
    *mark = (tr_mark){TR_MARK_PAIR, -1, 1, 2, {6, 9}, {11, 15}};
    return (tr_segment){.at = {3, 5},
                        .outer = {i % 2 ? 2 : 3, i % 2 ? 6 : 5},
                        .text = i % 5 ? "cd" : "c \xC3\xA4",
                        .len = i % 5 ? 2 : 4,
                        .marks = mark,
                        .n_marks = i % 7 == 0,
                        .in_parts = i % 11 == 0,
                        .signature = i / 10 * 77777777777u,
                        .where = where,
                        .html = i % 4 ? NULL : &other_writing,
                        .writing = i % 100 ? &first_writing : &other_writing,
                        .extra = i % 13 ? bytes : NULL};
}

static bool add_nth(tr_segment_store *s, size_t i)
{
    char where[64];
    tr_mark mark;
    const tr_segment p = nth_segment(i, where, &mark);
    return tr_segment_store_add(s, &p);
}

static void is_nth(tr_segment_store *s, size_t at, size_t i)
{
    char where[64];
    tr_mark mark;
    const tr_segment wanted = nth_segment(i, where, &mark);
    const tr_segment *const got = tr_segment_store_at(s, at);

    ck_assert_uint_eq(got->at.begin, wanted.at.begin);
    ck_assert_uint_eq(got->at.end, wanted.at.end);
    ck_assert_uint_eq(got->outer.begin, wanted.outer.begin);
    ck_assert_uint_eq(got->outer.end, wanted.outer.end);
    ck_assert_str_eq(got->text, wanted.text);
    ck_assert_uint_eq(got->len, wanted.len);
    ck_assert_uint_eq(got->n_marks, wanted.n_marks);
    if (got->n_marks) ck_assert_uint_eq(got->marks[0].close.end, 15);
    if (got->n_marks) ck_assert_int_eq(got->marks[0].parent, -1);
    ck_assert(got->in_parts == wanted.in_parts);
    ck_assert_uint_eq(got->signature, wanted.signature);
    ck_assert_str_eq(got->where, where);
    ck_assert_ptr_eq(got->html, wanted.html);
    ck_assert_ptr_eq(got->writing, wanted.writing);
    ck_assert_ptr_eq(got->extra, wanted.extra);
}

static tr_segment_store filled(void)
{
    tr_segment_store s = {.bytes = bytes};
    for (size_t i = 0; i < N; i++)
        ck_assert(add_nth(&s, i));
    ck_assert_uint_eq(s.n, N);
    return s;
}

START_TEST(segments_come_out_in_any_order)
{
    tr_segment_store s = filled();

    for (size_t i = 0; i < N; i++)
        is_nth(&s, i, i);
    for (size_t i = N; i-- > 0;)
        is_nth(&s, i, i);
    for (size_t i = 0; i < N; i++)
        is_nth(&s, i * 387 % N, i * 387 % N);
    tr_segment_store_free(&s);
}
END_TEST

START_TEST(the_last_ones_are_changed_and_dropped)
{
    static const size_t to[] = {N - 1, 640, 639, 321, 64, 63, 1, 0};
    tr_segment_store s = filled();

    for (size_t k = 0; k < sizeof to / sizeof *to; k++) {
        tr_segment_store_drop_from(&s, to[k]);
        ck_assert_uint_eq(s.n, to[k]);
        if (to[k]) is_nth(&s, to[k] - 1, to[k] - 1);
        for (size_t i = to[k]; i < to[k] + 70; i++) {
            ck_assert(add_nth(&s, i));
            tr_segment *const last = tr_segment_store_at(&s, i);
            last->outer.end++;
            ck_assert(tr_segment_store_replace_last(&s, last));
            ck_assert_uint_eq(tr_segment_store_at(&s, i)->outer.end, i % 2 ? 7 : 6);
            last->outer.end--;
            ck_assert(tr_segment_store_replace_last(&s, last));
        }
        for (size_t i = 0; i < s.n; i++)
            is_nth(&s, i, i);
    }
    tr_segment_store_free(&s);
}
END_TEST

START_TEST(what_became_of_them_is_kept)
{
    tr_segment_store s = filled();
    char text[16];

    for (size_t k = 0; k < 2 * N; k++) {
        const size_t i = k * 387 % N;
        snprintf(text, sizeof text, "%zu", k);
        const tr_segment_outcome o = {
            .written = text, .written_len = strlen(text), .n_lost = i, .quality = (float)i / N};
        ck_assert(
            tr_segment_store_set_outcome(&s, i, i % 3 ? &o : &(tr_segment_outcome){.left = text}));
    }
    ck_assert(tr_segment_store_set_outcome(&s, 7, &(tr_segment_outcome){0}));
    for (size_t k = N; k < 2 * N; k++) {
        const size_t i = k * 387 % N;
        const tr_segment *const p = tr_segment_store_at(&s, i);
        snprintf(text, sizeof text, "%zu", k);
        is_nth(&s, i, i);
        if (i % 3 == 0) ck_assert_str_eq(p->left, text);
        ck_assert(!p->written == (i % 3 == 0 || i == 7));
        if (p->written) ck_assert_uint_eq(p->n_lost, i);
        if (p->written) ck_assert_float_eq(p->quality, (float)i / N);
        if (p->written) ck_assert_mem_eq(p->written, text, p->written_len);
    }
    tr_segment_store_free(&s);
}
END_TEST

START_TEST(a_cell_takes_few_bytes)
{
    tr_segment_store cells = {.bytes = bytes};
    char where[64];

    for (size_t i = 0; i < 60; i++) {
        sprintf(where, "row %zu column 1", i + 1);
        ck_assert(tr_segment_store_add(&cells, &(tr_segment){.at = {3, 5},
                                                             .outer = {3, 5},
                                                             .text = "cd",
                                                             .len = 2,
                                                             .where = where,
                                                             .writing = &first_writing}));
    }
    ck_assert_uint_le(cells.last.len, 60 * 10);
    tr_segment_store_free(&cells);
}
END_TEST

START_TEST(a_segment_can_be_taken_out_again_after_a_larger_one)
{
    char text[1000] = "";
    tr_segment_store s = {.bytes = bytes};

    ck_assert(add_nth(&s, 0));
    is_nth(&s, 0, 0);
    memset(text, 'x', sizeof text - 1);
    for (size_t len = 8; len < sizeof text; len *= 2) {
        const tr_segment large = {.at = {3, 5}, .text = text, .len = len, .where = text};
        ck_assert(tr_segment_store_add(&s, &large));
        is_nth(&s, 0, 0);
    }
    tr_segment_store_free(&s);
}
END_TEST

UNIT_MAIN("segment_store", a_segment_can_be_taken_out_again_after_a_larger_one,
          segments_come_out_in_any_order, the_last_ones_are_changed_and_dropped,
          what_became_of_them_is_kept, a_cell_takes_few_bytes)
