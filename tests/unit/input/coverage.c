#include "input/coverage.h"

#include <string.h>
#include <time.h>

#include "unit/tokenized.h"
#include "unit/unit.h"

/* What a test wants. */
typedef struct toy {
    tr_buf model;
    tr_tokenizer *tokenizer;
    tr_chunks chunks;
    tr_coverage coverage;
} toy;

static void open_toy(toy *o)
{
    static const char *const pieces[] = {"\u2581Haus", "ä", "д", "x", "x\u0301", "€", "\u2581東"};

    *o = (toy){0};
    o->tokenizer = open_unigram(&o->model, pieces, sizeof pieces / sizeof *pieces);
    o->chunks = (tr_chunks){.tokenizer = o->tokenizer, .max_tokens = 100};
}

static void close_toy(toy *o)
{
    tr_chunks_free(&o->chunks);
    tr_tokenizer_free(o->tokenizer);
    tr_buf_free(&o->model);
}

/* The first unit of a text has `bytes` bytes. */
static bool has(toy *o, const char *text, size_t bytes)
{
    size_t n = 0;
    bool known = false;
    tr_error err = {0};

    ck_assert_msg(tr_coverage_has(&o->coverage, &o->chunks, text, strlen(text), &n, &known, &err) ==
                      0,
                  "%s", err.msg);
    ck_assert_msg(n == bytes, "%s: %zu bytes", text, n);
    return known;
}

START_TEST(characters_with_a_piece_are_had)
{
    toy o;

    open_toy(&o);
    ck_assert(has(&o, "a", 1));
    ck_assert(has(&o, "äh", 2));
    ck_assert(has(&o, "д", 2));
    ck_assert(has(&o, "€5", 3));
    ck_assert(has(&o, "東京", 3));
    close_toy(&o);
}
END_TEST

START_TEST(characters_of_bytes_are_lacking)
{
    toy o;

    open_toy(&o);
    ck_assert(!has(&o, "µm", 2));
    ck_assert(!has(&o, "₩", 3));
    ck_assert(!has(&o, "京", 3));
    ck_assert(!has(&o, "ж", 2));
    ck_assert(!has(&o, "\U0001F600", 4));
    close_toy(&o);
}
END_TEST

START_TEST(marks_belong_to_their_characters)
{
    toy o;

    open_toy(&o);
    ck_assert(has(&o, "x", 1));
    ck_assert(has(&o, "x\u0301y", 3));
    ck_assert(!has(&o, "x\u0302", 3));
    ck_assert(!has(&o, "a\u0301\u0302 a", 5));
    ck_assert(has(&o, "a", 1)); /* alone it is had all the same */
    ck_assert(has(&o, "x", 1));
    close_toy(&o);
}
END_TEST

START_TEST(answers_stay_the_same)
{
    toy o;

    open_toy(&o);
    for (int i = 0; i < 3; i++) {
        ck_assert(has(&o, "ä", 2));
        ck_assert(!has(&o, "\u01E4", 2)); /* 256 after it, */
        ck_assert(!has(&o, "\u02E4", 2)); /*   and again */
        ck_assert(has(&o, "д", 2));
        ck_assert(!has(&o, "\u0534", 2)); /* 256 after it */
    }
    close_toy(&o);
}
END_TEST

START_TEST(each_character_is_asked_for_once)
{
    enum { MANY = 1000000 };
    toy o;
    const clock_t begin = clock();

    open_toy(&o);
    for (int i = 0; i < MANY; i++) {
        size_t n;
        bool known;
        ck_assert_int_eq(tr_coverage_has(&o.coverage, &o.chunks, "ж", 2, &n, &known, NULL), 0);
        ck_assert(!known);
    }
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 5);
    close_toy(&o);
}
END_TEST

UNIT_MAIN("coverage", characters_with_a_piece_are_had, characters_of_bytes_are_lacking,
          marks_belong_to_their_characters, answers_stay_the_same, each_character_is_asked_for_once)
