#include "text/placeables/clock.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "unit/unit.h"

/* The times of a text and what they are, between bars. */
static const char *times(const char *text)
{
    static char out[1000];
    char time[TR_CLOCK_SIZE];
    tr_span at = {0};

    *out = '\0';
    while (tr_clock_next(text, at.end, strlen(text), &at, time)) {
        if (*out) strcat(out, "|");
        strncat(out, text + at.begin, at.end - at.begin);
        strcat(strcat(out, "="), time);
    }
    return out;
}

START_TEST(text_without_times_has_none)
{
    ck_assert_str_eq(times(""), "");
    ck_assert_str_eq(times("I am 5 years old, and 3 of us are."), "");
    ck_assert_str_eq(times("17"), "");
    ck_assert_str_eq(times("p.m. am Uhr"), "");
    ck_assert_str_eq(times("5 amps, 5 pm-like, 5 Uhren"), "");
}
END_TEST

START_TEST(halves_of_the_day_complete_hours)
{
    ck_assert_str_eq(times("at 5 pm it"), "5 pm=17:00");
    ck_assert_str_eq(times("at 5pm it"), "5pm=17:00");
    ck_assert_str_eq(times("at 5 PM it"), "5 PM=17:00");
    ck_assert_str_eq(times("at 5PM, it"), "5PM=17:00");
    ck_assert_str_eq(times("at 5 p.m. it"), "5 p.m.=17:00");
    ck_assert_str_eq(times("at 5p.m. it"), "5p.m.=17:00");
    ck_assert_str_eq(times("at 5 P.M. it"), "5 P.M.=17:00");
    ck_assert_str_eq(times("at 5\xC2\xA0p.m. it"), "5\xC2\xA0p.m.=17:00");
    ck_assert_str_eq(times("at 5 am it"), "5 am=5:00");
    ck_assert_str_eq(times("at 5AM it"), "5AM=5:00");
    ck_assert_str_eq(times("at 11 a.m. it"), "11 a.m.=11:00");
    ck_assert_str_eq(times("at 11 A.M. it"), "11 A.M.=11:00");
}
END_TEST

START_TEST(halves_of_the_day_complete_minutes)
{
    ck_assert_str_eq(times("at 5:30 pm it"), "5:30 pm=17:30");
    ck_assert_str_eq(times("at 5:30pm it"), "5:30pm=17:30");
    ck_assert_str_eq(times("at 11:59 P.M. it"), "11:59 P.M.=23:59");
}
END_TEST

START_TEST(halves_of_the_day_complete_seconds)
{
    ck_assert_str_eq(times("at 9:05:30 PM it"), "9:05:30 PM=21:05:30");
    ck_assert_str_eq(times("at 2:30:00 AM it"), "2:30:00 AM=2:30:00");
    ck_assert_str_eq(times("at 12:00:00 AM it"), "12:00:00 AM=0:00:00");
    ck_assert_str_eq(times("at 12:00:59 p.m. it"), "12:00:59 p.m.=12:00:59");
    ck_assert_str_eq(times("9:00:00 \xE2\x80\x93 11:30:15 PM it"),
                     "9:00:00 \xE2\x80\x93 11:30:15 PM=21:00:00 \xE2\x80\x93 23:30:15");
    ck_assert_str_eq(times("at 9:05:60 PM, 9:05:3 PM, 9:05:300 PM, 9:05:30:10 PM"), "");
    ck_assert_str_eq(times("it took 9:05:30 Uhr, 17:05:30"), "");
}
END_TEST

START_TEST(twelve_is_midnight_or_noon)
{
    ck_assert_str_eq(times("at 12 a.m. it"), "12 a.m.=0:00");
    ck_assert_str_eq(times("at 12:00 a.m. it"), "12:00 a.m.=0:00");
    ck_assert_str_eq(times("at 12:30 am it"), "12:30 am=0:30");
    ck_assert_str_eq(times("at 12:30 pm it"), "12:30 pm=12:30");
    ck_assert_str_eq(times("at 12 p.m. it"), "12 p.m.=12:00");
    ck_assert_str_eq(times("at 12am it, at 12pm it"), "12am=0:00|12pm=12:00");
    ck_assert_str_eq(times("at 12:30 pm it"), "12:30 pm=12:30");
}
END_TEST

START_TEST(minutes_may_be_named)
{
    ck_assert_str_eq(times("às 19h45min it"), "19h45min=19:45");
    ck_assert_str_eq(times("às 19h45 horas it"), "19h45=19:45");
}
END_TEST

START_TEST(first_of_two_times_is_completed)
{
    ck_assert_str_eq(times("between 3 and 6 p.m. it"), "3=15:00|6 p.m.=18:00");
    ck_assert_str_eq(times("From 8:30 to 11 am it"), "8:30=8:30|11 am=11:00");
    ck_assert_str_eq(times("from 10 until 2 PM it"), "10=10:00|2 PM=14:00");
    ck_assert_str_eq(times("von 7 bis 19 Uhr"), "7=7:00|19 Uhr=19:00");
    ck_assert_str_eq(times("zwischen 7 und 9 Uhr abends"), "7=19:00|9 Uhr abends=21:00");
    ck_assert_str_eq(times("between 3 and 6 people"), "");
    ck_assert_str_eq(times("room 3 and 6 p.m. it"), "6 p.m.=18:00");
    ck_assert_str_eq(times("between 3, and 6 p.m. it"), "6 p.m.=18:00");
    ck_assert_str_eq(times("between 3"), "");
    ck_assert_str_eq(times("between 3 and"), "");
}
END_TEST

START_TEST(full_stop_of_a_sentence_is_not_taken)
{
    ck_assert_str_eq(times("It is at 5 p.m."), "5 p.m=17:00");
    ck_assert_str_eq(times("It is at 5 pm."), "5 pm=17:00");
    ck_assert_str_eq(times("“It is at 5 p.m.” "), "5 p.m=17:00");
    ck_assert_str_eq(times("(It is at 5 p.m.)"), "5 p.m=17:00");
    ck_assert_str_eq(times("It is at 5 p.m. today."), "5 p.m.=17:00");
}
END_TEST

START_TEST(german_hours_are_times)
{
    ck_assert_str_eq(times("um 17 Uhr da"), "17 Uhr=17:00");
    ck_assert_str_eq(times("um 8 Uhr da"), "8 Uhr=8:00");
    ck_assert_str_eq(times("um 17 Uhr."), "17 Uhr=17:00");
    ck_assert_str_eq(times("um 17\xC2\xA0Uhr."), "17\xC2\xA0Uhr=17:00");
}
END_TEST

START_TEST(german_parts_of_the_day_complete_hours)
{
    ck_assert_str_eq(times("um 8 Uhr abends da"), "8 Uhr abends=20:00");
    ck_assert_str_eq(times("um 8 Uhr morgens da"), "8 Uhr morgens=8:00");
    ck_assert_str_eq(times("um 8 Uhr früh da"), "8 Uhr früh=8:00");
    ck_assert_str_eq(times("um 3 Uhr nachmittags da"), "3 Uhr nachmittags=15:00");
    ck_assert_str_eq(times("um 10 Uhr vormittags da"), "10 Uhr vormittags=10:00");
    ck_assert_str_eq(times("um 12 Uhr mittags da"), "12 Uhr mittags=12:00");
    ck_assert_str_eq(times("um 3 Uhr nachts da"), "3 Uhr nachts=3:00");
    ck_assert_str_eq(times("um 11 Uhr nachts da"), "11 Uhr nachts=23:00");
    ck_assert_str_eq(times("um 1 Uhr mittags da"), "1 Uhr mittags=13:00");
    ck_assert_str_eq(times("um 11 Uhr mittags da"), "11 Uhr mittags=11:00");
    ck_assert_str_eq(times("um 12 Uhr nachts da"), "12 Uhr nachts=0:00");
}
END_TEST

START_TEST(points_join_hours_and_minutes)
{
    ck_assert_str_eq(times("um 18.45 Uhr da"), "18.45 Uhr=18:45");
    ck_assert_str_eq(times("at 8.30 a.m. it"), "8.30 a.m.=8:30");
    ck_assert_str_eq(times("18.45 Euro"), "");
}
END_TEST

START_TEST(times_that_tell_all_stay)
{
    ck_assert_str_eq(times("um 20:15 Uhr da"), "");
    ck_assert_str_eq(times("at 8:30 a.m. it"), "");
    ck_assert_str_eq(times("at 8:30 it"), "");
}
END_TEST

START_TEST(hours_in_portuguese_are_times_behind_their_word)
{
    ck_assert_str_eq(times("Chega às 17 horas."), "17 horas=17:00");
    ck_assert_str_eq(times("Dura 17 horas."), "");
    ck_assert_str_eq(times("17 horas"), "");
    ck_assert_str_eq(times("Llega a las 17 horas."), "17 horas=17:00");
}
END_TEST

START_TEST(h_joins_hours_and_minutes)
{
    ck_assert_str_eq(times("à 17h30 au"), "17h30=17:30");
    ck_assert_str_eq(times("às 9h05."), "9h05=9:05");
    ck_assert_str_eq(times("17h60 17h3 17h300"), "");
}
END_TEST

START_TEST(what_halves_the_day_holds_for_both_times)
{
    ck_assert_str_eq(times("from 5-6 pm it"), "5-6 pm=17:00-18:00");
    ck_assert_str_eq(times("from 5–6:30 pm it"), "5–6:30 pm=17:00–18:30");
    ck_assert_str_eq(times("from 9:15 - 11:45 a.m. it"), "9:15 - 11:45 a.m.=9:15 - 11:45");
    ck_assert_str_eq(times("von 9–17 Uhr da"), "9–17 Uhr=9:00–17:00");
    ck_assert_str_eq(times("von 14:30-16 Uhr da"), "14:30-16 Uhr=14:30-16:00");
}
END_TEST

START_TEST(the_first_time_is_the_earlier_one)
{
    ck_assert_str_eq(times("from 12:00-1:00 PM it"), "12:00-1:00 PM=12:00-13:00");
    ck_assert_str_eq(times("from 11-1 pm it"), "11-1 pm=11:00-13:00");
    ck_assert_str_eq(times("from 9-5pm it"), "9-5pm=9:00-17:00");
    ck_assert_str_eq(times("from 10-2 am it"), "10-2 am=10:00-2:00");
}
END_TEST

START_TEST(both_times_may_tell_their_half)
{
    ck_assert_str_eq(times("from 8am-4pm it"), "8am-4pm=8:00-16:00");
    ck_assert_str_eq(times("from 8:30 AM – 4 PM it"), "8:30 AM – 4 PM=8:30 – 16:00");
    ck_assert_str_eq(times("from 10 p.m. - 2 a.m. it"), "10 p.m. - 2 a.m.=22:00 - 2:00");
    ck_assert_str_eq(times("from 9 a.m.–5 p.m. it"), "9 a.m.–5 p.m.=9:00–17:00");
    ck_assert_str_eq(times("5pm—or 6pm—it"), "5pm=17:00|6pm=18:00");
    ck_assert_str_eq(times("until 5pm - 3 of us"), "5pm=17:00");
    ck_assert_str_eq(times("at 5pm-ish, 7-8 of us"), "");
    ck_assert_str_eq(times("from 75-6 pm it"), "");
    ck_assert_str_eq(times("from 1:99-6 pm it"), "");
    ck_assert_str_eq(times("from 5-13 pm it"), "");
}
END_TEST

START_TEST(there_are_no_such_hours)
{
    ck_assert_str_eq(times("at 13 p.m. it"), "");
    ck_assert_str_eq(times("um 25 Uhr da"), "");
    ck_assert_str_eq(times("at 1.5 am it"), "");
    ck_assert_str_eq(times("at 1,5 pm it"), "");
    ck_assert_str_eq(times("at 105 pm it"), "");
    ck_assert_str_eq(times("at x5 pm it"), "");
    ck_assert_str_eq(times("at 5:75 pm it"), "");
}
END_TEST

START_TEST(a_part_of_a_text_is_searched)
{
    static const char text[] = "5 pm and 6 pm and 7 pm";
    char time[TR_CLOCK_SIZE];
    tr_span at;

    ck_assert(tr_clock_next(text, 4, strlen(text), &at, time));
    ck_assert_uint_eq(at.begin, 9);
    ck_assert_uint_eq(at.end, 13);
    ck_assert_str_eq(time, "18:00");
    ck_assert(!tr_clock_next(text, 4, 11, &at, time));
    ck_assert(!tr_clock_next(text, 0, 1, &at, time));
    ck_assert(!tr_clock_next(text, 0, 0, &at, time));
}
END_TEST

/* The number of times of a text of many times the same, with many blanks at its end. */
static size_t count_times(const char *one)
{
    enum { MANY = 100000 };
    char time[TR_CLOCK_SIZE];
    tr_buf text = {0};
    tr_span at = {0};
    size_t n = 0;

    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, one);
    for (size_t i = 0; i < MANY; i++)
        tr_buf_add_string(&text, " ");
    while (tr_clock_next(text.data, at.end, text.len, &at, time))
        n++;
    tr_buf_free(&text);
    return n;
}

START_TEST(long_texts_take_no_time)
{
    const clock_t begin = clock();

    ck_assert_uint_eq(count_times("1"), 0);
    ck_assert_uint_eq(count_times("1 "), 0);
    ck_assert_uint_eq(count_times("1:"), 0);
    ck_assert_uint_eq(count_times("1."), 0);
    ck_assert_uint_eq(count_times("5 p.m. "), 100000);
    ck_assert_uint_eq(count_times("5 Uhr "), 100000);
    ck_assert_uint_eq(count_times("5-6 Uhr "), 100000);
    ck_assert_uint_eq(count_times("5 - "), 0);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10);
}
END_TEST

UNIT_MAIN("times of the day", text_without_times_has_none, halves_of_the_day_complete_hours,
          halves_of_the_day_complete_minutes, halves_of_the_day_complete_seconds,
          twelve_is_midnight_or_noon, minutes_may_be_named, first_of_two_times_is_completed,
          full_stop_of_a_sentence_is_not_taken, german_hours_are_times,
          german_parts_of_the_day_complete_hours, points_join_hours_and_minutes,
          times_that_tell_all_stay, hours_in_portuguese_are_times_behind_their_word,
          h_joins_hours_and_minutes, what_halves_the_day_holds_for_both_times,
          the_first_time_is_the_earlier_one, both_times_may_tell_their_half,
          there_are_no_such_hours, a_part_of_a_text_is_searched, long_texts_take_no_time)
