#include "text/facts.h"

#include <string.h>

#include "unit/unit.h"

enum { MOST = 40 };

/* The facts of a text, between bars; numbers in parentheses, with "=" where they measure. */
static const char *found(const char *text)
{
    static char out[1000];
    tr_fact facts[MOST];
    const size_t n = tr_facts_find(text, strlen(text), facts, MOST);

    *out = '\0';
    for (size_t i = 0; i < n; i++) {
        const bool number = facts[i].kind == TR_FACT_NUMBER;
        if (i) strcat(out, "|");
        if (number) strcat(out, "(");
        strncat(out, facts[i].text, facts[i].len);
        if (number) strcat(out, facts[i].clock ? "h)" : facts[i].measure ? "=)" : ")");
    }
    return out;
}

START_TEST(finds_what_every_language_spells_the_same)
{
    ck_assert_str_eq(found("The old house, by the river (or so), e.g. and/or Ph.D. 100%"),
                     "(100=)");
    ck_assert_str_eq(found("%s has %d of %2$s, %(new)s; 5% sure, 50 % done"),
                     "%s|%d|%2$s|%(new)s|(5=)|(50=)");
    ck_assert_str_eq(
        found("{n, plural, one {# in my_dir} other {# in my_dir}} {% x \"a/b_c.txt\" %} d_e"),
        "{n, plural, one {# in my_dir} other {# in my_dir}}|{% x \"a/b_c.txt\" %}|d_e");
    ck_assert_str_eq(found("{name}, {{x}} and ${TRACKING_ID} in <Enter>, {} a < b"),
                     "{name}|{{x}}|${TRACKING_ID}|<Enter>|{}");
    ck_assert_str_eq(found("Read \"parser.c\", ~/x/y, /etc/hosts, C:\\a.b (archive-1.4.2.tar.gz)."),
                     "parser.c|~/x/y|/etc/hosts|C:\\a.b|archive-1.4.2.tar.gz");
    ck_assert_str_eq(found("KX-400, A4, snake_case, 9f86d081a2, @someone, #tag and #1 in F-16s"),
                     "KX-400|A4|snake_case|9f86d081a2|@someone|#tag|(1)|F-16");
    ck_assert_str_eq(found("\xE2\x82\xAC"
                           "8 or \xC2\xA3 9, 7\xC2\xA0$ of US$5, $HOME has 2 kg, 3 kgs"),
                     "\xE2\x82\xAC|(8=)|\xC2\xA3|(9=)|(7=)|$|$|(5=)|$HOME|(2=)|(3)");
    ck_assert_str_eq(found("At 8 p.m., 9:30 Uhr, 7 AM; 6 amps, 14 days"),
                     "(8h)|(9:30h)|(7h)|(6)|(14)");
}
END_TEST

START_TEST(finds_no_more_than_there_is_room_for)
{
    tr_fact facts[3];
    ck_assert_uint_eq(tr_facts_find("1 22 55 4444", 12, facts, 3), 3);
    ck_assert_uint_eq(facts[2].len, 2);
    ck_assert_uint_eq(tr_facts_find("", 0, facts, 3), 0);
}
END_TEST

static size_t lost(const char *source, const char *translation)
{
    tr_fact facts[MOST];
    const size_t n = tr_facts_find(source, strlen(source), facts, MOST);
    bool lost[MOST] = {0};
    return tr_facts_lost(facts, n, translation, strlen(translation), lost);
}

START_TEST(counts_what_a_translation_lacks)
{
    ck_assert_uint_eq(
        lost("From $1,250 to $1,975 in 18 months", "Von 1.250 auf 1.975 Dollar in 18"), 0);
    ck_assert_uint_eq(lost("From $1,250 to $1,975 in 18 months", "Von 11.250 auf 1.975 Dollar"), 2);
    ck_assert_uint_eq(lost("On 06/30/2025", "Am 30.06.2025"), 0);
    ck_assert_uint_eq(lost("Am 30.06.2025", "On 2025-06-30"), 0);
    ck_assert_uint_eq(lost("Am 30.06.2025", "On 2025-06-29"), 1);
    ck_assert_uint_eq(lost("Am 30.06.2025", "On June 30, 2025"), 0);
    ck_assert_uint_eq(lost("Am 30.06.2025", "On 30,06,2025"), 1);
    ck_assert_uint_eq(lost("On 11/23/1963", "Am 11.23.1963"), 1);
    ck_assert_uint_eq(lost("On 11/23/1963", "Am 23.11.1963"), 0);
    ck_assert_uint_eq(lost("On 11/23/1963", "Am 11/23/1963"), 0);
    ck_assert_uint_eq(lost("Am 1.1.1970", "On 1,1970"), 1);
    ck_assert_uint_eq(lost("Am 1.1.1970", "On 1.1970"), 1);
    ck_assert_uint_eq(lost("On 03/04/2021", "Am 03.04/2021"), 1);
    ck_assert_uint_eq(lost("On 03/04/2021", "Am 3. April 2021"), 0);
    ck_assert_uint_eq(lost("1.000.000 Nutzer", "1,000.000 users"), 1);
    ck_assert_uint_eq(lost("12 men, 3 women", "zwölf Männer, drei Frauen"), 0);
    ck_assert_uint_eq(lost("13 men", "dreizehn Männer"), 1);
    ck_assert_uint_eq(lost("At 11:30 p.m.", "Um 23.30 Uhr"), 0);
    ck_assert_uint_eq(lost("At 11:30 p.m.", "Um 22.30 Uhr"), 1);
    ck_assert_uint_eq(lost("Um 24:00 Uhr", "At 12:00 p.m."), 0);
    ck_assert_uint_eq(lost("Um 24:00 Uhr, um 00:00 Uhr", "At 9:00, at 0:00"), 1);
    ck_assert_uint_eq(lost("Um 24:00 Uhr, um 00:00 Uhr", "At 24:00, at 0:00"), 0);
    ck_assert_uint_eq(lost("At 8:30 am and 8:30 pm", "Um 8:30 und 20:30 Uhr"), 0);
    ck_assert_uint_eq(lost("$8 and 3 kg", "acht Dollar und drei Kilo"), 2);
    ck_assert_uint_eq(lost("$8/day (was $9)", "8/Tag (früher 9 Dollar)"), 1);
    ck_assert_uint_eq(lost("$8/day or $9/day", "8 $/Tag oder 9 Dollar/Tag"), 0);
    ck_assert_uint_eq(lost("$8/day", "8 Dollar am Tag"), 0);
    ck_assert_uint_eq(lost("100m in 9.58s", "100 m in 9,58 und"), 1);
    ck_assert_uint_eq(lost("100m in 9.58s", "100 Meter in 9,58 s"), 0);
    ck_assert_uint_eq(lost("in 300ms", "in 300 m"), 1);
    ck_assert_uint_eq(lost("in 300ms", "in 300 Millisekunden"), 0);
    ck_assert_uint_eq(lost("5cm, in the 90s", "5 Zentimeter, in den 90ern"), 0);
    ck_assert_uint_eq(lost("8 Bücher/Tag, 9 €", "8/day, €9"), 0);
    ck_assert_uint_eq(lost("$8 or \xC2\xA3"
                           "9",
                           "8 Dollar oder 9 Pfund"),
                      0);
    ck_assert_uint_eq(lost("$8 or \xC2\xA3"
                           "9",
                           "8 $ oder 9 $"),
                      1);
    ck_assert_uint_eq(lost("$8 or \xC2\xA3"
                           "9",
                           "8 \xC2\xA3 oder 9 $"),
                      0);
    ck_assert_uint_eq(lost("8 dollars", "$8"), 0);
    ck_assert_uint_eq(lost("$8 for ${name} in $HOME", "8 $ f\xC3\xBCr ${name} in $HOME"), 0);
    ck_assert_uint_eq(lost("%s and %s", "%s und"), 1);
    ck_assert_uint_eq(lost("{0} > {1}", "{0} > {1}"), 0);
    ck_assert_uint_eq(lost("in parser.c", "in Parser.c"), 1);
}
END_TEST

START_TEST(each_date_is_said_by_itself)
{
    const char *const two = "From 03/04/2024 to 04/03/2024";

    ck_assert_uint_eq(lost(two, "Von 03/04/2024 bis 04/03/2024"), 0);
    ck_assert_uint_eq(lost(two, "Vom 3. April 2024 bis 4. März 2024"), 0);
    ck_assert_uint_eq(lost(two, "Vom 2024-04-03 bis 2024-03-04"), 0);
    ck_assert_uint_eq(lost(two, "Von 03/04/2024 bis 04.03.024"), 1);
    ck_assert_uint_eq(lost(two, "Von 03/04/2024 bis morgen"), 1);
    ck_assert_uint_eq(lost(two, "Von 03/04/2024 bis 04.04.03.2024"), 1);
    ck_assert_uint_eq(lost(two, "Von 03/04/2024 bis 04/04.03.2024"), 1);
    ck_assert_uint_eq(lost(two, "Von 04.04.2024 bis 04/03/2024"), 1);
    ck_assert_uint_eq(lost("On 08/10/1991", "Am 10/1991"), 1);
    ck_assert_uint_eq(lost("On 08/10/1991", "Am 10. August 1991"), 0);
    ck_assert_uint_eq(lost("12.11.2020-11.12.2020", "12.11.2020-11.12.2020"), 0);
}
END_TEST

static bool made_up(const char *source, const char *translation)
{
    tr_fact facts[MOST];
    const size_t n = tr_facts_find(source, strlen(source), facts, MOST);
    return tr_facts_made_up(facts, n, translation, strlen(translation));
}

START_TEST(no_number_is_made_up)
{
    ck_assert(made_up("Was 8 818 530 before", "Waren vorher 8 8 818 530"));
    ck_assert(!made_up("Was 8 818 530 before", "Waren vorher 8.818.530"));
    ck_assert(made_up("By 2024", "Bis 2025") && !made_up("By 2024", "Bis 2024"));
    ck_assert(!made_up("On June 5, 2021", "Am 05.06.2021"));
    ck_assert(!made_up("At 8 p.m.", "Um 20 Uhr") && made_up("At 8 p.m.", "Um 21 Uhr"));
    ck_assert(!made_up("330 million people", "330.000.000 Menschen"));
    ck_assert(!made_up("KX-400", "KX-400 und 400"));
}
END_TEST

START_TEST(each_number_is_said_as_often_as_it_stands_there)
{
    ck_assert_uint_eq(lost("14 cats and 14 dogs", "14 Katzen und Hunde"), 1);
    ck_assert_uint_eq(lost("14 cats and 14 dogs", "14 Katzen und 14 Hunde"), 0);
    ck_assert_uint_eq(lost("lamps 39.08, knives 66.66", "Lampen 39,08, Messer 66,6"), 1);
    ck_assert_uint_eq(lost("It costs 12,500.50 today", "Heute 12.500 und 50,50"), 1);
    ck_assert_uint_eq(lost("It costs 1,234,567.89", "1,234,567,89"), 1);
    ck_assert_uint_eq(lost("1’250’000 people", "1.250.000 Menschen"), 0);
    ck_assert_uint_eq(lost("17 things in AB17", "AB17 Dinge"), 1);
}
END_TEST

START_TEST(letters_may_say_numbers)
{
    ck_assert_uint_eq(lost("in the 17th century", "no século XVII"), 0);
    ck_assert_uint_eq(lost("in the 17th century", "no século XVI"), 1);
    ck_assert_uint_eq(lost("17 kg", "XVII kg"), 1);
    ck_assert_uint_eq(lost("Eram 240 mil pessoas.", "They were 240,000 people."), 0);
    ck_assert_uint_eq(lost("Eram 240 mil pessoas.", "They were 24,000 people."), 1);
    ck_assert_uint_eq(lost("7,000,000 houses", "7 Millionen Häuser"), 0);
    ck_assert_uint_eq(lost("3.5 million houses", "3.500.000 Häuser"), 0);
    ck_assert_uint_eq(lost("3.5 million houses", "3.500 Häuser"), 1);
    ck_assert_uint_eq(lost("240 miles", "240.000"), 1);
    ck_assert_uint_eq(lost("2 billion stars", "2 Milliarden Sterne"), 0);
}
END_TEST

static size_t repeated(const char *source, const char *translation)
{
    tr_fact facts[MOST];
    const size_t n = tr_facts_find(source, strlen(source), facts, MOST);
    bool lost[MOST] = {0};

    tr_facts_lost(facts, n, translation, strlen(translation), lost);
    return tr_facts_repeated(facts, n, translation, strlen(translation), lost);
}

START_TEST(no_number_is_said_more_often_than_it_stands_there)
{
    ck_assert_uint_eq(repeated("It costs $45 a month", "Es kostet 45 im Monat 45 Dollar"), 1);
    ck_assert_uint_eq(repeated("It costs $45 a month", "Es kostet 45 Dollar im Monat"), 0);
    ck_assert_uint_eq(repeated("45 or 45 or 46", "45 oder 45 oder 46"), 0);
    ck_assert_uint_eq(repeated("45 or 46", "45 oder 46, 45 oder 46"), 2);
    ck_assert_uint_eq(repeated("3 cats", "3 Katzen, 3"), 0); /* "three" may be meant */
    ck_assert_uint_eq(repeated("At 9 p.m.", "Um 21 Uhr, 21:00"), 0);
    ck_assert_uint_eq(repeated("On 03/14/2019 in 2019", "Am 14. März 2019, 2019"), 0);
    ck_assert_uint_eq(repeated("It was 1984.", "Es war."), 0); /* lost */
}
END_TEST

START_TEST(ranges_and_ratios_stay_what_they_are)
{
    ck_assert_uint_eq(lost("pages 7-9", "Seiten 7:9"), 2);
    ck_assert_uint_eq(lost("pages 7-9", "Seiten 7 bis 9"), 0);
    ck_assert_uint_eq(lost("pages 7–9", "Seiten 7–9"), 0);
    ck_assert_uint_eq(lost("ein Verhältnis von 1:4", "a ratio of 1-4"), 1);
    ck_assert_uint_eq(lost("ein Verhältnis von 1:4", "a ratio of 1:4"), 0);
}
END_TEST

START_TEST(a_sign_of_a_currency_may_be_a_word_and_not_nothing)
{
    ck_assert_uint_eq(lost("About $48 were paid", "Etwa 48 wurden bezahlt"), 1);
    ck_assert_uint_eq(lost("About $48 were paid", "Etwa 48 Dollar wurden bezahlt"), 0);
    ck_assert_uint_eq(lost("About 48 € were paid", "Etwa 48 Euro wurden bezahlt"), 0);
}
END_TEST

static bool allowed(const char *source, const char *begun)
{
    tr_fact facts[MOST];
    const size_t n = tr_facts_find(source, strlen(source), facts, MOST);
    const size_t len = strlen(begun);
    tr_facts_begun nothing, known;

    /* Knowledge of a shorter beginning changes nothing. */
    tr_facts_begin(&nothing, facts, n, begun, 0);
    for (size_t k = 1; k <= len && tr_facts_allow(facts, n, begun, k - 1, &nothing); k++) {
        tr_facts_begin(&known, facts, n, begun, k - 1);
        for (size_t longer = k; longer <= len && longer < k + 8; longer++)
            ck_assert(tr_facts_allow(facts, n, begun, longer, &known) ==
                      tr_facts_allow(facts, n, begun, longer, &nothing));
    }
    return tr_facts_allow(facts, n, begun, len, &nothing);
}

START_TEST(allows_beginnings_that_can_come_out_right)
{
    const char *const rent = "From $1,250 to $1,975", *const file = "The picture IMG_2023.jpg";
    const char *const gift = "Your gift of {{amount}}, {{donor}}";

    ck_assert(allowed(rent, "") && allowed(rent, "Von 1") && allowed(rent, "Von 1.") &&
              allowed(rent, "Von 1.25") && allowed(rent, "Von 1.250 auf"));
    ck_assert(!allowed(rent, "Von 11") && !allowed(rent, "Von 1.25 a") && !allowed(rent, "Von 3"));
    ck_assert(allowed(file, "Das Bild I") && allowed(file, "Das Bild IMG_20"));
    ck_assert(allowed(file, "Das Bild IMG_2023.jpg ist") && allowed(file, "Ich bin"));
    ck_assert(!allowed(file, "Das Bild IMG_203") && !allowed(file, "Das Bild IMG_ "));
    ck_assert(allowed(gift, "{{donor}}, {{am") && !allowed(gift, "{{donor}.") &&
              !allowed(gift, "{{x"));
    ck_assert(allowed("$8 or \xC2\xA3 9", "8 $ oder 9 \xC2\xA3.") &&
              !allowed("$8 or \xC2\xA3 9", "8 $ oder 9 $.") &&
              !allowed("$8 or \xC2\xA3 9", "8 \xE2\x82\xAC"));
    ck_assert(allowed("\xC2\xA3 9 for ${a}", "9 \xC2\xA3 f\xC3\xBCr ${a}") &&
              allowed("9 dollars", "$9"));
    ck_assert(allowed("At 8 p.m.", "Um 20 Uhr") && !allowed("At 8 p.m.", "Um 21"));
}
END_TEST

UNIT_MAIN("facts", finds_what_every_language_spells_the_same, finds_no_more_than_there_is_room_for,
          counts_what_a_translation_lacks, each_date_is_said_by_itself, no_number_is_made_up,
          each_number_is_said_as_often_as_it_stands_there, letters_may_say_numbers,
          no_number_is_said_more_often_than_it_stands_there, ranges_and_ratios_stay_what_they_are,
          a_sign_of_a_currency_may_be_a_word_and_not_nothing,
          allows_beginnings_that_can_come_out_right)
