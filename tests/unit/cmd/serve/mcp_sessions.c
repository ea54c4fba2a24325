/* Sessions of MCP over HTTP: how many there are, how old, and whose. */
#include "serve/mcp/mcp_sessions.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "unit/unit.h"

/* The tests' own clock. */
static double now = 1000;

double clock_seconds(void)
{
    return now;
}

static const mcp_owner mine = {.key = 1, .client = 1}, yours = {.key = 2, .client = 2};

typedef char session_name[MCP_SESSION_ID_SIZE];

/* Begins `n`, a second after the other, each of a client of its own from `first` on. */
static void begin_many(mcp_sessions *s, size_t n, uint64_t first)
{
    session_name id;

    for (size_t i = 0; i < n; i++, now++)
        ck_assert(mcp_sessions_begin(s, (mcp_owner){.client = first + i}, id));
}

static bool has(mcp_sessions *s, mcp_owner of, const char *id)
{
    return mcp_sessions_enter(s, of, id, NULL);
}

START_TEST(a_session_is_of_its_key)
{
    mcp_sessions *const s = mcp_sessions_open();
    session_name id, other;

    ck_assert(mcp_sessions_begin(s, mine, id) && mcp_sessions_begin(s, yours, other));
    ck_assert_uint_eq(strlen(id), 32);
    ck_assert_str_ne(id, other);
    ck_assert(has(s, mine, id) && !has(s, yours, id) && !has(s, mine, other));
    ck_assert(!has(s, mine, "") && !has(s, mine, "0123"));
    ck_assert(!mcp_sessions_end(s, yours, id) && mcp_sessions_end(s, mine, id));
    ck_assert(!has(s, mine, id) && !mcp_sessions_end(s, mine, id) && has(s, yours, other));
    mcp_sessions_close(s);
}
END_TEST

START_TEST(a_session_ends_when_nobody_has_used_it_for_a_day)
{
    mcp_sessions *const s = mcp_sessions_open();
    translator_cancellation cancellation;
    mcp_open open = {.cancellation = &cancellation};
    session_name used, unused, busy;

    translator_cancellation_init(&cancellation);
    ck_assert(mcp_sessions_begin(s, mine, used) && mcp_sessions_begin(s, mine, unused) &&
              mcp_sessions_begin(s, mine, busy) && mcp_sessions_enter(s, mine, busy, &open));
    now += MCP_SESSIONS_SECONDS - 1;
    ck_assert(has(s, mine, used));
    now += 2;
    ck_assert(has(s, mine, used) && !has(s, mine, unused) && has(s, mine, busy));
    mcp_sessions_leave(s, &open);
    now += MCP_SESSIONS_SECONDS + 1;
    ck_assert(!has(s, mine, used) && !has(s, mine, busy) && !cancellation.gone);
    translator_cancellation_free(&cancellation);
    mcp_sessions_close(s);
}
END_TEST

START_TEST(the_longest_unused_one_makes_room)
{
    mcp_sessions *const s = mcp_sessions_open();
    session_name first, second;

    ck_assert(mcp_sessions_begin(s, mine, first));
    now++;
    ck_assert(mcp_sessions_begin(s, yours, second));
    now++;
    begin_many(s, MCP_SESSIONS_MOST - 2, 100);
    ck_assert(has(s, mine, first) && has(s, yours, second));
    now++;
    ck_assert(has(s, mine, first));
    begin_many(s, MCP_SESSIONS_MOST - 1, 100000);
    ck_assert(has(s, mine, first) && !has(s, yours, second));
    mcp_sessions_close(s);
}
END_TEST

START_TEST(a_client_takes_its_own_room)
{
    mcp_sessions *const s = mcp_sessions_open();
    session_name first, own, id;

    ck_assert(mcp_sessions_begin(s, yours, first) && mcp_sessions_begin(s, mine, own));
    for (size_t i = 0; i < 3 * MCP_SESSIONS_MOST; i++, now += 0.1)
        ck_assert(mcp_sessions_begin(s, mine, id));
    ck_assert(has(s, yours, first) && has(s, mine, id) && !has(s, mine, own));
    mcp_sessions_close(s);
}
END_TEST

/* Has all of a session's room be worked on. */
START_TEST(what_is_worked_on_stays)
{
    enum { N = MCP_SESSIONS_OF_CLIENT };
    mcp_sessions *const s = mcp_sessions_open();
    mcp_open *const open = checked_realloc(NULL, N, sizeof *open);
    translator_cancellation cancellation;
    session_name id;

    translator_cancellation_init(&cancellation);
    for (size_t i = 0; i < N; i++) {
        open[i] = (mcp_open){.cancellation = &cancellation};
        ck_assert(mcp_sessions_begin(s, mine, id) && mcp_sessions_enter(s, mine, id, &open[i]));
    }
    ck_assert(!mcp_sessions_begin(s, mine, id));
    ck_assert(mcp_sessions_begin(s, yours, id));
    mcp_sessions_leave(s, &open[7]);
    ck_assert(mcp_sessions_begin(s, mine, id));
    ck_assert(!cancellation.gone);
    free(open);
    mcp_sessions_close(s);
    translator_cancellation_free(&cancellation);
}
END_TEST

START_TEST(requests_of_an_id_are_cancelled_in_their_session)
{
    mcp_sessions *const s = mcp_sessions_open();
    cJSON *const ids[] = {cJSON_CreateNumber(1), cJSON_CreateString("1"), cJSON_CreateNumber(1)};
    translator_cancellation cancellations[3];
    mcp_open open[3];
    session_name id, other;

    ck_assert(mcp_sessions_begin(s, mine, id) && mcp_sessions_begin(s, mine, other));
    for (size_t i = 0; i < 3; i++) {
        translator_cancellation_init(&cancellations[i]);
        open[i] = (mcp_open){.id = ids[i], .cancellation = &cancellations[i]};
        ck_assert(mcp_sessions_enter(s, mine, i < 2 ? id : other, &open[i]));
    }
    mcp_sessions_cancel(s, yours, id, ids[0]);
    ck_assert(!cancellations[0].gone);
    mcp_sessions_cancel(s, mine, id, ids[0]);
    ck_assert(cancellations[0].gone && !cancellations[1].gone && !cancellations[2].gone);
    mcp_sessions_leave(s, &open[0]);
    ck_assert(mcp_sessions_end(s, mine, id));
    ck_assert(cancellations[1].gone && !cancellations[2].gone);
    for (size_t i = 1; i < 3; i++)
        mcp_sessions_leave(s, &open[i]);
    for (size_t i = 0; i < 3; i++) {
        translator_cancellation_free(&cancellations[i]);
        cJSON_Delete(ids[i]);
    }
    mcp_sessions_close(s);
}
END_TEST

UNIT_MAIN("mcp_sessions", a_session_is_of_its_key, a_session_ends_when_nobody_has_used_it_for_a_day,
          the_longest_unused_one_makes_room, a_client_takes_its_own_room, what_is_worked_on_stays,
          requests_of_an_id_are_cancelled_in_their_session)
