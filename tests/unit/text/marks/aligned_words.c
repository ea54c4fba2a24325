/* How much words of a translation look at words of the source, by attention that is made up. */
#include "text/marks/aligned_words.h"

#include <string.h>

#include "unit/unit.h"

enum { MOST = 16 };

typedef struct made {
    tr_translation t;
    tr_hypothesis h;
    tr_token source[MOST], target[MOST];
    tr_alignment alignment[MOST];
    tr_aligned_words w;
} made;

/* Tokens begin at blanks, as SentencePiece has them. */
static size_t tokens_of(const char *text, tr_token *tokens)
{
    size_t n = 0, at = 0;

    while (text[at]) {
        size_t end = at + 1;
        while (text[end] && text[end] != ' ')
            end++;
        tokens[n++] = (tr_token){.begin = at, .end = end};
        at = end;
    }
    return n;
}

/* weights: of each token of the target [n_target, n_source]. */
static void make(made *m, const char *source, const char *target, const float *weights)
{
    memset(m, 0, sizeof *m);
    const size_t n_source = tokens_of(source, m->source), n_target = tokens_of(target, m->target);
    for (size_t i = 0; i < n_target; i++)
        m->alignment[i] = (tr_alignment){.n = n_source, .weight = weights + i * n_source};
    m->h = (tr_hypothesis){.text = target,
                           .text_len = strlen(target),
                           .n_tokens = n_target,
                           .tokens = m->target,
                           .alignment = m->alignment};
    m->t = (tr_translation){.source = source,
                            .n_source_tokens = n_source,
                            .source_tokens = m->source,
                            .n_hypotheses = 1,
                            .hypotheses = &m->h};
    ck_assert(tr_aligned_words_make(&m->w, source, strlen(source), &m->t, &m->h));
}

static double look(const made *m, size_t i, const char *part)
{
    const size_t begin = (size_t)(strstr(m->t.source, part) - m->t.source);
    return tr_aligned_words_look(&m->w, i, begin, begin + strlen(part));
}

START_TEST(a_word_looks_where_its_attention_is)
{
    static const float weights[] = {1, 0, 0, 1};
    made m;

    make(&m, "red house", "haus rot", weights);
    ck_assert_double_eq_tol(look(&m, 0, "red"), 1, 1e-6);
    ck_assert_double_eq_tol(look(&m, 0, "house"), 0, 1e-6);
    ck_assert_double_eq_tol(look(&m, 1, "house"), 1, 1e-6);
    ck_assert_double_eq_tol(look(&m, 1, "red house"), 1, 1e-6);
    ck_assert_double_eq_tol(tr_aligned_words_look(&m.w, 0, 0, 0), 0, 1e-6);
    tr_aligned_words_free(&m.w);
}
END_TEST

/* Weights of a word are between 0 and 1, and those of parts that tile the source add up to 1. */
START_TEST(looks_at_all_parts_add_up_to_one)
{
    static const float weights[] = {0.5f, 0.25f, 0.25f, 0.1f, 0.1f, 0.8f};
    made m;

    make(&m, "the red house", "das haus", weights);
    for (size_t i = 0; i < 2; i++) {
        const double sum = look(&m, i, "the") + look(&m, i, "red") + look(&m, i, "house");
        ck_assert_double_eq_tol(sum, 1, 1e-6);
        ck_assert_double_eq_tol(look(&m, i, "the red house"), 1, 1e-6);
    }
    ck_assert_double_gt(look(&m, 1, "house"), look(&m, 0, "house"));
    ck_assert_double_gt(look(&m, 0, "the"), look(&m, 1, "the"));
    tr_aligned_words_free(&m.w);
}
END_TEST

START_TEST(names_and_numbers_go_with_themselves)
{
    static const float weights[] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};
    made m;

    make(&m, "Anna 1,234.5", "1.234,5 Anna x", weights);
    const tr_word *number = tr_aligned_words_equal(&m.w, 0),
                  *name = tr_aligned_words_equal(&m.w, 1);
    ck_assert_ptr_nonnull(number);
    ck_assert_uint_eq(number->begin, 5);
    ck_assert_uint_eq(number->end, 12);
    ck_assert_ptr_nonnull(name);
    ck_assert_uint_eq(name->begin, 0);
    ck_assert_ptr_null(tr_aligned_words_equal(&m.w, 2));
    ck_assert_double_gt(look(&m, 1, "Anna"), 0.5 + 1e-6);
    tr_aligned_words_free(&m.w);
}
END_TEST

START_TEST(a_name_that_comes_twice_has_no_equal)
{
    static const float weights[] = {1, 0, 0, 0, 1, 0};
    made m;

    make(&m, "Anna and Anna", "Anna und", weights);
    ck_assert_ptr_null(tr_aligned_words_equal(&m.w, 0));
    ck_assert_ptr_null(tr_aligned_words_equal(&m.w, 1));
    tr_aligned_words_free(&m.w);
    make(&m, "so rot", "so rot", weights); /* small words may mean others */
    ck_assert_ptr_null(tr_aligned_words_equal(&m.w, 0));
    tr_aligned_words_free(&m.w);
}
END_TEST

START_TEST(a_placeholder_looks_at_itself_alone)
{
    static const float weights[] = {0, 1, 1, 0};
    made m;

    make(&m, "%s files", "%s Dateien", weights);
    ck_assert_double_eq_tol(look(&m, 0, "%s"), 1, 1e-6);
    ck_assert_double_eq_tol(look(&m, 0, "files"), 0, 1e-6);
    tr_aligned_words_free(&m.w);
}
END_TEST

START_TEST(a_target_without_attention_looks_nowhere)
{
    static const float weights[4] = {0};
    made m;

    make(&m, "red house", "haus rot", weights);
    ck_assert_double_eq(look(&m, 0, "red house"), 0);
    tr_aligned_words_free(&m.w);
    make(&m, "", "", weights);
    ck_assert_uint_eq(m.w.target.n, 0);
    tr_aligned_words_free(&m.w);
}
END_TEST

/* A word of several tokens is their mean: "house" gets 1 and 0. */
START_TEST(tokens_of_a_word_count_alike)
{
    static const float weights[] = {0, 1, 1, 0};
    made m;

    make(&m, "red house", "haus rot", weights);
    tr_aligned_words_free(&m.w);
    m.target[0] = (tr_token){.begin = 0, .end = 2};
    m.target[1] = (tr_token){.begin = 2, .end = 8};
    ck_assert(tr_aligned_words_make(&m.w, m.t.source, 9, &m.t, &m.h));
    ck_assert_double_eq_tol(look(&m, 0, "house"), 0.5, 1e-6);
    ck_assert_double_eq_tol(look(&m, 0, "red"), 0.5, 1e-6);
    ck_assert_double_eq_tol(look(&m, 1, "red"), 1, 1e-6);
    tr_aligned_words_free(&m.w);
}
END_TEST

UNIT_MAIN("aligned_words", a_word_looks_where_its_attention_is, looks_at_all_parts_add_up_to_one,
          names_and_numbers_go_with_themselves, a_name_that_comes_twice_has_no_equal,
          a_placeholder_looks_at_itself_alone, a_target_without_attention_looks_nowhere,
          tokens_of_a_word_count_alike)
