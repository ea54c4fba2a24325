/* The parts that the metrics are made of, and what the library refuses.  Expected values come from
 * sacreBLEU 2.6.0 and numpy (the commands stand above them); whole scores are compared in
 * tests/cli/evaluate.t and tests/peers/check_evaluate.py.  Allocations are wrapped (tests.mk). */
#include "metrics/evaluation.h"

#include <stdio.h>
#include <string.h>

#include "metrics/pcg.h"
#include "metrics/words.h"
#include "unit/failing.h"
#include "unit/unit.h"

/* ---- Tries ------------------------------------------------------------------------------- */

static uint32_t number_of(tr_trie *t, const char *s)
{
    uint32_t node = TR_TRIE_ROOT;
    for (; *s; s++)
        node = tr_trie_child(t, node, (unsigned char)*s);
    return node;
}

START_TEST(numbers_are_the_same_for_the_same_sequences_only)
{
    enum { N = 3000 };
    tr_trie t = {0};
    uint32_t numbers[N];
    char text[16];

    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++) {
            snprintf(text, sizeof text, "%o", (unsigned)i * 7919U);
            numbers[i] = number_of(&t, text);
            for (int k = i - 20 < 0 ? 0 : i - 20; k < i; k++)
                ck_assert_uint_ne(numbers[k], numbers[i]);
        }
        for (int i = 0; i < N; i++) {
            snprintf(text, sizeof text, "%o", (unsigned)i * 7919U);
            ck_assert_uint_eq(number_of(&t, text), numbers[i]);
        }
        ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, 'x'), TR_TRIE_ROOT);
        tr_trie_clear(&t);
        ck_assert_uint_eq(tr_trie_find(&t, TR_TRIE_ROOT, '1'), TR_TRIE_ROOT);
        ck_assert_uint_eq(number_of(&t, "x"), 1);
        tr_trie_clear(&t);
    }
    tr_trie_free(&t);
}
END_TEST

/* ---- Words ------------------------------------------------------------------------------- */

static void read_codes(const char *text, tr_symbols *line)
{
    tr_symbols_clear(line);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const int length = *s < 0x80 ? 1 : *s < 0xE0 ? 2 : *s < 0xF0 ? 3 : 4;
        uint32_t c = length == 1 ? *s : *s & (0x7FU >> length);
        for (int i = 1; i < length; i++)
            c = c << 6 | (s[i] & 0x3FU);
        tr_symbols_add(line, c);
        s += length;
    }
}

/* By `rule`, `text` has the words that stand between the blanks of `expected`. */
static void check_words(int rule, const char *text, const char *expected)
{
    tr_trie words = {0};
    tr_symbols line = {0}, got = {0}, wanted = {0};

    read_codes(text, &line);
    tr_words_split(rule, &line, &words, &got);
    read_codes(expected, &line);
    tr_words_split(TR_WORDS_NONE, &line, &words, &wanted);
    ck_assert_msg(got.n == wanted.n, "%s: %zu words, not %zu", text, got.n, wanted.n);
    for (size_t i = 0; i < got.n; i++)
        ck_assert_msg(got.at[i] == wanted.at[i], "%s: word %zu", text, i);
    tr_trie_free(&words);
    tr_symbols_free(&line);
    tr_symbols_free(&got);
    tr_symbols_free(&wanted);
}

/* from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a; print(Tokenizer13a()(text)) */
START_TEST(words_of_13a)
{
    check_words(TR_WORDS_13A, "1,000.50 3.14, .5 5. a.b,1 1-2 x-y",
                "1,000.50 3.14 , . 5 5 . a . b , 1 1 - 2 x-y");
    check_words(TR_WORDS_13A, "&quot;a&quot; &amp;lt; <skipped>b&gt;", "\" a \" < b >");
    check_words(TR_WORDS_13A, "Was?! (ja) [10%]", "Was ? ! ( ja ) [ 10 % ]");
    check_words(TR_WORDS_13A, "x...", "x . . .");
    check_words(TR_WORDS_13A, "Ende.", "Ende .");
    check_words(TR_WORDS_13A, "", "");
}
END_TEST

/* from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International as T; print(T()(text))
 */
START_TEST(words_of_intl)
{
    check_words(TR_WORDS_INTL, "«Ja», sagte er…", "« Ja » , sagte er …");
    check_words(TR_WORDS_INTL, "3€ 5°C ½. x", "3 € 5 ° C ½ . x");
    check_words(TR_WORDS_INTL, "Es war 1999.", "Es war 1999.");
    check_words(TR_WORDS_INTL, "1,5 a,b", "1,5 a , b");
    check_words(TR_WORDS_INTL, "..a", ". . a");
}
END_TEST

/* from sacrebleu.metrics import CHRF; print(CHRF()._remove_punctuation(text)) */
START_TEST(words_of_chrf)
{
    check_words(TR_WORDS_CHRF, "(hi) \"a\" -b 'c. . d,e ...", "(hi ) \"a \" - b 'c . . d,e .. .");
    check_words(TR_WORDS_CHAR, "a\xC3\xA4 b.", "a \xC3\xA4 b .");
}
END_TEST

/* ---- Edits ------------------------------------------------------------------------------- */

/* from sacrebleu.metrics.lib_ter import translation_edit_rate as t; t(h.split(), r.split())[0] */
START_TEST(edits_and_moves)
{
    static const struct {
        const char *line, *reference;
        size_t edits;
    } cases[] = {
        {"b c d e a", "a b c d e", 1},
        {"a b", "a b", 0},
        {"", "a b", 2},
        {"a b", "", 2},
        {"c d a b x", "a b c d y", 2},
        {"a a a b", "b a a a", 1},
        {"", "", 0},
        {"x a b c y d e f z", "d e f x a b c y z", 1},
    };
    tr_ter ter = {0};
    tr_trie words = {0};
    tr_symbols line = {0}, reference = {0}, code = {0};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_symbols_clear(&line);
        tr_symbols_clear(&reference);
        read_codes(cases[i].line, &code);
        tr_words_split(TR_WORDS_NONE, &code, &words, &line);
        read_codes(cases[i].reference, &code);
        tr_words_split(TR_WORDS_NONE, &code, &words, &reference);
        ck_assert_uint_eq(tr_ter_edits(&ter, &line, &reference), cases[i].edits);
    }
    tr_ter_free(&ter);
    tr_trie_free(&words);
    tr_symbols_free(&line);
    tr_symbols_free(&reference);
    tr_symbols_free(&code);
}
END_TEST

/* ---- Random numbers ---------------------------------------------------------------------- */

/* numpy.random.default_rng(seed).choice(n, size=5) */
START_TEST(random_numbers_are_those_of_numpy)
{
    static const struct {
        uint64_t seed;
        uint32_t n, numbers[5];
    } cases[] = {
        {12345, 3003, {2099, 682, 2368, 951, 613}},
        {((uint64_t)1 << 40) + 7, 3003, {620, 2491, 1830, 766, 51}},
        {12345, 2147483653, {1501552849, 488200391, 1693606514, 438466541, 1712329284}},
    };
    tr_pcg random;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tr_pcg_seed(&random, cases[i].seed);
        for (int k = 0; k < 5; k++)
            ck_assert_uint_eq(tr_pcg_below(&random, cases[i].n), cases[i].numbers[k]);
    }
}
END_TEST

/* ---- The library's functions ------------------------------------------------------------- */

static tr_string string(const char *s)
{
    return (tr_string){.text = s, .len = strlen(s)};
}

static tr_evaluation *create(const tr_evaluation_options *o)
{
    tr_evaluation *e;
    tr_error err;
    ck_assert_msg(!tr_evaluation_create(&e, o, &err), "%s", err.msg);
    return e;
}

static void check_refused(tr_evaluation_options o, const char *sentence)
{
    tr_evaluation *e;
    tr_error err;
    ck_assert_int_eq(tr_evaluation_create(&e, &o, &err), TR_EINVAL);
    ck_assert_msg(strstr(err.msg, sentence) != NULL, "%s", err.msg);
    ck_assert_ptr_null(e);
}

START_TEST(refuses_options_that_mean_nothing)
{
    tr_evaluation_options o;

    tr_evaluation_options_init(&o);
    o.metrics = 0;
    check_refused(o, "no such metrics");
    o.metrics = 1U << TR_N_METRICS;
    check_refused(o, "no such metrics");
    tr_evaluation_options_init(&o);
    o.words = TR_BLEU_CUT + 1;
    check_refused(o, "BLEU's words");
    o.words = TR_BLEU_CUT;
    check_refused(o, "no function that finds");
    o.words = TR_BLEU_SPM;
    check_refused(o, "no SentencePiece model");
    tr_evaluation_options_init(&o);
    o.n_references = 0;
    check_refused(o, "references: can be 1 to");
}
END_TEST

START_TEST(refuses_a_line_that_is_too_long_and_goes_on)
{
    tr_evaluation_options o;
    tr_error err;
    const size_t len = TR_MAX_EVALUATED_LINE + 1;
    char *long_line = malloc(len);
    tr_metric_score score;

    memset(long_line, 'x', len);
    tr_evaluation_options_init(&o);
    tr_evaluation *e = create(&o);
    const tr_string line = string("ein Satz aus Wörtern"), too_long = {long_line, len};
    ck_assert_int_eq(tr_evaluation_add(e, too_long, &line, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_add(e, line, &too_long, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_add(e, line, &line, &err), TR_OK);
    ck_assert_uint_eq(tr_evaluation_lines(e), 1);
    for (int metric = 0; metric < TR_COMET; metric++) {
        ck_assert_int_eq(tr_evaluation_score(e, metric, &score, &err), TR_OK);
        ck_assert_double_eq_tol(score.score, metric == TR_TER ? 0 : 100, 1e-9);
    }
    tr_evaluation_free(e);
    free(long_line);
}
END_TEST

START_TEST(refuses_a_metric_that_was_not_wanted)
{
    tr_evaluation_options o;
    tr_metric_score score;
    tr_error err;

    tr_evaluation_options_init(&o);
    o.metrics = 1U << TR_TER;
    tr_evaluation *e = create(&o);
    ck_assert_int_eq(tr_evaluation_score(e, TR_BLEU, &score, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_score(e, TR_N_METRICS, &score, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_score(e, -1, &score, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_score(e, TR_TER, &score, &err), TR_OK);
    ck_assert_double_eq(score.score, 0);
    tr_evaluation_free(e);
}
END_TEST

START_TEST(learned_scores_come_from_the_caller)
{
    tr_evaluation_options o;
    tr_metric_score score;
    tr_error err;
    const tr_string line = string("a b");

    tr_evaluation_options_init(&o);
    o.metrics = 1U << TR_COMET | 1U << TR_METRICX;
    o.n_references = 0;
    o.comet = "nrefs:0|model:m";
    tr_evaluation *e = create(&o);
    ck_assert_int_eq(tr_evaluation_add(e, line, NULL, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_judge(e, TR_BLEU, 1, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_judge(e, TR_COMET, 0.5, &err), TR_OK);
    ck_assert_int_eq(tr_evaluation_add(e, line, NULL, &err), TR_EINVAL);
    ck_assert_msg(strstr(err.msg, "no score") != NULL, "%s", err.msg);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(tr_evaluation_judge(e, TR_COMET, 0.5 + i, &err), TR_OK);
        ck_assert_int_eq(tr_evaluation_judge(e, TR_METRICX, 4 * i, &err), TR_OK);
        ck_assert_int_eq(tr_evaluation_add(e, line, NULL, &err), TR_OK);
    }
    ck_assert_int_eq(tr_evaluation_score(e, TR_COMET, &score, &err), TR_OK);
    ck_assert_double_eq(score.score, 1);
    ck_assert_int_eq(strncmp(score.signature, "nrefs:0|model:m|version:", 24), 0);
    ck_assert_int_eq(tr_evaluation_score_line(e, TR_METRICX, &score, &err), TR_OK);
    ck_assert_double_eq(score.score, 4);
    tr_evaluation_free(e);
}
END_TEST

START_TEST(refuses_comparisons_that_cannot_be_made)
{
    tr_evaluation_options o;
    tr_comparison c;
    tr_error err;
    const tr_string line = string("a b c d");

    tr_evaluation_options_init(&o);
    tr_evaluation *unkept = create(&o);
    o.compare = 1;
    tr_evaluation *a = create(&o), *b = create(&o);
    o.metrics = 1U << TR_BLEU;
    tr_evaluation *other = create(&o);
    ck_assert_int_eq(tr_evaluation_compare(a, unkept, TR_BLEU, 10, 1, &c, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_compare(a, b, TR_BLEU, 10, 1, &c, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_add(a, line, &line, &err), TR_OK);
    ck_assert_int_eq(tr_evaluation_compare(a, b, TR_BLEU, 10, 1, &c, &err), TR_EINVAL);
    ck_assert_msg(strstr(err.msg, "1 lines cannot be compared with 0") != NULL, "%s", err.msg);
    ck_assert_int_eq(tr_evaluation_add(b, line, &line, &err), TR_OK);
    ck_assert_int_eq(tr_evaluation_add(other, line, &line, &err), TR_OK);
    ck_assert_int_eq(tr_evaluation_compare(a, other, TR_BLEU, 10, 1, &c, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_compare(a, b, TR_BLEU, 0, 1, &c, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_compare(a, b, TR_BLEU, 1000001, 1, &c, &err), TR_EINVAL);
    ck_assert_int_eq(tr_evaluation_compare(a, b, TR_BLEU, 10, 1, &c, &err), TR_OK);
    ck_assert_double_eq_tol(c.mean[0], 100, 1e-9);
    ck_assert_double_eq(c.half[1], 0);
    tr_evaluation_free(unkept);
    tr_evaluation_free(a);
    tr_evaluation_free(b);
    tr_evaluation_free(other);
    tr_evaluation_free(NULL);
}
END_TEST

/* Everything there is, once: the first error, or TR_OK. */
static int run_all(void)
{
    static const char *const lines[] = {"b c d e a und so weiter Σ", "a", ""};
    const tr_string references[] = {string("a b c d e und so weiter σ"), string("x.y")};
    tr_evaluation_options o;
    tr_evaluation *e;
    tr_comparison c;
    int rc;

    tr_evaluation_options_init(&o);
    o.n_references = 2;
    o.compare = 1;
    rc = tr_evaluation_create(&e, &o, NULL);
    if (rc) return rc;
    for (size_t i = 0; i < 3 && !rc; i++)
        rc = tr_evaluation_add(e, string(lines[i]), references, NULL);
    if (!rc) rc = tr_evaluation_compare(e, e, TR_TER, 10, 1, &c, NULL);
    tr_evaluation_free(e);
    return rc;
}

START_TEST(reports_memory_that_runs_out_wherever_it_does)
{
    int rc = TR_ENOMEM, n = 0;

    for (; rc && n < 1000; n++) {
        end_memory(n);
        rc = run_all();
        end_memory(-1);
        ck_assert_msg(!rc || rc == TR_ENOMEM, "%d after %d allocations", rc, n);
    }
    ck_assert_int_eq(rc, TR_OK);
    ck_assert_int_gt(n, 20);
}
END_TEST

UNIT_MAIN("evaluation", numbers_are_the_same_for_the_same_sequences_only, words_of_13a,
          words_of_intl, words_of_chrf, edits_and_moves, random_numbers_are_those_of_numpy,
          refuses_options_that_mean_nothing, refuses_a_line_that_is_too_long_and_goes_on,
          refuses_a_metric_that_was_not_wanted, learned_scores_come_from_the_caller,
          refuses_comparisons_that_cannot_be_made, reports_memory_that_runs_out_wherever_it_does)
