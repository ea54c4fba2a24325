#include "input/stress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "unit/tokenized.h"
#include "unit/unit.h"

/* The words in capitals of a text, between bars. */
static const char *words(const char *text)
{
    static char out[1000];
    tr_span word = {0};

    *out = '\0';
    while (tr_capital_word_next(text, strlen(text), word.end, &word)) {
        if (*out) strcat(out, "|");
        strncat(out, text + word.begin, word.end - word.begin);
    }
    return out;
}

START_TEST(words_in_capitals_are_found)
{
    ck_assert_str_eq(words("Do NOT open IT."), "NOT|IT");
    ck_assert_str_eq(words("(STOP) \"NOW\"!"), "STOP|NOW");
    ck_assert_str_eq(words("NOT"), "NOT");
    ck_assert_str_eq(words("ÜBER ПРИВЕТ"), "ÜBER|ПРИВЕТ");
}
END_TEST

START_TEST(other_words_are_not_found)
{
    ck_assert_str_eq(words(""), "");
    ck_assert_str_eq(words("Do not open it. A B"), "");
    ck_assert_str_eq(words("NOTe McDONALD iPAD"), "");
    ck_assert_str_eq(words("A4 AB12 12AB NO_ONE _NO NO_"), "");
    ck_assert_str_eq(words("{NAME} <NAME> %NAME% $NAME #NAME @NAME AT&T"), "");
    ck_assert_str_eq(words("日本 ١٢"), "");
}
END_TEST

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

static void check_lowered(toy *o, const char *text, const char *wanted)
{
    char lowered[200];
    tr_error err = {0};

    strcpy(lowered, text);
    ck_assert_msg(tr_stress_lower(&o->chunks, articles, lowered, strlen(text), &err) == 0, "%s",
                  err.msg);
    ck_assert_str_eq(lowered, wanted);
}

START_TEST(frequent_words_are_read_in_small_letters)
{
    toy o;

    open_toy(&o);
    check_lowered(&o, "Do NOT open it.", "Do not open it.");
    check_lowered(&o, "Do not OPEN, NOT now.", "Do not open, not now.");
    check_lowered(&o, "(ÜBER)", "(über)");
    check_lowered(&o, "NOT", "not");
    check_lowered(&o, "", "");
    close_toy(&o);
}
END_TEST

START_TEST(other_words_stay)
{
    toy o;

    open_toy(&o);
    check_lowered(&o, "in USA", "in USA");         /* the model knows it */
    check_lowered(&o, "it is RARE", "it is RARE"); /* hardly a word that it does */
    check_lowered(&o, "it is XKPQZR, NOTE", "it is XKPQZR, NOTE");
    check_lowered(&o, "NOT_OPEN {NOT} Not", "NOT_OPEN {NOT} Not");
    close_toy(&o);
}
END_TEST

START_TEST(names_after_articles_stay)
{
    toy o;

    open_toy(&o);
    check_lowered(&o, "ask WHO it is", "ask who it is");
    check_lowered(&o, "ask the WHO", "ask the WHO");
    check_lowered(&o, "The WHO is", "The WHO is");
    check_lowered(&o, "ask the  WHO", "ask the  WHO");
    check_lowered(&o, "bathe WHO", "bathe who");
    close_toy(&o);
}
END_TEST

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

static enum tr_capital_word judged(toy *o, bool amid_capitals, const char *word)
{
    enum tr_capital_word is;
    tr_error err = {0};

    ck_assert_msg(tr_capital_word_judge(&o->chunks, articles, amid_capitals, word,
                                        (tr_span){0, strlen(word)}, &is, &err) == 0,
                  "%s", err.msg);
    return is;
}

START_TEST(long_words_that_are_none_are_codes)
{
    toy o;

    open_toy(&o);
    ck_assert_int_eq(judged(&o, false, "NOT"), TR_CAPITALS_STRESS);
    ck_assert_int_eq(judged(&o, false, "RARE"), TR_CAPITALS_STAY);
    ck_assert_int_eq(judged(&o, false, "USA"), TR_CAPITALS_STAY);
    ck_assert_int_eq(judged(&o, false, "XKPQZR"), TR_CAPITALS_CODE);
    ck_assert_int_eq(judged(&o, false, "XKPQ"), TR_CAPITALS_STAY);
    close_toy(&o);
}
END_TEST

START_TEST(codes_amid_capitals_are_spelled_letter_by_letter)
{
    toy o;

    open_toy(&o);
    ck_assert_int_eq(judged(&o, false, "UNDERSTANDINGA"), TR_CAPITALS_CODE);
    ck_assert_int_eq(judged(&o, true, "UNDERSTANDINGA"), TR_CAPITALS_STAY);
    ck_assert_int_eq(judged(&o, true, "XKPQZR"), TR_CAPITALS_CODE);
    ck_assert_int_eq(judged(&o, true, "NOT"), TR_CAPITALS_STRESS);
    close_toy(&o);
}
END_TEST

static bool is_known(toy *o, const char *word)
{
    bool known;
    tr_error err = {0};

    ck_assert_msg(
        tr_small_form_is_known(&o->chunks, word, (tr_span){0, strlen(word)}, &known, &err) == 0,
        "%s", err.msg);
    return known;
}

START_TEST(small_forms_are_known)
{
    toy o;

    open_toy(&o);
    ck_assert(is_known(&o, "NÃO"));
    ck_assert(is_known(&o, "Não"));
    ck_assert(is_known(&o, "Índia"));
    ck_assert(is_known(&o, "ÍNDIA"));
    ck_assert(is_known(&o, "Ômega"));  /* a blank alone is no part of it */
    ck_assert(!is_known(&o, "ÍndiÃ")); /* the last one stays, and is lacking */
    ck_assert(!is_known(&o, "ŽIŽEK"));
    ck_assert(!is_known(&o, "Žižek"));
    close_toy(&o);
}
END_TEST

static void check_lacking(toy *o, const char *text, const char *wanted)
{
    tr_coverage coverage = {0};
    char lowered[200];
    tr_error err = {0};

    strcpy(lowered, text);
    ck_assert_msg(tr_lacking_capitals_lower(&coverage, &o->chunks, lowered, strlen(text), &err) ==
                      0,
                  "%s", err.msg);
    ck_assert_str_eq(lowered, wanted);
}

START_TEST(capitals_that_the_vocabulary_lacks_are_small)
{
    toy o;

    open_toy(&o);
    check_lacking(&o, "NÃO", "não");
    check_lacking(&o, "Em Índia, NÃO.", "Em índia, não.");
    check_lacking(&o, "", "");
    check_lacking(&o, "NOT Über ÜBER",
                  "NOT Über ÜBER"); /* it has Ü, and all of ASCII is no matter */
    check_lacking(&o, "Žižek ŽIŽEK não", "Žižek ŽIŽEK não");
    close_toy(&o);
}
END_TEST

static void check_raised(const char *source, const char *text, const char *wanted)
{
    char raised[200];

    strcpy(raised, text);
    tr_lacking_capitals_raise(source, strlen(source), raised, strlen(raised));
    ck_assert_str_eq(raised, wanted);
}

START_TEST(copies_of_words_in_small_letters_are_raised)
{
    check_raised("Vi Ômega ontem.", "I saw ômega yesterday.", "I saw Ômega yesterday.");
    check_raised("Vi Ômega ontem.", "I saw Omega.", "I saw Omega.");
    check_raised("Vi ômega e Ômega.", "I saw ômega.", "I saw ômega.");
    check_raised("Vi Ômegas.", "I saw ômega.", "I saw ômega.");
    check_raised("Vi Ômega.", "I saw cômega.", "I saw cômega.");
    check_raised("", "ômega", "ômega");
    check_raised("Ômega", "", "");
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

UNIT_MAIN("words of stress", words_in_capitals_are_found, other_words_are_not_found,
          frequent_words_are_read_in_small_letters, other_words_stay, names_after_articles_stay,
          languages_may_have_no_articles, long_words_that_are_none_are_codes,
          codes_amid_capitals_are_spelled_letter_by_letter, small_forms_are_known,
          capitals_that_the_vocabulary_lacks_are_small, copies_of_words_in_small_letters_are_raised,
          takes_time_linear_in_the_length)
