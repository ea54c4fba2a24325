/* Marks from a source to its translation, by attention that is made up. */
#include "document/marks/mark_projection.h"

#include <string.h>

#include "document/segment/tagged.h"
#include "unit/unit.h"

enum { MOST = 32 };

/* A translation word by word: word i of the target looks at word from[i] of the source. */
typedef struct made {
    tr_translation t;
    tr_hypothesis h;
    tr_token source[MOST], target[MOST + 1];
    tr_alignment alignment[MOST + 1];
    float weights[MOST + 1][MOST + 1];
    const char *languages[2];
} made;

static size_t words_of(const char *text, tr_token *tokens)
{
    size_t n = 0, at = 0;
    while (text[at]) {
        size_t end = at + (text[at] == ' ');
        while (text[end] && text[end] != ' ')
            end++;
        tokens[n++] = (tr_token){.begin = at, .end = end};
        at = end;
    }
    return n;
}

static void make(made *m, const char *source, const char *target, const size_t *from, float sure)
{
    memset(m, 0, sizeof *m);
    const size_t n_source = words_of(source, m->source);
    const size_t n_target = words_of(target, m->target);
    for (size_t i = 0; i <= n_target; i++) {
        float *const w = m->weights[i];
        for (size_t k = 0; k < n_source; k++)
            w[k] = (1 - sure) / (float)n_source;
        if (i < n_target) w[from[i]] += sure;
        m->alignment[i] = (tr_alignment){.n = n_source, .weight = w};
    }
    m->h = (tr_hypothesis){.text = target,
                           .text_len = strlen(target),
                           .n_tokens = n_target + 1,
                           .tokens = m->target,
                           .alignment = m->alignment};
    m->target[n_target].begin = m->target[n_target].end = strlen(target);
    m->t = (tr_translation){.source = source,
                            .n_source_tokens = n_source,
                            .source_tokens = m->source,
                            .n_hypotheses = 1,
                            .hypotheses = &m->h};
}

static tr_mark pair(const char *text, const char *words, int parent)
{
    const size_t begin = (size_t)(strstr(text, words) - text);
    return (tr_mark){
        .kind = TR_MARK_PAIR, .parent = parent, .begin = begin, .end = begin + strlen(words)};
}

static int project(const made *m, tr_mark *marks, size_t n, char *out)
{
    const tr_segment segment = {
        .text = m->t.source, .len = strlen(m->t.source), .marks = marks, .n_marks = n};
    tr_buf tagged = {0};
    size_t n_lost;
    const int rc = tr_marks_project(&segment, &m->t, m->languages, &tagged, &n_lost, NULL);
    if (rc == 1 && n_lost) tr_buf_printf(&tagged, " lost %zu", n_lost);
    strcpy(out, tr_buf_text(&tagged));
    tr_buf_free(&tagged);
    return rc;
}

static const char plain[] = "we saw the red house today";
static const size_t in_order[] = {0, 1, 2, 3, 4, 5}, moved[] = {5, 1, 0, 2, 3, 4};

/* Each word looks with weight `sure` at its own, and evenly at all with the rest. */
static void check_made(const char *source, const char *target, const size_t *from, float sure,
                       tr_mark *marks, size_t n, const char *wanted)
{
    char out[500];
    made m;
    make(&m, source, target, from, sure);
    ck_assert_int_eq(project(&m, marks, n, out), *wanted ? 1 : 0);
    ck_assert_str_eq(out, wanted);
}

static void check_projected(const size_t *from, const char *target, tr_mark *marks, size_t n,
                            const char *wanted)
{
    check_made(plain, target, from, 0.9f, marks, n, wanted);
}

START_TEST(a_pair_goes_with_its_words)
{
    tr_mark one[] = {pair(plain, "red", -1)}, two[] = {pair(plain, "red house", -1)};
    check_projected(in_order, "wir sahen das rote haus heute", one, 1,
                    "wir sahen das <1>rote</1> haus heute");
    check_projected(moved, "heute sahen wir das rote haus", two, 1,
                    "heute sahen wir das <1>rote haus</1>");
}
END_TEST

/* Atoms may be other placeholders than private characters: the same ones keep their order. */
START_TEST(tags_in_the_text_are_atoms)
{
    static const char text[] = "we <br> saw the <br> red house today";
    static const size_t words[] = {0, 1, 2, 3, 4, 5, 6, 7};
    tr_mark marks[] = {{.kind = TR_MARK_ATOM, .parent = -1, .begin = 3, .end = 7},
                       pair(text, "the <br> red", -1),
                       {.kind = TR_MARK_ATOM, .parent = 1, .begin = 16, .end = 20}};
    check_made(text, "wir <br> sahen das <br> rote haus heute", words, 0.9f, marks, 3,
               "wir <1/> sahen <2>das <3/> rote</2> haus heute");
    check_made(text, "wir <br> sahen das rote haus heute", (size_t[]){0, 1, 2, 3, 5, 6, 7}, 0.9f,
               marks, 3, "");
}
END_TEST

START_TEST(pairs_stay_in_pairs)
{
    tr_mark marks[] = {pair(plain, "the red house", -1), pair(plain, "red", 0)};
    check_projected(moved, "heute sahen wir das rote haus", marks, 2,
                    "heute sahen wir <1>das <2>rote</2> haus</1>");
}
END_TEST

START_TEST(pairs_beside_each_other_do_not_overlap)
{
    tr_mark marks[] = {pair(plain, "red", -1), pair(plain, "house", -1), pair(plain, "today", -1)};
    check_projected(moved, "heute sahen wir das rote haus", marks, 3,
                    "<3>heute</3> sahen wir das <1>rote</1> <2>haus</2>");
}
END_TEST

START_TEST(a_point_stays_behind_its_word)
{
    tr_mark marks[] = {{.kind = TR_MARK_POINT, .parent = -1, .begin = 14, .end = 14}};
    check_projected(moved, "heute sahen wir das rote haus", marks, 1,
                    "heute sahen wir das rote<1/> haus");
}
END_TEST

START_TEST(what_nobody_looks_at_has_no_place)
{
    tr_mark marks[] = {pair(plain, "house", -1)};
    const size_t nobody[] = {0, 1, 2};
    check_made(plain, "a b c", nobody, 1.0f, marks, 1, "");
}
END_TEST

START_TEST(a_name_goes_with_itself)
{
    static const char source[] = "yesterday Anna came with Bob";
    tr_mark marks[] = {pair(source, "Bob", -1)};
    const size_t mistaken[] = {4, 1, 2, 3, 0};
    check_made(source, "gestern kam Anna mit Bob", mistaken, 0.4f, marks, 1,
               "gestern kam Anna mit <1>Bob</1>");
}
END_TEST

START_TEST(a_pair_holds_no_sign_beside_its_words)
{
    tr_mark red[] = {pair(plain, "red", -1)};
    const size_t behind[] = {0, 1, 2, 3, 3, 4, 5}, before[] = {0, 1, 2, 3, 3, 4, 5};
    check_projected(behind, "wir sahen das rote , haus heute", red, 1,
                    "wir sahen das <1>rote</1> , haus heute");
    check_projected(before, "wir sahen das , rote haus heute", red, 1,
                    "wir sahen das , <1>rote</1> haus heute");
}
END_TEST

START_TEST(a_pair_holds_the_sign_that_it_held)
{
    static const char source[] = "1. the \"red\" house";
    tr_mark marks[] = {pair(source, "1.", -1), pair(source, "\"red\"", -1)};
    check_made(source, "1. das \"rote\" haus", in_order, 0.9f, marks, 2,
               "<1>1.</1> das <2>\"rote\"</2> haus");
    check_made(source, "1) das rote haus", in_order, 0.9f, marks, 2,
               "<1>1</1>) das <2>rote</2> haus");
}
END_TEST

START_TEST(an_atom_is_where_its_character_is)
{
    static const char source[] = "use \xF3\xB0\x80\x80 now";
    tr_mark marks[] = {{.kind = TR_MARK_ATOM, .parent = -1, .begin = 4, .end = 8}};
    const size_t from[] = {2, 1, 0};
    check_made(source, "jetzt \xF3\xB0\x80\x80 nutzen", from, 0.9f, marks, 1, "jetzt <1/> nutzen");
}
END_TEST

START_TEST(a_pair_whose_words_are_not_said_is_empty)
{
    static const char source[] = "press Stop to end the work",
                      *const wanted[] = {"dann <1></1>Sie auf zum Ende der Arbeit lost 1",
                                         "dann <1>Stopp</1> auf zum Ende der Arbeit",
                                         "dann <1></1>Sie auf zum Ende der Arbeit lost 1"};
    static const char *const targets[] = {"dann Sie auf zum Ende der Arbeit",
                                          "dann Stopp auf zum Ende der Arbeit",
                                          "dann Sie auf zum Ende der Arbeit"};
    const size_t from[] = {0, 1, 2, 3, 3, 4, 5};
    tr_mark one[] = {pair(source, "Stop", -1), pair(source, "Stop", 0)};
    made m;
    char out[200];

    for (size_t i = 0; i < 3; i++) {
        make(&m, source, targets[i], from, 0.8f);
        m.languages[0] = "en";
        m.languages[1] = "de";
        ck_assert_int_eq(project(&m, one, 1, out), 1);
        ck_assert_str_eq(out, wanted[i]);
    }
    ck_assert_int_eq(project(&m, one, 2, out), 1); /* what stands in it is empty, too */
    ck_assert_str_eq(out, "dann <1><2></2></1>Sie auf zum Ende der Arbeit lost 1");
    m.languages[1] = NULL;
    ck_assert_int_eq(project(&m, one, 1, out), 1);
    ck_assert_str_eq(out, "dann <1>Sie</1> auf zum Ende der Arbeit");
}
END_TEST

START_TEST(a_small_word_has_the_pair_of_a_small_one)
{
    static const char source[] = "we like it and the house";
    const size_t from[] = {0, 1, 2, 3, 4, 5};
    tr_mark marks[] = {pair(source, "it", -1), pair(source, "house", -1)};
    made m;
    char out[200];

    make(&m, source, "wir mögen es und das Haus", from, 0.8f);
    m.languages[0] = "en";
    m.languages[1] = "de";
    ck_assert_int_eq(project(&m, marks, 2, out), 1);
    ck_assert_str_eq(out, "wir mögen <1>es</1> und das <2>Haus</2>");
}
END_TEST

UNIT_MAIN("project", a_pair_goes_with_its_words, tags_in_the_text_are_atoms, pairs_stay_in_pairs,
          pairs_beside_each_other_do_not_overlap, a_point_stays_behind_its_word,
          what_nobody_looks_at_has_no_place, a_name_goes_with_itself,
          a_pair_holds_no_sign_beside_its_words, a_pair_holds_the_sign_that_it_held,
          an_atom_is_where_its_character_is, a_pair_whose_words_are_not_said_is_empty,
          a_small_word_has_the_pair_of_a_small_one)
