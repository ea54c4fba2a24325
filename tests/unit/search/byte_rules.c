/* What may follow a byte, against all sequences of UTF-8 that there are. */
#include "search/byte_rules.h"

#include <string.h>

#include "base/utf8.h"
#include "unit/unit.h"

/* Piece 0 is a word; piece b is byte b. */
static uint8_t bytes[256];

static void fill(void)
{
    for (int i = 0x80; i < 256; i++)
        bytes[i] = (uint8_t)i;
}

/* True if some character begins with bytes [n]. */
static bool begins_character(const int32_t *ids, size_t n)
{
    static const char ends[][4] = {"",         "\x80",     "\x80\x80",     "\xA0",
                                   "\x90\x80", "\xA0\x80", "\x90\x80\x80", "\x80\x80\x80"};
    char text[8];

    for (size_t i = 0; i < n; i++)
        text[i] = (char)ids[i];
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const size_t more = strlen(ends[k]);
        if (n + more > 4) continue;
        memcpy(text + n, ends[k], more);
        int32_t c;
        if (tr_utf8_valid(text, n + more) && tr_utf8_decode(text, n + more, &c) == n + more)
            return true;
    }
    return false;
}

static void check_all(int32_t *ids, size_t n)
{
    const enum tr_byte_state state = tr_byte_state_of(bytes, ids, n);

    ck_assert(tr_byte_may_follow(state, 0) == (n == 0));
    for (int b = 0x80; b < 256; b++) {
        ids[n] = b;
        const bool may = tr_byte_may_follow(state, (uint8_t)b);
        ck_assert_msg(may == begins_character(ids, n + 1), "%zu bytes, then %02X", n, (unsigned)b);
        if (may && tr_byte_state_of(bytes, ids, n + 1) != TR_BETWEEN_CHARACTERS)
            check_all(ids, n + 1);
    }
}

START_TEST(bytes_go_on_as_all_characters_do)
{
    int32_t ids[8] = {0};
    fill();
    check_all(ids, 0);
}
END_TEST

START_TEST(a_word_or_a_whole_character_begins_anew)
{
    static const int32_t ids[] = {0, 0xE2, 0x82, 0xAC, 0, 0xC3};

    fill();
    ck_assert_int_eq(tr_byte_state_of(bytes, ids, 1), TR_BETWEEN_CHARACTERS);
    ck_assert_int_eq(tr_byte_state_of(bytes, ids, 2), TR_WITHIN_CHARACTER);
    ck_assert_int_eq(tr_byte_state_of(bytes, ids, 4), TR_BETWEEN_CHARACTERS);
    ck_assert_int_eq(tr_byte_state_of(bytes, ids, 5), TR_BETWEEN_CHARACTERS);
    ck_assert_uint_eq(tr_byte_whole(bytes, ids, 6), 5);
    ck_assert_uint_eq(tr_byte_whole(bytes, ids, 3), 1);
    ck_assert_uint_eq(tr_byte_whole(bytes, ids, 4), 4);
    ck_assert_uint_eq(tr_byte_whole(bytes, ids, 0), 0);
}
END_TEST

START_TEST(no_byte_begins_a_character_where_none_is_needed)
{
    for (int b = 0x80; b < 256; b++)
        ck_assert(!tr_byte_may_follow(TR_WITHOUT_BYTES, (uint8_t)b));
    ck_assert(tr_byte_may_follow(TR_WITHOUT_BYTES, 0));
}
END_TEST

UNIT_MAIN("byte_rules", bytes_go_on_as_all_characters_do, a_word_or_a_whole_character_begins_anew,
          no_byte_begins_a_character_where_none_is_needed)
