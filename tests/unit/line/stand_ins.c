#include "line/stand_ins.h"

#include <string.h>

#include "text/placeables/placeholders.h"
#include "unit/unit.h"

typedef struct fixture {
    tr_region region;
    tr_stand_ins stand_ins;
    tr_buf text;
} fixture;

static const tr_notations plain; /* no language is known: nothing is written otherwise */

static void make(fixture *f, const char *source)
{
    *f = (fixture){0};
    const tr_span all = {0, strlen(source)};
    tr_span protected[200], p = {0};
    size_t n = 0;
    while (n < 200 && tr_placeholder_next(source, all.end, p.end, &p))
    protected[n++] = p;
    ck_assert(
        tr_stand_ins_make(&f->stand_ins, source, all, protected, n, &plain, &f->text, &f->region));
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
    check_text("%d files in {folder}", "XQ1 files in XQ2");
    check_text("XQ1 is %s", "XQ1 is ZQ1");
}
END_TEST

START_TEST(and_come_back)
{
    check_restored("%d files in {folder}", "In XQ2: XQ1 Dateien", "In {folder}: %d Dateien");
    check_restored("%d of %d", "XQ1-XQ12 XQ2", "%d-XQ12 %d");
    check_restored("none", "XQ1", "XQ1");
}
END_TEST

START_TEST(places_are_those_of_the_source)
{
    static const char source[] = "a {name} b"; /* a XQ1 b */
    fixture f;
    make(&f, source);
    const size_t text[] = {0, 2, 3, 5, 6, 7}, wanted[] = {0, 2, 2, 8, 9, 10};
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
    size_t offsets[] = {0, 2, 5, 6};
    make(&f, source);
    tr_stand_ins_restore(&f.stand_ins, "b XQ1 a", 7, &out, offsets, 4);
    ck_assert_str_eq(tr_buf_text(&out), "b {name} a");
    ck_assert_uint_eq(offsets[0], 0);
    ck_assert_uint_eq(offsets[1], 2);
    ck_assert_uint_eq(offsets[2], 8);
    ck_assert_uint_eq(offsets[3], 9);
    tr_buf_free(&out);
    drop(&f);
}
END_TEST

START_TEST(there_may_be_too_many)
{
    char source[400] = "";
    fixture f;
    for (int i = 0; i <= TR_MAX_STAND_INS; i++)
        strcat(source, "%s ");
    make(&f, source);
    ck_assert_uint_eq(f.stand_ins.n, 0);
    ck_assert_str_eq(tr_buf_text(&f.text), source);
    drop(&f);
}
END_TEST

UNIT_MAIN("stand_ins", placeholders_are_replaced, and_come_back, places_are_those_of_the_source,
          offsets_move_with_the_text, there_may_be_too_many)
