/* Memories in TMX 1.4: what is read of one, and what is written. */
#include "memory/tm_tmx.h"

#include <math.h>
#include <stdio.h>

#include "memory/tm_write.h"
#include "unit/scratch.h"
#include "unit/unit.h"

#define HEAD "<tmx version=\"1.4\"><header srclang=\"en\"/><body>"
#define TAIL "</body></tmx>"
#define UNIT(en, de)                                                                               \
    "<tu><tuv xml:lang=\"en\"><seg>" en "</seg></tuv><tuv xml:lang=\"de\"><seg>" de                \
    "</seg></tuv></tu>"

static char why[STORE_WHY];

/* Opens a memory of this text from English to German; NULL: the reason is in `why`. */
static tm_store *open_text(const char *text)
{
    const tm_store_setting setting = {.model = "", .options = "", .from = "en", .to = "de"};
    scratch s;
    bool locked = false;

    scratch_open(&s);
    write_file(scratch_file(&s, "a.tmx"), text, strlen(text));
    why[0] = '\0';
    tm_store *const store = tm_tmx_store.open(s.path, 0, &setting, &locked, why);
    ck_assert(!locked);
    scratch_close(&s);
    return store;
}

/* The translation of a source; "-": there is none. */
static const char *found(tm_store *store, const char *source)
{
    static char out[300];
    tm_entry e = {.source = source, .source_len = strlen(source)};

    const int rc = tm_tmx_store.find(store, &e, why);
    ck_assert_int_ge(rc, 0);
    snprintf(out, sizeof out, "%.*s", rc ? (int)e.text_len : 1, rc ? e.text : "-");
    if (rc) {
        ck_assert(e.given && isnan(e.score));
        free((void *)e.text);
    }
    return out;
}

static const char *found_in(const char *text, const char *source)
{
    tm_store *const store = open_text(text);
    ck_assert_msg(store != NULL, "%s", why);
    const char *const translation = found(store, source);
    tm_tmx_store.close(store);
    return translation;
}

START_TEST(units_of_both_languages_are_entries)
{
    ck_assert_str_eq(found_in(HEAD UNIT("A house.", "Ein Haus.") TAIL, "A house."), "Ein Haus.");
    ck_assert_str_eq(found_in(HEAD UNIT("A house.", "Ein Haus.") TAIL, "a house."), "-");
    ck_assert_str_eq(found_in(HEAD UNIT("R&amp;D", "F&amp;E &#228;") TAIL, "R&D"), "F&E \xC3\xA4");
    ck_assert_str_eq(found_in(HEAD TAIL, ""), "-");
}
END_TEST

START_TEST(other_languages_are_none)
{
    static const char french[] = HEAD "<tu><tuv xml:lang=\"en\"><seg>A house.</seg></tuv>"
                                      "<tuv xml:lang=\"fr\"><seg>Une maison.</seg></tuv></tu>" TAIL;
    static const char three[] = HEAD "<tu><tuv xml:lang=\"fr\"><seg>Une maison.</seg></tuv>"
                                     "<tuv xml:lang=\"de\"><seg>Ein Haus.</seg></tuv>"
                                     "<tuv xml:lang=\"en\"><seg>A house.</seg></tuv></tu>" TAIL;
    static const char regions[] = HEAD "<tu><tuv xml:lang=\"EN-US\"><seg>A house.</seg></tuv>"
                                       "<tuv lang=\"de-DE\"><seg>Ein Haus.</seg></tuv></tu>" TAIL;
    ck_assert_str_eq(found_in(french, "A house."), "-");
    ck_assert_str_eq(found_in(three, "A house."), "Ein Haus.");
    ck_assert_str_eq(found_in(regions, "A house."), "Ein Haus.");
}
END_TEST

START_TEST(of_several_with_one_source_the_first_counts)
{
    static const char two[] = HEAD UNIT("A", "Eins") UNIT("B", "Zwei") UNIT("A", "Drei") TAIL;
    ck_assert_str_eq(found_in(two, "A"), "Eins");
    ck_assert_str_eq(found_in(two, "B"), "Zwei");
}
END_TEST

START_TEST(segments_with_codes_are_left_out)
{
    ck_assert_str_eq(found_in(HEAD UNIT("A <ph/>house.", "Ein Haus.") TAIL, "A house."), "-");
    ck_assert_str_eq(found_in(HEAD UNIT("A house.", "Ein <bpt i=\"1\"/>Haus.") TAIL, "A house."),
                     "-");
}
END_TEST

START_TEST(what_is_no_tmx_is_refused)
{
    ck_assert_ptr_null(open_text(""));
    ck_assert_str_ne(why, "");
    ck_assert_ptr_null(open_text("<html/>"));
    ck_assert_str_ne(why, "");
    ck_assert_ptr_null(open_text(HEAD UNIT("A", "B")));
    ck_assert_str_ne(why, "");
    ck_assert_ptr_null(open_text("<!DOCTYPE a [<!ENTITY b \"c\">]>" HEAD UNIT("&b;", "B")));
    ck_assert_str_ne(why, "");
}
END_TEST

START_TEST(each_unit_is_shown_once)
{
    static const char text[] = HEAD UNIT("B", "Zwei") UNIT("A", "Eins") TAIL;
    tm_store *const store = open_text(text);

    ck_assert_ptr_nonnull(store);
    ck_assert_str_eq(found(store, "A"), "Eins");
    ck_assert_str_eq(found(store, "B"), "Zwei");
    ck_assert_str_eq(found(store, "C"), "-");
    tm_tmx_store.close(store);
}
END_TEST

/* ---- Writing */

static tm_row row(const char *source, const char *text)
{
    return (tm_row){.model = "",
                    .from = "en",
                    .to = "de",
                    .entry = {.source = source,
                              .text = text,
                              .source_len = strlen(source),
                              .text_len = strlen(text),
                              .given = 1}};
}

/* What is written of a row between the head and the tail. */
static const char *written(tm_row r, bool tsv, size_t *n_left_out)
{
    static char out[2000];
    tm_writer w = {.out = tmpfile(), .tsv = tsv};

    tm_write_begin(&w, "en");
    tm_write_row(&w, &r);
    tm_write_end(&w);
    rewind(w.out);
    out[fread(out, 1, sizeof out - 1, w.out)] = '\0';
    fclose(w.out);
    if (n_left_out) *n_left_out = w.n_left_out;
    ck_assert_uint_eq(w.n_written + w.n_left_out, 1);
    return out;
}

START_TEST(what_is_written_is_read_again)
{
    static const char *const texts[] = {"A house.", "R&D <b>\"x\"</b> 'y'", "\xC3\xA4 \xE2\x82\xAC",
                                        "a\tb"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char tmx[2000];
        strcpy(tmx, written(row(texts[i], "Ein \"Haus\" & <mehr>"), false, NULL));
        ck_assert_str_eq(found_in(tmx, texts[i]), "Ein \"Haus\" & <mehr>");
    }
}
END_TEST

START_TEST(marks_become_codes)
{
    tm_row r = row("a <1>b</1> c<2/> &lt;", "x");

    r.entry.marked = 1;
    ck_assert_ptr_nonnull(
        strstr(written(r, false, NULL),
               "<seg>a <bpt i=\"1\" x=\"1\"/>b<ept i=\"1\"/> c<ph x=\"2\"/> &lt;</seg>"));
}
END_TEST

START_TEST(what_models_said_is_told_from_what_people_gave)
{
    tm_row r = row("a", "b");

    ck_assert_ptr_null(strstr(written(r, false, NULL), "creationid"));
    r.entry.given = 0;
    ck_assert_ptr_nonnull(strstr(written(r, false, NULL), "creationid=\"translate\""));
}
END_TEST

START_TEST(lines_have_a_tab_between)
{
    size_t n;

    ck_assert_str_eq(written(row("a b", "c & d"), true, &n), "a b\tc & d\n");
    ck_assert_uint_eq(n, 0);
}
END_TEST

START_TEST(rows_that_a_format_cannot_have_are_counted)
{
    tm_row marked = row("a<1/>", "b");
    size_t n;

    marked.entry.marked = 1;
    ck_assert_str_eq(written(row("a\tb", "c"), true, &n), "");
    ck_assert_uint_eq(n, 1);
    ck_assert_str_eq(written(row("a", "b\nc"), true, &n), "");
    ck_assert_uint_eq(n, 1);
    ck_assert_str_eq(written(marked, true, &n), "");
    ck_assert_uint_eq(n, 1);
    ck_assert_ptr_null(strstr(written(row("a\x01", "b"), false, &n), "<tu "));
    ck_assert_uint_eq(n, 1);
    ck_assert_ptr_null(strstr(written(row("\xFF", "b"), false, &n), "<tu "));
    ck_assert_uint_eq(n, 1);
}
END_TEST

UNIT_MAIN("tmx", units_of_both_languages_are_entries, other_languages_are_none,
          of_several_with_one_source_the_first_counts, segments_with_codes_are_left_out,
          what_is_no_tmx_is_refused, each_unit_is_shown_once, what_is_written_is_read_again,
          marks_become_codes, what_models_said_is_told_from_what_people_gave,
          lines_have_a_tab_between, rows_that_a_format_cannot_have_are_counted)
