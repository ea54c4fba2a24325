#include "input/uncovered.h"

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

/* The model knows two words with ä, one of Russian in small letters, and a sign. */
static void open_toy(toy *o)
{
    static const char *const pieces[] = {"\u2581Käse", "ä", "\u2581дом", "д", "о",
                                         "м",          "€", "\u2581não", "ã"};

    *o = (toy){0};
    o->tokenizer = open_unigram(&o->model, pieces, sizeof pieces / sizeof *pieces);
    o->chunks = (tr_chunks){.tokenizer = o->tokenizer, .max_tokens = 100};
}

/* One that cannot spell what it has no piece for, and has pieces of small letters and marks. */
static void open_toy_without_bytes(toy *o)
{
    static const char *const pieces[] = {",", ".", ";", "1",  "2", "3", "4",
                                         "5", "(", ")", "\"", "%", "¿"};

    *o = (toy){0};
    o->tokenizer = open_unigram_without_bytes(&o->model, pieces, sizeof pieces / sizeof *pieces);
    o->chunks = (tr_chunks){.tokenizer = o->tokenizer, .max_tokens = 100};
}

static void close_toy(toy *o)
{
    tr_chunks_free(&o->chunks);
    tr_tokenizer_free(o->tokenizer);
    tr_buf_free(&o->model);
}

/* What is lacking of a text, or of a part of it, between bars. */
static const char *lacking_of(toy *o, const char *text, tr_span gap)
{
    static char all[1000];
    tr_uncovered s;
    tr_span found;
    tr_error err = {0};
    size_t last = gap.begin;

    *all = '\0';
    tr_uncovered_begin(&s, &o->coverage, &o->chunks, text, gap);
    for (;;) {
        ck_assert_msg(tr_uncovered_next(&s, &found, &err) == 0, "%s", err.msg);
        if (found.begin == found.end) break;
        ck_assert(last <= found.begin && found.begin < found.end && found.end <= gap.end);
        last = found.end;
        if (*all) strcat(all, "|");
        strncat(all, text + found.begin, found.end - found.begin);
    }
    return all;
}

START_TEST(a_gap_is_searched_alone)
{
    toy o;
    static const char text[] = "Łódź Łódź Łódź";
    const size_t word = strlen("Łódź");

    open_toy(&o);
    ck_assert_str_eq(lacking_of(&o, text, (tr_span){word + 1, 2 * word + 1}), "Łódź");
    ck_assert_str_eq(lacking_of(&o, text, (tr_span){2, word}), "ódź"); /* what is before is not */
    ck_assert_str_eq(lacking_of(&o, text, (tr_span){word, word}), "");
    close_toy(&o);
}
END_TEST

/* Seconds for a text of n times the same. */
static double seconds_of(toy *o, const char *one, size_t n)
{
    tr_buf text = {0};
    tr_uncovered s;
    tr_span found;

    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(&text, one);
    const clock_t begin = clock();
    tr_uncovered_begin(&s, &o->coverage, &o->chunks, text.data, (tr_span){0, text.len});
    do
        ck_assert_int_eq(tr_uncovered_next(&s, &found, NULL), 0);
    while (found.begin < found.end);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    tr_buf_free(&text);
    return seconds;
}

/* Ten times the text takes ten times as long, or hardly any time. */
START_TEST(takes_time_linear_in_the_length)
{
    static const char *const ones[] = {
        "ж",    "д",      "дж",        "Ł",    "Ã",  "ł-",   "ł₩",     "₩",    "²",
        "a²",   "abcde²", "letters½a", "1²",   "東", "東 ",  "\uFFFD", "д ж ", "ab-ж",
        "a-£ ", "a1£ ",   "1 £",       "£ 1 ", "5ł", "1,1₩", "ä",      "—",    "\u0301"};
    static const char *const marks[] = {"{", "a{", "ab{", "ab{ ", "‰1", "ab1‰,", "<ab>"};
    toy o;

    open_toy(&o);
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        const double few = seconds_of(&o, ones[i], 5000), many = seconds_of(&o, ones[i], 50000);
        ck_assert_msg(many < 0.5 + 30 * few, "%s: %g s, then %g s", ones[i], few, many);
    }
    close_toy(&o);
    open_toy_without_bytes(&o);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const double few = seconds_of(&o, marks[i], 5000), many = seconds_of(&o, marks[i], 50000);
        ck_assert_msg(many < 0.5 + 30 * few, "%s: %g s, then %g s", marks[i], few, many);
    }
    close_toy(&o);
}
END_TEST

UNIT_MAIN("what a vocabulary lacks", a_gap_is_searched_alone, takes_time_linear_in_the_length)
