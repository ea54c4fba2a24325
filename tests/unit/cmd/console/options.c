/* The options of a command: what a command line may be, and the sentences about others. */
#include "console/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/said.h"
#include "unit/unit.h"

typedef struct values {
    int beam, quiet, order;
    const char *model, *output;
    text_list texts;
} values;

static const option table[] = {
    OPTION_RANGE_ROW('b', "beam", "N", OPTION_COUNT, offsetof(values, beam), 1, 64, "beam size"),
    OPTION_FLAG_ROW('q', "quiet", offsetof(values, quiet), "say nothing"),
    OPTION_ROW(0, "order", "first|last", OPTION_CHOICE, offsetof(values, order), "which"),
    OPTION_ROW('m', "model", "FILE", OPTION_TEXT, offsetof(values, model), "the model"),
    OPTION_ROW('o', "output", "FILE", OPTION_ONCE, offsetof(values, output), "the output"),
    OPTION_ROW('e', "text", "TEXT", OPTION_LIST, offsetof(values, texts), "a text"),
    OPTION_LAST_ROWS};
static const command c = {.name = "try", .options = table};

enum { MOST = 12 };
static char *words[MOST + 1];
static int n_words;
static values v;

/* Parses words between blanks; "_" is an empty one. */
static int parse(const char *line)
{
    static char copy[400];

    strcpy(copy, line);
    n_words = 0;
    words[n_words++] = "translate";
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
        words[n_words++] = strcmp(w, "_") ? w : "";
    words[n_words] = NULL;
    v = (values){.order = -1};
    n_words--;
    return options_parse(&c, &n_words, words + 1, &v);
}

/* The sentence about a command line that is refused, up to the pointer to the help. */
static const char *refused_for(const char *line)
{
    static char sentence[400];

    said_begin();
    const int rc = parse(line);
    strcpy(sentence, said());
    ck_assert_int_eq(rc, EXIT_MISUSE);
    char *const help = strstr(sentence, " (see translate try --help)");
    ck_assert_ptr_nonnull(help);
    *help = '\0';
    ck_assert_int_eq(strncmp(sentence, "translate: ", 11), 0);
    return sentence + 11;
}

START_TEST(values_stand_behind_names_and_letters)
{
    ck_assert_int_eq(parse("--beam 4 --model a.gguf"), GO_ON);
    ck_assert_int_eq(v.beam, 4);
    ck_assert_str_eq(v.model, "a.gguf");
    ck_assert_int_eq(parse("--beam=5 -m b"), GO_ON);
    ck_assert_int_eq(v.beam, 5);
    ck_assert_str_eq(v.model, "b");
    ck_assert_int_eq(parse("-b6 -mc=d"), GO_ON);
    ck_assert_int_eq(v.beam, 6);
    ck_assert_str_eq(v.model, "c=d");
    ck_assert_int_eq(parse("-qb7"), GO_ON);
    ck_assert(v.quiet && v.beam == 7);
    ck_assert_int_eq(parse("--model=a=b"), GO_ON);
    ck_assert_str_eq(v.model, "a=b");
}
END_TEST

START_TEST(operands_come_to_the_front)
{
    ck_assert_int_eq(parse("one -q two --beam 4 three"), GO_ON);
    ck_assert_int_eq(n_words, 3);
    ck_assert_str_eq(words[1], "one");
    ck_assert_str_eq(words[2], "two");
    ck_assert_str_eq(words[3], "three");
}
END_TEST

/* POSIX, utility conventions, guidelines 10 and 13. */
START_TEST(two_hyphens_end_the_options_and_one_is_an_operand)
{
    ck_assert_int_eq(parse("- -- -q --beam"), GO_ON);
    ck_assert_int_eq(n_words, 3);
    ck_assert_str_eq(words[1], "-");
    ck_assert_str_eq(words[2], "-q");
    ck_assert_str_eq(words[3], "--beam");
    ck_assert(!v.quiet);
}
END_TEST

START_TEST(numbers_are_whole_and_in_range)
{
    static const char *const bad[] = {
        "4x", "x", "0", "65", "-1", "4.0", "1e1", "0x4", "99999999999999999999"};
    char line[60];

    ck_assert_int_eq(parse("-b 1"), GO_ON);
    ck_assert_int_eq(parse("-b 64"), GO_ON);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sprintf(line, "--beam=%s", bad[i]);
        ck_assert_ptr_nonnull(strstr(refused_for(line), bad[i]));
    }
}
END_TEST

START_TEST(choices_are_words)
{
    ck_assert_int_eq(parse("--order first"), GO_ON);
    ck_assert_int_eq(v.order, 0);
    ck_assert_int_eq(parse("--order last"), GO_ON);
    ck_assert_int_eq(v.order, 1);
    ck_assert_ptr_nonnull(strstr(refused_for("--order lats"), "; did you mean last?"));
    ck_assert_ptr_nonnull(strstr(refused_for("--order fir"), "\"fir\" is not "));
}
END_TEST

START_TEST(options_may_come_again_or_may_not)
{
    ck_assert_int_eq(parse("-m a -m b -e one -e two"), GO_ON);
    ck_assert_str_eq(v.model, "b");
    ck_assert_uint_eq(v.texts.n, 2);
    ck_assert_str_eq(v.texts.items[0], "one");
    ck_assert_str_eq(v.texts.items[1], "two");
    ck_assert_str_eq(refused_for("-o a -o b"), "--output is given twice");
}
END_TEST

START_TEST(wrong_command_lines_are_told)
{
    ck_assert_str_eq(refused_for("--baem 4"), "unknown option --baem; did you mean --beam?");
    ck_assert_str_eq(refused_for("-x"), "unknown option -x");
    ck_assert_str_eq(refused_for("--quiet=yes"), "--quiet takes no value, not \"yes\"");
    ck_assert_str_eq(refused_for("--model"), "--model needs a value, FILE");
    ck_assert_str_eq(refused_for("-m"), "-m needs a value, FILE");
    ck_assert_str_eq(refused_for("--model="), "--model: the value is empty");
    ck_assert_str_eq(refused_for("-m _"), "--model: the value is empty");
    ck_assert_str_eq(refused_for("_"), "an operand is empty");
}
END_TEST

START_TEST(help_is_asked_for)
{
    ck_assert_int_eq(parse("-q --help"), SHOW_HELP);
    ck_assert_int_eq(parse("-qh"), SHOW_HELP);
}
END_TEST

START_TEST(options_are_found)
{
    ck_assert_ptr_eq(options_find(&c, "beam", 4), &table[0]);
    ck_assert_ptr_null(options_find(&c, "beam", 3));
    ck_assert_ptr_null(options_find(&c, "", 0));
    ck_assert_ptr_eq(options_find_letter(&c, 'm'), &table[3]);
    ck_assert_ptr_null(options_find_letter(&c, 'x'));
}
END_TEST

static char seen[200];

static void see(void *ctx, const option *o, const char *value)
{
    (void)ctx;
    sprintf(seen + strlen(seen), "%s=%s|", o->name, value ? value : "-");
}

START_TEST(each_option_of_a_command_line_is_told)
{
    char *line[] = {"translate", "one", "-qb4", "--model=a", "-o", "b", "--", "-m", NULL};

    options_each(&c, 7, line + 1, see, NULL);
    ck_assert_str_eq(seen, "quiet=-|beam=4|model=a|output=b|");
}
END_TEST

UNIT_MAIN("options", values_stand_behind_names_and_letters, operands_come_to_the_front,
          two_hyphens_end_the_options_and_one_is_an_operand, numbers_are_whole_and_in_range,
          choices_are_words, options_may_come_again_or_may_not, wrong_command_lines_are_told,
          help_is_asked_for, options_are_found, each_option_of_a_command_line_is_told)
