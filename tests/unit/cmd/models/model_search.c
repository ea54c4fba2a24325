/* The models of this machine: where they are looked up, and what they are called. */
#include "models/model_search.h"

#include <stdio.h>

#include "unit/said.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static char root[200];
static model_list list;

static void shell(const char *fmt)
{
    char line[600];

    snprintf(line, sizeof line, "cd '%s' && %s", root, fmt);
    ck_assert_msg(system(line) == 0, "%s", line);
}

/* Folders one, two and data, which alone are looked in beside what came with the program. */
static void begin(void)
{
    char paths[500];
    scratch s;

    scratch_open(&s);
    strcpy(root, s.folder);
    shell("mkdir -p one two data/translate/models config");
    snprintf(paths, sizeof paths, "%s/one:%s/two::", root, root);
    setenv("TRANSLATE_MODELS", paths, 1);
    snprintf(paths, sizeof paths, "%s/data", root);
    setenv("XDG_DATA_HOME", paths, 1);
    snprintf(paths, sizeof paths, "%s/config", root);
    setenv("XDG_CONFIG_HOME", paths, 1);
}

static void end(void)
{
    char line[300];

    models_free(&list);
    snprintf(line, sizeof line, "rm -r '%s'", root);
    ck_assert_int_eq(system(line), 0);
}

/* "NAME:PATH|" of the models found in the folders, from there on. */
static const char *found(void)
{
    static char out[1000];
    size_t n = 0;

    models_find(&list);
    out[0] = '\0';
    for (size_t i = 0; i < list.n; i++)
        if (!strncmp(list.models[i].path, root, strlen(root)))
            n += (size_t)snprintf(out + n, sizeof out - n, "%s:%s|", list.models[i].name,
                                  list.models[i].path + strlen(root) + 1);
    return out;
}

START_TEST(files_and_folders_are_models)
{
    begin();
    shell("mkdir one/de two/empty && touch one/a.gguf one/de/x.gguf one/de/y.gguf one/b.txt");
    ck_assert_str_eq(found(), "a:one/a.gguf|de:one/de/x.gguf|y:one/de/y.gguf|");
    ck_assert(!list.failed);
    end();
}
END_TEST

START_TEST(places_are_looked_in_one_after_the_other)
{
    begin();
    shell("touch two/a.gguf one/b.gguf data/translate/models/c.gguf");
    ck_assert_str_eq(found(), "b:one/b.gguf|a:two/a.gguf|c:data/translate/models/c.gguf|");
    ck_assert_uint_ge(list.n_places, 3);
    ck_assert_uint_lt(list.shipped_place, list.n_places);
    end();
}
END_TEST

START_TEST(hidden_files_are_no_models)
{
    begin();
    shell("mkdir one/.x && touch one/.a.gguf one/.x/a.gguf one/.gguf two/a.gguf.part");
    ck_assert_str_eq(found(), "");
    end();
}
END_TEST

START_TEST(a_model_is_found_by_the_name_of_its_folder_or_of_its_file)
{
    begin();
    shell("mkdir one/de && touch one/de/x.gguf one/x2.gguf two/de.gguf");
    found();
    ck_assert_ptr_nonnull(strstr(models_named(&list, "de")->path, "/one/de/x.gguf"));
    ck_assert_ptr_nonnull(strstr(models_named(&list, "x2")->path, "/one/x2.gguf"));
    ck_assert_ptr_null(models_named(&list, "nothing"));
    ck_assert_ptr_null(models_named(&list, ""));
    end();
}
END_TEST

START_TEST(a_place_that_is_named_twice_is_one)
{
    char paths[700];

    begin();
    shell("touch one/a.gguf && ln -s one three");
    snprintf(paths, sizeof paths, "%s/one:%s/three:%s/one", root, root, root);
    setenv("TRANSLATE_MODELS", paths, 1);
    ck_assert_str_eq(found(), "a:one/a.gguf|");
    end();
}
END_TEST

START_TEST(models_of_the_settings_go_first)
{
    begin();
    shell("mkdir config/translate && touch one/a.gguf two/b.gguf && "
          "echo 'model = b' > config/translate/settings");
    ck_assert_str_eq(found(), "b:two/b.gguf|a:one/a.gguf|");
    ck_assert_uint_eq(list.n_pinned, 1);
    end();
}
END_TEST

START_TEST(settings_that_name_no_model_are_told)
{
    begin();
    shell("mkdir config/translate && touch one/a.gguf && "
          "echo 'model = nothing' > config/translate/settings");
    said_begin();
    found();
    const char *const sentence = said();
    ck_assert_ptr_nonnull(strstr(sentence, "settings:1: "));
    ck_assert_ptr_nonnull(strstr(sentence, "nothing"));
    ck_assert(list.failed);
    end();
}
END_TEST

START_TEST(names_of_model_files_have_an_ending)
{
    ck_assert(is_model_file_name("a.gguf") && is_model_file_name("a.b.gguf"));
    ck_assert(!is_model_file_name(".gguf") && !is_model_file_name("gguf"));
    ck_assert(!is_model_file_name("a.GGUF") && !is_model_file_name(""));
}
END_TEST

/* XDG Base Directory Specification 0.8: relative paths are ignored. */
START_TEST(the_users_place_is_absolute)
{
    setenv("HOME", "/home/x", 1);
    setenv("XDG_DATA_HOME", "relative", 1);
    char *place = models_user_place();
    ck_assert_str_eq(place, "/home/x/.local/share/translate/models");
    free(place);
    setenv("XDG_DATA_HOME", "/data", 1);
    place = models_user_place();
    ck_assert_str_eq(place, "/data/translate/models");
    free(place);
    unsetenv("HOME");
    unsetenv("XDG_DATA_HOME");
    ck_assert_ptr_null(models_user_place());
}
END_TEST

UNIT_MAIN("model_search", files_and_folders_are_models, places_are_looked_in_one_after_the_other,
          hidden_files_are_no_models, a_model_is_found_by_the_name_of_its_folder_or_of_its_file,
          a_place_that_is_named_twice_is_one, models_of_the_settings_go_first,
          settings_that_name_no_model_are_told, names_of_model_files_have_an_ending,
          the_users_place_is_absolute)
