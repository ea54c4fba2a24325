/* A program that calls the library may have set a locale whose decimal point is a comma. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/gguf.h"
#include "formats/json.h"
#include "import/marian/bergamot_files.h"
#include "import/shared/lexicon.h"
#include "unit/scratch.h"
#include "unit/unit.h"

/* Makes a locale whose decimal point is a comma, and sets it.  Says what is not tested without. */
static void set_comma_locale(const char *folder)
{
    char command[SCRATCH_PATH + 100];
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 --no-archive %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
    const bool made = system(command) == 0;
    setenv("LOCPATH", folder, 1);
    if (!made || !setlocale(LC_ALL, "de_DE.UTF-8") || *localeconv()->decimal_point != ',')
        fprintf(stderr, "skipped: numbers in a locale with a comma: "
                        "localedef makes no locale de_DE.UTF-8\n");
}

START_TEST(reads_a_bergamot_configuration)
{
    static const char text[] = "models: [m.bin]\nnormalize: 0.5\nmax-length-factor: 2.5\n";
    static const char high[] = "models: [m.bin]\nmax-length-factor: 1000.5\n";
    tr_region r = {0};
    tr_error err = {0};
    tr_bergamot b;

    tr_bergamot_init(&b);
    ck_assert_msg(tr_bergamot_config(&b, text, strlen(text), "config.yml", &r, &err) == 0, "%s",
                  err.msg);
    ck_assert(b.length_penalty == 0.5f && b.max_length_factor == 2.5f);
    ck_assert_int_eq(tr_bergamot_config(&b, high, strlen(high), "config.yml", &r, &err),
                     TR_EUNSUPPORTED);
    ck_assert_str_eq(err.msg, "config.yml: max-length-factor: '1000.5' is not a number from 0.001 "
                              "to 1000");
    tr_region_free(&r);
}
END_TEST

static int32_t letter_id(const void *ctx, const char *word, size_t len)
{
    (void)ctx;
    return len == 1 ? word[0] - 'a' : 0;
}

START_TEST(reads_the_text_form_of_a_lexicon)
{
    static const char text[] = "b d 0.25\nc d 0.5\n";
    static const tr_lexicon_vocab letters = {4, 0, letter_id, NULL};
    static const tr_lexicon_choice one = {.first = 0, .best = 1, .threshold = 0.1f};
    tr_region r = {0};
    tr_error err = {0};
    tr_lexicon_lists l;

    ck_assert_msg(tr_lexicon_read(&l, &r, (const unsigned char *)text, strlen(text), &one, &letters,
                                  &letters, "lex", &err) == 0,
                  "%s", err.msg);
    ck_assert_uint_eq(l.n_ids, 1);
    ck_assert_int_eq(l.id[0], 2);
    tr_region_free(&r);
}
END_TEST

START_TEST(shows_metadata_with_a_point)
{
    static const float f = 0.1f;
    static const double d = 0.3;
    const tr_gguf_value of_f = {.type = TR_GGUF_FLOAT32, .bytes = (const unsigned char *)&f};
    const tr_gguf_value of_d = {.type = TR_GGUF_FLOAT64, .bytes = (const unsigned char *)&d};
    char text[32];

    tr_gguf_format(&of_f, text, sizeof text);
    ck_assert_str_eq(text, "0.1");
    tr_gguf_format(&of_d, text, sizeof text);
    ck_assert_str_eq(text, "0.3");
}
END_TEST

START_TEST(reads_json)
{
    tr_error err = {0};
    cJSON *json;

    ck_assert_msg(tr_json_parse(&json, "[0.6]", 5, "x.json", &err) == 0, "%s", err.msg);
    ck_assert(cJSON_GetArrayItem(json, 0)->valuedouble == 0.6);
    cJSON_Delete(json);
}
END_TEST

int main(void)
{
    const unit_test tests[] = {reads_a_bergamot_configuration, reads_the_text_form_of_a_lexicon,
                               shows_metadata_with_a_point, reads_json};
    char command[SCRATCH_PATH + 10];
    scratch s;
    if (!scratch_make(&s)) return EXIT_FAILURE;
    set_comma_locale(s.folder);
    const int rc = unit_run("locale", tests, sizeof tests / sizeof *tests);
    snprintf(command, sizeof command, "rm -rf %s", s.folder);
    return system(command) == 0 ? rc : EXIT_FAILURE;
}
