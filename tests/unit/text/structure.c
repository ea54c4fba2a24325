#include "text/structure.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The texts of a line, between slashes. */
static const char *texts_of(const char *language, const char *line)
{
    static char all[1000];
    const tr_stops *const stops = &tr_language_data(language)->stops;
    tr_span part = {0};

    *all = '\0';
    for (bool first = true; tr_structure_next(stops, line, strlen(line), part.end, &part);
         first = false) {
        ck_assert_uint_lt(part.begin, part.end);
        if (!first) strcat(all, "/");
        strncat(all, line + part.begin, part.end - part.begin);
    }
    return all;
}

static const char *texts(const char *line)
{
    return texts_of("en", line);
}

START_TEST(a_line_without_structure_is_one_text)
{
    ck_assert_str_eq(texts("The house is old."), "The house is old.");
    ck_assert_str_eq(texts("  The house is old. \n"), "The house is old.");
    ck_assert_str_eq(texts("It is here: look."), "It is here: look.");
    ck_assert_str_eq(texts("日本語"), "日本語");
}
END_TEST

START_TEST(blank_lines_have_no_text)
{
    ck_assert_str_eq(texts(""), "");
    ck_assert_str_eq(texts(" \t  \xC2\xA0"), "");
    ck_assert_str_eq(texts("\t\t"), "");
    ck_assert_str_eq(texts("_____"), "");
    ck_assert_str_eq(texts(" | | "), "");
}
END_TEST

START_TEST(items_in_a_line_are_texts)
{
    ck_assert_str_eq(texts("1) one 2) two 3) three"), "one/two/three");
    ck_assert_str_eq(texts("9) Buy milk, 10) go home."), "Buy milk,/go home.");
    ck_assert_str_eq(texts("1) one 3) three"), "one 3) three");
    ck_assert_str_eq(texts("1) one (see page 2) and go"), "one (see page 2) and go");
    ck_assert_str_eq(texts("We 1) go and 2) stay"), "We 1) go and 2) stay");
    ck_assert_str_eq(texts("1. FC 2. Bundesliga"), "FC 2. Bundesliga");
}
END_TEST

START_TEST(bullets_are_left_out)
{
    ck_assert_str_eq(texts("- Buy milk"), "Buy milk");
    ck_assert_str_eq(texts("* Buy milk"), "Buy milk");
    ck_assert_str_eq(texts("  • Buy milk"), "Buy milk");
    ck_assert_str_eq(texts("> > I agree."), "I agree.");
    ck_assert_str_eq(texts(">> I agree."), "I agree.");
    ck_assert_str_eq(texts("## The end"), "The end");
    ck_assert_str_eq(texts("→ See below"), "See below");
    ck_assert_str_eq(texts("③ Press it."), "Press it.");
    ck_assert_str_eq(texts("❷ Press it."), "Press it.");
    ck_assert_str_eq(texts("ⓑ Press it."), "Press it.");
}
END_TEST

START_TEST(arrows_may_touch_titles)
{
    ck_assert_str_eq(texts("→Next"), "Next");
    ck_assert_str_eq(texts("✓Done"), "Done");
    ck_assert_str_eq(texts("→next"), "→next");
    ck_assert_str_eq(texts("-Next"), "-Next");
}
END_TEST

START_TEST(guillemets_that_open_no_quotation_are_left_out)
{
    ck_assert_str_eq(texts("« Previous page"), "Previous page");
    ck_assert_str_eq(texts("‹ Back"), "Back");
    ck_assert_str_eq(texts("« Bonjour », he said"), "« Bonjour », he said");
    ck_assert_str_eq(texts("«Bonjour"), "«Bonjour");
}
END_TEST

START_TEST(numbers_of_items_are_left_out)
{
    ck_assert_str_eq(texts("3) Press it."), "Press it.");
    ck_assert_str_eq(texts("12. Press it."), "Press it.");
    ck_assert_str_eq(texts("1.2.3 Press it."), "Press it.");
    ck_assert_str_eq(texts("(b) Press it."), "Press it.");
    ck_assert_str_eq(texts("a) Press it."), "Press it.");
    ck_assert_str_eq(texts("iv. Press it."), "Press it.");
    ck_assert_str_eq(texts("(iii) Press it."), "Press it.");
    ck_assert_str_eq(texts("§ 5 The tenant pays."), "The tenant pays.");
}
END_TEST

START_TEST(boxes_and_times_are_left_out)
{
    ck_assert_str_eq(texts("[ ] Buy milk"), "Buy milk");
    ck_assert_str_eq(texts("- [x] Buy milk"), "Buy milk");
    ck_assert_str_eq(texts("- [X] Buy milk"), "Buy milk");
    ck_assert_str_eq(texts("[3] Smith wrote it."), "Smith wrote it.");
    ck_assert_str_eq(texts("[10:30] It started."), "It started.");
    ck_assert_str_eq(texts("[2024-01-05 10:30:11] It started."), "It started.");
    ck_assert_str_eq(texts("09:15 Breakfast with Tom"), "Breakfast with Tom");
    ck_assert_str_eq(texts("23:59:01.500 It stopped."), "It stopped.");
    ck_assert_str_eq(texts("2023-11-30 It stopped."), "It stopped.");
    ck_assert_str_eq(texts("2023-11-30T07:05:00+01:00 It stopped."), "It stopped.");
    ck_assert_str_eq(texts("2023-11-30 07:05:00 It stopped."), "It stopped.");
}
END_TEST

START_TEST(several_markers_are_left_out)
{
    ck_assert_str_eq(texts("> - 3) Press it."), "Press it.");
    ck_assert_str_eq(texts("## 1. The beginning"), "The beginning");
    ck_assert_str_eq(texts("- [10:30] > It started."), "It started.");
}
END_TEST

START_TEST(markers_without_a_text_behind_them_are_text)
{
    ck_assert_str_eq(texts("- 5"), "- 5");
    ck_assert_str_eq(texts("12."), "12.");
    ck_assert_str_eq(texts("-"), "-");
}
END_TEST

START_TEST(words_that_look_like_markers_stay)
{
    ck_assert_str_eq(texts("-v"), "-v");
    ck_assert_str_eq(texts("-v tells more"), "-v tells more");
    ck_assert_str_eq(texts("12 houses"), "12 houses");
    ck_assert_str_eq(texts("3.5 metres"), "3.5 metres");
    ck_assert_str_eq(texts("1984. That was the year."), "1984. That was the year.");
    ck_assert_str_eq(texts("(see below) It is."), "(see below) It is.");
    ck_assert_str_eq(texts("[sic] It is."), "[sic] It is.");
    ck_assert_str_eq(texts("A house"), "A house");
    ck_assert_str_eq(texts("I am here."), "I am here.");
    ck_assert_str_eq(texts("#tag it"), "#tag it");
    ck_assert_str_eq(texts("09:15 is too early."), "09:15 is too early.");
    ck_assert_str_eq(texts("§ 5 says so."), "§ 5 says so.");
    ck_assert_str_eq(texts_of("de", "§ 3 Alt. 2 gilt."), "§ 3 Alt. 2 gilt.");
    ck_assert_str_eq(texts_of("de", "§ 3 Abs. 2 Die Frist"), "Die Frist");
    ck_assert_str_eq(texts("9:15 PM is late."), "9:15 PM is late.");
    ck_assert_str_eq(texts_of("de", "9:15 Uhr ist spät."), "9:15 Uhr ist spät.");
    ck_assert_str_eq(texts("2023-11-30 was a Thursday."), "2023-11-30 was a Thursday.");
    ck_assert_str_eq(texts("10:15-11:30 Lunch"), "10:15-11:30 Lunch");
}
END_TEST

START_TEST(ordinal_numbers_stay)
{
    ck_assert_str_eq(texts_of("de", "3. Mai"), "3. Mai");
    ck_assert_str_eq(texts_of("de", "3. Mai ist Feiertag."), "3. Mai ist Feiertag.");
    ck_assert_str_eq(texts_of("de", "19. Jahrhundert"), "19. Jahrhundert");
    ck_assert_str_eq(texts_of("de", "- 3. Mai"), "3. Mai");
    ck_assert_str_eq(texts_of("de", "3. Milch kaufen"), "Milch kaufen");
    ck_assert_str_eq(texts_of("en", "3. May I ask?"), "May I ask?");
}
END_TEST

START_TEST(initials_and_abbreviations_stay)
{
    ck_assert_str_eq(texts("J. Smith wrote it."), "J. Smith wrote it.");
    ck_assert_str_eq(texts("J. R. Smith wrote it."), "J. R. Smith wrote it.");
    ck_assert_str_eq(texts_of("de", "z. B. so"), "z. B. so");
    ck_assert_str_eq(texts_of("de", "d. h. so"), "d. h. so");
    ck_assert_str_eq(texts("a. Press it."), "Press it.");
}
END_TEST

START_TEST(labels_in_capitals_are_texts)
{
    ck_assert_str_eq(texts("NOTE: Read."), "NOTE:/Read.");
    ck_assert_str_eq(texts("PART 2: Read."), "PART 2:/Read.");
    ck_assert_str_eq(texts("WI-FI PASSWORD: x"), "WI-FI PASSWORD:/x");
    ck_assert_str_eq(texts("- ÖFFNUNGSZEITEN: heute"), "ÖFFNUNGSZEITEN:/heute");
    ck_assert_str_eq(texts("Note: Read."), "Note: Read.");
    ck_assert_str_eq(texts("A: Read."), "A: Read.");
    ck_assert_str_eq(texts("NOTE:Read."), "NOTE:Read.");
    ck_assert_str_eq(texts("NOTE"), "NOTE");
}
END_TEST

START_TEST(bars_with_blanks_beside_them_part)
{
    ck_assert_str_eq(texts("One | two | three"), "One/two/three");
    ck_assert_str_eq(texts("| One | two |"), "One/two");
    ck_assert_str_eq(texts("One || two"), "One/two");
    ck_assert_str_eq(texts("hello|world"), "hello|world");
    ck_assert_str_eq(texts("hello| world"), "hello| world");
}
END_TEST

START_TEST(tabs_and_many_blanks_part)
{
    ck_assert_str_eq(texts("One\ttwo\t\tthree"), "One/two/three");
    ck_assert_str_eq(texts("\tOne"), "One");
    ck_assert_str_eq(texts("One   two      three"), "One/two/three");
    ck_assert_str_eq(texts("One  two"), "One  two");
}
END_TEST

START_TEST(leaders_part)
{
    ck_assert_str_eq(texts("Chapter one .... 12"), "Chapter one/12");
    ck_assert_str_eq(texts("Chapter one............12"), "Chapter one/12");
    ck_assert_str_eq(texts("Chapter one . . . . . 12"), "Chapter one/12");
    ck_assert_str_eq(texts("Well... no"), "Well... no");
    ck_assert_str_eq(texts("Well . . . no"), "Well . . . no");
}
END_TEST

START_TEST(underlines_part)
{
    ck_assert_str_eq(texts("Name: ______ Date: ______"), "Name:/Date:");
    ck_assert_str_eq(texts("Name ___"), "Name");
    ck_assert_str_eq(texts("snake_case"), "snake_case");
    ck_assert_str_eq(texts("a__b and __init__"), "a__b and __init__");
    ck_assert_str_eq(texts("snake___case"), "snake___case");
}
END_TEST

START_TEST(bars_in_template_tags_part_nothing)
{
    ck_assert_str_eq(texts("Total: {{ price | currency }} | Bye"),
                     "Total: {{ price | currency }}/Bye");
    ck_assert_str_eq(texts("{% if a | b %}Yes | No"), "{% if a | b %}Yes/No");
    ck_assert_str_eq(texts("{{ a | b"), "{{ a/b");
}
END_TEST

START_TEST(each_text_has_markers_of_its_own)
{
    ck_assert_str_eq(texts("1. One | 2. Two"), "One/Two");
    ck_assert_str_eq(texts("- One\t- Two"), "One/Two");
}
END_TEST

/* The number of texts of a line of many times the same, of a last part, and of many blanks. */
static size_t count_texts(const char *one, const char *last)
{
    enum { MANY = 100000 };
    const tr_stops *const stops = &tr_language_data("en")->stops;
    tr_buf line = {0};
    tr_span part = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&line, one);
    tr_buf_add_string(&line, last);
    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&line, " ");
    for (; tr_structure_next(stops, line.data, line.len, part.end, &part); n++) {
        ck_assert_uint_lt(part.begin, part.end);
        ck_assert_uint_le(part.end, line.len);
    }
    tr_buf_free(&line);
    return n;
}

START_TEST(long_lines_take_no_time)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_texts("_", ""), 0);
    ck_assert_uint_eq(count_texts("|", ""), 0);
    ck_assert_uint_eq(count_texts(".", ""), 0);
    ck_assert_uint_eq(count_texts("\t", ""), 0);
    ck_assert_uint_eq(count_texts(" ", ""), 0);
    ck_assert_uint_eq(count_texts("| ", ""), 0);
    ck_assert_uint_eq(count_texts("- ", ""), 1);
    ck_assert_uint_eq(count_texts("-", ""), 1);
    ck_assert_uint_eq(count_texts("1. ", ""), 1);
    ck_assert_uint_eq(count_texts("[ ] ", ""), 1);
    ck_assert_uint_eq(count_texts("- ", "a"), 1);
    ck_assert_uint_eq(count_texts("1. ", "a"), 1);
    ck_assert_uint_eq(count_texts("[ ] ", "a"), 1);
    ck_assert_uint_eq(count_texts("a___", ""), 1);
    ck_assert_uint_eq(count_texts("a | ", ""), 100000);
    ck_assert_uint_eq(count_texts("a... ", ""), 1);
    ck_assert_uint_eq(count_texts("- a | ", ""), 100000);
    ck_assert_uint_eq(count_texts("\xC2\xAB ", ""), 1);
    ck_assert_uint_eq(count_texts("{% a | ", ""), 100000);
    ck_assert_uint_eq(count_texts("{{ a | ", ""), 100000);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("structure", a_line_without_structure_is_one_text, blank_lines_have_no_text,
          items_in_a_line_are_texts, bullets_are_left_out, arrows_may_touch_titles,
          guillemets_that_open_no_quotation_are_left_out, numbers_of_items_are_left_out,
          boxes_and_times_are_left_out, several_markers_are_left_out,
          markers_without_a_text_behind_them_are_text, words_that_look_like_markers_stay,
          ordinal_numbers_stay, initials_and_abbreviations_stay, labels_in_capitals_are_texts,
          bars_with_blanks_beside_them_part, tabs_and_many_blanks_part, leaders_part,
          underlines_part, bars_in_template_tags_part_nothing, each_text_has_markers_of_its_own,
          long_lines_take_no_time)
