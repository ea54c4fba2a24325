/* The user's settings file. */
#include "console/preferences.h"

#include <stdio.h>
#include <sys/stat.h>

#include "unit/said.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static scratch s;

/* Makes the file, in a folder of its own that $XDG_CONFIG_HOME names; NULL: there is none. */
static void begin(const char *bytes, size_t size)
{
    scratch_open(&s);
    ck_assert_int_eq(mkdir(scratch_file(&s, "translate"), 0700), 0);
    if (bytes) write_file(scratch_file(&s, "translate/settings"), bytes, size);
    setenv("XDG_CONFIG_HOME", s.folder, 1);
}

static void end(void)
{
    unlink(scratch_file(&s, "translate/settings"));
    rmdir(scratch_file(&s, "translate"));
    scratch_close(&s);
}

/* "LINE:MODEL|" of each model that a file names; or the sentence that refuses it, from ":" on. */
static const char *models_of(const char *text)
{
    static char out[600];
    preferences p;
    size_t n = 0;

    begin(text, strlen(text));
    said_begin();
    const int rc = preferences_read(&p);
    const char *const sentence = said();
    out[0] = '\0';
    for (size_t i = 0; !rc && i < p.n_models; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%zu:%s|", p.models[i].line,
                              p.models[i].value);
    if (rc) snprintf(out, sizeof out, "%.500s", strstr(sentence, "/settings:") + 9);
    preferences_free(&p);
    end();
    return out;
}

START_TEST(models_come_in_the_order_of_their_lines)
{
    ck_assert_str_eq(models_of("model = one\nmodel=two\n"), "1:one|2:two|");
    ck_assert_str_eq(models_of("# model = none\n\n  model  =  a b  \r\n"), "3:a b|");
    ck_assert_str_eq(models_of("model = a = b"), "1:a = b|");
    ck_assert_str_eq(models_of(""), "");
}
END_TEST

START_TEST(other_lines_are_refused_with_their_place)
{
    ck_assert_str_eq(models_of("model one\n"), ":1: is not KEY = VALUE: model one");
    ck_assert_str_eq(models_of("\nmdoel = one\n"),
                     ":2: there is no setting \"mdoel\"; did you mean model?");
    ck_assert_str_eq(models_of("colour = red\n"), ":1: there is no setting \"colour\"");
    ck_assert_str_eq(models_of("model =\n"),
                     ":1: \"model\" has no value: name a model or a model's file");
}
END_TEST

START_TEST(lines_that_are_too_long_are_refused)
{
    static char text[6000];

    memset(text, 'a', sizeof text - 1);
    memcpy(text, "#\nmodel = ", 10);
    ck_assert_str_eq(models_of(text), ":2: the line is too long, or has NULs in it");
}
END_TEST

START_TEST(a_file_that_is_not_there_names_nothing)
{
    preferences p;

    begin(NULL, 0);
    ck_assert_int_eq(preferences_read(&p), 0);
    ck_assert_uint_eq(p.n_models, 0);
    preferences_free(&p);
    end();
}
END_TEST

START_TEST(bytes_that_are_no_text_are_refused)
{
    static const char nul[] = "model = a\0b\nmodel = c\n";
    preferences p;

    begin(nul, sizeof nul - 1);
    said_begin();
    const int rc = preferences_read(&p);
    const char *const sentence = said();
    ck_assert_int_eq(rc, -1);
    ck_assert_ptr_nonnull(strstr(sentence, "/settings:1: "));
    preferences_free(&p);
    end();
}
END_TEST

START_TEST(a_folder_of_that_name_is_refused)
{
    preferences p;

    begin(NULL, 0);
    ck_assert_int_eq(mkdir(scratch_file(&s, "translate/settings"), 0700), 0);
    said_begin();
    const int rc = preferences_read(&p);
    const char *const sentence = said();
    ck_assert_int_eq(rc, -1);
    ck_assert_ptr_nonnull(strstr(sentence, "/settings: is no file"));
    preferences_free(&p);
    rmdir(scratch_file(&s, "translate/settings"));
    end();
}
END_TEST

UNIT_MAIN("preferences", models_come_in_the_order_of_their_lines,
          other_lines_are_refused_with_their_place, lines_that_are_too_long_are_refused,
          a_file_that_is_not_there_names_nothing, bytes_that_are_no_text_are_refused,
          a_folder_of_that_name_is_refused)
