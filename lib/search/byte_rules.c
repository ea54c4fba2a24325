#include "search/byte_rules.h"

/* Bytes that may continue a character. */
static bool continues(uint8_t byte)
{
    return byte >= 0x80 && byte <= 0xBF;
}

/* Bytes that come after a first one; 0 for one that begins no character. */
static size_t more_after(uint8_t first)
{
    return first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

static enum tr_byte_state after_first(uint8_t first)
{
    switch (first) {
    case 0xE0:
        return TR_AFTER_E0;
    case 0xED:
        return TR_AFTER_ED;
    case 0xF0:
        return TR_AFTER_F0;
    case 0xF4:
        return TR_AFTER_F4;
    default:
        return TR_WITHIN_CHARACTER;
    }
}

size_t tr_byte_whole(const uint8_t *bytes, const int32_t *ids, size_t n)
{
    size_t n_more = 0;

    while (n_more < 3 && n_more < n && continues(bytes[ids[n - 1 - n_more]]))
        n_more++;
    if (n_more == n) return n;
    return n_more < more_after(bytes[ids[n - 1 - n_more]]) ? n - 1 - n_more : n;
}

enum tr_byte_state tr_byte_state_of(const uint8_t *bytes, const int32_t *ids, size_t n)
{
    const size_t whole = tr_byte_whole(bytes, ids, n);

    if (whole == n) return TR_BETWEEN_CHARACTERS;
    return n - whole == 1 ? after_first(bytes[ids[whole]]) : TR_WITHIN_CHARACTER;
}

bool tr_byte_may_follow(enum tr_byte_state state, uint8_t byte)
{
    static const struct {
        uint8_t first, last;
    } next[TR_BYTE_STATES] = {
        [TR_BETWEEN_CHARACTERS] = {0xC2, 0xF4},
        [TR_WITHIN_CHARACTER] = {0x80, 0xBF},
        [TR_AFTER_E0] = {0xA0, 0xBF},
        [TR_AFTER_ED] = {0x80, 0x9F},
        [TR_AFTER_F0] = {0x90, 0xBF},
        [TR_AFTER_F4] = {0x80, 0x8F},
        [TR_WITHOUT_BYTES] = {1, 0},
    };
    const bool between = state == TR_BETWEEN_CHARACTERS || state == TR_WITHOUT_BYTES;

    if (byte == 0) return between;
    return byte >= next[state].first && byte <= next[state].last;
}
