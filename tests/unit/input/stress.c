#include "input/stress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "text/bpe/byte_pieces.h"
#include "unit/tokenized.h"
#include "unit/unit.h"

/* What a test wants. */
typedef struct toy {
    tr_buf model;
    tr_tokenizer *tokenizer;
    tr_chunks chunks;
} toy;

/* Words are pieces, of which the last one is rare; others are made of parts, letters and bytes. */
static void open_toy(toy *o)
{
    enum { N = 200, SPELLING = 16 };
    static const char *const known[] = {"\u2581not", "\u2581open", "\u2581who", "\u2581the",
                                        "\u2581USA", "\u2581un",   "der",       "stand",
                                        "ing",       "\u2581über", "\u2581não", "\u2581índia",
                                        "Ü",         "ôm",         "ega"};
    const char *pieces[N];
    char fillers[N][SPELLING];
    size_t n = 0;

    for (; n < sizeof known / sizeof *known; n++)
        pieces[n] = known[n];
    for (; n < N - 1; n++) {
        snprintf(fillers[n], SPELLING, "%zu", n);
        pieces[n] = fillers[n];
    }
    pieces[n] = "\u2581rare";
    *o = (toy){0};
    o->tokenizer = open_unigram(&o->model, pieces, N);
    o->chunks = (tr_chunks){.tokenizer = o->tokenizer, .max_tokens = 100};
}

static void close_toy(toy *o)
{
    tr_chunks_free(&o->chunks);
    tr_tokenizer_free(o->tokenizer);
    tr_buf_free(&o->model);
}

static const char articles[] = " the a an ";

START_TEST(languages_may_have_no_articles)
{
    toy o;
    char text[] = "ask the WHO";

    open_toy(&o);
    ck_assert_int_eq(tr_stress_lower(&o.chunks, NULL, text, strlen(text), NULL), 0);
    ck_assert_str_eq(text, "ask the who");
    close_toy(&o);
}
END_TEST

/* Seconds for a text of n times the same. */
static double seconds_of(toy *o, const char *one, size_t n)
{
    tr_coverage coverage = {0};
    tr_buf text = {0};
    tr_error err = {0};

    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(&text, one);
    const clock_t begin = clock();
    ck_assert_int_eq(tr_stress_lower(&o->chunks, articles, text.data, text.len, &err), 0);
    ck_assert_int_eq(tr_lacking_capitals_lower(&coverage, &o->chunks, text.data, text.len, &err),
                     0);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ck_assert_uint_eq(strlen(text.data), text.len);
    tr_buf_free(&text);
    return seconds;
}

/* Ten times the text takes ten times as long, or hardly any time. */
START_TEST(takes_time_linear_in_the_length)
{
    static const char *const ones[] = {"A", "Ã", "Aa", "ÃA ", "NOT ", "NOT,", "USA,", "- ", "Ã-"};
    toy o;

    open_toy(&o);
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        const double few = seconds_of(&o, ones[i], 10000), many = seconds_of(&o, ones[i], 100000);
        ck_assert_msg(many < 0.5 + 30 * few, "%s: %g s, then %g s", ones[i], few, many);
    }
    close_toy(&o);
}
END_TEST

/* Each byte is a piece: four of them say as much as one of another vocabulary. */
START_TEST(a_word_of_a_few_bytes_is_known)
{
    static const char word[] = "NATION", longer[] = "NATIONALITIES";
    tr_pieces pieces;
    tr_chunks chunks = {.max_tokens = 100};
    tr_tokenizer *t;
    bool known;

    ck_assert(tr_pieces_create(&pieces, 258, 2000));
    ck_assert(tr_pieces_add(&pieces, "</s>", 4) && tr_pieces_add(&pieces, "<unk>", 5));
    for (int byte = 0; byte < 256; byte++)
        ck_assert(tr_pieces_add(&pieces, tr_byte_piece_of((unsigned char)byte).text, 6));
    const tr_tokenizer_parts parts = {.path = "",
                                      .side = "source",
                                      .pieces = &pieces,
                                      .cutter = &tr_byte_pieces_cutter,
                                      .normalization = "none",
                                      .n_vocab = 258,
                                      .unk = 1};
    ck_assert_int_eq(tr_tokenizer_create(&t, &parts, NULL), 0);
    chunks.tokenizer = t;
    ck_assert_int_eq(tr_small_form_is_known(&chunks, word, (tr_span){0, 6}, &known, NULL), 0);
    ck_assert(known);
    ck_assert_int_eq(tr_small_form_is_known(&chunks, longer, (tr_span){0, 13}, &known, NULL), 0);
    ck_assert(!known);
    tr_chunks_free(&chunks);
    tr_tokenizer_free(t);
    tr_pieces_free(&pieces);
}
END_TEST

UNIT_MAIN("words of stress", languages_may_have_no_articles, takes_time_linear_in_the_length,
          a_word_of_a_few_bytes_is_known)
