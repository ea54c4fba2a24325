#include "text/placeables/far_brackets.h"

#include <string.h>

#include "base/utf8.h"

/* Opening ones, each before the one that closes it. */
static const int32_t brackets[] = {0x27E6, 0x27E8, 0x27EA, 0x2983, 0x2985, 0x2E22, 0x2E28,
                                   0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016,
                                   0x3018, 0x301A, 0xFF3B, 0xFF5B, 0xFF5F, 0xFF62};
enum { N_BRACKETS = sizeof brackets / sizeof *brackets };

/* How far the closing one is behind the opening one. */
static int32_t distance(int32_t opening)
{
    return opening == 0xFF3B || opening == 0xFF5B ? 2 : 1;
}

int32_t tr_far_bracket_closing(int32_t c)
{
    for (size_t i = 0; i < N_BRACKETS; i++)
        if (brackets[i] == c) return c + distance(c);
    return 0;
}

/* The place of a bracket among all; 2 * N_BRACKETS if text [at, end) begins with none. */
static size_t place_of(const char *text, size_t at, size_t end)
{
    enum { FIRST_BYTE = 0xE2, LAST_BYTE = 0xEF };
    const unsigned char byte = (unsigned char)text[at];
    size_t i = 0;

    if (byte != FIRST_BYTE && byte != FIRST_BYTE + 1 && byte != LAST_BYTE) return 2 * N_BRACKETS;
    const int32_t c = tr_utf8_at(text, at, end);
    while (i < N_BRACKETS && brackets[i] != c && brackets[i] + distance(brackets[i]) != c)
        i++;
    return 2 * i + (i < N_BRACKETS && brackets[i] != c);
}

size_t tr_far_bracket_length(const char *text, size_t at, size_t end)
{
    enum { LENGTH = 3 };
    return place_of(text, at, end) < 2 * N_BRACKETS ? LENGTH : 0;
}

enum { ESCAPED_QUOTE = 2 * N_BRACKETS, OTHERS, N_KINDS };

/* Adds up how often each bracket is in text [len]. */
static void count(const char *text, size_t len, size_t *n)
{
    for (size_t at = 0; at < len; at++) {
        const size_t place = place_of(text, at, len);
        const bool quote = text[at] == '\\' && at + 1 < len && text[at + 1] == '"';
        n[place < ESCAPED_QUOTE || quote ? place : OTHERS]++;
    }
}

bool tr_far_brackets_agree(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t of_a[N_KINDS] = {0}, of_b[N_KINDS] = {0};

    count(a, a_len, of_a);
    count(b, b_len, of_b);
    return !memcmp(of_a, of_b, OTHERS * sizeof *of_a);
}
