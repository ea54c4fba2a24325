/* Programs that were compiled with smaller or larger structures than the library's. */
#include "translate.h"

#include <string.h>

#include "make/make_model.h"
#include "unit/scratch.h"
#include "unit/unit.h"

enum { MORE = 64 };

/* A structure as a later version has it. */
typedef struct later_options {
    tr_options known;
    char more[MORE];
} later_options;

static tr_model *open_small(void)
{
    scratch s;
    tr_model *m;
    tr_error err;

    scratch_open(&s);
    ck_assert_int_eq(make_model(scratch_file(&s, "m.gguf"), &model_spec_small, &err), 0);
    ck_assert_msg(tr_model_open(&m, s.path, &err) == 0, "%s", err.msg);
    scratch_close(&s);
    return m;
}

static void use_ids(tr_options *o)
{
    o->input = o->output = TR_IDS;
}

static int create(const tr_model *m, const tr_options *o, tr_error *err)
{
    tr_session *s;
    const int rc = tr_session_create(&s, m, o, err);
    tr_session_free(s);
    return rc;
}

START_TEST(options_of_an_older_program_are_completed)
{
    tr_model *const m = open_small();
    const size_t older = offsetof(tr_options, given) + sizeof(struct tr_given *);
    struct {
        tr_options o;
        char guard[8];
    } old;

    memset(&old, 0x5a, sizeof old);
    tr_options_init_sized(&old.o, older, m);
    for (size_t i = 0; i < sizeof old.guard; i++)
        ck_assert_int_eq(old.guard[i], 0x5a);
    use_ids(&old.o);
    ck_assert_int_eq(create(m, &old.o, NULL), 0);
    tr_model_close(m);
}
END_TEST

START_TEST(options_of_a_newer_program_are_taken_if_they_ask_nothing_new)
{
    tr_model *const m = open_small();
    later_options later;
    tr_error err;

    tr_options_init_sized(&later.known, sizeof later, m);
    use_ids(&later.known);
    ck_assert_int_eq(create(m, &later.known, &err), 0);
    later.more[MORE - 1] = 1;
    ck_assert_int_eq(create(m, &later.known, &err), TR_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.msg, "older than the program"));
    tr_model_close(m);
}
END_TEST

START_TEST(options_that_nobody_initialised_are_refused)
{
    tr_model *const m = open_small();
    const tr_options o = {.beam_size = 4, .n_best = 1};

    ck_assert_int_eq(create(m, &o, NULL), TR_EINVAL);
    ck_assert_int_eq(tr_translate_stream(m, &o, NULL, NULL, NULL), TR_EINVAL);
    tr_model_close(m);
}
END_TEST

START_TEST(no_byte_behind_a_result_is_written)
{
    tr_model *const m = open_small();
    const size_t older = offsetof(tr_tensor_info, offset);
    unsigned char info[2 * sizeof(tr_tensor_info)];

    memset(info, 0x5a, sizeof info);
    tr_model_tensor_sized(m, 0, (tr_tensor_info *)(void *)info, older);
    ck_assert_int_ne(((tr_tensor_info *)(void *)info)->n_dims, 0);
    for (size_t i = older; i < sizeof info; i++)
        ck_assert_int_eq(info[i], 0x5a);
    tr_model_tensor_sized(m, 0, (tr_tensor_info *)(void *)info, sizeof info);
    for (size_t i = sizeof(tr_tensor_info); i < sizeof info; i++)
        ck_assert_int_eq(info[i], 0);
    tr_model_close(m);
}
END_TEST

START_TEST(what_a_newer_program_asks_for_is_refused)
{
    struct {
        tr_document_options known;
        int more;
    } later = {{0}, 0};
    tr_document *d;
    tr_error err;

    later.known.format = "text";
    ck_assert_int_eq(tr_document_open_sized(&d, "a", "Hi.", 3, &later.known, sizeof later, &err),
                     0);
    tr_document_free(d);
    later.more = 1;
    ck_assert_int_eq(tr_document_open_sized(&d, "a", "Hi.", 3, &later.known, sizeof later, &err),
                     TR_EINVAL);
}
END_TEST

START_TEST(elements_outside_an_array_are_null)
{
    tr_model *const m = open_small();
    const tr_translation *t;
    tr_session *s;
    tr_options o;

    tr_options_init(&o, m);
    use_ids(&o);
    ck_assert_int_eq(tr_session_create(&s, m, &o, NULL), 0);
    ck_assert_int_eq(tr_translate(s, "5 6", 3, &t, NULL), 0);
    ck_assert_ptr_eq(tr_translation_hypothesis(t, 0), t->hypotheses);
    ck_assert_ptr_null(tr_translation_hypothesis(t, t->n_hypotheses));
    ck_assert_ptr_eq(tr_translation_source_token(t, 1), t->source_tokens + 1);
    ck_assert_ptr_null(tr_translation_source_token(t, 2));
    ck_assert_ptr_null(tr_hypothesis_token(t->hypotheses, t->hypotheses[0].n_tokens));
    ck_assert_ptr_null(tr_hypothesis_alignment(t->hypotheses, 0));
    tr_session_free(s);
    tr_model_close(m);
}
END_TEST

UNIT_MAIN("sized", options_of_an_older_program_are_completed,
          options_of_a_newer_program_are_taken_if_they_ask_nothing_new,
          options_that_nobody_initialised_are_refused, no_byte_behind_a_result_is_written,
          what_a_newer_program_asks_for_is_refused, elements_outside_an_array_are_null)
