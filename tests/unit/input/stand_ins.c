#include "input/stand_ins.h"

#include <string.h>

#include "text/placeables/placeholders.h"
#include "unit/unit.h"

typedef struct fixture {
    tr_region region;
    tr_stand_ins stand_ins;
    tr_buf text;
} fixture;

static const tr_notations plain; /* no language is known: nothing is written otherwise */

static void make_in(fixture *f, const char *source, enum tr_stand_in_round round)
{
    *f = (fixture){0};
    const tr_span all = {0, strlen(source)};
    tr_protected_text protected[200] = {0};
    tr_span p = {0};
    size_t n = 0;

    for (; n < 200 && tr_placeholder_next(source, all.end, p.end, &p); n++)
    protected[n].at = p;
    ck_assert(tr_stand_ins_make(&f->stand_ins, source, all, protected, n, round, &plain, &f->text,
                                &f->region));
}

static void make(fixture *f, const char *source)
{
    make_in(f, source, TR_ROUND_ALL);
}

static void drop(fixture *f)
{
    tr_buf_free(&f->text);
    tr_region_free(&f->region);
}

static void check_text(const char *source, const char *wanted)
{
    fixture f;
    make(&f, source);
    ck_assert_str_eq(tr_buf_text(&f.text), wanted);
    drop(&f);
}

static void check_restored(const char *source, const char *text, const char *wanted)
{
    fixture f;
    tr_buf out = {0};
    make(&f, source);
    tr_stand_ins_restore(&f.stand_ins, text, strlen(text), &out, NULL, 0);
    ck_assert_str_eq(tr_buf_text(&out), wanted);
    tr_buf_free(&out);
    drop(&f);
}

START_TEST(placeholders_are_replaced)
{
    check_text("", "");
    check_text("No placeholder.", "No placeholder.");
    check_text("%d files in {folder}", "AB12 files in CD34");
    check_text("ABS is %s", "ABS is CD34");
}
END_TEST

START_TEST(and_come_back)
{
    check_restored("%d files in {folder}", "In „CD34“: AB12 Dateien", "In „{folder}“: %d Dateien");
    check_restored("%d of %d", "AB12-AB123 CD34", "%d-AB123 %d");
    check_restored("none", "AB12", "AB12");
}
END_TEST

START_TEST(places_are_those_of_the_source)
{
    static const char source[] = "a {name} b"; /* a AB12 b */
    fixture f;
    make(&f, source);
    const size_t text[] = {0, 2, 3, 6, 7, 8}, wanted[] = {0, 2, 2, 8, 9, 10};
    for (size_t i = 0; i < 6; i++)
        ck_assert_uint_eq(tr_stand_ins_source(&f.stand_ins, 0, text[i], false), wanted[i]);
    ck_assert_uint_eq(tr_stand_ins_source(&f.stand_ins, 0, 3, true), 8);
    drop(&f);
}
END_TEST

START_TEST(offsets_move_with_the_text)
{
    static const char source[] = "a {name} b";
    fixture f;
    tr_buf out = {0};
    size_t offsets[] = {0, 2, 6, 7};
    make(&f, source);
    tr_stand_ins_restore(&f.stand_ins, "b AB12 a", 8, &out, offsets, 4);
    ck_assert_str_eq(tr_buf_text(&out), "b {name} a");
    ck_assert_uint_eq(offsets[0], 0);
    ck_assert_uint_eq(offsets[1], 2);
    ck_assert_uint_eq(offsets[2], 8);
    ck_assert_uint_eq(offsets[3], 9);
    tr_buf_free(&out);
    drop(&f);
}
END_TEST

static bool agree(const char *source, const char *text)
{
    fixture f;
    make(&f, source);
    const bool all = tr_stand_ins_agree(&f.stand_ins, text, strlen(text));
    drop(&f);
    return all;
}

START_TEST(a_blank_parts_one_from_the_word_that_it_touched)
{
    static const char source[] = "file%d, to%s ($1) {a}b";
    static const char text[] = "Datei AB12, nach CD34";
    fixture f;
    tr_buf out = {0};
    size_t offsets[] = {5, 6, 10, strlen(text)}; /* before the blank and behind it, and so on */

    check_text(source, "file AB12, to CD34 ($1) EF56b");
    check_restored("file%d", "AB12 Datei", "%d Datei");
    check_restored("file%d", "Datei, AB12", "Datei,%d");
    make(&f, source);
    ck_assert_uint_eq(tr_stand_ins_source(&f.stand_ins, 0, 4, false), 4);
    ck_assert_uint_eq(tr_stand_ins_source(&f.stand_ins, 0, 5, false), 4);
    ck_assert_uint_eq(tr_stand_ins_source(&f.stand_ins, 0, 9, true), 6);
    ck_assert_uint_eq(tr_stand_ins_source(&f.stand_ins, 0, 11, false), 8);
    drop(&f);
    make(&f, "file%d, to %s");
    tr_stand_ins_restore(&f.stand_ins, text, strlen(text), &out, offsets, 4);
    ck_assert_str_eq(tr_buf_text(&out), "Datei%d, nach %s");
    ck_assert_uint_eq(offsets[0], 5);
    ck_assert_uint_eq(offsets[1], 5);
    ck_assert_uint_eq(offsets[2], 7);
    ck_assert_uint_eq(offsets[3], out.len);
    tr_buf_free(&out);
    drop(&f);
}
END_TEST

START_TEST(each_has_to_be_there_once)
{
    ck_assert(agree("%d of %d", "von CD34 AB12"));
    ck_assert(!agree("%d of %d", "AB12 von AB12"));
    ck_assert(!agree("%d of %d", "AB12 von CD3"));
    ck_assert(!agree("%d of %d", "AB12 von CD34 und CD"));
    ck_assert(!agree("%d of %d", "AB12 von CD34s"));
    ck_assert(!agree("%d", "AB12 AB12"));
    ck_assert(agree("none", "AB12"));
}
END_TEST

START_TEST(a_second_round_takes_other_words)
{
    fixture f;
    make_in(&f, "%d of %d", TR_ROUND_OTHERS);
    ck_assert_str_eq(tr_buf_text(&f.text), "XQ1 of XV2");
    drop(&f);
    make_in(&f, "%d of %d", TR_ROUND_HARD); /* they may be copied */
    ck_assert_uint_eq(f.stand_ins.n, 0);
    ck_assert_str_eq(tr_buf_text(&f.text), "%d of %d");
    drop(&f);
}
END_TEST

static void check_kind(enum tr_protection by, const char *time, const char *source,
                       const char *text, const char *written)
{
    static const tr_notations german = {{.decimal = '.', .groups = ",", .sign_first = true},
                                        {.decimal = ',', .groups = "."}};
    fixture f = {0};
    const tr_span all = {0, strlen(source)};
    tr_protected_text one = {.at = {3, all.end - 3}, .by = by};

    strcpy(one.time, time);
    ck_assert(tr_stand_ins_make(&f.stand_ins, source, all, &one, 1, TR_ROUND_ALL, &german, &f.text,
                                &f.region));
    ck_assert_str_eq(tr_buf_text(&f.text), text);
    ck_assert_uint_eq(f.stand_ins.list[0].written.len, strlen(written));
    ck_assert(!memcmp(f.stand_ins.list[0].written.text, written, strlen(written)));
    drop(&f);
}

START_TEST(numbers_and_times_have_some_of_their_kind)
{
    check_kind(TR_PROTECTED_BY_NUMBER, "", "at 1,234.5 km", "at 47 km", "1.234,5");
    check_kind(TR_PROTECTED_BY_NUMBER, "", "47 1,234 47", "47 83 47", "1.234");
    check_kind(TR_PROTECTED_BY_CLOCK, "17:00", "at 5 p.m. ok", "at 17:00 ok", "17:00");
    check_kind(TR_PROTECTED_BY_STAND_IN, "",
               "at \xE2\x82\xA9"
               "9.5 ok",
               "at AB12 ok", "9,5 \xE2\x82\xA9");
}
END_TEST

START_TEST(there_may_be_too_many)
{
    char source[400] = "";
    fixture f;
    for (int i = 0; i <= TR_MAX_STAND_INS; i++)
        strcat(source, "%s ");
    make(&f, source);
    ck_assert(f.stand_ins.lacks);
    drop(&f);
}
END_TEST

UNIT_MAIN("stand_ins", placeholders_are_replaced, and_come_back, places_are_those_of_the_source,
          offsets_move_with_the_text, a_blank_parts_one_from_the_word_that_it_touched,
          each_has_to_be_there_once, a_second_round_takes_other_words,
          numbers_and_times_have_some_of_their_kind, there_may_be_too_many)
