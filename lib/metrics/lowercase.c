#include "metrics/lowercase.h"
#include "metrics/code_range.h"

#include <utf8proc.h>

/* Cased: letters that have a case, and what PropList.txt adds to them (without letters that are
 * case-ignorable, too: the rules ask for case-ignorable first). */
static bool is_cased(uint32_t c)
{
    static const tr_code_range others[] = {
        {0xAA, 0xAA},       {0xBA, 0xBA},       {0x2160, 0x217F},   {0x24B6, 0x24E9},
        {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189},
    };
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
        return true;
    default:
        return tr_code_is_in(others, sizeof others / sizeof *others, c);
    }
}

/* Case_Ignorable: marks, format characters, modifiers, and punctuation that stands in words. */
static bool is_case_ignorable(uint32_t c)
{
    static const tr_code_range within_words[] = {
        {0x27, 0x27},     {0x2E, 0x2E},     {0x3A, 0x3A},     {0xB7, 0xB7},
        {0x387, 0x387},   {0x55F, 0x55F},   {0x5F4, 0x5F4},   {0x2018, 0x2019},
        {0x2024, 0x2024}, {0x2027, 0x2027}, {0xFE13, 0xFE13}, {0xFE52, 0xFE52},
        {0xFE55, 0xFE55}, {0xFF07, 0xFF07}, {0xFF0E, 0xFF0E}, {0xFF1A, 0xFF1A},
    };
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
        return true;
    default:
        return tr_code_is_in(within_words, sizeof within_words / sizeof *within_words, c);
    }
}

enum { CAPITAL_SIGMA = 0x3A3, SMALL_SIGMA = 0x3C3, FINAL_SIGMA = 0x3C2 };

/* A letter before it, none after it. */
static bool is_final(const uint32_t *code, size_t n, size_t i)
{
    size_t before = i, behind = i + 1;

    while (before && is_case_ignorable(code[before - 1]))
        before--;
    while (behind < n && is_case_ignorable(code[behind]))
        behind++;
    return before && is_cased(code[before - 1]) && (behind == n || !is_cased(code[behind]));
}

void tr_lowercase(const uint32_t *code, size_t n, tr_symbols *out)
{
    for (size_t i = 0; i < n; i++) {
        if (code[i] == CAPITAL_SIGMA) {
            tr_symbols_add(out, is_final(code, n, i) ? FINAL_SIGMA : SMALL_SIGMA);
        } else if (code[i] == 0x130) {
            tr_symbols_add(out, 'i');
            tr_symbols_add(out, 0x307);
        } else {
            tr_symbols_add(out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code[i]));
        }
    }
}
