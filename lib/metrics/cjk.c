#include "metrics/cjk.h"

#include <stddef.h>

typedef struct code_range {
    uint32_t first, last;
} code_range;

static bool is_in(const code_range *ranges, size_t n, uint32_t c)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].first && c <= ranges[i].last) return true;
    return false;
}

bool tr_cjk_is_apart(uint32_t c)
{
    static const code_range ranges[] = {
        {0x2001, 0x2A6D}, /* '\u20000' to '\u2a6d6', of which the last digits are another letter */
        {0x2E80, 0x2EFF}, {0x2F00, 0x2FDF}, {0x2F81, 0x2FA1}, /* '\u2f800' to '\u2fa1d' */
        {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31BF}, {0x31C0, 0x31EF}, {0x3200, 0x33FF},
        {0x3400, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9},
        {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
    };
    return is_in(ranges, sizeof ranges / sizeof *ranges, c);
}

bool tr_cjk_is_apart_ter(uint32_t c)
{
    static const code_range ranges[] = {
        {0x2E80, 0x2EFF}, {0x3001, 0x3002}, {0x3008, 0x3011}, {0x3014, 0x301F},
        {0x30FB, 0x30FB}, {0x31C0, 0x31EF}, {0x3200, 0x3F22}, /* meant to be 32FF; Extension A is in
                                                                 it anyway */
        {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0xFE30, 0xFE4F},
        {0xFF01, 0xFF02}, {0xFF08, 0xFF09}, {0xFF0C, 0xFF0C}, {0xFF0E, 0xFF0E},
        {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF1F}, {0xFF61, 0xFF65},
    };
    return is_in(ranges, sizeof ranges / sizeof *ranges, c);
}
