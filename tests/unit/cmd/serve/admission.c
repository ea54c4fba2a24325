/* Which requests can be done in time: by arithmetic, with speeds that are given. */
#include "serve/translator/admission.h"

#include "console/clock.h"
#include "unit/unit.h"

/* 4000 bytes a second: a token has four bytes as long as none was counted. */
static model_speed fast = {.rate = 1000};

/* When the pool has done something; 0: never. */
static double first_done;

/* The pool's: the speed is as it is. */
bool model_pool_measure(model_pool *s, double seconds)
{
    (void)s;
    if (first_done <= 0 || clock_seconds() < first_done) return false;
    if (seconds > 0) fast.measured = clock_seconds();
    return true;
}

/* The speed is of this moment, or of long ago. */
static void know(bool fresh)
{
    fast.measured = fresh ? clock_seconds() : clock_seconds() - 100;
}

/* Asks for so many bytes, by a client, within so many seconds. */
static enum admission_answer ask(admission *a, admitted *r, uint64_t client, size_t bytes,
                                 double seconds, double *wait)
{
    know(true);
    *r = (admitted){.client = client, .deadline = seconds > 0 ? clock_seconds() + seconds : 0};
    admission_add(r, &fast, bytes);
    return admission_enter(a, r, wait);
}

START_TEST(a_window_of_one_model_is_its_speed)
{
    model_speed s = {.tokens = 1000};

    model_speed_measure(&s, 2);
    ck_assert_double_eq_tol(model_speed_bytes(&s), 4 * 500, 1e-6);
    model_speed_learn(&s, 300, 100);
    ck_assert_double_eq_tol(model_speed_bytes(&s), 3 * 500, 1e-6);
    atomic_fetch_add(&s.tokens, 1000);
    model_speed_measure(&s, 1); /* 1000 now: a part of the way from 500 */
    ck_assert_double_gt(model_speed_bytes(&s), 3 * 500);
    ck_assert_double_lt(model_speed_bytes(&s), 3 * 1000);
}
END_TEST

START_TEST(two_models_have_half_of_the_time_each)
{
    model_speed b = {.tokens = 500}, a = {.tokens = 1000, .next = &b};

    model_speed_measure(&a, 1);
    ck_assert_double_eq_tol(model_speed_bytes(&a), 4 * 2000, 1e-6);
    ck_assert_double_eq_tol(model_speed_bytes(&b), 4 * 1000, 1e-6);
}
END_TEST

START_TEST(what_is_not_done_in_time_is_not_taken)
{
    admission *const a = admission_create(NULL, 1);
    admitted first, second, third, fourth;
    double wait;

    ck_assert_int_eq(ask(a, &first, 1, 20000, 10, &wait), ADMISSION_TAKEN); /* 5 s of 10 */
    ck_assert_int_eq(ask(a, &second, 2, 20000, 10, &wait), ADMISSION_BUSY); /* 10 s with both */
    ck_assert_double_ge(wait, 1);
    ck_assert_int_eq(ask(a, &third, 3, 80000, 10, &wait), ADMISSION_TOO_LONG); /* 20 s alone */
    ck_assert_int_eq(ask(a, &fourth, 4, 200, 10, &wait), ADMISSION_TAKEN);     /* a moment */
    admission_leave(a, &fourth);
    admission_did(a, &first, &fast, 18000);
    ck_assert_int_eq(ask(a, &second, 2, 20000, 10, &wait), ADMISSION_TAKEN); /* 5.5 s with both */
    admission_leave(a, &first);
    admission_leave(a, &second);
    admission_free(a);
}
END_TEST

START_TEST(alone_a_request_may_take_all_of_its_time)
{
    admission *const a = admission_create(NULL, 1);
    admitted r;
    double wait;

    ck_assert_int_eq(ask(a, &r, 1, 36000, 10, &wait), ADMISSION_TAKEN); /* 9 s of 10 */
    admission_leave(a, &r);
    ck_assert_int_eq(ask(a, &r, 1, 44000, 10, &wait), ADMISSION_TOO_LONG); /* no use to try again */
    admission_free(a);
}
END_TEST

START_TEST(nobody_is_made_late)
{
    admission *const a = admission_create(NULL, 1);
    admitted first, second, third;
    double wait;

    ck_assert_int_eq(ask(a, &first, 1, 20000, 10, &wait), ADMISSION_TAKEN);
    /* It has time, but the first one would take 10 s, as they take turns. */
    ck_assert_int_eq(ask(a, &second, 2, 80000, 100, &wait), ADMISSION_BUSY);
    /* Not behind it: requests of a client are done in their order. */
    ck_assert_int_eq(ask(a, &third, 1, 80000, 100, &wait), ADMISSION_TAKEN);
    admission_leave(a, &first);
    admission_leave(a, &third);
    admission_free(a);
}
END_TEST

START_TEST(short_ones_of_a_client_pass_its_long_ones)
{
    admission *const a = admission_create(NULL, 1);
    admitted large, small;
    double wait;

    ck_assert_int_eq(ask(a, &large, 1, 20000, 10, &wait), ADMISSION_TAKEN);
    ck_assert_int_eq(ask(a, &small, 1, 200, 1, &wait), ADMISSION_TAKEN); /* not behind its 5 s */
    ck_assert_uint_ne(large.client, small.client);
    admission_leave(a, &small);
    admission_leave(a, &large);
    admission_free(a);
}
END_TEST

START_TEST(short_ones_come_again)
{
    admission *const a = admission_create(NULL, 1);
    admitted crowd[8], large;
    double wait;

    for (uint64_t i = 0; i < 8; i++)
        ck_assert_int_eq(ask(a, &crowd[i], i, 100, 10, &wait), ADMISSION_TAKEN);
    /* 2 s alone; 8 clients that take half as much each come again meanwhile: 10 s. */
    ck_assert_int_eq(ask(a, &large, 9, 8000, 10, &wait), ADMISSION_BUSY);
    ck_assert_int_eq(ask(a, &large, 9, 8000, 20, &wait), ADMISSION_TAKEN);
    admission_leave(a, &large);
    for (uint64_t i = 0; i < 8; i++)
        admission_leave(a, &crowd[i]);
    admission_free(a);
}
END_TEST

START_TEST(a_speed_of_long_ago_is_measured_anew)
{
    admission *const a = admission_create(NULL, 1);
    admitted r = {.client = 1, .deadline = clock_seconds() + 10};
    double wait;

    know(false);
    admission_add(&r, &fast, 400000); /* 100 s, by what was known */
    ck_assert_int_eq(admission_enter(a, &r, &wait), ADMISSION_TAKEN);
    ck_assert(admission_did(a, &r, &fast, 4000));
    know(true); /* 99 s are left, by what is known now */
    ck_assert(!admission_did(a, &r, &fast, 0));
    admission_leave(a, &r);
    admission_free(a);
}
END_TEST

START_TEST(a_slow_engine_is_waited_for)
{
    admission *const a = admission_create(NULL, 1);
    admitted first = {.client = 1, .deadline = clock_seconds() + 20},
             second = {.client = 2, .deadline = clock_seconds() + 20};
    double wait;

    know(false);
    admission_add(&first, &fast, 60000); /* 15 s */
    admission_add(&second, &fast, 60000);
    ck_assert_int_eq(admission_enter(a, &first, &wait), ADMISSION_TAKEN);
    first_done = clock_seconds() + 1;
    ck_assert_int_eq(admission_enter(a, &second, &wait), ADMISSION_BUSY);
    ck_assert_double_gt(fast.measured, first_done);
    first_done = 0;
    admission_leave(a, &first);
    admission_free(a);
}
END_TEST

START_TEST(who_has_no_limit_is_taken)
{
    admission *const a = admission_create(NULL, 1);
    admitted r;
    size_t n;
    double wait, seconds;

    ck_assert_int_eq(ask(a, &r, 1, 4000000, 0, &wait), ADMISSION_TAKEN);
    admission_count(a, &n, &seconds);
    ck_assert_uint_eq(n, 1);
    ck_assert_double_eq_tol(seconds, 1000, 1e-6);
    admission_leave(a, &r);
    admission_count(a, &n, &seconds);
    ck_assert_uint_eq(n, 0);
    admission_free(a);
}
END_TEST

UNIT_MAIN("admission", a_window_of_one_model_is_its_speed, two_models_have_half_of_the_time_each,
          what_is_not_done_in_time_is_not_taken, alone_a_request_may_take_all_of_its_time,
          nobody_is_made_late, short_ones_of_a_client_pass_its_long_ones, short_ones_come_again,
          a_speed_of_long_ago_is_measured_anew, a_slow_engine_is_waited_for,
          who_has_no_limit_is_taken)
