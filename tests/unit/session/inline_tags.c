/* Tags within a line, by the library: texts, tokens and alignments with the shipped model. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

#define MODEL "models/en-de-tiny/en-de-tiny.gguf"

static const char tagged[] = "The <b>big cat</b> sleeps.", plain[] = "The big cat sleeps.";

static tr_model *model;

/* False if it is not there. */
static bool open_model(void)
{
    tr_error err;
    if (model) return true;
    if (tr_model_open(&model, MODEL, &err) == TR_OK) return true;
    fprintf(stderr, "skipped: inline_tags: %s\n", err.msg);
    return false;
}

static const tr_translation *translate(tr_session **s, const tr_options *o, const char *text)
{
    const tr_translation *t;
    tr_error err;

    ck_assert_int_eq(tr_session_create(s, model, o, &err), TR_OK);
    ck_assert_int_eq(tr_translate(*s, text, strlen(text), &t, &err), TR_OK);
    ck_assert_int_eq(t->status, TR_OK);
    return t;
}

/* The text without tags. */
static char *without_tags(const char *text)
{
    char *const out = calloc(strlen(text) + 1, 1);
    size_t n = 0;

    for (bool within = false; *text; text++) {
        within = within || *text == '<';
        if (!within) out[n++] = *text;
        if (*text == '>') within = false;
    }
    return out;
}

START_TEST(the_text_is_that_of_the_line_without_tags)
{
    tr_options o;
    tr_session *s, *other;

    if (!open_model()) return;
    tr_options_init(&o, model);
    const tr_translation *const t = translate(&s, &o, tagged), *const u =
                                                                   translate(&other, &o, plain);
    char *const text = without_tags(t->hypotheses[0].text);
    ck_assert_str_eq(text, u->hypotheses[0].text);
    ck_assert_str_eq(t->source, tagged);
    ck_assert_uint_eq(t->source_len, strlen(tagged));
    ck_assert_uint_eq(t->n_source_tokens, u->n_source_tokens);
    ck_assert_float_eq(t->hypotheses[0].score, u->hypotheses[0].score);
    ck_assert_ptr_null(t->hypotheses[0].alignment);
    for (size_t i = 0; i < t->hypotheses[0].n_tokens; i++)
        ck_assert_uint_eq(t->hypotheses[0].tokens[i].end, 0);
    for (size_t i = 0; i < t->n_source_tokens; i++)
        ck_assert_uint_eq(t->source_tokens[i].end, 0);
    free(text);
    tr_session_free(s);
    tr_session_free(other);
}
END_TEST

/* Places of tokens [n] ascend, and lie in text [len]. */
static void check_places(size_t len, const tr_token *tokens, size_t n)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        ck_assert_uint_ge(tokens[i].begin, at);
        ck_assert_uint_ge(tokens[i].end, tokens[i].begin);
        at = tokens[i].end;
    }
    ck_assert_uint_le(at, len);
}

START_TEST(tokens_have_places_in_the_text_with_tags)
{
    tr_options o;
    tr_session *s;

    if (!open_model()) return;
    tr_options_init(&o, model);
    o.alignment = 1;
    const tr_translation *const t = translate(&s, &o, tagged);
    const tr_hypothesis *const h = &t->hypotheses[0];
    check_places(t->source_len, t->source_tokens, t->n_source_tokens);
    check_places(h->text_len, h->tokens, h->n_tokens);
    ck_assert_ptr_nonnull(h->alignment);
    /* The token that ends with "cat" ends where the tag begins; the next begins behind it. */
    const size_t end = (size_t)(strstr(tagged, "</b>") - tagged);
    size_t found = 0;
    for (size_t i = 0; i + 1 < t->n_source_tokens; i++)
        found += t->source_tokens[i].end == end && t->source_tokens[i + 1].begin == end + 4;
    ck_assert_uint_eq(found, 1);
    tr_session_free(s);
}
END_TEST

START_TEST(raw_lines_have_no_marks)
{
    tr_options o;
    tr_session *s;

    if (!open_model()) return;
    tr_options_init(&o, model);
    o.raw = 1;
    const tr_translation *const t = translate(&s, &o, tagged);
    ck_assert_uint_gt(t->n_source_tokens, 6); /* tags have tokens, too */
    tr_session_free(s);
}
END_TEST

/* What an observer is told of. */
static void note_begin(void *ctx, const tr_search_begin *begin)
{
    size_t *const ends = ctx;
    ends[0] = begin->begin;
    ends[1] = begin->end;
}

START_TEST(an_observer_is_told_places_in_the_line)
{
    static const char two[] = "One cat. The <b>big cat</b> sleeps.";
    size_t places[2] = {0};
    const tr_observer observer = {.ctx = places, .begin = note_begin};
    tr_options o;
    tr_session *s;

    if (!open_model()) return;
    tr_options_init(&o, model);
    o.observer = &observer;
    translate(&s, &o, two);
    ck_assert_uint_eq(places[0], (size_t)(strstr(two, "The") - two));
    ck_assert_uint_eq(places[1], strlen(two));
    tr_session_free(s);
}
END_TEST

UNIT_MAIN("inline_tags_of_lines", the_text_is_that_of_the_line_without_tags,
          tokens_have_places_in_the_text_with_tags, raw_lines_have_no_marks,
          an_observer_is_told_places_in_the_line)
