/* Files and folders of a command line, and the paths of their translations. */
#include "documents/tree.h"

#include <stdio.h>
#include <sys/stat.h>

#include "documents/output_paths.h"
#include "unit/said.h"
#include "unit/scratch.h"
#include "unit/unit.h"

static char root[200], old[200];

static void shell(const char *line)
{
    ck_assert_msg(system(line) == 0, "%s", line);
}

/* A folder with files in it, which is the working directory. */
static void begin(void)
{
    scratch s;

    scratch_open(&s);
    strcpy(root, s.folder);
    ck_assert_ptr_nonnull(getcwd(old, sizeof old));
    ck_assert_int_eq(chdir(root), 0);
    shell(
        "mkdir -p d/b/empty d/.git e && touch d/z.txt d/a.html d/b/c.md d/b/a.txt d/.git/x e/c.md "
        "one.txt");
}

static void end(void)
{
    char line[300];

    ck_assert_int_eq(chdir(old), 0);
    snprintf(line, sizeof line, "rm -r '%s'", root);
    shell(line);
}

static const text_list any;

static tree list(char **operands, size_t n, const char *include, const char *exclude)
{
    const text_list in = {{include}, include != NULL}, ex = {{exclude}, exclude != NULL};
    return tree_list(operands, n, NULL, &in, &ex, true);
}

/* "PATH|" of each entry; a folder's ends in "/". */
static const char *paths_of(const tree *t)
{
    static char out[600];
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < t->n; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s|", t->entries[i].path,
                              t->entries[i].kind == TREE_FOLDER ? "/" : "");
    return out;
}

static const char *listed(const char *operand, const char *include, const char *exclude)
{
    char *operands[] = {(char[40]){0}};

    strcpy(operands[0], operand);
    tree t = list(operands, 1, include, exclude);
    const char *const paths = paths_of(&t);
    tree_free(&t);
    return paths;
}

START_TEST(a_folder_comes_before_what_is_in_it)
{
    begin();
    ck_assert_str_eq(listed("d", NULL, ".git"),
                     "d/|d/a.html|d/b/|d/b/a.txt|d/b/c.md|d/b/empty/|d/z.txt|");
    ck_assert_str_eq(listed("one.txt", NULL, NULL), "one.txt|");
    end();
}
END_TEST

START_TEST(patterns_choose_files)
{
    begin();
    ck_assert_str_eq(listed("d", "*.md", NULL), "d/|d/b/|d/b/c.md|");
    ck_assert_str_eq(listed("d", "b/*", NULL), "d/|d/b/|d/b/a.txt|d/b/c.md|");
    ck_assert_str_eq(listed("d", NULL, "b"), "d/|d/.git/|d/.git/x|d/a.html|d/z.txt|");
    ck_assert_str_eq(listed("d", "*.pdf", NULL), "");
    end();
}
END_TEST

START_TEST(links_are_entries_only_within_their_folder)
{
    begin();
    shell("ln -s a.html d/inner && ln -s ../one.txt d/outer && ln -s /etc d/b/far");
    ck_assert_str_eq(listed("d", NULL, ".git"),
                     "d/|d/a.html|d/b/|d/b/a.txt|d/b/c.md|d/b/empty/|d/inner|d/z.txt|");
    end();
}
END_TEST

START_TEST(files_that_are_named_are_entries_there_or_not)
{
    char *operands[] = {"nothing", "one.txt", "-"};

    begin();
    tree t = list(operands, 3, "*.md", NULL);
    ck_assert_str_eq(paths_of(&t), "nothing|one.txt|-|");
    ck_assert(!t.failed && !t.n_folders);
    tree_free(&t);
    end();
}
END_TEST

START_TEST(a_folder_of_output_is_not_walked_into)
{
    char *operands[] = {"d"};

    begin();
    tree t = tree_list(operands, 1, "d/b", &any, &any, true);
    ck_assert_ptr_null(strstr(paths_of(&t), "d/b"));
    ck_assert_ptr_nonnull(strstr(paths_of(&t), "d/z.txt|"));
    tree_free(&t);
    end();
}
END_TEST

START_TEST(what_is_below_a_folder_has_an_inner_path)
{
    char *operands[] = {"one.txt", "d"};

    begin();
    tree t = list(operands, 2, "*.md", NULL);
    ck_assert_ptr_null(tree_inner(&t.entries[0]));
    ck_assert_str_eq(tree_inner(&t.entries[t.n - 1]), "b/c.md");
    ck_assert_uint_eq(t.n_folders, 1);
    ck_assert(tree_has_folder(operands, 2) && !tree_has_folder(operands, 1));
    tree_free(&t);
    end();
}
END_TEST

/* ---- Paths of translations */

/* "PLACE|" of the translation of each file; or the sentence that refuses them. */
static const char *places_of(const output_path_settings *s, char **operands, size_t n)
{
    static char out[600];
    size_t len = 0;
    tree t = list(operands, n, NULL, ".git");

    said_begin();
    char **const places = output_paths_make(s, &t);
    snprintf(out, sizeof out, "%.500s", said());
    for (size_t i = 0; places && i < t.n; i++)
        if (t.entries[i].kind == TREE_FILE)
            len += (size_t)snprintf(out + len, sizeof out - len, "%s|", places[i]);
    output_paths_free(places, t.n);
    tree_free(&t);
    return out;
}

START_TEST(a_suffix_stands_before_the_ending)
{
    const output_path_settings s = {.suffix = "de"};
    char *files[] = {"one.txt", "d/b/c.md", "d/.git/x"};
    char *packed[] = {"a.jsonl.gz", ".hidden", "no.dots/x"};

    begin();
    ck_assert_str_eq(places_of(&s, files, 3), "one.de.txt|d/b/c.de.md|d/.git/x.de|");
    shell("mkdir no.dots && touch a.jsonl.gz .hidden no.dots/x");
    ck_assert_str_eq(places_of(&s, packed, 3), "a.de.jsonl.gz|.hidden.de|no.dots/x.de|");
    end();
}
END_TEST

START_TEST(a_folder_of_translations_has_the_paths_below_what_is_common)
{
    const output_path_settings s = {.output_dir = "out"};
    char *one[] = {"one.txt"}, *two[] = {"d/b/c.md", "d/a.html"}, *folder[] = {"d/b"};
    char *apart[] = {"d/b/c.md", "e/c.md"}, *dots[] = {"./d/../one.txt"};

    begin();
    ck_assert_str_eq(places_of(&s, one, 1), "out/one.txt|");
    ck_assert_str_eq(places_of(&s, two, 2), "out/b/c.md|out/a.html|");
    ck_assert_str_eq(places_of(&s, folder, 1), "out/a.txt|out/c.md|");
    ck_assert_str_eq(places_of(&s, apart, 2), "out/d/b/c.md|out/e/c.md|");
    ck_assert_str_eq(places_of(&s, dots, 1), "out/one.txt|");
    end();
}
END_TEST

START_TEST(two_names_of_a_file_are_refused)
{
    const output_path_settings s = {.output_dir = "out"}, in_place = {.in_place = 1};
    char *same[] = {"one.txt", "./one.txt"}, *linked[] = {"one.txt", "two.txt"};

    begin();
    ck_assert_ptr_nonnull(strstr(places_of(&s, same, 2), "would be written to the same file"));
    shell("ln one.txt two.txt");
    ck_assert_ptr_nonnull(
        strstr(places_of(&in_place, linked, 2), "would be written to the same file"));
    ck_assert_str_eq(places_of(&s, linked, 2), "out/one.txt|out/two.txt|");
    end();
}
END_TEST

START_TEST(translations_in_place_have_the_paths_of_their_sources)
{
    const output_path_settings s = {.in_place = 1}, none = {0};
    char *files[] = {"one.txt", "d/b"};

    begin();
    ck_assert_str_eq(places_of(&s, files, 2), "one.txt|d/b/a.txt|d/b/c.md|");
    ck_assert(output_paths_are_given(&s) && !output_paths_are_given(&none));
    end();
}
END_TEST

START_TEST(nothing_is_written_where_a_link_leads)
{
    char through[] = "e/link/c.md", last[] = "e/c.link", plain[] = "e/c.md";

    begin();
    shell("ln -s ../d e/link && ln -s c.md e/c.link");
    said_begin();
    ck_assert(output_paths_lead_out(through, 1, false));
    ck_assert(!output_paths_lead_out(last, 1, false) && output_paths_lead_out(last, 1, true));
    ck_assert(!output_paths_lead_out(plain, 1, true));
    const char *const sentences = said();
    ck_assert_ptr_nonnull(strstr(sentences, "e/link: is a symbolic link"));
    ck_assert_str_eq(through, "e/link/c.md"); /* the path is whole again */
    end();
}
END_TEST

START_TEST(folders_that_lead_to_a_path_are_made)
{
    struct stat st;
    char path[] = "x/y/z.txt", blocked[] = "one.txt/y/z.txt";

    begin();
    ck_assert_int_eq(output_paths_make_folders(path), 0);
    ck_assert(!stat("x/y", &st) && S_ISDIR(st.st_mode) && stat("x/y/z.txt", &st));
    ck_assert_int_eq(output_paths_make_folders(path), 0);
    said_begin();
    const int rc = output_paths_make_folders(blocked);
    const char *const sentence = said();
    ck_assert_int_eq(rc, -1);
    ck_assert_int_eq(strncmp(sentence, "translate: one.txt", 18), 0);
    end();
}
END_TEST

UNIT_MAIN("tree", a_folder_comes_before_what_is_in_it, patterns_choose_files,
          links_are_entries_only_within_their_folder, files_that_are_named_are_entries_there_or_not,
          a_folder_of_output_is_not_walked_into, what_is_below_a_folder_has_an_inner_path,
          a_suffix_stands_before_the_ending,
          a_folder_of_translations_has_the_paths_below_what_is_common,
          two_names_of_a_file_are_refused, translations_in_place_have_the_paths_of_their_sources,
          nothing_is_written_where_a_link_leads, folders_that_lead_to_a_path_are_made)
