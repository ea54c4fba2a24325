/* Options by name. */
#include "setup/options.h"

#include "translate.h"

#include "unit/unit.h"

static char value[256];

static const char *get(const tr_options *o, const char *name)
{
    const ptrdiff_t n = tr_options_get(o, name, value, sizeof value);
    ck_assert_int_ge(n, 0);
    return value;
}

static void set(tr_options *o, const char *name, const char *text)
{
    tr_error err = {0};
    ck_assert_msg(tr_options_set(o, name, text, &err) == 0, "%s", err.msg);
}

static const char *refused(tr_options *o, const char *name, const char *text)
{
    static tr_error err;
    ck_assert_int_eq(tr_options_set(o, name, text, &err), TR_EINVAL);
    return err.msg;
}

START_TEST(values_come_back)
{
    static const char *const pairs[][2] = {
        {"beam", "7"},
        {"n-best", "3"},
        {"length-penalty", "gnmt:0.6"},
        {"threads", "2"},
        {"batch-tokens", "77"},
        {"min-length", "4"},
        {"max-length", "2.5x+7"},
        {"prefix", "Der "},
        {"formality", "informal"},
        {"no-repeat-ngram", "3"},
        {"split", "none"},
        {"input", "ids"},
        {"output-format", "pieces"},
        {"scores", "off"},
        {"alignment", "on"},
        {"precision", "float32"},
        {"shortlist", "off"},
        {"raw", "on"},
        {"from", "deu_Latn"},
        {"to", "fr"},
        {"cpu", "ref"},
        {"seed", "12"},
        {"diverse", "2:0.25"},
    };
    tr_options *const o = tr_options_create(NULL);

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        set(o, pairs[i][0], pairs[i][1]);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ck_assert_str_eq(get(o, pairs[i][0]), pairs[i][1]);
    ck_assert_int_eq(o->beam_size, 7);
    ck_assert_int_eq(o->penalty, TR_PENALTY_GNMT);
    ck_assert_int_eq(o->input, TR_IDS);
    ck_assert_int_eq(o->output, TR_PIECES);
    ck_assert_str_eq(o->prefix, "Der ");
    tr_options_free(o);
}
END_TEST

START_TEST(lists_grow_and_end)
{
    tr_options *const o = tr_options_create(NULL);

    for (int i = 0; i < 100; i++)
        set(o, "ban", i ? "Katze" : "Hund");
    set(o, "keep", "[A-Z]+");
    ck_assert_uint_eq(o->n_banned, 100);
    ck_assert_str_eq(o->banned[0], "Hund");
    ck_assert_str_eq(get(o, "keep"), "[A-Z]+");
    set(o, "ban", NULL);
    ck_assert_uint_eq(o->n_banned, 0);
    ck_assert_str_eq(get(o, "ban"), "");
    tr_options_free(o);
}
END_TEST

START_TEST(order_does_not_matter)
{
    tr_options a, b;

    tr_options_init(&a, NULL);
    tr_options_init(&b, NULL);
    set(&a, "n-best", "9");
    ck_assert_int_eq(a.beam_size, 9);
    set(&a, "beam", "12");
    set(&b, "beam", "12");
    set(&b, "n-best", "9");
    ck_assert_int_eq(a.beam_size, b.beam_size);
    set(&a, "beam", NULL);
    ck_assert_int_eq(a.beam_size, 9);
    set(&a, "n-best", NULL);
    ck_assert_int_eq(a.beam_size, 4);
    set(&a, "n-best", "2");
    set(&a, "sample", "top-k:5");
    ck_assert_int_eq(a.beam_size, 2);
    ck_assert_str_eq(get(&a, "sample"), "top-k:5");
    tr_options_clear(&a);
    ck_assert_int_eq(a.beam_size, 4);
    tr_options_clear(&b);
}
END_TEST

START_TEST(a_null_is_the_default_again)
{
    tr_options o;

    tr_options_init(&o, NULL);
    o.min_length = 6;
    set(&o, "min-length", "8");
    set(&o, "from", "de");
    set(&o, "min-length", NULL);
    set(&o, "from", NULL);
    ck_assert_int_eq(o.min_length, 6);
    ck_assert_ptr_null(o.source_language);
    tr_options_clear(&o);
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    tr_options o;

    tr_options_init(&o, NULL);
    ck_assert_str_eq(refused(&o, "bean", "4"), "there is no option \"bean\"");
    ck_assert_str_eq(refused(&o, "beam", "4x"), "beam: \"4x\" is not a whole number from 1 to 64");
    ck_assert_str_eq(refused(&o, "beam", "65"), "beam: \"65\" is not a whole number from 1 to 64");
    ck_assert_str_eq(refused(&o, "beam", ""), "beam: the value is empty");
    ck_assert_str_eq(refused(&o, "split", "word"), "split: \"word\" is not one of sentence|none");
    ck_assert_str_eq(refused(&o, "raw", "yes"), "raw: \"yes\" is not one of off|on");
    refused(&o, "cpu", "z80");
    ck_assert_int_eq(tr_options_get(&o, "bean", value, sizeof value), -1);
    ck_assert_int_lt(tr_options_set(&o, "glossary", "/nowhere/terms.tsv", NULL), 0);
    tr_options_clear(&o);
}
END_TEST

START_TEST(a_value_is_cut_to_the_room)
{
    tr_options o;
    char small[4];

    tr_options_init(&o, NULL);
    set(&o, "prefix", "abcdef");
    ck_assert_int_eq(tr_options_get(&o, "prefix", small, sizeof small), 6);
    ck_assert_str_eq(small, "abc");
    ck_assert_int_eq(tr_options_get(&o, "prefix", NULL, 0), 6);
    tr_options_clear(&o);
}
END_TEST

START_TEST(every_option_has_a_name_once)
{
    const tr_option *a, *b;
    size_t n = 0;

    for (size_t i = 0; (a = tr_option_at(i)); i++, n++)
        for (size_t j = 0; j < i && (b = tr_option_at(j)); j++)
            ck_assert_str_ne(a->name, b->name);
    ck_assert_uint_gt(n, 20);
}
END_TEST

UNIT_MAIN("option_names", values_come_back, lists_grow_and_end, order_does_not_matter,
          a_null_is_the_default_again, what_is_wrong_is_said, a_value_is_cut_to_the_room,
          every_option_has_a_name_once)
