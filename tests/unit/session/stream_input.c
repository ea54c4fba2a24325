#include "session/stream_input.h"

#include <string.h>

#include "unit/unit.h"

/* A reader that gives one piece after the other, then an error or the end. */
typedef struct pieces {
    const char *const *piece; /* NULL ends them */
    bool fails;
} pieces;

static ptrdiff_t read_piece(void *ctx, char *bytes, size_t size)
{
    pieces *p = ctx;
    if (!*p->piece) return p->fails ? -1 : 0;
    const size_t n = strlen(*p->piece);
    ck_assert_uint_le(n, size);
    memcpy(bytes, *p->piece++, n);
    return (ptrdiff_t)n;
}

/* The lines in brackets, a point for each read that completes none, and how it ends. */
static const char *lines_of(const char *const *piece, bool fails)
{
    static char all[200];
    pieces p = {piece, fails};
    const tr_stream_io io = {.read = read_piece, .ctx = &p};
    tr_stream_input in;
    tr_string line;
    tr_error err;
    int rc;

    ck_assert_int_eq(tr_stream_input_init(&in, &io, &err), 0);
    *all = '\0';
    while ((rc = tr_stream_input_next(&in, &line, &err)) >= 0 && (rc > 0 || !in.ended)) {
        strcat(all, rc ? "[" : ".");
        if (rc) strcat(strncat(all, line.text, line.len), "]");
    }
    if (rc < 0) strcat(all, rc == TR_ESTOPPED ? "stopped" : "failed");
    ck_assert(rc < 0 || tr_stream_input_next(&in, &line, &err) == 0);
    tr_stream_input_free(&in);
    return all;
}

#define LINES(fails, ...) lines_of((const char *const[]){__VA_ARGS__, NULL}, fails)

START_TEST(lines_have_their_ends)
{
    ck_assert_str_eq(LINES(false, "a\nb\r\n\n"), "[a\n][b\r\n][\n]");
}
END_TEST

START_TEST(a_line_may_come_in_pieces)
{
    ck_assert_str_eq(LINES(false, "on", "e", "\ntwo\nth", "ree\n"), "..[one\n][two\n].[three\n]");
}
END_TEST

START_TEST(the_last_line_may_have_no_end)
{
    ck_assert_str_eq(LINES(false, "a\n", "b"), "[a\n].[b]");
    ck_assert_str_eq(LINES(false, "a"), ".[a]");
}
END_TEST

START_TEST(an_input_may_be_empty)
{
    ck_assert_str_eq(lines_of((const char *const[]){NULL}, false), "");
}
END_TEST

START_TEST(an_unfinished_line_is_none_where_the_input_fails)
{
    ck_assert_str_eq(LINES(true, "a\nb"), "[a\n].stopped");
}
END_TEST

UNIT_MAIN("stream_input", lines_have_their_ends, a_line_may_come_in_pieces,
          the_last_line_may_have_no_end, an_input_may_be_empty,
          an_unfinished_line_is_none_where_the_input_fails)
