/* Contexts as a program uses them, with the shipped model. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "translate.h"
#include "unit/unit.h"

#define MODEL "models/en-de/en-de.gguf"

static tr_model *model;

/* False if it is not there. */
static bool open_model(void)
{
    tr_error err;
    if (model) return true;
    if (tr_model_open(&model, MODEL, &err) == TR_OK) return true;
    fprintf(stderr, "skipped: context: %s\n", err.msg);
    return false;
}

static tr_context *context(const tr_model *of, int n)
{
    tr_options o;
    tr_context *c;
    tr_error err;

    tr_options_init(&o, of);
    ck_assert_int_eq(tr_context_create(&c, of, &o, n, &err), TR_OK);
    return c;
}

/* The text that a context makes of it. */
static tr_string revise(tr_context *c, const char *source, const char *translation, size_t *n)
{
    tr_string revised;
    tr_error err;

    ck_assert_int_eq(tr_context_revise(c, (tr_string){source, strlen(source)},
                                       (tr_string){translation, strlen(translation)}, &revised, n,
                                       &err),
                     TR_OK);
    return revised;
}

static void stays(tr_context *c, const char *source, const char *translation)
{
    size_t n = 1;
    const tr_string revised = revise(c, source, translation, &n);

    ck_assert_uint_eq(n, 0);
    ck_assert_uint_eq(revised.len, strlen(translation));
    ck_assert_str_eq(revised.text, translation);
}

START_TEST(a_context_has_one_to_ten_sentences)
{
    const int wrong[] = {-1, 0, TR_MAX_CONTEXT + 1};
    tr_options o;
    tr_context *c;
    tr_error err;

    if (!open_model()) return;
    tr_options_init(&o, model);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(tr_context_create(&c, model, &o, wrong[i], &err), TR_EINVAL);
        ck_assert_ptr_null(c);
    }
    tr_context_free(context(model, TR_MAX_CONTEXT));
    tr_context_free(NULL);
}
END_TEST

START_TEST(a_text_without_pronouns_stays_with_its_blanks)
{
    if (!open_model()) return;
    tr_context *const c = context(model, 2);
    stays(c, "  The lamp is new.  The house is old. ", "  Die Lampe ist neu.  Das Haus ist alt. ");
    stays(c, "The lamp is new. So is the house.", "Die Lampe und das Haus sind neu.");
    stays(c, "", "");
    stays(c, "It was cheap.", "Es war billig.");
    tr_context_free(c);
}
END_TEST

START_TEST(bytes_that_are_no_text_are_repaired)
{
    size_t n;

    if (!open_model()) return;
    tr_context *const c = context(model, 1);
    stays(c, "The lamp is \xFF new.", "Die Lampe ist neu.");
    const tr_string revised = revise(c, "The cup is\xC3", "Die Tasse\xC3", &n);
    ck_assert_uint_eq(revised.len, strlen("Die Tasse\xEF\xBF\xBD"));
    tr_context_free(c);
}
END_TEST

START_TEST(a_pronoun_is_changed_in_its_place_alone)
{
    static const char source[] = "It was very cheap.  It is raining.";
    static const char alone[] = "Es war sehr billig.  Es regnet.";
    size_t n;

    if (!open_model()) return;
    tr_context *const c = context(model, 1);
    stays(c, "We bought a new lamp.", "Wir haben uns eine neue Lampe gekauft.");
    const tr_string revised = revise(c, source, alone, &n);
    ck_assert_uint_eq(n, 1);
    ck_assert_str_eq(revised.text, "Sie war sehr billig.  Es regnet.");
    tr_context_clear(c);
    stays(c, source, alone);
    tr_context_free(c);
}
END_TEST

UNIT_MAIN("context", a_context_has_one_to_ten_sentences,
          a_text_without_pronouns_stays_with_its_blanks, bytes_that_are_no_text_are_repaired,
          a_pronoun_is_changed_in_its_place_alone)
